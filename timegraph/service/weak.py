"""What a claim says if it is read weakly, and a label of a timeline if it is read loosely.

Annotators and writers differ in degree where they agree about the order: one says "meets" where
the other says "before". Read strictly, that is a contradiction, and false alarms are what makes
people turn a check off. So of a claim only the order is held against the graph: before is
``a.end <= b.start``; within may share ends; "at the same time" means that the two have an instant
in common, be it where one ends and the other starts.

The labels of a timeline are one annotator's, too. What contradicts them only because of their
degree is no contradiction either, so it has to hold against :func:`loose`.
"""

from __future__ import annotations

from itertools import product

from timegraph.allen import Allen, AllenSet

__all__ = ["begun_before", "loose", "weak"]

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

# What begins a period is at its beginning: its first part, or what comes just before it. Published
# guidelines have both (see BEGINS-ON in :mod:`timegraph.labels.builtin`).
_BEGINS = AllenSet([r for r in Allen if r.signs[0] <= 0 <= r.signs[2] and r.signs[3] <= 0])
_ENDS = AllenSet([r for r in Allen if r.signs[1] <= 0 <= r.signs[0] and r.signs[3] >= 0])
_AT_AN_END = {
    Allen.STARTS: _BEGINS,
    Allen.FINISHES: _ENDS,
    Allen.STARTED_BY: _BEGINS.converse,
    Allen.FINISHED_BY: _ENDS.converse,
}


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
    if len(claimed) == 13:
        return claimed
    if Allen.EQUAL in claimed and claimed == claimed.converse:
        return claimed | _AT_THE_SAME_TIME
    return _by_degree(claimed)


def loose(said: AllenSet) -> AllenSet:
    """The relations that a label of a timeline allows if only the order is taken from it.

    As :func:`weak`, but "equal" stays what it is, since chains of links lead through it, and what
    "starts" or "finishes" an interval lies at that end of it, inside or beside.

    >>> print(loose(AllenSet("starts")))
    meets, overlaps, starts, equal, finished_by
    """
    if len(said) == 13 or said == AllenSet(Allen.EQUAL):
        return said
    at_an_end = [_AT_AN_END[relation] for relation in said if relation in _AT_AN_END]
    return at_an_end[0] if at_an_end and len(said) == 1 else _by_degree(said)


def begun_before(said: AllenSet) -> AllenSet:
    """The relations that remain if the first interval may have begun earlier than ``said``.

    >>> print(begun_before(AllenSet("during")))
    overlaps, starts, during
    """
    ends = [(relation.signs[0], relation.signs[3]) for relation in said]
    shared = [r for r in Allen if r.signs[1] < 0 < r.signs[2]]
    return AllenSet(
        [r for r in shared if any(r.signs[0] <= start and r.signs[3] == end for start, end in ends)]
    )


def _by_degree(claimed: AllenSet) -> AllenSet:
    members = tuple(claimed)
    if len(members) == 1 and members[0] in _BY_DEGREE:
        members = (*members, _BY_DEGREE[members[0]])
    return AllenSet([limit for member in members for limit in _limits(member)])


def _limits(relation: Allen) -> list[Allen]:
    """What the relation becomes where ends that it tells apart coincide."""
    choices = [(sign, 0) if sign else (0,) for sign in relation.signs]
    return [_BY_SIGNS[signs] for signs in product(*choices) if signs in _BY_SIGNS]
