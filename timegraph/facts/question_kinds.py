"""What a question asks, as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, get_args

from timegraph.dates.granules import (
    BEGINS_STEP,
    OPEN,
    STEP,
    DateError,
    Granule,
    Step,
    StepError,
    read_date,
    read_step,
    stated_date,
)
from timegraph.facts.relations import key_of, read_statement, relation_name, relations_called
from timeml.plain_dates import DATE

Reading = Literal["certain", "possible", "both", "complex-tr", "tempreason", "timeqa", "tgqa"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""``certain``: what holds in every completion of the dates; ``possible``: in some; ``both`` of
them; or the own rule of a benchmark."""

# When a question asks for: "in May 1998", "from 1990 to 1995", "3 years before she joined ...".


TimeKind = Literal[
    "any", "in", "as-of", "since", "until", "from-to", "between", "before", "after", "early",
    "late", "during", "when", "before-event", "after-event", "step-before", "step-after",
    "step-before-event", "step-after-event",
]  # fmt: skip
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
_DATE = (
    rf"(?:{DATE}|\[\S+\]|[^\s,\d]*\d[^\s,]*(?![^\s,]))"  # and what else is a word: 1990-Q3, -0050
)
_LEAD = (
    r"(?:(?:in|during|over|for|within|throughout)\s+)?"
    r"(?:the\s+)?(?:(?:time\s+)?(?:period|years?|months?|timeframe|span)\s+(?:of\s+)?)?"
)
# Each form with its kind and the words that it may begin with, where these are few.
_DATED: tuple[tuple[TimeKind, str, str], ...] = (
    ("from-to", "",
     rf"{_LEAD}(?:from\s+)?(?:in\s+)?(?P<first>{_DATE}){_TO}(?P<last>{_DATE}|{_NOW})"),
    ("between", "in between",
     rf"(?:in\s+)?between\s+(?:the\s+years\s+)?(?P<first>{_DATE})\s+and\s+(?P<last>{_DATE}|{_NOW})"),
    ("as-of", "as", rf"as\s+of\s+(?P<first>{_DATE})"),
    ("since", "since from",
     rf"(?:since|from)\s+(?:in\s+)?(?P<first>{_DATE})(?:{_TO}{_NOW}|\s+onwards?)?"),
    ("until", "until till up", rf"(?:until|till|up\s+to)\s+(?P<first>{_DATE})"),
    ("step-before", "", rf"{_STEP_FORM}(?P<first>{_DATE})"),
    ("before", "before prior", rf"(?:before|prior\s+to)\s+(?P<first>{_DATE})"),
    ("after", "after", rf"after\s+(?P<first>{_DATE})"),
    ("during", "during throughout",
     rf"(?:during|throughout)\s+(?:the\s+)?(?:(?:years?|months?|period)\s+(?:of\s+)?)?"
     rf"(?P<first>{_DATE})"),
    ("in", "in on at",
     rf"(?:in\s+|on\s+|at\s+)(?:in\s+)?(?:the\s+(?:years?|months?)\s+(?:of\s+)?)?"
     rf"(?P<first>{_DATE})"),
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
    rf"{_DATE}"
    r")(?!-?\w)",
    _I,
)
_BARE = re.compile(rf"(?<!\w)(?:{DATE})(?!-?\w)", _I)
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


class NotUnderstoodError(ValueError):
    """A question that is not understood; ``part`` is the part of it that was not."""

    def __init__(self, question: str, part: str, reason: str) -> None:
        super().__init__(f"not understood: {reason} (in {question!r})")
        self.question = question
        self.part = part
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.question, self.part, self.reason)


