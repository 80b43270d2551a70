"""Values of EDTF as data: one date, an interval, one of a set, all of a set.

An interval is a fact that starts in one granule and ends in another; ``..`` is an end without a
bound, an empty end is some instant that is not known. A set in ``[]`` is one of several dates, one
in ``{}`` is all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Union

from timeml._timex.alternatives import ANYWHERE, Granules, listed, one_of_each, single
from timeml._timex.edtf_dates import EdtfDate, NoSuchDate, read_edtf_date
from timeml._timex.edtf_hints import nearest, refused

__all__ = ["EdtfError", "EdtfInterval", "EdtfSet", "EdtfValue", "parse_edtf"]

_LONGEST = 2_000
_LONGEST_SHOWN = 200
_MOST_MEMBERS = 1_000


class EdtfError(ValueError):
    """Text that is not a value of EDTF, or one that is not read; ``at`` is where in the text,
    counted from 0, and ``nearest`` the nearest right form, if there is one."""

    __module__ = "timeml.edtf"  # where users find it

    def __init__(self, message: str, at: int = 0, nearest: str | None = None) -> None:
        super().__init__(message)
        self.at = at
        self.nearest = nearest

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.at, self.nearest)


@dataclass(frozen=True)
class EdtfInterval:
    """A fact with a start and an end; ``None`` is an end that is not known, ``".."`` none."""

    text: str
    start: EdtfDate | str | None
    end: EdtfDate | str | None

    def __repr__(self) -> str:
        return f"parse_edtf({self.text!r})"

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates of the ends."""
        return tuple(end for end in (self.start, self.end) if isinstance(end, EdtfDate))

    def ends(self, *, as_written: bool) -> tuple[Granules, Granules]:
        """Where it starts and where it ends."""
        start, end = (_of_end(end, as_written=as_written) for end in (self.start, self.end))
        return start, end


