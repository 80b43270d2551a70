"""XML into a tree, with hostile input kept out: no network, no DTD, no external entities, no
bombs. The only place that configures an XML parser."""

from __future__ import annotations

import re
from typing import Any
from xml.parsers import expat

from lxml import etree

from timeml._layout import COMMENT, INSTRUCTION, Raw
from timeml.errors import TimeMLError

__all__ = ["Tree", "local", "note", "parse"]

_HUGE = 10_000_000
"""From this size on libxml2's limits (on single nodes) stand in the way of honest documents."""

_LONGEST_ENTITY = 1_000
_MOST_EXPANDED = 1_000_000

_LAST_LINE = 65_535
"""The last line that libxml2's nodes can hold."""

_DECLARATION = re.compile(rb"\s+(<\?xml\s[^>]*?\?>)")


class Tree:
    """A parsed document: its root, what stands around it, lines and entities."""

    def __init__(self, root: Any, data: bytes, file: str | None) -> None:
        info = root.getroottree().docinfo
        self.root = root
        self.doctype: str = info.doctype
        self.prefix: str = root.tag[: -len(local(root.tag))]
        self.before = tuple([note(node) for node in root.itersiblings(preceding=True)][::-1])
        self.after = tuple([note(node) for node in root.itersiblings()])
        self._entities = _entities(info, data, file) if self.doctype else {}
        self._lines = _lines(root, data)

    def line(self, element: Any) -> int | None:
        """The line on which an element's start tag ends; ``None`` if it is not known."""
        if self._lines is None:
            number: int | None = element.sourceline
            return number
        return self._lines.get(element)

    def entity(self, node: Any, file: str | None) -> tuple[str, bool]:
        """What stands for a reference to an entity, and whether the document declares it. Raises
        :class:`TimeMLError` for an external entity."""
        if node.name not in self._entities:
            return str(node.text), False
        text = self._entities[node.name]
        if text is None:
            message = f"the external entity {node.name!r} is not loaded; put its text in its place"
            raise TimeMLError(message, file=file, line=self.line(node))
        return text, True


def parse(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document. Raises :class:`TimeMLError`."""
    moved = _DECLARATION.match(data)
    if moved:
        # Blanks before the declaration are an error that many files have. Moved behind it, they
        # do no harm, and lines keep their numbers.
        blanks = data[: moved.start(1)]
        data = moved.group(1) + blanks + data[moved.end() :]
    if b"\r" in data and b"\0" not in data:
        # XML says the same, but libxml2 does not count the lines that end in CR alone. With
        # 16 or 32 bits a character CR may be a part of one, hence not if there are NULs.
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=len(data) > _HUGE,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        if not data.strip(b" \t\r\n\0"):
            raise TimeMLError("the document is empty", file=file) from None
        raise TimeMLError(_explain(error), file=file, line=error.lineno or None) from None
    except (ValueError, LookupError) as error:
        raise TimeMLError(f"not well-formed XML: {error}", file=file) from None
    return Tree(root, data, file)


def _explain(error: etree.XMLSyntaxError) -> str:
    """What is wrong, without the position that libxml2 repeats in its text."""
    message = re.sub(r",?\s*line \d+, column \d+.*$", "", error.msg or str(error), flags=re.DOTALL)
    return f"not well-formed XML: {message.strip()}"


def _entities(info: Any, data: bytes, file: str | None) -> dict[str, str | None]:
    """The texts of the entities that the document declares itself; ``None`` for external ones.

    Expanding them is only harmless if they are short and plain: attribute values are expanded
    by libxml2 on every access. Raises :class:`TimeMLError` for all others.
    """
    found: dict[str, str | None] = {}
    longest = 0
    for entity in info.internalDTD.iterentities() if info.internalDTD is not None else ():
        content = entity.content
        found[entity.name] = content
        if content and ("&" in content or "<" in content):
            message = f"entity {entity.name!r} is made of markup or other entities"
            raise TimeMLError(f"{message}; put its text in its place", file=file)
        longest = max(longest, len(content or ""))
    if longest > _LONGEST_ENTITY or longest * data.count(b"&") > _MOST_EXPANDED + len(data):
        message = "its entities expand to too much text; put their text in their place"
        raise TimeMLError(message, file=file)
    return found


def _lines(root: Any, data: bytes) -> dict[Any, int] | None:
    """The line of each element, where the document has more than libxml2's nodes can tell: there
    expat is asked, which counts without limit. Lines that it cannot tell are left out."""
    if data.count(b"\n") < _LAST_LINE:
        return None
    numbers: list[int] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda *_: numbers.append(parser.CurrentLineNumber)
    elements = list(root.iter(etree.Element))
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError):
        numbers = []
    if len(numbers) != len(elements):
        given = [(element, element.sourceline) for element in elements]
        return {element: line for element, line in given if line and line < _LAST_LINE}
    return dict(zip(elements, numbers, strict=True))


def local(tag: Any) -> str:
    """A tag's name without its namespace."""
    return str(tag).rpartition("}")[2]


def note(node: Any) -> Raw:
    """A comment or processing instruction."""
    if node.tag is etree.Comment:
        return Raw(COMMENT, content=node.text or "")
    return Raw(INSTRUCTION, content=f"{node.target} {node.text or ''}".rstrip())
