"""Uncertain dates compared: what holds in every completion of both, and what in none.

A *completion* of a date is a start and an end that it allows, the one before the other. What is
dated ``1984`` starts and ends in 1984; what is dated ``1964/2008`` starts in 1964 and ends in 2008;
of ``198X`` one of the years holds both. Two things that are dated alike are two things. Each
relation is yes if it holds in all completions of both, no if in none, else unknown. The extents are
half-open, so what ends as the other starts is before it: 1 May is before 2 May.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple, TypeVar, Union

from timegraph.answer import Answer
from timeml.edtf import Bound, EdtfError as EdtfError, Granules, Moment as Moment, When as When
from timeml.timex_value import FLOATING_BEFORE_ZONED, ZONED_BEFORE_FLOATING

T = TypeVar("T")
DateLike = Union[When, str, date]  # noqa: UP007 (an alias evaluated at run time)


@dataclass(frozen=True, slots=True)
class DateComparison:
    """How ``a`` lies to ``b``, each relation yes, no or unknown.

    ``before``: a is over when b starts; ``after``: the reverse; ``within``: a starts no earlier and
    ends no later; ``intersects``: they have time in common; ``equal``: they start and end together.
    """

    before: Answer
    after: Answer
    within: Answer
    intersects: Answer
    equal: Answer


class _Box(NamedTuple):
    """Where something starts and ends: from ``start`` on and before ``starts_by``; after
    ``ends_after`` and not after ``end``. The end of an interval, which lies within a granule, can
    be ``ends_after`` itself (``reached``) and not ``end`` (unless ``end_reached``)."""

    start: Bound
    starts_by: Bound
    ends_after: Bound
    reached: bool
    end: Bound
    end_reached: bool


class _Dated(NamedTuple):
    """A date as it is compared: all its completions together, its granules if it has several, and
    whether it has a time zone."""

    box: _Box
    several: Granules | None
    zoned: bool


def compare(a: DateLike, b: DateLike, *, as_written: bool = False) -> DateComparison:
    """How the dates of two things lie to each other, in all their completions.

    ``a`` and ``b`` are values of EDTF or TIMEX3, dates, datetimes, or :class:`When`. With
    ``as_written`` their ``?``, ``~`` and ``%`` are taken at their word. Where only one has a time
    zone, the other may be in any zone. An end of an interval with ``X`` is any instant from the
    first to the last that it can be. Raises :class:`EdtfError` and ``TypeError`` as :class:`When`
    does.
    """
    first, second = _prepared(a, as_written), _prepared(b, as_written)
    if first.zoned != second.zoned:
        first, second = _in_any_zone(first), _in_any_zone(second)
    own, other = first.box, second.box
    before = _certainty(_can_end_by_start(own, other), own.end > other.start)
    after = _certainty(_can_end_by_start(other, own), other.end > own.start)
    if not (own.start < other.end and other.start < own.end):
        return DateComparison(before, after, Answer.NO, Answer.NO, Answer.NO)
    if first.several is None and second.several is None:
        meet, within, equal = True, _can_be_within(own, other), _can_be_equal(own, other)
    else:
        meet, within, equal = _of_several(first, second)
    return DateComparison(
        before,
        after,
        _certainty(within, own.start < other.starts_by or other.ends_after < own.end),
        _certainty(meet, before is not Answer.NO or after is not Answer.NO),
        # No date says exactly when something starts and ends, so it can always be otherwise.
        Answer.UNKNOWN if equal else Answer.NO,
    )


def in_certain_order(
    values: Iterable[T], *, key: Callable[[T], DateLike] | None = None, as_written: bool = False
) -> list[T]:
    """The values sorted so that none stands after one that it is certainly before.

    What no date orders stays in the order in which it is given: of those that may come next, the
    first does. There is no total order of uncertain dates: of 1984, 1984-05 and 1984-03 only the
    last two are ordered.
    """
    every = list(values)
    dates: list[DateLike] = [value if key is None else key(value) for value in every]  # type: ignore[misc]
    prepared = [_prepared(date, as_written) for date in dates]
    mixed = len({date.zoned for date in prepared}) > 1
    boxes = [(_in_any_zone(date) if mixed else date).box for date in prepared]
    by_start = sorted(range(len(every)), key=lambda n: boxes[n].start)
    by_end = sorted(range(len(every)), key=lambda n: boxes[n].end)
    placed = [False] * len(every)
    ready: list[int] = []
    order: list[T] = []
    started = ended = 0
    while len(order) < len(every):
        while placed[by_end[ended]]:
            ended += 1
        first_end = boxes[by_end[ended]].end
        while started < len(every) and boxes[by_start[started]].start < first_end:
            heappush(ready, by_start[started])
            started += 1
        number = heappop(ready)
        placed[number] = True
        order.append(every[number])
    return order


def _prepared(value: DateLike, as_written: bool) -> _Dated:
    if isinstance(value, When):  # by what is written, which is found faster than what it means
        return _prepared(value.value, as_written or value.as_written)
    return _dated(value, as_written)


@lru_cache(maxsize=8192)
def _dated(value: str | date, as_written: bool) -> _Dated:
    when = When(value, as_written)
    starts, ends = when.extent
    if ends is None:
        box = _Box(starts.low, starts.high, starts.low, False, starts.high, True)
        return _Dated(box, None if starts.listing is None else starts, when.zoned)
    ends_after = max(starts.low, ends.low)
    reached = ends.low > starts.low
    box = _Box(starts.low, min(starts.high, ends.high), ends_after, reached, ends.high, False)
    return _Dated(box, None, when.zoned)


def _in_any_zone(date: _Dated) -> _Dated:
    """A date without zone wherever on earth it may be, in UTC; one with a zone as it is."""
    if date.zoned:
        return date
    ahead, behind = ZONED_BEFORE_FLOATING, FLOATING_BEFORE_ZONED
    start, starts_by, ends_after, reached, end, end_reached = date.box
    box = _Box(
        start - ahead, starts_by + behind, ends_after - ahead, reached, end + behind, end_reached
    )
    return _Dated(box, None, True)


def _certainty(can_be: bool, can_be_otherwise: bool) -> Answer:
    if not can_be:
        return Answer.NO
    return Answer.UNKNOWN if can_be_otherwise else Answer.YES


def _can_end_by_start(a: _Box, b: _Box) -> bool:
    """Whether a can be over when b starts. No start is as late as ``starts_by``."""
    return a.ends_after < b.starts_by


def _can_be_within(a: _Box, b: _Box) -> bool:
    start, end = max(a.start, b.start), min(a.end, b.end)
    ends = a.ends_after < end or (a.ends_after == b.end and a.reached and b.end_reached)
    return ends and start < a.starts_by and start < end


def _can_be_equal(a: _Box, b: _Box) -> bool:
    start, starts_by = max(a.start, b.start), min(a.starts_by, b.starts_by)
    # A bound that is not reached leaves a little less room: 1 above, -1 below.
    low = max((a.ends_after, not a.reached), (b.ends_after, not b.reached))
    high = min((a.end, a.end_reached - 1), (b.end, b.end_reached - 1))
    ends = low[0] < high[0] or low == high == (low[0], 0)
    return ends and start < starts_by and start < high[0]


def _of_several(a: _Dated, b: _Dated) -> tuple[bool, bool, bool]:
    """Whether two dates can have time in common, the first within the second, and both equal, if
    one or both lie in one of several granules."""
    meet = within = equal = False
    for own, other in _pairs(a, b):
        if own.start < other.end and other.start < own.end:
            meet = True
            within = within or _can_be_within(own, other)
            equal = equal or _can_be_equal(own, other)
            if within and equal:
                break
    return meet, within, equal


def _pairs(a: _Dated, b: _Dated) -> Iterator[tuple[_Box, _Box]]:
    for own in _boxes(a, b.box.start, b.box.end):
        for other in _boxes(b, own.start, own.end):
            yield own, other


def _boxes(date: _Dated, low: Bound, high: Bound) -> Iterator[_Box]:
    if date.several is None:
        yield date.box
        return
    for first, after in date.several.between(low, high):
        yield _Box(first, after, first, False, after, True)
