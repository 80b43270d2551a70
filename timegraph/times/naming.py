"""The stretches of time that a short English text names.

What a text names, by which rules, and which readings are kept: docs/time-answers.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache

from timegraph.times.grammar import WORDS_OF_TIMES, Grammar, Kind, Reading
from timegraph.times.stretches import DAY, Stretch, Token, cut
from timeml.gregorian import day_number


@dataclass(frozen=True, slots=True)
class Named:
    """A time that a text names: its ``words``, where they stand, of which ``kind`` it is, its
    ``readings``, the ``precision`` (the unit in which it is said), the words of the date that it is
    ``anchored`` to, and whether it is ``approximate``. Without a year it has no readings yet."""

    words: str
    start: int
    stop: int
    kind: Kind
    readings: tuple[Stretch, ...]
    precision: str = "day"
    anchored: str = ""
    approximate: bool = False

    def __str__(self) -> str:
        texts = [
            f"{s.first} to {s.after} days" if self.kind in ("length", "relative") else str(s)
            for s in self.readings
        ]
        return f"{self.words!r} ({' or '.join(dict.fromkeys(texts)) or self.kind})"


# ---- what is not counted, and what is said twice ------------------------------------------------

_TELLING = (
    r"(?:mention|state|say|said|note|tell|told|share|report|describ|discuss|explain|announc|reveal|"
    r"recall|wrote|write|post|indicat|express|talk|add|clarif|confirm)\w*"
)
_TOLD = re.compile(
    # "..., as she mentioned on 9 July that ...", to the end of the sentence
    rf"(?:,\s*|\()?\b(?:as|which|where|when)\s+(?:\w+\s+){{1,3}}(?:\w+ly\s+)?{_TELLING}\b"
    r"(?:[^.]|\.(?=\d))*"
    rf"|\b(?:as|according to|based on|per)\s+(?:[\w']+\s+){{0,4}}"
    r"(?:mentioned|stated|conversation|chat|message|session|dialogue|memor\w+)\b(?:[^.]|\.(?=\d))*"
    # "during their conversation on 8 May 2023"
    r"|\b(?:in|during|from|at)\s+(?:[\w']+\s+){0,3}(?:conversation|chat|message|session|dialogue|"
    r"discussion|interview|e-?mail)s?\s+(?:on|dated|from|of|in)\s+[^,.;]*(?:,?\s*\d{4})?"
    # "On 9 July she said", "she said on 9 July that"
    rf"|\b{_TELLING}\s+(?:this\s+|it\s+|so\s+)?(?:on|in)\s+[^,.;]*?(?:,\s*\d{{4}})?\s*\bthat\b"
    rf"|^\s*(?:on|in)\s+[^.;]*?\d{{4}},?\s+\w+\s+{_TELLING}\s+(?:that\b|\w+\s+(?:had|has|was)\b)",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\bno (?:\w+ ){0,2}?(?:information|evidence|mention|record|indication|memor(?:y|ies)|details?|"
    r"dates?|data)\b"
    r"|\b(?:is|are|was|were|has|have|been|not|isn't|wasn't) (?:not |n't )?(?:\w+ly )?"
    r"(?:un)?(?<=not )(?:specified|mentioned|stated|provided|available|given|recorded|indicated|"
    r"clear|known|found|included)\b"
    r"|\bnot (?:\w+ly )?(?:specified|mentioned|stated|provided|available|recorded|indicated|clear|"
    r"known)\b"
    r"|\b(?:do|does|did)(?: not|n't) (?:\w+ly )?(?:specify|mention|provide|indicate|state|contain|"
    r"include|know|have)\b"
    r"|\b(?:can ?not|can't|unable to|could not) (?:be )?(?:determined?|say|tell|find|answer)\b"
    r"|\b(?:unknown|unclear|insufficient)\b|^\s*(?:n/?a|none)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?](?:\s+|$)(?=[A-Z\"'*]|$)")
_GLOSS = re.compile(
    r"[\s*]*(?:[(\[,:;–—-]|i\.?e\.?|that is|specifically|namely|,)+"
    r"(?:[\s,]*(?:i\.?e\.?|that is|specifically|namely|more precisely|probably|likely|sometime))*"
    r"[\s,*]*(?:on|in|at|during|the|around|about|approximately|from|between)*\s*(?:the\s+)?",
    re.IGNORECASE,
)


def _counted(text: str) -> str:
    """The text with what names no time of its own replaced by blanks: when something was told, and
    refusals; all of it, where it begins with a refusal."""
    kept = _without_refusals(text)
    for match in _TOLD.finditer(kept):
        kept = _blanked(kept, *match.span())
    return kept


def _without_refusals(text: str) -> str:
    kept, begin = text, 0
    for end in [*(match.end() for match in _SENTENCE.finditer(text)), len(text)]:
        sentence = text[begin:end]
        refusal = _REFUSAL.search(sentence)
        if refusal is not None:
            but = re.search(r"\b(?:but|however|although|though)\b", sentence[refusal.end() :], re.I)
            first = re.match(r"\s*(?:although|though|while)\b[^,]*,", sentence, re.I)
            if first is not None and first.end() > refusal.start():
                kept = _blanked(kept, begin, begin + first.end())
            elif but is not None:
                kept = _blanked(kept, begin, begin + refusal.end() + but.start())
            elif begin == 0:
                return " " * len(text)
            else:
                kept = _blanked(kept, begin, end)
        begin = end
    return kept


def _blanked(text: str, start: int, stop: int) -> str:
    return f"{text[:start]}{' ' * (stop - start)}{text[stop:]}"


def named(
    text: str, anchor: date | datetime | str | None = None, *, year: int | None = None
) -> tuple[Named, ...]:
    """The times that a text names, in its order: docs/time-answers.md has the rules.

    ``anchor`` is when the text was written: what "last week" and "two years ago" are relative to.
    ``year`` stands where a date has none; without it such a date has no readings. A text of another
    language, or one that names no time, gives an empty tuple. Raises ``ValueError`` for an anchor
    that is not a date.
    """
    return _named(text, None if anchor is None else _minute(anchor), year)


def _minute(anchor: date | datetime | str) -> int:
    if isinstance(anchor, str):
        found = _named(anchor, None, None)
        if len(found) != 1 or not found[0].readings or found[0].readings[0].first is None:
            raise ValueError(f"the anchor {anchor!r} is not a date, such as '2023-05-08'")
        return found[0].readings[0].first
    return day_number(anchor.year, anchor.month, anchor.day) * DAY


_EDTF = re.compile(r"(?=.*\d)[\d\-XTZ~?%/.:+\[\]]*(?:[X~?%/]|\.\.)[\d\-XTZ~?%/.:+\[\]]*")
_SECONDS = 60


def _of_edtf(text: str) -> tuple[Named, ...]:
    """The time that a text names which is a value of EDTF, such as ``198X`` or ``2004-06/2006``."""
    from timeml.edtf import EdtfError, When  # few answers are written so

    try:
        place = When(text, as_written=True).extent.place()
    except EdtfError:
        return ()
    first, after = (
        None if at is None else int(at // _SECONDS) for at in (place.earliest, place.latest)
    )
    kind: Kind = "open" if first is None or after is None else "stretch"
    return (Named(text, 0, len(text), kind, (Stretch(first, after),), approximate="~" in text),)


@lru_cache(maxsize=4096)
def _named(text: str, anchor: int | None, year: int | None) -> tuple[Named, ...]:
    if _EDTF.fullmatch(text) and (whole := _of_edtf(text)):
        return whole
    lower = text.lower() if len(text.lower()) == len(text) else text
    tokens = cut(lower)
    if any(token.kind == "clue" for token in tokens):
        tokens = cut(_counted(text).lower() if lower is not text else _counted(text))
    grammar = Grammar(tokens, anchor, year)
    found: list[Named] = []
    k = 0
    while k < len(tokens):
        if tokens[k].kind == "word" and tokens[k].text not in WORDS_OF_TIMES:
            k += 1  # most words
            continue
        time = grammar.time(k)
        if time is None or time.stop <= k:
            k += 1
            continue
        found.append(_as_named(text, tokens, k, time))
        k = time.stop
    return tuple(_several(text, found, anchor))


def _as_named(text: str, tokens: list[Token], k: int, time: Reading) -> Named:
    start, stop = tokens[k].start, tokens[time.stop - 1].stop
    anchored = ""
    if time.anchored >= 0:
        anchored = text[tokens[time.anchored].start : stop]
    before = text[max(0, start - 16) : start].lower().split()
    about = time.about or (bool(before) and before[-1] in ("about", "around", "circa", "roughly"))
    return Named(
        text[start:stop],
        start,
        stop,
        time.kind,
        tuple(dict.fromkeys(time.readings)),
        time.unit,
        anchored,
        about,
    )


def _several(text: str, found: list[Named], anchor: int | None) -> list[Named]:
    """The times without those that are said again, in brackets or in apposition, and without those
    of which the year is missing where others have theirs."""
    if any(each.readings for each in found if each.kind == "stretch"):
        found = [each for each in found if each.kind != "stretch" or each.readings]
    merged: list[Named] = []
    for each in found:
        if merged and (joint := _one(text, merged[-1], each, anchor)) is not None:
            merged[-1] = joint
        else:
            merged.append(each)
    unique: dict[tuple[object, ...], Named] = {}
    for each in merged:
        unique.setdefault((each.kind, each.readings or each.words.lower()), each)
    return list(unique.values())


def _one(text: str, first: Named, second: Named, anchor: int | None) -> Named | None:
    """Two names next to each other that are one time: what both share, else the fuller date."""
    between = text[first.stop : second.start]
    if not _GLOSS.fullmatch(between):
        return None
    if second.kind != "stretch":
        return None
    joint = replace(second, words=text[first.start : second.stop], start=first.start)
    if first.kind in ("relative", "vague"):
        bracket = "(" in between or "[" in between
        if first.kind == "relative" and bracket and second.precision == "day" and anchor is None:
            told = _named(first.words, second.readings[0].first, None)
            return replace(joint, readings=(*second.readings, *told[0].readings))
        return joint
    if first.kind != "stretch":
        return None
    shared = {
        Stretch(max(a.first, b.first), min(a.after, b.after), a.reading or b.reading): None
        for a in first.readings
        for b in second.readings
        if a.first is not None and b.first is not None
        if a.after is not None and b.after is not None
        if max(a.first, b.first) < min(a.after, b.after)
    }
    if shared:
        return replace(joint, readings=tuple(shared), approximate=first.approximate)
    clear = re.search(r"[(\[]|i\.?e|that is|specifically|namely", between, re.IGNORECASE)
    return (first if _width(first) <= _width(second) else second) if clear else None


def _width(each: Named) -> int:
    return min((s.after or 0) - (s.first or 0) for s in each.readings)
