"""When the time expressions of a document are, as statements that say no more than the calendar as
annotators mean it is certain of (``docs/calendar.md``), without its conventions.

A period that shares no end with another is spanned. Whether one of several that start or end at one
instant does so before another, and whether one ends before the next starts, is convention: such a
period starts within its first second and ends within its last, the longer one no later and no
earlier. Of other values the bounds are written, in whole days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from timeml.document import Document
from timeml.edtf import exact_period, when
from timeml.gregorian import DAY, Instant, format_instant, format_period
from timeml.readers.statement_lines import Data
from timeml.timex_value import REASONS, CalendarInterval, Unresolvable, interpret
from timeml.writers import Losses

_FISCAL = 367 * DAY
"""How much earlier or later a quarter can be if it is one of a fiscal year."""

_Extent = tuple[Instant | None, ...]


def dates_of(document: Document, losses: Losses) -> dict[str, list[Data]]:
    """What says when the time expressions are that have a date, by their ids."""
    places = _places(document, losses)
    ends = Counter(end for extent in {*map(_extent, places.values())} for end in extent)
    wholes: dict[_Extent, str] = {}
    for id, place in places.items():
        if place.exact:
            wholes.setdefault(_extent(place), id)
    values = {timex.tid: timex.value for timex in document.timexes}
    stated: dict[str, list[Data]] = {}
    for id, place in places.items():
        name = _name_of(place, values[id] or "")
        whole = wholes.get(_extent(place), id)
        exact = place.exact and not _is_fiscal(place)
        if name and exact and ends[place.earliest] == ends[place.latest] == 1:
            stated[id] = [{"of": id, "spanning": name}]
        elif whole != id:
            ops = ("=", "=") if place.exact else (">=", "<=")
            sides = zip(("start", "end"), ops, strict=True)
            stated[id] = [{"x": [id, side], "op": op, "y": [whole, side]} for side, op in sides]
        elif name and not place.exact and not _is_fiscal(place):
            stated[id] = [{"of": id, "within": name}]
        else:
            try:
                dates = _seconds(place) if exact else _days(_of_any_year(place))
                stated[id] = [
                    {"of": [id, side], "within": str(when(date))}
                    for side, date in zip(("start", "end"), dates, strict=True)
                    if date
                ]
            except ValueError:
                losses.add("dates that statements cannot say", id)
    quarters = {id: places[id] for id in wholes.values() if _is_fiscal(places[id])}
    others = {id: place for id, place in places.items() if id not in quarters and id in stated}
    for id, order in (*_orders(quarters), *_shared(others)):
        stated.setdefault(id, []).append(order)
    return stated


def _places(document: Document, losses: Losses) -> dict[str, CalendarInterval]:
    """Where the time expressions lie, on the clock of most of them."""
    places: dict[str, CalendarInterval] = {}
    for timex in document.timexes:
        if timex.value in (None, timex.tid):
            continue
        place = interpret(timex, document=document, reading="annotators")
        if isinstance(place, CalendarInterval):
            created = document.dct is not None and timex.tid == document.dct.tid
            places[timex.tid] = place.bounds if created else place
        else:
            why = (
                REASONS[place.reason]
                if isinstance(place, Unresolvable)
                else "it is past, present or future"
            )
            losses.add(f"values of time expressions without a certain date ({why})", timex.tid)
    clocks = Counter(place.zone is None for place in places.values())
    local = clocks[True] >= clocks[False]
    for id, place in list(places.items()):
        if (place.zone is None) != local:
            losses.add(f"times with{'' if local else 'out'} a time zone among others", id)
            del places[id]
    return places


def _extent(place: CalendarInterval) -> _Extent:
    return place.earliest, place.latest, place.latest_start, place.earliest_end


def _is_fiscal(place: CalendarInterval) -> bool:
    """Whether it is, or lies within, a quarter or a half of a year, which may be a fiscal one."""
    return place.granularity in ("quarter", "half")


def _of_any_year(place: CalendarInterval) -> CalendarInterval:
    """The bounds of what may belong to a fiscal year."""
    first, last = place.earliest, place.latest
    if not _is_fiscal(place) or first is None or last is None:
        return place
    within = replace(place, exact=False, earliest=first - _FISCAL, latest=last + _FISCAL)
    if not place.exact:
        return within
    return replace(within, latest_start=first + _FISCAL, earliest_end=last - _FISCAL)


def _orders(quarters: Mapping[str, CalendarInterval]) -> Iterator[tuple[str, Data]]:
    """Which of these quarters and halves follow each other, by the id of the later one."""
    for (a, earlier), (b, later) in pairwise(
        sorted(quarters.items(), key=lambda x: _extent(x[1])[:2])
    ):
        if earlier.precedes(later):
            op = "<=" if earlier.latest == later.earliest else "<"
            yield b, {"x": [a, "end"], "op": op, "y": [b, "start"]}


def _shared(places: Mapping[str, CalendarInterval]) -> Iterator[tuple[str, Data]]:
    """That of what starts or ends at one instant the longer starts no later and ends no earlier."""
    by_length = sorted(places.items(), key=lambda x: _length(x[1]), reverse=True)
    for side, op in (("start", ">="), ("end", "<=")):
        longer: dict[Instant | None, str] = {}
        for id, place in by_length:
            bound = place.earliest if side == "start" else place.latest
            whole = longer.get(bound)
            if whole and _extent(places[whole]) != _extent(place) and _length(place):
                yield id, {"x": [id, side], "op": op, "y": [whole, side]}
            if place.exact:
                longer[bound] = id


def _length(place: CalendarInterval) -> Instant:
    """How long a period is of which both bounds are known, and no other; 0 for all else."""
    first, last = place.earliest, place.latest
    if first is None or last is None or (place.latest_start, place.earliest_end) != (None, None):
        return 0
    length = last - first
    return DAY if place.part and length == DAY + DAY // 2 else length  # a night is part of its day


def _name_of(place: CalendarInterval, value: str) -> str:
    """The value that names exactly this period, ``""`` if none does."""
    first, last = place.earliest, place.latest
    if first is None or last is None or (place.latest_start, place.earliest_end) != (None, None):
        return ""
    for name in (value, f"{value}0s", format_period(first, last)):
        try:
            if exact_period(name) == (first, last, place.zone is not None):
                return name
        except ValueError:
            pass
    return ""


def _seconds(place: CalendarInterval) -> tuple[str, str]:
    """The first and the last second of a period."""
    assert place.earliest is not None
    assert place.latest is not None
    zone = "" if place.zone is None else "Z"
    first, last = place.earliest // 1, -(-place.latest // 1) - 1
    minutes = (format_instant(instant // 60 * 60).partition("T") for instant in (first, last))
    start, end = (
        f"{day}T{clock or '00:00'}:{instant % 60:02d}{zone}"
        for (day, _, clock), instant in zip(minutes, (first, last), strict=True)
    )
    return start, end


def _days(place: CalendarInterval) -> tuple[str, str]:
    """The days within which a period starts and ends of which only bounds are known, ``""`` for no
    bound. Raises ``ValueError`` for a time with a zone, since days have none."""
    if place.zone is not None:
        raise ValueError("days have no time zone")
    last = None if place.latest is None else place.latest - 1
    ends = None if place.earliest_end is None else place.earliest_end - 1
    return _range(place.earliest, place.latest_start), _range(ends, last)


def _range(first: Instant | None, last: Instant | None) -> str:
    if first is None and last is None:
        return ""
    days = ("" if bound is None else format_instant(bound // DAY * DAY) for bound in (first, last))
    return f"[{'..'.join(days)}]"
