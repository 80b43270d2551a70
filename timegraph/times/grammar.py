"""The times that begin at a position of a text: a table of forms of dates, ranges, lengths, parts.

The text is in small letters, with digits for numbers and without articles. Days, months, years and
centuries are read by :func:`timeml.plain_dates.written_date`, as behind every other door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from timegraph.times import words
from timegraph.times.stretches import (
    DAY,
    HOLIDAYS,
    SEASONS,
    STEPS,
    WEEKDAYS,
    Reading,
    Stretch,
    day_of_holiday,
    from_now,
    minutes_of,
    of_days,
    of_months,
    shifted,
    whole,
)
from timegraph.times.words import Heads
from timeml.gregorian import NUMBER_OF_MONTH, date_of, day_number, days_in_month
from timeml.plain_dates import RefusedDate, Written, plain_date, written_date

_Match = re.Match[str]
_Reads = Callable[["Grammar", int], "Reading | None"]
_Forms = dict[str, list[tuple[_Reads, frozenset[str] | None]]]
_DEEPEST = 16
"""How many forms a time can have in each other; "early early early ..." has more."""
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
            if grammar.depth == _DEEPEST:
                return None
            grammar.depth += 1
            rest: Reading | None = getattr(grammar, then)(match.end())
            grammar.depth -= 1
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
    which in small letters only is ``raw``. ``words`` are its words, ``heads`` what it has at a
    position, and ``begins`` all positions at which a time can begin. ``year`` stands where a year
    is missing, ``now`` is the day of words such as "last week". ``lists`` says whether there can be
    lists of days; ``listed`` has where the words are that make them dates, by where they begin and
    end. ``depth`` is that of the form that is read in others."""

    text: str
    raw: str
    words: frozenset[str]
    heads: Heads
    begins: list[int]
    now: int | None
    year: int | None
    dates: dict[int, Reading | None]
    listed: dict[tuple[int, int], tuple[slice, ...]]
    lists: bool
    depth: int = 0

    def time(self, at: int) -> Reading | None:
        """The time that begins at a position, if any."""
        return self.first(TIMES, at)

    def first(self, forms: _Forms, at: int) -> Reading | None:
        """What the first of the forms reads that there is at a position."""
        for reads, only in forms.get(self.heads[at], ()):
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
        if self.lists and self._list_days(at):
            return self.dates[at]
        found = self.usual(at) if self.heads[at] in words.DATED else None
        found = found or self.first(_DATES, at)
        if found is None:
            self.dates[at] = None
            return None
        if found.unit in ("month", "part of a month"):
            found = self._on_day(found)
        if not found.year and self.now is not None and "year" in self.words:
            which = words.WHICH_YEAR.match(self.text, found.stop)
            if which is not None:  # May last year
                year = date_of(self.now)[0] + words.WHICH[which[1]]
                found = self._of_year(at, found, year, which.end())
        if found.unit == "day":
            weekday = words.ITS_WEEKDAY.match(self.text, found.stop)
            if weekday is not None and found.is_on(weekday[1]):  # 7 May 2023 (a Sunday)
                found = found._replace(stop=weekday.end())
        if found.unit == "day" and "weekend" in self.words:
            weekend = words.WEEKEND.match(self.text, found.stop)
            if weekend is not None:
                year = int(weekend[1] or 0)
                if year and not found.year and self.year != year:  # the Fourth of July weekend 2022
                    found = self._of_year(at, found, year, weekend.end())
                else:
                    found = found.each(Stretch.long_weekend, unit="weekend", stop=weekend.end())
        self.dates[at] = found
        return found

    def _of_year(self, at: int, found: Reading, year: int, stop: int) -> Reading:
        """A date in a year that stands after it."""
        found = (self.year != year and self.in_year(year).date(at)) or found
        return found._replace(stop=stop, year=True)

    def _on_day(self, found: Reading) -> Reading:
        """A month with the day in it that follows: in early May 2023, around the 7th."""
        day = words.ON_THE.match(self.text, found.stop)
        if day is None:
            return found
        on = found.each(lambda s: whole(s.days[0], "month").nth(int(day[1]), "day"), unit="day")
        return on._replace(stop=day.end()) if len(on.readings) == len(found.readings) else found

    def in_year(self, year: int) -> Grammar:
        """The same text, with another year where one is missing."""
        return replace(self, year=year, dates={})

    # ---- plain dates -----------------------------------------------------------------------

    def usual(self, at: int) -> Reading | None:
        """A day, a month or a year that is all there is at a position."""
        full = words.FULL_DATE.match(self.text, at)
        if full is not None:
            first, month, alone, second, in_year = full.groups()
            year, number, day = int(in_year), NUMBER_OF_MONTH.get(month or alone), first or second
            if number and day is None:
                return Reading("stretch", (of_months(year, number, 1),), full.end(), "month")
            if number and 0 < int(day) <= days_in_month(year, number):
                on = of_days(day_number(year, number, int(day)))
                return Reading("stretch", (on,), full.end())
        if "month" in self.words and self.text[at].isdigit():
            return None
        date = self.written(at)
        if date is None or date.years > 1 or words.GOES_ON.match(self.text, date.stop):
            return None
        return self.of(date) if self._is_date(date, at) else None

    def written(self, at: int) -> Written | None:
        """The plain date at a position, if there is one that can be."""
        try:
            return written_date(self.text, at) if self.heads[at] in words.DATED else None
        except RefusedDate:
            return None

    def plain(self, at: int) -> Reading | None:
        """A day, month, year, decade or century, and a clock time on a day."""
        clock = self.clock(words.CLOCK_ON, at)
        day = self.day(at if clock is None else clock[1])
        if day is not None and clock is not None:
            return day.at_minute(clock[0], day.stop) if day.unit == "day" else None
        clock = self.clock(words.CLOCK_AFTER, day.stop) if day and day.unit == "day" else None
        return day if day is None or clock is None else day.at_minute(*clock)

    def day(self, at: int) -> Reading | None:
        """A day, month, year, decade or century, in any form."""
        found = self.first(_DAYS, at)
        if found is not None:
            return found
        try:
            written = written_date(self.text, at) if self.heads[at] in words.DATED else None
        except RefusedDate:
            return Reading("impossible", (), at + 1)
        return self.of(written) if written is not None and self._is_date(written, at) else None

    def clock(self, form: re.Pattern[str], at: int) -> tuple[int, int] | None:
        """The minute of the day at a position, and where its form ends; ``None`` for 25:00."""
        if ":" not in self.text and words.OF_CLOCKS.isdisjoint(self.words):
            return None
        match = form.match(self.text, at)
        if match is None:
            return None
        clock = match.groupdict("")
        if clock.get("named"):
            return 720 * (clock["named"] == "noon"), match.end()
        hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
        half = clock["half"] or clock.get("part")
        if half:
            hour = hour % 12 + 12 * (half[0] in "pe" or half == "afternoon")
        quarter = words.QUARTERS.get(" ".join(clock.get("quarter", "").split()), 0)
        at_minute = 60 * hour + minute + quarter
        return (at_minute, match.end()) if 0 <= at_minute <= DAY and minute < 60 else None

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
        """A season, quarter or half from a month on, of a year that may be missing."""
        known = int(year) if year else self.year
        readings = () if known is None else (of_months(known, month, 6 if unit == "half" else 3),)
        return Reading("stretch", readings, stop, unit, year=bool(year))

    def _is_date(self, found: Written, at: int) -> bool:
        """Whether it is not a verb ("may"), and not a number of something else."""
        before = self.raw[max(0, at - 24) : at]
        if found.month:
            if found.year is not None or found.day or not words.VERBS.match(self.text, at):
                return True
            first = not before.strip() and words.MONTH_ALONE.match(self.text, found.stop)
            return bool(first or words.BEFORE_MONTH.search(before))
        if self.text[found.stop : found.stop + 1].isalpha():  # 2023年
            return False
        if found.years > 1 or not self.text[at : found.stop].isdigit():
            return True
        if words.COUNTED.match(self.text, found.stop) or words.FOREIGN.search(before):
            return False
        others = not words.OTHER.isdisjoint(self.words)
        if others and words.AFTER_OTHER.search(self.raw, max(0, at - 40), at):
            return False
        if not 1000 <= (found.year or 0) <= 2999:
            return at == 0 or bool(re.search(r"\b(?:year|in)\s+$", before))
        if words.ABOUT_MANY.match(self.raw, self.raw.rfind(" ", 0, max(0, at - 1)) + 1):
            return False
        return bool(
            words.AFTER_YEAR.match(self.text, found.stop) or words.BEFORE_YEAR.search(before)
        )

    # ---- ranges ------------------------------------------------------------------------------

    def span(self, at: int) -> Reading | None:
        """A date, or what is from the start of one to the end of another; both share what one end
        lacks."""
        opening = words.FROM.match(self.text, at) if self.heads[at] in words.OPENINGS else None
        begin = at if opening is None else opening.end()
        between = opening is not None and opening[1] == "between"
        first = self.date(begin)
        alone = first if opening is None else None
        if first is None or first.kind != "stretch":
            return self._days_of_month(begin, between) or self._clocks(begin, between) or alone
        join = words.JOIN.match(self.text, first.stop)
        if join is None and not between:
            return alone
        days = self._days_of_month(begin, between)
        if days is not None:
            return days
        if join is not None and not between:
            if join["early"]:  # 2018 or earlier
                return first.each(lambda s: s._replace(first=None), kind="open", stop=join.end())
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
            joint = words.JOINT.match(self.text, at)
            yield from () if joint is None else (joint.end(),)
            return
        for joint in words.AND.finditer(self.text, at, at + 200):
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
        match = words.DAY_TO.match(self.text, at)
        if match is not None:
            last = self.written(match.end())
            follows = between or match["joint"].strip() not in ("and", "&")
            if last is not None and last.day and (follows or last.day == int(match[1]) + 1):
                return self.of(last._replace(day=int(match[1]))).until(self.of(last))
        first = None if self.text[at : at + 1].isdigit() else self.written(at)
        if first is None or not first.day or first.year is not None:
            return None
        match = words.TO_DAY.match(self.text, first.stop)
        if match is None or not (
            between or "and" not in match["joint"] or int(match[2]) == first.day + 1
        ):
            return None
        first = first._replace(year=int(match[3]) if match[3] else None, stop=match.end())
        return self.of(first).until(self.of(first._replace(day=int(match[2]))))

    def _list_days(self, at: int) -> bool:
        """Whether a list of days begins here ("7, 9 and 12 May 2023", "May 7 and 9, 2023"): each
        has what the first or the last one has, and days that follow each other are one range."""
        days_and = words.DAYS_AND.match(self.text, at)
        if days_and is None and self.text[at : at + 1].isdigit():
            return False
        date = self.written(at if days_and is None else days_and.end())
        if date is None or not date.day or (days_and is None and date.year is not None):
            return False
        if days_and is not None:
            found = list(words.NUMBER.finditer(self.text, at, days_and.end(1)))
            before, after = slice(0), slice(days_and.end(1), date.stop)
        else:
            and_days = words.AND_DAYS.match(self.text, date.stop)
            if and_days is None:
                return False
            end, stop = and_days.span("year")
            first = list(words.NUMBER.finditer(self.text, at, date.stop))[-1]
            found = [first, *words.NUMBER.finditer(self.text, date.stop, end)]
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
        """From 9 am to 5 pm on a day, between 9 and 10 pm on a day."""
        halved = self.clock(words.HOUR_TO, at)
        clock = halved or self.clock(words.CLOCK_AND if between else words.CLOCK_TO, at)
        last = None if clock is None else self.date(clock[1])
        if clock is None or last is None or last.unit != "minute":
            return None
        found = last.at_minute(clock[0], last.stop).until(last)
        if halved is not None and not found.readings and clock[0] >= 720:  # from 11 to 1 pm
            return last.at_minute(clock[0] - 720, last.stop).until(last)
        return found

    # ---- lengths, and now -----------------------------------------------------------------------

    def length(self, at: int) -> Reading | None:
        """Two weeks, a year and a half, 3 years 2 months; with "ago" relative to now."""
        least = most = (0.0, 0.0)
        unit, stop, number = "", at, 1.0
        match = words.LENGTH.match(self.text, at)
        while match is not None:
            unit, stop = words.singular(match["unit"]), match.end()
            number = 0.5 if match["half"] else float((match["least"] or "1").replace(",", ""))
            more = 0.5 if match["and"] or match["half_more"] else 0
            top = max(number, float(match["most"] or match["or"] or 0))
            minutes, months = words.LENGTHS[unit]
            least = (least[0] + minutes * (number + more), least[1] + months * (number + more))
            most = (most[0] + minutes * (top + more), most[1] + months * (top + more))
            match = words.LENGTH.match(self.text, stop)
        after = words.AFTER_LENGTH.match(self.text, stop)
        if not unit or (after is not None and after["old"]):
            return None
        size = Stretch(minutes_of(*least)[0], minutes_of(*most)[1])
        if after is None:
            return Reading("length", (size,), stop, unit)
        if after["side"]:
            return Reading("vague", (), after.end(), unit)
        if self.now is None or unit in ("minute", "hour"):
            return Reading("relative", (size,), after.end(), unit)
        then = shifted(self.now, unit, round(number) * (-1 if after["ago"] == "ago" else 1))
        units = (unit, "day") if unit in ("week", "fortnight") else (unit,)
        return Reading("stretch", tuple(whole(then, u) for u in units), after.end(), unit)


