"""The certain and the possible answers of dated facts, found by trying every completion.

Time is divided into ticks, a few per month, and a completion of a fact is any pair of ticks that
its dates allow. This is enough: the dates are whole months, so only the order of instants within a
month matters, and a month has at least as many ticks as instants.
"""

from __future__ import annotations

import datetime
from calendar import monthrange
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product

from tests.oracle.dated import MetricBound, tightest_bounds
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.dates.granules import Granule
from timegraph.facts.fact import Fact
from timegraph.testing.oracle import relation_of, worlds


def open_from(date: Granule) -> Granule:
    """An end that had not come by ``date``: anything from its first instant on."""
    return Granule(date.first, None, "open", f"{date} or later")


_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def months_of(granule: Granule, horizon: tuple[int, int]) -> tuple[int, int]:
    """The first month of ``granule`` and the month after its last, counted from January of the
    year 0 and cut to ``horizon`` where it is open."""
    low, high = horizon
    if granule.months is not None:
        low = granule.months
    if granule.after is not None:
        first = granule.after - 1  # a second before the next month begins
        high = low
        while _begins(high) <= first:
            high += 1
    return low, high


def _begins(month: int) -> int:
    """The first second of a month, found by counting days."""
    year, index = divmod(month, 12)
    days = 0
    for y in range(min(year, 1970), max(year, 1970)):
        days += 366 if y % 4 == 0 and (y % 100 != 0 or y % 400 == 0) else 365
    days = days if year >= 1970 else -days
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return (days + sum(lengths[:index])) * 86_400


def completions(fact: Fact, horizon: tuple[int, int], ticks: int = 3) -> Iterator[tuple[int, int]]:
    """Every half-open interval of ticks that the dates of ``fact`` allow."""
    starts = range(*(ticks * month for month in months_of(fact.start, horizon)))
    ends = range(*(ticks * month for month in months_of(fact.end, horizon)))
    return ((start, end) for start in starts for end in ends if start < end)


def facts_at(
    facts: Sequence[Fact], date: Granule, horizon: tuple[int, int], ticks: int = 3
) -> tuple[list[Fact], list[Fact]]:
    """The facts that hold throughout ``date`` in every completion, and those that hold at some
    tick of it in some completion."""
    low, high = (ticks * month for month in months_of(date, horizon))
    certain, possible = [], []
    for fact in facts:
        every = [set(range(*c)) for c in completions(fact, horizon, ticks)]
        days = set(range(low, high))
        if every and all(days <= held for held in every):
            certain.append(fact)
        if any(days & held for held in every):
            possible.append(fact)
    return certain, possible


def facts_meeting(
    facts: Sequence[Fact], events: Sequence[Fact], horizon: tuple[int, int], ticks: int = 3
) -> tuple[list[Fact], list[Fact]]:
    """The facts that share a tick with the same one of ``events`` in every completion, and those
    that share a tick with any of them in some completion."""
    certain, possible = [], []
    for fact in facts:
        outcomes = [
            [
                max(s, t) < min(e, f)
                for s, e in completions(fact, horizon, ticks)
                for t, f in completions(event, horizon, ticks)
            ]
            for event in events
        ]
        if any(outcome and all(outcome) for outcome in outcomes):
            certain.append(fact)
        if any(any(outcome) for outcome in outcomes):
            possible.append(fact)
    return certain, possible


def next_facts(
    facts: Sequence[Fact], event: Fact, side: str, horizon: tuple[int, int], ticks: int = 3
) -> tuple[list[Fact], list[Fact]]:
    """The facts whose start comes last before that of ``event`` (or first after it) in every
    choice of starts, and in some."""
    choices = [
        sorted({start for start, _ in completions(fact, horizon, ticks)})
        for fact in (event, *facts)
    ]
    counts = [0] * len(facts)
    total = 0
    for event_start, *others in product(*choices):
        total += 1
        sided = [s for s in others if (s < event_start if side == "before" else s > event_start)]
        if sided:
            nearest = max(sided) if side == "before" else min(sided)
            for n, start in enumerate(others):
                counts[n] += start == nearest
    certain = [fact for fact, n in zip(facts, counts, strict=True) if total and n == total]
    return certain, [fact for fact, n in zip(facts, counts, strict=True) if n]


