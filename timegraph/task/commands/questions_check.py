"""``timegraph questions check``: form, agreement and gold's answers of question sets."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add
from pathlib import Path

import click

from timegraph._wording import counted
from timegraph.checking.diagnostics import UNREADABLE
from timegraph.checking.document import Selection
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import (
    FINDING_FORMATS,
    ShownRules,
    format_option_of,
    interpretation_options,
    message_options,
    option,
    output_option,
    path_argument,
    path_option,
    rule_options,
)
from timegraph.commands.shared.terminal import progress
from timegraph.corpus.runner import open_documents
from timegraph.findings import SEVERITIES
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet, read_questions
from timegraph.qa.contradictions import Asked
from timegraph.report import Cell, Column, FindingsSection, Table
from timegraph.report.findings import findings_report
from timegraph.scoring.qa_tempeval.kits import find_kit, question_file
from timegraph.scoring.signature import Signature
from timegraph.task.question_sets import (
    RULES,
    VERDICTS,
    CheckedDocument,
    CheckedSets,
    check_question_sets,
)
from timeml import Collection, TimeMLError

_EPILOG = """\b
Examples (from the project root):
  timegraph questions check --kit examples/kit
  timegraph questions check --kit examples/kit --gold examples/kit/gold
  timegraph questions check --kit examples/kit --format json \\
      --select contradicting-answers

Several sets are checked together, as one. A finding is an error or a warning, or a note, which is
shown with --severity note. Decisions are exact: whether answers can all be true, which follow from
others, and, with --gold, whether its links give each answer, contradict it or leave it open.

