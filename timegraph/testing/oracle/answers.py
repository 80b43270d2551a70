"""The answer to a question, from the relations that are possible."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer

__all__ = ["answer", "certainly"]


def answer(possible: AllenSet, asked: AllenSet) -> Answer:
    """YES if no possible relation is other than asked, NO if none is as asked, else UNKNOWN.

    Raises ``ValueError`` if nothing is possible: contradicting annotations have no answers.
    """
    as_asked = [relation for relation in possible if relation in asked]
    otherwise = [relation for relation in possible if relation not in asked]
    if not as_asked and not otherwise:
        raise ValueError("nothing is possible; leave contradicting links out first")
    if not otherwise:
        return Answer.YES
    if not as_asked:
        return Answer.NO
    return Answer.UNKNOWN


def certainly(
    relation: Allen,
    entity: Hashable,
    possible: Mapping[tuple[Hashable, Hashable], AllenSet],
) -> set[Hashable]:
    """The entities that stand in ``relation`` to ``entity`` in every world."""
    return {
        a
        for (a, b), relations in possible.items()
        if b == entity and relations == AllenSet([relation])
    }
