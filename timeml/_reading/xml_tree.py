"""XML into a tree, safe against hostile input: no network, DTD, external entities or bombs.

This is the only place that configures an XML parser.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from xml.parsers import expat

from lxml import etree

from timeml._model.layout import COMMENT, INSTRUCTION, Raw
from timeml._reading.encodings import by_declaration_to_utf8, wide_to_utf8
from timeml.errors import TimeMLError

__all__ = ["MAX_ATTRIBUTES", "Tree", "local", "note", "parse", "parse_plain", "return_memory"]

MAX_ATTRIBUTES = 256
"""The limit for one element: lxml takes n * n steps to read n attributes."""

_HUGE = 10_000_000
"""From this size on, libxml2's limits on single nodes would refuse valid documents."""

_MAX_PROLOG = 2**15
"""Bytes before the root element: libxml2 takes n * n steps for n declarations in a DTD."""

_MAX_MESSAGE = 200
"""Characters of libxml2's own words, which may quote the file."""

_MAX_ENTITY = 1_000
_MAX_EXPANDED = 1_000_000

_LAST_LINE = 65_535
"""The last line number that fits into libxml2's nodes."""

_ENCODING_ERRORS = (
    etree.ErrorTypes.ERR_UNSUPPORTED_ENCODING,
    etree.ErrorTypes.ERR_INVALID_ENCODING,
)

_NO_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]*?\?>)?\s*<[A-Za-z_]")

_BLANKS = re.compile(rb"((?:\xef\xbb\xbf)?)(\s+)(<\?xml\s[^>]*?\?>)")


class Tree:
    """A parsed document: its root, what surrounds the root, its lines and entities. ``renamed`` has
    the tags that were spelt in another way in the file, as they were and as they are."""

    def __init__(self, root: Any, data: bytes, encoding: str | None, file: str | None) -> None:
        info = root.getroottree().docinfo
        self.root = root
        self._data = data
        self._encoding = encoding
        self.renamed: dict[str, str] = {}
        self.doctype: str = info.doctype
        self.prefix: str = root.tag[: -len(local(root.tag))]
        self.before = tuple([note(node) for node in root.itersiblings(preceding=True)][::-1])
        self.after = tuple([note(node) for node in root.itersiblings()])
        self._entities = _entities(info, data, file) if self.doctype else {}

    def line(self, element: Any) -> int | None:
        """The line on which an element's start tag ends; ``None`` if it is not known."""
        line: int | None = element.sourceline
        return line if line is not None and line < _LAST_LINE else None

    def lines(self, names: Iterable[str]) -> Iterator[int | None] | None:
        """The lines of all elements of these names in document order.

        Returns ``None`` where libxml2 knows the lines, that is, in a document with few enough of
        them. Elsewhere expat counts them: it has no limit (and gives the line on which a start
        tag begins), but it does not read every encoding.
        """
        if self._data.count(b"\n") < _LAST_LINE:
            return None
        tags = [prefix + name for prefix in {"", self.prefix} for name in names]
        written = [old for old, new in self.renamed.items() if new in tags]
        wanted = {tag.lstrip("{") for tag in (*tags, *written)}
        result: list[int] = []

        def start(name: str, attributes: object) -> None:
            if name in wanted:
                result.append(parser.CurrentLineNumber)

        parser = expat.ParserCreate(self._encoding, namespace_separator="}")
        parser.StartElementHandler = start
        try:
            parser.Parse(self._data, True)
        except (expat.ExpatError, LookupError, ValueError):
            result.clear()
        if len(result) == sum(1 for _ in self.root.iter(*tags)):
            return iter(result)
        return map(self.line, list(self.root.iter(*tags)))

    def entity(self, node: Any, file: str | None) -> tuple[str, bool]:
        """The text of a reference to an entity, and whether the document declares the entity.

        An undeclared entity has its reference as text. Raises :class:`TimeMLError` for an
        external entity.
        """
        if node.name not in self._entities:
            return str(node.text), False
        text = self._entities[node.name]
        if text is None:
            message = f"the external entity {node.name!r} is not loaded; write its text instead"
            raise TimeMLError(message, file=file, line=self.line(node))
        return text, True


