"""From a TimeML document to a TimeGraph, as an :class:`~timegraph.options.Interpretation` says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from timegraph._lazy import Later
from timegraph.allen import Allen, AllenSet
from timegraph.findings import naming
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING, SchemeError, find_scheme
from timegraph.links import ContradictionError, Link
from timegraph.options import CHOICES, During, Interpretation
from timeml.document import RelType
from timeml.errors import Diagnostic

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph import stated_links
    from timegraph.documents import calendar_links
    from timegraph.documents.calendar_links import Dates
    from timegraph.options import Choices
    from timeml.document import Document, TLink
    from timeml.timex_value import CalendarInterval, Reference
else:
    calendar_links = Later("timegraph.documents.calendar_links")
    stated_links = Later("timegraph.stated_links")


_ALLEN_OF = {
    rel_type: next(iter(meaning))
    for rel_type in RelType
    if (meaning := find_scheme("tml").meaning(rel_type.value)) is not None
} | {RelType.OVERLAPS: Allen.OVERLAPS, RelType.OVERLAPPED_BY: Allen.OVERLAPPED_BY}
"""What the types mean; the last two are asked, never annotated."""

_LABELS = {
    relation: rel_type
    for rel_type, relation in _ALLEN_OF.items()
    if rel_type not in (RelType.IDENTITY, RelType.DURING, RelType.DURING_INV)
}


_DOCUMENTS: WeakKeyDictionary[TimeGraph, Document] = WeakKeyDictionary()
"""The documents of graphs, as long as these are there: pictures of them show words."""


def document_of(graph: TimeGraph) -> Document | None:
    """The document that :func:`build` made the graph of; ``None`` for other graphs, and copies."""
    return _DOCUMENTS.get(graph)


def label_for(relation: Allen) -> RelType:
    """The TimeML relation type that means ``relation``, however DURING is read; for equal
    SIMULTANEOUS."""
    return _LABELS[relation]


def relation_for(rel_type: RelType, *, during: During = "simultaneous") -> Allen:
    """The Allen relation that a TimeML relation type means.

    DURING and DURING_INV are read as equal, as in TempEval-3 and QA TempEval (UzZaman et al.
    2013), or with ``during="contained"`` as during and contains.
    """
    if rel_type in (RelType.DURING, RelType.DURING_INV):
        CHOICES["during"].check(during)
        if during == "contained":
            return Allen.DURING if rel_type is RelType.DURING else Allen.CONTAINS
    return _ALLEN_OF[rel_type]


def labelled(document: Document, interpretation: Interpretation) -> Document:
    """The document with the label scheme by which ``interpretation`` reads it; the same object
    if it has that one already."""
    try:
        name = interpretation.scheme(document.scheme).name
    except SchemeError as error:
        raise SchemeError(f"{document.name}: {error}" if document.name else str(error)) from None
    return document if document.scheme == name else replace(document, scheme=name)


def read_links(
    document: Document, interpretation: Interpretation = Interpretation()
) -> Iterator[tuple[TLink, str, AllenSet, str]]:
    """The TLINKs of :attr:`timeml.Document.linked`, each with what its label means: (link, source,
    relations, target).

    Where a label says nothing, the relations are all 13. A TLINK whose label the scheme does not
    have is left out. Raises :class:`timegraph.labels.SchemeError` if the document names a scheme
    that is not known here, and the interpretation no other.
    """
    scheme = interpretation.scheme(document.scheme)
    meanings: dict[str, AllenSet | None] = {}  # most documents have few labels, and many links
    for tlink, source, target in labelled(document, interpretation).linked:
        label = tlink.rel_type
        if label not in meanings:
            meanings[label] = scheme.meaning(label, during=interpretation.during)
        meaning = meanings[label]
        if meaning is not None:
            yield tlink, source, meaning, target


def faults_of(
    document: Document, interpretation: Interpretation = Interpretation()
) -> tuple[Diagnostic, ...]:
    """What is wrong with the document as it is read: its own diagnostics, and the labels that its
    scheme does not have, by line."""
    document = labelled(document, interpretation)
    if document.scheme == "tml":
        return document.diagnostics
    scheme = interpretation.scheme(document.scheme)
    lacking = {label for label in document.labels if scheme.meaning(label) is None}
    unknown: list[Diagnostic] = []
    if document.statements or document.scheme == "allen":
        unknown += stated_links.faults_in(document)
    if not lacking and not unknown:
        return document.diagnostics
    for link in document.tlinks if lacking else ():
        if link.rel_type in lacking:
            name = f"TLINK {link.lid}" if link.lid else "TLINK without a lid"
            message = f"{name}: {link.rel_type!r} is not a label of the scheme {scheme.name}"
            unknown.append(
                Diagnostic("unknown-reltype", f"{message}; left out", link.lid, link.line)
            )
    every = (*document.diagnostics, *unknown)
    return tuple(sorted(every, key=lambda one: -1 if one.line is None else one.line))


def build(
    document: Document,
    interpretation: Interpretation = Interpretation(),
    *,
    dates: Dates = (),
    conventions: bool = True,
    **choices: Unpack[Choices],
) -> TimeGraph:
    """The graph of a document: its entities in text order, its TLINKs in file order.

    The choices are ``on_conflict``, ``during``, ``calendar``, ``calendar_reading``, ``coarse``,
    ``labels`` and ``durations``: the fields of :class:`~timegraph.options.Interpretation`; the
    defaults are those of the QA TempEval software. They are given by keyword (``build(document,
    calendar=True)``), as one ``interpretation``, or both: then those given by keyword take the
    place of its fields.

    The ``source`` of each link is its :class:`timeml.TLink`. TLINKs with unknown relation types
    or dangling ids are not in the graph; :func:`faults_of` names them. Nor
    are TLINKs whose label says nothing (VAGUE).

    With ``calendar`` the timexes are ordered by their values, too (:mod:`timeml.timex_value`). What
    is certain comes before all TLINKs, with a source that prints as ``calendar``, so that a TLINK
    that contradicts it is what is left out. What holds only by convention comes after all TLINKs
    (adjacent days are BEFORE each other), each constraint only if nothing contradicts it, whatever
    the policy; its source prints as ``by convention: adjacent days``. With ``conventions=False``
    there are none: conflicts stay the same. A link that is added to the graph later finds them
    there like any other.

    With ``calendar_reading="exact"`` values are taken at their word, before all TLINKs, without
    conventions; ``coarse="bounds"`` then reads a value longer than a day as *some* interval
    within its period, unless it is one of ``dates``: these are values of TIMEX3 (``1998-05``) or
    EDTF, or names with their places, that become further entities, each named by itself. Without
    ``calendar`` nothing is known about them.

    With ``durations`` the lengths of TIMEX3 DURATIONs come last of all, each only if nothing
    contradicts it (:mod:`timegraph.documents.durations`): what is answered without them is answered
    the same with them.

    Raises ``ValueError`` for a value that a choice does not have, and with ``calendar`` for a date
    that the calendar cannot resolve.
    """
    if choices:
        interpretation = replace(interpretation, **choices)
    graph = TimeGraph(on_conflict=interpretation.on_conflict)
    _DOCUMENTS[graph] = document
    for entity in document.entities:
        graph.add_entity(entity)
    literals = tuple(dates)
    for date in literals:
        graph.add_entity(date)
    if not interpretation.calendar:
        _add_links(graph, document, interpretation)
        return with_lengths(graph, document, interpretation)
    reading = interpretation.calendar_reading
    places = dates if isinstance(dates, Mapping) else literals
    if document.scheme == "allen":  # whose dates are measured, as its statements are
        if not isinstance(places, Mapping):
            places = {
                date: calendar_links.place_of(date, document, reading=reading) for date in literals
            }
        _add_links(graph, document, interpretation, places)
        return with_lengths(graph, document, interpretation)
    certain, usual = calendar_links.read_calendar(document, interpretation, dates=places)
    graph.extend(certain)
    _add_links(graph, document, interpretation)
    if conventions:
        calendar_links.add_conventions(graph, usual)
    return with_lengths(graph, document, interpretation)


def _add_links(
    graph: TimeGraph,
    document: Document,
    interpretation: Interpretation,
    dates: Mapping[str, CalendarInterval | Reference] = MappingProxyType({}),
) -> None:
    links: Iterable[Link] = (
        Link(source, meaning, target, tlink)
        for tlink, source, meaning, target in read_links(document, interpretation)
        if meaning != NOTHING
    )
    try:
        if document.statements or document.scheme == "allen":
            scheme = interpretation.scheme(document.scheme)
            meaning = partial(scheme.meaning, during=interpretation.during)
            columns = stated_links.columns_of(document, meaning)
            stated_links.fill(graph, document, columns or links, dates)
        else:
            graph.extend(links)
    except ContradictionError as error:
        name = naming(document)
        raise ContradictionError(error.conflict, error.added, name) from None


def with_lengths(graph: TimeGraph, document: Document, interpretation: Interpretation) -> TimeGraph:
    """The graph of a document that was built without the lengths of its durations, with them; the
    same graph if the document has no durations or they are not read.

    Whatever ``graph`` answers with yes or no, the result answers the same.
    """
    durations = ((timex.type or "").strip().upper() == "DURATION" for timex in document.timexes)
    if interpretation.durations == "off" or not any(durations):
        return graph
    from timegraph.documents.durations import add_durations  # few documents have lengths

    measured = graph.copy()
    _DOCUMENTS[measured] = document
    add_durations(measured, document, interpretation)
    return measured
