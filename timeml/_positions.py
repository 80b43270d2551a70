"""Where each annotation's start tag begins and ends, as lines and columns.

libxml2 keeps the line of an element only, so expat reads the file again; that takes a fraction of
the time, and only documents with something to report need it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from contextlib import suppress
from functools import cached_property
from xml.parsers import expat

from timeml._model import IDS, Position
from timeml.errors import TimeMLError

_WIDE = (
    *((b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be")),
    *((b"<\0\0\0", "utf-32-le"), (b"\0\0\0<", "utf-32-be")),
    *((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
    *((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be")),
)
"""How files in UTF-16 and UTF-32 begin, with a byte order mark or without."""


def wide_to_utf8(data: bytes, file: str | None) -> tuple[bytes, str | None]:
    """The bytes of a file and their encoding; UTF-16 and UTF-32, of which libxml2 knows only some
    forms, become UTF-8.

    The encoding is ``None`` where it is the one that the file declares. Raises :class:`TimeMLError`
    if the file is not in the encoding it begins in.
    """
    encoding = next((name for mark, name in _WIDE if data.startswith(mark)), None)
    if encoding is None:
        return data, None
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        # Decoded, because a byte of a line end may be a part of another character.
        line = data[: error.start].decode(encoding, "ignore").count("\n") + 1
        message = f"the file begins as {encoding}, but it is not {encoding}: {error.reason}"
        hint = "declare the encoding that the file has, or save it as UTF-8"
        raise TimeMLError(f"{message}; {hint}", file=file, line=line) from None


_Tag = tuple[int, int, int]
"""Line from 1, column from 0, byte from 0."""

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_LINE_END = re.compile(r"\r\n|\r|\n")
_EARLY = re.compile(rb"(?:\xef\xbb\xbf)?(\s+)(?=<\?xml\s)")


class Positions:
    """The positions of a file's annotations, found by kind of element, id and line."""

    def __init__(self, data: bytes, encoding: str | None) -> None:
        # Blanks before the XML declaration are an error that reading forgives.
        early = _EARLY.match(data)
        self._lines_before = early[1].count(b"\n") if early else 0
        self._data = data[early.end() :] if early else data
        self._is_declared = encoding is None
        self._encoding = "utf-8" if encoding is None else encoding

    def find(self, kind: str, identifier: str, line: int | None = None) -> Position | None:
        """The position of an annotation, ``None`` if it is not known.

        ``kind`` is the name of its element (``"TLINK"``), ``identifier`` its id, ``""`` if it has
        none, ``line`` the line that reading gave it, which decides between several.
        """
        tags = self._tags.get((kind, identifier), [])
        if line is None:
            return self._position(*tags[0]) if tags else None
        # Tags follow each other: of those that start before the line, only the last can end on it.
        start = bisect_left(tags, (line, 0, 0))
        for tag in tags[max(start - 1, 0) : start + 1]:
            position = self._position(*tag)
            if position.line <= line <= (position.end_line or position.line):
                return position
        return None

    @cached_property
    def _tags(self) -> dict[tuple[str, str], list[_Tag]]:
        """The start tags by kind and id, as far as expat reads the file."""
        found: dict[tuple[str, str], list[_Tag]] = {}

        def start(name: str, attributes: dict[str, str]) -> None:
            kind = name.rpartition("}")[2].upper()  # a dialect has them in lower case
            if kind in IDS:
                line = parser.CurrentLineNumber + self._lines_before
                tag = line, parser.CurrentColumnNumber, parser.CurrentByteIndex
                found.setdefault((kind, attributes.get(IDS[kind], "")), []).append(tag)

        with suppress(expat.ExpatError, LookupError, ValueError):
            encoding = None if self._is_declared else self._encoding
            parser = expat.ParserCreate(encoding, namespace_separator="}")
            parser.XmlDeclHandler = self._declaration
            parser.StartElementHandler = start
            parser.Parse(self._data, True)
        return found

    def _declaration(self, version: str, named: str | None, standalone: int) -> None:
        if self._is_declared and named is not None:
            self._encoding = named

    def _position(self, line: int, column: int, index: int) -> Position:
        tag = _TAG.match(self._data, index)
        if tag is None:
            return Position(line, column + 1)
        text = tag[0].decode(self._encoding, "replace")
        rows = _LINE_END.split(text)
        if len(rows) == 1:
            return Position(line, column + 1, line, column + 1 + len(text))
        return Position(line, column + 1, line + len(rows) - 1, len(rows[-1]) + 1)


def positions(data: bytes) -> Positions:
    """The positions of the annotations in the bytes of a TimeML file.

    Where expat cannot read on (it knows few encodings), the rest has none. Nothing is raised,
    since :func:`timeml.read` says what is wrong with a file.
    """
    try:
        return Positions(*wide_to_utf8(data, None))
    except TimeMLError:
        return Positions(b"", "utf-8")
