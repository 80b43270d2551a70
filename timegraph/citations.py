"""How a link is named in text and in JSON: by its id, its line and its words."""

from __future__ import annotations

from typing import Any

from timegraph.links import Link, Naming, renamed


def words_of(link: Any) -> str:
    """A link in words; a TLINK in its own label (``ei19 BEFORE t8``)."""
    if isinstance(link, Link) and hasattr(link.source, "rel_type"):
        return f"{link.a} {link.source.rel_type} {link.b}"
    return str(link)


def name_of(link: Any) -> str | None:
    """The id of a TLINK, or any other source as text; ``None`` where there is no such name."""
    name = getattr(link.source, "lid", link.source)
    return None if name is None else str(name) or None


def line_of(link: Any) -> int | None:
    """The line of the TLINK in its file, if known."""
    line = getattr(link.source, "line", None)
    return line if isinstance(line, int) else None


def named(link: Any) -> str:
    """The name and the words of a link (``l14: ei19 BEFORE t8``), or its words alone."""
    name = name_of(link)
    return words_of(link) if name is None else f"{name}: {words_of(link)}"


def located(link: Any) -> str:
    """A link with its line, if known, before its name and words."""
    line = line_of(link)
    return named(link) if line is None else f"line {line}: {named(link)}"


def cite(link: Any, name: Naming | None = None) -> str:
    """A link as an explanation names it: by its name and words, or, for a TLINK without lid, by
    its line and words (``line 3: e1 BEFORE e2``). Its entities are called as ``name`` says."""
    link = renamed(link, name)
    return located(link) if name_of(link) is None else named(link)


def link_to_json(link: Any) -> dict[str, Any]:
    """A link as JSON data; ``line`` and ``lid`` are those of a TLINK source, else ``null``."""
    return {
        "text": cite(link),
        "lid": getattr(link.source, "lid", None) or None,
        "line": line_of(link),
        "source": name_of(link),
    }
