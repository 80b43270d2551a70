"""The times that begin at a place of a text: a grammar of dates, ranges, lengths and parts.

The text is in small letters, with digits for numbers and without articles. Days, months, years and
centuries are read by :func:`timeml.plain_dates.written_date`, as behind every other door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from timegraph.times.stretches import (
    DAY,
    HOLIDAYS,
    SEASONS,
    WEEKDAYS,
    Reading,
    Stretch,
    at_minute,
    day_of_holiday,
    from_now,
    holding,
    joined,
    nth_of,
    of_days,
    of_months,
    part_of,
    relative_to,
    shifted,
    starts_at,
    weekend_of,
    whole,
    year_of,
)
from timeml.plain_dates import MONTHS, RefusedDate, Written, plain_date, written_date


def listed(words: str) -> list[str]:
    """The words of a line."""
    return words.split()


WORD = re.compile(r"[^\W\d_]+")
MONTH_NAMES = [name.lower() for name in MONTHS]
_ABBREVIATED = {name[:3]: name for name in WEEKDAYS}
_ABBREVIATED |= {"tues": "tuesday", "thur": "thursday", "thurs": "thursday"}
_DAYS_OF_WEEK = "|".join(WEEKDAYS)
_UNITS = "minute|hour|day|weekend|week|fortnight|month|quarter|season|year|decade|centurie|century"
_WHAT = (
    rf"(?P<what>{_UNITS}|{_DAYS_OF_WEEK}|{'|'.join(SEASONS)}|{'|'.join(MONTH_NAMES)})(?:s|'s)?\b"
)
_PARTS = dict.fromkeys(("early", "beginning", "start", "earliest"), 0)
_PARTS |= dict.fromkeys(("mid", "middle"), 1) | dict.fromkeys(("late", "end"), 2)
_NOW = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_WHICH = dict.fromkeys(("last", "past", "previous", "final"), -1)
_WHICH |= dict.fromkeys(("next", "coming"), 1) | dict.fromkeys(("this", "current"), 0)
_SIDES = {"after": 1, "following": 1, "later than": 1}
_SIDE_WORDS = frozenset(listed("before preceding prior leading earlier after following later"))
_TIMES_OF_DAY = "morning|afternoon|evening|night"
_ABOUT = ("about", "around", "approximately", "circa", "ca", "roughly")
_OPEN = {
    "since": 1,
    "after": 1,
    "until": -1,
    "till": -1,
    "by": -1,
    "before": -1,
    "up": -1,
    "no": -1,
}
_VAGUE_WORDS = ("recently", "lately", "soon", "formerly", "someday")

_ON = r"[\s,]*(?:(?:on|at|in|of)\s+)?"
_TO = r"\s*(?:[-–—−/]|\b(?:to|through|thru|until|till)\b)\s*"
_NTH = r"(?P<nth>\d{1,3}(?:st|nd|rd|th)|last|final)"
_PART = re.compile(
    rf"(?P<part>{'|'.join(_PARTS)}|earlier|later)(?![a-z])(?:\s*(?:to|or|-)\s*(?P<last>{'|'.join(_PARTS)}))?"
    r"(?:[\s-]+(?:of|part|days?|month|year)\b|(?<=r)\s+in\b|(?<!end)(?<!g)(?<!t)\s+(?:in|on)\b)*[\s-]*"
)
_NTH_OF = re.compile(
    rf"{_NTH}\s+(?:(?P<many>\d+)\s+)?(?:fiscal\s+|full\s+)?(?P<what>half|{_UNITS}|{_DAYS_OF_WEEK})s?\b"
    r"(?P<of>\s*(?:of|in)\b)?\s*"
)
_RELATIVE = re.compile(
    rf"(?:(?P<count>an?|\d+|\d+th|{'|'.join(_WHICH)})\s+)?{_WHAT}\s+"
    r"(?P<side>before|preceding|prior|leading|earlier than|after|following|later than)\b"
    r"(?:\s+(?:to|up|on)\b)*\s*"
)
_UNIT_OF = re.compile(
    rf"(?P<what>{_UNITS}|{_TIMES_OF_DAY}|{_DAYS_OF_WEEK})\s+"
    r"(?P<of>of|in|ending|starting|beginning|commencing)\b(?:\s+on\b)?\s*"
)
_THIS = re.compile(rf"(?P<which>{'|'.join(_WHICH)})\s+(?:{_WHAT}|(?P<part>{_TIMES_OF_DAY})\b)")
_WEEKDAY = re.compile(rf"({_DAYS_OF_WEEK}|{'|'.join(_ABBREVIATED)})\b\.?[\s,]*")
_CLOCK_FORM = (
    r"(?:(?P<named>noon|midnight)\b|(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?)?"
    r"(?(minute)(?:\s*(?P<half>[ap])\.?m\b\.?)?|\s*(?P<sharp>[ap])\.?m\b)\.?)(?![\d:])"
    r"(?:\s+in\s+(?P<part>morning|afternoon|evening)\b)?"
)
_CLOCK = re.compile(_CLOCK_FORM)
_CLOCK_AFTER = re.compile(rf"[\s,]*(?:(?:at|around|about|by)\s+)?{_CLOCK_FORM}")
_ANY_ON = re.compile(_ON)
_NUMERIC = re.compile(r"\d+[-–/.](?:\d|w\d)|\d{8}|\d0'?s|\d{4}[\s-]+q")
_MAY_JOIN = re.compile(rf"{_TO}|\s*(?:\b(?:and|on|onwards?)\b|&)")
_ISO = re.compile(
    r"(?:-?\d{4}-(?:w\d\d(?:-[1-7])?|\d\d(?:-\d\d)?)(?:t\d\d(?::\d\d){0,2})?|[12]\d{7})(?![\w-])"
)
_SLASHED = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?![\w/-])")
_QUARTER = re.compile(rf"q([1-4])\b{_ON}(\d{{4}})?\b|(\d{{4}})[\s-]+q([1-4])\b")
_SEASON = re.compile(rf"({'|'.join(SEASONS)})\b(?:{_ON}(?:year\s+)?(?:(\d{{4}})\b|'(\d\d)\b))?")
_NEXT_YEAR = re.compile(r"[-–/](\d{4}|\d\d)\b")
_MONTH_OF_YEAR = re.compile(r"(0?[1-9]|1[0-2])/(\d{4})(?![\w/])")
_DECADE = re.compile(r"'?(\d0)'?s\b")
_HOLIDAYS = "|".join(rf"(?P<h{k}>{name})" for k, name in enumerate(HOLIDAYS)).replace(
    " ", r"\.?\s+"
)
_HOLIDAY = re.compile(rf"(?:{_HOLIDAYS})\b'?(?P<weekend>\s+weekend)?(?:{_ON}(?P<year>\d{{4}})\b)?")
_WEEKEND = re.compile(rf"\s+weekend\b(?:{_ON}(\d{{4}})\b)?")
_FROM = re.compile(r"(from|between)\s+")
_JOINT, _AND = re.compile(_TO), re.compile(r"\s*\band\b\s*")
_TO_NOW = re.compile(rf"{_TO}(?:present|now|today|date)\b|\s+on(?:wards?)?\b(?!\s*\d)")
_DAY_TO = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?P<joint>{_TO}|\s*(?:\band\b|&)\s*)")
_TO_DAY = re.compile(
    rf"(?P<joint>{_TO}|\s+and\s+)(\d{{1,2}})(?:st|nd|rd|th)?(?![\d:]|\s*[ap]m|\s*[a-z]*\s*\d{{1,2}}\b)"
    rf"(?:{_ON}(\d{{4}})\b)?"
)
_TO_YEAR = re.compile(r"[-–—/](\d\d)(?![\d-])")
_LENGTH = re.compile(
    r"(?:(?P<least>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s*(?:-|–|to|or|and)\s*(?P<most>\d+(?:\.\d+)?))?"
    r"|(?P<half>half(?:\s+an?)?)|an?)[\s-]+(?:(?:full|whole|entire|more|good|long)\s+)?"
    rf"(?P<and>and\s+a\s+half\s+)?(?P<unit>{_UNITS})s?\b(?P<half_more>\s+and\s+a\s+half\b)?"
)
_AGO = re.compile(r"\s+(ago|from now|hence)\b")
_VAGUE = re.compile(
    rf"(?:(?:just|very|only|a|last|past|next|coming|recent)\s+)*"
    rf"(?:(?:few|several|many|some)(?:\s+(?:more|short|long))?\s+(?:{_UNITS}|time)s?\b"
    r"|(?:long|short)?\s*(?:time|while)(?=\s+(?:ago|back|before|after|later))|(?:not\s+)?long(?=\s+ago)"
    rf"|recent\s+(?:{_UNITS})s|other\s+day\b|near\s+future\b|(?:{_UNITS})s(?=\s+ago))"
    r"(?P<side>\s+(?:ago|back|before|earlier|later|after|prior(?:\s+to)?|following)\b)?\s*"
)
_BETWEEN_DATES = re.compile(r"(?:[^.]|\.\d){0,160}?\band\s+")
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
}
_VERBS = re.compile(r"(?:mar|march|may|fall|spring)\b")
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
_NO_WORD = re.compile(r"\s*(?:$|[^\w\s])")
_COUNTED = re.compile(r"[\s-]*(?:years|days|months|weeks|hours|people|times)\b")
_FOREIGN = re.compile(r"(?<!\d)[0-3]?\d\.?\s+(?!(?:in|of|and|to)\b)[^\W\d_]+\.?,?\s+$")


# ---- the grammar --------------------------------------------------------------------------------


class Grammar:
    """Reads the longest time from a place of a plain text on. ``year`` stands where a year is
    missing, ``now`` is that of words such as "last week", in minutes."""

    def __init__(
        self, text: str, raw: str, words: frozenset[str], now: int | None, year: int | None
    ) -> None:
        self.text = text
        self.raw = raw
        self.words = words
        self.now = now
        self.year = year
        self.dates: dict[int, Reading | None] = {}
        self.heads: dict[int, str] = {}

    def time(self, at: int) -> Reading | None:
        """The time that begins at a place, if any; longer forms first."""
        return self._first(_TIMES, at)

    def _first(self, known: Mapping[str, Sequence[_Reads]], at: int) -> Reading | None:
        for reads in known.get(self._word(at), ()):
            found = reads(self, at)
            if found is not None:
                return found
        return None

    def _word(self, at: int) -> str:
        """The word at a place, "0" for a number; asked for by each form that may begin there."""
        if at not in self.heads:
            match = WORD.match(self.text, at)
            digit = "0" if self.text[at : at + 1].isdigit() else ""
            self.heads[at] = match[0] if match else digit
        return self.heads[at]

    def date(self, at: int) -> Reading | None:
        """A date of any precision: a part, one relative to a date or to now, or a plain one."""
        while self.text[at : at + 1] == " ":
            at += 1
        if at not in self.dates:
            self.dates[at] = self._date(at)
        return self.dates[at]

    def _date(self, at: int) -> Reading | None:
        found = self._first(_DATES, at)
        weekend = None
        if found is not None and found.unit == "day":
            weekend = _WEEKEND.match(self.text, found.stop)
        if found is None or weekend is None:
            return found
        year = int(weekend[1] or 0)
        if year and not found.year and self.year != year:  # the Fourth of July weekend 2022
            found = self._in_year(year).date(at) or found
            return found._replace(stop=weekend.end())
        return weekend_of(found, weekend.end())

    def _in_year(self, year: int) -> Grammar:
        return Grammar(self.text, self.raw, self.words, self.now, year)

    def _closed(self, at: int) -> Reading | None:
        """A range or a date."""
        found = self.span(at)
        return found if found is not None and found.kind == "stretch" else None

    # ---- plain dates -----------------------------------------------------------------------

    def plain(self, at: int) -> Reading | None:
        """A day, month, year, decade or century, and a clock time on a day."""
        clock = _CLOCK.match(self.text, at)
        if clock is not None and (minute := _minute_of(clock)) is not None:
            joint = _ANY_ON.match(self.text, clock.end())
            day = None if joint is None else self._day(joint.end())
            return day if day is None else at_minute(day, minute, day.stop)
        day = self._day(at)
        clock = None
        if day is not None and day.unit == "day":
            clock = _CLOCK_AFTER.match(self.text, day.stop)
        if day is None or clock is None or (minute := _minute_of(clock)) is None:
            return day
        return at_minute(day, minute, clock.end())

    def _day(self, at: int) -> Reading | None:
        word = self._word(at)
        if word in _ABBREVIATED or word in WEEKDAYS:
            weekday = _WEEKDAY.match(self.text, at)
            found = None if weekday is None else self._day(weekday.end())
            return found if found is not None and found.unit == "day" else None
        if word != "0" or _NUMERIC.match(self.text, at):
            for form, reads in _FORMS.get(word, ()):
                match = form.match(self.text, at)
                if match is not None and (found := reads(self, match)) is not None:
                    return found
        return self._written(at)

    def _written(self, at: int) -> Reading | None:
        try:
            found = written_date(self.text, at)
        except RefusedDate:
            return Reading("impossible", (), at + 1)
        if found is None or not self._is_date(found, at):
            return None
        return self._of(found)

    def _of(self, found: Written) -> Reading:
        """The date in its year; without a year no readings yet."""
        year = self.year if found.year is None else found.year
        dated = found.year is not None
        if year is None and found.day < 32:
            return Reading("stretch", (), found.stop, found.unit, year=False)
        try:
            readings = [of_days(*found.days(year or 2000))]
        except RefusedDate:
            return Reading("impossible", (), found.stop)
        if found.years == 10 and dated and not (found.year or 0) % 100:  # the 1800s
            readings.append(of_months(found.year or 0, 1, 1200))
        return Reading("stretch", tuple(readings), found.stop, found.unit, year=dated)

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
        follows = _AFTER_YEAR.match(self.text, found.stop)
        return bool(follows or _BEFORE_YEAR.search(before))

    def iso(self, match: re.Match[str]) -> Reading | None:
        text = match[0]
        if len(text) == 7 and text[5:].isdigit() and text[5:] > "12":
            return None  # 2022-23
        if len(text) == 8 and text.isdigit():
            text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
        try:
            found = plain_date(text)
        except RefusedDate:
            found = None
        if found is None or found.earliest is None or found.latest is None:
            return Reading("impossible", (), match.end())
        first, after, unit = int(found.earliest // 60), int(found.latest // 60), found.granularity
        if "t" in text[:12]:
            first, after, unit = first, first + 1, "minute"
        return Reading("stretch", (Stretch(first, after),), match.end(), unit)

    def month(self, match: re.Match[str]) -> Reading | None:
        return self._of(Written(int(match[2]), int(match[1]), 0, 1, match.end()))

    def slashed(self, match: re.Match[str]) -> Reading | None:
        """Numbers with slashes or dots: the year first, or last, and then with either order of day
        and month where both can be."""
        a, b, c = int(match[1]), int(match[3]), int(match[4])
        year, orders = (c if len(match[4]) > 2 else 2000 + c), {"month first": (a, b)}
        orders["day first"] = (b, a)
        if match[2] == ".":
            del orders["month first"]
        if len(match[1]) == 4:
            year, orders = a, {"": (b, c)}
        read: dict[Stretch, str] = {}
        for name, (month, day) in orders.items():
            found = self._of(Written(year, month, day, 1, match.end())) if 0 < month < 13 else None
            if found is not None and found.readings:
                read.setdefault(found.readings[0], name)
        readings = tuple(s._replace(reading=n if len(read) > 1 else "") for s, n in read.items())
        return Reading("stretch" if readings else "impossible", readings, match.end())

    def quarter(self, match: re.Match[str]) -> Reading | None:
        number, year = int(match[1] or match[4]), match[2] or match[3]
        return self._months(year and int(year), 3 * number - 2, match.end(), "quarter")

    def _months(self, year: int | str | None, month: int, stop: int, unit: str) -> Reading:
        known = self.year if not year else int(year)
        readings = () if known is None else (of_months(known, month, 3),)
        return Reading("stretch", readings, stop, unit, year=bool(year))

    def season(self, match: re.Match[str]) -> Reading | None:
        short = match[3] and f"{'19' if match[3] > '30' else '20'}{match[3]}"
        year, stop = match[2] or short, match.end()
        if not year and _VERBS.match(match[1]):
            before = self.raw[max(0, match.start() - 24) : match.start()]
            if not re.search(r"\bthe\s$", before) and not _BEFORE_MONTH.search(before):
                return None
        later = _NEXT_YEAR.match(self.text, stop) if year else None
        if later is not None and int(later[1]) % 100 == (int(year) + 1) % 100:
            stop = later.end()
        return self._months(year, SEASONS[match[1]], stop, "season")

    def decade(self, match: re.Match[str]) -> Reading | None:
        tens = int(match[1])
        readings = [of_months(1900 + tens, 1, 120)]
        if tens < 30:
            readings.insert(0, of_months(2000 + tens, 1, 120))
        return Reading("stretch", tuple(readings), match.end(), "decade")

    def holiday(self, match: re.Match[str]) -> Reading | None:
        which = next(k for k in range(len(HOLIDAYS)) if match[f"h{k}"])
        year = int(match["year"]) if match["year"] else self.year
        readings = () if year is None else (day_of_holiday(year, list(HOLIDAYS.values())[which]),)
        found = Reading("stretch", readings, match.end(), year=bool(match["year"]))
        return weekend_of(found, match.end()) if match["weekend"] else found

    # ---- parts, and dates relative to others -------------------------------------------------

    def part(self, at: int) -> Reading | None:
        """Early, mid or late X; beginning or end of X; mid to late X."""
        match = _PART.match(self.text, at)
        within = None if match is None else self.date(match.end())
        if match is None or within is None or within.kind != "stretch":
            return None
        if match["part"] in ("earlier", "later"):
            return within
        ends = _PARTS[match["part"]], _PARTS[match["last"] or match["part"]]
        readings = tuple(
            Stretch(part_of(s, ends[0]).first, part_of(s, ends[1]).after, s.reading)
            for s in within.readings
        )
        return within._replace(readings=readings, unit=f"part of a {within.unit}")

    def nth(self, at: int) -> Reading | None:
        """The first week, last weekend, second Friday, first three days of X, and halves."""
        match = _NTH_OF.match(self.text, at)
        if match is None or not (match["of"] or match["what"] in ("half", "quarter")):
            return None
        outer = self._closed(match.end())
        if outer is None:
            return None
        nth = -1 if match["nth"].isalpha() else int(match["nth"][:-2])
        what = _singular(match["what"])
        found = (nth_of(s, nth, what, int(match["many"] or 1)) for s in outer.readings)
        readings = tuple(inner for inner in found if inner is not None)
        return (
            None
            if outer.readings and not readings
            else outer._replace(readings=readings, unit=what)
        )

    def relative(self, at: int) -> Reading | None:
        """The week before D, two days after D, the Friday before D, the second Monday after D."""
        if self.words.isdisjoint(_SIDE_WORDS):
            return None
        match = _RELATIVE.match(self.text, at)
        anchor = None if match is None else self.date(match.end())
        if match is not None and self._word(match.end()) == "last":  # the week before last
            return self._from_now(_singular(match["what"]), -2, match.end() + 4)
        if match is None or anchor is None or anchor.kind != "stretch":
            return None
        what, count = _singular(match["what"]), match["count"] or ""
        times = int(count.removesuffix("th")) if count[:1].isdigit() else 1
        numbered = count[-1:].isdigit() or count in ("a", "an")
        direction = _SIDES.get(match["side"], -1)
        readings = tuple(
            found
            for s in anchor.readings
            for found in relative_to(s, what, direction * times, numbered=numbered)
        )
        unit = "day" if what in WEEKDAYS else "season" if what in SEASONS else what
        return anchor._replace(readings=readings, unit=unit, anchored=match.end())

    def unit_of(self, at: int) -> Reading | None:
        """The week, the weekend, the day, the night of D; the Friday of a week."""
        match = _UNIT_OF.match(self.text, at)
        within = None if match is None else self._closed(match.end())
        if match is None or within is None:
            return None
        what = match["what"]
        if what in ("week", "weekend") and within.unit == "day":
            readings = tuple(r for s in within.readings for r in holding(s, what, match["of"]))
            return within._replace(readings=readings, unit=what, anchored=match.end())
        if what in WEEKDAYS:
            days = (nth_of(s, 1, what) for s in within.readings)
            readings = tuple(day for day in days if day is not None)
            return within._replace(readings=readings, unit="day") if readings else None
        return within

    # ---- ranges ------------------------------------------------------------------------------

    def span(self, at: int) -> Reading | None:
        """A date, or what is from the start of one to the end of another; both share what one end
        lacks."""
        opening = _FROM.match(self.text, at)
        begin = at if opening is None else opening.end()
        between = opening is not None and opening[1] == "between"
        first = self.date(begin)
        if first is None or first.kind != "stretch":
            joined = self._days_of_month(begin, between=between) or self._clocks(
                begin, between=between
            )
            return joined or (None if opening else first)
        if not between and _MAY_JOIN.match(self.text, first.stop) is None:
            return None if opening else first
        joined = self._days_of_month(begin, between=between)
        if joined is None and not between:
            joined = self._until_now(first, alone=opening is None) or self._short_years(first)
        if joined is not None:
            return joined
        for stop in self._joints(first.stop, between=between):
            last = self.date(stop)
            if last is not None and last.kind == "stretch":
                return self._joined_dates(begin, first, stop, last)
        return first if opening is None else None

    def _until_now(self, first: Reading, *, alone: bool) -> Reading | None:
        """2019-present, from 2019 on."""
        match = _TO_NOW.match(self.text, first.stop)
        if match is None or (alone and match[0].strip() == "on"):
            return None
        readings = tuple(s._replace(after=None) for s in first.readings)
        return first._replace(kind="open", readings=readings, stop=match.end())

    def _short_years(self, first: Reading) -> Reading | None:
        """2010-12."""
        match = _TO_YEAR.match(self.text, first.stop) if first.unit == "year" else None
        year = year_of(first)
        if match is None or year is None or int(match[1]) <= year % 100:
            return None
        last = of_months(year - year % 100 + int(match[1]), 1, 12)
        return joined(first, Reading("stretch", (last,), match.end(), "year"))

    def _joints(self, at: int, *, between: bool) -> Iterator[int]:
        """Where the end of a range may begin."""
        if not between:
            match = _JOINT.match(self.text, at)
            if match is not None:
                yield match.end()
            return
        limit = at
        while (match := _BETWEEN_DATES.match(self.text, limit, at + 200)) is not None:
            limit = match.end()
            yield limit

    def _joined_dates(self, begin: int, first: Reading, stop: int, last: Reading) -> Reading:
        if not first.year and (year := year_of(last)) is not None:
            for sooner in (0, 1):
                first = self._in_year(year - sooner).date(begin) or first
                if starts_at(first) <= starts_at(last):
                    break
        if not last.year and (year := year_of(first)) is not None:
            for later in (0, 1):
                last = self._in_year(year + later).date(stop) or last
                if starts_at(first) <= starts_at(last):
                    break
        return joined(first, last)

    def _days_of_month(self, at: int, *, between: bool) -> Reading | None:
        """25-26 June 2022, June 2-8, 2022: the last has what the first lacks, or the reverse."""
        match = _DAY_TO.match(self.text, at)
        if match is not None:
            last = written_date(self.text, match.end())
            follows = between or match["joint"].strip() not in ("and", "&")
            if last is not None and last.day and (follows or last.day == int(match[1]) + 1):
                return joined(self._of(last._replace(day=int(match[1]))), self._of(last))
        if self.text[at : at + 1].isdigit():
            return None
        first = written_date(self.text, at)
        if first is None or not first.day or first.year is not None:
            return None
        match = _TO_DAY.match(self.text, first.stop)
        if match is None or not (
            between or "and" not in match["joint"] or int(match[2]) == first.day + 1
        ):
            return None
        first = first._replace(year=int(match[3]) if match[3] else None, stop=match.end())
        return joined(self._of(first), self._of(first._replace(day=int(match[2]))))

    def _clocks(self, at: int, *, between: bool) -> Reading | None:
        """From 9 am to 5 pm on a day."""
        clock = _CLOCK.match(self.text, at)
        minute = None if clock is None else _minute_of(clock)
        joint = (
            None if clock is None else (_AND if between else _JOINT).match(self.text, clock.end())
        )
        last = None if joint is None or minute is None else self.date(joint.end())
        if last is None or last.unit != "minute" or minute is None:
            return None
        first = at_minute(last, minute, last.stop)
        return joined(first, last)

    # ---- lengths, now, open sides ---------------------------------------------------------------

    def length(self, at: int) -> Reading | None:
        """Two weeks, a year and a half, 3 years 2 months; with "ago" relative to now."""
        least = most = 0.0
        unit, stop, number = "", at, 1.0
        while (match := _LENGTH.match(self.text, stop)) is not None:
            unit = _singular(match["unit"])
            number, ends = _numbers(match)
            more = 0.5 if match["and"] or match["half_more"] else 0
            shortest, longest = _LENGTHS[unit]
            least += shortest * (number + more)
            most += longest * (ends + more)
            stop = match.end()
            joint = _AND_MORE.match(self.text, stop)
            if joint is None or _LENGTH.match(self.text, joint.end()) is None:
                break
            stop = joint.end()
        if not unit or re.compile(r"[\s-]+old\b").match(self.text, stop):
            return None
        size = Stretch(round(least * DAY), round(most * DAY))
        ago = _AGO.match(self.text, stop)
        if ago is not None:
            return self._ago(number, unit, size, ago)
        side = _SIDE_ALONE.match(self.text, stop)
        if side is not None:
            return Reading("vague", (), side.end(), unit)
        return Reading("length", (size,), stop, unit)

    def _ago(self, number: float, unit: str, size: Stretch, ago: re.Match[str]) -> Reading:
        if self.now is None or unit in ("minute", "hour"):
            return Reading("relative", (size,), ago.end(), unit)
        count = round(number) * (-1 if ago[1] == "ago" else 1)
        then = shifted(self.now, unit, count)
        readings = [whole(then, unit)]
        if unit in ("week", "fortnight"):
            readings.append(whole(then, "day"))
        return Reading("stretch", tuple(readings), ago.end(), unit)

    def this(self, at: int) -> Reading | None:
        """Yesterday, last week, next June, this year, last night."""
        word = self._word(at)
        if word in _NOW:
            return self._from_now("day", _NOW[word], at + len(word))
        match = _THIS.match(self.text, at)
        if match is None:
            return None
        return self._from_now(
            _singular(match["what"] or "day"), _WHICH[match["which"]], match.end()
        )

    def weekday(self, at: int) -> Reading | None:
        """A weekday alone: the last and the next one from now, if now is known."""
        word = self._word(at)
        if self.now is None:
            return Reading(
                "weekday", (Stretch(WEEKDAYS[word], WEEKDAYS[word] + 1),), at + len(word)
            )
        day = whole(self.now + DAY, "day"), whole(self.now - DAY, "day")
        readings = (*relative_to(day[0], word, -1), *relative_to(day[1], word, 1))
        return Reading("stretch", tuple(dict.fromkeys(readings)), at + len(word))

    def _from_now(self, what: str, count: int, stop: int) -> Reading:
        unit = "day" if what in WEEKDAYS else "season" if what in SEASONS else what
        unit = "month" if what in MONTH_NAMES else unit
        if self.now is None:
            return Reading("relative", (), stop, unit)
        return Reading("stretch", tuple(from_now(self.now, what, count)), stop, unit)

    def open(self, at: int) -> Reading | None:
        """Since, until, before, after X."""
        word = self._word(at)
        begin = at + len(word)
        if word in _WITH_MORE:
            more = _WITH_MORE[word].match(self.text, begin)
            if more is None:
                return None
            begin = more.end()
        within = self._closed(begin + len(self.text[begin:]) - len(self.text[begin:].lstrip()))
        if within is None:
            return None
        readings = tuple(_SIDES_OF[word](s) for s in within.readings)
        return within._replace(kind="open", readings=readings, anchored=-1)

    def clock(self, at: int) -> Reading | None:
        """A clock time of no day."""
        match = _CLOCK.match(self.text, at)
        minute = None if match is None else _minute_of(match)
        if match is None or minute is None:
            return None
        second = match["second"]
        first = 60 * minute + int(second or 0)
        readings = (Stretch(first, first + (1 if second else 60)),)
        return Reading("clock", readings, match.end(), "second" if second else "minute")

    def vague(self, at: int) -> Reading | None:
        """Recently, a few years ago, a few days before D, some time back."""
        word = self._word(at)
        if word in _VAGUE_WORDS:
            return Reading("vague", (), at + len(word))
        match = _VAGUE.match(self.text, at)
        if match is None:
            return None
        anchor = self.date(match.end()) if match["side"] else None
        return Reading("vague", (), match.end() if anchor is None else anchor.stop)

    def about(self, at: int) -> Reading | None:
        """About a time."""
        begin = at + (len(self._word(at)) or 1)
        found = self.time(begin + len(self.text[begin:]) - len(self.text[begin:].lstrip()))
        return None if found is None else found._replace(about=True)


_WITH_MORE = {"up": re.compile(r"\s+to\b"), "no": re.compile(r"\s+later\s+than\b")}
_AND_MORE = re.compile(r"\s*(?:,|and)?\s*")
_SIDE_ALONE = re.compile(r"\s+(?:before|after|later|earlier|prior|following|preceding)\b")
_SIDES_OF: dict[str, Callable[[Stretch], Stretch]] = {
    "since": lambda s: Stretch(s.first, None, s.reading),
    "after": lambda s: Stretch(s.after, None, s.reading),
    "before": lambda s: Stretch(None, s.first, s.reading),
    **dict.fromkeys(
        ("until", "till", "by", "up", "no"), lambda s: Stretch(None, s.after, s.reading)
    ),
}
_Reads = Callable[[Grammar, int], "Reading | None"]
_HOLIDAY_WORDS = listed(
    "new martin mlk m valentine valentines st saint good easter mother mothers memorial juneteenth "
    "father fathers independence labor labour halloween veteran veterans thanksgiving christmas "
    "boxing"
)

_Forms = tuple[
    tuple["re.Pattern[str]", Callable[[Grammar, "re.Match[str]"], "Reading | None"]], ...
]
_FORMS: dict[str, _Forms] = {
    **dict.fromkeys(SEASONS, ((_SEASON, Grammar.season),)),
    **dict.fromkeys(_HOLIDAY_WORDS, ((_HOLIDAY, Grammar.holiday),)),
    "q": ((_QUARTER, Grammar.quarter),),
    "0": (
        (_ISO, Grammar.iso),
        (_SLASHED, Grammar.slashed),
        (_MONTH_OF_YEAR, Grammar.month),
        (_QUARTER, Grammar.quarter),
        (_DECADE, Grammar.decade),
    ),
}
"""Dates that are not written in words, by what they begin with."""


def _vocabulary() -> tuple[dict[str, tuple[_Reads, ...]], dict[str, tuple[_Reads, ...]]]:
    """What may begin with a word or a number ("0"), longer forms first: dates, and other times."""
    g = Grammar
    units = [w for w in _UNITS.split("|") if w != "centurie"]
    dates: dict[str, tuple[_Reads, ...]] = {}
    dates |= dict.fromkeys((*_PARTS, "earlier", "later"), (g.part,))
    dates |= dict.fromkeys(_WHICH, (g.relative, g.nth, g.this))
    dates |= dict.fromkeys((*units, *_TIMES_OF_DAY.split("|")), (g.relative, g.unit_of))
    dates |= dict.fromkeys(_ABBREVIATED, (g.plain,))
    dates |= dict.fromkeys(WEEKDAYS, (g.relative, g.unit_of, g.plain))
    months = [*MONTH_NAMES, *(name[:3] for name in MONTH_NAMES), "sept"]
    dates |= dict.fromkeys((*months, *SEASONS), (g.relative, g.plain))
    dates |= dict.fromkeys((*_HOLIDAY_WORDS, "q", "ad", "bc", "ce", "noon", "midnight"), (g.plain,))
    dates |= dict.fromkeys(_NOW, (g.this,)) | dict.fromkeys(("a", "an"), (g.relative,))
    dates |= {"0": (g.nth, g.relative, g.plain), "month": (g.relative, g.unit_of, g.plain)}
    times: dict[str, tuple[_Reads, ...]] = dict.fromkeys((*dates, "from", "between"), (g.span,))
    times |= dict.fromkeys(_OPEN, (g.open,)) | dict.fromkeys(_ABOUT, (g.about,))
    times |= dict.fromkeys(("a", "an"), (g.span, g.vague, g.length))
    times |= {"0": (g.span, g.length, g.clock), "half": (g.length,), "": (g.about,)}
    times |= dict.fromkeys(WEEKDAYS, (g.span, g.weekday)) | dict.fromkeys(_WHICH, (g.vague, g.span))
    vague = "few several many some just very only recent long short not other near time while"
    times |= dict.fromkeys((*_VAGUE_WORDS, *vague.split(), *(f"{u}s" for u in units)), (g.vague,))
    times |= dict.fromkeys(("noon", "midnight"), (g.span, g.clock))
    return dates, times


_DATES, _TIMES = _vocabulary()
WORDS = frozenset(_TIMES)
CORE = frozenset(
    word
    for word in (*_TIMES, "future")
    if word
    not in (*_OPEN, *_ABOUT, *_PARTS, *_WHICH, "a", "an", "from", "between", "earlier", "later")
    and word not in listed("some just very only recent short not other near half few several many")
    and word
    not in listed("new good st saint m memorial boxing labor labour independence mother father")
)
"""Without one of these words, and without digits, a text names no time."""


def _singular(word: str) -> str:
    return "century" if word == "centurie" else word


def _minute_of(clock: re.Match[str]) -> int | None:
    """The minute of the day; ``None`` for 25:00."""
    if clock["named"]:
        return 720 if clock["named"] == "noon" else 0
    hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
    half = clock["half"] or clock["sharp"] or clock["part"]
    if half:
        hour = hour % 12 + 12 * (half[0] in "pe" or half == "afternoon")
    return 60 * hour + minute if 60 * hour + minute <= DAY and minute < 60 else None


def _numbers(match: re.Match[str]) -> tuple[float, float]:
    if match["half"]:
        return 0.5, 0.5
    least = float((match["least"] or "1").replace(",", ""))
    return least, max(least, float(match["most"] or 0))
