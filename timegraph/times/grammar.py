"""The times that begin at a position of a text: a table of forms of dates, ranges, lengths, parts.

The text is in small letters, with digits for numbers and without articles. Days, months, years and
centuries are read by :func:`timeml.plain_dates.written_date`, as behind every other door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from timegraph.times.stretches import (
    DAY,
    HOLIDAYS,
    NAMED_MONTHS,
    SEASONS,
    WEEKDAYS,
    Reading,
    Stretch,
    day_of_holiday,
    from_now,
    of_days,
    of_months,
    shifted,
    whole,
)
from timeml.gregorian import MONTHS
from timeml.plain_dates import RefusedDate, Written, plain_date, written_date

WORD = re.compile(r"[^\W\d_]+")
MONTH_NAMES = [name.lower() for name in MONTHS]
_SHORT_DAYS = (*(name[:3] for name in WEEKDAYS), "tues", "thur", "thurs")
_PARTS = {
    **dict.fromkeys(("early", "beginning", "start", "earliest"), 0),
    **dict.fromkeys(("mid", "middle"), 1),
    **dict.fromkeys(("late", "end"), 2),
}
_NOW = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_WHICH = {
    **dict.fromkeys(("last", "past", "previous", "final"), -1),
    **dict.fromkeys(("next", "coming"), 1),
    **dict.fromkeys(("this", "current"), 0),
}
# The least and the most days of each unit.
_LENGTHS = {
    "minute": (1 / DAY, 1 / DAY),
    "hour": (1 / 24, 1 / 24),
    "day": (1, 1),
    "weekend": (2, 2),
    "week": (7, 7),
    "fortnight": (14, 14),
    "month": (28, 31),
    "quarter": (90, 92),
    "season": (89, 92),
    "year": (365, 366),
    "decade": (3652, 3653),
    "century": (36524, 36525),
    "centurie": (36524, 36525),
}
_TIMES_OF_DAY = ("morning", "afternoon", "evening", "night")


def _any(words: Iterable[str]) -> str:
    return "|".join(words)


_UNITS, _DAYS_OF_WEEK = _any(_LENGTHS), _any(WEEKDAYS)
_WHAT = rf"(?P<what>{_UNITS}|{_DAYS_OF_WEEK}|{_any(SEASONS)}|{_any(MONTH_NAMES)})(?:s|'s)?\b"
_ON = r"[\s,]*(?:(?:on|at|in|of)\s+)?"
_TO = r"\s*(?:[-–—−/]|\b(?:to|through|thru|until|till)\b)\s*"
_NTH = r"(?:st|nd|rd|th)"
_CLOCK = (
    r"(?:(?P<named>noon|midnight)\b|(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?)?"
    r"(?(minute)(?:\s*(?P<half>[ap])\.?m\b\.?)?|\s*(?P<sharp>[ap])\.?m\b)\.?)(?![\d:])"
    r"(?:\s+in\s+(?P<part>morning|afternoon|evening)\b)?"
)
_OF_CLOCKS = frozenset(("am", "pm", "m", "noon", "midnight"))
_CLOCK_ON = re.compile(_CLOCK + _ON)
_CLOCK_AFTER = re.compile(rf"[\s,]*(?:(?:at|around|about|by)\s+)?{_CLOCK}")
_CLOCK_TO = re.compile(_CLOCK + _TO)
_CLOCK_AND = re.compile(rf"{_CLOCK}\s*\band\b\s*")
_OPENINGS = ("from", "between")
_FROM = re.compile(rf"({_any(_OPENINGS)})\s+")
_JOIN = re.compile(
    rf"(?=\s*[-–—−/&aotu])(?:(?P<open>{_TO}(?:present|now|today|date)\b|\s+onwards?\b)"
    rf"|(?P<on>\s+on\b(?!\s*\d))|(?P<year>[-–—/]\d\d)(?![\d-])|{_TO}|\s*(?:\b(?:and|on)\b|&))"
)
_DAY_TO = re.compile(rf"(\d{{1,2}}){_NTH}?(?P<joint>{_TO}|\s*(?:\band\b|&)\s*)")
_TO_DAY = re.compile(
    rf"(?P<joint>{_TO}|\s+and\s+)(\d{{1,2}}){_NTH}?(?![\d:]|\s*[ap]m|\s*[a-z]*\s*\d{{1,2}}\b)"
    rf"(?:{_ON}(\d{{4}})\b)?"
)
_DAY_LISTED = rf"(?:0?[1-9]|[12]\d|3[01]){_NTH}?(?!\w)"
_MORE_DAYS = rf"(?:\s*,\s*{_DAY_LISTED}){{0,30}}\s*,?\s*(?:\b(?:and|or)\b|&)\s*(?:on\s+)?"
_DAYS_AND = re.compile(rf"(?<![-–—−/:.$#]){_DAY_LISTED}{_MORE_DAYS}(?=({_DAY_LISTED}))")
_AND_DAYS = re.compile(
    rf"{_MORE_DAYS}{_DAY_LISTED}(?![:\w]|\.\d)(?P<year>{_ON}(\d{{4}})\b"
    r"|(?=\s*(?:$|[;,.!?)\]\"]|(?:in|at|when|while|but|with|for|as|by)\b"
    r"|(?:and|or)\s+[a-z])))"
)
_NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_JOINT = re.compile(_TO)
_AND = re.compile(r"\band\s+|\.(?!\d)")
_WEEKEND = re.compile(rf"\s+weekend\b(?:{_ON}(\d{{4}})\b)?")
_LENGTH = re.compile(
    r"\s*(?:,|and)?\s*(?:(?P<least>\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?:\s*(?:-|–|to|or|and)\s*(?P<most>\d+(?:\.\d+)?))?"
    r"|(?P<half>half(?:\s+an?)?)|an?)[\s-]+(?:(?:full|whole|entire|more|good|long)\s+)?"
    rf"(?P<and>and\s+a\s+half\s+)?(?P<unit>{_UNITS})s?\b(?P<half_more>\s+and\s+a\s+half\b)?"
)
_AFTER_LENGTH = re.compile(
    r"(?P<old>[\s-]+old\b)|\s+(?P<ago>ago|from now|hence)\b"
    r"|(?P<side>\s+(?:before|after|later|earlier|prior|following|preceding)\b)"
)
_VERBS = re.compile(r"(?:mar|march|may|fall|spring)\b")
_NO_WORD = re.compile(r"\s*(?:$|[^\w\s])")
_COUNTED = re.compile(r"[\s-]*(?:years|days|months|weeks|hours|people|times)\b")
_FOREIGN = re.compile(r"(?<!\d)[0-3]?\d\.?\s+(?!(?:in|of|and|to)\b)[^\W\d_]+\.?,?\s+$")
_BEFORE_MONTH = re.compile(
    r"(?:[(\[,:;–-]\s*|\b(?:in|of|early|late|mid|since|until|till|to|and|or|by|from|last|this|next|"
    r"during|through|before|after|between)[\s-]+)$"
)
_BEFORE_YEAR = re.compile(
    r"(?:^|[^\w\s]\s*|\b(?:the|in|of|since|until|till|by|from|to|before|after|during|around|about|"
    r"early|late|mid|year|fy|and|or|through|between|circa|for|on)\s+)$"
)
_AFTER_YEAR = re.compile(
    r"\s*(?:$|[^\w\s]|\d|(?:to|through|until|till|and|or|but|when|while|as|at|by|on|with|for)\b)"
)

# What can follow a date that is more than it, but for the end of a range.
_GOES_ON = re.compile(
    r"[\s,.–/-]*(?:[:\d]|(?:[qw]\d+|noon|midnight|weekend|at|around|about|by|before|preceding|prior|"
    r"leading|earlier|after|following|later)\b)"
)

_Match = re.Match[str]
_Reads = Callable[["Grammar", int], "Reading | None"]
_Forms = dict[str, list[tuple[_Reads, frozenset[str] | None]]]
_DAYS: _Forms = {}
_DIGITS: _Forms = {}
_DATES: _Forms = {}
TIMES: _Forms = {}


def _form(
    forms: _Forms, heads: Iterable[str], pattern: str, then: str = "", only: str = ""
) -> Callable[[Callable[..., Reading | None]], None]:
    """A form of time, one of the ``forms`` that begin with a word of ``heads``, or with a number
    ("0"): what begins as ``pattern`` does, and goes on with what the method ``then`` of the grammar
    reads; the decorated function says what it means. Texts without a word of ``only`` do not have
    it, if there are any."""
    begins = re.compile(pattern).match

    def form(meaning: Callable[..., Reading | None]) -> None:
        def read(grammar: Grammar, at: int) -> Reading | None:
            match = begins(grammar.text, at)
            if match is None or not then:
                return None if match is None else meaning(grammar, match)
            rest: Reading | None = getattr(grammar, then)(match.end())
            if rest is None or (then in ("date", "span") and rest.kind != "stretch"):
                return None
            return meaning(grammar, match, rest)

        _add(forms, heads, read, only)

    return form


def _add(forms: _Forms, heads: Iterable[str], read: _Reads, only: str = "") -> None:
    for head in heads:
        forms.setdefault(head, []).append((read, frozenset(only.split()) or None))


@dataclass(slots=True)
class Grammar:
    """Reads the longest time from a position on of a text in small letters and digits, ``text``,
    which in small letters only is ``raw``. ``words`` are its words, ``heads`` those with which a
    time can begin, and ``begins`` all positions at which one can. ``year`` stands where a year is
    missing, ``now`` is the day of words such as "last week". Days of a list have where the words
    that make them dates are, in ``listed`` by where they begin and end."""

    text: str
    raw: str
    words: frozenset[str]
    heads: dict[int, str]
    begins: list[int]
    now: int | None
    year: int | None
    dates: dict[int, Reading | None]
    listed: dict[tuple[int, int], tuple[slice, ...]]

    def time(self, at: int) -> Reading | None:
        """The time that begins at a position, if any."""
        return self.first(TIMES, at)

    def first(self, forms: _Forms, at: int) -> Reading | None:
        """What the first of the forms reads that there is at a position."""
        word = self.heads.get(at)
        if word is None:
            match = WORD.match(self.text, at)
            word = match[0] if match else "0" if self.text[at : at + 1].isdigit() else ""
            self.heads[at] = word
        for reads, only in forms.get(word, ()):
            if only is None or not only.isdisjoint(self.words):
                found = reads(self, at)
                if found is not None:
                    return found
        return None

    def date(self, at: int) -> Reading | None:
        """A date of any precision: a part, one relative to a date or to now, or a plain one; with
        the weekend next to it."""
        if at in self.dates:
            return self.dates[at]
        if self._list_days(at):
            return self.dates[at]
        found = self.usual(at) or self.first(_DATES, at)
        if found is not None and found.unit == "day" and "weekend" in self.words:
            weekend = _WEEKEND.match(self.text, found.stop)
            if weekend is not None:
                year = int(weekend[1] or 0)
                if year and not found.year and self.year != year:  # the Fourth of July weekend 2022
                    found = self.in_year(year).date(at) or found
                    found = found._replace(stop=weekend.end(), year=True)
                else:
                    found = found.each(Stretch.long_weekend, unit="weekend", stop=weekend.end())
        self.dates[at] = found
        return found

    def in_year(self, year: int) -> Grammar:
        """The same text, with another year where one is missing."""
        return replace(self, year=year, dates={})

    # ---- plain dates -----------------------------------------------------------------------

    def usual(self, at: int) -> Reading | None:
        """A day, a month or a year that is all there is at a position."""
        is_number = self.text[at : at + 1].isdigit() and "month" not in self.words
        if not is_number and self.heads.get(at) not in NAMED_MONTHS:
            return None
        found = self.written(at)
        if found is None or found.years > 1 or _GOES_ON.match(self.text, found.stop):
            return None
        return self.of(found) if self._is_date(found, at) else None

    def written(self, at: int) -> Written | None:
        """The plain date at a position, if there is one that can be."""
        try:
            return written_date(self.text, at)
        except RefusedDate:
            return None

    def plain(self, at: int) -> Reading | None:
        """A day, month, year, decade or century, and a clock time on a day."""
        clock = self.clock(_CLOCK_ON, at)
        day = self.day(at if clock is None else clock[1])
        if day is not None and clock is not None:
            return day.at_minute(clock[0], day.stop)
        clock = self.clock(_CLOCK_AFTER, day.stop) if day and day.unit == "day" else None
        return day if day is None or clock is None else day.at_minute(*clock)

    def day(self, at: int) -> Reading | None:
        """A day, month, year, decade or century, in any form."""
        found = self.first(_DAYS, at)
        if found is not None:
            return found
        try:
            written = written_date(self.text, at)
        except RefusedDate:
            return Reading("impossible", (), at + 1)
        return self.of(written) if written is not None and self._is_date(written, at) else None

    def clock(self, form: re.Pattern[str], at: int) -> tuple[int, int] | None:
        """The minute of the day at a position, and where its form ends; ``None`` for 25:00."""
        if ":" not in self.text and _OF_CLOCKS.isdisjoint(self.words):
            return None
        clock = form.match(self.text, at)
        if clock is None or clock["named"]:
            return None if clock is None else (720 * (clock["named"] == "noon"), clock.end())
        hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
        half = clock["half"] or clock["sharp"] or clock["part"]
        if half:
            hour = hour % 12 + 12 * (half[0] in "pe" or half == "afternoon")
        is_time = 60 * hour + minute <= DAY and minute < 60
        return (60 * hour + minute, clock.end()) if is_time else None

    def of(self, found: Written) -> Reading:
        """The date in its year; without a year no readings yet."""
        year = self.year if found.year is None else found.year
        dated = found.year is not None
        if year is None and found.day < 32:
            return Reading("stretch", (), found.stop, found.unit, year=False)
        try:
            first, after = found.days(year or 2000)
        except RefusedDate:
            return Reading("impossible", (), found.stop)
        readings = [of_days(first, after - first)]
        if found.years == 10 and dated and not (found.year or 0) % 100:  # the 1800s
            readings.append(of_months(found.year or 0, 1, 1200))
        return Reading("stretch", tuple(readings), found.stop, found.unit, year=dated)

    def of_months(self, year: str | None, month: int, stop: int, unit: str) -> Reading:
        """Three months of a year that may be missing."""
        known = int(year) if year else self.year
        readings = () if known is None else (of_months(known, month, 3),)
        return Reading("stretch", readings, stop, unit, year=bool(year))

    def _is_date(self, found: Written, at: int) -> bool:
        """Whether it is not a verb ("may"), and not a number of something else."""
        before = self.raw[max(0, at - 24) : at]
        if found.month:
            if found.year is not None or found.day or not _VERBS.match(self.text, at):
                return True
            first = not before.strip() and _NO_WORD.match(self.text, found.stop)
            return bool(first or _BEFORE_MONTH.search(before))
        if self.text[found.stop : found.stop + 1].isalpha():  # 2023年
            return False
        if found.years > 1 or not self.text[at : found.stop].isdigit():
            return True
        if _COUNTED.match(self.text, found.stop) or _FOREIGN.search(before):
            return False
        if not 1000 <= (found.year or 0) <= 2999:
            return at == 0 or bool(re.search(r"\b(?:year|in)\s+$", before))
        return bool(_AFTER_YEAR.match(self.text, found.stop) or _BEFORE_YEAR.search(before))

    # ---- ranges ------------------------------------------------------------------------------

    def span(self, at: int) -> Reading | None:
        """A date, or what is from the start of one to the end of another; both share what one end
        lacks."""
        opening = _FROM.match(self.text, at) if self.text.startswith(_OPENINGS, at) else None
        begin = at if opening is None else opening.end()
        between = opening is not None and opening[1] == "between"
        first = self.date(begin)
        alone = first if opening is None else None
        if first is None or first.kind != "stretch":
            return self._days_of_month(begin, between) or self._clocks(begin, between) or alone
        join = _JOIN.match(self.text, first.stop)
        if join is None and not between:
            return alone
        days = self._days_of_month(begin, between)
        if days is not None:
            return days
        if join is not None and not between:
            if join["open"] or (join["on"] and opening):  # 2019-present, from 2019 on
                return first.each(lambda s: s._replace(after=None), kind="open", stop=join.end())
            year, short = first.in_year, int((join["year"] or "-0")[1:])
            if first.unit == "year" and year is not None and short > year % 100:  # 2010-12
                last = of_months(year - year % 100 + short, 1, 12)
                return first.until(Reading("stretch", (last,), join.end(), "year"))
        for stop in self._joints(first.stop, between):
            end = self.date(stop)
            if end is not None and end.kind == "stretch":
                first = self._near(begin, first, end, -1)
                return first.until(self._near(stop, end, first, 1))
        return alone

    def _joints(self, at: int, between: bool) -> Iterator[int]:
        """Where the end of a range may begin: after each "and" of the sentence, if it is between
        two."""
        if not between:
            joint = _JOINT.match(self.text, at)
            yield from () if joint is None else (joint.end(),)
            return
        for joint in _AND.finditer(self.text, at, at + 200):
            if joint[0] == ".":
                return
            yield joint.end()

    def _near(self, at: int, found: Reading, other: Reading, step: int) -> Reading:
        """An end of a range whose year is missing, in that of the other end or the one next to
        it."""
        year = None if found.year else other.in_year
        for years in () if year is None else (0, step):
            found = self.in_year((year or 0) + years).date(at) or found
            sooner, later = (other, found)[::step]
            if sooner.begin is None or (later.begin is not None and sooner.begin <= later.begin):
                break
        return found

    def _days_of_month(self, at: int, between: bool) -> Reading | None:
        """25-26 June 2022, June 2-8, 2022: the last has what the first lacks, or the reverse."""
        match = _DAY_TO.match(self.text, at)
        if match is not None:
            last = self.written(match.end())
            follows = between or match["joint"].strip() not in ("and", "&")
            if last is not None and last.day and (follows or last.day == int(match[1]) + 1):
                return self.of(last._replace(day=int(match[1]))).until(self.of(last))
        first = None if self.text[at : at + 1].isdigit() else self.written(at)
        if first is None or not first.day or first.year is not None:
            return None
        match = _TO_DAY.match(self.text, first.stop)
        if match is None or not (
            between or "and" not in match["joint"] or int(match[2]) == first.day + 1
        ):
            return None
        first = first._replace(year=int(match[3]) if match[3] else None, stop=match.end())
        return self.of(first).until(self.of(first._replace(day=int(match[2]))))

    def _list_days(self, at: int) -> bool:
        """Whether a list of days begins here ("7, 9 and 12 May 2023", "May 7 and 9, 2023"): each
        has what the first or the last one has, and days that follow each other are one range."""
        if self.words.isdisjoint(("and", "or")) and "&" not in self.text:
            return False
        days_and = _DAYS_AND.match(self.text, at)
        if days_and is None and self.text[at : at + 1].isdigit():
            return False
        date = self.written(at if days_and is None else days_and.end())
        if date is None or not date.day or (days_and is None and date.year is not None):
            return False
        if days_and is not None:
            found = list(_NUMBER.finditer(self.text, at, days_and.end(1)))
            before, after = slice(0), slice(days_and.end(1), date.stop)
        else:
            and_days = _AND_DAYS.match(self.text, date.stop)
            if and_days is None:
                return False
            end, stop = and_days.span("year")
            first = list(_NUMBER.finditer(self.text, at, date.stop))[-1]
            found = [first, *_NUMBER.finditer(self.text, date.stop, end)]
            before, after = slice(at, first.start()), slice(end, stop)
            date = date._replace(year=int(and_days[2]) if and_days[2] else None)
        return self._set_days(at, found, date, before, after)

    def _set_days(
        self, at: int, found: list[_Match], date: Written, before: slice, after: slice
    ) -> bool:
        """The days of a list set among the dates, with the words ``before`` and ``after`` them."""
        either = " or " in self.text[found[0].end() : found[-1].start()]
        days = [int(re.sub(r"\D", "", number[0])) for number in found]
        runs: list[list[int]] = []
        for k, day in enumerate(days):
            follows = k and not either and day == days[k - 1] + 1
            runs[len(runs) - bool(follows) :] = [[*(runs[-1] if follows else ()), k]]
        if len(runs) == 1 and len(days) == 2:
            return False
        for run in runs:
            first, last = found[run[0]], found[run[-1]]
            start = at if run[0] == 0 else first.start()
            stop = after.stop if last is found[-1] else last.end()
            if first is found[-1] and not before.stop:
                break  # the last one of "7 and 9 May" is a date itself
            one, other = (self.of(date._replace(day=days[k], stop=stop)) for k in (run[0], run[-1]))
            self.dates[start] = one if len(run) == 1 else one.until(other)
            self.listed[start, stop] = (before, slice(first.start(), last.end()), after)
        return True

    def _clocks(self, at: int, between: bool) -> Reading | None:
        """From 9 am to 5 pm on a day."""
        clock = self.clock(_CLOCK_AND if between else _CLOCK_TO, at)
        last = None if clock is None else self.date(clock[1])
        if clock is None or last is None or last.unit != "minute":
            return None
        return last.at_minute(clock[0], last.stop).until(last)

    # ---- lengths, and now -----------------------------------------------------------------------

    def length(self, at: int) -> Reading | None:
        """Two weeks, a year and a half, 3 years 2 months; with "ago" relative to now."""
        least = most = 0.0
        unit, stop, number = "", at, 1.0
        match = _LENGTH.match(self.text, at)
        while match is not None:
            unit, stop = _singular(match["unit"]), match.end()
            number = 0.5 if match["half"] else float((match["least"] or "1").replace(",", ""))
            more = 0.5 if match["and"] or match["half_more"] else 0
            least += _LENGTHS[unit][0] * (number + more)
            most += _LENGTHS[unit][1] * (max(number, float(match["most"] or 0)) + more)
            match = _LENGTH.match(self.text, stop)
        after = _AFTER_LENGTH.match(self.text, stop)
        if not unit or (after is not None and after["old"]):
            return None
        size = Stretch(round(least * DAY), round(most * DAY))
        if after is None:
            return Reading("length", (size,), stop, unit)
        if after["side"]:
            return Reading("vague", (), after.end(), unit)
        if self.now is None or unit in ("minute", "hour"):
            return Reading("relative", (size,), after.end(), unit)
        then = shifted(self.now, unit, round(number) * (-1 if after["ago"] == "ago" else 1))
        units = (unit, "day") if unit in ("week", "fortnight") else (unit,)
        return Reading("stretch", tuple(whole(then, u) for u in units), after.end(), unit)


def _singular(word: str) -> str:
    return "century" if word == "centurie" else word


def _unit(what: str) -> str:
    """The unit of a weekday, a month or a season of a name."""
    units = ((WEEKDAYS, "day"), (SEASONS, "season"), (MONTH_NAMES, "month"))
    return next((unit for names, unit in units if what in names), what)


# ---- days, months, years -------------------------------------------------------------------------


@_form(
    _DAYS, (*WEEKDAYS, *_SHORT_DAYS), rf"(?:{_any((*WEEKDAYS, *_SHORT_DAYS))})\b\.?[\s,]*", "day"
)
def _on_weekday(g: Grammar, match: _Match, day: Reading) -> Reading | None:
    """Sunday, 7 May 2023."""
    return day if day.unit == "day" else None


@_form(_DAYS, "0q", r"(?=\d+[-–/.](?:\d|w\d)|\d{8}|\d0'?s|\d{4}[\s-]+q|q\d)")
def _in_digits(g: Grammar, match: _Match) -> Reading | None:
    """What is written with digits alone, or a decade."""
    return g.first(_DIGITS, match.start())


@_form(
    _DIGITS,
    "0",
    r"(?:(?:-0\d{3}|\d{4})-(?:w\d\d(?:-[1-7])?|\d\d(?:-\d\d)?)(?:t\d\d(?::\d\d){0,2})?|[12]\d{7})(?!\w|-(?!\d{4}-))"
    r"|(0?[1-9]|1[0-2])/(\d{4})(?![\w/])",
)
def _iso(g: Grammar, match: _Match) -> Reading | None:
    """2023-05-07, 20230507, 2023-W18-7, 05/2023, -0043-03-15."""
    text = f"{match[2]}-{match[1]:0>2}" if match[1] else match[0]
    if len(text) == 7 and text[5:].isdigit() and text[5:] > "12":
        return None  # 2022-23
    if len(text) == 8 and text.isdigit():
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    found = plain_date(text)
    if found is None or found.earliest is None or found.latest is None:
        return Reading("impossible", (), match.end())
    first, after, unit = int(found.earliest // 60), int(found.latest // 60), found.granularity
    if "t" in text[:12]:
        after, unit = first + 1, "minute"
    return Reading("stretch", (Stretch(first, after),), match.end(), unit)


@_form(_DIGITS, "0", r"(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?![\w/-])")
def _slashed(g: Grammar, match: _Match) -> Reading:
    """Numbers with slashes or dots: the year first, or last, and then with either order of day and
    month where both can be."""
    a, b, c = int(match[1]), int(match[3]), int(match[4])
    year = c if len(match[4]) > 2 else 2000 + c
    orders = {"month first": (a, b), "day first": (b, a)}
    if match[2] == ".":
        del orders["month first"]
    if len(match[1]) == 4:
        year, orders = a, {"": (b, c)}
    read: dict[Stretch, str] = {}
    for name, (month, day) in orders.items():
        found = g.of(Written(year, month, day, 1, match.end())) if 0 < month < 13 else None
        if found is not None and found.readings:
            read.setdefault(found.readings[0], name)
    readings = tuple(s._replace(reading=n if len(read) > 1 else "") for s, n in read.items())
    return Reading("stretch" if readings else "impossible", readings, match.end())


@_form(_DIGITS, "0q", rf"q([1-4])\b{_ON}(\d{{4}})?\b|(\d{{4}})[\s-]+q([1-4])\b")
def _quarter(g: Grammar, match: _Match) -> Reading:
    """Q3 2022, 2022 Q3."""
    month = 3 * int(match[1] or match[4]) - 2
    return g.of_months(match[2] or match[3], month, match.end(), "quarter")


@_form(_DIGITS, "0", r"'?(\d0)'?s\b")
def _decade(g: Grammar, match: _Match) -> Reading:
    """The 20s, the '90s."""
    centuries = (2000, 1900) if int(match[1]) < 30 else (1900,)
    readings = tuple(of_months(century + int(match[1]), 1, 120) for century in centuries)
    return Reading("stretch", readings, match.end(), "decade")


