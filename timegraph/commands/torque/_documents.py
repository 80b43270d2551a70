"""The documents that passages were taken from, aligned once per folder."""

from __future__ import annotations

from pathlib import Path

from timegraph.corpus.opening import open_documents
from timegraph.torque.alignment import AlignedPassage, align_passages
from timegraph.torque.passages import PassageSet
from timegraph.torque.problems import Problem

__all__ = ["aligned_in"]


def aligned_in(
    folder: Path, passages: PassageSet
) -> tuple[dict[str, AlignedPassage], list[Problem]]:
    """The passages in the documents of a folder or archive, by name, and what could not be
    aligned. Raises ``BadUsage`` for a folder without documents."""
    return align_passages(passages, open_documents(folder, "annotation"))
