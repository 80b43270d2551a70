"""TIMEX3 dates by search: write every day of some years in every form, and compare.

The slow twin of :func:`timeml.timex_value.parse_value`. Its only calendar is ``datetime``'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache

__all__ = ["search_span"]


def search_span(value: str, years: Iterable[int]) -> tuple[datetime, datetime] | None:
    """The start of the first day or time in ``years`` (within 1 to 9998) that ``value`` can mean,
    and the end of the last; ``None`` if it cannot mean any.

    Supports values of digits, X, H, Q and W, and times of day down to the second, but not seasons,
    parts of the day or time zones.
    """
    date_part, _, time_part = value.partition("T")
    means = _pattern(date_part)
    ordered = sorted(years)
    # A week of the first or last year may reach into its neighbour.
    nearby = range(max(ordered[0] - 1, 1), ordered[-1] + 2)
    days = [day for year in nearby for day, spelt in _spelt(year) if means.search(spelt)]
    if not days:
        return None
    start, end = datetime.combine(days[0], time()), datetime.combine(days[-1], time())
    if not time_part:
        return start, end + timedelta(days=1)
    length, clock = {2: (3600, "%H"), 5: (60, "%H:%M"), 8: (1, "%H:%M:%S")}[len(time_part)]
    means = _pattern(time_part)
    moments = (timedelta(seconds=seconds) for seconds in range(0, 86_400, length))
    times = [moment for moment in moments if means.search(f" {start + moment:{clock}} ")]
    if not times:
        return None
    return start + times[0], end + times[-1] + timedelta(seconds=length)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(f" {re.escape(text).replace('X', '[0-9]')} ")


@lru_cache(maxsize=64)
def _spelt(year: int) -> list[tuple[date, str]]:
    """The days of a year, each with every value for it, separated by blanks."""
    first = date(year, 1, 1).toordinal()
    days = [date.fromordinal(first + n) for n in range(366)]
    return [(day, f" {'  '.join(_spell(day))} ") for day in days if day.year == year]


def _spell(day: date) -> Iterator[str]:
    year = f"{day.year:04d}"
    yield from (year[:1], year[:2], year[:3], year)
    yield f"{year}-H{(day.month + 5) // 6}"
    yield f"{year}-Q{(day.month + 2) // 3}"
    yield f"{year}-{day.month:02d}"
    yield f"{year}-{day.month:02d}-{day.day:02d}"
    yield f"{year}-{day.timetuple().tm_yday:03d}"
    week_year, week, weekday = day.isocalendar()
    yield f"{week_year:04d}-W{week:02d}"
    yield f"{week_year:04d}-W{week:02d}-{weekday}"
    if weekday > 5:
        yield f"{week_year:04d}-W{week:02d}-WE"
