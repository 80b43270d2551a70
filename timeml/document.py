"""One TimeML document as frozen data: its text, the annotations on it, and what ids mean.

This module neither reads XML nor reasons about time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from timeml._model import (
    ALink as ALink,
    Attributes as Attributes,
    EntityIndex,
    Event as Event,
    Instance as Instance,
    Layout,
    RelType as RelType,
    Signal as Signal,
    SLink as SLink,
    Stated as Stated,
    Timex3 as Timex3,
    TLink as TLink,
    TLinkRows as TLinkRows,
    ends_by_id,
)
from timeml.errors import Diagnostic, TimeMLError, counted

_MOST_SHOWN = 20_000
"""Characters that a notebook shows."""


class _WithEnds(Sequence[tuple[TLink, str, str]]):
    """The TLINKs of a file of statements, each with the ids of its ends."""

    def __init__(self, links: TLinkRows) -> None:
        self._links = links

    def __len__(self) -> int:
        return len(self._links)

    def __iter__(self) -> Iterator[tuple[TLink, str, str]]:
        return ((link, link.source, link.target) for link in self._links)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return tuple(self)[k]
        return self._links[k], self._links[k].source, self._links[k].target


@dataclass(frozen=True, kw_only=True, repr=False)
class Document:
    """One TimeML document: its text and the annotations on it.

    All annotations are tuples in file order, except that the document creation time ``dct`` is
    the first of ``timexes``. Ids are unique among events, among timexes and instances, and among
    signals. Where a file repeats an id, the first annotation counts. The others get a diagnostic
    and are kept in the layout, so that they survive a round trip. Two documents are equal if
    their texts and annotations are; ``name`` (the file's name without folders, ``""`` if there
    is none) and ``layout`` (what else the file contains, and where) are not compared.

    ``scheme`` names the label scheme of the TLINKs: ``tml`` for TimeML, another for documents in
    the formats of other corpora (:mod:`timeml.readers`). What labels of another scheme mean is
    not known here (see :mod:`timegraph.labels`), so that all of them are kept.

    Raises ``ValueError`` if ``dct`` is not the first of ``timexes``.
    """

    text: str = ""
    docid: str | None = None
    dct: Timex3 | None = None
    events: tuple[Event, ...] = ()
    timexes: tuple[Timex3, ...] = ()
    signals: tuple[Signal, ...] = ()
    tlinks: Sequence[TLink] = ()
    slinks: tuple[SLink, ...] = ()
    alinks: tuple[ALink, ...] = ()
    statements: tuple[Stated, ...] = ()
    scheme: str = "tml"
    name: str = field(default="", compare=False)
    layout: Layout = field(default=Layout(), compare=False, repr=False)

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return (
            f"<Document{name}: {counted(len(self.entities), 'entity', 'entities')}, "
            f"{counted(len(self.tlinks), 'TLINK')}, {counted(len(self.text), 'character')}>"
        )

    def _repr_html_(self) -> str:
        """For notebooks: the text with its events and time expressions marked."""
        from html import escape

        marks = []
        for entity in self.entities:
            annotation = self.entity(entity)
            if annotation.start is not None and annotation.end is not None:
                value = getattr(annotation, "value", None)
                title = escape(f"{entity} = {value}" if value else entity)
                marks.append((annotation.start, annotation.end, f'<mark title="{title}">'))
        shown = marked_html(self.text[:_MOST_SHOWN], [m for m in marks if m[0] < _MOST_SHOWN])
        return f"<p>{escape(repr(self))}</p><div style='white-space:pre-wrap'>{shown}</div>"

    def __post_init__(self) -> None:
        if self.dct is not None and (not self.timexes or self.timexes[0] != self.dct):
            raise ValueError("the document creation time must be the first of timexes")

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        """Every event instance, by event."""
        return tuple(instance for event in self.events for instance in event.instances)

    @cached_property
    def _index(self) -> EntityIndex:
        return EntityIndex(
            self.events, self.timexes, has_dct=self.dct is not None, lost=self.layout.lost
        )

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """The ids that a graph of this document relates: those of all instances and timexes, and
        the eid of an event without instance. The creation time is the first; the others are in
        text order (what stands outside the text comes first; of two spans with the same start,
        the longer)."""
        return tuple(self._index.entities)

    def entity(self, entity: str) -> Event | Timex3:
        """The annotation that has this entity id. Raises ``KeyError`` if none has it."""
        return self._index.entities[entity]

    def resolve(self, id: str) -> str | None:
        """The entity that an id in a question means; ``None`` if it means nothing here.

        In this order: an eiid or tid; an eid, meaning the first instance of its event; ``eiN`` as
        an alias of the event ``eN`` where no instance has the id ``eiN``, not even one whose
        event is missing from the file.
        """
        return self._index.resolve(id)

    def resolve_end(self, id: str) -> str | None:
        """The entity at an end of a TLINK; ``None`` if there is none.

        As :meth:`resolve`, but ``eiN`` stands for the event ``eN`` only where ``eN`` is an entity
        id of that event (it has no instance, or one of that name). Elsewhere ``eiN`` names an
        instance that the file lost, and to relate another instance of the event in its place
        would invent a relation.
        """
        return self._index.resolve_end(id)

    @cached_property
    def labels(self) -> Counter[str]:
        """How many TLINKs have each label, in file order."""
        links = self.tlinks
        if not isinstance(links, TLinkRows):
            return Counter(link.rel_type for link in links)
        counts = Counter(links.columns[1])
        return Counter({links.labels[number]: count for number, count in counts.items()})

    @cached_property
    def rows(self) -> TLinkRows | None:
        """The TLINKs as columns, if they are and each of them can enter a graph."""
        links = self.tlinks
        if not isinstance(links, TLinkRows) or self.scheme == "tml":
            return None
        ends = {*links.columns[0], *links.columns[2]}
        return links if all(links.names[end] in self._index.entities for end in ends) else None

    @cached_property
    def linked(self) -> Sequence[tuple[TLink, str, str]]:
        """The TLINKs that can enter a graph, in file order, each as (link, source, target) with
        the entity ids of its ends.

        A TLINK is left out if one of its ends is not an annotation of this document, if its type
        is not one of TimeML's although the scheme is, or if an earlier TLINK has the same lid;
        :attr:`diagnostics` names each of these.
        """
        if self.rows is not None:
            return _WithEnds(self.rows)
        any_label = self.scheme != "tml"
        lids: set[str] = set()
        result: list[tuple[TLink, str, str]] = []
        for link in self.tlinks:
            if link.lid:
                if link.lid in lids:
                    continue
                lids.add(link.lid)
            source, target = self.resolve_end(link.source), self.resolve_end(link.target)
            if source is None or target is None:
                continue
            if any_label or link.relation is not None:
                result.append((link, source, target))
        return tuple(result)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the document, by line: what the reader repaired or left out, and
        what the annotations themselves show (see :class:`Diagnostic` for the codes)."""
        own = diagnose(
            self.events,
            self.tlinks if self.rows is None else self.rows.to_themselves(),
            self._index,
            has_dct=self.dct is not None,
            text=self.text,
            scheme=self.scheme,
            format=self.layout.format,
        )
        every = [*self.layout.diagnostics, *own]
        return tuple(sorted(every, key=lambda one: -1 if one.line is None else one.line))


