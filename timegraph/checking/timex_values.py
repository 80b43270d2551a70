"""Values of time expressions: their form, the calendar, and the type of the timex.

Each rule is a small function from a timex and what its value means to findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from timegraph.checking.reading import Reading, RuleSet
from timegraph.findings import Finding
from timeml import Timex3
from timeml.timex_value import (
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
    interpret,
    parse_value,
)

__all__ = ["RULE_SETS"]

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
        message = f"{reading.named(timex)} has value={timex.value!r}, a form that TimeML lacks"
        yield reading.finding("timex-form", message, about=timex)


def _range(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Dates and times that do not exist: a 13th month, a 30 February, 25 o'clock."""
    if isinstance(meaning, Unresolvable) and meaning.reason == "no-such-date":
        message = f"{reading.named(timex)} has value={timex.value!r}, which is not on the calendar"
        yield reading.finding("timex-range", message, about=timex)


def _type(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values of another kind than the type: a date for a DURATION, a length for a DATE or TIME, a
    time of day for a DATE, a date for a TIME.

    The creation time of many corpora is a TIME with a date alone, which means no harm. A SET may
    have any value.
    """
    is_what = None
    mend = _ADVICE.get(timex.type or "", "")
    if isinstance(meaning, Duration) and timex.type in ("DATE", "TIME"):
        is_what, mend = "a length", "change the type to DURATION or SET, or write a date"
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
        yield reading.finding("timex-type", f"{message} {is_what}", about=timex, mend=mend)


_UNTRUSTED = {
    "prefix-spelt-as-year": ("timex-decade", "a decade or century, but its text writes a year"),
    "contradicts-text": ("timex-text", "which contradicts {} in its text"),
    "far-from-creation-time": ("timex-far", "centuries from the creation time"),
}


def _untrusted(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values that are more likely a slip, so that the calendar does not use them. Of these, a
    date for a DURATION is reported as a type that does not fit."""
    found = interpret(timex, document=reading.document, reading="annotators")
    if isinstance(found, Unresolvable) and found.reason in _UNTRUSTED:
        code, what = _UNTRUSTED[found.reason]
        message = f"{reading.named(timex)} has value={timex.value!r}, {what.format(found.detail)}"
        yield reading.finding(code, message, about=timex)


def _values(reading: Reading) -> Iterator[Finding]:
    """What is wrong with the values of all timexes; each is read once."""
    for timex in reading.document.timexes:
        if timex.value is None:
            continue
        meaning = parse_value(timex.value)
        rules = _OF_REFUSALS if isinstance(meaning, Unresolvable) else _OF_MEANINGS
        for rule in rules:
            yield from rule(reading, timex, meaning)


_OF_REFUSALS: tuple[TimexRule, ...] = (_form, _range, _untrusted)
_OF_MEANINGS: tuple[TimexRule, ...] = (_type, _untrusted)

RULE_SETS: tuple[RuleSet, ...] = (
    (
        frozenset(
            {"timex-form", "timex-range", "timex-type", *(code for code, _ in _UNTRUSTED.values())}
        ),
        _values,
    ),
)
