"""TimeQA's synthesis, made from facts (Chen, Wang & Wang 2021).

Each fact is asked for by its printed bounds (easy), and by up to three perturbations that lie
inside them and have the same answer (hard): "in", "between", "before", "after", "in early 1990s",
"in late 1990s". Times before all facts, after them and between them give questions that cannot be
answered.
"""

from __future__ import annotations

from collections.abc import Iterator

from timegraph.facts.answering.asking import ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, extent_of
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.generate.question import Generated
from timegraph.facts.generate.unanswerable import distinct_times, holes_in
from timegraph.facts.generate.wording import asked, heads_in, short_date, short_month
from timegraph.facts.questions.question_kinds import NotUnderstoodError

__all__ = ["PERTURBATIONS", "timeqa_questions", "unanswerable_questions"]

PERTURBATIONS = 3
"""Hard questions for each fact, as many as it allows up to this."""

_TRIES = 24


def timeqa_questions(base: FactBase, *, group: str, draw: Draw) -> Iterator[Generated]:
    """The easy question of each fact and its perturbations.

    Only facts with both dates and a relation that the table can ask for are asked about. The
    wording of the hard questions is drawn among the times to ask; answers are those of the
    benchmark's rule.
    """
    facts = [fact for fact in base.facts if _is_usable(fact)]
    for number, fact in enumerate(facts, 1):
        name = f"{group}#{number}"
        first, last = short_date(fact.start), short_date(fact.end)
        easy = f"in {first}" if first == last else f"from {first} to {last}"
        answers = _answers(base, fact, easy, 0)
        if answers is None:
            continue
        yield _generated(f"{name}_easy", group, fact, easy, 0, answers, name)
        hard: dict[str, int] = {}
        for _ in range(_TRIES):
            if len(hard) == PERTURBATIONS:
                break
            time = _inside(fact, draw)
            head = draw.number(0, len(heads_in(fact.relation)) - 1)
            if time != easy and time not in hard and _answers(base, fact, time, head) == answers:
                hard[time] = head
        for k, (time, head) in enumerate(hard.items(), 1):
            yield _generated(f"{name}_hard_{k}", group, fact, time, head, answers, name)


def unanswerable_questions(
    base: FactBase, *, group: str, draw: Draw, number: int
) -> Iterator[Generated]:
    """``number`` questions that cannot be answered: about times before the first fact of a subject
    and relation, after the last, and in gaps. There are fewer if that many times are not found."""

    def fits(fact: Fact, time: str) -> bool:
        return _answers(base, fact, time, 0) == ("",)

    holes = holes_in(fact for fact in base.facts if _is_usable(fact))
    for k, (fact, time) in enumerate(distinct_times(holes, number, draw, fits), 1):
        id = f"{group}#none_{k}"
        yield _generated(id, group, fact, time, 0, ("",), id)


def _is_usable(fact: Fact) -> bool:
    dated = not (fact.start.is_open or fact.end.is_open) and fact.start.unit in ("year", "month")
    return bool(
        dated and fact.end.unit in ("year", "month") and extent_of(fact)
        and heads_in(fact.relation) and fact.object
    )  # fmt: skip


def _answers(base: FactBase, fact: Fact, time: str, head: int) -> tuple[str, ...] | None:
    try:
        reply = ask(base, asked(fact.relation, fact.subject, time, head=head), reading="timeqa")
    except NotUnderstoodError:
        return None  # the names in it make it ambiguous
    return reply.items


def _generated(
    id: str, group: str, fact: Fact, time: str, head: int, answers: tuple[str, ...], name: str
) -> Generated:
    assert fact.start.months is not None
    text = asked(fact.relation, fact.subject, time, head=head)
    return Generated(id, group, "timeqa", text, answers, name, fact.start.months // 12)


def _inside(fact: Fact, draw: Draw) -> str:
    """A time within the bounds of a fact, in one of the six ways."""
    low, high = fact.start.months, fact.end.months
    assert low is not None
    assert high is not None
    high = max(low, high)
    first, second = sorted((draw.number(low, high), draw.number(low, high)))
    dates = short_month(first), short_month(second)
    # The fact's own dates are not within it, and equal ones have nothing between them.
    is_within = first < second and dates != (short_date(fact.start), short_date(fact.end))
    times = (
        f"in {dates[0]}",
        *([f"between {dates[0]} and {dates[1]}"] if is_within else []),
        f"before {dates[1]}",
        f"after {dates[0]}",
        f"in early {fact.end.months // 120 * 10 if fact.end.months is not None else 0}s",
        f"in late {low // 120 * 10}s",
    )
    return draw.one_of(times)
