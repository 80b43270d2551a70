"""Documents in the formats of other projects.

The module of a format that can be written has a function ``write(documents, losses)``, next to its
reader where it has one: the files of these documents, by
name, and in ``losses`` whatever the format cannot represent. Reading the files with
:mod:`timeml.readers` gives the same entities and links, but for the losses. Labels are written as
they are: what they mean is for the reader to know (``Document.scheme``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Literal, NamedTuple

from timeml.document import Document

__all__ = ["FORMATS", "Format", "FormatName", "Loss", "Losses", "write_as"]


_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Loss:
    """One kind of thing that a format cannot represent: what it is (a plural, such as "SLINKs"),
    how many there were, and the first few of them as ``document:id``."""

    what: str
    count: int
    examples: tuple[str, ...]


class Losses:
    """The losses of one conversion, kind by kind in the order in which they are met."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, what: str, document: str, id: str = "") -> None:
        """Count one thing of this kind in ``document``, named by its ``id``."""
        self._counts[what] = self._counts.get(what, 0) + 1
        examples = self._examples.setdefault(what, [])
        if len(examples) < _EXAMPLES:
            examples.append(f"{document}:{id}" if id else document)

    @property
    def counted(self) -> tuple[Loss, ...]:
        """Every kind that was met."""
        return tuple(
            Loss(what, count, tuple(self._examples[what])) for what, count in self._counts.items()
        )


# fmt: off
FormatName = Literal[
    "timeml", "link-list", "brat", "label-studio", "marks", "anafora", "omnitemp", "statements",
]
# fmt: on
"""The names of the formats, for type checkers."""


class Format(NamedTuple):
    """A format: its name, what it is, the label scheme that its reader assumes, the module that
    writes it, and the name of the one file that holds all documents, ``None`` where each document
    has a file of its own or several."""

    name: FormatName
    about: str
    scheme: str
    module: str
    together: str | None = None


_FORMATS = (
    Format("timeml", "TimeML, one file per document", "tml", "writers.timeml_files"),
    Format(
        "link-list", "lines of document, id, id, label", "tbd", "readers.link_lists", "links.tsv"
    ),
    Format("brat", "brat standoff, NAME.ann and NAME.txt", "tml", "readers.brat"),
    Format("label-studio", "Label Studio JSON", "tml", "readers.label_studio", "tasks.json"),
    Format("marks", "marks in JSON, NAME.marks.json and NAME.txt", "tml", "readers.marks"),
    Format("anafora", "Anafora XML next to NAME.txt", "thyme", "readers.anafora"),
    Format("omnitemp", "OmniTemp JSON, one file per document", "matres", "readers.omnitemp"),
    Format(
        "statements", "statements, a file of text, JSON lines or CSV", "allen", "writers.statements"
    ),
)

FORMATS: Mapping[str, Format] = MappingProxyType(
    {known_format.name: known_format for known_format in _FORMATS}
)
"""The formats by name."""


def write_as(
    format: FormatName, documents: Mapping[str, Document], ending: str | None = None
) -> tuple[dict[str, bytes], tuple[Loss, ...]]:
    """The files of ``documents``, which are given by the names that their files get (without an
    ending), and what the format cannot represent. ``ending`` is the spelling of statements:
    ``.txt``, ``.jsonl``, ``.csv`` or ``.tsv``.

    Raises ``ValueError`` for an unknown format, and for a document whose characters the format
    cannot hold.
    """
    if format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {format!r}")
    losses = Losses()
    write = import_module(f"timeml.{FORMATS[format].module}").write
    if format == "statements":
        files: dict[str, bytes] = write(documents, losses, ending or ".txt")
        return files, losses.counted
    for name, document in documents.items():
        for stated in document.statements:
            losses.add("statements that are not links", name, stated.lid)
    files = write(documents, losses)
    return files, losses.counted
