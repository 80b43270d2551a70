"""The stretches of time that a short English text names.

What a text names, by which rules, and which readings are kept: docs/time-answers.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from timegraph._lazy import Later
from timegraph._wording import NUMBERS
from timegraph.times.grammar import WORDS, Grammar
from timegraph.times.stretches import DAY, Kind, Reading, Stretch
from timegraph.times.words import AFTER_ARTICLE, MONTH_NAMES, WORD, Heads
from timeml.gregorian import date_of, day_number

if TYPE_CHECKING:
    from timeml import edtf
else:
    edtf = Later("timeml.edtf")


class Named(NamedTuple):
    """A time that a text names: its ``words``, where they stand, of which ``kind`` it is, its
    ``readings``, the ``precision`` (the unit in which it is stated), the words of the date that it
    is ``anchored`` to, and whether it is ``approximate``. Without a year it has no readings yet."""

    words: str
    start: int
    stop: int
    kind: Kind
    readings: tuple[Stretch, ...]
    precision: str = "day"
    anchored: str = ""
    approximate: bool = False

    def __str__(self) -> str:
        texts = list(map(str, self.readings))
        if self.kind in ("length", "relative"):
            texts = [f"{(s[0] or 0) / DAY:g} to {(s[1] or 0) / DAY:g} days" for s in self.readings]
        return f"{self.words!r} ({' or '.join(dict.fromkeys(texts)) or self.kind})"


Anchor = date | str | None
"""When a text was written."""


# ---- a text in plain letters and digits ---------------------------------------------------------


_FIRST = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
_TENS = frozenset(name for name, number in NUMBERS.items() if number > 19)
_DIGITS = {
    **{name: f"{number}" for name, number in NUMBERS.items()},
    **{f"{name}th": f"{number}th" for name, number in NUMBERS.items()},
    **{f"{name[:-1]}ieth": f"{NUMBERS[name]}th" for name in _TENS},
    **{f"{name[:-1]}ies": f"{NUMBERS[name]}s" for name in _TENS},
    **{name: f"{number}th" for name, number in _FIRST.items()},
    "hundredth": "100th",
}
_MANY = {"couple": 2, "dozen": 12, "hundred": 100}
_IN_DIGITS = frozenset((*_DIGITS, *_MANY))
_ARTICLES = frozenset(("a", "an"))
_CAN_BE_NUMBER = _IN_DIGITS | _ARTICLES
_ONES = [name for name, digits in _DIGITS.items() if len(digits.removesuffix("th")) == 1]
_OVER_9 = "|".join(name for name, number in NUMBERS.items() if number > 9)
_TENS_ONES = rf"(?:{'|'.join(_TENS)})[- ](?:{'|'.join(_ONES)})"
_UP_TO_99 = rf"(?:{_TENS_ONES}|{'|'.join(_DIGITS)})"
_NUMBER_IN_WORDS = re.compile(
    rf"\b(?:(?:an? |one )?({'|'.join(_MANY)})(?: of)?"
    rf"|two thousand(?: and)? ({_UP_TO_99})|({_OVER_9})[- ]({_TENS_ONES}|{_OVER_9})"
    rf"|({_UP_TO_99}))\b"
)
_NO_DAY = re.compile(r"\s+(?:of|may|march)\b")
_SIGNS = (*(("’", "'"), ("‘", "'")), *((sign, " ") for sign in "`*_\u00a0\n\t"))
# Whatever begins with a sign or a digit is found faster than what must be preceded by something.
_NUMBER = re.compile(
    r"[0-9'~-](?:(?:(?<=[0-9])(?<![\w.,][0-9])|(?<=')(?<![\w.,]')[0-9]"
    r"|(?<=-)(?<![\w.,]-)(?=[0-9]{4}-)[0-9])[0-9]*"
    r"(?:(?:st|nd|rd|th)?[\s-]*(?:of\s+)?([a-z]{4,}))?|(?<=~)(?=\s*\w))"
)
"""Where a number can begin, with the word after it."""
_BEFORE_DIGIT = re.compile(r"[0-9][\s.,-]{0,3}([a-z]{4,12})(?![a-z0-9])")
"""A word before a digit, in a text that is reversed."""

_KNOWN = frozenset((*WORDS, None))
_SDROW = frozenset(word[::-1] for word in WORDS)


class _Letters(dict[int, int]):
    """For ``str.translate``: a blank for each character but letters."""

    def __missing__(self, code: int) -> int:
        self[code] = code if WORD.match(chr(code)) else 32
        return self[code]


_LETTERS = _Letters()
_ASCII = bytes(code if WORD.match(chr(code)) else 32 for code in range(128)) + bytes(128)


def _letters(text: str) -> str:
    """The text between blanks, with a blank for each character but letters."""
    if text.isascii():
        return f" {text.encode('ascii').translate(_ASCII).decode('ascii')} "
    return f" {text.translate(_LETTERS)} "


def _places(letters: str, words: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Where words stand in a text of letters and blanks."""
    for word in words:
        apart = f" {word} "
        at = letters.find(apart)
        while at >= 0:
            yield at, word
            at = letters.find(apart, at + 1)


