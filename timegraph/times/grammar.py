"""The times that begin at a word of a text: a grammar of dates, ranges, lengths and parts.

A text is cut into words and numbers; the grammar reads the longest time from a word on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from timegraph.times.stretches import (
    DAY,
    END,
    HOLIDAYS,
    UNITS,
    Stretch,
    Token,
    day_of_holiday,
    from_now,
    holding,
    listed,
    long_weekend,
    months_from,
    nth_of,
    of_days,
    part_of,
    relative_to,
    shifted,
    whole,
)
from timeml.gregorian import date_of, day_number, days_in_month
from timeml.plain_dates import RefusedDate, plain_date

Kind = Literal["stretch", "open", "length", "relative", "weekday", "clock", "vague", "impossible"]


class Reading(NamedTuple):
    """What a phrase means: ``year`` is False where the year is missing."""

    kind: Kind
    readings: tuple[Stretch, ...]
    stop: int
    unit: str = "day"
    anchored: int = -1
    year: bool = True
    about: bool = False


class Grammar:
    """Reads the longest time from a token on. ``year`` stands where a year is missing, ``anchor``
    is the now of words such as "last week", in minutes."""

    def __init__(self, tokens: list[Token], anchor: int | None, year: int | None) -> None:
        self.tokens = [*tokens, *END]
        self.kinds = [token.kind for token in self.tokens]
        self.texts = [token.text for token in self.tokens]
        self.dates: dict[int, Reading | None] = {}
        self.anchor = anchor
        self.year = year

    # ---- tokens --------------------------------------------------------------------------

    def past(self, k: int, *words: str) -> int:
        """The first token from ``k`` on that is not in ``words``."""
        while self.texts[k] in words:
            k += 1
        return k

    # ---- dates ---------------------------------------------------------------------------

    def date(self, k: int) -> Reading | None:
        """A date of any precision: a part, a range inside one date, one relative to a date, or a
        plain one."""
        k = self.past(k, "the")
        if k not in self.dates:
            self.dates[k] = self._date(k)
        return self.dates[k]

    def _date(self, k: int) -> Reading | None:
        for reads in _READERS.get(self.kinds[k], ()):
            found: Reading | None = getattr(self, reads)(k)
            if found is None:
                continue
            if self.texts[found.stop] != "weekend" or found.unit != "day":
                return found
            year, stop = self._year_at(found.stop + 1)
            if year is not None and not found.year:  # the Fourth of July weekend 2022
                month, day = self._month_and_day(k)
                dated = self._dated(year, stop, month, day)
                return dated and self._its_weekend(dated)
            return self._its_weekend(found)._replace(stop=found.stop + 1)
        return None

    def _month_and_day(self, k: int) -> tuple[int, int]:
        """The month and the day that stand at a token, in either order."""
        tokens = [t for t in self.tokens[k : k + 4] if t.kind in ("month", "number", "ordinal")]
        day, month = sorted(tokens[:2], key=lambda token: token.kind == "month")
        return month.value, day.value

    def _its_weekend(self, found: Reading) -> Reading:
        """The weekend next to a day, with the day itself if it is next to that."""
        readings = tuple(map(long_weekend, found.readings))
        return found._replace(readings=readings, unit="weekend")

    def _with_clock(self, k: int) -> Reading | None:
        """A plain date, with a clock time before or after it where there is one."""
        time = self._clock(k)
        if time is not None:
            stop = self.past(time[1], ",", "on", "the")
            day = self.plain(stop)
            if day is None or day.unit != "day":
                return None
            return self._at(day, time, day.stop)
        day = self.plain(k)
        if day is None or day.unit != "day":
            return day
        time = self._clock(self.past(day.stop, ",", "at"))
        return day if time is None else self._at(day, time, time[1])

    def _at(self, day: Reading, time: tuple[int, int], stop: int) -> Reading:
        readings = tuple(
            Stretch(s.first + time[0], s.first + time[0] + 1, s.reading)
            for s in day.readings
            if s.first is not None
        )
        return day._replace(readings=readings, stop=stop, unit="minute")

    def _clock(self, k: int) -> tuple[int, int] | None:
        """A clock time as minutes of the day, and the token after it."""
        kind, text = self.kinds[k], self.texts[k]
        if text in ("noon", "midnight"):
            return (720 if text == "noon" else 0), k + 1
        if kind == "clock":
            hour, minute = (int(part) for part in text.split(":")[:2])
            stop = k + 1
        elif kind == "number" and self.texts[k + 1] in ("am", "pm", "a", "p"):
            hour, minute, stop = self.tokens[k].value, 0, k + 1
        else:
            return None
        half = self.texts[stop]
        if half in ("a", "p") and self.texts[stop + 1] == "m":
            half, stop = f"{half}m", stop + 1
        if half in ("am", "pm"):
            hour, stop = hour % 12 + 12 * (half == "pm"), stop + 1
        return (60 * hour + minute, stop) if hour < 25 and minute < 60 else None

    def plain(self, k: int) -> Reading | None:
        """A day, month, quarter, season, year, decade or century."""
        k = self.past(k, "the", "month", "year", "of")
        token = self.tokens[k]
        if token.kind == "weekday":
            after = self.plain(self.past(k + 1, ",", "the"))
            return after if after is not None and after.unit == "day" else None
        if token.kind == "last" and self.kinds[k + 1] in ("month", "season"):
            return None
        read = {
            "iso": self._iso,
            "slashed": self._slashed,
            "month": self._month_first,
            "season": self._season,
            "number": self._number_first,
            "ordinal": self._number_first,
            "decade": self._decade,
            "word": self._quarter,
        }.get(token.kind)
        return None if read is None else read(k)

    def _year_at(self, k: int) -> tuple[int | None, int]:
        """A year that may follow a month, and the token after it."""
        stop = self.past(k, ",", "of", "in", "the", "year")
        found = self._year(stop)
        if found is None and self.kinds[stop] == "number" and len(self.texts[stop]) == 3:
            found = self.tokens[stop].value, stop + 1
        return (None, k) if found is None else found

    def _year(self, k: int) -> tuple[int, int] | None:
        """A year: four digits, an apostrophe year of two is not read; any number with BC or AD."""
        if self.texts[k] in ("ad", "ce") and self.kinds[k + 1] == "number":
            return self.tokens[k + 1].value, k + 2
        if self.kinds[k] != "number":
            return None
        token = self.tokens[k]
        before = self.texts[k + 1] in ("bc", "bce") or (
            self.texts[k + 1] == "b" and self.texts[k + 2] == "c"
        )
        if before:
            return 1 - token.value, k + 2 + (self.texts[k + 1] == "b")
        if self.texts[k + 1] in ("ad", "ce"):
            return token.value, k + 2
        plain = len(token.text) == 4 and "," not in token.text and token.value > 0
        return (token.value, k + 1) if plain else None

    def _dated(
        self, year: int | None, stop: int, month: int, day: int | None = None
    ) -> Reading | None:
        """The day or month of a year; without one of :attr:`year`, and else no stretch yet."""
        known = year if year is not None else self.year
        longest = days_in_month(2000 if known is None else known, month)
        if day is not None and not 1 <= day <= longest:
            return Reading("impossible", (), stop) if 1 <= day <= 31 else None
        if known is None:
            return Reading("stretch", (), stop, "month" if day is None else "day", year=False)
        if day is None:
            return Reading(
                "stretch", (months_from(known, month, 1),), stop, "month", year=year is not None
            )
        number = day_number(known, month, day)
        return Reading("stretch", (of_days(number, number + 1),), stop, year=year is not None)

    def _month_first(self, k: int) -> Reading | None:
        month = self.tokens[k].value
        after = self.past(k + 1, "the")
        if (
            self.kinds[after] in ("number", "ordinal")
            and self.tokens[after].value <= 31
            and (self.kinds[after] == "ordinal" or len(self.texts[after]) < 3)
        ):
            year, stop = self._year_at(after + 1)
            found = self._dated(year, stop, month, self.tokens[after].value)
            if found is not None:
                return found
        year, stop = self._year_at(k + 1)
        if (
            year is None
            and self.texts[k] in ("may", "march", "mar", "sat", "sun")
            and self.texts[k - 1] not in _BEFORE_MONTHS
        ):
            return None  # "may" is a verb, "march" a noun
        return self._dated(year, stop, month)

    def _number_first(self, k: int) -> Reading | None:
        token = self.tokens[k]
        month = self.past(k + 1, "of", "day", "-", ",")
        if token.value <= 31 and self.kinds[month] == "month" and self.texts[month - 1] != ",":
            year, stop = self._year_at(self.past(month + 1, "-"))
            return self._dated(year, stop, self.tokens[month].value, token.value)
        if token.kind == "ordinal":
            return self._ordinal_period(k)
        found = self._year(k)
        if found is not None and found[0] == 1 and token.value == 0:
            return Reading("impossible", (), found[1])  # there is no year 0 BC
        if (
            found is None
            or self.texts[found[1]] in ("years", "days", "months", "weeks")
            or not self._may_be_year(k, found[1])
        ):
            return None
        return Reading("stretch", (months_from(found[0], 1, 12),), found[1], "year")

    def _may_be_year(self, k: int, stop: int) -> bool:
        """Whether four digits are a year: where no noun follows that they could count, and where
        they do not follow a day and a word that is not a month of ours."""
        if self.texts[stop] in ("years", "days", "months", "weeks"):
            return False
        after_day = k > 1 and self.kinds[k - 2 : k] == ["number", "word"]
        if after_day and self.tokens[k - 2].value < 32 and self.texts[k - 1] not in _BEFORE_YEARS:
            return False
        if stop > k + 1 or not 1000 <= self.tokens[k].value <= 2999:
            return stop > k + 1 or self.texts[k - 1] in ("year", "in") or k == 0
        follows = self.tokens[stop]
        return (
            follows.kind != "word"
            or follows.text in _AFTER_YEARS
            or (k > 0 and self.kinds[k - 1] != "word")
            or (self.texts[k - 1] in _BEFORE_YEARS)
        )

    def _as_written(self, text: str, stop: int) -> Reading | None:
        """What the reader of dates behind every other door makes of these words."""
        try:
            place = plain_date(text)
        except RefusedDate:
            return Reading("impossible", (), stop)
        if place is None:
            return None
        first, after = (
            None if at is None else int(at // 60) for at in (place.earliest, place.latest)
        )
        return Reading("stretch", (Stretch(first, after),), stop, place.granularity)

    def _ordinal_period(self, k: int) -> Reading | None:
        value, stop = self.tokens[k].value, k + 1
        if self.texts[stop] == "quarter":
            year, stop = self._year_at(stop + 1)
            return self._in_year(year, stop, 3 * value - 2, "quarter") if value <= 4 else None
        if self.texts[stop] == "century":
            before = self.texts[stop + 1] in ("bc", "bce") or self.texts[stop + 1] == "b"
            stop += 2 + (self.texts[stop + 1] == "b") if before else 1
            return self._as_written(f"{value}th century{' BC' * before}", stop)
        return None

    def _in_year(self, year: int | None, stop: int, month: int, unit: str) -> Reading:
        known = year if year is not None else self.year
        readings = () if known is None else (months_from(known, month, 3),)
        return Reading("stretch", readings, stop, unit, year=year is not None)

    def _season(self, k: int) -> Reading | None:
        year, stop = self._year_at(k + 1)
        if (
            year is None
            and self.texts[k] in ("fall", "spring")
            and self.texts[k - 1]
            not in ("in", "the", "early", "late", "mid", "of", "-", "last", "this", "next")
        ):
            return None  # verbs, too
        return self._in_year(year, stop, self.tokens[k].value, "season")

    def _quarter(self, k: int) -> Reading | None:
        """A quarter ("Q3 2022"), or a year whose era stands first ("AD 85")."""
        dated = self._year(k) if self.texts[k] in ("ad", "ce") else None
        if dated is not None:
            return Reading("stretch", (months_from(dated[0], 1, 12),), dated[1], "year")
        if (
            self.texts[k] == "q"
            and self.kinds[k + 1] == "number"
            and 1 <= self.tokens[k + 1].value <= 4
        ):
            year, stop = self._year_at(k + 2)
            return self._in_year(year, stop, 3 * self.tokens[k + 1].value - 2, "quarter")
        return None

    def _decade(self, k: int) -> Reading | None:
        value = self.tokens[k].value
        if value < 100 or value % 10:
            return None
        span, unit = (100, "century") if value % 100 == 0 and value < 1900 else (10, "decade")
        return Reading("stretch", (months_from(value, 1, 12 * span),), k + 1, unit)

    def _iso(self, k: int) -> Reading | None:
        if "w" in self.texts[k]:
            impossible = Reading("impossible", (), k + 1)  # a week that the year has not
            return self._as_written(self.texts[k], k + 1) or impossible
        day, _, clock = self.texts[k].partition("t")
        sign = -1 if day.startswith("-") else 1
        parts = [int(part) for part in day.lstrip("-").split("-")]
        if len(parts) > 1 and not 1 <= parts[1] <= 12:
            return None
        found = self._dated(sign * parts[0], k + 1, *parts[1:])
        if found is None or len(clock) < 5 or found.unit != "day":
            return found
        hour, minute = int(clock[:2]), int(clock[3:5])
        return self._at(found, (60 * hour + minute, k + 1), k + 1)

    def _slashed(self, k: int) -> Reading | None:
        """Numbers with slashes or dots: the year first, or last, and then with either order of day
        and month where both can be."""
        text = self.texts[k]
        a, b, c = (int(part) for part in re.split(r"[/.-]", text))
        if len(re.split(r"[/.-]", text)[0]) == 4:
            return self._dated(a, k + 1, b, c) if 1 <= b <= 12 else None
        year = c if len(re.split(r"[/.-]", text)[2]) == 4 else 2000 + c
        orders = [("month first", a, b), ("day first", b, a)]
        found = [
            (name, self._dated(year, k + 1, month, day))
            for name, month, day in (orders if "." not in text else orders[1:])
            if 1 <= month <= 12
        ]
        read = {day.readings[0]: name for name, day in found if day is not None}
        readings = tuple(
            s._replace(reading=name if len(read) > 1 else "") for s, name in read.items()
        )
        return Reading("stretch", readings, k + 1) if readings else None

    def _holiday(self, k: int) -> Reading | None:
        if self.texts[k] not in _HOLIDAYS:
            return None
        for words, rule in HOLIDAYS.items():
            texts = [self.texts[j] for j in range(k, k + len(words) + 2)]
            texts = [text for text in texts if text != "s"]
            if (
                tuple(text.rstrip("s") if text == "years" else text for text in texts)[: len(words)]
                == words
            ):
                stop = k
                for _ in words:
                    stop = self.past(stop, "s") + 1
                weekend = self.texts[stop] == "weekend"
                year, after = self._year_at(self.past(stop, "weekend"))
                if year is None:
                    return None
                found = self._dated(year, after, *day_of_holiday(year, rule))
                return found and (self._its_weekend(found) if weekend else found)
        return None

    # ---- parts ---------------------------------------------------------------------------

    def _part(self, k: int) -> Reading | None:
        """Early, mid or late X; beginning or end of X; mid to late X."""
        if self.kinds[k] != "part":
            return None
        after = self.past(k + 1, "-", "in", "of", "the", "on", "month", "year", "part", "days")
        part = last = self.tokens[k].value
        if self.texts[after] in ("to", "or") and self.kinds[after + 1] == "part":
            last = self.tokens[after + 1].value
            after = self.past(after + 2, "-", "in", "of", "the")
        if self.texts[k] in ("earlier", "later"):
            return self.date(after)
        found = self.date(after)
        if found is None or found.kind != "stretch":
            return None
        readings = tuple(
            Stretch(part_of(s, part).first, part_of(s, last).after, s.reading)
            for s in found.readings
        )
        return found._replace(readings=readings, unit=f"part of a {found.unit}")

    def _nth(self, k: int) -> Reading | None:
        """The first week, last weekend, second Friday of X, and halves."""
        token = self.tokens[k]
        if token.kind == "ordinal":
            nth = token.value
        elif token.text in ("last", "final"):
            nth = -1
        else:
            return None
        what = self.tokens[k + 1]
        if what.kind != "weekday" and what.text not in _HELD:
            return None
        held = what.value if what.kind == "weekday" else what.text
        stop = self.past(k + 2, "of", "in")
        if stop == k + 2:
            return None
        outer = self.date(stop)
        if outer is None or outer.kind != "stretch":
            return None
        readings = tuple(
            inner for s in outer.readings if (inner := nth_of(s, nth, held)) is not None
        )
        if outer.readings and not readings:
            return None
        return outer._replace(readings=readings, unit=what.text)

    # ---- relative to a date ----------------------------------------------------------------

    def _relative(self, k: int) -> Reading | None:
        """The week before D, two days after D, the Friday before D, the weekend of D."""
        last = self.kinds[k] == "last"
        head = k + 1 if last else k
        count = 1
        numbered = False
        if self.kinds[head] in ("count", "number") and self.kinds[head + 1] in ("unit", "weekday"):
            count, head, numbered = self.tokens[head].value, head + 1, self.texts[head] != "the"
        token = self.tokens[head]
        if token.kind not in ("unit", "weekday"):
            return None
        unit = "day" if token.kind == "weekday" else UNITS[token.value]
        what = token.value if token.kind == "weekday" else unit
        side = head + 1
        if self.texts[side] in ("of", "ending", "starting", "beginning", "commencing"):
            return None if numbered or last else self._unit_of(unit, side)
        if self.texts[side] in ("earlier", "later") and self.texts[side + 1] == "than":
            direction, stop = (-1 if self.texts[side] == "earlier" else 1), side + 2
        elif self.kinds[side] == "side":
            direction, stop = self.tokens[side].value, self.past(side + 1, "to", "up", "on")
        else:
            return None
        anchor = self.date(stop)
        if anchor is None or anchor.kind != "stretch":
            return None
        readings = tuple(
            reading
            for s in anchor.readings
            for reading in relative_to(s, what, direction * count, numbered=numbered)
        )
        return anchor._replace(readings=readings, unit=unit, anchored=stop)

    def _unit_of(self, unit: str, k: int) -> Reading | None:
        """The week, the weekend, the day of D."""
        within = self.range(self.past(k + 1, "the")) or self.date(k + 1)
        if within is None or within.kind != "stretch":
            return None
        if unit in ("week", "weekend") and within.unit == "day":
            of = {"of": "of", "ending": "ending"}.get(self.texts[k], "from")
            readings = tuple(r for s in within.readings for r in holding(s, unit, of))
            return within._replace(readings=readings, unit=unit, anchored=k + 1)
        return within if unit in ("day", "month", "year", "week", "weekend") else None

    # ---- ranges ----------------------------------------------------------------------------

    def range(self, k: int) -> Reading | None:
        """From the start of the first to the end of the last; both share what one end lacks."""
        begin = self.past(k, "from", "between")
        joint = ("and",) if self.texts[k] == "between" else _TO
        if self.kinds[begin] in ("number", "ordinal", "month"):
            shared = self._shared_unit(begin, joint)
            if shared is not None:
                return shared
        first = self.date(begin)
        if first is None or first.kind != "stretch":
            return None
        stop = first.stop
        if self.texts[k] == "between":
            while self.texts[stop] != "and" or self.date(self.past(stop + 1, "the")) is None:
                stop += 1
                if self.kinds[stop] == "end" or stop > first.stop + 25:
                    return None
        elif self.texts[stop] not in joint:
            return None
        last = self.date(self.past(stop + 1, "the"))
        if last is None or last.kind != "stretch":
            return None
        if not first.year and last.readings:
            first = Grammar(self.tokens, self.anchor, _year_of(last)).date(begin) or first
        if not last.year and first.readings:
            years = Grammar(self.tokens, self.anchor, _year_of(first))
            last = years.date(self.past(stop + 1, "the")) or last
        return _joined(first, last)

    def _shared_unit(self, k: int, joint: Iterable[str]) -> Reading | None:
        """25-26 June 2022, June 2-8, 2022: the last has what the first lacks, or the reverse."""
        k = self.past(k, "the")
        if self.kinds[k] in ("number", "ordinal") and self.texts[k + 1] in joint:
            last = self._number_first(k + 2) if self.kinds[k + 2] in ("number", "ordinal") else None
            month = self.past(k + 3, "of", "-")
            if last is not None and last.unit == "day" and self.kinds[month] == "month":
                year = _year_of(last)
                first = self._dated(year, last.stop, self.tokens[month].value, self.tokens[k].value)
                return None if first is None else _joined(first, last)
            if last is not None and last.unit == "year":
                return None
        numbers = {self.kinds[k + 1], self.kinds[k + 3]} <= {"number", "ordinal"}
        if self.kinds[k] != "month" or not numbers or self.texts[k + 2] not in joint:
            return None
        year, stop = self._year_at(k + 4)
        first, last = (
            self._dated(year, stop, self.tokens[k].value, self.tokens[j].value)
            for j in (k + 1, k + 3)
        )
        if first is None or last is None or len(self.texts[k + 3]) > 2:
            return None
        return _joined(first, last)

    # ---- lengths, now, open sides ------------------------------------------------------------

    def length(self, k: int) -> Reading | None:
        """Two weeks, a year and a half, 3 years 2 months; with "ago" relative to now."""
        least = most = 0.0
        unit, stop = "", k
        while True:
            number = self._number(stop)
            if number is None or self.kinds[number[1]] != "unit":
                break
            unit = UNITS[self.tokens[number[1]].value]
            low, high = _LENGTHS[unit]
            least, most, stop = least + number[0] * low, most + number[0] * high, number[1] + 1
            if self.texts[stop : stop + 3] == ["and", "a", "half"]:
                least, most, stop = least + low / 2, most + high / 2, stop + 3
            if self.texts[stop] in ("and", ",") and self._number(stop + 1) is not None:
                stop += 1
        if not unit:
            return None
        if self.texts[stop - 1] in ("and", ","):
            stop -= 1
        if self.texts[stop] == "old":
            return None
        ends = (round(least), round(most))
        if self.texts[stop] == "ago":
            return self._ago(k, stop + 1, unit, ends)
        if self.kinds[stop] == "side" or self.texts[stop] in ("later", "earlier"):
            return Reading("vague", (), stop + 1, unit)
        return Reading("length", (Stretch(*ends),), stop, unit)

    def _number(self, k: int) -> tuple[float, int] | None:
        k = self.past(k, "the")
        if self.kinds[k] not in ("number", "count"):
            return None
        value = float(self.tokens[k].value)
        stop = (
            self.past(k + 1, "-", "of", "couple")
            if self.texts[k] in ("a", "an", "couple")
            else k + 1
        )
        if self.texts[stop - 1] == "couple":
            value = 2.0
        return value, self.past(stop, "-", "full", "whole")

    def _ago(self, k: int, stop: int, unit: str, ends: tuple[int, int]) -> Reading:
        if self.anchor is None or unit in ("minute", "hour"):
            return Reading("relative", (Stretch(*ends),), stop, unit)
        number = self._number(k)
        assert number is not None
        then = shifted(self.anchor, unit, -round(number[0]))
        return Reading("stretch", (whole(then, unit),), stop, unit)

    def now(self, k: int) -> Reading | None:
        """Yesterday, last week, next June, this year."""
        token, kind, value = self.tokens[k], "unit", 0
        if token.kind == "now":
            count, unit, stop = token.value, "day", k + 1
        elif token.kind == "last" and self.kinds[k + 1] in ("unit", "weekday", "month", "season"):
            kind, value = self.kinds[k + 1], self.tokens[k + 1].value
            count, unit, stop = token.value, self.texts[k + 1], k + 2
            if kind == "unit":
                unit = UNITS[value]
        elif token.kind == "weekday":
            return Reading("weekday", (Stretch(token.value, token.value + 1),), k + 1)
        else:
            return None
        if self.anchor is None:
            return Reading("relative", (), stop, unit)
        return Reading(
            "stretch", tuple(from_now(self.anchor, unit, count, kind, value)), stop, unit
        )

    def open(self, k: int) -> Reading | None:
        """Since, until, before, after X."""
        word = self.texts[k]
        if word not in _OPEN:
            return None
        within = self.range(k + 1) or self.date(self.past(k + 1, "the"))
        if within is None or within.kind != "stretch":
            return None
        sides = {
            "since": lambda s: Stretch(s.first, None, s.reading),
            "after": lambda s: Stretch(s.after, None, s.reading),
            "until": lambda s: Stretch(None, s.after, s.reading),
            "before": lambda s: Stretch(None, s.first, s.reading),
        }
        readings = tuple(map(sides[_OPEN[word]], within.readings))
        return within._replace(kind="open", readings=readings, anchored=-1)

    def clock(self, k: int) -> Reading | None:
        """A clock time of no day."""
        found = self._clock(k)
        if found is None:
            return None
        seconds = [int(part) for part in self.texts[k].split(":")[2:]]
        first = 60 * found[0] + (seconds[0] if seconds else 0)
        readings = (Stretch(first, first + (1 if seconds else 60)),)
        return Reading("clock", readings, found[1], "second" if seconds else "minute")

    def vague(self, k: int) -> Reading | None:
        """Recently, a few years ago, some time back."""
        if self.texts[k] in ("recently", "lately", "soon", "formerly", "someday"):
            return Reading("vague", (), k + 1)
        several = self.past(k, "a", "just", "very")
        if self.kinds[several] == "several" and (
            self.kinds[several + 1] == "unit" or self.texts[several + 1] in ("time", "long")
        ):
            stop = self.past(several + 2, "ago", "back", "before", "earlier", "later", "after")
            return Reading("vague", (), stop)
        return None

    def time(self, k: int) -> Reading | None:
        """The time that begins at a token, if any; longer forms first."""
        kind, text = self.kinds[k], self.texts[k]
        if kind == "about" or text == "~":
            time = self.time(self.past(k + 1, "the"))
            return None if time is None else time._replace(about=True)
        for reads in WORDS_OF_TIMES.get(text) or _TIMES.get(kind, ()):
            found: Reading | None = getattr(self, reads)(k)
            if found is not None:
                return found
        return None


_DATES = ("range", "date")
_HOLIDAYS = frozenset(words[0] for words in HOLIDAYS)
_TIMES = {
    **dict.fromkeys(("part", "ordinal", "iso", "slashed", "month", "season"), _DATES),
    "clock": (*_DATES, "clock"),
    "decade": _DATES,
    "unit": _DATES,
    "weekday": (*_DATES, "now"),
    "last": (*_DATES, "vague", "now"),
    "now": ("now",),
    "count": (*_DATES, "vague", "length"),
    "number": (*_DATES, "length", "clock"),
    "several": ("vague",),
}
"""What may begin with a token of a kind, longer forms first."""
WORDS_OF_TIMES = {
    **dict.fromkeys(("since", "until", "till", "by", "before", "after"), ("open",)),
    **dict.fromkeys(("from", "between"), ("range",)),
    **dict.fromkeys(("q", "noon", "midnight", "ad", "ce", *_HOLIDAYS), _DATES),
    **dict.fromkeys(("recently", "lately", "soon", "formerly", "someday"), ("vague",)),
    "the": (*_DATES, "length", "now"),
}
"""What may begin with a word that names no unit, month or number."""
_READERS = {
    "part": ("_part",),
    "last": ("_relative", "_nth"),
    "ordinal": ("_nth", "_with_clock"),
    "unit": ("_relative", "plain"),
    "weekday": ("_relative", "plain"),
    "count": ("_relative",),
    "number": ("_relative", "_with_clock"),
    "clock": ("_with_clock",),
    "word": ("_holiday", "_with_clock"),
    **dict.fromkeys(("iso", "slashed", "month", "season", "decade"), ("_with_clock",)),
}
"""What may begin with a token of a kind, longer forms first."""
_TO = ("to", "through", "until", "till", "-", "–", "—", "−")
_OPEN = {
    "since": "since",
    "until": "until",
    "till": "until",
    "by": "until",
    "before": "before",
    "after": "after",
}
_BEFORE_YEARS = frozenset(
    listed(
        "in of since until till by from to before after during around about early late mid year "
        "and or through between circa for on"
    )
)
_AFTER_YEARS = frozenset(listed("to through until till and or but when while as at by on with for"))
_HELD = ("half", "week", "weekend", "day", "days", "month", "quarter")
_BEFORE_MONTHS = ("in", "of", "early", "late", "mid", "since", "until", "to", "and", "-")
_LENGTHS = {
    "minute": (1 / 1440, 1 / 1440),
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


def _year_of(found: Reading) -> int | None:
    if not found.readings or found.readings[0].first is None:
        return None
    return date_of(found.readings[0].first // DAY)[0]


def _joined(first: Reading, last: Reading) -> Reading:
    """The stretch from the start of the first to the end of the last."""
    pairs = [
        Stretch(a.first, b.after, a.reading or b.reading)
        for a in first.readings
        for b in last.readings
        if a.first is not None and b.after is not None and a.first < b.after
        if not (a.reading and b.reading and a.reading != b.reading)
    ]
    year = first.year and last.year
    return Reading("stretch", tuple(pairs), last.stop, f"range of {last.unit}s", year=year)
