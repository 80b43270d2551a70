"""Where each annotation's start tag begins and ends, as lines and columns.

libxml2 keeps the line of an element only, so expat reads the file again; that takes a fraction of
the time, and only documents with something to report need it.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from timeml._model.attributes import IDS
from timeml._model.position import Position
from timeml._reading.encodings import by_declaration_to_utf8, wide_to_utf8
from timeml.errors import TimeMLError

__all__ = ["Positions", "positions"]

_Tag = tuple[str, str, int, int, int]
"""Element, id, line from 1, column from 0, byte from 0."""

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_LINE_END = re.compile(r"\r\n|\r|\n")
_EARLY = re.compile(rb"(?:\xef\xbb\xbf)?(\s+)(?=<\?xml\s)")


class Positions:
    """The positions of a file's annotations, found by kind of element, id and line."""

    def __init__(self, data: bytes, encoding: str, tags: list[_Tag]) -> None:
        self._data = data
        self._encoding = encoding
        self._by_id: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        for kind, identifier, line, column, index in tags:
            self._by_id.setdefault((kind, identifier), []).append((line, column, index))

    def __bool__(self) -> bool:
        """Whether any annotation was found."""
        return bool(self._by_id)

    def find(self, kind: str, identifier: str, line: int | None = None) -> Position | None:
        """The position of an annotation, ``None`` if it is not known.

        ``kind`` is the name of its element (``"TLINK"``), ``identifier`` its id, ``""`` if it has
        none, ``line`` the line that reading gave it, which decides between several.
        """
        known = self._by_id.get((kind, identifier), ())
        if line is None:
            return self._position(*known[0]) if known else None
        for tag in known:
            position = self._position(*tag)
            if position.line <= line <= (position.end_line or position.line):
                return position
        return None

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
        data, encoding = wide_to_utf8(data, None)
        result = _read(data, encoding)
        if result:
            return result
        converted = by_declaration_to_utf8(data, None)
        return Positions(b"", "utf-8", []) if converted is None else _read(converted, "utf-8")
    except TimeMLError:
        return Positions(b"", "utf-8", [])


def _read(data: bytes, encoding: str | None) -> Positions:
    # Blanks before the XML declaration are an error that reading forgives.
    early = _EARLY.match(data)
    lines_before, cut = (early[1].count(b"\n"), early.end()) if early else (0, 0)
    data = data[cut:]
    declared = "utf-8" if encoding is None else encoding
    tags: list[_Tag] = []

    def declaration(version: str, named: str | None, standalone: int) -> None:
        nonlocal declared
        if encoding is None and named is not None:
            declared = named

    def start(name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition("}")[2]
        wanted = IDS.get(kind)
        if wanted is not None:
            identifier = attributes.get(wanted, "")
            line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
            tags.append((kind, identifier, line + lines_before, column, parser.CurrentByteIndex))

    try:
        parser = expat.ParserCreate(encoding, namespace_separator="}")
        parser.XmlDeclHandler = declaration
        parser.StartElementHandler = start
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError):
        pass
    return Positions(data, declared, tags)
