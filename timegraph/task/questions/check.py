"""``timegraph questions check``: form, agreement and gold's answers of question sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from timegraph.commands.shared.command import BadUsage, Bundle, Call, command_with
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
from timegraph.commands.shared.terminal.progress import progress
from timegraph.corpus.runner import open_documents
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet
from timegraph.report import FindingFormat
from timegraph.scoring.qa_tempeval.kits import find_kit
from timegraph.task.question_sets.checked_sets import check_question_sets
from timegraph.task.question_sets.rules import RULES
from timegraph.task.questions._inputs import gold_signature, sets_in
from timegraph.task.report import question_check_report
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


@dataclass(frozen=True, slots=True)
class _SetInputs:
    """Question sets, their key and gold as the user names them."""

    sets: tuple[Path, ...]
    key: Path | None
    kit: Path | None
    gold: Path | None

    def open(self) -> tuple[list[tuple[str, QuestionSet]], Collection, Collection | None]:
        """The sets by path, read leniently, the key, and gold if it is given; :class:`BadUsage` for
        what cannot be used."""
        sets, key = self.sets, self.key
        if self.kit is not None:
            if key is not None:
                raise BadUsage("--key and --kit exclude each other: a kit has its own key")
            opened = find_kit(self.kit, with_systems=False)
            names: list[str | None] = [*map(str, sets)] or [None]
            sets, key = tuple(opened.question_file(name) for name in names), opened.key
        if not sets:
            raise BadUsage("no question set: name the files, or give --kit DIR")
        if key is None and self.gold is None:
            raise BadUsage("no key: give --key DIR, the documents whose ids the questions use")
        read = sets_in(sets, lenient=True)
        gold = None if self.gold is None else open_documents(self.gold, "--gold")
        documents = gold if key is None else open_documents(key, "--key")
        assert documents is not None
        _check_some(documents, "--gold" if key is None else "--key", read)
        if gold is not None:
            _check_some(gold, "--gold", read)
        return read, documents, gold


_INPUTS = Bundle(
    "inputs",
    (
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
    ),
    _SetInputs,
)


@command_with(
    _INPUTS,
    interpretation_options(),
    rule_options("gold-*", "docs/question-sets.md"),
    option(
        "--time-limit SECONDS",
        "How long each document may take to decide, to explain and to find what follows; past "
        "it the document is reported as not decided.",
        type=click.FloatRange(min=0, min_open=True),
        default=10.0,
    ),
    message_options,
    format_option_of(
        FINDING_FORMATS,
        " markdown has the counts alone.",
    ),
    output_option,
    epilog=_EPILOG,
    progress="checking",
)
def command(
    call: Call,
    *,
    inputs: _SetInputs,
    interpretation: Interpretation,
    shown: ShownRules,
    format_: FindingFormat,
) -> None:
    """Check question sets: their form, whether their answers can all be true, which follow from
    others, and what gold says of them."""
    selection = shown.selection(RULES)
    sets, key, gold = inputs.open()
    documents = {question.document for _, asked in sets for question in asked.questions}
    with progress("checking", len(documents)) as step:
        checked = check_question_sets(
            sets,
            key=key,
            gold=gold,
            selection=selection,
            interpretation=interpretation,
            time_limit=call.time_limit,
            progress=step,
        )
    for finding in checked.findings:
        if finding.code == "unreadable":
            call.messages.warn(finding.message)
    call.messages.lines(checked.warnings)
    report = question_check_report(
        checked, most=shown.most, signature=gold_signature(interpretation)
    )
    call.print(report, format_)
    call.finish(complete=checked.clean)


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
