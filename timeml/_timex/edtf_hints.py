"""What is wrong with text that is nearly EDTF, and the nearest right form of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from timeml.gregorian import days_in_month

__all__ = ["REFUSED", "nearest", "refused"]

# Forms of level 2 that are not read, by name.
REFUSED = (
    (re.compile(r"Y-?[0-9]+E[0-9]+(?:S[0-9]+)?"), "a year with an exponent"),
    (re.compile(r"(?:Y?-?[0-9]+)S[0-9]+"), "a year with significant digits"),
)

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905
_NUMBER = {name: number for number, name in enumerate(_MONTHS, 1)}
_ENGLISH = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3})[a-z]*\.?,?\s+([0-9]{4})", re.I
)
_AMERICAN = re.compile(r"([a-z]{3})[a-z]*\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})", re.I)


def _english(text: str) -> str:
    match = _ENGLISH.fullmatch(text)
    day, month, year = match.groups() if match else (None, "", "")
    if not match:
        american = _AMERICAN.fullmatch(text)
        if american is None:
            return text
        month, day, year = american.groups()
    number = _NUMBER.get(month.lower())
    if number is None:
        return text
    return f"{year}-{number:02d}" + (f"-{int(day):02d}" if day else "")


def _digits_missing(year: re.Match[str]) -> str:
    """``199X`` for ``199?``: the span of what may be meant."""
    return year[0].replace("?", "X") if len(year[0]) == 4 else year[0]


def _last_day(date: re.Match[str]) -> str:
    year, month = int(date[1]), int(date[2])
    return f"{date[0][:-2]}{days_in_month(year, month)}" if 1 <= month <= 12 else date[0]


def _padded(text: str) -> str:
    """Two digits for months and days, four for years, a Y before longer ones."""
    text = re.sub(r"(?<=-)([0-9])(?=[-/T?~%]|$)", r"0\1", text)
    text = re.sub(r"(^|[/.,\[{])(-?)([0-9]{5,})(?=[-/?~%]|$)", r"\1Y\2\3", text)
    text = re.sub(
        r"(^|[/.,\[{])(-?)([0-9]{1,3})(?=[-/?~%.,\]}]|$)",
        lambda m: f"{m[1]}{m[2]}{m[3]:0>4}",
        text,
    )
    return re.sub(r"(T[0-9]{2}:[0-9]{2})(?=Z|[+-]|$)", r"\1:00", text)


# Each mends one slip; they are tried in this order, each on what those before it have made.
_MENDS: tuple[Callable[[str], str], ...] = (
    str.strip,
    lambda text: re.sub(r"^(?:c\.?|ca\.?|circa|about|around)\s*([0-9][0-9-]*)$", r"\1~", text,
                        flags=re.I),
    lambda text: re.sub(r"^(?:perhaps|possibly|probably)\s+([0-9][0-9-]*)$", r"\1?", text,
                        flags=re.I),
    lambda text: re.sub(r"^([0-9]{3})0'?s$", r"\1X", text),
    _english,
    lambda text: re.sub(r"\b(?:open|now|present)\b", "..", text, flags=re.I),
    lambda text: re.sub(r"(?<![0-9])[0-9]{1,3}\?+(?![0-9?~%-])", _digits_missing, text),
    lambda text: re.sub(r"\bunknown\b", "", text, flags=re.I),
    lambda text: re.sub(r"(?<=[0-9ux])[ux]|[ux](?=[0-9ux-])", "X", text),
    lambda text: re.sub(r"^([0-9]{4})[/.]([0-9]{1,2})(?:[/.]([0-9]{1,2}))?$",
                        lambda m: "-".join(filter(None, m.groups())), text),
    lambda text: re.sub(r"^([0-9]{4})([0-9]{2})([0-9]{2})$", r"\1-\2-\3", text),
    lambda text: re.sub(r"(?<=[0-9])[ t](?=[0-9]{2}:)", "T", text),
    lambda text: re.sub(r"\s*(?:--|–|—|/|(?<=\s)-(?=\s)|\bto\b|\buntil\b)\s*", "/", text),
    lambda text: re.sub(r"\s+", "", text),
    lambda text: text.replace("?~", "%").replace("~?", "%"),
    lambda text: re.sub(r"^y(?=-?[0-9])", "Y", text),
    lambda text: re.sub(r"\.{3,}|…", "..", text),
    lambda text: text.rstrip("-"),
    lambda text: re.sub(r"-00(?=-|$|/)", "-XX", text),
    _padded,
    lambda text: re.sub(r"^\+(?=[0-9])", "", text),
    lambda text: re.sub(r"^Y(-?)0*([0-9]{1,4})$", lambda m: f"{m[1]}{m[2]:0>4}", text),
    lambda text: text.replace("-0000", "0000"),
    lambda text: re.sub(r"(\d{4})-(\d\d)-(?:29|3[01])$", _last_day, text),
)  # fmt: skip


def nearest(text: str, readable: Callable[[str], bool]) -> str | None:
    """The form nearest to ``text`` that is right, by the fewest mends in a row; ``None`` if none
    helps."""
    for mend in _MENDS:
        text = mend(text)
        if readable(text):
            return text
    return None


def refused(text: str) -> str | None:
    """The name of a form of EDTF that is not read."""
    return next((name for form, name in REFUSED if form.fullmatch(text)), None)
