"""The words and numbers of a text, with what each is to the grammar of times."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple


def listed(words: str) -> list[str]:
    """The words of a line."""
    return words.split()


MONTHS = listed(
    "january february march april may june july august september october november december"
)
WEEKDAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
UNITS = listed("minute hour day weekend week fortnight month quarter season year decade century")
_NUMBERS = listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_ORDINALS = listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
HOLIDAYS = {
    ("new", "year", "day"): (1, 1),
    ("new", "year", "eve"): (12, 31),
    ("valentine", "day"): (2, 14),
    ("halloween",): (10, 31),
    ("christmas", "eve"): (12, 24),
    ("christmas", "day"): (12, 25),
    ("christmas",): (12, 25),
}


_CLUES = listed(
    "no not t unknown unclear unable insufficient none n na cannot mentioned mentions mention "
    "stated states said says noted told tells shared reported described discussed explained "
    "announced revealed recalled wrote posted indicated expressed talked added clarified confirmed "
    "conversation chat message session dialogue discussion interview mail email memory memories "
    "according"
)
"""Words of refusals, and of when something was told."""


def _vocabulary() -> dict[str, tuple[str, int]]:
    """Each word that the grammar knows: its class and its value."""
    words: dict[str, tuple[str, int]] = {}
    for k, name in enumerate(MONTHS, 1):
        words |= {name: ("month", k), name[:3]: ("month", k), f"{name}s": ("other", 0)}
    words["sept"] = ("month", 9)
    for k, name in enumerate(WEEKDAYS):
        words |= {name: ("weekday", k), name[:3]: ("weekday", k)}
    words |= {"tues": ("weekday", 1), "thur": ("weekday", 3), "thurs": ("weekday", 3)}
    words |= {name: ("season", month) for name, month in SEASONS.items()}
    for k, name in enumerate(UNITS):
        plural = "centuries" if name == "century" else f"{name}s"
        words |= {name: ("unit", k), plural: ("unit", k)}
    words |= {name: ("count", k) for k, name in enumerate(_NUMBERS, 1)}
    words |= {"a": ("count", 1), "an": ("count", 1), "couple": ("count", 2)}
    words |= {name: ("ordinal", k) for k, name in enumerate(_ORDINALS, 1)}
    words |= dict.fromkeys(["early", "beginning", "start", "earliest"], ("part", 0))
    words |= dict.fromkeys(["mid", "middle"], ("part", 1))
    words |= dict.fromkeys(["late", "end", "later"], ("part", 2))
    words |= dict.fromkeys(["last", "final", "past", "previous"], ("last", -1))
    words |= {"next": ("last", 1), "coming": ("last", 1), "this": ("last", 0)}
    words |= {"yesterday": ("now", -1), "today": ("now", 0), "tomorrow": ("now", 1)}
    words |= dict.fromkeys(["before", "preceding", "prior", "leading", "previous"], ("side", -1))
    words |= dict.fromkeys(["after", "following"], ("side", 1))
    words |= dict.fromkeys(["few", "several", "many", "some"], ("several", 0))
    words |= dict.fromkeys(_CLUES, ("clue", 0))
    return words | dict.fromkeys(
        ["about", "around", "approximately", "circa", "ca", "roughly"], ("about", 0)
    )


_WORDS = _vocabulary()
_TOKEN = re.compile(
    r"(?P<word>[^\W\d_]+)"
    r"|(?P<iso>(?<![\w/-])-?\d{4}-\d\d(?:-\d\d)?(?:t\d\d(?::\d\d){0,2})?(?![\w-]))"
    r"|(?P<slashed>(?<![\w/.-])\d{1,4}([/.-])\d{1,2}\4\d{1,4}(?![\w/-]))"
    r"|(?P<clock>(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?![\d:]))"
    r"|(?P<number>\d+(?:,\d{3}(?!\d))*)(?P<ending>(?:st|nd|rd|th|s|'s)(?![a-z]))?"
    r"|(?P<sign>[^\s\w*`'’.])"
)


class Token(NamedTuple):
    """A word, a number or a sign: its kind and value, how it is written, and where it stands."""

    kind: str
    value: int
    text: str
    start: int
    stop: int


def cut(text: str) -> list[Token]:
    """The words, numbers and signs of a text in lower case."""
    found = []
    for match in _TOKEN.finditer(text):
        start, stop = match.span()
        lower, group = match[0], match.lastgroup
        if group == "word":
            kind, value = _WORDS.get(lower, _OTHER)
        elif group == "number" or group == "ending":
            kind = _ENDINGS.get(match["ending"], "ordinal")
            lower = match["number"]
            value = int(lower.replace(",", ""))
        else:
            kind, value = group or "", 0
        found.append(Token(kind, value, lower, start, stop))
    return _corrected(found)


_OTHER = ("word", 0)
_ENDINGS = {None: "number", "s": "decade", "'s": "decade"}


def _corrected(tokens: list[Token]) -> list[Token]:
    """Misspelt months next to a number become the only month that is near."""
    for k, token in enumerate(tokens):
        if token.kind in ("number", "ordinal"):
            for beside in (k - 1, k + 1):
                if 0 <= beside < len(tokens) and tokens[beside].kind == "word":
                    month = _nearest_month(tokens[beside].text)
                    if month:
                        tokens[beside] = tokens[beside]._replace(kind="month", value=month)
    return tokens


@lru_cache(maxsize=1024)
def _nearest_month(word: str) -> int:
    near = get_close_matches(word, MONTHS, 2, 0.8) if len(word) > 3 else []
    return MONTHS.index(near[0]) + 1 if len(near) == 1 else 0


END = [Token("end", 0, "", 0, 0)] * 8
"""What stands behind the last token, so that looking ahead needs no check."""
