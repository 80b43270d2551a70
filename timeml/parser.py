"""TimeML bytes to a :class:`~timeml.document.Document`, in one pass over the parsed tree.

The XML itself is parsed in :mod:`timeml._xml`, which keeps hostile input out.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from timeml import _xml
from timeml._attributes import IDS, INSTANCE, SOURCES, TARGETS, TIMEX, attributes
from timeml._layout import COMMENT, INSTRUCTION, Layout, Mark, Raw, Reference, Token
from timeml.document import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink
from timeml.errors import Diagnostic, TimeMLError

__all__ = ["Source", "read"]

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""What :func:`read` accepts: a path, a document's bytes, or a file open for reading bytes."""

_MAX_DEPTH = 256
"""libxml2's own limit for ordinary files; for huge ones it is laxer than our recursion."""

_SPANS = {"EVENT", "TIMEX3", "SIGNAL"}
_LINKS = {"MAKEINSTANCE", "TLINK", "SLINK", "ALINK"}
_NAMES = (*IDS, "TEXT", "DCT", "DOCID")


def read(source: Source, *, name: str | None = None) -> Document:
    """The document in a TimeML file (TimeML 1.2 and 1.2.1, TempEval-3 and QA TempEval variants).

    ``source`` is a path, the file's bytes, or a file open in binary mode; ``name`` replaces the
    name taken from it. External entities and DTDs are never loaded.

    What can be repaired is, with a diagnostic in :attr:`Document.diagnostics`. Raises
    ``OSError`` (``FileNotFoundError`` ...) naming the path if there is no such file or it cannot
    be read; :class:`TimeMLError` with file and line if it is not well-formed XML, not TimeML, or
    hostile; ``TypeError`` if ``source`` is none of the above.
    """
    data, file = _bytes(source)
    label = file if file is not None else name
    document_name = name if name is not None else os.path.basename(file or "")
    return _Reader(_xml.parse(data, label), label).document(document_name)


