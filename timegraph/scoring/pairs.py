"""A gold collection and a system's, document by document: read, matched by name, ids aligned.

What cannot be read or is missing counts as a document without annotations and is named; it never
stops the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from timegraph.scoring.notices import Notice, annotation_faults
from timeml import Alignment, Collection, Document, align_ids

__all__ = ["Gold", "Pair", "extra_documents", "read_gold", "read_pairs"]

Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Gold:
    """The documents that systems are compared with, by name, each read once.

    ``failed`` names those that cannot be read; they stand among ``documents`` without
    annotations.
    """

    documents: Mapping[str, Document]
    failed: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold document and a system's annotation of the same text.

    ``status`` is ``found``, ``missing`` or ``failed``; but for the first, ``system`` has no
    annotations. With an ``alignment`` (none if ids were taken as they are, or a side could not
    be read), ``system`` has the ids of ``gold``; ``original`` has its own.
    """

    name: str
    gold: Document
    system: Document = field(default_factory=Document)
    original: Document = field(default_factory=Document)
    alignment: Alignment | None = None
    file: str | None = None
    status: str = "found"
    notices: tuple[Notice, ...] = ()


def read_gold(gold: Collection, *, progress: Progress | None = None) -> Gold:
    """Read every document of ``gold``; ``progress`` is called with each name before."""
    documents: dict[str, Document] = {}
    failed: list[str] = []
    notices: list[Notice] = []
    for name in gold.names:
        if progress is not None:
            progress(name)
        try:
            documents[name] = gold.read(name)
            notices += annotation_faults(documents[name], name)
        except (OSError, ValueError) as error:
            documents[name] = Document(name=os.path.basename(name))
            failed.append(name)
            notices.append(_failure(name, name, error))
    return Gold(documents, tuple(failed), tuple(notices))


def read_pairs(
    *, gold: Gold, system: Collection, align: bool = True, progress: Progress | None = None
) -> Iterator[Pair]:
    """A pair for each gold document, in order; ids are aligned (:func:`timeml.align_ids`) unless
    ``align`` is false."""
    for name, document in gold.documents.items():
        if progress is not None:
            progress(name)
        # Without a gold document there is nothing to align with.
        yield _pair(name, document, system, align and name not in gold.failed)


def _pair(name: str, gold: Document, system: Collection, align: bool) -> Pair:
    notices: list[Notice] = []
    file: str | None = None
    try:
        file = system.match(name)
        if file is None:
            missing = Notice("missing-document", name, f"{name}: not there", name)
            return Pair(name, gold, status="missing", notices=(missing,))
        original = system.read(file)
        notices += annotation_faults(original, file)
        if not align:
            return Pair(name, gold, original, original, None, file, "found", tuple(notices))
        alignment = align_ids(system=original, key=gold)
    except (OSError, ValueError) as error:
        failure = _failure(name, file or name, error)
        return Pair(name, gold, file=file, status="failed", notices=(*notices, failure))
    notices += [
        Notice("differing-text", name, f"{file}: {warning}", name) for warning in alignment.warnings
    ]
    return Pair(name, gold, alignment.document, original, alignment, file, "found", tuple(notices))


def extra_documents(system: Collection, used: set[str | None]) -> Iterator[Notice]:
    """A notice for each document of ``system`` that is not among ``used``."""
    for name in system.names:
        if name not in used:
            yield Notice("not-in-gold", name, f"{name}: gold has no such document", name)


def _failure(name: str, file: str, error: OSError | ValueError) -> Notice:
    home = type(error).__module__.partition(".")[0]
    if not isinstance(error, OSError) and home not in ("timegraph", "timeml"):
        raise error  # a fault of ours must not be told as the document's
    told = str(error) if file in str(error) else f"{file}: {error}"
    return Notice("failed-document", name, told, name)