# What is wrong with the annotations of a document, wherever they come from.


def diagnose(
    events: Sequence[Event],
    tlinks: Sequence[TLink],
    index: EntityIndex,
    *,
    has_dct: bool,
    text: str = "",
    scheme: str = "tml",
    format: str = "timeml",
) -> Iterator[Diagnostic]:
    """What is missing from a document, and then what is wrong with its TLINKs, in file order.

    ``index`` is that of the document with this ``text``; ``has_dct`` says whether it has a creation
    time. Labels of a ``scheme`` other than ``tml`` are not known here, and only TimeML demands a
    creation time and instances: files in another ``format`` need not have them.
    """
    if text.strip() and len(index.entities) <= has_dct and not tlinks:
        message = "the document has words, but no event, time expression or link is annotated"
        yield Diagnostic("no-annotation", f"{message}: nothing can be asked of it")
    if format == "timeml":
        yield from _of_document(events, index, has_dct)
    lids: set[str] = set()
    for link in tlinks:
        yield from _of_link(link, index, any_label=scheme != "tml")
        if link.lid in lids:
            message = f"TLINK {link.lid}: an earlier TLINK has the same lid; left out"
            yield Diagnostic("duplicate-id", message, link.lid, link.line)
        elif link.lid:
            lids.add(link.lid)
        else:
            yield Diagnostic("missing-id", "TLINK without a lid", "", link.line)


