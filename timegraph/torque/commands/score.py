"""``timegraph torque score``: predictions, and baselines, against the annotators' answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.measure_command import (
    by_option,
    finish_measure,
    measure_call,
    table_pages,
    working,
)
from timegraph.commands.shared.options import choice_option, path_argument, path_option, switch
from timegraph.findings import Finding
from timegraph.torque.answers import BASELINES, answers_of
from timegraph.torque.passages import (
    PassageSet,
    heading,
    parsed_json,
    read_passages,
    read_predictions,
)
from timegraph.torque.scoring import (
    TORQUE,
    Answers,
    Empty,
    agreement_report,
    contrast_groups,
    score_torque,
    torque_grouping,
)

_EPILOG = """\b
Examples (from the project root):
  timegraph torque score examples/torque/passages.json --baselines
  timegraph torque score examples/torque/passages.json \\
      examples/torque/predictions.jsonl --confidence

A prediction file has a line per question: {"passage": NAME, "question": TEXT, "events": [[3, 7]]}.
F1 is the mean over questions of the best F1 over the annotators, EM the share of answers that equal
an annotator's, C the share of contrast groups in which every question has an F1 of 0.8 or more.
The majority of the annotators has the events that more than half of them chose.
"""


@command_with(
    path_argument("passages", "PASSAGES.json"),
    path_option(
        "--groups FILE",
        "The contrast groups, as in question_clustering.json; without them C is not scored.",
    ),
    path_argument("predictions", "[PREDICTIONS.jsonl...]", nargs=-1),
    switch("--baselines", "Also score answers that ignore the text."),
    switch("--agreement", "Score no answers; say how far the annotators agree."),
    by_option("kind", "document"),
    choice_option(
        "--empty",
        ["official", "all"],
        "Which annotators count: as in the official program none after the first one whose answer "
        "is empty, or all.",
        default="official",
    ),
    call=measure_call(TORQUE, ["kind", "document"]),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    passages: Path,
    groups: Path | None,
    predictions: tuple[Path, ...],
    baselines: bool,
    agreement: bool,
    by: tuple[str, ...],
    empty: Empty,
) -> None:
    """Score predictions, and the baselines with --baselines, by TORQUE's official rule on spans."""
    scored = predictions or baselines
    if agreement and scored:
        raise BadUsage("--agreement compares annotators alone; leave predictions and baselines out")
    if not agreement and not scored:
        raise BadUsage("nothing to score; give files of predictions, or --baselines")
    questions = read_passages(passages)
    if agreement:
        call.print(agreement_report(questions))
        call.messages.findings(questions.problems, heading)
        call.finish(complete=not questions.problems)
        return
    contrast = _groups_in(groups, questions)
    answers, problems = _answers(predictions, baselines, questions)
    number = len(answers) * len(questions.passages)
    with working(call, number, answers, units="passages") as running:
        run = score_torque(
            questions,
            answers,
            groups=contrast,
            empty=empty,
            **running,
        )
    call.messages.findings(problems, heading)
    run = replace(run, incomplete=bool(problems) or not all(answers.values()))
    groupings = [torque_grouping(kind, questions) for kind in by]
    draw = table_pages(run, groupings, "TORQUE")
    finish_measure(call, run, groupings, problems=problems, draw=draw)


def _answers(
    predictions: Sequence[Path], baselines: bool, questions: PassageSet
) -> tuple[dict[str, Answers], Sequence[Finding]]:
    """The answers of each system by its name, and what is wrong with passages and files."""
    problems = list(questions.problems)
    answers: dict[str, Answers] = {}
    for path in predictions:
        system = read_predictions(path, passages=questions)
        if system.name in answers:
            raise BadUsage(f"{path}: another file is called {system.name}; rename one of them")
        if baselines and system.name in BASELINES:
            raise BadUsage(f"{path}: a baseline is called {system.name}; rename the file")
        problems += system.problems
        answers[system.name] = system.answers
    for name, baseline in BASELINES.items() if baselines else ():
        answers[name] = answers_of(baseline, questions)
    return answers, problems


def _groups_in(path: Path | None, passages: PassageSet) -> list[tuple[tuple[str, str], ...]]:
    """The contrast groups of a file like the released ``question_clustering.json``."""
    if path is None:
        return []
    content = parsed_json(path.read_bytes(), str(path))
    numbered = isinstance(content, dict) and all(
        isinstance(groups, dict) and all(isinstance(texts, list) for texts in groups.values())
        for groups in content.values()
    )
    if not numbered:
        raise BadUsage(f"{path}: is not an object of groups of questions by passage")
    return contrast_groups(content, passages.questions)
