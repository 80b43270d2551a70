"""The one walk over a parsed tree, which collects everything in it in file order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from lxml import etree

from timeml._model.attributes import CONSTRUCTORS, IDS, plan
from timeml._model.layout import COMMENT, INSTRUCTION, Attributes, Mark, Raw, Reference, Token
from timeml._reading import xml_tree
from timeml.errors import Diagnostic, TimeMLError, unread_relations

__all__ = ["Visitor", "characters"]

_MAX_DEPTH = 256
"""libxml2's own limit for ordinary files. For huge files its limit is too high for recursion."""

_OTHER_LINK = re.compile("[A-Z_]+LINK|[a-z]link").fullmatch
"""Causal-TimeBank's CLINK, and others."""

_MARKS = {kind: Mark[kind] for kind in IDS}
_START = {"EVENT": 2, "TIMEX3": 3, "SIGNAL": 1}
"""The index of ``start`` among the fields of these; ``end`` and ``text`` follow it."""


class Visitor:
    """Tokens and annotations in the order in which they come; nothing is joined yet.

    ``spans`` holds the fields of each EVENT, TIMEX3 and SIGNAL by id, as lists, because the
    instances of an event are not known before the end of the file. ``links`` holds all other
    annotations. The methods are optimised: half of the time that reading takes is spent here.
    """

    def __init__(self, tree: xml_tree.Tree, file: str | None) -> None:
        self.tree = tree
        self.file = file
        self.handlers = _handlers(tree.prefix)
        self.lines = tree.lines(IDS)
        self.tokens: list[Token] = []
        self.position = 0
        self.length = 0  # of the text so far, without the TEXT element that is open
        self.texts: list[str] = []
        self.spans: dict[str, dict[str, list[Any]]] = {"EVENT": {}, "TIMEX3": {}, "SIGNAL": {}}
        self.links: dict[str, list[Any]] = {kind: [] for kind in IDS if kind not in _START}
        self.creation: str | None = None
        self.in_dct = False
        self.docid: str | None = None
        self.diagnostics: list[Diagnostic] = []
        self.dialect: dict[tuple[str, str, str], int | None] = {}  # and where it is first
        self.unread: dict[str, list[int | None]] = {}  # where links are that TimeML does not have
        root = tree.root
        self.root_is_text = next(root.iterdescendants("TEXT", tree.prefix + "TEXT"), None) is None
        self.content(root, self.root_is_text, 0)
        if self.root_is_text:
            self.texts.append(characters(self.tokens))
        if self.unread:
            counts = {name: len(lines) for name, lines in self.unread.items()}
            self.diagnostics.append(unread_relations(counts, next(iter(self.unread.values()))[0]))

    def content(self, element: Any, inside: bool, depth: int) -> None:
        """Visit all that is between an element's tags; ``inside`` says whether it is text."""
        if depth > _MAX_DEPTH:
            message = f"elements are nested more than {_MAX_DEPTH} deep; this is not TimeML"
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
        """The fields of an annotation that the attributes of its element give."""
        names = tuple(child.keys())
        if len(names) > xml_tree.MAX_ATTRIBUTES:
            raise self.too_many_attributes(child)
        pick, constants, unknown, dialect = plan(kind, names)
        values: list[Any] = child.values()
        extra = tuple([(names[index], values[index]) for index in unknown]) if unknown else ()
        values += constants
        values.append(extra)
        values.append(child.sourceline if self.lines is None else next(self.lines))
        for written, meant in dialect:
            self.dialect.setdefault((kind, written, meant), values[-1])
        return pick(values)

    def attributes(self, element: Any) -> Attributes:
        """The attributes of any element. Raises :class:`TimeMLError` if there are too many."""
        if len(element.attrib) > xml_tree.MAX_ATTRIBUTES:
            raise self.too_many_attributes(element)
        return tuple(element.items())

    def too_many_attributes(self, element: Any) -> TimeMLError:
        message = f"an element has {len(element.attrib)} attributes; this is not TimeML"
        return TimeMLError(message, file=self.file, line=self.tree.line(element))

    def link(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a MAKEINSTANCE, TLINK, SLINK or ALINK."""
        self.links[kind].append(CONSTRUCTORS[kind](*self.fields(child, kind)))
        self.tokens.append(_MARKS[kind])
        if child.text is not None or len(child):
            self.content(child, inside, depth + 1)

    def span(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit an EVENT, TIMEX3 or SIGNAL."""
        fields = list(self.fields(child, kind))
        identifier = fields[0]
        known = self.spans[kind]
        if not identifier or identifier in known:
            self.exclude(kind, identifier, fields[-1])
            self.other(child, "", inside, depth)
            return
        known[identifier] = fields
        tokens = self.tokens
        mark = _MARKS[kind]
        if self.in_dct and self.creation is None and mark is Mark.TIMEX3:
            self.creation = identifier
            mark = Mark.DCT
        first_token, start = len(tokens), self.position
        tokens.append(mark)
        if len(child):
            self.content(child, inside, depth + 1)
            text = characters(tokens[first_token:])
        else:
            text = child.text or ""
            if text:
                tokens.append(text)
                self.position += len(text)
        tokens.append(Mark.CLOSE)
        index = _START[kind]
        fields[index + 2] = text
        if inside:
            fields[index] = start
            fields[index + 1] = self.position

    def note(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a comment or processing instruction."""
        self.tokens.append(xml_tree.note(child))

    def reference(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a reference to an entity: it becomes text if the file declares the entity."""
        text, declared = self.tree.entity(child, self.file)
        if not declared:
            message = f"the file does not declare the entity {text}; the text keeps it as it is"
            line = self.tree.line(child)
            self.diagnostics.append(Diagnostic("unresolved-entity", message, "", line))
        if text:
            self.tokens.append(text if declared else Reference(text))
            self.position += len(text)

    def text(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a TEXT element. Several are joined to one text."""
        if inside:
            self.other(child, kind, inside, depth)
            return
        first_token = len(self.tokens)
        self.tokens.append(Raw(str(child.tag), self.attributes(child), is_text=True))
        self.position = self.length
        self.content(child, True, depth + 1)
        self.length = self.position
        self.texts.append(characters(self.tokens[first_token:]))
        self.tokens.append(Mark.CLOSE)

    def other(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit an element that becomes no annotation."""
        first_token = len(self.tokens)
        name = str(child.tag)
        if _OTHER_LINK(name.rpartition("}")[2]):
            self.unread.setdefault(name, []).append(self.tree.line(child))
        self.tokens.append(Raw(name, self.attributes(child)))
        outer = self.in_dct
        self.in_dct = outer or kind == "DCT"
        self.content(child, inside, depth + 1)
        self.in_dct = outer
        if kind == "DOCID" and self.docid is None:
            self.docid = characters(self.tokens[first_token:]).strip() or None
        self.tokens.append(Mark.CLOSE)

    def exclude(self, kind: str, identifier: str, line: int | None) -> None:
        """Report an annotation that stays in the layout only."""
        if identifier:
            message = f"{kind} {identifier}: another annotation has the same id; left out"
            self.diagnostics.append(Diagnostic("duplicate-id", message, identifier, line))
        else:
            message = f"{kind} without {IDS[kind]}: nothing can refer to it; left out"
            self.diagnostics.append(Diagnostic("missing-id", message, "", line))


_Handler = tuple[Callable[[Visitor, Any, str, bool, int], None], str]

_OTHER: _Handler = (Visitor.other, "")
_ELEMENTS: dict[str, _Handler] = {
    **{kind: (Visitor.span, kind) for kind in _START},
    **{kind: (Visitor.link, kind) for kind in IDS if kind not in _START},
    "TEXT": (Visitor.text, "TEXT"),
    "DCT": (Visitor.other, "DCT"),
    "DOCID": (Visitor.other, "DOCID"),
}
_HANDLERS: dict[Any, _Handler] = {
    **_ELEMENTS,
    etree.Comment: (Visitor.note, COMMENT),
    etree.ProcessingInstruction: (Visitor.note, INSTRUCTION),
    etree.Entity: (Visitor.reference, "&"),
}


def _handlers(prefix: str) -> dict[Any, _Handler]:
    """The handlers by tag, for elements in no namespace and in that of the root."""
    if not prefix:
        return _HANDLERS
    return {**_HANDLERS, **{prefix + name: handler for name, handler in _ELEMENTS.items()}}


def characters(tokens: Iterable[Token]) -> str:
    """The character data of a sequence of tokens."""
    return "".join([token for token in tokens if isinstance(token, str)])
