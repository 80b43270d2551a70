"""A document as formats without event instances see it: entities and the links between them."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from timeml._model import further_fields
from timeml.document import Attributes, Document, Event, Timex3, TLink
from timeml.readers.draft import CREATION_TIME, Span, is_timex, timex_type
from timeml.readers.formats import LAYER, layer_of
from timeml.writers import Losses

EVENT = "eventID"
"""The attribute of an instance that names its event."""

_SPANS = re.compile(r"\d+,\d+(?:;\d+,\d+)*")


@dataclass(frozen=True, slots=True)
class Entity:
    """An event, an event instance or a timex under the id that links name it by. ``spans`` are its
    pieces, none where it has no place; ``kind`` is the class of an event or the type of a timex;
    ``attributes`` are all others."""

    id: str
    is_timex: bool
    is_dct: bool
    spans: tuple[Span, ...]
    placed: bool
    words: str
    kind: str | None
    value: str | None = None
    mod: str | None = None
    attributes: Attributes = ()

    @property
    def label(self) -> str:
        """The type by which formats without TimeML's tags show what the annotation is."""
        if self.is_dct:
            return CREATION_TIME
        if self.is_timex:
            return self.kind if self.kind and timex_type(self.kind) == self.kind else "TIMEX3"
        return self.kind if self.kind and not is_timex(self.kind) else "EVENT"


@dataclass(frozen=True, slots=True)
class Link:
    """A TLINK between two entities, by their ids."""

    lid: str
    label: str
    source: str
    target: str
    layer: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Flat:
    """A document's text, its entities in text order, and its links in file order."""

    text: str
    entities: tuple[Entity, ...]
    links: tuple[Link, ...]
    dct: str | None

    @property
    def file(self) -> bytes:
        """The text as a file of its own. Readers drop a mark at the beginning of a file, so that
        of a text is there twice."""
        mark = codecs.BOM_UTF8 if self.text.startswith("\ufeff") else b""
        return mark + self.text.encode()


def flat(
    document: Document, losses: Losses, *, alinks: bool = False, instances: bool = False
) -> Flat:
    """The entities and links of a document. What else it has is lost: signals, SLINKs and, unless
    the format has them, ALINKs, and links with an end that is not an annotation. Several instances
    of an event are entities of the same place: read back, each is an event of its own, unless the
    format has ``instances``."""
    for signal in document.signals:
        losses.add("signals", signal.sid)
    for slink in document.slinks:
        losses.add("SLINKs", slink.lid)
    for alink in () if alinks else document.alinks:
        losses.add("ALINKs", alink.lid)
    for event in () if instances else document.events:
        for instance in event.instances[1:]:
            what = "further instances of an event (each is read back as an event of its own)"
            losses.add(what, instance.eiid)
    links = []
    for link in document.tlinks:
        source, target = document.resolve_end(link.source), document.resolve_end(link.target)
        if source is None or target is None:
            losses.add("links with an end that is not an annotation", link.lid)
        else:
            links.append(_link(link, source, target))
    entities = tuple(_entity(document, id) for id in document.entities)
    dct = None if document.dct is None else document.dct.tid
    return Flat(document.text, entities, tuple(links), dct)


def _link(link: TLink, source: str, target: str) -> Link:
    layer = layer_of(link.extra)
    more = tuple(pair for pair in link.extra if pair[0] != LAYER)
    if link.signal_id is not None:
        more = (("signalID", link.signal_id), *more)
    return Link(link.lid, link.rel_type, source, target, layer, more)


def _entity(document: Document, id: str) -> Entity:
    annotation = document.entity(id)
    extra = dict(annotation.extra)
    spans, placed = _spans(annotation, extra)
    words = annotation.text
    if isinstance(annotation, Timex3):
        more = {**_fields(annotation, _TIMEX), **extra}
        is_dct = document.dct is not None and id == document.dct.tid
        return Entity(
            *(id, True, is_dct, spans, placed, words, annotation.type),
            annotation.value,
            annotation.mod,
            tuple(more.items()),
        )
    more = dict(extra)
    for instance in annotation.instances:
        if instance.eiid == id:
            more = {EVENT: annotation.eid, **extra, **_fields(instance, _INSTANCE)}
            more |= dict(instance.extra)
    return Entity(
        id, False, False, spans, placed, words, annotation.class_, None, None, tuple(more.items())
    )


def _spans(annotation: Event | Timex3, extra: dict[str, str]) -> tuple[tuple[Span, ...], bool]:
    """The pieces of an annotation, and whether they are in the text."""
    kept = extra.get("span", "")
    pieces: tuple[Span, ...] = ()
    if _SPANS.fullmatch(kept):
        pairs = [part.split(",") for part in kept.split(";")]
        pieces = tuple((int(start), int(end)) for start, end in pairs)
    start, end = annotation.start, annotation.end
    if start is None or end is None:
        if pieces:
            del extra["span"]
        return pieces, False
    if pieces and (min(pieces)[0], max(last for _, last in pieces)) == (start, end):
        del extra["span"]
        return pieces, start < end
    return ((start, end),), start < end


_TIMEX, _INSTANCE = further_fields("TIMEX3"), further_fields("MAKEINSTANCE")


def _fields(annotation: object, fields: dict[str, str]) -> dict[str, str]:
    """Those fields of an annotation that it has, by the names of their attributes."""
    values = {name: getattr(annotation, field) for name, field in fields.items()}
    return {name: value for name, value in values.items() if value is not None}