Exit code 0: no error and no warning is shown; 1: some are; 2: bad usage, or a set that holds no
question at all.
"""


@command_with(
    path_argument("sets", "SET...", nargs=-1),
    path_option("--key DIR", "The documents whose ids the questions use."),
    path_option(
        "--kit DIR",
        "Take the key from a kit; SET is then the name of a question set in it, by "
        "default its only one.",
    ),
    path_option(
        "--gold DIR",
        "Annotated documents of the same texts. Without --key, the ids of the questions "
        "are theirs; else they may have ids of their own.",
    ),
    interpretation_options(),
    rule_options(SEVERITIES, "gold-*", "docs/question-sets.md"),
    call=(
        format_option_of(
            FINDING_FORMATS,
            " markdown has the counts alone.",
        ),
        option(
            "--time-limit SECONDS",
            "How long each document may take to decide, to explain and to find what follows; past "
            "it the document is reported as not decided.",
            type=click.FloatRange(min=0, min_open=True),
            default=10.0,
        ),
        message_options,
        output_option,
    ),
    epilog=_EPILOG,
    progress="checking",
)
def command(
    call: Call,
    *,
    sets: tuple[Path, ...],
    key: Path | None,
    kit: Path | None,
    gold: Path | None,
    interpretation: Interpretation,
    shown: ShownRules,
) -> None:
    """Check question sets: their form, whether their answers can all be true, which follow from
    others, and what gold says of them."""
    selection = Selection(shown.select, shown.ignore, shown.severity, RULES)
    if kit is not None:
        if key is not None:
            raise BadUsage("--key and --kit exclude each other: a kit has its own key")
        files, key, _ = find_kit(kit, with_systems=False)
        names: list[str | None] = [*map(str, sets)] or [None]
        sets = tuple(question_file(kit, files, name) for name in names)
    if not sets:
        raise BadUsage("no question set: name the files, or give --kit DIR")
    read = _read(sets)
    golds = None if gold is None else open_documents(gold, "--gold")
    keys = golds if key is None else open_documents(key, "--key")
    if keys is None:
        raise BadUsage("no key: give --key DIR, the documents whose ids the questions use")
    _check_some(keys, "--gold" if key is None else "--key", read)
    if golds is not None:
        _check_some(golds, "--gold", read)
    documents = {question.document for _, asked in read for question in asked.questions}
    with progress("checking", len(documents)) as step:
        checked = check_question_sets(
            read,
            key=keys,
            gold=golds,
            selection=selection,
            interpretation=interpretation,
            time_limit=call.time_limit,
            progress=step,
        )
    for finding in checked.findings:
        if finding.code == "unreadable":
            call.messages.warn(finding.message)
    call.messages.lines(checked.warnings)
    signature = ""
    if golds is not None:
        signature = str(Signature.of("gold-answers", **interpretation.signature()))
    # Documents that cannot be read are named on stderr.
    section = FindingsSection(
        checked.findings, RULES, most=shown.most, hidden=frozenset({UNREADABLE.code})
    )
    members: dict[str, object] = {"warnings": list(checked.warnings)}
    if signature:
        members["signature"] = signature
    table = _table(checked, several=len(sets) > 1, signature=signature)
    call.print(findings_report([section], [table], members=members))
    call.finish(complete=all(finding.severity == "note" for finding in checked.findings))


def _read(paths: Sequence[Path]) -> list[tuple[str, QuestionSet]]:
    """The question sets of these files, each with its path; a faulty line does not stop it."""
    sets: list[tuple[str, QuestionSet]] = []
    for path in paths:
        if path in paths[: len(sets)]:
            raise BadUsage(f"the question set {path} is given twice")
        if path.is_dir():
            raise BadUsage(f"{path}: is a folder; give a question set, or the folder with --kit")
        sets.append((str(path), read_questions(path, lenient=True)))
    return sets


def _check_some(
    documents: Collection, option: str, sets: Sequence[tuple[str, QuestionSet]]
) -> None:
    """Raise :class:`BadUsage` if there is none of the documents that are asked about: then the
    path is nearly always mistyped."""
    asked = dict.fromkeys(
        question.document for _, question_set in sets for question in question_set.questions
    )
    for name in asked:
        try:
            if name and documents.match(name) is not None:
                return
        except TimeMLError:  # several have the name, which is reported in its place
            return
    raise BadUsage(
        f"{option} {documents.path}: has none of the documents that are asked about, such as "
        f"{next(filter(None, asked), 'none that is named')}"
    )


_ANSWERS = ("yes", "no", "unknown")
_COLUMNS = (
    Column("document", kind="key"),
    *map(Column, ("questions", *_ANSWERS)),
    Column("consistent"),
    Column("contradictions"),
    Column("drop", "fewest to drop"),
    Column("implied", "follow"),
)
_GOLD = tuple(Column(f"gold_{verdict}", f"gold {verdict}") for verdict in VERDICTS)
_CONSISTENT = {True: "yes", False: "no", None: "not decided"}


def _table(checked: CheckedSets, *, several: bool, signature: str) -> Table:
    """The questions of each document, whether their answers agree, and what gold says."""
    documents = checked.documents
    rows: list[tuple[Cell, ...]] = [
        (
            document.asked.name,
            *_counted(document.asked.questions),
            *_together(document, several),
            *_verdicts([document]),
        )
        for document in documents
    ]
    if len(rows) > 1:
        decided = [document for document in documents if not document.asked.problem]
        drops = [document.answers.drop for document in decided]
        agree = sum(document.answers.consistent is True for document in decided)
        following = [d.following for d in decided if d.following is not None]
        rows.append(
            (
                "all",
                *_counted(asked for document in documents for asked in document.asked.questions),
                f"{agree} of {len(decided)}",
                sum(len(document.answers.contradictions) for document in decided),
                None if None in drops else _how_many(sum(len(drop or ()) for drop in drops)),
                sum(following) if following else None,
                *_verdicts(documents),
            )
        )
    notes = (f"gold: {signature}",) if signature else ()
    columns = (*_COLUMNS, *(_GOLD if signature else ()))
    return Table(columns, tuple(rows), notes, name="documents")


def _how_many(questions: int) -> str:
    return counted(questions, "question") if questions else "none"


def _together(document: CheckedDocument, several: bool) -> tuple[Cell, ...]:
    """Whether the answers agree, as far as there is a document to ask about."""
    answers = document.answers
    if document.asked.problem:
        return (None,) * 4
    named = None
    if answers.drop is not None:
        drop = [document.asked.statements[n].source for n in answers.drop]
        files = [f" of {os.path.basename(asked.file)}" if several else "" for asked in drop]
        numbers = [asked.question.number for asked in drop]
        named = ", ".join(map(add, numbers, files)) or "none"
    count: Cell = len(answers.contradictions)
    if not answers.all_found:
        count = None if answers.consistent is None else f"{count} or more"
    return _CONSISTENT[answers.consistent], count, named, document.following


def _counted(questions: Iterable[Asked]) -> tuple[int, ...]:
    answers = [asked.question.answer for asked in questions]
    by_answer = Counter(answer.value for answer in answers if answer is not None)
    return (len(answers), *(by_answer[answer] for answer in _ANSWERS))


def _verdicts(documents: Sequence[CheckedDocument]) -> tuple[int, ...]:
    """What gold says of the answers of documents; nothing without gold."""
    if documents[0].verdicts is None:
        return ()
    counts = sum((document.verdicts or Counter() for document in documents), Counter[str]())
    return tuple(counts[verdict] for verdict in VERDICTS)
