"""``timegraph task input``: plain texts made TimeML input documents."""

from __future__ import annotations

from pathlib import Path

import timeml
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.named_documents import (
    check_folder,
    output_folder_option,
    write_files,
)
from timegraph.commands.shared.options import findings_format, path_argument
from timegraph.findings import Finding
from timegraph.report import Cell, Column, FindingsSection, Table
from timegraph.report.findings import findings_report
from timegraph.task.files import TASK_RULES, input_document
from timeml.plain_text import plain_text, title_of, unwritable

_ENDING = ".txt"

_EPILOG = """\b
Example (from the project root):
  timegraph task input examples/shared-task/texts --output input

\b
FOLDER holds a text for each document, in files that end in .txt. Its creation
time stands on the first line, as a TIMEX3 value:
  1998-04-18
  A title, if the next line is blank and it does not end like a sentence

  The text ...

Exit code 1: a text is shorter than 120 words, holds what TimeML cannot, or
has no creation time (then it is not written).
"""


@command_with(
    path_argument("folder", "FOLDER"),
    output_folder_option(),
    call=(findings_format(),),
    epilog=_EPILOG,
    progress="making",
)
def command(call: Call, *, folder: Path, target: Path) -> None:
    """Make TimeML input documents of the plain texts in FOLDER: DOCID, DCT, TITLE and TEXT, and no
    other tags."""
    check_folder(target, [(folder, "the input")])
    findings: list[Finding] = []
    files: dict[str, bytes] = {}
    rows: list[tuple[Cell, ...]] = []
    for path in _text_files(folder):
        docid = path.name[: -len(_ENDING)]
        document, found = input_document(path.read_bytes(), docid=docid, path=str(path))
        findings += found
        if document is not None and document.dct is not None:
            words = len(plain_text(document).split())
            rows.append((docid, words, document.dct.value, title_of(document)))
            files[f"{docid}.tml"] = timeml.write(document)
    write_files(target, files)
    columns = map(Column, ("document", "words", "created", "title"))
    table = Table(tuple(columns), tuple(rows), name="documents")
    section = FindingsSection(findings, TASK_RULES)
    call.print(findings_report([section], [table]))
    call.finish(complete=bool(rows) and all(finding.severity == "note" for finding in findings))


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
        raise BadUsage(f"{folder}: holds no texts (files that end in {_ENDING})")
    seen: set[str] = set()
    for name in (path.name for path in paths):
        if name.casefold() in seen:
            raise BadUsage(f"{folder}: two documents would be called {name}; rename one")
        seen.add(name.casefold())
        if next(unwritable(name), None) is not None:
            raise BadUsage(f"{folder}: TimeML cannot hold the name {name!a}; rename the file")
    return paths
