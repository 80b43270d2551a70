"""A :class:`~timeml.document.Document` to TimeML, UTF-8."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from timeml._model.annotations import COMMENT, INSTRUCTION, Mark, Raw, Reference, with_scheme
from timeml._model.attributes import ELEMENTS, attributes
from timeml._writing import FileToken, arrange
from timeml.document import Attributes, Document, Event, Signal, Timex3, TLink

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"(?:\{[^{}]*\})?[^\W\d][\w.\-\u00b7]*")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = {**_TEXT, **str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})}
_XML = "xml", "http://www.w3.org/XML/1998/namespace"


def write(document: Document, path: str | os.PathLike[str] | None = None) -> bytes:
    """The document as a TimeML file in UTF-8, which is also written to ``path`` if given.

    A document that was read keeps the layout of its file: unknown elements and attributes,
    comments, white space, the order of elements. If its text or spans are no longer those of the
    file, the tags in TEXT are laid out again, without unknown elements and comments there. Reading
    the result gives an equal document, provided that the annotations are in text order.

    Raises ``ValueError`` for what XML cannot hold (spans that overlap without nesting, control
    characters) and for spans that do not fit the text; ``OSError`` if ``path`` cannot be written.
    """
    data = _checked("".join(_Tags(document).pieces(arrange(document)))).encode("utf-8")
    if path is not None:
        with open(path, "wb") as stream:
            stream.write(data)
    return data


def write_pieces(document: Document, tlinks: Iterable[TLink]) -> Iterator[str]:
    """The text of :func:`write` for the document with these TLINKs instead of its own, piece by
    piece, so that the links need not fit into memory. Raises as :func:`write` does."""
    rest = iter(tlinks)
    own = (*islice(rest, len(document.tlinks)), *islice(rest, 1))
    tokens = arrange(replace(document, tlinks=own))
    last = own[-1] if len(own) > len(document.tlinks) else None
    # The links that follow go where the last one is, each in a line of its own if that one is.
    return map(_checked, _Tags(document).pieces(_followed(tokens, last, rest)))


def _followed(
    tokens: Iterable[FileToken], last: TLink | None, more: Iterable[TLink]
) -> Iterator[FileToken]:
    before: FileToken = ""
    for token in tokens:
        yield token
        if token is last:
            for link in more:
                yield "\n" if isinstance(before, str) and before.endswith("\n") else ""
                yield link
        before = token


class _Tags:
    """The characters of a file, token by token; ``open`` are the elements that have not ended, and
    ``begun`` whether the start tag of the last one is still without its end."""

    def __init__(self, document: Document) -> None:
        self.document = document
        layout = document.layout
        self.prefix = layout.root[: -len(layout.root.rpartition("}")[2])]
        self.prefixes = [*layout.namespaces, _XML]
        self.names: dict[tuple[str, bool], str] = {}
        self.open: list[str] = []
        self.begun = False

    def pieces(self, tokens: Iterable[FileToken]) -> Iterator[str]:
        """The text of the file."""
        layout = self.document.layout
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield f"{layout.doctype}\n" if layout.doctype else ""
        yield from map(self.note, with_scheme(layout.before, self.document.scheme))
        declared = [(f"xmlns:{k}" if k else "xmlns", uri) for k, uri in layout.namespaces]
        yield self.start(layout.root, layout.root_attributes, declared)
        yield from map(self.token, tokens)
        yield self.end()
        yield from map(self.note, layout.after)
        yield "\n"

    def token(self, token: FileToken) -> str:
        if isinstance(token, str):
            written = token if isinstance(token, Reference) else token.translate(_TEXT)
            return self.inside(written) if token else ""
        if token is Mark.CLOSE:
            return self.end()
        if isinstance(token, Raw):
            if token.tag in (COMMENT, INSTRUCTION):
                return self.inside(self.note(token))
            return self.start(token.tag, token.attributes)
        assert not isinstance(token, Mark)
        tag = self.start(self.prefix + ELEMENTS[type(token)], attributes(token))
        return tag if isinstance(token, (Event, Timex3, Signal)) else tag + self.end()

    def inside(self, content: str) -> str:
        """Content of the element that began last."""
        content, self.begun = ">" * self.begun + content, False
        return content

    def start(self, tag: str, given: Attributes, declared: Iterable[tuple[str, str]] = ()) -> str:
        """A start tag, with the name spaces that it needs and the root does not declare."""
        new: dict[str, str] = {}
        name = self.named(tag, new, is_tag=True)
        pairs = [
            f' {self.named(key, new)}="{value.translate(_VALUE)}"'
            for key, value in dict(given).items()
        ]
        spaces = (*declared, *((f"xmlns:{key}", uri) for uri, key in new.items()))
        pairs[:0] = [f' {key}="{uri.translate(_VALUE)}"' for key, uri in spaces]
        opening = self.inside(f"<{name}{''.join(pairs)}")
        self.open.append(name)
        self.begun = True
        return opening

    def end(self) -> str:
        name = self.open.pop()
        closing, self.begun = "/>" if self.begun else f"</{name}>", False
        return closing

    def named(self, written: str, new: dict[str, str], *, is_tag: bool = False) -> str:
        """A name in Clark notation as it stands in a tag."""
        known = self.names.get((written, is_tag))
        return self._named(written, new, is_tag) if known is None else known

    def _named(self, written: str, new: dict[str, str], is_tag: bool) -> str:
        if not _NAME.fullmatch(written):
            raise ValueError(f"{written!r} is not a name in XML")
        uri, _, local = written[1:].rpartition("}") if written[0] == "{" else ("", "", written)
        known = [prefix for prefix, space in self.prefixes if space == uri and (prefix or is_tag)]
        if uri and not known:
            return f"{new.setdefault(uri, f'ns{len(new)}')}:{local}"
        name = self.names[written, is_tag] = f"{known[0]}:{local}" if uri and known[0] else local
        return name

    def note(self, raw: Raw) -> str:
        """A comment or processing instruction."""
        target, _, content = raw.content.partition(" ")
        return f"<!--{raw.content}-->" if raw.tag == COMMENT else f"<?{target} {content}?>"


def _checked(text: str) -> str:
    wrong = _NOT_XML.search(text)
    if wrong:
        raise ValueError(f"XML cannot hold the character {wrong[0]!r}; remove it")
    return text
