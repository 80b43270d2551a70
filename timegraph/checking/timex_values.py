"""Values of time expressions: their form, the calendar, and the type of the timex.

Each rule is a small function from a timex and what its value means to findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from timegraph.documents.reading import Reading, RuleSet
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timeml import Timex3
from timeml.edtf import EdtfError, When, parse_edtf
from timeml.timex_value import (
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
    interpret,
    parse_value,
)

__all__ = ["RULE_SETS"]

TIMEX_FORM = Rule(
    "timex-form",
    "warning",
    "timex value in a form that TimeML does not have",
    fix="write the value as TimeML does: 1998-05-12, 1998-W20, T09:00 after a date, P3D, PAST_REF",
    explanation="""
    The value has no form that TimeML knows. Dates are written `1998-05-12`, `1998-05`, `1998-W20`,
    `1998-Q2`, `1998-SU`; times follow a date, `1998-05-12T09:00` or `1998-05-12TMO`; lengths are
    `P3D`, `PT2H`, `P1Y6M`; the rest is `PAST_REF`, `PRESENT_REF` and `FUTURE_REF`.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="Monday morning">on Monday morning</TIMEX3>.
    """,
)

TIMEX_RANGE = Rule(
    "timex-range",
    "warning",
    "timex value that is not on the calendar",
    fix="write a month from 01 to 12, a day that the month has, an hour up to 24",
    explanation="""
    The value has the form of a date or time, but the calendar does not have it: a 13th month, a 30
    February, a 25th hour.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-02-30">on the last day of February</TIMEX3>.
    """,
)

TIMEX_TYPE = Rule(
    "timex-type",
    "warning",
    "timex value that does not fit the type",
    fix="change the type, or write a value that is of this type",
    explanation="""
    The value is not of the timex's type: a date for a DURATION, a length for a DATE or TIME, a time
    of day for a DATE, a date alone for a TIME. The creation time may be a TIME with a date alone,
    as in most corpora; a SET may have any value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="P2D">for two days</TIMEX3>.
    """,
)

TIMEX_DECADE = Rule(
    "timex-decade",
    "warning",
    "timex value that means a decade where the text writes a year",
    fix="write the year with four digits: 0610",
    explanation="""
    The value has one to three digits, which means a millennium, century or decade, but the text
    writes the same digits as a year: `610` is the decade 6100 to 6109. The
    [calendar](calendar.md#values-that-are-not-used) does not use the value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="610">in 610</TIMEX3>.
    """,
)

TIMEX_TEXT = Rule(
    "timex-text",
    "warning",
    "timex value that contradicts the date in its text",
    fix="write the date that the text names, or mark other words",
    explanation="""
    The text names a year, month, day, weekday or century, and the value is another one. Texts that
    name a date and nothing else are compared as a whole, month and weekday names only in English;
    of others only the year. The [calendar](calendar.md#values-that-are-not-used) does not use the
    value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-03">on Monday</TIMEX3>.
    """,
)

TIMEX_FAR = Rule(
    "timex-far",
    "warning",
    "timex value that lies centuries from the creation time",
    fix="write the year that is meant",
    explanation="""
    The value lies 200 years or more from the creation time, and the text does not name the year.
    The [calendar](calendar.md#values-that-are-not-used) does not use the value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="1020-01-03">the day after</TIMEX3>.
    """,
)
Meaning = CalendarInterval | Reference | Duration | Unresolvable
"""What a value means by itself, whatever the type of its timex."""

TimexRule = Callable[[Reading, Timex3, Meaning], Iterator[Finding]]

_TIMES = frozenset({"hour", "minute", "second", "part-of-day"})
_ADVICE = {
    "DURATION": "write a length (P3D), or change the type to DATE or TIME",
    "DATE": "change the type to TIME, or write a date alone",
    "TIME": "change the type to DATE, or add the time of day",
}


def _form(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values that no form of TimeML fits."""
    if isinstance(meaning, Unresolvable) and meaning.reason in ("malformed", "no-value"):
        message = (
            f"{reading.named(timex)} has value={timex.value!r}, a form that TimeML does not have"
        )
        yield reading.finding(TIMEX_FORM, message, about=timex)


def _range(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Dates and times that do not exist: a 13th month, a 30 February, 25 o'clock."""
    if isinstance(meaning, Unresolvable) and meaning.reason == "no-such-date":
        message = f"{reading.named(timex)} has value={timex.value!r}, which is not on the calendar"
        yield reading.finding(TIMEX_RANGE, message, about=timex)


def _type(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values of another kind than the type: a date for a DURATION, a length for a DATE or TIME, a
    time of day for a DATE, a date for a TIME.

    The creation time of many corpora is a TIME with a date alone, which means no harm. A SET may
    have any value.
    """
    is_what = None
    fix = _ADVICE.get(timex.type or "", "")
    if isinstance(meaning, Duration) and timex.type in ("DATE", "TIME"):
        is_what, fix = "a length", "change the type to DURATION or SET, or write a date"
    elif isinstance(meaning, CalendarInterval):
        has_time = meaning.granularity in _TIMES
        if timex.type == "DURATION":
            is_what = "a time of day" if has_time else "a date"
        elif timex.type == "DATE" and has_time:
            is_what = "a time of day"
        elif timex.type == "TIME" and not has_time and timex is not reading.document.dct:
            is_what = "a date without a time of day"
    if is_what is not None:
        message = f"{reading.named(timex)} is a {timex.type}, but value={timex.value!r} is"
        yield reading.finding(TIMEX_TYPE, f"{message} {is_what}", about=timex, fix=fix)


_UNTRUSTED = {
    "prefix-spelt-as-year": (
        TIMEX_DECADE,
        "which means a decade or century, but its text writes a year",
    ),
    "contradicts-text": (TIMEX_TEXT, "which contradicts {} in its text"),
    "far-from-creation-time": (TIMEX_FAR, "which lies centuries from the creation time"),
}


def _untrusted(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values that are more likely a slip, so that the calendar does not use them. Of these, a
    date for a DURATION is reported as a type that does not fit."""
    reading_name = reading.interpretation.calendar_reading
    # Values at their word have no slips; they are reported, since other readings do not use them.
    as_read = "annotators" if reading_name == "exact" else reading_name
    meant = interpret(timex, document=reading.document, reading=as_read)
    if isinstance(meant, Unresolvable) and meant.reason in _UNTRUSTED:
        rule, what = _UNTRUSTED[meant.reason]
        message = f"{reading.named(timex)} has value={timex.value!r}, {what.format(meant.detail)}"
        yield reading.finding(rule, message, about=timex)


def _meaning(reading: Reading, value: str) -> Meaning:
    """What a value means by itself; in EDTF, too, if the calendar reads it."""
    meaning = parse_value(value)
    reading_name = reading.interpretation.calendar_reading
    if reading_name.startswith("edtf") and isinstance(meaning, Unresolvable):
        with suppress(EdtfError):
            parse_edtf(value.strip())  # no English in values
            return When(value.strip(), as_written=reading_name == "edtf-as-written").place
    return meaning


def _values(reading: Reading) -> Iterator[Finding]:
    """What is wrong with the values of all timexes; each is read once."""
    for timex in reading.document.timexes:
        if timex.value is None:
            continue
        meaning = _meaning(reading, timex.value)
        rules = _OF_REFUSALS if isinstance(meaning, Unresolvable) else _OF_MEANINGS
        for rule in rules:
            yield from rule(reading, timex, meaning)


_OF_REFUSALS: tuple[TimexRule, ...] = (_form, _range, _untrusted)
_OF_MEANINGS: tuple[TimexRule, ...] = (_type, _untrusted)

RULE_SETS: tuple[RuleSet, ...] = (
    (
        (TIMEX_FORM, TIMEX_RANGE, TIMEX_TYPE, TIMEX_DECADE, TIMEX_TEXT, TIMEX_FAR),
        _values,
    ),
)
