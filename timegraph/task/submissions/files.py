"""Which file of a submission is which document."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from timegraph._wording.counting import counted
from timegraph.findings import Finding
from timegraph.task.rules import finding
from timeml.collection import bare_name

__all__ = ["FoundFiles", "find_files"]

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The file of each document that is there, by the document's name, and what is wrong with the
    names and places of files."""

    by_document: dict[str, str]
    findings: tuple[Finding, ...]


def find_files(names: Sequence[str], documents: Sequence[str], submission: str) -> FoundFiles:
    """The files of a submission for ``documents``, the names of the inputs.

    ``names`` are the paths of all files in the submission, relative to it, with ``/``. Names are
    compared without ``.tml`` and ``.TE3input``, and a name in the same case is preferred. One
    folder that holds everything is looked into, as ``score`` does; a document that is only in
    another subfolder is found there, and reported.
    """
    by_document: dict[str, str] = {}
    findings: list[Finding] = []
    home = _common_folder(names)
    if home:
        message = f"the documents are in the folder {home[:-1]}"
        findings.append(finding("inner-folder", submission, message, ids=(home[:-1],)))
    used: set[str] = set()
    for document in documents:
        places = _candidates(document, names)
        used.update(places)
        if not places:
            message = f"the submission has no document {document}"
            findings.append(finding("missing-document", submission, message, ids=(document,)))
            continue
        at_top = [name for name in places if "/" not in name[len(home) :]]
        choices = at_top or places
        if len(choices) > 1:
            message = f"several files match {document}: {', '.join(choices)}"
            findings.append(finding("ambiguous-name", submission, message, ids=(document,)))
            continue
        (by_document[document],) = choices
    found = sorted(by_document.values())
    findings += _misplaced([name for name in found if "/" in name[len(home) :]], submission)
    for name in by_document.values():
        if not name.lower().endswith(".tml"):
            message = f"the name {name.rpartition('/')[2]} does not end in .tml"
            findings.append(finding("wrong-ending", f"{submission}/{name}", message))
    for name in names:
        if name not in used:
            message = "no input document has this name"
            findings.append(finding("extra-document", f"{submission}/{name}", message))
    return FoundFiles(by_document, tuple(findings))


def _common_folder(names: Sequence[str]) -> str:
    """The folder that all files are in, with ``/``; ``""`` if that is the submission itself."""
    folders = {name.rpartition("/")[0] for name in names}
    common = os.path.commonpath(folders) if folders else ""
    return f"{common}/" if common else ""


def _candidates(document: str, names: Iterable[str]) -> list[str]:
    """The files that may be the document; those whose names agree best."""
    wanted = bare_name(document)
    fitting = [name for name in names if _stem(name).casefold() == wanted.casefold()]
    same_case = [name for name in fitting if _stem(name) == wanted]
    fitting = same_case or fitting
    exact = [name for name in fitting if name.rpartition("/")[2] == document]
    return exact or fitting


def _stem(name: str) -> str:
    return bare_name(name.rpartition("/")[2])


def _misplaced(names: Sequence[str], submission: str) -> Iterator[Finding]:
    folders: dict[str, list[str]] = {}
    for name in names:
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, []).append(file)
    for folder, files in folders.items():
        shown = ", ".join(files[:_SHOWN]) + (" ..." if len(files) > _SHOWN else "")
        message = f"{counted(len(files), 'document')} in the folder {folder}: {shown}"
        yield finding("wrong-folder", submission, message, ids=(folder,))
