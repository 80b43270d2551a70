"""The documents that passages were taken from, aligned once per folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from timegraph.commands._shared.command import Bundle
from timegraph.commands._shared.declaring import path_argument
from timegraph.commands.torque._inputs import passages_argument
from timegraph.corpus.opening import open_documents
from timegraph.torque.alignment import AlignedPassage, align_passages
from timegraph.torque.passages import PassageSet, read_passages
from timegraph.torque.problems import Problem

__all__ = ["Aligned", "Annotations", "aligned_in", "annotations_arguments"]


def aligned_in(
    folder: Path, passages: PassageSet
) -> tuple[dict[str, AlignedPassage], list[Problem]]:
    """The passages in the documents of a folder or archive, by name, and what could not be
    aligned. Raises ``BadUsage`` for a folder without documents."""
    return align_passages(passages, open_documents(folder, "annotation"))


@dataclass(frozen=True, slots=True)
class Aligned:
    """The passages, found in the documents of each folder, and what is wrong with them."""

    passages: PassageSet
    by_folder: Sequence[tuple[str, Mapping[str, AlignedPassage]]]
    problems: Sequence[Problem]


@dataclass(frozen=True, slots=True)
class Annotations:
    """A file of passages, and folders of TimeML documents, named as the passages name them, one
    for each annotation."""

    passages: Path
    folders: tuple[Path, ...]

    def open(self) -> Aligned:
        """The passages in the documents of each folder."""
        read = read_passages(self.passages)
        problems = list(read.problems)
        by_folder = []
        for folder in self.folders:
            aligned, more = aligned_in(folder, read)
            by_folder.append((str(folder), aligned))
            problems += more
        return Aligned(read, by_folder, problems)


annotations_arguments = Bundle(
    "annotations",
    (passages_argument, path_argument("folders", "DIR...", nargs=-1, required=True)),
    Annotations,
)
"""The arguments PASSAGES.json and DIR...; the command receives one argument, ``annotations``."""
