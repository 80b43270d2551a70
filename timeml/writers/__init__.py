"""Documents in the formats of other projects.

The module of a format that can be written has a function ``write(documents, losses)``, next to its
reader where it has one: the files of these documents, by
name, and in ``losses`` whatever the format cannot represent. Reading the files with
:mod:`timeml.readers` gives the same entities and links, but for the losses. Labels are written as
they are: what they mean is for the reader to know (``Document.scheme``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
        self.document = ""
        """The name of the document whose losses are counted now."""
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def each(self, documents: Mapping[str, Document]) -> Iterator[tuple[str, Document]]:
        """The documents with their names, one after the other: the losses are those of each."""
        for self.document, document in documents.items():
            yield self.document, document

    def add(self, what: str, id: str = "") -> None:
        """Count one thing of this kind in the document, named by its ``id``."""
        self._counts[what] = self._counts.get(what, 0) + 1
        examples = self._examples.setdefault(what, [])
        if len(examples) < _EXAMPLES:
            examples.append(f"{self.document}:{id}" if id else self.document)

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
    """A format: its name, the label scheme that its reader assumes, and the module that writes
    it."""

    name: FormatName
    scheme: str
    module: str


_FORMATS = (
    Format("timeml", "tml", "writers.timeml_files"),
    Format("link-list", "tbd", "readers.link_lists"),
    Format("brat", "tml", "readers.brat"),
    Format("label-studio", "tml", "readers.label_studio"),
    Format("marks", "tml", "readers.marks"),
    Format("anafora", "thyme", "readers.anafora"),
    Format("omnitemp", "matres", "readers.omnitemp"),
    Format("statements", "allen", "writers.statements"),
)

FORMATS: Mapping[str, Format] = MappingProxyType({format.name: format for format in _FORMATS})
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
    for _, document in losses.each(documents):
        for stated in document.statements:
            losses.add("statements that are not links", stated.lid)
    files = write(documents, losses)
    return files, losses.counted