def official_months(facts: Sequence[Fact], low: int, high: int) -> list[Fact]:
    """Complex-TR's rule, applied to each month from ``low`` up to but not including ``high``.

    A fact holds from its start month up to but not including its end month; if both are the same
    month, it holds in that month.
    """
    held = []
    for fact in facts:
        start, end = fact.start.months, fact.end.months
        months = [
            month
            for month in range(low, high)
            if (start is None or start <= month)
            and (end is None or month < end or start == end == month)
        ]
        if months:
            held.append(fact)
    return held


def next_by_start(facts: Sequence[Fact], event: Fact, side: str) -> list[Fact]:
    """The neighbours of ``event`` by the first instants of their starts, all ties."""
    start = event.start.first
    starts = [fact.start.first for fact in facts]
    if start is None:
        return []
    neighbours = {
        s for s in starts if s is not None and (s < start if side == "before" else s > start)
    }
    if not neighbours:
        return []
    nearest = max(neighbours) if side == "before" else min(neighbours)
    return [fact for fact in facts if fact.start.first == nearest]


def printed_position(date: str) -> tuple[int, int]:
    """(year, month) of a date like ``Jan 1926``, ``January 1926`` or ``1926``; the month of a year
    alone is 0."""
    *month, year = date.split()
    return int(year), _MONTHS.index(month[0][:3]) + 1 if month else 0


def timeqa_holds(time: str, start: str, end: str, others: Sequence[tuple[str, str]]) -> bool:
    """TimeQA's rule for one fact, on dates as they are printed: whether it answers "in t", "from x
    to y", "between x and y", "before x", "after x", "in early Ds", "in late Ds". ``others`` are
    the dates of all facts of the subject and relation, this one included, all with an object."""
    words = time.split()
    bounds = [(printed_position(s), printed_position(e)) for s, e in others]
    low, high = printed_position(start), printed_position(end)
    if words[1] in ("early", "late"):
        decade = int(words[2].rstrip("s"))
        begin, after = (decade, 0), (decade + 10, 0)
        if words[1] == "early":
            return low < begin <= high < after
        return begin <= low < after <= high
    if words[0] in ("before", "after"):
        date = printed_position(" ".join(words[1:]))
        if words[0] == "before":
            return (low, high) == min(bounds) and date >= low
        return (high, low) == max((e, s) for s, e in bounds) and date <= high
    joint = {"from": " to ", "between": " and "}.get(words[0])
    if joint is None:
        first = last = printed_position(" ".join(words[1:]))
        if any(s == first == e for s, e in bounds):
            return low == first == high
        if any(s < first <= e for s, e in bounds):
            return low < first <= high
        return low == first
    first, last = (printed_position(date) for date in " ".join(words[1:]).split(joint))
    if words[0] == "from":
        return (low, high) == (first, last)
    return low < first <= last <= high


Span = tuple[float, float]
Completion = tuple[Fraction, Fraction]

DatedByGranules = tuple[Sequence[Span], Sequence[Span] | None]
"""The granules of which one holds a date and ``None``; of an interval those of its start, and those
of its end."""

_RELATIONS: dict[str, Callable[[Completion, Completion], bool]] = {
    "before": lambda a, b: a[1] <= b[0],
    "after": lambda a, b: b[1] <= a[0],
    "within": lambda a, b: b[0] <= a[0] and a[1] <= b[1],
    "intersects": lambda a, b: a[0] < b[1] and b[0] < a[1],
    "equal": lambda a, b: a == b,
}


def compared(a: DatedByGranules, b: DatedByGranules) -> dict[str, Answer]:
    """Each relation of two dates: whether it holds in all pairs of completions, in none, or in
    some. Instants are tried at all ends of granules and at four places between each two."""
    ends = sorted({Fraction(end) for date in (a, b) for part in date for granule in part or ()
                   for end in granule})  # fmt: skip
    instants = [end + (other - end) * n / 5 for end, other in pairwise(ends) for n in range(5)]
    instants.append(ends[-1])
    ours, others = (list(_tried(date, instants)) for date in (a, b))
    answers_by_name = {}
    for name, holds in _RELATIONS.items():
        answers = {holds(fact, other) for fact in ours for other in others}
        answers_by_name[name] = (
            Answer.UNKNOWN if len(answers) > 1 else Answer.YES if True in answers else Answer.NO
        )
    return answers_by_name