@_form(
    _DAYS,
    SEASONS,
    rf"({_any(SEASONS)})\b(?:{_ON}(?:year\s+)?(?:(\d{{4}})\b|'(\d\d)\b)"
    r"(?:[-–/](\d{4}|\d\d)\b)?)?",
)
def _season(g: Grammar, match: _Match) -> Reading | None:
    """Winter 2022, winter 2022-23, the spring of '69."""
    year, stop = match[2], match.end()
    if match[3]:
        year = f"{'19' if match[3] > '30' else '20'}{match[3]}"
    if not year and _VERBS.match(match[1]):
        before = g.raw[max(0, match.start() - 24) : match.start()]
        if not re.search(r"\bthe\s$", before) and not _BEFORE_MONTH.search(before):
            return None
    if match[4] and int(match[4]) % 100 != (int(year) + 1) % 100:
        stop = match.start(4) - 1
    return g.of_months(year, SEASONS[match[1]], stop, "season")


_HOLIDAY_WORDS = (
    *("new", "martin", "mlk", "m", "valentine", "valentines", "st", "saint", "good", "easter"),
    *("mother", "mothers", "memorial", "juneteenth", "father", "fathers", "independence", "labor"),
    *("labour", "halloween", "veteran", "veterans", "thanksgiving", "christmas", "boxing"),
)


