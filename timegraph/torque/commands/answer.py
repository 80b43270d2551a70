"""``timegraph torque answer``: the questions asked of TimeML annotations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from timegraph._wording import counted
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import (
    choice_option,
    of_call,
    option,
    path_argument,
    switch,
)
from timegraph.corpus.runner import open_documents
from timegraph.torque.answers import (
    AlignedPassage,
    TorquePolicy,
    TorqueReading,
    align_passages,
    answer_passages,
)
from timegraph.torque.passages import heading, prediction_lines, problem, read_passages
from timegraph.torque.scoring import reasons_of

_EPILOG = """\b
Examples (from the project root):
  timegraph torque answer examples/torque/passages.json examples/torque/timeml
  timegraph torque answer examples/torque/passages.json \\
      examples/torque/timeml --why

Without --why the output is a prediction file that "timegraph torque score" reads.
"""


@command_with(
    path_argument("passages", "PASSAGES.json"),
    path_argument("folders", "DIR...", nargs=-1, required=True),
    choice_option(
        "--policy",
        ["entailed", "possible", "all-but-excluded"],
        "Which events are in an answer: those of which the annotation entails it, also those "
        "of which it leaves it open, or also those that are not annotated.",
        default="entailed",
    ),
    choice_option(
        "--before",
        ["starts", "intervals"],
        "Before means: starts before the other starts, or ends before the other starts.",
        default="starts",
    ),
    option("--document NAME", "Only the passage of this name."),
    switch("--why", "Say for each event why it is in the answer, or what is missing."),
    call=of_call("messages output"),
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    policy: TorquePolicy,
    before: TorqueReading,
    document: str | None,
    why: bool,
) -> None:
    """Answer the questions from the annotations in DIRs, as predictions or with reasons (--why)."""
    read = read_passages(passages)
    if document is not None and document not in read.by_name:
        raise BadUsage(f"{passages}: has no passage {document}")
    aligned, notices = align_passages(
        read, *(open_documents(path, "annotation") for path in folders)
    )
    # Nobody's answers are needed to give answers.
    problems = [*(found for found in read.problems if found.code != "no-annotators"), *notices]
    asked_about = [
        passage for passage in aligned.values() if document in (None, passage.passage.name)
    ]
    _say_what_was_assumed(asked_about, call)
    answered = list(answer_passages(asked_about, reading=before, policy=policy))
    problems += [
        problem("not-understood", *answer.question.key, "says no order")
        for answer in answered
        if answer.asked is None
    ]
    if why:
        text = "\n".join(f"{reasons_of(answer)}\n" for answer in answered)
    else:
        text = prediction_lines((answer.question.key, answer.answer) for answer in answered)
    call.write(text)
    call.messages.findings(problems, heading)
    call.finish(complete=not problems)


def _say_what_was_assumed(passages: Iterable[AlignedPassage], call: Call) -> None:
    listed = [passage.passage.listed for passage in passages]
    without = listed.count(False)
    if without:
        call.messages.warn(
            f"{counted(without, 'passage')} without a list of events: those that "
            "the annotation has there are taken"
        )
    for passage in passages:
        if passage.again:
            call.messages.warn(
                f"{passage.passage.name}: {passage.document.name} has its text more than once; "
                "the first place is taken"
            )