def parse(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document. Raises :class:`TimeMLError`."""
    return _parse(*wide_to_utf8(data, file), file)


def parse_plain(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document in which no text stands behind an entity of its own. Raises
    :class:`TimeMLError`."""
    tree = parse(data, file)
    for node in tree.root.iter(etree.Entity) if tree.doctype else ():
        message = f"the entity reference &{node.name}; is not read; write its text instead"
        raise TimeMLError(message, file=file, line=tree.line(node))
    return tree


def _parse(data: bytes, encoding: str | None, file: str | None) -> Tree:
    """The tree of XML in ``encoding``, or in the one that it declares."""
    early = _BLANKS.match(data)
    if early:
        # Many files have blanks before the declaration, which is an error. Moved behind it, they
        # do no harm, and the lines keep their numbers.
        mark, blanks, declaration = early.groups()
        data = mark + declaration + blanks + data[early.end() :]
    if b"\r" in data:
        # XML demands the same; libxml2 does not count lines that end in CR alone.
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    options: dict[str, Any] = {
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        "dtd_validation": False,
        "attribute_defaults": False,
        "huge_tree": len(data) > _HUGE,
        "encoding": encoding,
    }
    try:
        _check_prolog(data, options, file)
        root = etree.fromstring(data, etree.XMLParser(**options))
    except TimeMLError:  # it is a ValueError, too
        raise
    except etree.XMLSyntaxError as error:
        if not data.removeprefix(BOM_UTF8).strip(b" \t\r\n\0"):
            what = "contains only NUL bytes" if b"\0" in data else "is empty"
            message = f"the document {what}; download or copy the file again"
            raise TimeMLError(message, file=file, line=1) from None
        if error.code in _ENCODING_ERRORS and encoding is None:
            # For wrong bytes libxml2 does not know the line either, because it decodes far ahead.
            converted = by_declaration_to_utf8(data, file)
            if converted is not None:
                return _parse(converted, "utf-8", file)
        message = _explain(error)
        if b"\0" in data:
            message += "; it has a NUL byte: download or copy the file again"
        raise TimeMLError(message, file=file, line=error.lineno or 1) from None
    except (ValueError, LookupError) as error:
        raise TimeMLError(f"not well-formed XML: {error}", file=file, line=1) from None
    return Tree(root, data, encoding, file)


def return_memory(data: bytes) -> None:
    """Give the memory of the tree of a large document back to the system.

    A tree takes ten times the memory of its text, in small blocks. glibc keeps them after they are
    freed, and Python's own objects do not use them.
    """
    if len(data) < _HUGE:
        return
    import ctypes

    with suppress(AttributeError, OSError, TypeError):  # another C library has no such function
        ctypes.CDLL(None).malloc_trim(0)


def _check_prolog(data: bytes, options: dict[str, Any], file: str | None) -> None:
    """Refuse a document with a long DTD.

    Only the parser knows the encoding and whether there is a DTD. So it gets the beginning of the
    document, and must have met the root element by then.
    """
    if len(data) <= _MAX_PROLOG or _NO_PROLOG.match(data):
        return
    parser = etree.XMLPullParser(events=("start",), **options)
    parser.feed(data[:_MAX_PROLOG])
    if next(iter(parser.read_events()), None) is None:
        message = f"the root element does not begin within {_MAX_PROLOG >> 10} KB"
        raise TimeMLError(f"{message}; shorten what precedes it", file=file, line=1)


_HINTS = (
    ("EntityRef", "a bare & must be written &amp;"),
    ("not defined", "write the character itself instead"),
    ("encoding", "declare the encoding that the file has, or save it as UTF-8"),
    ("amplification", "write the text of the entities instead"),
    ("Attribute references external entity", "write its text instead"),
    ("Premature end", "is the file complete?"),
    ("Couldn't find end", "is the file complete?"),
    ("Start tag expected", "this is not XML"),
    ("Document is empty", "this is not XML"),
)


def _explain(error: etree.XMLSyntaxError) -> str:
    """What is wrong and what to do, without the position that libxml2 repeats in its text."""
    message = re.sub(r",?\s*line \d+, column \d+.*$", "", error.msg or str(error), flags=re.DOTALL)
    message = message.strip()[:_MAX_MESSAGE]
    if "Excessive depth" in message:
        return "elements are nested too deeply for TimeML"
    hint = next((hint for part, hint in _HINTS if part in message), "")
    return f"not well-formed XML: {message}" + (f"; {hint}" if hint else "")


def _entities(info: Any, data: bytes, file: str | None) -> dict[str, str | None]:
    """The texts of the entities that the document itself declares; ``None`` for external ones.

    libxml2 expands references in attribute values on every access, which is harmless only if
    entities are short and plain. Raises :class:`TimeMLError` for all others.
    """
    result: dict[str, str | None] = {}
    longest, length = "", 0
    for entity in info.internalDTD.iterentities() if info.internalDTD is not None else ():
        content = entity.content
        result[entity.name] = content
        if content and ("&" in content or "<" in content):
            message = f"entity {entity.name!r} contains markup or other entities"
            line = _line_of_entity(entity.name, data)
            raise TimeMLError(f"{message}; write its text instead", file=file, line=line)
        if content and len(content) > length:
            longest, length = entity.name, len(content)
    if length > _MAX_ENTITY or length * data.count(b"&") > _MAX_EXPANDED + len(data):
        message = "the entities expand to too much text; write their text instead"
        raise TimeMLError(message, file=file, line=_line_of_entity(longest, data))
    return result


def _line_of_entity(name: str, data: bytes) -> int:
    """The line on which a DTD declares an entity, or that of the DTD if no declaration is visible.

    libxml2 does not know these lines, and an entity may hide a declaration.
    """
    declared = rb"<!ENTITY\s+(?:%\s+)?" + re.escape(name.encode()) + rb"\s"
    match = re.search(declared, data) or re.search(rb"<!DOCTYPE", data)
    return data.count(b"\n", 0, match.start()) + 1 if match else 1


def local(tag: Any) -> str:
    """A tag's name without its namespace."""
    return str(tag).rpartition("}")[2]


def note(node: Any) -> Raw:
    """A comment or processing instruction."""
    if node.tag is etree.Comment:
        return Raw(COMMENT, content=node.text or "")
    return Raw(INSTRUCTION, content=f"{node.target} {node.text or ''}".rstrip())
