"""Which span of a system pairs with which span of the key, one to one.

Spans are in the key's indices (see :mod:`timeml._alignment.text_alignment`): a system's span is
where the counterparts of its characters are.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Matched", "Span", "pair_by_first_token", "pair_by_overlap", "pair_in_text_order"]

Matched = Callable[[int, int], int]
"""``matched(start, end)``: how many of the key's characters there have a counterpart."""

_Rank = tuple[bool, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """Where one annotation stands.

    ``start == end`` where its tag contains no character; such a span overlaps with nothing and
    pairs only with another one at the same index. ``order`` is its rank in the text order of its
    own document. ``first`` says whether the span's own first character corresponds to the one at
    ``start`` (always true where the texts agree). ``token`` is where the token is in which the
    span begins; it is needed for :func:`pair_by_first_token` only.
    """

    start: int
    end: int
    order: int
    first: bool = True
    token: tuple[int, int] = (0, 0)


def pair_by_overlap(
    system: Sequence[Span], key: Sequence[Span], matched: Matched, *, prefer_first: bool
) -> list[tuple[int, int]]:
    """The pairs of ``order`` numbers (system, key), by key.

    Spans that share a character may pair, and the best pair is made first: with ``prefer_first``,
    one with the same first character; the larger overlap; the smaller sum of the distances of the
    starts and of the ends; text order of the key; text order of the system.

    Apart from sorting, time is linear in the number of spans plus that of overlapping pairs among
    spans without an equal counterpart.
    """
    pairs, mine, yours = _equal(system, key, same_first=prefer_first)
    pairs += _greedily(_overlaps(mine, yours, matched), prefer_first)
    return sorted(pairs, key=_by_key)


def pair_by_first_token(
    system: Sequence[Span], key: Sequence[Span], matched: Matched
) -> list[tuple[int, int]]:
    """As :func:`pair_by_overlap` with ``prefer_first``, but spans pair only if their first tokens
    are at the same place: a character of one token corresponds to one of the other."""
    pairs, mine, yours = _equal(system, key, same_first=True)
    overlaps = (
        overlap
        for overlap in _overlaps(mine, yours, matched)
        if _shared(overlap[0].token, overlap[1].token, matched)
    )
    pairs += _greedily(overlaps, True)
    return sorted(pairs, key=_by_key)


def pair_in_text_order(
    system: Sequence[Span], key: Sequence[Span], matched: Matched
) -> list[tuple[int, int]]:
    """The pairs of ``order`` numbers (system, key), by key.

    Equal spans pair first. Then each span of the system, in text order, pairs with the last span
    of the key that shares a character with it and has no pair yet.
    """
    pairs, mine, yours = _equal(system, key, same_first=False)
    candidates: dict[int, list[int]] = defaultdict(list)
    for first, other, _ in _overlaps(mine, yours, matched):
        candidates[first.order].append(other.order)
    taken: set[int] = set()
    for order in sorted(candidates):
        free = [other for other in candidates[order] if other not in taken]
        if free:
            taken.add(max(free))
            pairs.append((order, max(free)))
    return sorted(pairs, key=_by_key)


def _equal(
    system: Sequence[Span], key: Sequence[Span], *, same_first: bool
) -> tuple[list[tuple[int, int]], list[Span], list[Span]]:
    """The pairs of spans that are equal, and the spans of both that remain and have characters.

    No rule prefers another pair of either span, so these can be made first. With ``same_first``,
    the first characters must correspond, too.
    """
    pairs: list[tuple[int, int]] = []
    waiting: dict[tuple[int, int], deque[Span]] = defaultdict(deque)
    for span in sorted(key, key=_by_order):
        waiting[span.start, span.end].append(span)
    mine: list[Span] = []
    for span in sorted(system, key=_by_order):
        same = waiting.get((span.start, span.end))
        if same and (span.first or not same_first):
            pairs.append((span.order, same.popleft().order))
        elif span.start < span.end:
            mine.append(span)
    yours = [span for same in waiting.values() for span in same if span.start < span.end]
    return pairs, mine, yours


def _overlaps(
    system: list[Span], key: list[Span], matched: Matched
) -> Iterator[tuple[Span, Span, int]]:
    """All pairs of spans that share characters, with how many, by one sweep over the starts."""
    events = [(span.start, 0, span) for span in system] + [(span.start, 1, span) for span in key]
    events.sort(key=_by_start)
    open_: tuple[list[Span], list[Span]] = [], []
    for start, side, span in events:
        others = open_[1 - side]
        others[:] = [interval for interval in others if interval.end > start]
        for other in others:
            mine, yours = (other, span) if side else (span, other)
            count = _shared((mine.start, mine.end), (yours.start, yours.end), matched)
            if count:
                yield mine, yours, count
        open_[side].append(span)


def _shared(one: tuple[int, int], other: tuple[int, int], matched: Matched) -> int:
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return matched(start, end) if start < end else 0


def _greedily(
    overlaps: Iterator[tuple[Span, Span, int]], prefer_first: bool
) -> list[tuple[int, int]]:
    """The best pair first; each span pairs once."""
    ranked: list[tuple[_Rank, Span, Span]] = []
    for mine, yours, count in overlaps:
        same_first = prefer_first and mine.first and mine.start == yours.start
        distance = abs(mine.start - yours.start) + abs(mine.end - yours.end)
        ranked.append(((not same_first, -count, distance, yours.order, mine.order), mine, yours))
    ranked.sort(key=_by_rank)
    pairs: list[tuple[int, int]] = []
    paired_system: set[int] = set()
    paired_key: set[int] = set()
    for _, mine, yours in ranked:
        if mine.order not in paired_system and yours.order not in paired_key:
            paired_system.add(mine.order)
            paired_key.add(yours.order)
            pairs.append((mine.order, yours.order))
    return pairs


def _by_order(span: Span) -> int:
    return span.order


def _by_start(event: tuple[int, int, Span]) -> int:
    return event[0]


def _by_rank(ranked: tuple[_Rank, Span, Span]) -> _Rank:
    return ranked[0]


def _by_key(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[1], pair[0]
