"""When a question asks for: "in May 1998", "from 1990 to 1995", "3 years before she joined ..."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from timegraph.facts.dates import OPEN, DateError, Granule, read_date, stated_date
from timegraph.facts.steps import BEGINS_STEP, STEP, Step, StepError, read_step
from timeml.plain_dates import DATE

__all__ = ["ANY", "CUT", "TIME_KINDS", "Time", "TimeKind", "read_time", "times_in"]

TimeKind = Literal[
    "any", "in", "as-of", "since", "until", "from-to", "between", "before", "after", "early",
    "late", "during", "when", "before-event", "after-event", "step-before", "step-after",
    "step-before-event", "step-after-event",
]  # fmt: skip
TIME_KINDS: tuple[TimeKind, ...] = get_args(TimeKind)
"""All kinds of time a question can ask for; ``any`` is a question without a time."""


@dataclass(frozen=True, slots=True)
class Time:
    """The time of a question.

    ``first`` and ``last`` are its dates (both the same where there is one), ``step`` is the length
    in "3 years before ...", and ``clause`` the words that name an event ("he worked for the
    Mill"), from which the question's subject is still to be taken.
    """

    kind: TimeKind
    first: Granule = OPEN
    last: Granule = OPEN
    step: Step | None = None
    clause: str = ""

    @property
    def has_event(self) -> bool:
        """Whether the time is that of an event, named by :attr:`clause`."""
        return bool(self.clause)


ANY = Time("any")
"""The time of a question that asks for none."""

_STEP_FORM = rf"(?P<step>{STEP})\s+(?P<side>before|after|prior\s+to|earlier\s+than|later\s+than)\s+"
_TO = r"(?:\s+(?:to|until|till|through)\s+|\s*[-–—]\s*)"
_NOW = r"(?:the\s+)?(?:present(?:\s+day)?|now|today)"
_LEAD = (
    r"(?:(?:in|during|over|for|within|throughout)\s+)?"
    r"(?:the\s+)?(?:(?:time\s+)?(?:period|years?|months?|timeframe|span)\s+(?:of\s+)?)?"
)
# Each form with its kind and the words that it may begin with, where these are few.
_DATED: tuple[tuple[TimeKind, str, str], ...] = (
    ("from-to", "",
     rf"{_LEAD}(?:from\s+)?(?:in\s+)?(?P<first>{DATE}){_TO}(?P<last>{DATE}|{_NOW})"),
    ("between", "in between",
     rf"(?:in\s+)?between\s+(?:the\s+years\s+)?(?P<first>{DATE})\s+and\s+(?P<last>{DATE}|{_NOW})"),
    ("as-of", "as", rf"as\s+of\s+(?P<first>{DATE})"),
    ("since", "since from",
     rf"(?:since|from)\s+(?:in\s+)?(?P<first>{DATE})(?:{_TO}{_NOW}|\s+onwards?)?"),
    ("until", "until till up", rf"(?:until|till|up\s+to)\s+(?P<first>{DATE})"),
    ("step-before", "", rf"{_STEP_FORM}(?P<first>{DATE})"),
    ("before", "before prior", rf"(?:before|prior\s+to)\s+(?P<first>{DATE})"),
    ("after", "after", rf"after\s+(?P<first>{DATE})"),
    ("during", "during throughout",
     rf"(?:during|throughout)\s+(?:the\s+)?(?:(?:years?|months?|period)\s+(?:of\s+)?)?"
     rf"(?P<first>{DATE})"),
    ("in", "in on at",
     rf"(?:in\s+|on\s+|at\s+)(?:in\s+)?(?:the\s+(?:years?|months?)\s+(?:of\s+)?)?"
     rf"(?P<first>{DATE})"),
)  # fmt: skip
_EVENTS: tuple[tuple[TimeKind, str, str], ...] = (
    ("step-before-event", "", rf"{_STEP_FORM}(?P<clause>\S.*)"),
    ("before-event", "before prior", r"(?:before|prior\s+to)\s+(?P<clause>\S.*)"),
    ("after-event", "after", r"after\s+(?P<clause>\S.*)"),
    ("when", "when while during at",
     r"(?:when|while|during(?:\s+the\s+time(?:\s+(?:when|that))?)?|at\s+the\s+time"
     r"(?:\s+(?:when|that))?)\s+(?P<clause>\S.*)"),
)  # fmt: skip
_I = re.IGNORECASE
_Form = tuple[TimeKind, frozenset[str], re.Pattern[str]]


def _compiled(forms: Iterable[tuple[TimeKind, str, str]], flags: int) -> tuple[_Form, ...]:
    return tuple((kind, frozenset(words.split()), re.compile(f, flags)) for kind, words, f in forms)


_DATED_FORMS = _compiled(_DATED, _I)
_EVENT_FORMS = _compiled(_EVENTS, _I | re.DOTALL)


def _fitting(forms: Iterable[_Form], words: str) -> Iterator[tuple[TimeKind, re.Match[str]]]:
    """The kinds whose form all of ``words`` has."""
    first = words.partition(" ")[0].lower()
    for kind, begins, form in forms:
        if not begins or first in begins:
            match = form.fullmatch(words)
            if match:
                yield kind, match


CUT = re.compile(
    rf" (?={BEGINS_STEP}|(?:in|on|at|as|since|from|until|till|up|between|before|after|prior|during|"
    r"throughout|when|while|over|for|within|early|late|mid)\b)"
)
"""Where the time of a question in small letters, words one blank apart, may begin."""


@lru_cache(maxsize=65_536)
def read_time(text: str) -> Time | None:
    """The time that the whole of ``text`` states, ``None`` if it is not a time at all.

    A date is preferred to an event: "before 1990" names no event. The clause of an event is not
    looked at here.
    """
    words = " ".join(text.split())
    for kind, match in _fitting(_DATED_FORMS, words):
        time = _dated(kind, match)
        if time is not None:
            return time
    if re.fullmatch(r"(?:the\s+)?(?:early|mid|late)\b.*", words, _I):
        return read_time(f"in {words}")
    for kind, match in _fitting(_EVENT_FORMS, words):
        parts = match.groupdict()
        try:
            step = read_step(parts["step"]) if parts.get("step") else None
        except StepError:
            continue
        return Time(_sided(kind, parts.get("side")), step=step, clause=parts["clause"].strip())
    return None


def _dated(kind: TimeKind, match: re.Match[str]) -> Time | None:
    parts = match.groupdict()
    try:
        first = stated_date(parts["first"])
        last = first
        if parts.get("last"):
            last = OPEN if re.fullmatch(_NOW, parts["last"], _I) else stated_date(parts["last"])
        step = read_step(parts["step"]) if parts.get("step") else None
    except (DateError, StepError):
        return None
    if kind in ("in", "during") and first.unit in ("early", "late"):
        kind = "early" if first.unit == "early" else "late"
    return Time(_sided(kind, parts.get("side")), first, last, step)


_AFTER: dict[TimeKind, TimeKind] = {
    "step-before": "step-after",
    "step-before-event": "step-after-event",
}


def _sided(kind: TimeKind, side: str | None) -> TimeKind:
    return _AFTER[kind] if side is not None and side[0] in "aAlL" else kind


# Within a sentence a time takes no more words than it needs: "in the period" and the "for" of
# "play for" are left where they are.
_ANYWHERE = re.compile(
    r"(?<!\w)(?:"
    rf"(?:(?:from|in)\s+)?(?:{DATE}){_TO}(?:{DATE}|{_NOW})"
    rf"|between\s+(?:the\s+years\s+)?(?:{DATE})\s+and\s+(?:{DATE}|{_NOW})"
    rf"|(?:since|from)\s+(?:{DATE})(?:{_TO}{_NOW}|\s+onwards?)?"
    rf"|(?:as\s+of|until|till|up\s+to|before|prior\s+to|after|during|throughout|in|on|at)\s+"
    rf"(?:{DATE})"
    r")(?!\w)",
    _I,
)
_BARE = re.compile(rf"(?<!\w)(?:{DATE})(?!\w)", _I)
# The more of a question's time a form states, the more likely it is the time that is asked for.
_WEIGHTS: dict[TimeKind, int] = {"from-to": 3, "between": 3, "early": 2, "late": 2, "before": 2,
                                 "after": 2, "since": 2, "until": 2, "as-of": 2}  # fmt: skip


def times_in(text: str) -> Iterator[tuple[Time, str]]:
    """The dated times that stand anywhere in ``text``, each with the text that is left without
    it, likelier ones first: periods before single dates, later ones before earlier ones.

    A time that is stated twice in the same words is taken out twice.
    """
    dated = [(m, time) for m in _ANYWHERE.finditer(text) if (time := read_time(m.group()))]
    dated.sort(key=lambda pair: (-_WEIGHTS.get(pair[1].kind, 1), -pair[0].start()))
    seen = set()
    for match, time in dated:
        if match.group() not in seen:
            seen.add(match.group())
            yield time, _without(text, match.group())
    if not dated:
        for match in reversed(list(_BARE.finditer(text))):
            try:
                date = read_date(match.group())
            except DateError:
                continue
            yield Time("in", date, date), _without(text, match.group())


def _without(text: str, part: str) -> str:
    rest = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", " ", text)
    return re.sub(r"(?:\s*,)+", ",", " ".join(rest.split())).strip(" ,")