def _plain(text: str, now: int | None, year: int | None) -> Grammar:
    """A text in small letters and digits, each where it was, and where times can begin in it."""
    raw = text.lower()
    raw = raw if len(raw) == len(text) else text
    for sign, plain in _SIGNS:
        raw = raw.replace(sign, plain)
    lower, letters = raw, _letters(raw)
    words = there = frozenset(letters.split())
    if not words.isdisjoint(_IN_DIGITS):
        for at, _ in sorted(_places(letters, words & _CAN_BE_NUMBER)):
            number = _NUMBER_IN_WORDS.match(lower, at)
            if number is not None:
                lower = f"{lower[:at]}{_in_digits(number)}{lower[number.end() :]}"
    spelt, lower = lower, f" {lower}".replace(" the ", "     ")[1:]
    numbers = list(_NUMBER.finditer(lower))
    near = [match.span(1) for match in numbers if match[1] not in _KNOWN]
    if numbers and not _SDROW.issuperset(_BEFORE_DIGIT.findall(lower[::-1])):
        spans, end = (match.span(1) for match in _BEFORE_DIGIT.finditer(lower[::-1])), len(lower)
        near += [(end - last, end - first) for first, last in spans]
    for first, last in near:
        lower = f"{lower[:first]}{_month(lower[first:last])}{lower[last:]}"
    if near or spelt is not raw:
        letters = _letters(lower)
        there = frozenset(letters.split())
    heads = Heads(lower, _places(letters, WORDS & there))
    if not words.isdisjoint(_ARTICLES):
        for at in [at for at, word in heads.items() if word in _ARTICLES]:
            if AFTER_ARTICLE.isdisjoint(letters[at : at + 60].split(None, 2)[1:2]):
                del heads[at]
    for match in numbers:
        heads[match.start()] = "0" if lower[match.start()].isdigit() else ""
    lists = "and" in words or "or" in words or "&" in raw
    return Grammar(lower, raw, words, heads, sorted(heads), now, year, {}, {}, lists)


def _in_digits(number: re.Match[str]) -> str:
    many, after_2000, century, year, below_100 = number.groups()
    if many:
        digits = str(_MANY[many])
    elif below_100:
        digits = _up_to_99(below_100)
    else:
        digits = f"{_up_to_99(century or 'twenty')}{_up_to_99(after_2000 or year):0>2}"
        if not digits.isdigit() or len(digits) != 4:
            return number[0]
    is_one_of_them = digits.isdigit() and _NO_DAY.match(number.string, number.end())
    return number[0] if is_one_of_them else digits.ljust(len(number[0]))


def _up_to_99(words: str) -> str:
    tens, ones = (*re.split("[- ]", words), "")[:2]
    return f"{NUMBERS[tens] // 10}{_DIGITS[ones]}" if ones else _DIGITS[tens]