def _bytes(source: Source) -> tuple[bytes, str | None]:
    """The bytes of a source and the file's path, where it has one."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if isinstance(source, (str, os.PathLike)):
        if isinstance(source, str) and source.lstrip()[:1] == "<":
            raise TypeError("read() takes a path, bytes or a binary file; encode XML text first")
        path = os.fspath(source)
        with open(path, "rb") as stream:
            return stream.read(), path
    if not hasattr(source, "read"):
        kind = type(source).__name__
        raise TypeError(f"read() takes a path, bytes or a binary file, not {kind}")
    data = source.read()
    if not isinstance(data, bytes):
        raise TypeError("read() needs a file open in binary mode ('rb'), not a text file")
    label = getattr(source, "name", None)
    return data, label if isinstance(label, str) else None


class _Reader:
    """One pass over a tree: tokens and annotations are collected in file order, then joined."""

    def __init__(self, tree: _xml.Tree, file: str | None) -> None:
        self.tree = tree
        self.file = file
        self.kinds = _xml.kinds(tree.root, _NAMES)
        self.tokens: list[Token] = []
        self.position = 0
        self.texts: list[str] = []
        # Events are made at the end, when their instances are known. The int is a token's index.
        self.events: list[tuple[Any, ...]] = []
        self.timexes: list[tuple[int, Timex3]] = []
        self.signals: list[Signal] = []
        self.instances: list[tuple[int, Instance]] = []
        self.tlinks: list[TLink] = []
        self.slinks: list[SLink] = []
        self.alinks: list[ALink] = []
        self.seen: dict[str, set[str]] = {kind: set() for kind in _SPANS}
        self.creation: int | None = None
        self.in_dct = False
        self.docid: str | None = None
        self.diagnostics: list[Diagnostic] = []

    def document(self, name: str) -> Document:
        root = self.tree.root
        texts = [tag for tag, kind in self.kinds.items() if kind == "TEXT"]
        root_is_text = next(root.iter(*texts), None) is None
        self.check_root()
        self.content(root, root_is_text, 0)
        if root_is_text:
            self.texts = [_join(self.tokens)]
        dct, timexes = self.split_timexes()
        events, order = self.join_instances()
        return Document(
            text="".join(self.texts),
            docid=self.docid,
            dct=dct,
            events=events,
            timexes=timexes,
            signals=tuple(self.signals),
            tlinks=tuple(self.tlinks),
            slinks=tuple(self.slinks),
            alinks=tuple(self.alinks),
            name=name,
            layout=Layout(
                root=str(root.tag),
                root_attributes=_items(root),
                namespaces=tuple(root.nsmap.items()),
                doctype=self.tree.doctype,
                before=self.tree.before,
                after=self.tree.after,
                tokens=tuple(self.tokens),
                root_is_text=root_is_text,
                instance_order=order,
                diagnostics=tuple(self.diagnostics),
            ),
        )

    def check_root(self) -> None:
        """Refuse XML that holds no TimeML at all, whatever its root is called."""
        root = self.tree.root
        found = _xml.local(root.tag)
        if found == "TimeML":
            return
        known = [tag for tag, kind in self.kinds.items() if kind in IDS]
        message = f"the root element is <{found}>, not <TimeML>"
        if next(root.iter(*known), None) is None:
            message += ", and there is no EVENT, TIMEX3 or TLINK in it: this is another format"
            raise TimeMLError(message, file=self.file, line=root.sourceline)
        self.diagnostics.append(Diagnostic("unexpected-root", message, "", root.sourceline))

    def characters(self, text: str | None) -> None:
        if text:
            self.tokens.append(text)
            self.position += len(text)

    def content(self, element: Any, inside: bool, depth: int) -> None:
        """Everything between an element's tags; ``inside`` tells whether it is in the text."""
        if depth > _MAX_DEPTH:
            message = f"elements are nested more than {_MAX_DEPTH} deep; this is no TimeML"
            raise TimeMLError(message, file=self.file, line=element.sourceline)
        self.characters(element.text)
        for child in element:
            kind = self.kinds.get(child.tag, "")
            if kind in _LINKS:
                self.link(child, kind)
                if child.text or len(child):
                    self.content(child, inside, depth + 1)
            elif kind in _SPANS:
                self.span(child, kind, inside, depth)
            elif kind in (COMMENT, INSTRUCTION):
                self.tokens.append(_xml.outside(child))
            elif kind == "&":
                self.entity(child)
            else:
                self.other(child, kind, inside, depth)
            self.characters(child.tail)

    def span(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """An EVENT, TIMEX3 or SIGNAL."""
        found = dict(child.items())
        identifier = found.pop(IDS[kind], "")
        seen = self.seen[kind]
        if not identifier or identifier in seen:
            self.keep_out(kind, identifier, child.sourceline)
            self.other(child, "", inside, depth)
            return
        seen.add(identifier)
        place, start = len(self.tokens), self.position
        self.tokens.append(Mark[kind])
        group: list[Any] = (
            self.events if kind == "EVENT" else self.timexes if kind == "TIMEX3" else self.signals
        )
        index = len(group)
        if kind == "TIMEX3" and self.in_dct and self.creation is None:
            self.creation = index
        self.content(child, inside, depth + 1)
        text = child.text or "" if not len(child) else _join(self.tokens[place:])
        self.tokens.append(Mark.CLOSE)
        begin, end = (start, self.position) if inside else (None, None)
        line = child.sourceline
        # Annotations inside this one reached their end before it, but come after it in the file.
        if kind == "EVENT":
            class_ = found.pop("class", None)
            event = (identifier, class_, begin, end, text, tuple(found.items()), line)
            group.insert(index, event)
        elif kind == "TIMEX3":
            type_, value = found.pop("type", None), found.pop("value", None)
            known: list[Any] = [found.pop(attribute, None) for attribute in TIMEX]
            extra = tuple(found.items())
            timex = Timex3(
                identifier, type_, value, begin, end, text, *known, extra=extra, line=line
            )
            group.insert(index, (place, timex))
        else:
            extra = tuple(found.items())
            group.insert(index, Signal(identifier, begin, end, text, extra, line))

    def link(self, child: Any, kind: str) -> None:
        """A MAKEINSTANCE, TLINK, SLINK or ALINK."""
        found = dict(child.items())
        pop = found.pop
        line = child.sourceline
        if kind == "MAKEINSTANCE":
            eiid, eid = pop("eiid", ""), pop("eventID", "")
            known: list[Any] = [pop(attribute, None) for attribute in INSTANCE]
            instance = Instance(eiid, eid, *known, extra=tuple(found.items()), line=line)
            self.instances.append((len(self.tokens), instance))
            self.tokens.append(Mark.MAKEINSTANCE)
            return
        lid, label, signal = pop("lid", ""), pop("relType", ""), pop("signalID", None)
        if kind == "TLINK":
            from_, source = _end(found, SOURCES)
            to, target = _end(found, TARGETS)
            extra = tuple(found.items())
            self.tlinks.append(TLink(lid, label, source, target, from_, to, signal, extra, line))
            self.tokens.append(Mark.TLINK)
            return
        source = pop("eventInstanceID", "")
        if kind == "SLINK":
            target = pop("subordinatedEventInstance", "")
            self.slinks.append(SLink(lid, label, source, target, signal, _rest(found), line))
            self.tokens.append(Mark.SLINK)
        else:
            target = pop("relatedToEventInstance", "")
            self.alinks.append(ALink(lid, label, source, target, signal, _rest(found), line))
            self.tokens.append(Mark.ALINK)

    def entity(self, child: Any) -> None:
        """A reference to an entity: its text where the document declares it, else as it is."""
        if child.name in self.tree.entities:
            self.characters(self.tree.entities[child.name])
            return
        self.characters(Reference(child.text))
        message = f"the entity {child.text} is not declared here and stands in the text as it is"
        self.diagnostics.append(Diagnostic("unresolved-entity", message, "", child.sourceline))

    def other(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """An element that becomes no annotation."""
        is_text = kind == "TEXT" and not inside
        place = len(self.tokens)
        self.tokens.append(Raw(str(child.tag), _items(child), is_text=is_text))
        if is_text:
            # Several TEXT elements make one text, as if nothing stood between them.
            self.position = sum(map(len, self.texts))
            self.content(child, True, depth + 1)
            self.texts.append(_join(self.tokens[place:]))
        else:
            outer = self.in_dct
            self.in_dct = outer or kind == "DCT"
            self.content(child, inside, depth + 1)
            self.in_dct = outer
        if kind == "DOCID" and self.docid is None:
            self.docid = _join(self.tokens[place:]).strip() or None
        self.tokens.append(Mark.CLOSE)

    def keep_out(self, kind: str, identifier: str, line: int | None) -> None:
        """Say that an annotation stays in the layout only."""
        if identifier:
            message = f"{kind} {identifier} repeats an id that is taken; the first one counts"
            self.diagnostics.append(Diagnostic("duplicate-id", message, identifier, line))
        else:
            message = f"{kind} without {IDS[kind]}: nothing can refer to it; left out"
            self.diagnostics.append(Diagnostic("missing-id", message, "", line))

    def split_timexes(self) -> tuple[Timex3 | None, tuple[Timex3, ...]]:
        """The DCT, and all timexes with it first: the first TIMEX3 in DCT, else the first whose
        functionInDocument says so."""
        index = self.creation
        timexes = [timex for _, timex in self.timexes]
        for function in ("CREATION_TIME", "PUBLICATION_TIME"):
            if index is None:
                functions = [timex.function_in_document for timex in timexes]
                index = functions.index(function) if function in functions else None
        if index is None:
            return None, tuple(timexes)
        dct = timexes.pop(index)
        self.tokens[self.timexes[index][0]] = Mark.DCT
        return dct, (dct, *timexes)

    def join_instances(self) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """The events with their instances, and the order of the MAKEINSTANCEs (see Layout)."""
        by_event: dict[str, list[tuple[int, Instance]]] = {event[0]: [] for event in self.events}
        taken = set(self.seen["TIMEX3"])
        out: list[tuple[int, Instance]] = []
        count = 0
        for place, instance in self.instances:
            if not instance.eiid or instance.eiid in taken:
                self.keep_out("MAKEINSTANCE", instance.eiid, instance.line)
                out.append((place, instance))
            elif instance.event_id not in by_event:
                message = f"MAKEINSTANCE {instance.eiid}: there is no EVENT {instance.event_id!r}"
                message += " in the document; left out"
                code = "dangling-id"
                self.diagnostics.append(Diagnostic(code, message, instance.eiid, instance.line))
                out.append((place, instance))
            else:
                taken.add(instance.eiid)
                by_event[instance.event_id].append((count, instance))
                count += 1
        for place, instance in reversed(out):
            raw = Raw(self.tree.tag("MAKEINSTANCE"), attributes(instance))
            self.tokens[place : place + 1] = [raw, Mark.CLOSE]
        made: list[int] = []
        events = []
        for eid, class_, start, end, text, extra, line in self.events:
            own = by_event[eid]
            made.extend(number for number, _ in own)
            instances = tuple([instance for _, instance in own])
            events.append(Event(eid, class_, start, end, text, instances, extra, line))
        if made == list(range(count)):
            return tuple(events), ()
        order = [0] * count
        for index, number in enumerate(made):
            order[number] = index
        return tuple(events), tuple(order)


def _end(found: dict[str, str], names: tuple[str, ...]) -> tuple[str, str]:
    """The attribute that holds an end of a TLINK, and the id in it (``""`` if it has none)."""
    for name in names:
        if name in found:
            return name, found.pop(name)
    return names[0], ""


def _rest(found: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(found.items())


def _items(element: Any) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in element.items())


def _join(tokens: list[Token]) -> str:
    """The character data of a stretch of tokens."""
    return "".join([token for token in tokens if isinstance(token, str)])
