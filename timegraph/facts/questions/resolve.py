"""Which of several readings of a question is meant, given the facts that it is asked of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from timegraph.dates.named import NamedPeriod
from timegraph.facts.base import FactBase, Row
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Extent, Fact, Source
from timegraph.facts.questions.question_kinds import Event, FactQuestion
from timegraph.facts.questions.times import ANY, times_in
from timegraph.facts.relation_table import RELATIONS
from timegraph.facts.relations import key_of, relations_called
from timeml.timex_value import DAY

if TYPE_CHECKING:
    from timeml.edtf import Bound

__all__ = ["NAMED", "Parse", "asked_rows", "best_of", "event_rows", "heard_in"]

NAMED = -1
"""The position of a named period, which is no fact of a base."""


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to take a question apart.

    ``weight`` is how many characters its head explains, ``cut`` where its time begins; ``certain``
    is whether its time is a date or an event with a verb, and not just any words. ``other`` is the
    subject of its event if that is not the question's own.
    """

    question: FactQuestion
    weight: int
    cut: int
    certain: bool
    other: str = ""


def best_of(parses: Iterable[Parse], base: FactBase | None) -> Parse | None:
    """The reading that is meant, with names as the facts have them; ``None`` if there is none."""
    readings = list(parses) if base is None else [_known(parse, base) for parse in parses]
    if len(readings) < 2:
        return readings[0] if readings else None
    return max(readings, key=lambda parse: _rank(parse, base))


def _rank(parse: Parse, base: FactBase | None) -> tuple[int, ...]:
    known: tuple[int, ...] = ()
    question = parse.question
    if base is not None:
        subject = base.knows(question.subject)
        relation = subject and any(base.relations_meant(question.subject, r)
                                   for r in question.relations)  # fmt: skip
        event = question.event is None or bool(event_rows(base, question))
        known = (subject, relation, event)
    return (not parse.other, *known, parse.certain, parse.weight, -parse.cut)


def _known(parse: Parse, base: FactBase) -> Parse:
    """The reading in the words of the facts, as far as they know its subject and relation."""
    question = parse.question
    subject = base.name_of(question.subject)
    notes = list(question.notes)
    if base.loose and not base.knows(subject):
        subject = _loose_subject(question.subject, base.subjects)
        if subject != question.subject:
            notes.append(f"{question.subject!r} is understood as {subject!r}")
    relations = tuple(
        dict.fromkeys(
            meant for r in question.relations for meant in base.relations_meant(subject, r)
        )
    )
    if not relations and base.loose:
        relations = _loose_relation(question.relations, base.relations(subject))
        notes += [f"{', '.join(question.relations)} is understood as {r!r}" for r in relations]
    if subject == question.subject and relations in ((), question.relations):
        return parse
    renamed = replace(
        question,
        subject=subject,
        relations=relations or question.relations,
        notes=tuple(notes),
    )
    return replace(parse, question=renamed)


_FEW = 50  # subjects; a base made from labels has one, or one for each record


def _loose_subject(name: str, subjects: Sequence[str]) -> str:
    """The only subject that holds all words of ``name``, or is the beginning of it."""
    if len(subjects) > _FEW:
        return name
    key = key_of(name)
    words = f" {key} "
    fitting = [
        subject
        for subject in subjects
        if words in f" {key_of(subject)} " or (key_of(subject) and key.startswith(key_of(subject)))
    ]
    return fitting[0] if len(fitting) == 1 else name


def _loose_relation(asked: Sequence[str], relations: Sequence[str]) -> tuple[str, ...]:
    """The only relation there is, if it is a label of no known meaning, or shares a word with what
    is asked."""
    if len(relations) != 1:
        return ()
    [label] = relations
    if not relations_called(label):
        return (label,)
    return (label,) if any(_stems(label) & _words_of(name) for name in asked) else ()


@lru_cache(maxsize=1024)
def _words_of(name: str) -> frozenset[str]:
    """The stems of the words with which a relation is named and asked."""
    phrases = [name]
    for relation in RELATIONS:
        if relation.name == name:
            phrases += (*relation.aliases, *relation.heads)
    return _stems(" ".join(phrases))


def _stems(text: str) -> frozenset[str]:
    """The beginnings of the longer words: "operator" and "operated" have the same one."""
    words = "".join(c if c.isalpha() else " " for c in key_of(text)).split()
    return frozenset(word[:6] for word in words if len(word) > 3)


def asked_rows(base: FactBase, question: FactQuestion) -> Sequence[Row] | None:
    """The facts of the asked subject and relations, in fact order; ``None`` if there are none."""
    by_relation = [base.rows(question.subject, relation) for relation in question.relations]
    present = [rows for rows in by_relation if rows is not None]
    if not present:
        return None
    if len(present) == 1:
        return present[0]
    merged = {row.position: row for rows in present for row in rows}
    return [merged[position] for position in sorted(merged)]


def event_rows(base: FactBase, question: FactQuestion) -> Sequence[Row]:
    """The facts that are the event of ``question``, each an occurrence of it; a period that the
    base knows by its name is one.

    If there is none of the relation that the event names, any fact of the subject with the
    event's object counts, since verbs have several meanings ("was a member of"); and last a fact
    whose object the words of the event end with.
    """
    event = question.event
    if event is None:
        return ()
    period = base.periods.find(question.time.clause)
    if period is not None:
        return (_row_of(period),)
    relations = (event.relation,) if event.relation else question.relations
    for relation in relations:
        rows = base.events(question.subject, relation, event.object)
        if rows:
            return rows
    return _by_object(base, question.subject, event)


def _row_of(period: NamedPeriod) -> Row:
    """A named period as something that was the case from its start to its end."""
    first, _, last = period.dates.partition(" to ")
    start, end = _granule(period.starts, first), _granule(period.ends, last)
    fact = Fact(period.name, "", period.name, start, end, Source(period.source), period.name)
    return Row(fact, NAMED, Extent(*period.starts, *period.ends))


def _granule(bounds: tuple[Bound, Bound], text: str) -> Granule:
    low, high = (None if isinstance(bound, float) else bound for bound in bounds)
    if low is None or high is None:
        return Granule(low, high, "open", text)
    return Granule(low, high, "day" if high - low == DAY else "span", text)


def _by_object(base: FactBase, subject: str, event: Event) -> Sequence[Row]:
    rows = [
        row
        for relation in base.relations(subject)
        for row in base.rows(subject, relation) or ()
        if row.fact.object
    ]
    key = key_of(event.object)
    exact = [row for row in rows if key_of(row.fact.object) == key]
    if exact:
        return exact
    ends = [row for row in rows if f" {key}".endswith(f" {key_of(row.fact.object)}")]
    longest = max((len(key_of(row.fact.object)) for row in ends), default=0)
    return [row for row in ends if len(key_of(row.fact.object)) == longest]


def heard_in(text: str, base: FactBase) -> list[Parse]:
    """Readings of ``text`` whose words without the time are themselves a relation of the facts, as
    in questions by annotators."""
    parses = []
    for time, stem in times_in(text):
        for subject in base.holders(stem):
            question = FactQuestion(text, subject, (stem,), time)
            parses.append(Parse(question, len(stem), 0, True))
    for subject in base.holders(text):
        parses.append(Parse(FactQuestion(text, subject, (text,), ANY), len(text), 0, True))
    return parses
