"""The one pass over a parsed tree that makes a document of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree

from timeml import _xml
from timeml._attributes import IDS, MAKERS, attributes, plan
from timeml._layout import COMMENT, INSTRUCTION, Layout, Mark, Raw, Reference, Token
from timeml.document import Document, Instance, Timex3
from timeml.errors import Diagnostic, TimeMLError

__all__ = ["Reader"]

_MAX_DEPTH = 256
"""libxml2's own limit for ordinary files; for huge ones it is laxer than our recursion."""

_MARKS = {kind: Mark[kind] for kind in IDS}
_START = {"EVENT": 2, "TIMEX3": 3, "SIGNAL": 1}
"""Where start, end and text are among the fields."""
_INSTANCES = 5
"""Where the instances are among the fields of an event."""
_FUNCTION = 6
"""Where functionInDocument is among the fields of a timex."""


class Reader:
    """Collects tokens and annotations in file order, then joins them to a document.

    Spans are kept as lists of their fields by id until all is known that goes into them. Methods
    are tuned: half of the time that reading takes is spent here.
    """

    def __init__(self, tree: _xml.Tree, file: str | None) -> None:
        self.tree = tree
        self.file = file
        self.handlers = _handlers(tree.prefix)
        self.tokens: list[Token] = []
        self.position = 0
        self.texts: list[str] = []
        self.spans: dict[str, dict[str, list[Any]]] = {"EVENT": {}, "TIMEX3": {}, "SIGNAL": {}}
        self.links: dict[str, list[Any]] = {
            "MAKEINSTANCE": [],
            "TLINK": [],
            "SLINK": [],
            "ALINK": [],
        }
        self.creation: str | None = None
        self.in_dct = False
        self.docid: str | None = None
        self.diagnostics: list[Diagnostic] = []

    def document(self, name: str) -> Document:
        root = self.tree.root
        self.check_root()
        prefix = self.tree.prefix
        root_is_text = next(root.iter("TEXT", prefix + "TEXT"), None) is None
        self.content(root, root_is_text, 0)
        if root_is_text:
            self.texts = [_join(self.tokens)]
        order = self.join_instances()
        dct, timexes = self.join_timexes()
        return Document(
            text="".join(self.texts),
            docid=self.docid,
            dct=dct,
            events=self.made("EVENT"),
            timexes=timexes,
            signals=self.made("SIGNAL"),
            tlinks=tuple(self.links["TLINK"]),
            slinks=tuple(self.links["SLINK"]),
            alinks=tuple(self.links["ALINK"]),
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
        line = self.tree.line(root)
        message = f"the root element is <{found}>, not <TimeML>"
        known = [prefix + kind for prefix in {"", self.tree.prefix} for kind in IDS]
        if next(root.iter(*known), None) is None:
            message += ", and there is no EVENT, TIMEX3 or TLINK in it: this is another format"
            raise TimeMLError(message, file=self.file, line=line)
        self.diagnostics.append(Diagnostic("unexpected-root", message, "", line))

    def content(self, element: Any, inside: bool, depth: int) -> None:
        """Everything between an element's tags; ``inside`` tells whether it is in the text."""
        if depth > _MAX_DEPTH:
            message = f"elements are nested more than {_MAX_DEPTH} deep; this is no TimeML"
            raise TimeMLError(message, file=self.file, line=self.tree.line(element))
        tokens = self.tokens
        handler_of = self.handlers.get
        text = element.text
        if text:
            tokens.append(text)
            self.position += len(text)
        for child in element:
            handle, kind = handler_of(child.tag, _OTHER)
            handle(self, child, kind, inside, depth)
            text = child.tail
            if text:
                tokens.append(text)
                self.position += len(text)

    def fields(self, child: Any, kind: str) -> tuple[Any, ...]:
        """The fields of the annotation that an element makes, as far as its attributes tell."""
        names = tuple(child.keys())
        pick, constants, unknown = plan(kind, names)
        values: list[Any] = child.values()
        extra = tuple([(names[index], values[index]) for index in unknown]) if unknown else ()
        values += constants
        values.append(extra)
        values.append(self.tree.line(child))
        return pick(values)

    def link(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """A MAKEINSTANCE, TLINK, SLINK or ALINK."""
        self.links[kind].append(MAKERS[kind](*self.fields(child, kind)))
        self.tokens.append(_MARKS[kind])
        if child.text is not None or len(child):
            self.content(child, inside, depth + 1)

    def span(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """An EVENT, TIMEX3 or SIGNAL."""
        fields = list(self.fields(child, kind))
        identifier = fields[0]
        known = self.spans[kind]
        if not identifier or identifier in known:
            self.keep_out(kind, identifier, fields[-1])
            self.other(child, "", inside, depth)
            return
        known[identifier] = fields
        tokens = self.tokens
        mark = _MARKS[kind]
        if self.in_dct and self.creation is None and mark is Mark.TIMEX3:
            self.creation = identifier
            mark = Mark.DCT
        place, start = len(tokens), self.position
        tokens.append(mark)
        if len(child):
            self.content(child, inside, depth + 1)
            text = _join(tokens[place:])
        else:
            text = child.text or ""
            if text:
                tokens.append(text)
                self.position += len(text)
        tokens.append(Mark.CLOSE)
        first = _START[kind]
        fields[first + 2] = text
        if inside:
            fields[first] = start
            fields[first + 1] = self.position

    def note(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """A comment or processing instruction."""
        self.tokens.append(_xml.note(child))

    def reference(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """A reference to an entity: its text where the document declares it, else as it is."""
        text, declared = self.tree.entity(child, self.file)
        if not declared:
            message = f"the entity {text} is not declared here and stands in the text as it is"
            line = self.tree.line(child)
            self.diagnostics.append(Diagnostic("unresolved-entity", message, "", line))
        if text:
            self.tokens.append(text if declared else Reference(text))
            self.position += len(text)

    def text(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """A TEXT element; several make one text, as if nothing stood between them."""
        if inside:
            self.other(child, kind, inside, depth)
            return
        place = len(self.tokens)
        self.tokens.append(Raw(str(child.tag), _items(child), is_text=True))
        self.position = sum(map(len, self.texts))
        self.content(child, True, depth + 1)
        self.texts.append(_join(self.tokens[place:]))
        self.tokens.append(Mark.CLOSE)

    def other(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """An element that becomes no annotation."""
        place = len(self.tokens)
        self.tokens.append(Raw(str(child.tag), _items(child)))
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

    def join_timexes(self) -> tuple[Timex3 | None, tuple[Timex3, ...]]:
        """The DCT, and all timexes with it first: the first TIMEX3 in DCT, else the first whose
        functionInDocument says so."""
        found = self.spans["TIMEX3"]
        for function in ("CREATION_TIME", "PUBLICATION_TIME"):
            if self.creation is None:
                marked = (tid for tid, fields in found.items() if fields[_FUNCTION] == function)
                self.creation = next(marked, None)
                if self.creation is not None:
                    number = list(found).index(self.creation)
                    self.tokens[self.places(Mark.TIMEX3)[number]] = Mark.DCT
        if self.creation is None:
            return None, self.made("TIMEX3")
        dct = MAKERS["TIMEX3"](*found.pop(self.creation))
        return dct, (dct, *self.made("TIMEX3"))

    def made(self, kind: str) -> tuple[Any, ...]:
        make = MAKERS[kind]
        return tuple([make(*fields) for fields in self.spans[kind].values()])

    def places(self, mark: Mark) -> list[int]:
        return [place for place, token in enumerate(self.tokens) if token is mark]

    def join_instances(self) -> tuple[int, ...]:
        """Give the events their instances; returns the MAKEINSTANCEs' order (see Layout)."""
        events = self.spans["EVENT"]
        for fields in events.values():
            fields[_INSTANCES] = []
        taken = set(self.spans["TIMEX3"])
        kept: list[Instance] = []
        out: list[int] = []
        for number, instance in enumerate(self.links["MAKEINSTANCE"]):
            if not instance.eiid or instance.eiid in taken:
                self.keep_out("MAKEINSTANCE", instance.eiid, instance.line)
                out.append(number)
            elif instance.event_id not in events:
                self.keep_orphan(instance)
                out.append(number)
            else:
                taken.add(instance.eiid)
                kept.append(instance)
                events[instance.event_id][_INSTANCES].append(instance)
        if out:
            places = self.places(Mark.MAKEINSTANCE)
            for number in reversed(out):
                instance = self.links["MAKEINSTANCE"][number]
                raw = Raw(self.tree.prefix + "MAKEINSTANCE", attributes(instance))
                self.tokens[places[number] : places[number] + 1] = [raw, Mark.CLOSE]
        made: list[Instance] = []
        for fields in events.values():
            own = fields[_INSTANCES] = tuple(fields[_INSTANCES])
            made += own
        if made == kept:
            return ()
        index_of = {instance.eiid: index for index, instance in enumerate(made)}
        return tuple(index_of[instance.eiid] for instance in kept)

    def keep_orphan(self, instance: Instance) -> None:
        """Say that an instance stays in the layout only, since there is no event for it."""
        message = f"MAKEINSTANCE {instance.eiid}: no EVENT has the eid {instance.event_id!r}"
        found = Diagnostic("dangling-id", f"{message}; left out", instance.eiid, instance.line)
        self.diagnostics.append(found)


_Handler = tuple[Callable[[Reader, Any, str, bool, int], None], str]

_OTHER: _Handler = (Reader.other, "")
_ELEMENTS: dict[str, _Handler] = {
    **{kind: (Reader.span, kind) for kind in _START},
    **{kind: (Reader.link, kind) for kind in IDS if kind not in _START},
    "TEXT": (Reader.text, "TEXT"),
    "DCT": (Reader.other, "DCT"),
    "DOCID": (Reader.other, "DOCID"),
}
_HANDLERS: dict[Any, _Handler] = {
    **_ELEMENTS,
    etree.Comment: (Reader.note, COMMENT),
    etree.ProcessingInstruction: (Reader.note, INSTRUCTION),
    etree.Entity: (Reader.reference, "&"),
}


def _handlers(prefix: str) -> dict[Any, _Handler]:
    """What to do by tag, for elements in no namespace and in the root's."""
    if not prefix:
        return _HANDLERS
    return {**_HANDLERS, **{prefix + name: handler for name, handler in _ELEMENTS.items()}}


def _items(element: Any) -> tuple[tuple[str, str], ...]:
    return tuple([(str(name), str(value)) for name, value in element.items()])


def _join(tokens: list[Token]) -> str:
    """The character data of a stretch of tokens."""
    return "".join([token for token in tokens if isinstance(token, str)])
