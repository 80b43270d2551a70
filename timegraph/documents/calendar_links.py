"""The calendar's constraints on entities with known dates, for a graph.

There are two readings. ``exact`` takes values at their word. ``annotators`` separates certain
arithmetic from conventions: arithmetic comes before all links, the conventions after them, where
nothing contradicts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from timegraph._lazy import Later
from timegraph._wording import quoted
from timegraph.documents.conventions import (
    Convention,
    annotators_links,
    calendar_links,
    conventions,
    dated,
)
from timegraph.links import PointLink
from timegraph.points import SIGNS
from timeml.document import Timex3
from timeml.plain_dates import RefusedDate, plain_date
from timeml.timex_value import (
    CalendarInterval,
    Reading,
    Reference,
    Unresolvable,
    clock_of,
    interpret,
)

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.options import Interpretation
    from timeml import edtf
    from timeml.document import Document
else:
    edtf = Later("timeml.edtf")


Dates = Iterable[str] | Mapping[str, CalendarInterval | Reference]
"""Literal dates, or names with the places that they stand for."""


def places_of(
    document: Document, dates: Dates = (), *, reading: Reading = "exact"
) -> list[tuple[str, CalendarInterval | Reference]]:
    """The timexes of ``document`` that have a place on the calendar, in its order, then
    ``dates``: values of TIMEX3 or EDTF, each an entity named by itself, on the document's clock;
    or names with their places.

    Raises ``ValueError`` for a date without a place.
    """
    places: list[tuple[str, CalendarInterval | Reference]] = []
    for timex in document.timexes:
        meaning = interpret(timex, document=document, reading=reading)
        if not isinstance(meaning, Unresolvable):
            places.append((timex.tid, meaning))
    if isinstance(dates, Mapping):
        return [*places, *dates.items()]
    return places + [(date, place_of(date, document, reading=reading)) for date in dates]


def repeating(document: Document) -> list[Timex3]:
    """The timexes of ``document`` that are sets of times ("every day"), in its order: none has a
    place on the calendar."""
    meanings = ((timex, interpret(timex, document=document)) for timex in document.timexes)
    return [
        timex
        for timex, meaning in meanings
        if isinstance(meaning, Unresolvable) and meaning.reason == "set"
    ]


def place_of(
    date: str, document: Document, *, reading: Reading = "exact", as_written: bool = False
) -> CalendarInterval | Reference:
    """Where a literal date lies, as :class:`timeml.edtf.When` reads it, on the clock of
    ``document``; ``ValueError`` if nowhere. With ``as_written`` its ``?``, ``~`` and ``%`` say
    nothing, else they give no bound."""
    try:
        place = plain_date(date)
    except RefusedDate as error:
        raise ValueError(f"{quoted(date, 100)} is not a date: {error}") from None
    if place is None:
        if reading != "exact":
            reading = "annotators"  # EDTF comes below
        timex = Timex3(date, None, date, None, None, date)
        meaning = interpret(timex, document=document, reading=reading, trusted=True)
        if isinstance(meaning, Reference):
            return meaning
        place = _edtf_place(date, meaning, as_written=as_written)
        if isinstance(meaning, CalendarInterval):
            return meaning
    clock = clock_of(document)
    return place if clock is None else place.at_zone(clock)


def _edtf_place(
    date: str, meaning: CalendarInterval | Unresolvable, *, as_written: bool
) -> CalendarInterval:
    """Where something dated so lies. Raises ``ValueError`` for other text, which is nearly right
    EDTF, or has another ``meaning`` as a TIMEX3 value."""
    try:
        return edtf.When(date, as_written).place
    except edtf.EdtfError as error:
        looks_like_edtf = date.startswith("Y") or not set(date).isdisjoint("?~%[{/X")
        if isinstance(meaning, Unresolvable) and not looks_like_edtf:
            raise ValueError(
                f"{quoted(date, 100)} is not a date: {meaning}; write it as 1998-05-03 or 1998-05"
            ) from None
        raise ValueError(str(error)) from None


def read_calendar(
    document: Document, interpretation: Interpretation, *, dates: Dates = ()
) -> tuple[list[PointLink], list[PointLink]]:
    """What the calendar says of the timexes of ``document`` and of ``dates``, which are entities
    named by themselves: what comes before the document's own links, and the conventions that come
    after them, in order of strength. Raises ``ValueError`` for a date without a place."""
    literals, reading = tuple(dates), interpretation.calendar_reading
    dct = None if document.dct is None else document.dct.tid
    places = places_of(document, dates if isinstance(dates, Mapping) else literals, reading=reading)
    if reading == "exact":
        return calendar_links(places, dct=dct, coarse=interpretation.coarse, dates=literals), []
    entities = dated(places, dct=dct, dates=literals)
    references = [(entity, meaning) for entity, meaning in places if isinstance(meaning, Reference)]
    certain = annotators_links(entities, references, dct=dct, clock=clock_of(document))
    return certain, conventions(entities, references, dct=dct)


def add_conventions(graph: TimeGraph, links: Iterable[PointLink]) -> None:
    """Add each of the constraints, in their order, that nothing in ``graph`` contradicts. None
    ever becomes a conflict, whatever the policy of the graph."""
    conventions = list(links)
    for link in conventions:
        for key, side in (link.x, link.y):
            if side != "at" and key not in graph:
                graph.add_entity(key)
    if len(conventions) > _FEW:
        graph.extend(_compatible(graph, conventions))
        return
    for link in conventions:
        if not SIGNS[graph.label(link.x, link.y)].isdisjoint(SIGNS[link.op]):
            graph.add_points(link.x, link.op, link.y, link.source)


def _compatible(graph: TimeGraph, conventions: list[PointLink]) -> list[PointLink]:
    """The same constraints, found by closing the graph once with all of them."""
    if graph.on_conflict == "error":
        trial = type(graph)(on_conflict="drop-link")  # nothing of the graph was left out
        trial.extend(graph.links)
    else:
        trial = graph.copy()
    trial.extend(conventions)
    links = (conflict.link for conflict in trial.conflicts)
    left_out = {link for link in links if isinstance(link.source, Convention)}
    return [link for link in conventions if link not in left_out]


# Up to so many constraints are asked and added one by one, which is faster.
_FEW = 200
