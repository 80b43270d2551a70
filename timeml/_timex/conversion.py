"""EDTF to TIMEX3 and back, where both can say it; else what is lost, or why it cannot be said."""

from __future__ import annotations

from dataclasses import dataclass

from timeml._timex.edtf_values import EdtfDate, EdtfError, parse_edtf
from timeml._timex.forms import parse_form
from timeml._timex.meanings import CalendarInterval

_HEMISPHERES = "that it may be a season of either hemisphere"
_SEASONS = {25: "SP", 26: "SU", 27: "FA", 28: "WI", 21: "SP", 22: "SU", 23: "FA", 24: "WI"}
_PARTS = {33: "Q1", 34: "Q2", 35: "Q3", 36: "Q4", 40: "H1", 41: "H2"}
_CODES = {name: code for code, name in {**_PARTS, 25: "SP", 26: "SU", 27: "FA", 28: "WI"}.items()}
_PREFIXES = {"millennium": 3, "century": 2, "decade": 1}


@dataclass(frozen=True, slots=True)
class Timex3Value:
    """A ``value`` of a TIMEX3 and its ``mod``; ``lost`` says in words what the conversion lost."""

    value: str
    mod: str | None = None
    lost: tuple[str, ...] = ()


def to_timex3(text: str) -> Timex3Value:
    """The value and mod of a TIMEX3 for a date in EDTF, and what is lost.

    Raises :class:`EdtfError` for text that is not EDTF, and for what a TIMEX3 value cannot say:
    intervals, sets, thirds of a year, and seasons of the south.
    """
    date = parse_edtf(text)
    if not isinstance(date, EdtfDate):
        kind = "an interval has two dates" if "/" in text else "a set has several dates"
        raise EdtfError(f"{text!r} has no TIMEX3 value: {kind}")
    form, lost = date.form, []
    year = f"{form.era or ''}{form.digits}"
    if len(form.digits) > 4:
        year = f"{form.era or '+'}{form.digits}"
    value = "-".join([year, *(part for part in _fields(date))])
    if date.code in (21, 22, 23, 24):
        lost.append(_HEMISPHERES)
    if date.time:
        value += f"T{date.time}"
    uncertain = {quality for quality in date.qualifiers if quality}
    if uncertain & {"?", "%"}:
        lost.append("that it is uncertain")
    mod = "APPROX" if uncertain & {"~", "%"} else None
    if mod and len({*date.qualifiers[: value.count("-", 1) + 1]}) > 1:
        lost.append("which of its parts are approximate")
    return Timex3Value(value, mod, tuple(lost))


def _fields(date: EdtfDate) -> list[str]:
    if date.code is None:
        used = {"year": 0, "month": 1, "day": 2}[date.form.unit]
        return [date.form.first, date.form.second][:used]
    name = _SEASONS.get(date.code) or _PARTS.get(date.code)
    if name is None:
        what = "season of the south" if date.code < 33 else "third of a year"
        raise EdtfError(f"{date.text!r} has no TIMEX3 value: TIMEX3 has no {what}")
    return [name]


def from_timex3(value: str, mod: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The date in EDTF for a TIMEX3 value and its mod, and what is lost, in words.

    Raises :class:`EdtfError` for what EDTF cannot say: weeks, parts of the day, lengths, references
    and times without seconds.
    """
    written = value.strip().upper()
    place = parse_form(written)
    if not isinstance(place, CalendarInterval):
        raise EdtfError(f"{value!r} has no date in EDTF: {place}")
    lost = []
    text = _edtf(written, place)
    if place.granularity in _PREFIXES:
        lost.append(f"that all of the {place.granularity} is meant, not a year of it")
    if mod == "APPROX":
        text += "~"
    elif mod:
        lost.append(f"the mod {mod}")
    try:
        parse_edtf(text)
    except EdtfError as error:
        raise EdtfError(f"{value!r} has no date in EDTF: {_why(place)}") from error
    return text, tuple(lost)


def _edtf(written: str, place: CalendarInterval) -> str:
    era = ""
    if written.startswith("BC"):
        digits = written[2:].partition("-")[0]
        if len(digits) == 4 and digits.isdigit():
            number = int(digits) - 1
            written = f"{'-' if number else ''}{number:04d}{written[2 + len(digits) :]}"
    elif written[0] in "+-":
        era = "-" * (written[0] == "-")
        digits = written[1:].partition("-")[0]
        written = written[1:] if len(digits) <= 4 else f"Y{era}{written[1:]}"
        written = written if written[0] == "Y" else era + written
    if place.granularity in _PREFIXES:
        return written + "X" * _PREFIXES[place.granularity]
    head, _, tail = written.rpartition("-")
    return f"{head}-{_CODES[tail]}" if tail in _CODES else written


def _why(place: CalendarInterval) -> str:
    named = {
        "week": "EDTF has no weeks",
        "weekend": "EDTF has no weekends",
        "part-of-day": "EDTF has no parts of the day",
        "fiscal-year": "EDTF has no fiscal years",
        "hour": "EDTF writes times to the second",
        "minute": "EDTF writes times to the second",
    }
    return named.get(place.granularity, "EDTF writes it in another form")
