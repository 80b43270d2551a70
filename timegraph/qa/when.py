"""WHEN questions: the tightest calendar bounds of an entity, and the timexes around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.conventions import CalendarPoint
from timegraph.findings.record import named
from timegraph.links import EPOCH, Endpoint, Placement, ends_of
from timegraph.qa.questions import Kind, Question, Resolve, entity_of
from timeml.gregorian import rounded
from timeml.timex_value import Instant, clock_of, format_instant

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.graph import TimeGraph
    from timeml import Document


_DAY = 86_400
_INSIDE = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])


@dataclass(frozen=True, slots=True)
class WhenAnswer:
    """When an entity takes place, as far as it is known.

    It starts no earlier than ``earliest`` and ends no later than ``latest`` (``None``: no bound
    is known). ``within`` has the timexes that include it: narrowest first where one includes
    another, else in text order. ``zone`` is by how many seconds the clock of the document's
    creation time is ahead of UTC, ``None`` if it has no zone; bounds with a zone are in UTC.
    """

    earliest: CalendarPoint | None
    latest: CalendarPoint | None
    within: tuple[str, ...]
    zone: int | None = None

    def in_words(self, document: Document, *, possible: bool = False) -> str:
        """``1998-04-18, within t1 Saturday``, or ``unknown``."""
        period = _period(self)
        parts = [period] if period else []
        if self.within:
            parts.append("within " + ", ".join(named(document, tid) for tid in self.within))
        return ", ".join(parts) or "unknown"

    def to_json(self) -> dict[str, Any]:
        """The bounds as JSON data: ISO 8601, ``null`` if not known; the end is exclusive."""
        return {
            "earliest": _instant_or_null(self.earliest, self.zone),
            "latest": _instant_or_null(self.latest, self.zone),
            "within": list(self.within),
        }


def answer_when(
    graph: TimeGraph, document: Document, question: Question, *, resolve: Resolve | None = None
) -> WhenAnswer:
    """The answer of ``graph``, built from ``document`` with the calendar, to a WHEN question.

    Without the calendar, and without dates that were given to the graph, there are timexes but no
    bounds. For an entity that the graph lacks the
    answer is empty. ``resolve`` is as for :func:`answer_question`. Raises ``ValueError`` for other
    questions.
    """
    if question.kind is not Kind.WHEN:
        raise ValueError(f"{question} does not ask for a time; ask a WHEN question")
    (argument,) = question.args
    entity = entity_of(graph, resolve or document.resolve, argument)
    if entity is None or entity not in graph:
        return WhenAnswer(None, None, ())
    start, end = ends_of(entity)
    zone = clock_of(document)
    points = [p for p in graph.instants if isinstance(p, CalendarPoint) and p.clock != "fiscal"]
    below = [p for p in points if graph.label((p, "at"), start) in ("<", "<=", "=")]
    above = [p for p in points if graph.label(end, (p, "at")) in ("<", "<=", "=")]
    if EPOCH[0] in graph.instants:
        first, last = _dates(graph, start, end)
        below += [CalendarPoint(first[0], True, first[1])] if first else []
        above += [CalendarPoint(last[0], False, last[1])] if last else []

    def local(point: CalendarPoint) -> tuple[Instant, CalendarPoint]:
        return point.instant + (zone or 0 if point.zoned else 0), point

    within = [
        timex.tid
        for timex in document.timexes
        if timex.tid != entity
        and timex.tid in graph
        and graph.ask(entity, _INSIDE, timex.tid) is Answer.YES
    ]
    nested = {tid: sum(_includes(graph, tid, other) for other in within) for tid in within}
    within.sort(key=nested.__getitem__)
    return WhenAnswer(
        replace(max(below, key=local), rank=0) if below else None,
        replace(min(above, key=local), rank=0) if above else None,
        tuple(within),
        zone,
    )


_Date = tuple[Instant, Literal["", "UTC"]]


def _dates(graph: TimeGraph, start: Endpoint, end: Endpoint) -> tuple[_Date | None, _Date | None]:
    """The earliest date of the start and the latest date of the end, by all that the graph knows of
    distances."""
    zoned = any(link.zoned for link in graph.links if isinstance(link, Placement))
    first, last = graph.distance(EPOCH, start).lower, graph.distance(EPOCH, end).upper
    clock: Literal["", "UTC"] = "UTC" if zoned else ""
    return (
        None if first is None else (_plain(rounded(first)), clock),
        None if last is None else (_plain(rounded(last)), clock),
    )


def _plain(seconds: Fraction) -> Instant:
    return seconds.numerator if seconds.denominator == 1 else seconds


def _includes(graph: TimeGraph, outer: str, inner: str) -> bool:
    return outer != inner and graph.ask(inner, _INSIDE, outer) is Answer.YES


def _instant(point: CalendarPoint, zone: int | None, *, full: bool = False) -> str:
    """ISO 8601, on the clock of the document. Midnights are written as a date, unless ``full``.
    ``zone`` is that of :class:`WhenAnswer`."""
    if not point.zoned and zone is None:
        return format_instant(point.instant)
    offset = zone or 0
    text = format_instant(point.instant + (offset if point.zoned else 0))
    if "T" not in text:
        if zone is not None and not full:
            return text
        text += "T00:00"
    sign, minutes = "-" if offset < 0 else "+", abs(offset) // 60
    return text + (f"{sign}{minutes // 60:02d}:{minutes % 60:02d}" if offset else "Z")


def _period(answer: WhenAnswer) -> str:
    first, last, zone = answer.earliest, answer.latest, answer.zone
    if first is not None and last is not None:
        local = first.instant + (zone or 0 if first.zoned else 0)
        whole_day = first.clock == last.clock and last.instant - first.instant == _DAY
        if whole_day and not local % _DAY:
            return _instant(first, zone)
        return f"between {_instant(first, zone)} and {_instant(last, zone)}"
    if first is not None:
        return f"{_instant(first, zone)} or later"
    return f"before {_instant(last, zone)}" if last is not None else ""


def _instant_or_null(point: CalendarPoint | None, zone: int | None) -> str | None:
    return None if point is None else _instant(point, zone, full=True)