@lru_cache(maxsize=4096)
def _month(word: str) -> str:
    """A word, or the month to which alone it is near."""
    near = () if word in WORDS else get_close_matches(word, MONTH_NAMES, 2, 0.8)
    return near[0][:3].ljust(len(word)) if len(near) == 1 else word


# ---- what is not counted, and what named twice ------------------------------------------------

_TELLING = (
    r"(?:mention|state|say|said|note|tell|told|share|report|describ|discuss|explain|announc|reveal|"
    r"recall|wrote|write|post|indicat|express|talk|add|clarif|confirm)\w*"
)
_SOURCE = (
    r"(?:as|according to|based on|per)\s+(?:[\w']+\s+){0,4}"
    r"(?:mentioned|stated|conversation|chat|message|session|dialogue|memor\w+)\b"
)
_TELLS = re.compile(
    rf"\b(?:{_TELLING}\b|(?:conversation|chat|message|session|dialogue)s?\s+(?:\w+\s+)?"
    r"(?:on|dated|took|occurred|happened)\b)"
)
_AS_TOLD = (
    rf"(?:as|which|where|when)\s+(?:\w+\s+){{1,3}}(?:\w+ly\s+)?{_TELLING}\b(?:[^.]|\.(?=\d))*"
)
_BY_SOURCE = rf"\s*{_SOURCE}(?:[^.,]|,(?=\s*\d{{4}}))*,"
# Of texts in small letters: alternatives that begin with a letter are fast only where they are one.
_TOLD = re.compile(
    # "..., as she mentioned on 9 July that ...", to the end of the sentence
    rf",\s*{_AS_TOLD}|\((?:{_AS_TOLD}|\w+\s+(?:\w+ly\s+)?{_TELLING}\b[^()]*)|\b(?:{_AS_TOLD})"
    # "According to the chat of 9 July 2023, ..."
    rf"|^{_BY_SOURCE}|(?<=[.!?]\s){_BY_SOURCE}|\b(?:{_SOURCE}(?:[^.]|\.(?=\d))*"
    # "during their conversation on 8 May 2023"
    r"|(?:in|during|from|at)\s+(?:[\w']+\s+){0,3}(?:conversation|chat|message|session|dialogue|"
    r"discussion|interview|e-?mail|(?<=their )talk)s?\s+(?:on|dated|from|of|in)\s+"
    r"[^,.;]*?(?:,?\s*\d{4}\b|(?=[,.;]|$))"
    # "On 9 July she said", "she said on 9 July that"
    rf"|{_TELLING}\s+(?:\w+\s+){{0,2}}?(?:on|in)\s+[^,.;]*?(?:,\s*\d{{4}})?\s*\bthat\b)"
    rf"|^\s*(?:on|in|as of)\s+[^.;]*?\d{{4}},?\s+\w+\s+{_TELLING}\s+"
    r"(?:that\b|\w+\s+(?:had|has|was)\b|\w+\s+that\b|(?<=said )(?:he|she|they|it|i|we)\b)"
)
_REFUSAL = re.compile(
    r"\b(?:no (?:\w+ ){0,2}?(?:information|evidence|mention|record|indication|memor(?:y|ies)|"
    r"details?|dates?|data)\b"
    r"|(?:is|are|was|were|has|have|been)(?: not|n['’]t) (?:given|found|included)\b"
    r"|(?:not|(?:is|are|was|were)n['’]t) (?:\w+ly )?(?:specified|mentioned|stated|provided|"
    r"available|recorded|indicated|clear|known)\b"
    r"|(?:do|does|did)(?: not|n['’]t) (?:\w+ly )?(?:specify|mention|provide|indicate|state|contain|"
    r"include|know|have)\b"
    r"|(?:can ?not|can['’]t|unable to|could not) (?:be )?(?:determined?|say|tell|find|answer)\b"
    r"|(?:unknown|unclear|insufficient)\b)"
)
_NO_ANSWER = re.compile(r"\s*(?:n/?a|none)\b")
_SENTENCE = re.compile(r"[.!?](?:\s+|$)(?=[A-Z\"'*•]|$)")
_BUT = re.compile(
    r"\b(?:but|however|although|though|possibly|probably|likely|perhaps|maybe|only that)\b",
    re.IGNORECASE,
)
_EXACTLY = re.compile(r"\b(?:exact|specific|precise)\s+(?:\w+\s+)?(?:date|day|time|month|year)")
_ALTHOUGH = re.compile(r"\s*(?:although|though|while)\b[^,]*,", re.IGNORECASE)
_SEMICOLON = re.compile(";")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_REFUSING = frozenset(WORD.findall("no not t unknown unclear unable insufficient none n na cannot"))
_CLUES = _REFUSING.union(
    WORD.findall(
        "mentioned mentions mention "
        "stated states said says noted told tells shared reported described discussed explained "
        "announced revealed recalled wrote posted indicated expressed talked added clarified "
        "confirmed conversation chat message session dialogue discussion interview mail email "
        "memory memories according"
    )
)
"""Words of refusals, and of when something was reported."""


