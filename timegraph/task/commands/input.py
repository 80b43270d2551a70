"""``timegraph task input``: plain texts made TimeML input documents, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import timeml
from timegraph.commands.shared.command import BadUsage, Call, command_with, write_result
from timegraph.commands.shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands.shared.options import (
    FINDING_FORMATS,
    format_option_of,
    path_argument,
    path_option,
    switch,
)
from timegraph.corpus.runner import open_documents
from timegraph.findings import Finding
from timegraph.report import Cell, Column, FindingFormat, FindingsSection, Table
from timegraph.report.findings import findings_report
from timegraph.task.inputs import (
    CreationTime,
    input_document,
    plain_form_of,
    plain_text_of,
    read_creation_times,
    render_creation_times,
)
from timegraph.task.submissions import TASK_RULES, finding
from timeml import Document, TimeMLError
from timeml.collection import bare_name
from timeml.plain_text import title_of, unwritable

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
With --times FILE the creation times come from a table (name, tab, value, and
if you like tab, title), and the whole file is text.

Exit code 1: a text is shorter than 120 words, holds what TimeML cannot, or
has no creation time (then it is not written).
"""


@command_with(
    path_argument("folder", "FOLDER"),
    output_folder_option(),
    path_option("--times FILE", "A table of creation times and titles; with --back it is written."),
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
    times: Path | None,
    back: bool,
    format_: FindingFormat,
) -> None:
    """Make TimeML input documents of the plain texts in FOLDER: DOCID, DCT, TITLE and TEXT, and no
    other tags."""
    check_folder(target, [(folder, "the input")])
    findings, made = _texts(folder, times) if back else _documents(folder, times)
    write_files(target, {name: data for name, data, _ in made})
    columns = map(Column, ("document", "words", "created", "title"))
    table = Table(tuple(columns), tuple(row for *_, row in made), name="documents")
    section = FindingsSection(findings, TASK_RULES)
    call.print(findings_report([section], [table]), format_)
    call.finish(complete=bool(made) and all(finding.severity == "note" for finding in findings))


_Made = list[tuple[str, bytes, tuple[Cell, ...]]]
"""Of each file its name, its content and its row in the report."""


def _documents(folder: Path, times: Path | None) -> tuple[list[Finding], _Made]:
    paths = _text_files(folder, times)
    table = None if times is None else _creation_times(times)
    findings: list[Finding] = []
    made: _Made = []
    for path in paths:
        docid = path.name[: -len(_ENDING)]
        result = input_document(path.read_bytes(), docid=docid, path=str(path), times=table)
        findings += result.findings
        if result.document is not None:
            row = _row(docid, result.words, result.document)
            made.append((f"{docid}.tml", timeml.write(result.document), row))
    docids = {path.name[: -len(_ENDING)] for path in paths}
    for line in (table or {}).values():
        if line.document not in docids:
            message = f"line {line.line}: {folder} has no text {line.document}{_ENDING}"
            findings.append(finding("text-missing", str(times), message, ids=(line.document,)))
    return findings, made


def _texts(folder: Path, times: Path | None) -> tuple[list[Finding], _Made]:
    documents = open_documents(folder, "input", inputs=True)
    findings: list[Finding] = []
    made: _Made = []
    rows = []
    for name in documents.names:
        try:
            document = documents.read(name)
        except (TimeMLError, OSError) as error:
            what = error.message if isinstance(error, TimeMLError) else str(error)
            findings.append(finding("unreadable", str(folder / name), what))
            continue
        form, docid = plain_form_of(document), bare_name(name)
        text = form.text if times is not None else plain_text_of(document)
        row = _row(docid, len(form.text.split()), document)
        made.append((f"{docid}{_ENDING}", text.encode(), row))
        rows.append((docid, form.created, form.title))
        if form.created is None:
            findings.append(finding("no-dct", str(folder / name), "it has no creation time"))
    _check_names([name for name, *_ in made], folder)
    if times is not None:
        write_result(render_creation_times(rows), times)
    return findings, made


def _row(docid: str, words: int, document: Document) -> tuple[Cell, ...]:
    created = document.dct.value if document.dct is not None else None
    return docid, words, created, title_of(document)


def _text_files(folder: Path, times: Path | None) -> list[Path]:
    if not folder.is_dir():
        what = "is a file; give the folder that it is in" if folder.exists() else "does not exist"
        raise BadUsage(f"{folder}: {what}")
    paths = sorted(
        path
        for path in folder.iterdir()
        if path.name.lower().endswith(_ENDING)
        and not path.name.startswith(".")
        and not (times is not None and times.exists() and path.samefile(times))
    )
    if not paths:
        tml = any(path.name.lower().endswith((".tml", ".te3input")) for path in folder.iterdir())
        hint = "; --back makes plain texts of TimeML" if tml else ""
        raise BadUsage(f"{folder}: holds no texts (files that end in {_ENDING}){hint}")
    _check_names([path.name for path in paths], folder)
    return paths


def _check_names(names: Sequence[str], folder: Path) -> None:
    for twice in _twice(names):
        raise BadUsage(f"{folder}: two documents would be called {twice}; rename one")
    for name in names:
        if next(unwritable(name), None) is not None:
            raise BadUsage(f"{folder}: TimeML cannot hold the name {name!a}; rename the file")


def _twice(names: Sequence[str]) -> Iterator[str]:
    seen = set()
    for name in names:
        if name.casefold() in seen:
            yield name
        seen.add(name.casefold())


def _creation_times(times: Path) -> dict[str, CreationTime]:
    try:
        return read_creation_times(times.read_bytes(), str(times))
    except OSError as error:
        raise BadUsage(f"--times {times}: {error.strerror}") from None
