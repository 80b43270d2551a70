"""Complex-TR's six kinds of questions, made from facts (Tan et al. 2023).

L2 asks about a month, L2M about a span of months, L2H about a month some time before or after
another; L3 about the neighbour of an event, L3M about the time of an event, L3H about a month some
time before its start or after its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from timegraph.facts.answering.asking import ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, extent_of
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.generate.question import Generated
from timegraph.facts.generate.wording import asked, clause_of, heads_in, long_month
from timegraph.facts.questions.question_kinds import NotUnderstoodError

__all__ = ["KINDS", "complex_tr_questions"]

KINDS = ("L2", "L2M", "L2H", "L3", "L3M", "L3H")
_MOST_STEP = 12 * 40  # months; the benchmark's steps go up to some decades


def complex_tr_questions(
    base: FactBase, *, group: str, draw: Draw, tries: int = 1
) -> Iterator[Generated]:
    """Questions of all six kinds about the facts of one group, ``tries`` for each fact and kind.

    Only facts with both dates and a relation that the table can ask for are asked about. The
    answers are those of the benchmark's rule; a question that nothing answers is left out.
    """
    facts = [fact for fact in base.facts if _is_usable(fact)]
    number = 0
    for fact in facts:
        for kind in KINDS:
            for _ in range(tries):
                text, month = _question(kind, fact, facts, draw)
                if text is None:
                    continue
                try:
                    answers = ask(base, text, reading="complex-tr").items
                except NotUnderstoodError:
                    continue  # the names in it make it ambiguous
                if answers:
                    number += 1
                    id = f"{kind}_{group}_{number}"
                    yield Generated(id, group, "complex-tr", text, answers, id, month // 12)


def _is_usable(fact: Fact) -> bool:
    dated = not (fact.start.is_open or fact.end.is_open) and fact.start.months is not None
    return bool(dated and extent_of(fact) and heads_in(fact.relation) and fact.object)


def _question(kind: str, fact: Fact, facts: list[Fact], draw: Draw) -> tuple[str | None, int]:
    """The text of a question, ``None`` if the facts allow none, and the month it is about."""
    month = _month_in(fact, draw)
    write = partial(asked, fact.relation, fact.subject)
    step = draw.number(1, _MOST_STEP)
    back = draw.chance(0.5)
    side = "before" if back else "after"
    if kind == "L2":
        return write(f"in {long_month(month)}"), month
    if kind == "L2M":
        low, high = month - draw.number(1, 60), month + draw.number(1, 60)
        return write(f"from {long_month(low)} to {long_month(high)}", plural=True), month
    if kind == "L2H":
        origin = month + step if back else month - step
        return write(f"{_step(step)} {side} {long_month(origin)}"), month
    events = [
        other
        for other in facts
        if other is not fact and other.subject == fact.subject and clause_of(other)
        and (kind != "L3M" or other.relation != fact.relation)
    ]  # fmt: skip
    if not events:
        return None, month
    event = draw.one_of(events)
    clause = clause_of(event)
    if kind == "L3":
        return write(f"{side} {clause}"), month
    if kind == "L3M":
        return write(f"when {clause}", plural=True), month
    assert event.start.months is not None
    assert event.end.months is not None
    distance = event.start.months - month if back else month - event.end.months
    if distance < 1:
        side, distance = "after", month - event.end.months
    if distance < 1:
        return None, month
    return write(f"{_step(distance)} {side} {clause}"), month


def _month_in(fact: Fact, draw: Draw) -> int:
    """A month in which the fact holds by the benchmark's rule."""
    assert fact.start.months is not None
    assert fact.end.months is not None
    return draw.number(fact.start.months, max(fact.start.months, fact.end.months - 1))


def _step(months: int) -> str:
    """A length as the benchmark writes it, "1 months" included."""
    years, rest = divmod(months, 12)
    parts = [f"{years} years"] if years else []
    parts += [f"{rest} months"] if rest else []
    return " and ".join(parts)
