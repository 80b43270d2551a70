"""``timegraph task baseline``: annotations that ignore the text, know the answers, or are
learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

import timeml
from timegraph.annotation import Annotator, ModelError, train
from timegraph.commands.shared.command import BadUsage, Call, Messages, command_with
from timegraph.commands.shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands.shared.options import format_option, message_options, path_option, switch
from timegraph.corpus.runner import open_documents
from timegraph.qa import SetQuestion, read_questions
from timegraph.report import Cell, Column, Format, Report, Table
from timegraph.task.annotation_baselines import BASELINES, Baseline, baseline_document
from timeml import Collection

_EPILOG = """\b
Examples (from the project root):
  timegraph task baseline text-order --output text-order \\
      --key examples/kit/eval-questions/question-events
  timegraph task baseline gold --output gold --gold examples/kit/gold \\
      --key examples/kit/eval-questions/question-events

\b
  nothing        the entities of the key, and no link
  text-order     each event BEFORE the next
  creation-time  each event BEFORE the creation time
  answers        the relation of each question whose answer is yes (a ceiling
                 that needs no gold: links that do not contradict each other
                 answer these questions, and may leave the others open)
  gold           the gold annotations, with the ids of the key
  learned        links of a model that is trained on documents of --gold which
                 the key does not have; needs the extra annotate

The documents are scored like those of any system: timegraph score --kit KIT DIR.

Exit code 1: something could not be written, such as a link to a creation time that is not
there, or a relation that is asked but cannot be annotated.
"""


@command_with(
    click.Argument(["baseline"], metavar="BASELINE", type=click.Choice(BASELINES)),
    path_option("--key DIR", "The key documents, whose entities are annotated.", required=True),
    path_option("--gold DIR", "The gold documents; for the baselines gold and learned."),
    path_option("--questions FILE", "The question set; for the baseline answers."),
    switch("--lenient", "Leave out faulty lines of the question set."),
    output_folder_option(),
    message_options,
    format_option,
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    baseline: Baseline,
    key: Path,
    gold: Path | None,
    questions: Path | None,
    lenient: bool,
    target: Path,
    format_: Format,
) -> None:
    """Write the annotations of a BASELINE (see below) for each document of the key."""
    _check_options(baseline, gold, questions)
    check_folder(target, [(key, "the key"), *([(gold, "gold")] if gold is not None else [])])
    keys = open_documents(key, "--key")
    golds = None if gold is None else open_documents(gold, "--gold")
    asked = {} if questions is None else _by_document(questions, keys, lenient, call.messages)
    model = _trained(golds, keys, gold) if baseline == "learned" and golds is not None else None
    files: dict[str, bytes] = {}
    rows: list[tuple[Cell, ...]] = []
    problems: list[str] = []
    for name in keys.names:
        match = None if golds is None or model is not None else golds.match(name)
        if baseline == "gold" and match is None:
            problems.append(f"{name}: gold has no such document; not written")
            continue
        document, left_out = baseline_document(
            baseline,
            keys.read(name),
            gold=None if golds is None or match is None else golds.read(match),
            questions=asked.get(name, ()),
            model=model,
        )
        problems += (f"{name}: {what}; left out" for what in left_out)
        files[name] = timeml.write(document)
        rows.append((name, len(document.entities), len(document.tlinks)))
    if not files:
        raise BadUsage(f"--gold {gold}: has none of the key's documents")
    write_files(target, files)
    call.messages.lines(problems)
    columns = Column("document"), Column("entities"), Column("links")
    table = Table(columns, tuple(rows), name="documents")
    call.print(Report([table]), format_)
    call.finish(complete=not problems)


def _trained(golds: Collection, keys: Collection, place: Path | None) -> Annotator:
    """A model of the gold documents that are not the key's: it must not know the answers."""
    others = [name for name in golds.names if keys.match(name) is None]
    try:
        return train((golds.read(name) for name in others), entities=False)
    except ModelError as error:
        raise BadUsage(f"--gold {place}, without the key's documents: {error}") from None


def _check_options(baseline: Baseline, gold: Path | None, questions: Path | None) -> None:
    for path, wanted, option, what in (
        (gold, ("gold", "learned"), "--gold DIR", "the documents with the links"),
        (questions, ("answers",), "--questions FILE", "the question set with the answers"),
    ):
        if baseline in wanted and path is None:
            raise BadUsage(f"the baseline {baseline} needs {option}, {what}")
        if baseline not in wanted and path is not None:
            name = option.split()[0]
            raise BadUsage(
                f"{name} is for the baseline {' and '.join(wanted)}; leave it out with {baseline}"
            )


def _by_document(
    file: Path, keys: Collection, lenient: bool, messages: Messages
) -> Mapping[str, Sequence[SetQuestion]]:
    """The questions by the name of their key document."""
    try:
        questions = read_questions(file, lenient=lenient)
    except OSError as error:
        raise BadUsage(f"--questions {file}: {error.strerror}") from None
    messages.lines(questions.warnings)
    found: dict[str, list[SetQuestion]] = {}
    for question in questions.questions:
        name = keys.match(question.document)
        if name is None:
            raise BadUsage(
                f"{file}:{question.line}: the key has no document {question.document}; correct "
                "its name, or give another --key"
            )
        found.setdefault(name, []).append(question)
    return found
