"""The answers to LIST and WHEN questions, and the dates that questions name.

LIST asks for the entities that certainly, or possibly, stand in a relation.

Each relation requires of an entity y, in terms of start and end points:

=================  ======================================================================
``BEFORE x``       y.end < x.start (Allen's before, as in ``IS y BEFORE x``)
``AFTER x``        x.end < y.start
``SINCE x``        x.start <= y.start: y begins when x begins or later
``WITHIN x``       x.start <= y.start and y.end <= x.end: y does not reach beyond x
``BETWEEN x z``    x.end <= y.start and y.end <= z.start: y fits into the gap, touching allowed
=================  ======================================================================

``WITHIN 3 DAYS AFTER x`` is about distances (:mod:`timegraph.qa.distance_answers`).

The arguments themselves are never listed. UzZaman, Llorens & Allen (2012), "Evaluating Temporal
Information Understanding with Temporal Question Answering", define the types of questions but not
their endpoints; the definitions above are those of this library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from timegraph._wording import quoted
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.dates.granules import STEP, DateError, Granule, read_date, read_step, shift
from timegraph.documents.calendar_links import place_of
from timegraph.documents.conventions import CalendarPoint
from timegraph.findings import named
from timegraph.links import EPOCH, Endpoint, Placement, ends_of
from timegraph.qa.questions import (
    LISTED,
    Kind,
    LengthAnswer,
    Listed,
    ListRelation,
    Question,
    Resolve,
    entity_of,
    is_listed,
)
from timeml import Document
from timeml.edtf import EdtfError, When
from timeml.gregorian import rounded
from timeml.timex_value import (
    CalendarInterval,
    Instant,
    Reading,
    Reference,
    clock_of,
    format_instant,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.graph import TimeGraph
    from timegraph.qa.questions import AnyRelation


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
    nested = {
        tid: sum(other != tid and graph.ask(other, _INSIDE, tid) is Answer.YES for other in within)
        for tid in within
    }
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


# Times that a question names next to the entities of its document: dates of TIMEX3 and EDTF, dates
# in English, and steps from these ("one year after May 1990").


_STEP = re.compile(
    rf"(?P<step>{STEP})\s+(?P<side>before|after|earlier\s+than|later\s+than)\s+(?P<date>\S.*)",
    re.IGNORECASE,
)


def place_of_literal(
    text: str,
    document: Document,
    *,
    reading: Reading = "exact",
    as_written: bool = False,
) -> CalendarInterval | Reference:
    """Where a time that a question names lies on the clock of ``document``; with ``as_written``
    ``?``, ``~`` and ``%`` are taken at their word.

    Raises ``ValueError`` for what is none.
    """
    granule = _after_a_step(text)
    if granule is not None:
        return CalendarInterval(granule.first, granule.after, granularity=granule.unit)
    try:
        return place_of(text, document, reading=reading, as_written=as_written)
    except ValueError as error:
        if " " not in text:
            raise
        raise ValueError(
            f"{quoted(text)} is not a date; write dates like May 1990, 1998-05-03, one year after "
            "May 1990"
        ) from error


def _after_a_step(text: str) -> Granule | None:
    """The date that lies a step from another; ``None`` for other text."""
    step = _STEP.fullmatch(" ".join(text.split()))
    if step is None:
        return None
    try:
        back = step["side"].lower()[0] in "be"
        return shift(read_date(step["date"]), read_step(step["step"]), back=back)
    except DateError:
        return None


def qualities_of(text: str) -> list[str]:
    """What ``?``, ``~`` and ``%`` in a date say, in words: ``["1850 is approximate"]``."""
    try:
        return When(text).qualities()
    except EdtfError:
        return []


_BEFORE, _AFTER = AllenSet(Allen.BEFORE), AllenSet(Allen.AFTER)
_SINCE = AllenSet(r for r in Allen if r.signs[0] >= 0)
_WITHIN = AllenSet(r for r in Allen if r.signs[0] >= 0 and r.signs[3] <= 0)
_NOT_BEFORE_ITS_END = AllenSet([Allen.AFTER, Allen.MET_BY])
_NOT_AFTER_ITS_START = AllenSet([Allen.BEFORE, Allen.MEETS])

_REQUIRED = {
    ListRelation.BEFORE: (_BEFORE,),
    ListRelation.AFTER: (_AFTER,),
    ListRelation.SINCE: (_SINCE,),
    ListRelation.WITHIN: (_WITHIN,),
    ListRelation.BETWEEN: (_NOT_BEFORE_ITS_END, _NOT_AFTER_ITS_START),
}


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The entities for which the relation is ``certain``, and those for which it is ``possible``
    but not certain; both by graph id and in text order."""

    certain: tuple[str, ...]
    possible: tuple[str, ...]

    def in_words(self, document: Document, *, possible: bool = False) -> str:
        """``ei21 cited, ei24 ordered`` or ``none``, and what is possible if that is wanted."""
        certain = ", ".join(named(document, entity) for entity in self.certain) or "none"
        if not possible:
            return certain
        others = ", ".join(named(document, entity) for entity in self.possible) or "none"
        return f"{certain}; possibly {others}"

    def to_json(self) -> dict[str, Any]:
        """The ids as JSON data."""
        return {"certain": list(self.certain), "possible": list(self.possible)}


