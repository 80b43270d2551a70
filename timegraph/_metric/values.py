"""Dates and times as exact seconds since 1970-01-01T00:00 (proleptic Gregorian, no leap seconds).

A ``date``, a ``datetime`` and a TIMEX3 value are granules: from their first instant to the first
instant after them. Values with a time zone are in UTC, others are local times at one unknown place.
"""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

from timegraph._metric.lengths import DAY, Pair
from timegraph._wording.counting import quoted


def instant_of(value: object) -> tuple[Fraction, bool]:
    """The seconds of a ``datetime``, or of the first instant of a ``date``; and whether it has a
    time zone. Raises ``TypeError`` for anything else."""
    if isinstance(value, date):
        from timeml.gregorian import instant_of as seconds_of

        zoned = isinstance(value, datetime) and value.utcoffset() is not None
        return Fraction(seconds_of(value)), zoned
    raise TypeError(f"an exact instant is a date or a datetime, not {value!r}")


def extent_of(value: object) -> tuple[Pair, Pair | None, bool]:
    """Where what has this date starts and ends: two granules for an interval of EDTF, else one and
    ``None``; and whether it has a time zone. Values with ``?`` and ``~`` give no bound. That of a
    ``datetime`` is its second, or its microsecond where it has microseconds.

    Raises ``TypeError`` for other types and ``ValueError`` for text that is not a date or time,
    saying why (``"30 February"`` is not a value, and a duration lies nowhere).
    """
    if isinstance(value, date):
        first, zoned = instant_of(value)
        length: int | Fraction = DAY
        if isinstance(value, datetime):
            length = Fraction(1, 1_000_000) if value.microsecond else 1
        return (first, first + length), None, zoned
    # By duck typing: periods stand above, and most graphs with distances have none.
    if not isinstance(value, str) and hasattr(value, "first") and hasattr(value, "after"):
        return (value.first, value.after), None, value.zoned  # type: ignore[attr-defined]
    # Only here: most graphs with distances have no dates as text.
    from timeml.edtf import EdtfError, When

    if not isinstance(value, (str, When)):
        raise TypeError(f"a time is a date, a datetime, EDTF or a TIMEX3 value, not {value!r}")
    try:
        when = value if isinstance(value, When) else When(value)
    except EdtfError as error:
        raise ValueError(
            f"{quoted(str(value), 100)} is not a date or time; write EDTF or a TIMEX3 value such "
            f'as "1998-05-03", "1998-05" or "1998-05-03T09:30" ({error})'
        ) from None
    starts, ends = (
        None if part is None else (_bound(part.low), _bound(part.high)) for part in when.extent
    )
    assert starts is not None
    return starts, ends, when.zoned


def without_marks(value: object, because: list[str]) -> object:
    """A time, or a pair of times, with its ``?``, ``~`` and ``%`` taken at their word; what these
    say is added to ``because``. Others are the same."""
    if isinstance(value, tuple):
        return tuple(without_marks(part, because) for part in value)
    if isinstance(value, date) or {*str(value)}.isdisjoint("?~%"):
        return value
    from timeml.edtf import When

    if not isinstance(value, (str, When)):
        return value
    if not (isinstance(value, When) and value.as_written):
        because += When(value).qualities()
    return When(value, as_written=True)


def _bound(instant: int | Fraction | float) -> Fraction | None:
    return None if isinstance(instant, float) else Fraction(instant)