@dataclass(frozen=True, slots=True)
class Event:
    """That the question's subject had ``object`` for its ``relation``; without a relation it is
    the one that the question asks for, or any that the object stands in."""

    relation: str
    object: str

    def __str__(self) -> str:
        return f"{self.relation} {self.object}".strip()


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """Whom or what ``subject`` had for one of ``relations``, and when.

    ``relations`` has several members where a question has several meanings ("who was the head of
    ..."), and its own words where no head of the table asks it so. ``event`` is that of a time
    with a clause.
    """

    text: str
    subject: str
    relations: tuple[str, ...]
    time: Time
    event: Event | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def kind(self) -> str:
        """The kind of its time."""
        return self.time.kind

    @property
    def level(self) -> str:
        """L2 asks about a time, L3 about an event (TempReason's levels)."""
        return "L3" if self.time.has_event else "L2"

    @property
    def hops(self) -> str:
        """``one`` where one look at the facts answers, else ``multi`` (Complex-TR's groups)."""
        return "one" if self.kind in _ONE_HOP else "multi"


_ONE_HOP = frozenset({"any", "in", "as-of", "since", "until", "before", "after", "early", "late",
                      "before-event", "after-event"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class HoldingQuestion:
    """When a fact held (``kind`` is ``when``), how long (``how-long``), or whether it did at a time
    (``whether``). ``object`` is ``""`` where any will do ("Was Ada captain in 2010?")."""

    text: str
    kind: str
    subject: str
    relation: str
    object: str
    time: Time = ANY
    event: Event | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """Which date is ``step`` before or after ``origin`` (TempReason's level 1)."""

    text: str
    step: Step
    origin: Granule
    back: bool
    kind: str = "date"


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """A question about the order and lengths of events that are given as sentences (TGQA).

    ``kind`` is one of ``first``, ``nth``, ``duration``, ``gap``, ``when``, ``same-year``,
    ``still``, ``next``, ``longer``; ``events`` are the sentences that it names. ``number`` is
    the place asked for (from 1) in ``nth``; ``side`` (before, after) and ``edge`` (starts, ends)
    belong to ``next``, and ``edge`` to ``when``.
    """

    text: str
    kind: str
    events: tuple[str, ...]
    number: int = 0
    side: str = ""
    edge: str = "starts"


Question = FactQuestion | HoldingQuestion | DateQuestion | StoryQuestion


# Events that questions name: "he/she worked for the Mill", "Bo was the head coach", "the Mill".


_PRONOUN = re.compile(
    r"(?:he/she|she/he|s/he|he\s+or\s+she|she\s+or\s+he|he|she|they|it|it/they|they/it|him|her|"
    r"them)",
    re.IGNORECASE,
)


_TERM = re.compile(
    r"(?:(?P<holder>\S.*?)(?:'s|(?<=s)')|his|her|their|its)\s+(?:term|tenure|time|period|reign)\s+"
    r"(?:of|as|in)\s+(?:the\s+)?(?:office\s+of\s+)?(?P<relation>\S.*)",
    re.IGNORECASE,
)


class OtherSubject(ValueError):
    """A clause about another subject than the question; its name is the argument."""


def read_clause(clause: str, subject: str) -> Event:
    """The event that ``clause`` names in a question about ``subject``.

    A clause with a verb of the table has its relation ("he worked for the Mill", "it was owned
    by Bo", "Bo was the headcoach"), and so has a term ("Bo's term as head coach");
    anything else is taken for the name of an object alone.
    Raises :class:`OtherSubject` for a clause about somebody else.
    """
    term = _TERM.fullmatch(clause)
    if term is not None:
        relation = term["relation"].removesuffix(f" of {subject}")
        if term["holder"] is None or _is_subject(term["holder"], subject):
            return Event("", relation)  # "her term as mayor"
        if relations_called(relation):
            return Event(relation_name(relation), term["holder"])
    statement = read_statement(clause)
    if statement is not None:
        if _is_subject(statement.subject, subject):
            return Event(statement.relation, statement.object)
        if _is_subject(statement.object, subject):
            # "when she owned the Mill": the relation is that of the Mill, not hers.
            raise OtherSubject(statement.subject)
    short = read_statement(f"{clause} of {subject}")
    if short is not None and _is_subject(short.subject, subject):
        return Event(short.relation, short.object)
    if statement is not None:
        raise OtherSubject(statement.subject)
    return Event("", clause)


def _is_subject(name: str, subject: str) -> bool:
    return _PRONOUN.fullmatch(name) is not None or key_of(name) == key_of(subject)