def _tried(date: DatedByGranules, instants: Iterable[Fraction]) -> Iterator[Completion]:
    starts, ends = date
    listed = list(instants)
    for start in listed:
        for end in listed:
            if start < end and (
                any(first <= start and end <= after for first, after in starts)
                if ends is None
                else any(first <= start < after for first, after in starts)
                and any(first <= end < after for first, after in ends)
            ):
                yield start, end


def _span(text: str) -> tuple[datetime.date, datetime.date]:
    parts = [int(part) for part in text.split("-")]
    if len(parts) == 3:
        return datetime.date(*parts), datetime.date(*parts)
    last_month = parts[1] if len(parts) == 2 else 12
    first_month = parts[1] if len(parts) == 2 else 1
    return datetime.date(parts[0], first_month, 1), datetime.date(
        parts[0], last_month, monthrange(parts[0], last_month)[1]
    )


def _fits(op: str, when: str, time: str) -> bool:
    (first, last), (begin, end) = _span(when), _span(time)
    if "before" in op:
        return last < begin
    if "after" in op:
        return first > end
    return begin <= first and last <= end


def _can_be(end: str, when: str, others: Sequence[str]) -> bool:
    """Whether, with some day for each date, ``when`` is as early (late) as any of the others."""
    first, last = _span(when)
    if end == "first":
        return all(first <= _span(other)[1] for other in others)
    return all(last >= _span(other)[0] for other in others)


def answers_by_definition(
    rows: Sequence[tuple[str, str, str, str]],
    reading: Mapping[str, str],
    *,
    kinds: Mapping[str, Collection[str]],
) -> set[str]:
    """The answers to a reading over rows (subject, relation, object, date), with its fields as in
    :meth:`timegraph.facts.Quadruples.ask`."""
    lengths = {"day": 10, "month": 7, "year": 4}
    both = "subject" in reading and "object" in reading
    states: list[tuple[str, str]] = []
    for subject, relation, object, when in rows:
        named = {"subject": subject, "object": object, "relation": relation}
        if any(named[key] != reading[key] for key in named if key in reading):
            continue
        other = object if "subject" in reading else subject
        if not both and other == reading.get("anchor"):
            continue
        if "type" in reading and other not in kinds[reading["type"]]:
            continue
        states.append((other, when))
    op = reading["op"]
    time = reading.get("time") or reading.get("anchor_date")
    if time is not None:
        if op.startswith("same"):
            time = time[: lengths[op.split()[1]]]
        states = [(name, when) for name, when in states if _fits(op, when, time)]
    for end in ("first", "last"):
        if end in op.split():
            every = [when for _, when in states]
            states = [(name, when) for name, when in states if _can_be(end, when, every)]
    if both:
        return {when[: lengths[reading.get("unit", "day")]] for _, when in states}
    return {name for name, _ in states}


# Sets of answers by brute force: every world is listed, and what is true in it.


Said = tuple[Hashable, Allen, Hashable, bool]
"""``a relation b`` and whether it holds."""


@cache
def _relations(count: int) -> tuple[tuple[tuple[Allen, ...], ...], ...]:
    """For each world of so many intervals, the relation of each to each."""
    return tuple(
        tuple(
            tuple(
                relation_of(*((w[k, "start"], w[k, "end"]) for k in (a, b))) for b in range(count)
            )
            for a in range(count)
        )
        for w in worlds(range(count))
    )


