"""A document in the making: what all readers of annotations next to a text share.

That is which types of annotation tools are time expressions, and places in units of UTF-16, as
Java and JavaScript count them: an emoji is one character here and two units there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from timeml._model import CONSTRUCTORS, Attributes, Layout
from timeml.document import ALink, Document, Event, SLink, Timex3, TLink
from timeml.errors import Diagnostic, counted, unread_relations
from timeml.readers.files import File, line_of
from timeml.readers.formats import LAYER

Span = tuple[int, int]
"""The first character of an annotation, and that after its last."""


_RELATIONS = re.compile(r"relation|link|pairs", re.IGNORECASE)
_tlink = CONSTRUCTORS["TLINK"]
Link = tuple[str, str, str, "int | None"]
"""Label, source, target, line."""


class Draft:
    """A document as its annotations are read one by one.

    ``text`` is ``None`` where the source has none: then annotations have no place, and keep their
    spans as the attribute ``span``; so does an annotation in several pieces, whose place is from
    the first to the last of them. Of several annotations with the same id the first counts;
    that, spans outside the text and other faults become diagnostics.
    """

    def __init__(self, file: File, name: str, text: str | None = None) -> None:
        self.file = file
        self.name = name
        self.text = text
        self.diagnostics: list[Diagnostic] = []
        self._events: dict[str, Event] = {}
        self._timexes: dict[str, Timex3] = {}
        self._dct: str | None = None
        self._links: list[Link] = []
        self._named: dict[int, tuple[str, Attributes]] = {}  # links by their number
        self._lids: set[str] = set()
        self._alinks: list[ALink] = []
        self._slinks: list[SLink] = []
        self._unread: Counter[str] = Counter()
        self._unread_line: int | None = None

    def fault(self, code: str, message: str, id: str = "", line: int | None = None) -> None:
        """Report something that was repaired or left out."""
        self.diagnostics.append(Diagnostic(code, message, id, line))

    def unread(self, type: str, line: int | None = None, count: int = 1) -> None:
        """Count relations of a ``type`` that is not read; the document reports them together."""
        if not self._unread:
            self._unread_line = line
        self._unread[type] += count

    def unread_fields(
        self, record: Mapping[str, Any], known: Sequence[str], line: int | None
    ) -> None:
        """Count what fields of an object in JSON hold that are called like relations, except those
        that are ``known``."""
        for name, content in record.items():
            if (
                name in known
                or not _RELATIONS.search(name)
                or not isinstance(content, (list, dict))
            ):
                continue
            lists = content.values() if isinstance(content, dict) else [content]
            count = sum(len(part) if isinstance(part, list) else 1 for part in lists)
            if count:
                self.unread(name, line_of(content, line), count)

    def event(
        self,
        id: str,
        spans: Sequence[Span] = (),
        *,
        class_: str | None = None,
        words: str = "",
        line: int | None = None,
        extra: Attributes = (),
    ) -> None:
        """Add an event; ``words`` are its text where the document has none."""
        if self._is_new("event", id, line):
            start, end, words, more = self._place(f"event {id}", id, spans, words, line)
            self._events[id] = Event(
                id, class_, start, end, words, extra=(*extra, *more), line=line
            )

    def timex(
        self,
        id: str,
        spans: Sequence[Span] = (),
        *,
        type: str | None = None,
        value: str | None = None,
        mod: str | None = None,
        words: str = "",
        dct: bool = False,
        line: int | None = None,
        extra: Attributes = (),
    ) -> None:
        """Add a timex; with ``dct`` it is the creation time, unless the document has one."""
        if not self._is_new("timex", id, line):
            return
        start, end, words, more = self._place(f"timex {id}", id, spans, words, line)
        is_dct = dct and self._dct is None
        if is_dct:
            self._dct = id
        self._timexes[id] = Timex3(
            *(id, type, value, start, end, words),
            function_in_document="CREATION_TIME" if is_dct else None,
            mod=mod,
            extra=(*extra, *more),
            line=line,
        )

    @property
    def dct(self) -> str | None:
        """The id of the creation time, if there is one by now."""
        return self._dct

    def creation_time(self, id: str = "t0") -> str:
        """The id of the creation time, which is added if the document has none."""
        if self._dct is None:
            while id in self._timexes or id in self._events:
                id += "_"
            self.timex(id, dct=True)
        assert self._dct is not None
        return self._dct

    def link(
        self,
        label: str,
        source: str,
        target: str,
        *,
        lid: str = "",
        layer: str = "",
        line: int | None = None,
        extra: Attributes = (),
    ) -> None:
        """Add a link; without a ``lid`` it is numbered."""
        if lid:
            self._lids.add(lid)
        else:
            lid = f"l{len(self._links) + 1}"
            # Numbers are all different: only an id that the file gives can be in the way.
            while lid in self._lids:
                lid += "_"
        if layer:
            extra = ((LAYER, layer), *extra)
        self._named[len(self._links)] = lid, extra
        self._links.append((label, source, target, line))

    def relate_to_creation(self, id: str, label: str, line: int | None) -> None:
        """Add a link with the creation time, which has a layer of its own."""
        ends = id, self.creation_time("DCT")
        self.link(label, *ends, lid=f"{id}.{DOC_TIME_REL}", layer=DOC_TIME_REL, line=line)

    def links(self, links: Iterable[Link]) -> None:
        """Add many links, which are numbered."""
        if not self._lids:
            self._links += links
            return
        for label, source, target, line in links:
            self.link(label, source, target, line=line)

    def alink(self, lid: str, label: str, source: str, target: str, line: int | None) -> None:
        """Add an aspectual link."""
        self._alinks.append(ALink(lid, label, source, target, line=line))

    def slink(self, lid: str, label: str, source: str, target: str, line: int | None) -> None:
        """Add a subordination link."""
        self._slinks.append(SLink(lid, label, source, target, line=line))

    def is_timex(self, id: str) -> bool:
        """Whether a timex has this id."""
        return id in self._timexes

    def document(self, *, docid: str | None = None, scheme: str = "") -> Document:
        """The document; an empty ``scheme`` stands for that of the format."""
        if self._unread:
            self.diagnostics.append(unread_relations(self._unread, self._unread_line))
        timexes = dict(self._timexes)
        dct = timexes.pop(self._dct) if self._dct is not None else None
        return Document(
            text=self.text or "",
            docid=docid or self.name,
            dct=dct,
            events=tuple(self._events.values()),
            timexes=(dct, *timexes.values()) if dct is not None else tuple(timexes.values()),
            tlinks=tuple(self._tlinks()),
            alinks=tuple(self._alinks),
            slinks=tuple(self._slinks),
            scheme=scheme,
            name=self.name,
            layout=Layout(diagnostics=tuple(self.diagnostics)),
        )

    def _tlinks(self) -> Iterator[TLink]:
        """The links, with their ids in the attributes of TimeML for ids of their kind."""
        timexes, named = self._timexes, self._named
        for number, (label, source, target, line) in enumerate(self._links):
            lid, extra = named.get(number) or (f"l{number + 1}", ())
            from_ = "timeID" if source in timexes else "eventID"
            to = "relatedToTime" if target in timexes else "relatedToEvent"
            yield _tlink(lid, label, source, target, from_, to, None, extra, line)

    def _is_new(self, kind: str, id: str, line: int | None) -> bool:
        if not id:
            self.fault(
                "missing-id", f"{kind} without id: nothing can refer to it; left out", "", line
            )
        elif id in self._events or id in self._timexes:
            self.fault(
                "duplicate-id",
                f"{kind} {id}: another annotation has the same id; left out",
                id,
                line,
            )
        else:
            return True
        return False

    def _place(
        self, what: str, id: str, spans: Sequence[Span], words: str, line: int | None
    ) -> tuple[int | None, int | None, str, Attributes]:
        """Start, end and words of an annotation, and its spans where it has no place."""
        if not spans:
            return None, None, words, ()
        kept = ";".join(f"{start},{end}" for start, end in spans)
        if self.text is None:
            return None, None, words, (("span", kept),)
        if any(not 0 <= start < end <= len(self.text) for start, end in spans):
            characters = counted(len(self.text), "character")
            message = f"{what}: its span {kept} is not in the text of {characters}"
            self.fault("bad-span", f"{message}; it gets no position in the text", id, line)
            return None, None, words, (("span", kept),)
        several = (("span", kept),) if len(spans) > 1 else ()
        start, end = min(spans)[0], max(end for _, end in spans)
        return start, end, self.text[start:end], several


class TokenText:
    """A text that is made of tokens: a blank between two of them, a line end between two of
    different sentences. ``places`` has the place of each token by its key."""

    def __init__(self) -> None:
        self.places: dict[Hashable, Span] = {}
        self._parts: list[str] = []
        self._length = 0
        self._sentence: Hashable = None

    def add(self, key: Hashable, sentence: Hashable, word: str) -> bool:
        """Add the next token, unless another one has its key; whether it was added."""
        if key in self.places:
            return False
        between = "" if not self._parts else " " if sentence == self._sentence else "\n"
        self._parts.append(between + word)
        start = self._length + len(between)
        self.places[key] = start, start + len(word)
        self._length, self._sentence = start + len(word), sentence
        return True

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._parts)


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in text order, those that follow each other with at most a blank between as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def iso_date(date: str) -> str:
    """A date such as 19980108 as TimeML writes it; anything else as it is."""
    if len(date) == 8 and date.isdecimal():
        return f"{date[:4]}-{date[4:6]}-{date[6:]}"
    return date


def characters_at(text: str) -> Sequence[int]:
    """The number of characters before each unit of ``text``, from 0 to the number of its units;
    the second unit of a character counts as its end."""
    if not text or max(text) < "\U00010000":
        return range(len(text) + 1)
    numbers = [0]
    for number, character in enumerate(text, start=1):
        numbers += [number] * (2 if character >= "\U00010000" else 1)
    return numbers


CREATION_TIME = "DOCTIME"
"""The type of a creation time that is written."""

DOC_TIME_REL = "DocTimeRel"
"""The attribute of an entity that says how it is related to the creation time."""

_TIMEX = re.compile(
    r"(?:TIMEX3?|TIME|DATE|DURATION|SET|FREQUENCY|SECTIONTIME|SECTIME|DOCTIME|DCT)"
    r"(?:$|[_-].*|(?i:Mention|Annotation|Expression)$)",
    re.IGNORECASE,
)
_DCT = ("DOCTIME", "DCT", "CREATION_TIME")
_TYPES = ("DATE", "TIME", "DURATION", "SET")


def is_timex(type: str) -> bool:
    """Whether an annotation of this type is a time expression."""
    return _TIMEX.fullmatch(type) is not None


def is_creation_time(type: str) -> bool:
    """Whether an annotation of this type is the creation time of its document."""
    return type.upper() in _DCT


def timex_type(type: str) -> str | None:
    """The type of a timex that TimeML has for annotations of this type, if it has one."""
    return type.upper() if type.upper() in _TYPES else None
