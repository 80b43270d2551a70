"""XML into a tree, with hostile input kept out: no network, no DTD, no external entities, no
bombs. The only place that configures lxml's parser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lxml import etree

from timeml._layout import COMMENT, INSTRUCTION, Raw
from timeml.errors import TimeMLError

__all__ = ["Tree", "kinds", "local", "parse"]

_HUGE = 10_000_000
"""From this size on libxml2's limits (on single nodes) stand in the way of honest documents."""

_LONGEST_ENTITY = 1_000
_MOST_EXPANDED = 1_000_000

_DECLARATION = re.compile(rb"\s+(<\?xml\s[^>]*?\?>)")


@dataclass(frozen=True)
class Tree:
    """A parsed document: its root, what stands around it, and the text of its entities."""

    root: etree._Element
    doctype: str
    before: tuple[Raw, ...]
    after: tuple[Raw, ...]
    entities: dict[str, str]

    def tag(self, name: str) -> str:
        """A TimeML element's tag in the namespace of the root."""
        return str(self.root.tag)[: -len(local(self.root.tag))] + name


def parse(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document. Raises :class:`TimeMLError`."""
    if not data.strip(b" \t\r\n\0"):
        raise TimeMLError("the document is empty", file=file)
    moved = _DECLARATION.match(data)
    if moved:
        # Blanks before the declaration are an error that many files have. Moved behind it, they
        # do no harm, and lines keep their numbers.
        blanks = data[: moved.start(1)]
        data = moved.group(1) + blanks + data[moved.end() :]
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
        line = error.lineno or None
        raise TimeMLError(_explain(error), file=file, line=line) from None
    except (ValueError, LookupError) as error:
        raise TimeMLError(f"not well-formed XML: {error}", file=file) from None
    info = root.getroottree().docinfo
    before = tuple(raw for node in root.itersiblings(preceding=True) for raw in [outside(node)])
    return Tree(
        root,
        info.doctype,
        before[::-1],
        tuple(outside(node) for node in root.itersiblings()),
        _entities(info, data, file),
    )


def _explain(error: etree.XMLSyntaxError) -> str:
    """What is wrong, without the position that libxml2 repeats in its text."""
    message = re.sub(r",?\s*line \d+, column \d+.*$", "", error.msg or str(error), flags=re.DOTALL)
    return f"not well-formed XML: {message.strip()}"


def _entities(info: Any, data: bytes, file: str | None) -> dict[str, str]:
    """The texts of the entities that the document declares itself.

    Expanding them is only harmless if they are short and plain: attribute values are expanded
    by libxml2 on every access. Raises :class:`TimeMLError` for all others.
    """
    subset = info.internalDTD
    if subset is None:
        return {}
    found: dict[str, str] = {}
    for entity in subset.iterentities():
        content = entity.content or ""
        found[entity.name] = content
        if "&" in content or "<" in content:
            message = f"entity {entity.name!r} is made of markup or other entities"
            raise TimeMLError(f"{message}; put its text in its place", file=file)
    longest = max(map(len, found.values()), default=0)
    references = data.count(b"&")
    if longest > _LONGEST_ENTITY or longest * references > _MOST_EXPANDED + len(data):
        raise TimeMLError(
            "its entities expand to too much text; put text in their place", file=file
        )
    return found


def local(tag: Any) -> str:
    """A tag's name without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def outside(node: Any) -> Raw:
    """A comment or processing instruction."""
    if node.tag is etree.Comment:
        return Raw(COMMENT, content=node.text or "")
    return Raw(INSTRUCTION, content=f"{node.target} {node.text or ''}".rstrip())


def kinds(root: etree._Element, names: tuple[str, ...]) -> dict[Any, str]:
    """Tag as lxml has it -> TimeML name, for elements in no namespace or in the root's."""
    tag = str(root.tag)
    prefix = tag[: -len(local(tag))]
    found: dict[Any, str] = {name: name for name in names}
    found.update({prefix + name: name for name in names})
    found[etree.Comment] = COMMENT
    found[etree.ProcessingInstruction] = INSTRUCTION
    found[etree.Entity] = "&"
    return found
