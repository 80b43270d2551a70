"""TimeML files in varied encodings and layouts, written without the writer under test."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.testing.strategies._arguments import check_collection
from timeml import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink


@dataclass(frozen=True)
class Encoding:
    """An encoding: ``codec`` is its name in Python, ``declared`` its name in an XML declaration.

    The declaration is needed unless a reader recognises the encoding without it (``known``).
    """

    codec: str
    declared: str
    mark: bytes = b""
    known: bool = True

    def has(self, text: str) -> bool:
        """Whether the text can be written without character references."""
        try:
            text.encode(self.codec)
        except UnicodeEncodeError:
            return False
        return True

    def encode(self, xml: str) -> bytes:
        """The bytes of a file; what the encoding lacks becomes character references."""
        return self.mark + xml.encode(self.codec, "xmlcharrefreplace")


# XML asks for a mark in UTF-16 and UTF-32. Files without one are common, and readers know them
# by their first four bytes.
ENCODINGS = {
    "UTF-8": Encoding("utf-8", "UTF-8"),
    "UTF-8 with BOM": Encoding("utf-8", "UTF-8", codecs.BOM_UTF8),
    "UTF-16": Encoding("utf-16-le", "UTF-16", codecs.BOM_UTF16_LE),
    "UTF-16BE with BOM": Encoding("utf-16-be", "UTF-16", codecs.BOM_UTF16_BE),
    "UTF-16LE": Encoding("utf-16-le", "UTF-16LE"),
    "UTF-16BE": Encoding("utf-16-be", "UTF-16BE"),
    "UTF-32": Encoding("utf-32-le", "UTF-32", codecs.BOM_UTF32_LE),
    "UTF-32BE with BOM": Encoding("utf-32-be", "UTF-32", codecs.BOM_UTF32_BE),
    "UTF-32LE": Encoding("utf-32-le", "UTF-32LE"),
    "UTF-32BE": Encoding("utf-32-be", "UTF-32BE"),
    "ISO-8859-1": Encoding("iso-8859-1", "ISO-8859-1", known=False),
    "ISO-8859-15": Encoding("iso-8859-15", "ISO-8859-15", known=False),
    "windows-1252": Encoding("windows-1252", "windows-1252", known=False),
    "US-ASCII": Encoding("us-ascii", "US-ASCII", known=False),
}
"""By the names that :func:`timeml_bytes` takes; ``UTF-16`` and ``UTF-32`` as Python writes them on
most machines, little end first after a byte order mark."""


def timeml_bytes(
    document: Document, *, encodings: Sequence[str] = tuple(ENCODINGS)
) -> st.SearchStrategy[bytes]:
    """Files with ``document``: ``timeml.read`` returns an equal document for each of them.

    They vary in encoding (``encodings``; by default UTF-8, UTF-16 and UTF-32 in either byte order,
    with and without a byte order mark, ISO-8859-1 and -15, windows-1252 and US-ASCII; characters
    that the encoding lacks become character references), line ends, quotes, order of attributes,
    empty-element tags, CDATA, comments, elements that TimeML does not define, the place of links
    and of the creation time, and in whether an optional TEXT element is present. Shrinks to UTF-8
    with everything in its usual place.

    TimeML must be able to express ``document``: its spans nest and are in text order, after timexes
    outside the text.
    """
    if not isinstance(document, Document):
        raise InvalidArgument(f"document={document!r} is not a timeml.Document")
    allowed = check_collection("encodings", encodings, "encodings")
    if not allowed or not all(isinstance(name, str) and name in ENCODINGS for name in allowed):
        raise InvalidArgument(f"encodings={encodings!r}; known are {', '.join(ENCODINGS)}")
    names = "".join(name for annotation in _everything(document) for name, _ in annotation.extra)
    possible = [ENCODINGS[name] for name in allowed if ENCODINGS[name].has(names)]
    if not possible:
        raise InvalidArgument(f"none of {encodings!r} has the characters {names!r} of attributes")
    bare = document.dct is None and document.docid is None
    bare = bare and all(timex.start is not None for timex in document.timexes)
    layouts = st.builds(
        _Layout,
        encoding=st.sampled_from(possible),
        declared=st.booleans().map(lambda it: not it),
        newline=st.sampled_from(["\n", "\r\n", "\r"]),
        quote=st.sampled_from(['"', "'"]),
        reverse=st.booleans(),
        spaced=st.booleans(),
        short=st.booleans().map(lambda it: not it),
        cdata=st.booleans(),
        comments=st.booleans(),
        unknown=st.booleans(),
        links_first=st.booleans(),
        text_first=st.booleans(),
        bare=st.booleans() if bare else st.just(False),
    )
    return layouts.map(lambda layout: layout.file(document))


def _everything(document: Document) -> Iterator[Any]:
    yield from document.timexes
    yield from document.events
    yield from document.instances
    yield from document.signals
    yield from (*document.tlinks, *document.slinks, *document.alinks)


# By class: the element's name, and the attribute of each field.
_ELEMENTS: dict[type[Any], tuple[str, tuple[tuple[str, str], ...]]] = {
    Event: ("EVENT", (("eid", "eid"), ("class", "class_"))),
    Instance: (
        "MAKEINSTANCE",
        (
            ("eiid", "eiid"),
            ("eventID", "event_id"),
            ("tense", "tense"),
            ("aspect", "aspect"),
            ("polarity", "polarity"),
            ("modality", "modality"),
            ("pos", "pos"),
            ("signalID", "signal_id"),
            ("cardinality", "cardinality"),
        ),
    ),
    Timex3: (
        "TIMEX3",
        (
            ("tid", "tid"),
            ("type", "type"),
            ("value", "value"),
            ("functionInDocument", "function_in_document"),
            ("temporalFunction", "temporal_function"),
            ("mod", "mod"),
            ("anchorTimeID", "anchor_time_id"),
            ("beginPoint", "begin_point"),
            ("endPoint", "end_point"),
            ("quant", "quant"),
            ("freq", "freq"),
            ("valueFromFunction", "value_from_function"),
        ),
    ),
    Signal: ("SIGNAL", (("sid", "sid"),)),
    TLink: ("TLINK", (("lid", "lid"), ("relType", "rel_type"), ("signalID", "signal_id"))),
    SLink: (
        "SLINK",
        (
            ("lid", "lid"),
            ("relType", "rel_type"),
            ("eventInstanceID", "event_instance_id"),
            ("subordinatedEventInstance", "subordinated_event_instance"),
            ("signalID", "signal_id"),
        ),
    ),
    ALink: (
        "ALINK",
        (
            ("lid", "lid"),
            ("relType", "rel_type"),
            ("eventInstanceID", "event_instance_id"),
            ("relatedToEventInstance", "related_to_event_instance"),
            ("signalID", "signal_id"),
        ),
    ),
}


@dataclass(frozen=True)
class _Layout:
    """One way of writing a document down."""

    encoding: Encoding
    declared: bool
    newline: str
    quote: str
    reverse: bool
    spaced: bool
    short: bool
    cdata: bool
    comments: bool
    unknown: bool
    links_first: bool
    text_first: bool
    bare: bool

    def file(self, document: Document) -> bytes:
        declaration = ""
        if self.declared or not self.encoding.known:
            name = self.encoding.declared
            declaration = f'<?xml version="1.0" encoding="{name}"?>\n'.replace('"', self.quote)
        whole = declaration + self.root(document)
        return self.encoding.encode(whole.replace("\n", self.newline))

    def root(self, document: Document) -> str:
        text = "".join(self.inline(document))
        links = [self.element(link) for link in (*document.instances, *document.tlinks)]
        links += [self.element(link) for link in (*document.slinks, *document.alinks)]
        if self.bare:
            return f"<TimeML>{''.join(links)}{text}</TimeML>"
        outside = [timex for timex in document.timexes if timex.start is None]
        body = [
            self.element(timex, escape(timex.text)) for timex in outside if timex != document.dct
        ]
        body.append(f"<TEXT>{text}</TEXT>")
        if document.dct is not None:
            dct = f"<DCT>{self.element(document.dct, escape(document.dct.text))}</DCT>"
            body.insert(len(body) if self.text_first else 0, dct)
        if document.docid is not None:
            body.insert(0, f"<DOCID>{escape(document.docid)}</DOCID>")
        parts = [*links, *body] if self.links_first else [*body, *links]
        if self.unknown:
            parts.insert(1, '<Unknown note="no part of TimeML">something<else/></Unknown>')
        if self.comments:
            parts.insert(0, "<!-- <EVENT eid='e0'>no event</EVENT> -->")
        lines = "\n".join(["", *parts, ""])
        return f"<TimeML>{lines}</TimeML>"

    def inline(self, document: Document) -> Iterator[str]:
        """The text with its tags, by position; ends come before starts, outer starts first."""
        spans: list[Event | Timex3 | Signal] = [
            *document.timexes,
            *document.events,
            *document.signals,
        ]
        inside = [
            (span.start, span.end, span)
            for span in spans
            if span.start is not None and span.end is not None
        ]
        inside.sort(key=lambda item: (item[0], -item[1]))
        position = 0
        still_open: list[tuple[int, str]] = []
        for start, end, span in inside:
            while still_open and still_open[-1][0] <= start:
                stop, tag = still_open.pop()
                yield self.characters(document.text[position:stop]) + f"</{tag}>"
                position = stop
            yield self.characters(document.text[position:start])
            yield self.start_tag(span)
            still_open.append((end, _ELEMENTS[type(span)][0]))
            position = start
        while still_open:
            stop, tag = still_open.pop()
            yield self.characters(document.text[position:stop]) + f"</{tag}>"
            position = stop
        yield self.characters(document.text[position:])

    def characters(self, text: str) -> str:
        if not text:
            return ""
        if self.cdata and "]]>" not in text and self.encoding.has(text):
            return f"<![CDATA[{text}]]>"
        escaped = escape(text)
        if self.unknown:
            escaped = f"<s n={self.quote}1{self.quote}>{escaped}</s>"
        return f"<!-- {len(text)} -->{escaped}" if self.comments else escaped

    def start_tag(self, annotation: Any) -> str:
        tag, fields = _ELEMENTS[type(annotation)]
        pairs = [(name, getattr(annotation, field)) for name, field in fields]
        if isinstance(annotation, TLink):
            pairs.append((annotation.source_attribute, annotation.source))
            pairs.append((annotation.target_attribute, annotation.target))
        written = [self.attribute(n, v) for n, v in pairs if v is not None]
        extra = [self.attribute(name, value) for name, value in annotation.extra]
        if self.reverse:
            written.reverse()
        # The order of attributes is none of XML's business, but `extra` is in file order.
        space = "\n  " if self.spaced else " "
        return f"<{tag}{space}{space.join([*written, *extra])}>"

    def attribute(self, name: str, value: str) -> str:
        name = name.replace("{http://www.w3.org/XML/1998/namespace}", "xml:")
        special = {"\n": "&#10;", "\t": "&#x9;", '"': "&quot;", "'": "&apos;"}
        equals = " = " if self.spaced else "="
        return f"{name}{equals}{self.quote}{escape(value, special)}{self.quote}"

    def element(self, annotation: Any, content: str = "") -> str:
        start = self.start_tag(annotation)
        if not content and self.short:
            return start[:-1] + "/>"
        return f"{start}{content}</{_ELEMENTS[type(annotation)][0]}>"
