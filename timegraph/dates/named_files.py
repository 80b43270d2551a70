"""Files of named periods: PeriodO's JSON-LD (perio.do; a whole dataset or any part that has its
periods), or CSV with the columns ``name``, ``start`` and ``end`` in EDTF.

A period starts at some time in its first date and ends at some time in its last one. Years of
PeriodO are those of ISO 8601: -0030 is 31 BC.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any

from timegraph.dates.named import NamedPeriod, NamedPeriods, PeriodsError
from timeml.edtf import Bound, EdtfDate, EdtfError, EdtfSet, parse_edtf

__all__ = ["read_named_periods"]

_OPEN = ("", "..", "open")


def read_named_periods(path: Path) -> NamedPeriods:
    """The named periods in a file of PeriodO's JSON-LD, or a table with name, start and end.

    Raises ``OSError``, and :class:`PeriodsError` with file and line for what is not one.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PeriodsError(f"{path}: is not UTF-8 (byte {error.start + 1})") from None
    is_json = text.lstrip()[:1] in ("{", "[")
    periods = tuple((_of_periodo if is_json else _of_table)(text, path.name))
    if not periods:
        raise PeriodsError(
            f"{path}: has no named periods; give PeriodO's JSON-LD, or CSV with name,start,end"
        )
    return NamedPeriods(periods)


def _of_table(text: str, file: str) -> Iterator[NamedPeriod]:
    rows = csv.reader(io.StringIO(text))
    heading = [cell.strip().lower() for cell in next(rows, [])]
    lacking = [name for name in ("name", "start", "end") if name not in heading]
    if lacking:
        raise PeriodsError(
            f"{file}: the first line has no column {', '.join(lacking)}; give PeriodO's JSON-LD, "
            "or CSV with name,start,end"
        )
    for row in rows:
        cells = {name: cell.strip() for name, cell in zip(heading, row, strict=False)}
        if any(cells.values()):
            yield _period(
                cells.get("name", ""),
                (cells.get("start", ""),),
                (cells.get("end", ""),),
                f"{file}:{rows.line_num}",
            )


def _of_periodo(text: str, file: str) -> Iterator[NamedPeriod]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PeriodsError(f"{file}: is not JSON: {error}") from None
    for id, record in _records(data):
        ends = [_years(record[side].get("in")) for side in ("start", "stop")]
        if all(ends):  # what has no years is described by other periods alone
            for name in dict.fromkeys(_labels(record)):
                yield _period(name, ends[0], ends[1], f"{file}: {id}" if id else file, id)


def _records(data: Any, id: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The periods in JSON-LD: whatever has a start and a stop."""
    if isinstance(data, list):
        for part in data:
            yield from _records(part)
    elif isinstance(data, Mapping):
        if all(isinstance(data.get(side), Mapping) for side in ("start", "stop")):
            yield str(data.get("id") or data.get("@id") or id).rpartition("/")[2], data
            return
        for name, part in data.items():
            yield from _records(part, name)


def _labels(record: Mapping[str, Any]) -> Iterator[str]:
    label, localized = record.get("label"), record.get("localizedLabels")
    if isinstance(label, str) and label.strip():
        yield label
    for names in localized.values() if isinstance(localized, Mapping) else ():
        for name in [names] if isinstance(names, str) else names:
            if isinstance(name, str) and name.strip():
                yield name


def _years(value: Any) -> tuple[str, ...]:
    """The year in which an end lies, or the first and the last one."""
    if not isinstance(value, Mapping):
        return ()
    years = [value.get(name) for name in ("year", "earliestYear", "latestYear")]
    return tuple(str(year) for year in years if year not in (None, ""))


def _period(
    name: str, start: tuple[str, ...], end: tuple[str, ...], source: str, id: str = ""
) -> NamedPeriod:
    if not name:
        raise PeriodsError(f"{source}: a period without a name")
    starts, ends = _between(start, source), _between(end, source)
    if starts[0] >= ends[1]:
        raise PeriodsError(
            f"{source}: {name} ends ({'/'.join(end)}) before it starts ({'/'.join(start)})"
        )
    dates = f"{_shown_end(start)} to {_shown_end(end)}"
    # Where both lie in one year, the end is later than the start.
    starts, ends = (starts[0], min(starts[1], ends[1])), (max(ends[0], starts[0]), ends[1])
    return NamedPeriod(" ".join(name.split()), starts, ends, dates, source, id)


def _shown_end(dates: tuple[str, ...]) -> str:
    words = [re.sub(r"-0*(\d+)", lambda year: f"{1 + int(year[1])} BC", date, count=1)
             if date.startswith("-") else date for date in dates]  # fmt: skip
    return words[0] or "open" if len(words) == 1 else f"between {' and '.join(words)}"


def _between(dates: Iterable[str], source: str) -> tuple[Bound, Bound]:
    """From where to where an end lies that lies in one of these dates, or between them."""
    places = [(-inf, inf) if date in _OPEN else _granules(date, source) for date in dates]
    return min(low for low, _ in places), max(high for _, high in places)


def _granules(text: str, source: str) -> tuple[Bound, Bound]:
    try:
        value = parse_edtf(_padded(text))
        if isinstance(value, EdtfDate) and not value.zoned:
            return value.granules.low, value.granules.high
        if isinstance(value, EdtfSet) and not value.all_of_them:
            granules = value.granules(as_written=False)
            return granules.low, granules.high
    except EdtfError as error:
        raise PeriodsError(f"{source}: {error}") from None
    raise PeriodsError(f"{source}: {text!r} is not one date; write a year, a month or a day")


def _padded(year: str) -> str:
    """A year of PeriodO with at least four digits; those of more begin with Y in EDTF."""
    match = re.fullmatch(r"(-?)0*(\d{1,9})", year)
    if match is None:
        return year
    sign, digits = match.groups()
    if len(digits) > 4:
        return f"Y{sign}{digits}"
    return "0000" if not int(digits) else f"{sign}{digits:>04}"