@_form(
    _DAYS,
    _HOLIDAY_WORDS,
    rf"(?:{_any(f'({name})' for name in HOLIDAYS)})\b'?".replace(" ", r"\.?\s+")
    + rf"(?:{_ON}(?P<year>\d{{4}})\b)?",
)
def _holiday(g: Grammar, match: _Match) -> Reading:
    """Easter 2022."""
    rule = next(rule for rule, name in zip(HOLIDAYS.values(), match.groups(), strict=False) if name)
    year = int(match["year"]) if match["year"] else g.year
    readings = () if year is None else (day_of_holiday(year, rule),)
    return Reading("stretch", readings, match.end(), year=bool(match["year"]))


# ---- dates relative to others, and to now -------------------------------------------------------

_COUNTS = _any(_WHICH)
_NAMED = (*NAMED_MONTHS, *(name[:3] for name in MONTH_NAMES), "sept")
_SOME = ("a", "an", "0", *_WHICH, *_LENGTHS, *_TIMES_OF_DAY, *WEEKDAYS, *_NAMED)


@_form(
    _DATES,
    _SOME,
    rf"(?:(?P<count>an?|\d+|\d+th|{_COUNTS})\s+)?{_WHAT}\s+"
    r"(?P<side>before|preceding|prior|leading|earlier than|after|following|later than)\b"
    r"(?:\s+(?:to|up|on)\b)*\s*",
    then="date",
    only="before preceding prior leading earlier after following later",
)
def _relative(g: Grammar, match: _Match, anchor: Reading) -> Reading:
    """The week before D, two days after D, the Friday before D, the second Monday after D."""
    what, count = _singular(match["what"]), match["count"] or ""
    times = int(count.removesuffix("th")) if count[:1].isdigit() else 1
    numbered = count[-1:].isdigit() or count in ("a", "an")
    times *= 1 if match["side"] in ("after", "following", "later than") else -1
    found: list[Stretch] = []
    for stretch in anchor.readings:
        found += stretch.relative(what, times, numbered=numbered)
    return Reading("stretch", tuple(found), anchor.stop, _unit(what), match.end(), anchor.year)


