"""Where something lies whose date is written in EDTF."""

from __future__ import annotations

from timeml._timex.alternatives import Bound, Granules
from timeml._timex.edtf_dates import EdtfDate
from timeml._timex.edtf_values import EdtfError, EdtfInterval, EdtfValue, parse_edtf
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import Instant

__all__ = ["extent_of", "interval_of", "read_edtf"]


def extent_of(value: EdtfValue, *, as_written: bool) -> tuple[Granules, Granules | None]:
    """Where it starts and where it ends; ``None`` for a date in whose granule both lie. Raises
    :class:`EdtfError` for a set in ``{}``, which is several things."""
    if isinstance(value, EdtfDate):
        return value.as_written if as_written else value.granules, None
    if isinstance(value, EdtfInterval):
        return value.ends(as_written=as_written)
    if value.all_of_them:
        near = f"[{value.text[1:-1]}]"
        raise EdtfError(
            f"{value.text!r} is several dates, not one; write {near!r} if one of them is meant",
            0,
            near,
        )
    return value.granules(as_written=as_written), None


def interval_of(starts: Granules, ends: Granules | None, *, zoned: bool) -> CalendarInterval:
    """The bounds of something that starts and ends so."""
    last = starts if ends is None else ends
    return CalendarInterval(
        _finite(starts.low),
        _finite(last.high),
        exact=False,
        granularity="period",
        zone=0 if zoned else None,
        latest_start=None if ends is None else _finite(starts.high),
        earliest_end=None if ends is None else _finite(ends.low),
    )


def read_edtf(text: str, *, as_written: bool) -> CalendarInterval | None:
    """Where something so dated lies; ``None`` for text that is not one date of EDTF. What ``?``,
    ``~`` and ``%`` qualify gives no bound, unless they are taken as written."""
    try:
        value = parse_edtf(text)
        starts, ends = extent_of(value, as_written=as_written)
    except EdtfError:
        return None
    return interval_of(starts, ends, zoned=any(date.zoned for date in value.dates))


def _finite(bound: Bound) -> Instant | None:
    return None if isinstance(bound, float) else bound
