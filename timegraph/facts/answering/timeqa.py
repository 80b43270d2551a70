"""The rules of TimeQA's synthesis (Chen, Wang & Wang 2021).

Dates count as they are printed: a year is a point before its January, a month one before its
days. Easy questions repeat the printed bounds of a fact, perhaps without its months; facts that
certainly hold all that time are answers beside it. Hard ones are inside: "in t" if s < t <= e, and
where no fact with an object fits so, if s = t; "between x and y" if s < x <= y <= e; "before x" is
the first fact if x is not before its start, "after x" the last if x is not after its end; "in early
1990s" ends in that decade and began before it, "in late 1990s" began in it and goes on beyond its
end. Nothing fits: the question cannot be answered, which is the answer "".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from timegraph.facts.answering.completions import find, no_such_event
from timegraph.facts.answering.reply import Selected
from timegraph.facts.base import FactBase, Row
from timegraph.facts.completions import certainly_meets_date, certainly_throughout
from timegraph.facts.dates import Granule, year
from timegraph.facts.fact import distinct_objects
from timegraph.facts.questions.question_kinds import FactQuestion
from timegraph.facts.questions.resolve import asked_rows, event_rows
from timeml.timex_value import DAY, date_of

__all__ = ["timeqa"]

_Rank = int | float
_Bounds = tuple[_Rank, _Rank]
_Rule = Callable[[_Rank, _Rank], bool]


def timeqa(base: FactBase, question: FactQuestion) -> Selected:
    """The answer by TimeQA's own rule, ``("",)`` for one that cannot be answered; for times that
    its questions do not have (events, steps) the possible one, with a note."""
    rows = asked_rows(base, question)
    if rows is None:
        return Selected(known=False)
    if question.event is not None and not event_rows(base, question):
        return Selected(known=False, notes=(no_such_event(question),))
    bounded = [(row, _bounds_of(row)) for row in rows]
    if question.time.has_event or question.kind.startswith("step"):
        completions = find(base, question)
        note = f"the reading has no rule for {question.kind!r}; the possible answers are given"
        return Selected(distinct_objects(completions.possible), completions.possible, notes=(note,))
    rows_by_rule = _chosen(question, bounded)
    # A fact without object says that nothing is known, so it yields to one with an object.
    answering = [row for row in rows_by_rule if row.fact.object] or rows_by_rule
    facts = tuple(row.fact for row in answering)
    return Selected(distinct_objects(facts) or ("",), facts)


def _bounds_of(row: Row) -> _Bounds:
    start, end = row.fact.start, row.fact.end
    low = -inf if start.first is None or start.rank is None else start.rank
    high = inf if end.after is None or end.rank is None else end.rank
    return low, high


def _chosen(question: FactQuestion, rows: Sequence[tuple[Row, _Bounds]]) -> list[Row]:
    kind, first, last = question.kind, question.time.first, question.time.last
    x = -inf if first.rank is None else first.rank
    y = inf if last.rank is None else last.rank
    if kind == "any":
        return [row for row, _ in rows]
    if kind in ("before", "until"):
        return _outermost(rows, first_one=True, holds=lambda s, e: x >= s)
    if kind == "after":
        return _outermost(rows, first_one=False, holds=lambda s, e: x <= e)
    if kind in ("early", "late"):
        return _where(rows, _decade_rule(first, early=kind == "early"))
    if kind == "since":
        started = _where(rows, lambda s, e: s == x)
        covering = _where(rows, lambda s, e: s < x <= e)
        return started or covering or _outermost(rows, first_one=False, holds=lambda s, e: x <= e)
    inside = _where(rows, lambda s, e: s < x <= y <= e)
    printed = _where(rows, lambda s, e: (s, e) == (x, y))
    if kind == "from-to":
        covering = _where(rows, lambda s, e: s <= x <= y <= e)
        return printed or _at_the_grain(rows, first, last) or covering
    if not printed and kind != "between":
        begun = [(row, bounds) for row, bounds in rows if bounds[0] == x]
        printed = _at_the_grain(begun, first, last)
    together = {row.position: row for row in printed or inside}
    together |= {row.position: row for row, _ in rows if _is_certain(row, kind, first, last)}
    if kind != "between" and not any(row.fact.object for row in together.values()):
        together |= {row.position: row for row in _where(rows, lambda s, e: s == x)}
    return [together[n] for n in sorted(together)]


def _is_certain(row: Row, kind: str, first: Granule, last: Granule) -> bool:
    if kind == "during":
        return certainly_meets_date(row.extent, first)
    return certainly_throughout(row.extent, first.low, last.high) and first.low < last.high


def _at_the_grain(rows: Sequence[tuple[Row, _Bounds]], first: Granule, last: Granule) -> list[Row]:
    """The facts whose printed bounds are those of the question if cut to its grain: "January 2006
    to 2016" for "from 2006 to 2016"."""

    def within(date: Granule, whole: Granule) -> bool:
        return whole.low <= date.low and date.high <= whole.high

    return [
        row
        for row, _ in rows
        if not (row.fact.start.is_open or row.fact.end.is_open)
        and within(row.fact.start, first)
        and within(row.fact.end, last)
    ]


def _where(rows: Sequence[tuple[Row, _Bounds]], rule: _Rule) -> list[Row]:
    return [row for row, bounds in rows if rule(*bounds)]


def _outermost(rows: Sequence[tuple[Row, _Bounds]], *, first_one: bool, holds: _Rule) -> list[Row]:
    """The facts with the bounds of the first (or last) of all, if the rule holds of it."""
    if not rows:
        return []
    all_bounds = [bounds for _, bounds in rows]
    extreme = min(all_bounds) if first_one else max(all_bounds, key=lambda b: (b[1], b[0]))
    return [row for row, bounds in rows if bounds == extreme] if holds(*extreme) else []


def _decade_rule(part: Granule, *, early: bool) -> _Rule:
    assert part.first is not None
    decade = date_of(int(part.first // DAY))[0] // 10 * 10
    begin, end = year(decade).rank, year(decade + 10).rank
    assert begin is not None
    assert end is not None
    if early:
        return lambda s, e: s < begin <= e < end
    return lambda s, e: begin <= s < end <= e