@_form(
    _DATES,
    ("0", *_WHICH),
    rf"(?P<nth>\d{{1,3}}{_NTH}|last|final)\s+(?:(?P<many>\d+)\s+)?(?:fiscal\s+|full\s+)?"
    rf"(?:(?P<what>half|{_UNITS}|{_DAYS_OF_WEEK})s?\b\s*(?:of|in)\b|(?P<alone>half|quarter)s?\b)\s*",
    then="span",
)
def _nth(g: Grammar, match: _Match, outer: Reading) -> Reading | None:
    """The first week, last weekend, second Friday, first three days of X, and halves."""
    nth = -1 if match["nth"].isalpha() else int(match["nth"][:-2])
    what, many = _singular(match["what"] or match["alone"]), int(match["many"] or 1)
    found = outer.each(lambda s: s.nth(nth, what, many), unit=_unit(what))
    return None if outer.readings and not found.readings else found


@_form(
    _DATES,
    (*_LENGTHS, *_TIMES_OF_DAY, *WEEKDAYS),
    rf"(?P<what>{_UNITS}|{_any(_TIMES_OF_DAY)}|{_DAYS_OF_WEEK})\s+"
    r"(?P<of>of|in|ending|starting|beginning|commencing)\b(?:\s+on\b)?\s*",
    then="span",
)
def _unit_of(g: Grammar, match: _Match, within: Reading) -> Reading | None:
    """The week, the weekend, the day, the night of D; the Friday of a week."""
    what = match["what"]
    if what in ("week", "weekend") and within.unit == "day":
        found = [r for s in within.readings for r in s.holding(what, match["of"])]
        return within._replace(readings=tuple(found), unit=what, anchored=match.end())
    if what in WEEKDAYS:
        on_day = within.each(lambda s: s.nth(1, what), unit="day")
        return on_day if on_day.readings else None
    return within