class AnswersByWorlds:
    """Statements about up to four entities, and every set of them that a world makes true."""

    def __init__(self, statements: Iterable[Said]) -> None:
        self.statements = tuple(statements)
        entities = dict.fromkeys(e for a, _, b, _ in self.statements for e in (a, b))
        number = {entity: k for k, entity in enumerate(entities)}
        self.true_together = {
            frozenset(
                n
                for n, (a, relation, b, holds) in enumerate(self.statements)
                if (world[number[a]][number[b]] is relation) == holds
            )
            for world in _relations(len(number))
        }

    def agree(self, numbers: Iterable[int]) -> bool:
        """Whether some world makes the statements of these numbers true."""
        asked = frozenset(numbers)
        return any(asked <= true for true in self.true_together)

    def contradictions(self) -> set[tuple[int, ...]]:
        """Every minimal set that no world makes true."""
        cores: set[tuple[int, ...]] = set()
        for size in range(1, len(self.statements) + 1):
            for subset in combinations(range(len(self.statements)), size):
                if not self.agree(subset) and not any(set(c) <= set(subset) for c in cores):
                    cores.add(subset)
        return cores

    def fewest_to_drop(self) -> tuple[int, ...]:
        """The fewest statements without which the others agree; of several sets the first."""
        everyone: Sequence[int] = range(len(self.statements))
        for size in range(len(everyone) + 1):
            for dropped in combinations(everyone, size):
                if self.agree(n for n in everyone if n not in dropped):
                    return dropped
        raise AssertionError("nothing is left, and still it does not agree")

    def follows(self, number: int) -> bool:
        """Whether the statement is true in every world in which all the others are."""
        others = frozenset(range(len(self.statements))) - {number}
        return not any(others <= true and number not in true for true in self.true_together)


# Questions about distances by definition: what each relation says of the four ends in one world,
# and which answer all worlds together give.
#
# A relation is a conjunction of bounds (:mod:`timegraph.testing.oracle.dated`). It is certain if
# no bound can be false, and impossible if all of them cannot be true together; both are asked of
# Floyd and Warshall.


_Ends = tuple[int, int]


def distance_holds(
    comparison: str,
    seconds: Fraction,
    side: str,
    a: tuple[Fraction, Fraction],
    b: tuple[Fraction, Fraction],
) -> bool:
    """Whether "a ``comparison`` so many seconds ``side`` b" holds of two intervals (start, end)."""
    if comparison == "WITHIN":
        if side == "BEFORE":
            return b[0] - seconds <= a[0] and a[1] <= b[0]
        return b[1] <= a[0] and a[1] <= b[1] + seconds
    distance = b[0] - a[1] if side == "BEFORE" else a[0] - b[1]
    if comparison == "AT LEAST":
        return distance >= seconds
    if comparison == "MORE THAN":
        return distance > seconds
    if comparison == "AT MOST":
        return 0 < distance <= seconds
    if comparison == "LESS THAN":
        return 0 < distance < seconds
    return distance == seconds and distance > 0


def bounds_of_relation(
    comparison: str, seconds: Fraction, side: str, a: _Ends, b: _Ends
) -> list[MetricBound]:
    """The same as bounds on the points of the two intervals."""
    zero = Fraction(0)
    if comparison == "WITHIN":
        if side == "BEFORE":
            return [(b[0], a[1], zero, False), (a[0], b[0], seconds, False)]
        return [(a[0], b[1], zero, False), (b[1], a[1], seconds, False)]
    x, y = (a[1], b[0]) if side == "BEFORE" else (b[1], a[0])
    at_least, at_most = (y, x, -seconds, False), (x, y, seconds, False)
    some = (y, x, zero, True)
    return {
        "AT LEAST": [at_least],
        "MORE THAN": [(y, x, -seconds, True)],
        "AT MOST": [some, at_most],
        "LESS THAN": [some, (x, y, seconds, True)],
        "EXACTLY": [some, at_least, at_most],
    }[comparison]


def answer_by_bounds(
    points: int, known: Sequence[MetricBound], asked: Sequence[MetricBound]
) -> Answer:
    """Whether all the bounds asked hold in every, in no, or in some of the worlds that satisfy the
    known ones."""
    if tightest_bounds(points, [*known, *asked]) is None:
        return Answer.NO
    for x, y, value, strict in asked:
        if tightest_bounds(points, [*known, (y, x, -value, not strict)]) is not None:
            return Answer.UNKNOWN
    return Answer.YES
