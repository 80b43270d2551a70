"""``timegraph questions merge``: question sets of several sources as one kit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from timegraph.commands._shared.files import (
    BadUsage,
    open_documents,
    terminal_width,
    write_result,
)
from timegraph.commands._shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands._shared.kit import open_kit
from timegraph.commands._shared.messages import warn
from timegraph.commands._shared.options import format_option
from timegraph.commands._shared.terminal.progress import progress, shows_progress
from timegraph.commands.questions._inputs import check_new_kit, sets_in
from timegraph.qa.question_sets import QuestionSetError
from timegraph.qa.sources import SourceTable, read_source_table
from timegraph.report import Cell, Column, Format, Table, render
from timegraph.report.tables import render_json
from timegraph.scoring.signature import Signature
from timegraph.task.kits import KEY_FOLDER
from timegraph.task.merging.keys import MergeError
from timegraph.task.merging.merge import Contribution, Merged, merge_sets

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph questions merge --output merged \\
      examples/kit examples/question-sets/contributed
  timegraph questions merge --output merged --prefer official \\
      --source official=examples/kit \\
      --source guests=examples/question-sets/contributed

SET is a kit with one question set, or a question set beside its question-events/. Texts that
several sets have need the same words; their keys become one, by the place of each annotation in the
text. The ids and numbers of the first set stay.

Exit code 1: sets answer some questions differently; each is named, and left out unless --prefer
says whose answer stays. 2: bad usage, or sets that cannot be merged; nothing is written.
"""


@click.command(epilog=_EPILOG)
@click.argument("sets", metavar="SET...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--source",
    "named",
    multiple=True,
    metavar="NAME=SET",
    help="Merge SET, too, and call it NAME; may be repeated. Without a name a set is called after "
    "the folder of its kit.",
)
@click.option(
    "--prefer", metavar="NAME", help="Where sets answer differently, keep what this source says."
)
@output_folder_option("KIT")
@format_option
@click.pass_context
@shows_progress("merging")
def command(
    context: click.Context,
    *,
    sets: tuple[Path, ...],
    named: tuple[str, ...],
    prefer: str | None,
    output: Path,
    format_: Format,
) -> None:
    """Merge question sets over the same texts or over others into one kit."""
    chosen = _sources(sets, named)
    check_folder(output, [(path, "a set") for path in chosen.values()])
    check_new_kit(output)
    if prefer is not None and prefer not in chosen:
        raise BadUsage(f"--prefer {prefer}: no source has this name; there are {', '.join(chosen)}")
    contributions = [_contribution(name, path) for name, path in chosen.items()]
    documents = sum(len(one.key) for one in contributions)
    try:
        with progress("merging", documents) as step:
            merged = merge_sets(contributions, prefer=prefer, progress=step)
    except MergeError as error:
        raise BadUsage(str(error)) from None
    if not merged.questions:
        raise BadUsage("no question is left: the sets answer all of them differently")
    write_files(output, merged.files)
    write_result(_report(merged, contributions, format_), None)
    for conflict in merged.conflicts:
        warn(str(conflict))
    if merged.conflicts:
        context.exit(1)


def _sources(sets: tuple[Path, ...], named: tuple[str, ...]) -> dict[str, Path]:
    """The sets by source: those on their own first, but in the order given with their names."""
    names: dict[Path, str] = {}
    for text in named:
        name, equals, path = text.partition("=")
        if not equals or not name.strip() or not path:
            raise BadUsage(f"--source {text}: write NAME=SET")
        if "," in name or "|" in name:
            raise BadUsage(f"--source {text}: a name has no comma and no bar")
        if Path(path) in names:
            raise BadUsage(f"--source {text}: {path} has a name already, {names[Path(path)]}")
        names[Path(path)] = name.strip()
    paths = [*sets, *(path for path in names if path not in sets)]
    if not paths:
        raise BadUsage("no set: name the kits or question sets to merge")
    found: dict[str, Path] = {}
    for one in paths:
        source = names.get(one) or _folder(one)
        if source in found:
            raise BadUsage(
                f"{found[source]} and {one} are both called {source}; name one of them: "
                f"--source NAME={one}"
            )
        found[source] = one
    return found


def _folder(path: Path) -> str:
    """The name of the kit that a set is in."""
    place = path.resolve()
    if place.is_file():
        place = place.parent.parent if place.parent.name == "eval-questions" else place.parent
    return place.name.replace(",", "_").replace("|", "_") or "set"


def _contribution(name: str, path: Path) -> Contribution:
    if path.is_dir():
        kit = open_kit(path, with_systems=False)
        if len(kit.questions) > 1:
            listed = ", ".join(file.name for file in kit.questions)
            raise BadUsage(f"{path}: has several question sets ({listed}); give the path of one")
        file, key = kit.questions[0], kit.key
    else:
        file, key = path, path.parent / Path(KEY_FOLDER).name
        if path.exists() and not key.is_dir():
            raise BadUsage(f"{path}: has no key documents beside it, in {key}")
    ((_, questions),) = sets_in([file], lenient=False)
    table: SourceTable
    try:
        table = read_source_table(file)
    except QuestionSetError as error:
        raise BadUsage(str(error)) from None
    return Contribution(name, str(file), questions, open_documents(key, "key"), table)


def _report(merged: Merged, contributions: list[Contribution], format_: Format) -> str:
    columns = tuple(map(Column, ("source", "questions", "in_merged", "only_here")))
    rows: list[tuple[Cell, ...]] = [
        (
            one.name,
            len(one.questions),
            sum(one.name in question.sources for question in merged.questions),
            sum(question.sources == (one.name,) for question in merged.questions),
        )
        for one in contributions
    ]
    total = sum(len(one.questions) for one in contributions)
    rows.append(("all", total, len(merged.questions), None))
    table = Table(columns, tuple(rows), name="sources")
    signature = Signature.of(
        "merged-questions",
        sources=",".join(one.name for one in contributions),
        questions=",".join(one.questions.digest for one in contributions),
    )
    if format_ == "json":
        conflicts = [
            {
                "document": one.document,
                "question": one.query,
                "answers": dict(one.answers),
                "kept": one.kept,
            }
            for one in merged.conflicts
        ]
        return render_json(
            {"sources": table.records, "conflicts": conflicts, "signature": str(signature)}
        )
    return render(replace(table, notes=(str(signature),)), format_, width=terminal_width())
