"""A :class:`~timeml.document.Document` to TimeML, UTF-8."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from lxml import etree

from timeml._model.annotations import COMMENT, INSTRUCTION, Mark, Raw, Reference, with_scheme
from timeml._model.attributes import ELEMENTS, attributes
from timeml._writing import FileToken, arrange
from timeml.document import Attributes, Document, Event, Signal, Timex3, TLink

_TLINKS_IN_A_PIECE = 500
_TOKENS_IN_A_PIECE = 10_000
_CUT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in an open element for its content that was written."""

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
    if last is None:
        yield from list(_Builder(replace(document, tlinks=own)).pieces())
        return
    # What cannot be written is an error before the first piece. The links that follow go where the
    # last one is: each as it is written, in a line of its own wherever a line end changes no text.
    builder = _Builder(replace(document, tlinks=(*own, last)))
    pieces = list(builder.pieces(around=last))
    assert builder.around, "a link that was written is in the text"
    yield from pieces[: builder.around + 1]
    text_before = next(filter(None, reversed(pieces[: builder.around])), "")
    before = "\n" if text_before.endswith("\n") else ""
    while links := tuple(islice(rest, _TLINKS_IN_A_PIECE)):
        yield _elements(document, links, before)
    yield from pieces[builder.around + 1 :]


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
        self.around = 0
        self._written = ""  # the beginning of the tree's text that is in pieces already

    def bytes(self) -> bytes:
        """The file."""
        return "".join(self.pieces()).encode("utf-8")

    def pieces(self, around: TLink | None = None) -> Iterator[str]:
        """The text of the file, piece by piece: the tree of a large one would take far more memory
        than its text. The element ``around`` is a piece of its own, number :attr:`around`."""
        layout = self.document.layout
        for raw in with_scheme(layout.before, self.document.scheme):
            self.root.addprevious(_note(raw))
        # lxml declares the encoding in single quotes, which some readers of TimeML misread.
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        made, waiting = 1, 0
        for token in arrange(self.document):
            if token is around:
                yield self._so_far()
                self.add(token)
                yield self._so_far()
                self.around = made + 1
                made, waiting = made + 2, 0
                continue
            self.add(token)
            waiting += 1
            # An element that stays empty is written as one tag.
            if waiting >= _TOKENS_IN_A_PIECE and (self.open[-1].text or len(self.open[-1])):
                yield self._so_far()
                made, waiting = made + 1, 0
        for raw in reversed(layout.after):
            self.root.addnext(_note(raw))
        yield self._text()[len(self._written) :] + "\n"

    def _text(self) -> str:
        """The tree as text: what is open is closed, and what was written is not there."""
        doctype = self.document.layout.doctype or None
        text: str = etree.tostring(self.root.getroottree(), encoding="unicode", doctype=doctype)
        return text

    def _so_far(self) -> str:
        """The text since the last piece, which then leaves the tree; elements may be open."""
        inner = self.open[-1]
        if inner.text is None and not len(inner):
            inner.text = ""  # two tags, for an element is to come
        text = self._text()
        for element in self.open[:-1]:
            element.text = None
            del element[:-1]
        del inner[:]
        self.last[-1] = None
        inner.text = _CUT
        opening, _, closing = self._text().rpartition(_CUT)
        piece = text[len(self._written) : len(text) - len(closing)]
        self._written = opening + _CUT
        return piece

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
