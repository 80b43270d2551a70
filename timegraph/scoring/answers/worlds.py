"""Whether some world makes all of a system's answers about one subject and relation true.

A world dates each fact exactly, as its granules allow; nothing else held. With relations of one
object at a time no two facts of other objects hold at once. An answer claims, of each object in it
that a fact of the asked subject and relation has, that such a fact held at some instant of the
question's time, the weakest reading of it: so what is called a contradiction is one under every
reading. Names that no fact has, empty and missing answers claim nothing, and neither do questions
whose time is that of an event, or of which only one of several dates is known.

A claim ends where a fact can begin and begins where it can end, so the facts keep the form that
they have, with narrower dates, and :class:`timegraph.facts.succession.Successions` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf

from timegraph.facts.completions import period_between
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Fact
from timegraph.facts.questions.question_kinds import FactQuestion
from timegraph.facts.questions.resolve import asked_rows
from timegraph.facts.steps import shift
from timegraph.facts.succession import OneAtATime, Successions
from timegraph.scoring.answers.normalise import normalised
from timegraph.scoring.answers.systems import Answered
from timeml.timex_value import Instant

__all__ = ["Claim", "claims_of", "contradictions_among", "some_world"]

_Bound = Instant | float


@dataclass(frozen=True, slots=True)
class Claim:
    """That one of ``facts`` held at some instant after ``low`` or at it, and before ``high``."""

    facts: tuple[Fact, ...]
    low: _Bound
    high: _Bound


def contradictions_among(
    answers: Iterable[Answered], one_at_a_time: OneAtATime
) -> list[tuple[Answered, ...]]:
    """For each subject and relation about which the answers claim anything, the fewest answers
    that no world makes all true, of several such sets the first in their order; empty if some world
    makes all of them true. Facts that themselves have no world are not judged."""
    # What is claimed of the facts of each subject and relation.
    timelines: dict[tuple[Fact, ...], list[_Claiming]] = {}
    for answered in answers:
        claims = claims_of(answered)
        if claims:
            timelines.setdefault(_facts(answered), []).append((answered, claims))
    return [
        _fewest(facts, claiming, one_at_a_time)
        for facts, claiming in timelines.items()
        if some_world(facts, (), one_at_a_time)
    ]


_Claiming = tuple[Answered, Sequence[Claim]]


def _facts(answered: Answered) -> tuple[Fact, ...]:
    """The facts of the asked subject and relations that can have held."""
    question, base = answered.question, answered.record.base
    if base is None or not isinstance(question, FactQuestion):
        return ()
    return tuple(row.fact for row in asked_rows(base, question) or ())


def claims_of(answered: Answered) -> list[Claim]:
    """What an answer claims, object by object."""
    question = answered.question
    if not isinstance(question, FactQuestion):
        return []
    period = _period(question, timeqa=answered.reading == "timeqa")
    if period is None:
        return []
    by_name: dict[str, list[Fact]] = {}
    for fact in _facts(answered):
        by_name.setdefault(normalised(fact.object), []).append(fact)
    names = dict.fromkeys(filter(None, map(normalised, answered.items or ())))
    return [Claim(tuple(by_name[name]), *period) for name in names if name in by_name]


def _period(question: FactQuestion, *, timeqa: bool) -> tuple[_Bound, _Bound] | None:
    """From when to when an answer held at some instant; ``None`` if that is not known."""
    time, kind = question.time, question.kind
    first, last = time.first, time.last
    if time.has_event or first.is_vague or last.is_vague:
        return None
    if kind in ("step-before", "step-after") and time.step is not None:
        first = last = shift(first, time.step, back=kind == "step-before")
    if kind == "from-to":
        period = period_between(first, last)
        return None if period is None else (period.start_low, period.end_high)
    if kind in ("before", "until"):
        # By TimeQA's rule what begins within the date counts as before it, too.
        return -inf, first.high if timeqa or kind == "until" else first.low
    if kind in ("after", "since"):
        return first.low if timeqa or kind == "since" else first.high, inf
    if kind == "any":
        return -inf, inf
    return (first.low, last.high) if first.low < last.high else None


def _fewest(
    facts: Sequence[Fact], claiming: Sequence[_Claiming], one_at_a_time: OneAtATime
) -> tuple[Answered, ...]:
    def stand(some: Iterable[_Claiming]) -> bool:
        claims = [claim for _, claims in some for claim in claims]
        return some_world(facts, claims, one_at_a_time)

    if stand(claiming):
        return ()
    sizes = range(1, len(claiming) + 1)
    subsets = (some for size in sizes for some in combinations(claiming, size))
    return tuple(answered for answered, _ in next(some for some in subsets if not stand(some)))


def some_world(facts: Sequence[Fact], claims: Sequence[Claim], one_at_a_time: OneAtATime) -> bool:
    """Whether some world of ``facts`` makes all ``claims`` true. Of relations with one subject at a
    time nothing follows here: the facts are those of one subject."""
    rivals = OneAtATime(one_at_a_time.one_object)
    choices = [[*_held(claim)] for claim in dict.fromkeys(claims)]
    single = [options[0] for options in choices if len(options) == 1]
    return all(choices) and _placed(
        _narrowed({fact: fact for fact in facts}, single),
        [options for options in choices if len(options) > 1],
        rivals,
    )


_Held = tuple[Fact, _Bound, _Bound]


def _held(claim: Claim) -> Iterator[_Held]:
    """Each fact of which the claim can be true."""
    for fact in claim.facts:
        if fact.start.low < claim.high and claim.low < fact.end.high:
            yield fact, claim.low, claim.high


def _placed(
    dated: dict[Fact, Fact], choices: Sequence[Sequence[_Held]], rivals: OneAtATime
) -> bool:
    """Whether a world is left, with one of each of the ``choices``."""
    if Successions([*dated.values()], rivals).contradictions:
        return False
    if not choices or not rivals:
        return True
    return any(_placed(_narrowed(dated, [held]), choices[1:], rivals) for held in choices[0])


def _narrowed(dated: dict[Fact, Fact], held: Iterable[_Held]) -> dict[Fact, Fact]:
    """The facts with the dates that are left where they held at some instant of such periods."""
    dated = dict(dated)
    for fact, low, high in held:
        start, end = dated[fact].start, dated[fact].end
        before = min(start.high, high)
        after = max(end.low, low)
        dated[fact] = replace(
            dated[fact],
            start=start if before == start.high else Granule(start.first, _instant(before), "open"),
            end=end if after == end.low else Granule(_instant(after), end.after, "open"),
        )
    return dated


def _instant(bound: _Bound) -> Instant | None:
    return None if isinstance(bound, float) else bound