def _counted(text: str, words: frozenset[str]) -> str:
    """The text with what names no time of its own replaced by blanks: when something was reported,
    and refusals; all of it, where it begins with a refusal."""
    kept, begin, exact = text, 0, False
    lower = text.lower()
    lower = lower if len(lower) == len(text) else text
    ends: list[int] = []
    if not words.isdisjoint(_REFUSING):
        ends = [*(match.end() for match in _SENTENCE.finditer(text)), len(text)]
    for end in ends:
        sentence = lower[begin:end]
        refusal = _NO_ANSWER.match(sentence) or _REFUSAL.search(sentence)
        if refusal is not None:
            first, last = _refused(text[begin:end], refusal)
            exact = bool(_EXACTLY.search(sentence))
            if (begin, first, last) == (0, 0, end) and not exact:
                return " " * len(text)
            kept = _blanked(kept, begin + first, begin + last)
        elif exact and _TELLS.search(sentence):
            kept = _blanked(kept, begin, end)
        begin = end
    lower = kept.lower()
    for match in _TOLD.finditer(lower if len(lower) == len(kept) else kept):
        kept = _blanked(kept, *match.span())
    return kept


def _refused(sentence: str, refusal: re.Match[str]) -> tuple[int, int]:
    """Which part of a sentence belongs to its refusal: the clause before a comma or a "but", what
    stands in brackets, else all of it."""
    first = _ALTHOUGH.match(sentence)
    if first is not None and first.end() > refusal.start():
        return 0, first.end()
    but = _BUT.search(sentence, refusal.end())
    if but is None and _EXACTLY.search(sentence.lower()):
        but = _SEMICOLON.search(sentence, refusal.end())
    if but is not None:
        return 0, but.start()
    for brackets in _BRACKETS.finditer(sentence):
        if brackets.start() < refusal.start() < brackets.end():
            return brackets.span()
        if brackets.start() > refusal.end():
            return 0, brackets.start()
    return 0, len(sentence)


def _blanked(text: str, start: int, stop: int) -> str:
    return f"{text[:start]}{' ' * (stop - start)}{text[stop:]}"


def named(text: str, anchor: Anchor = None, *, year: int | None = None) -> tuple[Named, ...]:
    """The times that a text names, in its order: docs/time-answers.md has the rules.

    ``anchor`` is when the text was written: what "last week" and "two years ago" are relative to.
    ``year`` stands where a date has none; without it such a date has no readings. A text of another
    language, or one that names no time, gives an empty tuple. Raises ``ValueError`` for an anchor
    that is not a date.
    """
    return _named(text, None if anchor is None else _day(anchor), year)


def _day(anchor: date | str) -> int:
    if not isinstance(anchor, str):
        return day_number(anchor.year, anchor.month, anchor.day)
    found = _named(anchor, None, None)
    if len(found) != 1 or not found[0].readings or found[0].readings[0].first is None:
        raise ValueError(f"the anchor {anchor!r} is not a date, such as '2023-05-08'")
    return found[0].readings[0].days[0]