def answer_list(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    listed: Listed = "all",
    resolve: Resolve | None = None,
) -> ListAnswer:
    """The answer of ``graph``, built from ``document``, to a LIST question.

    Literal dates must have been given to :func:`timegraph.build`. The list is empty if the graph
    lacks an entity that the question names. ``listed`` says which entities may be listed;
    ``resolve`` is as for :func:`answer_question`. Raises ``ValueError`` for other questions and for
    an unknown ``listed``.
    """
    relation = question.relation
    if question.kind is not Kind.LIST or relation is None:
        raise ValueError(f"{question} does not ask for a list; ask a LIST question")
    if listed not in LISTED:
        raise ValueError(f"listed must be one of {', '.join(LISTED)}, not {listed!r}")
    resolved = [
        entity_of(graph, resolve or document.resolve, argument) for argument in question.args
    ]
    arguments = tuple(entity for entity in resolved if entity is not None and entity in graph)
    if len(arguments) < len(resolved):
        return ListAnswer((), ())
    answers_of = _asking(graph, relation, arguments)
    if relation is ListRelation.BETWEEN and not _has_gap(graph, *arguments):
        return ListAnswer((), ())
    certain, possible = [], []
    for entity in document.entities:
        if not is_listed(document, entity, listed) or entity in arguments or entity not in graph:
            continue
        answers = answers_of(entity)
        if all(answer is Answer.YES for answer in answers):
            certain.append(entity)
        elif Answer.NO not in answers:
            possible.append(entity)
    return ListAnswer(tuple(certain), tuple(possible))


def _asking(
    graph: TimeGraph, relation: AnyRelation, arguments: tuple[str, ...]
) -> Callable[[str], Collection[Answer]]:
    """A function of an entity whose answers are all yes if the entity stands in ``relation`` to
    the arguments."""
    if not isinstance(relation, ListRelation):
        # Imported here, since most questions are not about distances.
        from timegraph.qa.distance_answers import asking_distance

        return asking_distance(graph, relation, *arguments)
    required = tuple(zip(_REQUIRED[relation], arguments, strict=True))
    return lambda entity: [graph.ask(entity, asked, other) for asked, other in required]


def _has_gap(graph: TimeGraph, first: str, second: str) -> bool:
    # An entity takes time, so that it does not fit into an empty gap. If there is a gap, what each
    # endpoint allows by itself is allowed together: no other cycle has both constraints.
    return graph.label((second, "start"), (first, "end")) not in ("<", "<=", "=")


AnyAnswer = Answer | ListAnswer | WhenAnswer | LengthAnswer
