"""Questions about facts that name them: "When did Ada play for Town?", "How long was she its
captain?", "Was Ada captain in 2010?", "Ada's team in 2005".

Their words are the table's own: subjects, relations and objects are found in the facts, so that
such questions are read only beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
from timegraph.facts.questions.clauses import OtherSubject, read_clause
from timegraph.facts.questions.question_kinds import Event, FactQuestion, HoldingQuestion
from timegraph.facts.questions.times import ANY, CUT, Time, read_time
from timegraph.facts.relations import key_of, lower, read_statement

__all__ = ["example_questions", "read_holding", "read_possessive"]

_FORM = re.compile(
    r"(?P<asked>when|(?:for\s+)?how\s+long|)\s*\b(?P<verb>did|does|do|was|were|is|are|has|have|had)"
    r"\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_KINDS = {"when": "when", "": "whether"}
_BETWEEN = ("of ", "for ", "at ", "by ", "with ", "in ", "the ", "a ", "an ")
_QUESTION = re.compile(r"(?:what|which|who)\s+(?:is|was|were|are)\s+", re.IGNORECASE)


def read_holding(text: str, base: FactBase) -> HoldingQuestion | None:
    """The question about facts of ``base`` that ``text`` names: when they held, how long, or
    whether; ``None`` if it is not one."""
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    kind = _KINDS.get(form["asked"].lower(), "how-long")
    times = _with_times(form["rest"]) if kind == "whether" else iter([(form["rest"], ANY)])
    for stem, time in times:
        for subject, predicate in _subjects(stem, base):
            for relation, object in _stated(subject, form["verb"], predicate, base):
                if object or kind == "whether":
                    event = _event(time, subject)
                    return HoldingQuestion(text, kind, subject, relation, object, time, event)
    return None


def read_possessive(text: str, base: FactBase) -> FactQuestion | None:
    """The question in "Ada's team in 2005" or "What was Ada's team?"; ``None`` if it is none."""
    plain = _QUESTION.sub("", text, count=1) if _QUESTION.match(text) else text
    for stem, time in _with_times(plain):
        for subject, predicate in _subjects(stem, base):
            for relation, object in _of_possessive(subject, predicate, base):
                if not object:
                    return FactQuestion(text, subject, (relation,), time, _event(time, subject))
    return None


def example_questions(base: FactBase) -> tuple[str, ...]:
    """Questions of each form in the words of the first fact that has an object, a start, and names
    of which people ask so; none if there is no such fact."""
    for fact in base.facts:
        if not fact.object or fact.start.first is None or not _is_plain(fact):
            continue
        named = f"{fact.subject}'s {fact.relation}"
        asked = f"{named} in {fact.start}"
        others = (
            f"Was {named} {fact.object} in {fact.start}?",
            f"When was {named} {fact.object}?",
            f"How long was {named} {fact.object}?",
        )
        if read_possessive(asked, base) and all(read_holding(q.rstrip("?"), base) for q in others):
            return (asked, *others)
    return ()


def _is_plain(fact: Fact) -> bool:
    """Whether a relation is a word or two, not a question or a part of a name."""
    relation = fact.relation
    return (
        0 < len(relation.split()) < 5
        and relation == relation.lower()
        and not {"'", "?"} & {*relation, *fact.subject}
    )


def _event(time: Time, subject: str) -> Event | None:
    try:
        return read_clause(time.clause, subject) if time.has_event else None
    except OtherSubject as error:
        return Event("", str(error))


def _with_times(text: str) -> Iterator[tuple[str, Time]]:
    """The text without the time at its end, and that time: longer times first, then none."""
    for place in CUT.finditer(lower(text)):
        time = read_time(text[place.start() :].strip(" ,"))
        if time is not None:
            yield text[: place.start()].rstrip(" ,"), time
    yield text, ANY


def _subjects(text: str, base: FactBase) -> Iterator[tuple[str, str]]:
    """Subjects of the facts that ``text`` begins with, longer ones first, each with what follows:
    a predicate, or ``'s`` and a relation."""
    key = key_of(text)
    fitting = [name for name in base.subjects if key.startswith(key_of(name))]
    for subject in sorted(fitting, key=len, reverse=True):
        rest = key[len(key_of(subject)) :]
        if rest.startswith((" ", "'s ", "' ")) and len(key) == len(text):
            yield subject, text[len(text) - len(rest) :]


def _stated(subject: str, verb: str, rest: str, base: FactBase) -> Iterator[tuple[str, str]]:
    """The relations and objects that may be said of ``subject``; an object may be ``""``."""
    if not rest.startswith(" "):
        yield from _of_possessive(subject, rest, base)
        return
    predicate = rest.strip()
    for sentence in (f"{subject} {predicate}", f"{subject} {verb} {predicate}"):
        statement = read_statement(sentence)
        if statement is not None and key_of(statement.subject) == key_of(subject):
            for relation in base.relations_meant(subject, statement.relation):
                yield relation, statement.object
    yield from _named(subject, predicate, base)
    for fact in _facts_of(subject, base):
        # "Was Ada at Town in 2005?", "When was Ada with Town?"
        if _without_small_words(predicate) == key_of(fact.object):
            yield fact.relation, fact.object


def _of_possessive(subject: str, rest: str, base: FactBase) -> Iterator[tuple[str, str]]:
    if rest.startswith("'"):
        yield from _named(subject, rest.partition(" ")[2].strip(), base)


def _named(subject: str, predicate: str, base: FactBase) -> Iterator[tuple[str, str]]:
    """The relations of ``subject`` with whose name ``predicate`` begins, and the object behind."""
    words = predicate.split()
    if words and words[0].lower() in ("the", "a", "an"):
        words = words[1:]
    for count in range(len(words), 0, -1):
        called, rest = " ".join(words[:count]), " ".join(words[count:])
        for relation in base.relations_meant(subject, called):
            yield relation, _as_written(subject, rest, base)


def _as_written(subject: str, rest: str, base: FactBase) -> str:
    """An object as the facts write it, without the words that lead to it."""
    meant = key_of(rest), _without_small_words(rest)
    facts = _facts_of(subject, base)
    return next((fact.object for fact in facts if key_of(fact.object) in meant), rest)


def _facts_of(subject: str, base: FactBase) -> Iterator[Fact]:
    for relation in base.relations(subject):
        yield from (row.fact for row in base.rows(subject, relation) or () if row.fact.object)


def _without_small_words(text: str) -> str:
    key = key_of(text)
    while key.startswith(_BETWEEN):
        key = key.partition(" ")[2]
    return key