@_form(
    _DATES,
    {*_NOW, *_SOME},
    rf"(?P<now>{_any(_NOW)})|(?:(?P<which>{_COUNTS}|an?|\d+(?:th)?)\s+)?"
    rf"(?:{_WHAT}(?P<second>\s+(?:before|after)\s+last\b)?|(?:{_any(_TIMES_OF_DAY)})\b)",
    only=" ".join((*_NOW, *_WHICH)),
)
def _this(g: Grammar, match: _Match) -> Reading | None:
    """Yesterday, last week, next June, this year, last night, the week before last."""
    count = -2 if match["second"] else _NOW.get(match["now"], _WHICH.get(match["which"]))
    if count is None:
        return None
    what = _singular(match["what"] or "day")
    if g.now is None:
        return Reading("relative", (), match.end(), _unit(what))
    return Reading("stretch", tuple(from_now(g.now, what, count)), match.end(), _unit(what))


@_form(
    _DATES,
    (*_PARTS, "earlier", "later"),
    rf"(?P<part>{_any(_PARTS)}|earlier|later)(?![a-z])(?:\s*(?:to|or|-)\s*(?P<last>{_any(_PARTS)}))?"
    r"(?:[\s-]+(?:of|part|days?|month|year)\b|(?<=r)\s+in\b|(?<!end)(?<!g)(?<!t)\s+(?:in|on)\b)*[\s-]*",
    then="date",
)
def _part(g: Grammar, match: _Match, within: Reading) -> Reading:
    """Early, mid or late X; beginning or end of X; mid to late X; earlier in X."""
    part = _PARTS.get(match["part"])
    if part is None:
        return within
    last = _PARTS[match["last"] or match["part"]]
    return within.each(lambda s: s.part(part, last), unit=f"part of a {within.unit}")


