"""The words of times, and the patterns of what stands next to a date.

All are of texts in small letters, with digits for numbers and without articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from timegraph.times.stretches import DAY, MONTHS_IN, NAMED_MONTHS, SEASONS, WEEKDAYS
from timeml.gregorian import MONTHS

WORD = re.compile(r"[^\W\d_]+")


class Heads(dict[int, str]):
    """What a text has at its positions: a word, "0" for a number, or neither."""

    def __init__(self, text: str, places: Iterable[tuple[int, str]]) -> None:
        super().__init__(places)
        self.text = text

    def __missing__(self, at: int) -> str:
        match = WORD.match(self.text, at)
        self[at] = match[0] if match else "0" if self.text[at : at + 1].isdigit() else ""
        return self[at]


MONTH_NAMES = [name.lower() for name in MONTHS]
SOME_DAYS = (*WEEKDAYS, *(name[:3] for name in WEEKDAYS), "tues", "thur", "thurs")
PARTS = {
    **dict.fromkeys(("early", "beginning", "start", "earliest"), 0),
    **dict.fromkeys(("mid", "middle", "midway", "halfway"), 1),
    **dict.fromkeys(("late", "end", "latter"), 2),
}
NOW = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
WHICH = {
    **dict.fromkeys(("last", "past", "previous", "final"), -1),
    **dict.fromkeys(("next", "coming"), 1),
    **dict.fromkeys(("this", "current"), 0),
}
# The minutes of each unit, or its months.
MINUTES = {"minute": 1, "hour": 60, "day": DAY, "weekend": 2 * DAY, "week": 7 * DAY}
MINUTES["fortnight"] = 14 * DAY
LENGTHS = {
    **{unit: (minutes, 0) for unit, minutes in MINUTES.items()},
    **{unit: (0, months) for unit, months in MONTHS_IN.items()},
    "centurie": (0, 1200),
}
TIMES_OF_DAY = ("morning", "afternoon", "evening", "night")
SHORT_UNITS = {"yr": "year", "mo": "month", "wk": "week", "hr": "hour", "min": "minute"}
UNIT_OF = {"centurie": "century", **SHORT_UNITS, **dict.fromkeys(TIMES_OF_DAY, "day")}

VAGUE = ("recently", "lately", "soon", "formerly", "someday")
OF_VAGUE = (
    *VAGUE,
    *("few", "several", "many", "some", "just", "very", "only", "recent"),
    *("long", "short", "not", "other", "near", "time", "while"),
)


def any_of(words: Iterable[str]) -> str:
    return "|".join(words)


UNITS, DAYS_OF_WEEK = any_of(LENGTHS), any_of(WEEKDAYS)
WHAT = (
    rf"(?P<what>{UNITS}|{DAYS_OF_WEEK}|{any_of((*TIMES_OF_DAY, *SEASONS, *MONTH_NAMES))})"
    r"(?:s|'s)?\b"
)
ON = r"[\s,]*(?:(?:on|at|in|of)\s+)?"
NAMED = (*NAMED_MONTHS, *(name[:3] for name in MONTH_NAMES), "sept")
DATED = frozenset((*NAMED, "0", "ad", "bc", "a", "b")) - frozenset(SEASONS)
OF_TIMES = (*NAMED, *WEEKDAYS, *TIMES_OF_DAY, *WHICH, *PARTS, *NOW, "noon", "midnight")
EVENT = (
    rf"(?:(?:(?!(?:(?:{UNITS})s?|{any_of(OF_TIMES)}|christmas|easter|and|or|but|to|until|then)\b)"
    rf"[a-z'-]+\s+){{1,6}}?(?:on|in|of|dated|from)\s+(?=\d|(?:{any_of((*NAMED, *WEEKDAYS))})\b))?"
)
"""What happened on the date that follows."""
TO = r"\s*(?:[-–—−/]|\b(?:(?:up\s+)?to|through|thru|until|till)\b)\s*"
NTH = r"(?:st|nd|rd|th)"
QUARTERS = {"half past": 30, "quarter past": 15, "quarter to": -15}
_QUARTER = any_of(QUARTERS).replace(" ", r"\s+")
CLOCK = (
    rf"(?:(?P<named>noon|midnight)\b|(?:(?P<quarter>{_QUARTER})\s+(?!\d+\s+(?:{any_of(NAMED)})\b))?"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?)?"
    r"(?:\s*(?:(?P<half>[ap])\.?m|o'clock)\b\.?|(?(minute)|(?(quarter)|(?!))))\.?)(?![\d:])"
    r"(?:\s+in\s+(?P<part>morning|afternoon|evening)\b)?"
)
OF_CLOCKS = frozenset(("am", "pm", "m", "clock", "noon", "midnight", "half", "quarter"))
CLOCK_ON = re.compile(CLOCK + ON)
CLOCK_AFTER = re.compile(rf"[\s,]*(?:(?:at|around|about|approximately|by|@)\s+)*{CLOCK}")
CLOCK_TO = re.compile(CLOCK + TO)
CLOCK_AND = re.compile(rf"{CLOCK}\s*\band\b\s*")
HOUR_TO = re.compile(
    r"(?:(?<![a-z] )|(?<=\bfrom )|(?<=\bat )|(?!\d+\s+[-–—]))"  # not "Episode 2 - 8 pm"
    rf"(?P<hour>0?[1-9]|1[0-2])(?::(?P<minute>\d\d))?(?:{TO}|\s+and\s+)"
    r"(?=\d{1,2}(?::\d\d)?\s*(?P<half>[ap])\.?m\b)"
)
"""A clock time with the half of the day of the one after it: 9 to 10 pm."""
OPENINGS = ("from", "between")
FROM = re.compile(rf"({any_of(OPENINGS)})\s+{EVENT}")
JOIN = re.compile(
    r"(?=\s*[-–—−/&aotu])(?:(?P<early>\s+(?:or|and)\s+earlier\b)"
    rf"|(?P<open>{TO}(?:present|now|today|date)\b|\s+onwards?\b|\s+(?:or|and)\s+later\b)"
    rf"|(?P<on>\s+on\b(?!\s*\d))|(?P<year>[-–—/]\d\d)(?![\d-])|{TO}|\s*(?:\b(?:and|on)\b|&))"
)
WEEKDAY = rf"(?:(?:{any_of(SOME_DAYS)})\b\.?[\s,]*)?"
DAY_TO = re.compile(rf"{WEEKDAY}(\d{{1,2}}){NTH}?(?P<joint>{TO}|\s*(?:\band\b|&)\s*){WEEKDAY}")
TO_DAY = re.compile(
    rf"(?P<joint>{TO}|\s+and\s+)(\d{{1,2}}){NTH}?(?![\d:]|\s*[ap]m|\s*[a-z]*\s*\d{{1,2}}\b)"
    rf"(?:{ON}(\d{{4}})\b)?"
)
DAY_LISTED = rf"(?:0?[1-9]|[12]\d|3[01]){NTH}?(?!\w)"
MORE_DAYS = rf"(?:\s*,\s*{DAY_LISTED}){{0,30}}\s*,?\s*(?:\b(?:and|or)\b|&)\s*(?:on\s+)?"
DAYS_AND = re.compile(rf"(?<![-–—−/:.$#]){DAY_LISTED}{MORE_DAYS}(?=({DAY_LISTED}))")
AND_DAYS = re.compile(
    rf"{MORE_DAYS}{DAY_LISTED}(?![:\w]|\.\d)(?P<year>{ON}(\d{{4}})\b"
    r"|(?=\s*(?:$|[;,.!?)\]\"]|(?:in|at|when|while|but|with|for|as|by)\b"
    r"|(?:and|or)\s+[a-z])))"
)
NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
JOINT = re.compile(TO)
AND = re.compile(r"\band\s+|\.(?!\d)")
WHICH_YEAR = re.compile(rf"{ON}({any_of(WHICH)})\s+year\b")
ITS_WEEKDAY = re.compile(
    rf"\s*(?:[,(]|[–—-](?!\s*{WEEKDAY}(?:\d|(?:{any_of(NAMED)})\b)))\s*"
    r"(?:(?:(?:which|it|that)\s+)?(?:was|is)\s+|on\s+)?(?:an?\s+)?"
    rf"({any_of(SOME_DAYS)})\b(?=\s*(?:$|[).;,!?]))\)?"
)
ON_THE = re.compile(
    r"(?:\s*[,(:–—-]|\s+on\b)\s*(?:(?:on|around|about|approximately|circa|probably|likely|possibly"
    r"|perhaps|maybe|specifically|namely|i\.?e\.?|,)\s+)*(?:day\s+)?(\d{1,2})(?:st|nd|rd|th)"
    r"(?=\s*(?:$|[).,;!?]))\)?"
)
WEEKEND = re.compile(rf"\s+weekend\b(?:{ON}(\d{{4}})\b)?")
LENGTH = re.compile(
    r"\s*(?:,|and)?\s*(?:(?P<least>\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?:\s*(?:-|–|to|or|and)\s*(?P<most>\d+(?:\.\d+)?)|\+|[\s-]+plus|\s+or\s+so)?"
    r"|(?P<half>half(?:\s+an?)?)|an?)(?:(?<=\d)|[\s-])[\s-]*"
    r"(?:(?:full|whole|entire|more|good|long|consecutive|straight)\s+)?"
    rf"(?P<and>and[\s-]+(?:(?:a|1)[\s-]+)?half[\s-]+)?(?!quarter\s+(?:past|to\s+\d\d?\b))"
    rf"(?P<unit>{UNITS}|{any_of(SHORT_UNITS)})s?\b"
    rf"(?:(?P<half_more>\s+and\s+(?:a\s+)?half\b)|\s+or\s+(?P<or>[2-4])\b(?![/:.-]))?"
)
AFTER_LENGTH = re.compile(
    r"(?P<old>[\s-]+(?:old|of\s+age)\b)|\s+(?P<ago>ago|from\s+(?:now|today)|hence)\b"
    r"|(?P<side>\s+(?:before|after|later|earlier|prior|following|preceding)\b)"
)
_SCHOOL = ("break", "semester", "term", "vacation")
QUARTER = (
    rf"([qh])(\d)\b(?:{ON}(\d{{4}})\b)?"
    rf"|(\d{{4}})[\s,-]+([qh])(\d)\b(?!{ON}\d{{4}}(?![\s,-]+[qh]\d))"
)
YEAR_SEASON = (
    rf"(\d{{4}})\s+({any_of(SEASONS)})\b(?![\s,]+\d(?!\d{{3}}\s+(?:{any_of(SEASONS)}))"
    rf"|\s+(?:of|games|(?:paral|ol)ympics?|school|{any_of(_SCHOOL)})\b)"
)
"""2022 summer; not the 2021 fall of Kabul."""
VERBS = re.compile(r"(?:mar|march|may|fall|spring)\b")
MONTH_ALONE = re.compile(r"\s*(?:$|[^\w\s]|(?:to|through|or)\b)")
COUNTED = re.compile(
    r"[\s-]*(?:(?:years|days|months|weeks|hours|people|times)\b"
    rf"|(?:{any_of(SEASONS)})\s+(?:{any_of(_SCHOOL)})\b)"
)
ABOUT_MANY = re.compile(r"\b(?:about|around|over|nearly|for)\s+\d+\s+(?!was|has|his)[a-z]{2,}s\b")
FOREIGN = re.compile(r"(?<!\d)[0-3]?\d\.?\s+(?!(?:in|of|and|to)\b)[^\W\d_]+\.?,?\s+$|\bdel?\s+$")
OF_HOLIDAYS = (
    *("new", "martin", "mlk", "m", "valentine", "valentines", "st", "saint", "good", "easter"),
    *("mother", "mothers", "memorial", "juneteenth", "father", "fathers", "independence", "labor"),
    *("labour", "halloween", "veteran", "veterans", "thanksgiving", "christmas", "boxing"),
    *("president", "presidents", "columbus", "black"),
)
# What this calendar does not know: months in other languages, holidays of other calendars, and
# parts of a school's year. The year after one is not what is named. Months that are names or words
# in English too, such as "mars", are not here: after a day FOREIGN has them.
_OTHER_MONTHS = (
    *("janvier", "février", "mai", "juin", "juillet", "août", "décembre", "januar", "februar"),
    *("märz", "juni", "dezember", "januari", "februari", "maart", "enero", "febrero", "abril"),
    *("junio", "octubre", "diciembre", "gennaio", "febbraio", "aprile", "giugno", "luglio"),
    *("settembre", "ottobre", "dicembre", "janeiro", "fevereiro", "março", "maio", "junho"),
    *("julho", "setembro", "outubro", "dezembro"),
)
_OTHER_HOLIDAYS = (
    *("ramadan", "eid", "fitr", "adha", "ashura", "diwali", "deepavali", "holi", "navratri"),
    *("passover", "pesach", "purim", "hanukkah", "chanukah", "hashanah", "kippur", "sukkot"),
    *("nowruz", "songkran", "vesak", "tet", "pentecost", "whitsun"),
)
_PARTLY = ("canadian", "korean", "thai")
"""These have Christmas and Easter as they are here."""
_OTHER_CALENDARS = (
    *("chinese", "lunar", "vietnamese", "tibetan", "hindu", "tamil", "persian", "islamic"),
    *("jewish", "orthodox", "greek", "russian", "serbian", "coptic", "ethiopian"),
)
OTHER = frozenset((*_OTHER_MONTHS, *_OTHER_HOLIDAYS, *_OTHER_CALENDARS, *_PARTLY, *_SCHOOL))
OTHER |= {"gras", "advent"}
OF_OTHER = re.compile(rf"\b(?:{any_of(_OTHER_CALENDARS)}|({any_of(_PARTLY)}))\s+$")
SHARED = re.compile("christmas|easter|good")
AFTER_OTHER = re.compile(
    rf"\b(?:(?:{any_of(_OTHER_MONTHS)})[\s,]*|(?:{any_of(_OTHER_HOLIDAYS)}|mardi\s+gras"
    rf"|advent(?!\s+of)|(?:{any_of(SEASONS)})\s+(?:{any_of(_SCHOOL)})"
    rf"|(?:{any_of(_OTHER_CALENDARS)}|(?:{any_of(_PARTLY)})(?=\s+(?:new|thanks)))"
    r"\s+(?:new year|easter|christmas|thanksgiving|good friday)"
    r"(?:'?s?)(?:\s+(?:day|eve))?)[\s,]*(?:(?:of|in)\s+)?)$"
)
BEFORE_MONTH = re.compile(
    r"(?:[(\[,:;–-]\s*|\b(?:in|of|early|late|mid|since|until|till|to|and|or|by|from|last|this|next|"
    r"during|through|before|after|between)[\s-]+)$"
)
AGE = re.compile(r"\b(?:his|her|their|my|your|our)\s+(?:\w+[\s-]+)?$")
BEFORE_YEAR = re.compile(
    r"(?:^|[^\w\s]\s*|\b(?:the|in|of|since|until|till|by|from|to|before|after|during|around|about|"
    r"early|late|mid|year|fy|and|or|through|between|circa|for|on)\s+)$"
)
AFTER_YEAR = re.compile(
    r"\s*(?:$|[^\w\s]|\d|(?:to|through|until|till|and|or|but|when|while|as|at|by|on|with|for)\b)"
)

# What can follow a date that is more than it, but for the end of a range.
_MORE = (
    r"[\s,.–/-]*(?:[:@\d]|(?:[qwh]\d+|noon|midnight|weekend|at|around|about|by|before|preceding|prior|"
    rf"leading|earlier|after|following|later|{any_of(SEASONS)})\b)"
)
GOES_ON = re.compile(_MORE)
FULL_DATE = re.compile(
    r"(?:(\d\d?)(?:st|nd|rd|th)? ?([a-z]{3,9})|([a-z]{3,9})(?: (\d\d?)(?:st|nd|rd|th)?(?=[ ,]))?)"
    rf",? ((?:1\d|20)\d\d)(?![\w%]|\s*(?:[bc]\.?c|a\.?d)|{_MORE})"
)
"""A day or a month of a year, in the forms that are most usual; the word may be of no month."""

_NOUNS = (*LENGTHS, *WEEKDAYS, *SEASONS, *MONTH_NAMES, "time")
_ADJECTIVES = ("last", "past", "next", "coming", "full", "whole", "entire", "more", "good")
_PLURALS = (f"{noun}s" for noun in _NOUNS)
AFTER_ARTICLE = {*_NOUNS, *_PLURALS, *_ADJECTIVES, *OF_VAGUE, "a", "an", "and"}
"""The words that can come after "a" and "an" in a time."""


def singular(word: str) -> str:
    return UNIT_OF.get(word, word)


def unit_of(what: str) -> str:
    """The unit of a weekday, a month or a season of a name."""
    units = ((WEEKDAYS, "day"), (SEASONS, "season"), (MONTH_NAMES, "month"))
    return next((unit for names, unit in units if what in names), what)
