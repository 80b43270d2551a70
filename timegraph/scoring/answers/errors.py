"""Why a wrong answer about dated facts is wrong: one kind for each, in an order of precedence.

Let P be the facts of the asked subject and relation whose object the system answers, G those whose
object is expected, and T the time of the question. The first kind that fits counts:

1. *nothing*: the system answers nothing, or no answer at all;
2. *one of several*: every answer is expected, and more is;
3. *no such object*: no fact at all has the object;
4. *other relation*: facts have it, but none of the asked subject and relation;
5. *wrong anchor*: the question names an event, and with another event in its place the answer would
   be right;
6. *boundary*: a fact of P only touches T: it starts or ends in the granule in which T begins or
   ends;
7. *containment*: a fact of P contains one of G, or lies within it, without having its dates;
8. *neighbour*: a fact of P is the next before or after one of G, in the order of their dates; for a
   question that cannot be answered, the last that ends before T or the first that starts after it;
9. *another time*: else; the object is right at another time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from timegraph.facts.answering.asking import ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
from timegraph.facts.questions.question_kinds import FactQuestion, NotUnderstoodError
from timegraph.facts.questions.resolve import asked_rows
from timegraph.scoring.answers.normalise import normalised
from timegraph.scoring.answers.systems import Answered
from timeml.timex_value import Instant

__all__ = ["ERROR_KINDS", "AnswerError", "ErrorKind", "error_of", "errors_among", "is_wrong"]

ErrorKind = Literal[
    "nothing", "one of several", "no such object", "other relation", "wrong anchor", "boundary",
    "containment", "neighbour", "another time", "not judged",
]  # fmt: skip
ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
"""The kinds in their order of precedence; a question without facts, or of another kind than about
facts (dates, stories), is not judged."""


@dataclass(frozen=True, slots=True)
class AnswerError:
    """A wrong answer: its kind, the facts behind the answer and those of the expected one."""

    answered: Answered
    kind: ErrorKind
    predicted: tuple[Fact, ...] = ()
    gold: tuple[Fact, ...] = ()


def is_wrong(answered: Answered) -> bool:
    """Whether the answer is not right, as the benchmark's own scorer counts: by its exact match
    (TimeQA), or else by the set of answers."""
    golds = answered.record.golds
    if golds is None:
        return False
    if answered.predicted is None:
        return True
    predicted, expected = _names(answered.items or ()), _names(golds)
    if answered.reading == "timeqa":
        first = normalised(answered.predicted[0]) if answered.predicted else ""
        return first not in {normalised(gold) for gold in golds}
    return predicted != expected


def errors_among(answers: Iterable[Answered]) -> Iterator[AnswerError]:
    """Each wrong answer with its kind, in order."""
    return (error_of(answered) for answered in answers if is_wrong(answered))


def error_of(answered: Answered) -> AnswerError:
    """The kind of a wrong answer."""
    question, base = answered.question, answered.record.base
    predicted, expected = _names(answered.items or ()), _names(answered.record.golds or ())
    if not predicted:
        return AnswerError(answered, "nothing", gold=_with_objects(base, expected))
    if predicted < expected:
        return AnswerError(answered, "one of several", gold=_with_objects(base, expected))
    if base is None or not isinstance(question, FactQuestion):
        return AnswerError(answered, "not judged")
    everywhere = _with_objects(base, predicted - expected)
    timeline = sorted((row.fact for row in asked_rows(base, question) or ()), key=_dates)
    mistaken = tuple(fact for fact in timeline if normalised(fact.object) in predicted - expected)
    gold = tuple(fact for fact in timeline if normalised(fact.object) in expected)
    kind = _kind(base, question, predicted, everywhere, mistaken, gold, timeline)
    return AnswerError(answered, kind, mistaken or everywhere, gold)


def _kind(
    base: FactBase,
    question: FactQuestion,
    predicted: frozenset[str],
    everywhere: Sequence[Fact],
    mistaken: Sequence[Fact],
    gold: Sequence[Fact],
    timeline: Sequence[Fact],
) -> ErrorKind:
    if not everywhere:
        return "no such object"
    if not mistaken:
        return "other relation"
    if question.event is not None and _right_for_another_event(base, question, predicted):
        return "wrong anchor"
    if any(_touches(fact, question) for fact in mistaken):
        return "boundary"
    if any(_contains(p, g) or _contains(g, p) for p in mistaken for g in gold):
        return "containment"
    if any(_next_to(p, question, gold, timeline) for p in mistaken):
        return "neighbour"
    return "another time"


def _names(items: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(None, map(normalised, items)))


def _with_objects(base: FactBase | None, names: frozenset[str]) -> tuple[Fact, ...]:
    facts = () if base is None else base.facts
    return tuple(fact for fact in facts if normalised(fact.object) in names)


def _dates(fact: Fact) -> tuple[Instant | float, Instant | float]:
    return fact.start.low, fact.end.high


def _right_for_another_event(
    base: FactBase, question: FactQuestion, predicted: frozenset[str]
) -> bool:
    assert question.event is not None
    for fact in base.facts:
        if normalised(fact.object) == normalised(question.event.object):
            continue
        other = replace(question, event=replace(question.event, object=fact.object))
        try:
            items = ask(base, other, reading="possible").items
        except NotUnderstoodError:
            continue
        if items and predicted <= _names(items):
            return True
    return False


def _touches(fact: Fact, question: FactQuestion) -> bool:
    """Whether the fact meets the question's time in a granule of its own bounds only."""
    first, last = question.time.first, question.time.last
    if question.time.has_event or first.is_open:
        return False
    begin, end = first.low, (first if last.is_open else last).high
    at_start = not fact.start.is_open and begin < fact.start.high and fact.start.low < end
    at_end = not fact.end.is_open and begin < fact.end.high and fact.end.low < end
    inside = fact.start.high <= begin and end <= fact.end.low
    return (at_start or at_end) and not inside


def _contains(outer: Fact, inner: Fact) -> bool:
    (low, high), (begin, end) = _dates(outer), _dates(inner)
    return low <= begin and end <= high and (low, high) != (begin, end)


def _next_to(
    fact: Fact, question: FactQuestion, gold: Sequence[Fact], timeline: Sequence[Fact]
) -> bool:
    steps = sorted({_dates(date) for date in timeline})
    place = steps.index(_dates(fact))
    if gold:
        return any(abs(steps.index(_dates(date)) - place) == 1 for date in gold)
    time = question.time.first
    if time.is_open:
        return False
    dates = _dates(fact)
    ended = [high for _, high in steps if high <= time.high]
    begun = [low for low, _ in steps if low >= time.low]
    return (bool(ended) and dates[1] == max(ended)) or (bool(begun) and dates[0] == min(begun))