_add(_DATES, {*_DAYS, *_NAMED, *("month", "ad", "bc", "ce", "noon", "midnight")}, Grammar.plain)


# ---- other times ---------------------------------------------------------------------------------

_VAGUE = ("recently", "lately", "soon", "formerly", "someday")
_MORE_VAGUE = (
    *("few", "several", "many", "some", "just", "very", "only", "recent"),
    *("long", "short", "not", "other", "near", "time", "while"),
)


@_form(
    TIMES,
    {*_VAGUE, *_MORE_VAGUE, *_WHICH, "a", "an", *(f"{unit}s" for unit in _LENGTHS)},
    rf"(?:{_any(_VAGUE)})(?![^\W\d_])|(?:(?:just|very|only|a|last|past|next|coming|recent)\s+)*"
    rf"(?:(?:few|several|many|some)(?:\s+(?:more|short|long))?\s+(?:{_UNITS}|time)s?\b"
    r"|(?:long|short)?\s*(?:time|while)(?=\s+(?:ago|back|before|after|later))"
    rf"|(?:not\s+)?long(?=\s+ago)|recent\s+(?:{_UNITS})s|other\s+day\b|near\s+future\b"
    rf"|(?:{_UNITS})s(?=\s+ago))"
    r"(?P<side>\s+(?:ago|back|before|earlier|later|after|prior(?:\s+to)?|following)\b)?\s*",
)
def _vague(g: Grammar, match: _Match) -> Reading:
    """Recently, a few years ago, a few days before D, some time back."""
    anchor = g.date(match.end()) if match["side"] else None
    return Reading("vague", (), match.end() if anchor is None else anchor.stop)