_BULLETS = "-–—−*+"
_BULLET = re.compile(r"^(?P<indent>[ \t]*)(?:[-–—−](?!0\d{3}-)|[*+](?=[ \t]))", re.MULTILINE)
"""What begins an item of a list on lines of its own; a dash can begin a year, such as -0043."""
_EDTF = re.compile(r"[\d\-XTZ~?%/.:+\[\]]*(?:[X~?%/]|\.\.)[\d\-XTZ~?%/.:+\[\]]*")
_DIGIT = re.compile(r"\d")


def _of_edtf(text: str) -> tuple[Named, ...]:
    """The time that a text names which is a value of EDTF, such as ``198X`` or ``2004-06/2006``."""
    try:
        place = edtf.When(text, as_written=True).extent.place()
    except edtf.EdtfError:
        return ()
    first, after = (None if at is None else int(at // 60) for at in (place.earliest, place.latest))
    kind: Kind = "open" if first is None or after is None else "stretch"
    return (Named(text, 0, len(text), kind, (Stretch(first, after),), approximate="~" in text),)


@lru_cache(maxsize=4096)
def _named(text: str, now: int | None, year: int | None) -> tuple[Named, ...]:
    if (
        " " not in text
        and _EDTF.fullmatch(text)
        and _DIGIT.search(text)
        and (whole := _of_edtf(text))
    ):
        return whole
    if "\n" in text or text.lstrip(" \t")[:1] in _BULLETS:
        text = _BULLET.sub(r"\g<indent>•", text)
    grammar = _plain(text, now, year)
    if not grammar.begins:
        return ()
    if not grammar.words.isdisjoint(_CLUES) and (counted := _counted(text, grammar.words)) != text:
        grammar = _plain(counted, now, year)
    found: list[Named] = []
    at = 0
    for start in grammar.begins:
        if start >= at:
            time = grammar.time(start)
            if time is not None:
                found.append(_as_named(text, grammar, start, time))
                at = time.stop
    denied = not grammar.words.isdisjoint(_DENYING)
    return tuple(_several(text, found, now, denied) if len(found) > 1 or denied else found)


def _as_named(text: str, plain: Grammar, start: int, time: Reading) -> Named:
    readings = time.readings
    stop = start + len(plain.text[start : time.stop].rstrip(" ,.;"))
    if plain.raw[stop : stop + 1].isalpha() and plain.text[stop] == " ":  # a word read as a number
        after = plain.text[stop:].lstrip()
        stop = len(plain.raw[: len(text) - len(after)].rstrip())
    listed = plain.listed and plain.listed.get((start, time.stop))
    if start and text[start - 4 : start].lower() == "the ":
        start -= 4
    anchored = text[time.anchored : stop].strip() if time.anchored >= 0 else ""
    if len(readings) > 1:
        readings = tuple(dict.fromkeys(readings))
    words = "".join([text[part] for part in listed]) if listed else text[start:stop]
    return Named(words, start, stop, time.kind, readings, time.unit, anchored, time.about)


_CORRECTED = re.compile(
    r"(?:(?:(?:\b(?:was|is|were)|['’]s)\s|(?:^|[^\w\s'’]|\b(?:and|but))\s*)\s*(?:\w+ly\s+)?not"
    r"|\b(?:was|is|were)n['’]t|\bnever|\brather than|\binstead of|(?P<but>\bnot))\s+"
    r"(?:(?:on|in|at|during|from)\s+)?(?:the\s+)?\Z",
    re.IGNORECASE,
)
_BUT_THEN = re.compile(r"[\s,]*but\b")
_DENYING = ("not", "t", "never", "rather", "instead")
_LIST = re.compile(r"\s*(?:,|;|&|•|,?\s*\b(?:and|or)\b)\s*(?:(?:again|then|on|in|the)\s+)*")
_CLEAR = re.compile(r"[(\[]|i\.?e|that is|specifically|namely", re.IGNORECASE)
_GLOSS = re.compile(
    r"[\s*]*(?:[(\[,:;–—-]|i\.?e\.?|that is|specifically|namely|,)+"
    r"(?:[\s,]*(?:i\.?e\.?|(?:that|which) (?:is|was)|specifically|namely|more precisely|probably|"
    r"likely|sometime))*"
    r"[\s,*]*(?:(?:on|in|at|during|the|around|about|roughly|approximately|from|between)\s*)*",
    re.IGNORECASE,
)


def _several(text: str, found: list[Named], now: int | None, denied: bool) -> list[Named]:
    """The times without those that are named again, in brackets or in apposition, and without those
    of which the year is missing where others have theirs, unless they are in a list with these."""
    dated = {bool(each.readings) for each in found if each.kind == "stretch"}
    if len(dated) == 2:
        for k in range(len(found) - 2, -1, -1):
            found[k] = _dated(text, found[k], found[k + 1], now)
        for k in range(1, len(found)):
            found[k] = _dated(text, found[k], found[k - 1], now)
        found = [each for each in found if each.kind != "stretch" or each.readings]
    if denied:
        found = [each for each in found if each.kind == "open" or not _is_corrected(text, each)]
    merged: list[Named] = []
    for each in found:
        joint = _one(text, merged[-1], each, now) if merged else None
        merged[len(merged) - (joint is not None) :] = [joint or each]
    unique: dict[tuple[object, ...], Named] = {}
    for each in merged:
        unique.setdefault((each.kind, each.readings or each.words.lower()), each)
    return list(unique.values())


def _is_corrected(text: str, each: Named) -> bool:
    """Whether a text says that it was not then."""
    denied = _CORRECTED.search(text, max(0, each.start - 32), each.start)
    return denied is not None and (not denied["but"] or bool(_BUT_THEN.match(text, each.stop)))


def _dated(text: str, each: Named, other: Named, now: int | None) -> Named:
    """A date without a year in that of another one next to it, if both are in a list or are one, or
    it lies in that before it."""
    if each.kind != "stretch" or each.readings or not other.readings or other.kind != "stretch":
        return each
    first, second = sorted((each, other), key=lambda one: one.start)
    between = text[first.stop : second.start]
    listed = _LIST.fullmatch(between) and ("," not in between or each.precision == other.precision)
    glossed = not listed and not _CLEAR.search(between)
    is_within = second is each and each.precision in ("day", "month") and _GLOSS.fullmatch(between)
    if glossed and not is_within:
        return each
    year = date_of((other.readings[0].first or 0) // DAY)[0]
    (again, *_) = _named(each.words, now, year) or (each,)
    if glossed and not all(a.lies_in(b) for a in again.readings for b in other.readings):
        return each
    return each._replace(readings=again.readings) if again.kind == each.kind else each


def _one(text: str, first: Named, second: Named, now: int | None) -> Named | None:
    """Two names next to each other that are one time: what both share, else the fuller date."""
    between = text[first.stop : second.start]
    kinds = ("stretch", "relative", "vague")
    if second.kind != "stretch" or first.kind not in kinds or not _GLOSS.fullmatch(between):
        return None
    stop = second.stop + ("(" in between and text[second.stop : second.stop + 1] == ")")
    joint = second._replace(words=text[first.start : stop], start=first.start, stop=stop)
    if first.kind != "stretch":
        bracket = "(" in between or "[" in between
        if first.kind == "relative" and bracket and second.precision == "day" and now is None:
            told = _named(first.words, second.readings[0].days[0], None)
            return joint._replace(readings=(*second.readings, *told[0].readings))
        return joint
    shared = {
        Stretch(max(a.first, b.first), min(a.after, b.after), a.reading or b.reading): None
        for a in first.readings
        for b in second.readings
        if a.first is not None and b.first is not None
        if a.after is not None and b.after is not None
        if max(a.first, b.first) < min(a.after, b.after)
    }
    if shared:
        return joint._replace(readings=tuple(shared), approximate=first.approximate)
    if not first.readings or not second.readings or not _CLEAR.search(between):
        return None
    return min(first, second, key=lambda x: min((s[1] or 0) - (s[0] or 0) for s in x.readings))