def _of_document(
    events: Sequence[Event], index: EntityIndex, has_dct: bool
) -> Iterator[Diagnostic]:
    if not has_dct:
        message = (
            "the document has no creation time: no TIMEX3 is in DCT, and none has the "
            "functionInDocument CREATION_TIME or PUBLICATION_TIME"
        )
        yield Diagnostic("no-dct", message)
    yield from _of_events(events, index)


def _of_events(events: Sequence[Event], index: EntityIndex) -> Iterator[Diagnostic]:
    without: list[Event] = []
    for event in events:
        if event.instances:
            continue
        if index.entities[event.eid] is event:
            without.append(event)
        else:
            message = f"EVENT {event.eid} has no MAKEINSTANCE, and another annotation has its id"
            yield Diagnostic("duplicate-id", f"{message}; left out", event.eid, event.line)
    if any(event.instances for event in events):
        for event in without:
            message = f"EVENT {event.eid} has no MAKEINSTANCE; its eid is used instead"
            yield Diagnostic("no-instance", message, event.eid, event.line)
    elif without:
        # Key files have no instances by design, so one line replaces one for each EVENT.
        eids = (
            f"eids of its {len(without)} EVENTs are" if len(without) > 1 else "eid of its EVENT is"
        )
        message = f"the document has no MAKEINSTANCE; the {eids} used instead"
        yield Diagnostic("no-instance", message)


def _of_link(link: TLink, index: EntityIndex, *, any_label: bool) -> Iterator[Diagnostic]:
    name = f"TLINK {link.lid}" if link.lid else "TLINK without a lid"
    if any_label:
        pass
    elif not link.rel_type:
        yield Diagnostic("unknown-reltype", f"{name} has no relType; left out", link.lid, link.line)
    elif link.relation is None:
        message = f"{name} has relType {link.rel_type!r}, which is not a relation type of TimeML"
        yield Diagnostic("unknown-reltype", f"{message}; left out", link.lid, link.line)
    ends = (
        ("source", link.source_attribute, link.source),
        ("target", link.target_attribute, link.target),
    )
    for side, attribute, id in ends:
        if not id:
            message = f"{name} has no {side}; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
        elif index.resolve_end(id) is None:
            message = f"{name}: {attribute}={id!r} is not the id of an annotation; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
    source = index.resolve_end(link.source)
    if source is not None and source == index.resolve_end(link.target):
        message = f"{name} relates {source} to itself"
        yield Diagnostic("self-link", message, link.lid, link.line)


# Labels and ids of a length that no annotation has: the sign of a broken file.
#
# What is reported of a document names its labels and ids, again and again; one of many megabytes
# takes minutes and gigabytes there.


MOST_CHARACTERS = 1_000
"""Of a label or an id. Those of published corpora have less than 200."""


