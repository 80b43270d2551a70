"""Which annotations of two documents correspond, straight from the definition.

Quadratic and more: every pair of annotations is looked at, over and over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

from timeml import Document, Event, Timex3

__all__ = ["pairs_by_definition"]

_Annotation = Union[Event, Timex3]  # noqa: UP007 -- evaluated at run time


def pairs_by_definition(
    system: Document, key: Document, *, same: Mapping[int, int] | None = None
) -> set[tuple[str, str]]:
    """The (system's, key's) eids and tids that :func:`timeml.align_ids` pairs.

    ``same`` maps the number of each non-white-space character of the system's text to that of
    the same one in the key's; those missing have no counterpart. Without it the texts must be
    the same but for white space and case; ``ValueError`` if they are not.
    """
    if same is None:
        mine, yours = _characters(system.text), _characters(key.text)
        if mine != yours:
            raise ValueError("the texts differ; say which characters are the same")
        same = {number: number for number in range(len(mine))}
    pairs = set()
    system_timexes, key_timexes = list(system.timexes), list(key.timexes)
    if system.dct is not None and key.dct is not None:
        pairs.add((system_timexes.pop(0).tid, key_timexes.pop(0).tid))
    for one, other in _greedily(system_timexes, key_timexes, system.text, key.text, same, False):
        pairs.add((_id(one), _id(other)))
    for one, other in _greedily(system.events, key.events, system.text, key.text, same, True):
        pairs.add((_id(one), _id(other)))
    return pairs


def _id(annotation: _Annotation) -> str:
    return annotation.eid if isinstance(annotation, Event) else annotation.tid


def _characters(text: str) -> list[str]:
    return [c.casefold() for c in text if not c.isspace()]


def _greedily(
    system: Sequence[_Annotation],
    key: Sequence[_Annotation],
    system_text: str,
    key_text: str,
    same: Mapping[int, int],
    by_first: bool,
) -> list[tuple[_Annotation, _Annotation]]:
    """The best of all pairs, then the best of all that are left, and so on."""
    left, others = list(system), list(key)
    chosen: list[tuple[_Annotation, _Annotation]] = []
    while True:
        candidates = []
        for one in left:
            for other in others:
                rank = _rank(one, other, system_text, key_text, same, by_first)
                if rank is not None:
                    order = _order(other, key.index(other)), _order(one, system.index(one))
                    candidates.append((rank, order, one, other))
        if not candidates:
            return chosen
        _, _, one, other = min(candidates, key=lambda candidate: candidate[:2])
        left.remove(one)
        others.remove(other)
        chosen.append((one, other))


def _order(annotation: _Annotation, index: int) -> tuple[int, int]:
    """Text order; what is outside the text only meets its like, so the file's order will do."""
    return (-1 if annotation.start is None else annotation.start), index


def _rank(
    one: _Annotation,
    other: _Annotation,
    system_text: str,
    key_text: str,
    same: Mapping[int, int],
    by_first: bool,
) -> tuple[int, int, int] | None:
    """The smaller, the better; ``None`` if the two cannot pair."""
    if one.start is None or one.end is None or other.start is None or other.end is None:
        outside = one.start is None and other.start is None
        return (0, 0, 0) if outside and _characters(one.text) == _characters(other.text) else None
    mine = _numbers(system_text, one.start, one.end)
    yours = _numbers(key_text, other.start, other.end)
    if not mine or not yours:
        at_same_place = (
            not mine
            and not yours
            and _gap(_before(system_text, one.start), same, len(_characters(system_text)), key_text)
            == _before(key_text, other.start)
        )
        return (0, 0, 0) if at_same_place else None
    in_key = [same[number] for number in mine if number in same]
    shared = set(in_key) & set(yours)
    if not shared:
        return None
    same_first = by_first and same.get(mine[0]) == yours[0]
    distance = abs(min(in_key) - yours[0]) + abs(max(in_key) - yours[-1])
    return (0 if same_first else 1), -len(shared), distance


def _numbers(text: str, start: int, end: int) -> list[int]:
    """The numbers of the non-white-space characters of a span."""
    first = _before(text, start)
    return list(range(first, first + len(_characters(text[start:end]))))


def _before(text: str, offset: int) -> int:
    return len(_characters(text[:offset]))


def _gap(number: int, same: Mapping[int, int], total: int, key_text: str) -> int | None:
    """Where in the key the gap before a character is: as near to what follows as can be."""
    if total == 0:
        return None if _characters(key_text) else 0
    if number in same:
        return same[number]
    return same[number - 1] + 1 if number - 1 in same else None