@dataclass(frozen=True)
class EdtfSet:
    """Dates and ranges of dates, of which one is meant (``[]``) or all (``{}``). A range is a pair;
    ``None`` is a side without an end."""

    text: str
    members: tuple[EdtfDate | tuple[EdtfDate | None, EdtfDate | None], ...]

    def __repr__(self) -> str:
        return f"parse_edtf({self.text!r})"

    @property
    def all_of_them(self) -> bool:
        """Whether all are meant and they are several, so that this is not one date."""
        return self.text[0] == "{" and (len(self.members) > 1 or isinstance(self.members[0], tuple))

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates that are written."""
        pairs = (member if isinstance(member, tuple) else (member,) for member in self.members)
        return tuple(date for pair in pairs for date in pair if date is not None)

    def granules(self, *, as_written: bool) -> Granules:
        """Where the one that is meant lies."""
        parts = []
        for member in self.members:
            if isinstance(member, EdtfDate):
                parts.append(member.as_written if as_written else member.granules)
                continue
            qualified = any(date is not None and date.qualified for date in member)
            run = one_of_each(*(None if date is None else date.form for date in member))
            if run is None:
                raise NoSuchDate("the range ends before it starts")
            parts.append(ANYWHERE if qualified and not as_written else run)
        return listed(parts)


EdtfValue = Union[EdtfDate, EdtfInterval, EdtfSet]  # noqa: UP007 (a run-time alias)
"""What a text can be in EDTF."""


def _of_end(end: EdtfDate | str | None, *, as_written: bool) -> Granules:
    if not isinstance(end, EdtfDate):
        return ANYWHERE
    granules = end.as_written if as_written else end.granules
    # One instant, so that granules one after the other are one.
    return single(granules.low, granules.high)


@lru_cache(maxsize=8192)
def parse_edtf(text: str) -> EdtfValue:
    """The value that ``text`` is in EDTF.

    Raises :class:`EdtfError`, which names the place and shows the nearest right form, for text
    that is not EDTF, and for the forms of level 2 that are not read: years with an exponent or
    with significant digits.
    """
    if len(text) > _LONGEST:
        raise EdtfError(f"{text[:20]!r} and {len(text) - 20} more characters are not a date")
    try:
        return _value(text)
    except NoSuchDate as error:
        why, at = str(error), 0
    except _Misread as error:
        why, at = str(error), error.at
    name = refused(text)
    if name is not None:
        raise EdtfError(f"{text!r} is {name}, which is a form of EDTF that is not read")
    near = nearest(text, _readable)
    hint = f"; the nearest right form is {near!r}" if near and len(near) <= _LONGEST_SHOWN else ""
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
    raise EdtfError(f"{shown!r} is not a date of EDTF: {why}{hint}", at, near)


def _readable(text: str) -> bool:
    try:
        _value(text)
    except (NoSuchDate, _Misread):
        return False
    return True


class _Misread(ValueError):
    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def _value(text: str) -> EdtfValue:
    if text[:1] in ("[", "{"):
        return _set(text)
    if "/" in text:
        return _interval(text)
    return _date(text, 0)


def _date(text: str, at: int) -> EdtfDate:
    date = read_edtf_date(text)
    if date is None:
        raise _misread(text, at)
    date.as_written  # noqa: B018 (raises if the calendar has no such date)
    return date


def _misread(text: str, at: int) -> _Misread:
    if not text:
        return _Misread("a date is missing", at)
    if text.startswith("-0000"):
        return _Misread("the year 0, which is 1 BC, has no sign", at)
    good = next((n for n in range(len(text), 0, -1) if _begins(text[:n])), 0)
    if good == len(text):
        return _Misread(f"it ends too early, at character {at + good}", at + good)
    return _Misread(f"{text[good:][:12]!r} at character {at + good + 1} is not expected",
                    at + good)  # fmt: skip


def _begins(text: str) -> bool:
    """Whether a date can begin so."""
    if text[0] == "Y":
        return text[1:].lstrip("-").isdigit() or text in ("Y", "Y-")
    if any(a in "?~%" and b in "?~%" for a, b in pairwise(text)):
        return False
    pattern = "dddd-dd-ddTdd:dd:ddZ"
    plain = "".join(c for c in text.removeprefix("-") if c not in "?~%")
    return len(plain) <= len(pattern) and all(
        c in "0123456789X" if p == "d" else c == p for c, p in zip(plain, pattern, strict=False)
    )


def _interval(text: str) -> EdtfInterval:
    first, _, last = text.partition("/")
    if "/" in last:
        raise _Misread("an interval has one slash", len(first) + 1 + last.index("/"))
    ends = []
    for part, at in ((first, 0), (last, len(first) + 1)):
        ends.append(None if not part else part if part == ".." else _date(part, at))
    start, end = ends
    if start is None and end is None:
        raise _Misread("one end of an interval is a date or ..", 0)
    if isinstance(start, EdtfDate) and isinstance(end, EdtfDate):
        if start.zoned != end.zoned and start.time and end.time:
            raise _Misread("one end has a time zone and the other has none", len(first) + 1)
        if start.as_written.low >= end.as_written.high:
            raise _Misread("it ends before it starts", len(first) + 1)
    return EdtfInterval(text, start, end)


def _set(text: str) -> EdtfSet:
    closing = {"[": "]", "{": "}"}[text[0]]
    if text[-1] != closing or len(text) < 3:
        raise _Misread(f"a set that begins with {text[0]} ends with {closing}", len(text))
    at, members = 1, []
    for part in text[1:-1].split(","):
        skipped = len(part) - len(part.lstrip())
        members.append(_member(part.strip(), at + skipped))
        at += len(part) + 1
    if len(members) > _MOST_MEMBERS:
        raise _Misread(f"a set has at most {_MOST_MEMBERS} members", at)
    edtf_set = EdtfSet(text, tuple(members))
    edtf_set.granules(as_written=True)
    return edtf_set


def _member(text: str, at: int) -> EdtfDate | tuple[EdtfDate | None, EdtfDate | None]:
    if ".." not in text:
        return _date(text, at)
    first, _, last = text.partition("..")
    pair = (
        _date(first, at) if first else None,
        _date(last, at + len(first) + 2) if last else None,
    )
    units = {date.form.unit for date in pair if date is not None}
    if not units or len(units) > 1 or not units <= {"year", "month", "day"}:
        raise _Misread("a range goes from a year, month or day to another one", at)
    if any(date is not None and (date.time or "X" in date.text) for date in pair):
        raise _Misread("a range goes from a date without X and time to another one", at)
    return pair
