"""Durations of a document as distances: how long what lasts a TIMEX3 DURATION lasts.

A duration is an interval like any other, and its value says how long: from its start to its end.
What TLINKs relate with it, as SIMULTANEOUS or DURING, lasts as long as these say. Its
``beginPoint`` and ``endPoint`` say within which times it starts and ends, so that one shows where
the other lies: "two days after Monday".

People round, so ``soft`` lengths are exact to their unit only: more than n - 1 and less than n + 1
of them. The mods MORE_THAN, EQUAL_OR_MORE, LESS_THAN and EQUAL_OR_LESS compare with n itself and
leave the other side open; APPROX leaves both open. A length that does not fit the dates of its own
begin point and end point is not believed. All lengths come after everything else in the graph, in
text order, and each only if nothing contradicts it.

Not used: sets of times ("daily"), lengths that are not known ("some weeks", a season), and an
``anchorTimeID``, which does not say whether the duration starts or ends there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph._graph.distances import Bounds as Bounds
from timegraph._metric.lengths import Length as Length
from timegraph.answer import Answer
from timegraph.documents.conventions import TextLength as TextLength, add_dates
from timegraph.links import DistanceLink, PointLink, ends_of
from timeml.gregorian import rounded
from timeml.timex_value import CalendarInterval, Duration, interpret, length_limits, parse_value

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.options import Interpretation
    from timeml.document import Document, Timex3


Outcome = Literal["used", "length-unknown", "no-bounds", "rounded", "contradicted"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""What becomes of a duration: its length is in force; it has none that is known; its mod leaves
both sides open; the dates of its own begin and end point contradict it; links or dates do."""

_STRICT = ("LESS_THAN", "MORE_THAN")
_REACHED = ("EQUAL_OR_LESS", "EQUAL_OR_MORE")


@dataclass(frozen=True, slots=True)
class ReadDuration:
    """A TIMEX3 of type DURATION with the bounds on its length, ``None`` if it says none.

    ``ends`` are the constraints of its begin point and end point, and ``outcome`` is what became of
    the length. Where it is contradicted, ``known`` is how long the duration is by the dates of its
    ends, or by links and dates.
    """

    timex: Timex3
    length: DistanceLink | None
    ends: tuple[PointLink, ...] = ()
    outcome: Outcome = "used"
    known: Bounds | None = None


def read_durations(document: Document, interpretation: Interpretation) -> Iterator[ReadDuration]:
    """The durations of a document in text order, as ``interpretation`` reads them (as ``soft`` if
    it does not); none is contradicted by links yet."""
    for timex in document.timexes:
        if (timex.type or "").strip().upper() == "DURATION":
            yield _read(timex, document, interpretation)


def add_durations(
    graph: TimeGraph, document: Document, interpretation: Interpretation
) -> tuple[ReadDuration, ...]:
    """Add the lengths of a document's durations to its graph, each only if nothing contradicts it,
    whatever the policy; first the dates of the calendar, if there is one. Returns every duration
    with what became of it."""
    read = tuple(read_durations(document, interpretation))
    if any(length.outcome == "used" for length in read):
        add_dates(graph)
    return tuple(_added(graph, length) if length.outcome == "used" else length for length in read)


def _added(graph: TimeGraph, read: ReadDuration) -> ReadDuration:
    length = read.length
    assert length is not None
    for link in read.ends:
        if graph.label(link.x, link.y) != ">":
            graph.add_points(link.x, link.op, link.y, link.source)
    distance = graph.distance(length.x, length.y)
    if not _fits(length, distance):
        return replace(read, outcome="contradicted", known=distance.rounded(rounded))
    graph.extend([length])
    return read


def _fits(length: DistanceLink, known: Bounds) -> bool:
    """Whether the duration can be so long."""
    asked: dict[str, Any] = {
        "more_than" if length.more else "at_least": length.at_least,
        "less_than" if length.less else "at_most": length.at_most,
    }
    return known.answer(**asked) is not Answer.NO


def _read(timex: Timex3, document: Document, interpretation: Interpretation) -> ReadDuration:
    loose = interpretation.durations != "exact"
    limits = length_limits(timex, loose=loose)
    if limits is None:
        value = parse_value(timex.value, timex.type)
        part = isinstance(value, Duration) and value.known
        return ReadDuration(timex, None, outcome="no-bounds" if part else "length-unknown")
    least, most = (
        None if limit is None else Length(Fraction(limit.seconds or 0), limit.months or 0)
        for limit in limits
    )
    if least is None and most is None:
        return ReadDuration(timex, None, outcome="no-bounds")
    source = TextLength(timex.tid, timex.value or "", timex.line)
    mod = (timex.mod or "").strip().upper()
    strict = mod in _STRICT or (loose and mod not in _REACHED)
    length = DistanceLink(
        (timex.tid, "start"),
        (timex.tid, "end"),
        None if least is None else least.least,
        None if most is None else most.most,
        source,
        more=strict and least is not None,
        less=strict and most is not None,
        words=f"{mod.lower().replace('_', ' ') or 'about' * loose} {timex.value}".strip(),
        steps=(least, most) if any(limit and limit.months for limit in (least, most)) else None,
    )
    distance = _between(timex, document, interpretation)
    if distance is not None and not _fits(length, distance):
        return ReadDuration(timex, length, outcome="rounded", known=distance)
    return ReadDuration(timex, length, tuple(_ends(timex, document, interpretation, source)))


def _anchor(
    tid: str | None, timex: Timex3, document: Document, interpretation: Interpretation
) -> tuple[Timex3 | None, CalendarInterval | None]:
    """The other time expression that an anchor names, and its place on the calendar."""
    others = (other for other in document.timexes if tid and tid == other.tid != timex.tid)
    anchor = next(others, None)
    if anchor is None:
        return None, None
    place = interpret(anchor, document=document, reading=interpretation.calendar_reading)
    return anchor, place if isinstance(place, CalendarInterval) else None


def _between(timex: Timex3, document: Document, interpretation: Interpretation) -> Bounds | None:
    """How far apart the begin point and the end point are at least and at most."""
    begin, end = (
        _anchor(tid, timex, document, interpretation)[1]
        for tid in (timex.begin_point, timex.end_point)
    )
    if begin is None or end is None or (begin.zone is None) != (end.zone is None):
        return None
    if begin.earliest is None or begin.latest is None or end.earliest is None or end.latest is None:
        return None
    return Bounds(Fraction(end.earliest - begin.latest), Fraction(end.latest - begin.earliest))


def _ends(
    timex: Timex3, document: Document, interpretation: Interpretation, source: TextLength
) -> Iterator[PointLink]:
    """That the duration starts within its begin point and ends within its end point, unless the
    calendar says so of their dates."""
    for tid, end in zip((timex.begin_point, timex.end_point), ends_of(timex.tid), strict=True):
        anchor, date = _anchor(tid, timex, document, interpretation)
        if anchor is not None and not (interpretation.calendar and date is not None):
            yield PointLink((anchor.tid, "start"), "<=", end, source)
            yield PointLink(end, "<=", (anchor.tid, "end"), source)
