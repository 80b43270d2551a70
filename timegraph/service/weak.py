"""What a claim says if it is read weakly.

Annotators and writers differ in degree where they agree about the order: one says "meets" where
the other says "before". Read strictly, that is a contradiction, and false alarms are what makes
people turn a check off. So of a claim only the order is held against the graph: before is
``a.end <= b.start``; within may share ends; "at the same time" means that the two have an instant
in common, be it where one ends and the other starts.
"""

from __future__ import annotations

from itertools import product

from timegraph.allen import Allen, AllenSet

__all__ = ["weak"]

_BY_SIGNS = {relation.signs: relation for relation in Allen}

# What differs from a relation by degree only, where that is more than ends that may coincide.
_BY_DEGREE = {
    Allen.MEETS: Allen.BEFORE,
    Allen.MET_BY: Allen.AFTER,
    Allen.STARTS: Allen.DURING,
    Allen.FINISHES: Allen.DURING,
    Allen.STARTED_BY: Allen.CONTAINS,
    Allen.FINISHED_BY: Allen.CONTAINS,
}

_AT_THE_SAME_TIME = AllenSet.all() - AllenSet([Allen.BEFORE, Allen.AFTER])


def weak(claimed: AllenSet) -> AllenSet:
    """The relations that a claim, read weakly, allows: always those that are ``claimed``, too.

    A set that has "equal" and is its own converse claims "at the same time". Other sets allow what
    they become where ends that they tell apart coincide; one relation alone, also what differs
    from it by degree.

    >>> print(weak(AllenSet("before")))
    before, meets
    >>> print(weak(AllenSet("during")))
    starts, during, finishes, equal
    """
    members = tuple(claimed)
    if len(members) == 13:
        return claimed
    if Allen.EQUAL in members and claimed == claimed.converse:
        return claimed | _AT_THE_SAME_TIME
    if len(members) == 1 and members[0] in _BY_DEGREE:
        members = (*members, _BY_DEGREE[members[0]])
    return AllenSet([limit for member in members for limit in _limits(member)])


def _limits(relation: Allen) -> list[Allen]:
    """What the relation becomes where ends that it tells apart coincide."""
    choices = [(sign, 0) if sign else (0,) for sign in relation.signs]
    return [_BY_SIGNS[signs] for signs in product(*choices) if signs in _BY_SIGNS]
