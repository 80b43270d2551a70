"""``timegraph torque score``: predictions, and baselines, against the annotators' answers."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.files import BadUsage, check_writable, open_documents, write_result
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import output_option
from timegraph.commands._shared.table_options import table_options
from timegraph.commands._shared.terminal.progress import progress, shows_progress
from timegraph.commands.torque._inputs import (
    empty_option,
    finish,
    groups_in,
    passages_argument,
    passages_in,
)
from timegraph.report.tables import TableOptions
from timegraph.report.torque import score_report
from timegraph.scoring.torque.score import Empty
from timegraph.scoring.torque.systems import score_torque
from timegraph.torque.baselines import BASELINES, answers_of
from timegraph.torque.groupings import (
    Grouping,
    by_corpus,
    by_document,
    by_kind,
    by_phenomenon,
)
from timegraph.torque.passages import PassageSet, TorqueError
from timegraph.torque.predictions import read_predictions, read_question_ids

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph torque score examples/torque/passages.json --baselines
  timegraph torque score examples/torque/passages.json \\
      examples/torque/predictions.jsonl --confidence

A prediction file has a line per question: {"passage": NAME, "question": TEXT, "events": [[3, 7]]}.
F1 is the mean over questions of the best F1 over the annotators, EM the share of answers that equal
an annotator's, C the share of contrast groups in which every question has an F1 of 0.8 or more.
"""


@click.command(epilog=_EPILOG)
@passages_argument
@click.argument(
    "predictions", metavar="[PREDICTIONS.jsonl...]", nargs=-1, type=click.Path(path_type=Path)
)
@click.option(
    "--groups",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The contrast groups, as in question_clustering.json; without them C is not scored.",
)
@click.option(
    "--question-ids",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='The questions\' ids, as in qid_map_dev.json, for predictions with "id".',
)
@click.option("--baselines", is_flag=True, help="Also score answers that read nothing.")
@click.option(
    "--by",
    type=click.Choice(["kind", "document", "corpus", "phenomenon"]),
    multiple=True,
    help="Also a table by kind of question (warm-up, user), document, corpus (--corpus) or "
    "phenomenon (--phenomena); may be repeated.",
)
@click.option(
    "--corpus",
    "corpora",
    metavar="NAME=DIR",
    multiple=True,
    help="For --by corpus: a folder of documents and a name for it; may be repeated.",
)
@click.option(
    "--phenomena",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='For --by phenomenon: a CSV file with columns "question" and "category".',
)
@click.option(
    "--confidence",
    is_flag=True,
    help="Add 95 % intervals over passages, and how the others differ from the first system.",
)
@empty_option
@message_options
@table_options()
@output_option
@click.pass_context
@shows_progress("scoring")
def command(
    context: click.Context,
    *,
    passages: Path,
    predictions: tuple[Path, ...],
    groups: Path | None,
    question_ids: Path | None,
    baselines: bool,
    by: tuple[str, ...],
    corpora: tuple[str, ...],
    phenomena: Path | None,
    confidence: bool,
    empty: Empty,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Score predictions, and the baselines with --baselines, by TORQUE's official rule on spans."""
    if not predictions and not baselines:
        raise BadUsage("nothing to score; give files of predictions, or --baselines")
    check_writable(output)
    questions = passages_in(passages)
    grouped = groups_in(groups, questions)
    problems = list(questions.problems)
    results = []
    number = len(predictions) + len(BASELINES) * baselines
    try:
        ids = None if question_ids is None else read_question_ids(question_ids)
        groupings = {name: _grouping(name, questions, corpora, phenomena) for name in by}
        with progress("scoring", number, "systems") as step:
            for path in predictions:
                system = read_predictions(path, passages=questions, ids=ids)
                problems += system.problems
                results.append(
                    score_torque(
                        questions, system.name, system.answers, groups=grouped, empty=empty
                    )
                )
                if step is not None:
                    step(system.name)
            for name, baseline in BASELINES.items() if baselines else ():
                answers = answers_of(baseline, questions)
                results.append(score_torque(questions, name, answers, groups=grouped, empty=empty))
                if step is not None:
                    step(name)
    except OSError as error:
        raise BadUsage(f"{error.filename}: {error.strerror or error}") from None
    except TorqueError as error:
        raise BadUsage(str(error)) from None
    text = score_report(
        questions,
        results,
        empty=empty,
        grouped=bool(grouped),
        groupings=groupings,
        confidence=confidence,
        problems=problems,
        options=tables,
    )
    write_result(text, output)
    for result in results:
        if result.missing:
            count = f"{result.missing} of {len(questions.questions)} questions not answered"
            messages.warn(f"{result.name}: {count}; they score as answered with nothing")
    verbosity = messages.verbosity
    finish(context, problems, verbose=verbosity == "verbose", quiet=verbosity == "quiet")


def _grouping(
    name: str, passages: PassageSet, corpora: tuple[str, ...], phenomena: Path | None
) -> Grouping:
    if name == "corpus":
        if not corpora:
            raise BadUsage("--by corpus needs the folders: --corpus NAME=DIR")
        folders = {}
        for one in corpora:
            label, sign, folder = one.partition("=")
            if not sign or not label or label in folders:
                raise BadUsage(f"--corpus {one}: write NAME=DIR, each NAME once")
            folders[label] = open_documents(Path(folder), "--corpus")
        return by_corpus(passages, folders)
    if name == "phenomenon":
        if phenomena is None:
            raise BadUsage("--by phenomenon needs the file that names them: --phenomena FILE")
        return by_phenomenon(phenomena)
    return by_kind if name == "kind" else by_document(passages)