def check_lengths(document: Document, file: str | None) -> Document:
    """``document`` itself. Raises :class:`TimeMLError`, with file and line, for the first label of
    a TLINK, end of one, or id of an event, an instance or a time expression that is too long."""
    most = MOST_CHARACTERS
    for link in document.tlinks:
        if len(link.rel_type) + len(link.source) + len(link.target) + len(link.lid) > most:
            ids = ("id", link.lid), ("source", link.source), ("target", link.target)
            for what, written in (("label", link.rel_type), *ids):
                _check(f"the {what} of a link", written, file, link.line)
    for event in document.events:
        _check("the id of an event", event.eid, file, event.line)
        for instance in event.instances:
            _check("the id of an instance", instance.eiid, file, instance.line)
    for timex in document.timexes:
        _check("the id of a time expression", timex.tid, file, timex.line)
    return document


def _check(what: str, written: str, file: str | None, line: int | None) -> None:
    if len(written) > MOST_CHARACTERS:
        message = f"{what} has {len(written):,} characters, where at most {MOST_CHARACTERS:,} fit"
        hint = f"it begins with {written[:20]!r}; is a tab, a line end or a quote missing after it?"
        raise TimeMLError(f"{message}; {hint}", file=file, line=line)


def marked_html(text: str, marks: Iterable[tuple[int, int, str]]) -> str:
    """``text`` as HTML, with a ``mark`` element around each span ``(start, end, opening)``, where
    ``opening`` is the element's start tag, and whatever is to stand before the words.

    Of spans that begin together the longer one is outside. A span that overlaps another without
    being inside it is cut where the other ends, since elements nest.
    """
    from html import escape  # few documents are shown in a notebook

    parts: list[str] = []
    ends: list[int] = []  # of the open marks, the innermost last
    at = 0

    def write_to(end: int) -> None:
        nonlocal at
        while ends and ends[-1] <= end:
            parts.append(escape(text[at : ends[-1]]) + "</mark>")
            at = ends.pop()
        parts.append(escape(text[at:end]))
        at = end

    for start, end, opening in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        write_to(start)
        ends.append(min([end, len(text), *ends]))
        parts.append(opening)
    write_to(len(text))
    return "".join(parts)


def stem(name: str) -> str:
    """A document's name without the ending ``.tml``, however that is written."""
    return name[: -len(".tml")] if name.lower().endswith(".tml") else name


def with_base(document: Document, base: Document) -> Document:
    """``document``, such as that of a link list, with the text, events and timexes of ``base``.

    Its links stay, and name instances where the list names events; ``t0`` is the creation time,
    whatever its tid in ``base``. Events and timexes that ``base`` does not have stay, too, without
    a place in the text: TimeBank-Dense marks events that TimeBank does not. Lines of links are
    those of the list, lines of other annotations those of ``base``.
    """
    dct = None if document.dct is None else document.dct.tid

    def meant(id: str) -> str:
        entity = base.resolve_end(id)
        if entity is None and base.dct is not None and id == dct:
            return base.dct.tid
        return entity or id

    timexes = {timex.tid for timex in base.timexes}
    instances = {instance.eiid for instance in base.instances}

    def linked(link: TLink) -> TLink:
        source, target = meant(link.source), meant(link.target)
        general = replace(
            link, source=source, target=target, source_attribute="from", target_attribute="to"
        )
        return ends_by_id(general, timexes, instances)

    # An id of the list that means nothing in the base is an annotation of the list alone.
    added = {id for id in document.entities if base.resolve_end(meant(id)) is None}
    more = tuple(timex for timex in document.timexes if timex.tid in added)
    creation = base.dct
    if creation is None and document.dct in more:
        creation = document.dct
        more = (*(() if creation is None else (creation,)), *base.timexes, *more[1:])
    else:
        more = (*base.timexes, *more)
    return replace(
        base,
        dct=creation,
        events=(*base.events, *(event for event in document.events if event.eid in added)),
        timexes=more,
        tlinks=tuple(map(linked, document.tlinks)),
        scheme=document.scheme,
        name=document.name,
        # What is added has no place in the base's own layout.
        layout=replace(
            Layout() if added else base.layout, diagnostics=(), format=document.layout.format
        ),
    )
