"""``timegraph questions merge``: question sets of several sources as one kit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with, warn
from timegraph.commands.shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands.shared.options import format_option
from timegraph.commands.shared.terminal.progress import progress
from timegraph.corpus.runner import open_documents
from timegraph.qa.question_sets import read_source_table
from timegraph.report import Cell, Column, Format, Report, Table
from timegraph.scoring.qa_tempeval.kits import find_kit
from timegraph.scoring.signature import Signature
from timegraph.task.merging import Contribution, Merged, merge_sets
from timegraph.task.questions._inputs import check_new_kit, sets_in
from timegraph.task.submissions import KEY_FOLDER

_EPILOG = """\b
Examples (from the project root):
  timegraph questions merge --output merged \\
      examples/kit examples/question-sets/contributed
  timegraph questions merge --output merged \\
      official=examples/kit guests=examples/question-sets/contributed

SET is a kit with one question set, or a question set next to its question-events/; NAME is what
results call it, by default as the folder of its kit. Texts that
several sets have need the same words; their keys become one, by the place of each annotation in the
text. The ids and numbers of the first set stay.

Exit code 1: sets answer some questions differently; each is named, and left out. 2: bad usage, or
sets that cannot be merged; nothing is written.
"""


@command_with(
    click.Argument(["sets"], metavar="[NAME=]SET...", nargs=-1),
    output_folder_option("KIT"),
    format_option,
    epilog=_EPILOG,
    progress="merging",
)
def command(
    call: Call,
    *,
    sets: tuple[str, ...],
    target: Path,
    format_: Format,
) -> None:
    """Merge question sets over the same texts or over others into one kit."""
    sources = _sources(sets)
    check_folder(target, [(path, "a set") for path in sources.values()])
    check_new_kit(target)
    contributions = [_contribution(name, path) for name, path in sources.items()]
    documents = sum(len(contribution.key) for contribution in contributions)
    with progress("merging", documents) as step:
        merged = merge_sets(contributions, progress=step)
    if not merged.questions:
        raise BadUsage("no question is left: the sets answer all of them differently")
    write_files(target, merged.files)
    call.print(_report(merged, contributions), format_)
    for conflict in merged.conflicts:
        warn(str(conflict))
    call.finish(complete=not merged.conflicts)


def _sources(sets: tuple[str, ...]) -> dict[str, Path]:
    """The path of each set by the name of its source: the one that the user gives, or that of its
    folder."""
    if not sets:
        raise BadUsage("no set: name the kits or question sets to merge")
    sources: dict[str, Path] = {}
    for text in sets:
        name, equals, place = text.partition("=")
        if not equals or Path(text).exists():
            name, place = _folder(Path(text)), text
        elif not name.strip() or not place:
            raise BadUsage(f"{text}: write NAME=SET")
        elif "," in name or "|" in name:
            raise BadUsage(f"{text}: a name has neither a comma nor a bar")
        name, path = name.strip(), Path(place)
        if name in sources:
            raise BadUsage(
                f"{sources[name]} and {path} are both called {name}; name one of them: NAME={path}"
            )
        if path in sources.values():
            raise BadUsage(f"{path} is given twice")
        sources[name] = path
    return sources


def _folder(path: Path) -> str:
    """The name of the kit that a set is in."""
    place = path.resolve()
    if place.is_file():
        place = place.parent.parent if place.parent.name == "eval-questions" else place.parent
    return place.name.replace(",", "_").replace("|", "_") or "set"


def _contribution(name: str, path: Path) -> Contribution:
    if path.is_dir():
        kit = find_kit(path, with_systems=False)
        if len(kit.questions) > 1:
            listed = ", ".join(file.name for file in kit.questions)
            raise BadUsage(f"{path}: has several question sets ({listed}); give the path of one")
        file, key = kit.questions[0], kit.key
    else:
        file, key = path, path.parent / Path(KEY_FOLDER).name
        if path.exists() and not key.is_dir():
            raise BadUsage(f"{path}: has no key documents next to it, in {key}")
    ((_, questions),) = sets_in([file], lenient=False)
    table = read_source_table(file)
    return Contribution(name, str(file), questions, open_documents(key, "key"), table)


def _report(merged: Merged, contributions: list[Contribution]) -> Report:
    columns = tuple(map(Column, ("source", "questions", "in_merged", "only_here")))
    rows: list[tuple[Cell, ...]] = [
        (
            contribution.name,
            len(contribution.questions),
            sum(contribution.name in question.sources for question in merged.questions),
            sum(question.sources == (contribution.name,) for question in merged.questions),
        )
        for contribution in contributions
    ]
    total = sum(len(contribution.questions) for contribution in contributions)
    rows.append(("all", total, len(merged.questions), None))
    table = Table(columns, tuple(rows), name="sources")
    signature = Signature.of(
        "merged-questions",
        sources=",".join(contribution.name for contribution in contributions),
        questions=",".join(contribution.questions.digest for contribution in contributions),
    )
    conflicts = [
        {
            "document": conflict.document,
            "question": conflict.query,
            "answers": dict(conflict.answers),
        }
        for conflict in merged.conflicts
    ]
    record = {"sources": table.records, "conflicts": conflicts, "signature": str(signature)}
    return Report([replace(table, notes=(str(signature),))], record)