_add(TIMES, {*_DATES, "from", "between"}, Grammar.span)
_add(TIMES, ("0", "half", "a", "an"), Grammar.length)


@_form(TIMES, ("0", "noon", "midnight"), _CLOCK)
def _clock(g: Grammar, match: _Match) -> Reading | None:
    """A clock time of no day."""
    clock = g.clock(match.re, match.start())
    if clock is None:
        return None
    first, length = 60 * clock[0] + int(match["second"] or 0), 1 if match["second"] else 60
    unit = "second" if match["second"] else "minute"
    return Reading("clock", (Stretch(first, first + length),), match.end(), unit)


@_form(TIMES, WEEKDAYS, rf"{_DAYS_OF_WEEK}")
def _weekday(g: Grammar, match: _Match) -> Reading:
    """A weekday alone: the last and the next one from now, if now is known."""
    number = WEEKDAYS[match[0]]
    if g.now is None:
        return Reading("weekday", (Stretch(number, number + 1),), match.end())
    last, next_ = (of_days(g.now - k).relative(match[0], k) for k in (-1, 1))
    return Reading("stretch", tuple(dict.fromkeys((*last, *next_))), match.end())


_SIDES = ("since", "after", "before", "until", "till", "by", "up", "no")


@_form(
    TIMES,
    _SIDES,
    r"(?P<side>since|after|before|until|till|by|up\s+to|no\s+later\s+than)\b\s*",
    then="span",
)
def _open(g: Grammar, match: _Match, within: Reading) -> Reading:
    """Since, until, before, after X."""

    def opened(s: Stretch) -> Stretch:
        sides = {"since": (s.first, None), "after": (s.after, None), "before": (None, s.first)}
        return Stretch(*sides.get(match["side"], (None, s.after)), s.reading)

    return within.each(opened, kind="open", anchored=-1)


_ABOUT = ("about", "around", "approximately", "circa", "ca", "roughly")


@_form(TIMES, ("", *_ABOUT), r"(?:([^\W\d_]+|~)|(?!-0\d{3}-).)\s*", then="time")
def _about(g: Grammar, match: _Match, found: Reading) -> Reading:
    """About a time; (5 May), '22."""
    return Reading(*found[:6], found.about or match[1] is not None)


_DATES[""] = _DIGITS["0"][:1]  # -0043-03-15
_add(TIMES, ("",), Grammar.span)


WORDS = frozenset(TIMES) - {"0", ""}
"""The words with which a time can begin."""

_NOUNS = (*_LENGTHS, *WEEKDAYS, *SEASONS, *MONTH_NAMES, "time")
_ADJECTIVES = ("last", "past", "next", "coming", "full", "whole", "entire", "more", "good")
_PLURALS = (f"{noun}s" for noun in _NOUNS)
AFTER_ARTICLE = {*_NOUNS, *_PLURALS, *_ADJECTIVES, *_VAGUE, *_MORE_VAGUE, "a", "an", "and"}
"""The words that can come after "a" and "an" in a time."""