# ---- days, months, years -------------------------------------------------------------------------


@_form(
    _DAYS,
    words.SOME_DAYS,
    rf"({words.any_of(words.SOME_DAYS)})\b\.?(?:(\s*[(–—-]\s*)|[\s,]*)",
    "day",
)
def _on_weekday(g: Grammar, match: _Match, day: Reading) -> Reading | None:
    """Sunday, 7 May 2023; Sunday (7 May 2023)."""
    return day if day.unit == "day" and (not match[2] or day.is_on(match[1])) else None


@_form(
    _DAYS,
    "0qh",
    rf"(?=\d+[-–/.](?:\d|w\d)|\d{{8}}|\d0'?s|\d{{4}}[\s,-]+(?:[qh]\d|{words.any_of(SEASONS)})|[qh]\d)",
)
def _in_digits(g: Grammar, match: _Match) -> Reading | None:
    """What is written with digits alone, or a decade."""
    return g.first(_DIGITS, match.start())


@_form(
    _DIGITS,
    "0",
    r"(?:(?:-0\d{3}|\d{4})-(?:w\d\d(?:-[1-7])?|\d\d(?:-\d\d)?)(?:t\d\d(?::\d\d){0,2})?|[12]\d{7})"
    r"(?!\w|-(?!\d{4}-))"
    r"|(0?[1-9]|1[0-2])[/-](\d{4})(?![\w/]|-\d)",
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


@_form(_DIGITS, "0qh", words.QUARTER)
def _quarter(g: Grammar, match: _Match) -> Reading | None:
    """Q3 2022, 2022 Q3, H2 2022."""
    year, number = match[3] or match[4], int(match[2] or match[6])
    unit, months = ("quarter", 3) if (match[1] or match[5]) == "q" else ("half", 6)
    if 0 < number * months < 13 and (year or months == 3):
        return g.of_months(year, months * (number - 1) + 1, match.end(), unit)
    return Reading("impossible", (), match.end()) if year else None


@_form(_DIGITS, "0", words.YEAR_SEASON)
def _season_of(g: Grammar, match: _Match) -> Reading:
    """2022 summer."""
    return g.of_months(match[1], SEASONS[match[2]], match.end(), "season")


@_form(_DIGITS, "0", r"'?(\d0)'?s\b")
def _decade(g: Grammar, match: _Match) -> Reading | None:
    """The 20s, the '90s; not those of somebody's life."""
    if words.AGE.search(g.raw[max(0, match.start() - 24) : match.start()]):
        return None
    centuries = (2000, 1900) if int(match[1]) < 30 else (1900,)
    readings = tuple(of_months(century + int(match[1]), 1, 120) for century in centuries)
    return Reading("stretch", readings, match.end(), "decade")


@_form(
    _DAYS,
    SEASONS,
    rf"({words.any_of(SEASONS)})(?:time)?\b(?:\s+(?:months|season)\b)?"
    rf"(?:{words.ON}(?:year\s+)?(?:(\d{{4}})\b|'(\d\d)\b)"
    r"(?:[-–/](\d{4}|\d\d)\b)?)?",
)
def _season(g: Grammar, match: _Match) -> Reading | None:
    """Winter 2022, winter 2022-23, the spring of '69."""
    year, stop = match[2], match.end()
    if match[3]:
        year = f"{'19' if match[3] > '30' else '20'}{match[3]}"
    if not year and words.VERBS.match(match[1]):
        before = g.raw[max(0, match.start() - 24) : match.start()]
        joined = not before.strip() and words.MONTH_ALONE.match(g.text, match.end())
        if not (joined or re.search(r"\bthe\s$", before) or words.BEFORE_MONTH.search(before)):
            return None
    if match[4] and int(match[4]) % 100 != (int(year) + 1) % 100:
        stop = match.start(4) - 1
    return g.of_months(year, SEASONS[match[1]], stop, "season")


@_form(
    _DAYS,
    words.OF_HOLIDAYS,
    rf"(?:{words.any_of(f'({name})' for name in HOLIDAYS)})\b'?".replace(" ", r"\.?\s+")
    + rf"(?:\s+(?:{words.any_of(words.TIMES_OF_DAY)})\b)?(?:{words.ON}(?P<year>\d{{4}})\b)?",
)
def _holiday(g: Grammar, match: _Match) -> Reading | None:
    """Easter 2022; not that of another calendar."""
    of_other = words.OF_OTHER.search(g.raw, max(0, match.start() - 24), match.start())
    if of_other and not (of_other[1] and words.SHARED.match(match[0])):
        return None
    rule = next(rule for rule, name in zip(HOLIDAYS.values(), match.groups(), strict=False) if name)
    year = int(match["year"]) if match["year"] else g.year
    readings = () if year is None else (day_of_holiday(year, rule),)
    return Reading("stretch", readings, match.end(), year=bool(match["year"]))


# ---- dates relative to others, and to now -------------------------------------------------------

_COUNTS = words.any_of(words.WHICH)
_SIDE = r"before|preceding|prior|leading|earlier than|after|following|later than"
_SOME = ("a", "an", "0", *words.WHICH, *words.LENGTHS, *words.TIMES_OF_DAY, *WEEKDAYS, *words.NAMED)


@_form(
    _DATES,
    _SOME,
    rf"(?:(?P<count>an?|\d+|\d+th|{_COUNTS})\s+)?{words.WHAT}\s+"
    rf"(?:(?:just|right|immediately|directly)\s+)?(?P<side>{_SIDE})\b"
    rf"(?:\s+(?:to|up|on)\b)*\s*{words.EVENT}",
    then="date",
    only="before preceding prior leading earlier after following later",
)
def _relative(g: Grammar, match: _Match, anchor: Reading) -> Reading:
    """The week before D, two days after D, the Friday before D, the second Monday after D."""
    what, count = words.singular(match["what"]), match["count"] or ""
    times = int(count.removesuffix("th")) if count[:1].isdigit() else 1
    numbered = count[-1:].isdigit() or count in ("a", "an")
    times *= 1 if match["side"] in ("after", "following", "later than") else -1
    found: list[Stretch] = []
    whole_time = numbered and abs(times) > 1 and g.raw[: match.start()].endswith(("the ", "last "))
    for stretch in anchor.readings:
        if whole_time and what in STEPS:
            found.append(stretch.next_to(what, times))
        else:
            found += stretch.relative(what, times, numbered=numbered)
    return Reading(
        "stretch", tuple(found), anchor.stop, words.unit_of(what), match.end(), anchor.year
    )


@_form(
    _DATES,
    ("0", "latter", *words.WHICH),
    rf"(?P<nth>\d{{1,3}}{words.NTH}|last|final|latter)\s+(?:(?P<many>\d+)\s+)?"
    rf"(?:fiscal\s+|full\s+)?(?:(?P<what>half|{words.UNITS}|{words.DAYS_OF_WEEK})"
    r"(?:(?(many)|(?P<all>))s)?\b\s*(?:of|(?P<in>in))\b|(?P<alone>half|quarter)s?\b)\s*",
    then="span",
)
def _nth(g: Grammar, match: _Match, outer: Reading) -> Reading | None:
    """The first week, last weekend, second Friday, first three days of X, and halves."""
    nth = -1 if match["nth"].isalpha() else int(match["nth"][:-2])
    what, many = words.singular(match["what"] or match["alone"]), int(match["many"] or 1)
    if match["all"] is not None:  # the last days of X
        return outer
    found = outer.each(lambda s: s.nth(nth, what, many), unit=words.unit_of(what))
    if outer.readings and not found.readings:
        other = match["in"] and what not in WEEKDAYS  # her second year in 2019
        other = other or what in ("minute", "hour", outer.unit)
        return None if other else found._replace(kind="impossible")
    return found


@_form(
    _DATES,
    ("week", "day", "month", "quarter", "half"),
    r"(week|day|month|quarter|half)\s+(\d{1,3})(?:\s*,|\s+(?:of|in)\b)?\s*(?=\d{4}\b)",
    then="date",
)
def _numbered(g: Grammar, match: _Match, year: Reading) -> Reading | None:
    """Week 19 of 2023, day 128 of 2023, quarter 3 of 2023."""
    number, what, begin = int(match[2]), match[1], year.in_year
    if year.unit != "year" or begin is None:
        return None
    if what == "week":  # the first one has 4 January, as in ISO 8601
        week = of_days(whole(day_number(begin, 1, 4), what).days[0] + 7 * number - 7, 7)
        within = date_of(week.days[0] + 3)[0] == begin
        found = year._replace(readings=(week,) if within else (), unit=what)
    else:
        found = year.each(lambda s: s.nth(number, what) if number else None, unit=what)
    return found if found.readings else found._replace(kind="impossible")


@_form(
    _DATES,
    (*words.LENGTHS, *words.TIMES_OF_DAY, *WEEKDAYS),
    rf"(?P<what>{words.UNITS}|{words.any_of(words.TIMES_OF_DAY)}|{words.DAYS_OF_WEEK})\s+"
    r"(?:(?P<of>of|in|ending|starting|beginning|commencing)|containing|including)\b(?:\s+on\b)?\s*",
    then="span",
)
def _unit_of(g: Grammar, match: _Match, within: Reading) -> Reading | None:
    """The week, the weekend, the day, the night of D; the Friday of a week."""
    what = match["what"]
    if what in ("week", "weekend") and within.unit == "day":
        found = [r for s in within.readings for r in s.holding(what, match["of"] or "of")]
        return within._replace(readings=tuple(found), unit=what, anchored=match.end())
    if what in WEEKDAYS and all(s.days[1] - s.days[0] < 8 for s in within.readings):
        on_day = within.each(lambda s: s.nth(1, what), unit="day")
        return on_day if on_day.readings else None
    return within


@_form(
    _DATES,
    {*words.NOW, *_SOME},
    rf"(?P<now>{words.any_of(words.NOW)})|(?:(?P<which>{_COUNTS}|an?|\d+(?:th)?)\s+)?"
    rf"(?:{words.WHAT}(?P<second>\s+(?:before\s+last|after\s+(?P<next>last|next))\b)?"
    r"(?P<ago>\s+ago\b)?)",
    only=" ".join(("ago", *words.NOW, *words.WHICH)),
)
def _this(g: Grammar, match: _Match) -> Reading | None:
    """Yesterday, last week, next June, this year, last night, the week before last."""
    second = 2 if match["next"] == "next" else -2
    count = (
        second if match["second"] else words.NOW.get(match["now"], words.WHICH.get(match["which"]))
    )
    if match["ago"] and match["what"] in WEEKDAYS and match["which"].isdigit():
        count = -int(match["which"])
    if count is None:
        return None
    what = words.singular(match["what"] or "day")
    if g.now is None:
        return Reading("relative", (), match.end(), words.unit_of(what))
    return Reading("stretch", tuple(from_now(g.now, what, count)), match.end(), words.unit_of(what))


@_form(
    _DATES,
    (*words.PARTS, "earlier", "later"),
    rf"(?P<part>{words.any_of(words.PARTS)}|earlier|later)(?![a-z])"
    rf"(?:[\s-]*(?:\b(?:to|or)\b|[-–/])[\s-]*(?P<last>{words.any_of(words.PARTS)})(?![a-z]))?"
    r"(?:[\s-]+(?:of|part|days?|month|year|way)\b|(?<=way)\s+through\b|(?<=r)\s+in\b"
    r"|(?<!end)(?<!g)(?<!t)\s+(?:in|on)\b)*[\s-]*",
    then="date",
)
def _part(g: Grammar, match: _Match, within: Reading) -> Reading:
    """Early, mid or late X; beginning or end of X; mid to late X; earlier in X."""
    part = words.PARTS.get(match["part"])
    if part is None:
        return within
    last = words.PARTS[match["last"] or match["part"]]
    return within.each(lambda s: s.part(part, last), unit=f"part of a {within.unit}")


_add(
    _DATES,
    {*_DAYS, *words.NAMED, *("month", "ad", "bc", "ce", "noon", "midnight", "half", "quarter")},
    Grammar.plain,
)


# ---- other times ---------------------------------------------------------------------------------


@_form(
    TIMES,
    {*words.OF_VAGUE, *words.WHICH, "a", "an", *(f"{unit}s" for unit in words.LENGTHS)},
    rf"(?:{words.any_of(words.VAGUE)})(?![^\W\d_])"
    r"|(?:(?:just|very|only|a|last|past|next|coming|recent)\s+){0,4}"
    rf"(?:(?:few|several|many|some)(?:\s+(?:more|short|long))?\s+(?:{words.UNITS}|time)s?\b"
    r"|(?:long|short)?\s*(?:time|while)(?=\s+(?:ago|back|before|after|later))|long\s+time\b"
    rf"|(?:not\s+)?long(?=\s+ago)|recent\s+(?:{words.UNITS})s|other\s+(?:day|week|month|night)\b"
    rf"|near\s+future\b|(?<=\ba )while\b|(?<=\bfor )(?:{words.UNITS})s\b"
    rf"|(?:{words.UNITS})s(?=\s+(?:ago|{_SIDE})\b))"
    r"(?P<side>\s+(?:ago|back|before|(?:earlier|later)(?:\s+than)?|after|prior(?:\s+to)?|following"
    rf"|leading(?:\s+up)?\s+to|preceding)\b\s*{words.EVENT})?\s*",
)
def _vague(g: Grammar, match: _Match) -> Reading:
    """Recently, a few years ago, a few days before D, some time back."""
    anchor = g.date(match.end()) if match["side"] else None
    return Reading("vague", (), match.end() if anchor is None else anchor.stop)


_add(TIMES, {*_DATES, "from", "between"}, Grammar.span)
_add(TIMES, ("0", "half", "a", "an"), Grammar.length)


@_form(TIMES, ("0", "noon", "midnight", "half", "quarter"), words.CLOCK)
def _clock(g: Grammar, match: _Match) -> Reading | None:
    """A clock time of no day."""
    clock = g.clock(match.re, match.start())
    if clock is None:
        return None
    first, length = 60 * clock[0] + int(match["second"] or 0), 1 if match["second"] else 60
    unit = "second" if match["second"] else "minute"
    return Reading("clock", (Stretch(first, first + length),), match.end(), unit)


@_form(TIMES, WEEKDAYS, rf"{words.DAYS_OF_WEEK}")
def _weekday(g: Grammar, match: _Match) -> Reading:
    """A weekday alone: the last and the next one from now, if now is known."""
    number = WEEKDAYS[match[0]]
    if g.now is None:
        return Reading("weekday", (Stretch(number, number + 1),), match.end())
    last, next_ = (of_days(g.now - k).relative(match[0], k) for k in (-1, 1))
    return Reading("stretch", tuple(dict.fromkeys((*last, *next_))), match.end())


@_form(
    TIMES,
    ("since", "after", "before", "until", "till", "by", "up", "no", "not"),
    r"(?P<side>since|after|before|until|till|by|up\s+(?:to|through)|not?\s+later\s+than"
    r"|not?\s+(?:before|after|earlier\s+than))\b\s*(?:(?:around|about|approximately|at\s+least)\s+)*",
    then="span",
)
def _open(g: Grammar, match: _Match, within: Reading) -> Reading:
    """Since, until, before, after X."""

    def opened(s: Stretch) -> Stretch:
        sides = {"since": (s.first, None), "after": (s.after, None), "before": (None, s.first)}
        side = re.sub(r"no.*(?:before|earlier.*)", "since", match["side"])
        return Stretch(*sides.get(side, (None, s.after)), s.reading)

    return within.each(opened, kind="open", anchored=-1)


@_form(
    TIMES,
    ("", "about", "around", "approximately", "circa", "ca", "roughly"),
    r"(?:([^\W\d_]+|~)|(?!-0\d{3}-).)\s*",
    then="time",
)
def _about(g: Grammar, match: _Match, found: Reading) -> Reading:
    """About a time; (5 May), '22."""
    return Reading(*found[:6], found.about or match[1] is not None)


_DATES[""] = _DIGITS["0"][:1]  # -0043-03-15
_add(TIMES, ("",), Grammar.span)


WORDS = frozenset(TIMES) - {"0", ""}
"""The words with which a time can begin."""
