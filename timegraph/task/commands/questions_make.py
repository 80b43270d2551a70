"""``timegraph questions make``: marked texts made key documents and a question set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import timeml
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.named_documents import (
    check_folder,
    output_folder_option,
    write_files,
)
from timegraph.commands.shared.options import findings_format, path_argument
from timegraph.report import Cell, Column, FindingsSection, Table
from timegraph.report.findings import findings_report
from timegraph.task.files import (
    KEY_FOLDER,
    TASK_RULES,
    MarkedText,
    MarkedTextError,
    check_marked_text,
    file_name,
    key_document,
    kit_files,
    parse_marked_text,
    question_lines,
)
from timeml import TimeMLError

_EPILOG = """\b
Example (from the project root):
  timegraph questions make examples/shared-task/questions --output kit

\b
FILE is a marked text, or a folder of them (files that end in .txt):
  document: NAME
  created: 1998-04-18
  title: A title

  Farkas [became]{e19} a brigadier general and was [cited]{e21}
  [today]{t3 1998-04-18}.
  ---
  IS e21 AFTER e19 | Was Farkas cited after becoming a general? | yes
  LIST BEFORE t3 | What happened before that day? | e19 | e21
A backslash stands before [ ] { } \\ and a line --- that belong to the text.

\b
KIT gets eval-questions/question-set.txt and the key documents in
eval-questions/question-events/, for "timegraph score --kit KIT SYSTEM".

Exit code 1: a mark that no question names, an odd value of a time, or the
like; 2: a file is not as it should be (each line and column is named), and
nothing is written.
"""


@command_with(
    path_argument("files", "FILE...", nargs=-1, required=True),
    output_folder_option("KIT"),
    call=(findings_format(),),
    epilog=_EPILOG,
    progress="making",
)
def command(
    call: Call,
    *,
    files: tuple[Path, ...],
    target: Path,
) -> None:
    """Make key documents and a question set of the marked texts in each FILE."""
    check_folder(target, [(path, "the input") for path in files])
    paths = _expanded(files)
    texts = _read(paths)
    findings = [
        fault
        for path, text in zip(paths, texts.values(), strict=True)
        for fault in check_marked_text(text, str(path))
    ]
    write_files(target, _kit(list(texts.values()), target))
    columns = map(Column, ("document", "words", "events", "times", "questions"))
    rows = tuple(_row(name, text) for name, text in texts.items())
    table = Table(tuple(columns), rows, name="documents")
    section = FindingsSection(findings, TASK_RULES)
    call.print(findings_report([section], [table]))
    call.finish(complete=all(finding.severity == "note" for finding in findings))


def _row(name: str, marked: MarkedText) -> tuple[Cell, ...]:
    times = sum(mark.is_time for mark in marked.marks)
    events = len(marked.marks) - times
    return name, len(marked.text.split()), events, times, len(marked.questions)


def _expanded(files: Sequence[Path]) -> list[Path]:
    """The files, with those in a folder in its place."""
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            inside = sorted(
                file
                for file in path.iterdir()
                if file.name.lower().endswith(".txt") and not file.name.startswith(".")
            )
            if not inside:
                raise BadUsage(f"{path}: holds no marked texts (files that end in .txt)")
            paths += inside
        else:
            paths.append(path)
    return paths


def _read(paths: Sequence[Path]) -> dict[str, MarkedText]:
    """The marked texts by the name of their document. Raises :class:`BadUsage` with what is wrong
    in any of them."""
    texts: dict[str, MarkedText] = {}
    file_of: dict[str, Path] = {}
    problems: list[str] = []
    for path in paths:
        try:
            marked = parse_marked_text(path.read_bytes(), str(path))
        except (MarkedTextError, TimeMLError) as error:
            problems.append(str(error))
            continue
        name = file_name(marked.document)
        first = file_of.setdefault(name.casefold(), path)
        if first is not path:
            problems.append(
                f"{path}:1:1: the document {marked.document} is also that of {first}; give it "
                "another name, or put the questions into one file"
            )
        texts[name.removesuffix(".tml")] = marked
    if problems:
        raise BadUsage("\n".join(problems))
    return texts


def _kit(texts: Sequence[MarkedText], output: Path) -> dict[str, bytes]:
    lines: list[str] = []
    keys: dict[str, bytes] = {}
    for marked in texts:
        lines += question_lines(marked, len(lines) + 1)
        keys[file_name(marked.document)] = timeml.write(key_document(marked))
    old = output / KEY_FOLDER
    others = [file.name for file in sorted(old.iterdir())] if old.is_dir() else []
    for name in others:
        if name not in keys:
            raise BadUsage(
                f"--output {output}: holds a key document {name} of other questions; remove it, or "
                "choose another folder"
            )
    return kit_files(lines, keys)
