"""``timegraph task input``: plain texts made TimeML input documents, and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import timeml
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands.shared.options import (
    FINDING_FORMATS,
    format_option_of,
    path_argument,
    switch,
)
from timegraph.corpus.runner import open_documents
from timegraph.findings import Finding
from timegraph.report import Cell, Column, FindingFormat, FindingsSection, Table
from timegraph.report.findings import findings_report
from timegraph.task.inputs import input_document, plain_text_of
from timegraph.task.submissions import TASK_RULES, finding
from timeml import Document, TimeMLError
from timeml.collection import bare_name
from timeml.plain_text import plain_text, title_of, unwritable

_ENDING = ".txt"

_EPILOG = """\b
Examples (from the project root):
  timegraph task input examples/shared-task/texts --output input
  timegraph task input input --back --output texts

\b
FOLDER holds a text for each document, in files that end in .txt. What stands
above the text is either its creation time as a TIMEX3 value on the first line
  1998-04-18
  A title, if the next line is blank and it does not end like a sentence

  The text ...
or lines that say what they are, and a blank line
  created: 1998-04-18
  title: A title.

  The text ...

Exit code 1: a text is shorter than 120 words, holds what TimeML cannot, or
has no creation time (then it is not written).
"""


@command_with(
    path_argument("folder", "FOLDER"),
    output_folder_option(),
    switch("--back", "Make plain texts of the TimeML documents in FOLDER."),
    format_option_of(FINDING_FORMATS),
    epilog=_EPILOG,
    progress="making",
)
def command(
    call: Call,
    *,
    folder: Path,
    target: Path,
    back: bool,
    format_: FindingFormat,
) -> None:
    """Make TimeML input documents of the plain texts in FOLDER: DOCID, DCT, TITLE and TEXT, and no
    other tags."""
    check_folder(target, [(folder, "the input")])
    findings, made = _texts(folder) if back else _documents(folder)
    write_files(target, {name: data for name, data, _ in made})
    columns = map(Column, ("document", "words", "created", "title"))
    table = Table(tuple(columns), tuple(row for *_, row in made), name="documents")
    section = FindingsSection(findings, TASK_RULES)
    call.print(findings_report([section], [table]), format_)
    call.finish(complete=bool(made) and all(finding.severity == "note" for finding in findings))


_Made = list[tuple[str, bytes, tuple[Cell, ...]]]
"""Of each file its name, its content and its row in the report."""


def _documents(folder: Path) -> tuple[list[Finding], _Made]:
    findings: list[Finding] = []
    made: _Made = []
    for path in _text_files(folder):
        docid = path.name[: -len(_ENDING)]
        result = input_document(path.read_bytes(), docid=docid, path=str(path))
        findings += result.findings
        if result.document is not None:
            row = _row(docid, result.words, result.document)
            made.append((f"{docid}.tml", timeml.write(result.document), row))
    return findings, made


def _texts(folder: Path) -> tuple[list[Finding], _Made]:
    documents = open_documents(folder, "input", inputs=True)
    findings: list[Finding] = []
    made: _Made = []
    for name in documents.names:
        try:
            document = documents.read(name)
        except (TimeMLError, OSError) as error:
            what = error.message if isinstance(error, TimeMLError) else str(error)
            findings.append(finding("unreadable", str(folder / name), what))
            continue
        docid = bare_name(name)
        row = _row(docid, len(plain_text(document).split()), document)
        made.append((f"{docid}{_ENDING}", plain_text_of(document).encode(), row))
        if document.dct is None:
            findings.append(finding("no-dct", str(folder / name), "it has no creation time"))
    _check_names([name for name, *_ in made], folder)
    return findings, made


def _row(docid: str, words: int, document: Document) -> tuple[Cell, ...]:
    created = document.dct.value if document.dct is not None else None
    return docid, words, created, title_of(document)


def _text_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        what = "is a file; give the folder that it is in" if folder.exists() else "does not exist"
        raise BadUsage(f"{folder}: {what}")
    paths = sorted(
        path
        for path in folder.iterdir()
        if path.name.lower().endswith(_ENDING) and not path.name.startswith(".")
    )
    if not paths:
        tml = any(path.name.lower().endswith((".tml", ".te3input")) for path in folder.iterdir())
        hint = "; --back makes plain texts of TimeML" if tml else ""
        raise BadUsage(f"{folder}: holds no texts (files that end in {_ENDING}){hint}")
    _check_names([path.name for path in paths], folder)
    return paths


def _check_names(names: Sequence[str], folder: Path) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise BadUsage(f"{folder}: two documents would be called {name}; rename one")
        seen.add(name.casefold())
        if next(unwritable(name), None) is not None:
            raise BadUsage(f"{folder}: TimeML cannot hold the name {name!a}; rename the file")
