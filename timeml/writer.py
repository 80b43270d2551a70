"""A :class:`~timeml.document.Document` to TimeML, UTF-8."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from lxml import etree

from timeml._model.attributes import ELEMENTS, attributes
from timeml._model.layout import COMMENT, INSTRUCTION, Mark, Raw, Reference
from timeml._writing.arrange import arrange
from timeml._writing.tokens import FileToken
from timeml.document import Attributes, Document, Event, Signal, Timex3, TLink

__all__ = ["write", "write_pieces"]

_TLINKS_IN_A_PIECE = 500

_Node = Any
"""An element, comment or processing instruction; lxml has no public name for their class."""


def write(document: Document, path: str | os.PathLike[str] | None = None) -> bytes:
    """The document as a TimeML file in UTF-8, which is also written to ``path`` if given.

    A document that was read keeps the layout of its file: unknown elements and attributes,
    comments, white space, the order of elements. If its text or spans are no longer those of the
    file, the tags in the text are laid out again. If the text is another, unknown elements within
    it are left out, because they have no position in it. Reading the result gives an equal
    document, provided that the annotations are in text order.

    Raises ``ValueError`` for what XML cannot hold (spans that overlap without nesting, control
    characters) and for spans that do not fit the text; ``OSError`` if ``path`` cannot be written.
    """
    data = _Builder(document).bytes()
    if path is not None:
        with open(path, "wb") as stream:
            stream.write(data)
    return data


def write_pieces(document: Document, tlinks: Iterable[TLink]) -> Iterator[str]:
    """The text of :func:`write` for the document with these TLINKs instead of its own, piece by
    piece, so that the links need not fit into memory. Raises as :func:`write` does."""
    rest = iter(tlinks)
    own = tuple(islice(rest, len(document.tlinks)))
    last = next(rest, None)
    whole = write(replace(document, tlinks=own if last is None else (*own, last))).decode("utf-8")
    if last is None:
        yield whole
        return
    # The links that follow go where the last one is: each as it is written, in a line of its own
    # wherever a line end changes no text.
    element = _elements(document, [last], "")
    head, found, tail = whole.rpartition(element)
    assert found, "a link that was written is in the text"
    yield head + element
    before = "\n" if head.endswith("\n") else ""
    while links := tuple(islice(rest, _TLINKS_IN_A_PIECE)):
        yield _elements(document, links, before)
    yield tail


def _elements(document: Document, links: Iterable[TLink], before: str) -> str:
    """The elements of links as they are written in the file, each after ``before``."""
    builder = _Builder(document)
    for link in links:
        builder.characters(before)
        builder.add(link)
    # Within the root, an element names no namespaces that the root has named.
    text: str = etree.tostring(builder.root, encoding="unicode")
    return text[text.index(">") + 1 : text.rindex("</")]


class _Builder:
    """Builds the tree token by token.

    ``open`` are the elements not yet closed, and ``last`` is the latest child of each (lxml takes
    the longer to find it the more children there are).
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        layout = document.layout
        local = layout.root.rpartition("}")[2]
        self.prefix = layout.root[: -len(local)]
        self.root = etree.Element(layout.root, nsmap=dict(layout.namespaces))
        for name, value in layout.root_attributes:
            self.root.set(name, value)
        self.open = [self.root]
        self.last: list[_Node | None] = [None]

    def bytes(self) -> bytes:
        layout = self.document.layout
        for token in arrange(self.document):
            self.add(token)
        for raw in layout.before:
            self.root.addprevious(_note(raw))
        for raw in reversed(layout.after):
            self.root.addnext(_note(raw))
        tree = self.root.getroottree()
        # lxml declares the encoding in single quotes, which some readers of TimeML misread.
        head = b'<?xml version="1.0" encoding="UTF-8"?>\n'
        body: bytes = etree.tostring(tree, encoding="UTF-8", doctype=layout.doctype or None)
        if body.startswith(b"<?xml"):
            body = body.partition(b"?>")[2].lstrip()
        return head + body + b"\n"

    def add(self, token: FileToken) -> None:
        if isinstance(token, Reference):
            self.child(etree.Entity(token[1:-1]))
        elif isinstance(token, str):
            self.characters(token)
        elif token is Mark.CLOSE:
            self.end()
        elif isinstance(token, Raw):
            if token.tag in (COMMENT, INSTRUCTION):
                self.child(_note(token))
            else:
                self.start(token.tag, token.attributes)
        elif not isinstance(token, Mark):
            self.start(self.prefix + ELEMENTS[type(token)], attributes(token))
            if not isinstance(token, (Event, Timex3, Signal)):
                self.end()

    def start(self, tag: str, attributes: Attributes) -> None:
        element = etree.SubElement(self.open[-1], tag)
        for name, value in attributes:
            element.set(name, value)
        self.last[-1] = element
        self.open.append(element)
        self.last.append(None)

    def end(self) -> None:
        self.open.pop()
        self.last.pop()

    def child(self, node: _Node) -> None:
        self.open[-1].append(node)
        self.last[-1] = node

    def characters(self, text: str) -> None:
        if not text:
            return
        last, parent = self.last[-1], self.open[-1]
        if last is not None:
            last.tail = (last.tail or "") + text
        else:
            parent.text = (parent.text or "") + text


def _note(raw: Raw) -> _Node:
    """A comment or processing instruction."""
    if raw.tag == COMMENT:
        return etree.Comment(raw.content)
    target, _, content = raw.content.partition(" ")
    return etree.ProcessingInstruction(target, content or None)
