"""Options of earlier versions, and what has taken their place."""

from __future__ import annotations

import click

__all__ = ["MOVED", "moved"]

_IN_PYTHON = "use the Python function"

MOVED: dict[str, str] = {
    "--no-align": "write --align off",
    "--align-by": "write --align overlap or --align first-token",
    "--allow-implied": f"{_IN_PYTHON} timegraph.task.drawing.draw.draw_questions",
    "--arrows": f"{_IN_PYTHON} timegraph.pictures.draw_svg, which has with_arrows",
    "--no-arrows": f"{_IN_PYTHON} timegraph.pictures.draw_svg, which has with_arrows",
    "--close-open-ends": "write --one-object RELATION for each relation of which there is one "
    "at a time, such as spouse or 'head coach'",
    "--commas": f"{_IN_PYTHON} timegraph.scoring.answers.score_facts, which has options",
    "--corpus": f"{_IN_PYTHON} timegraph.torque.groupings.by_corpus",
    "--empty-golds": f"{_IN_PYTHON} timegraph.scoring.answers.score_facts, which has options",
    "--fictional": "write --perturb fictional",
    "--field": "write --predictions FIELD",
    "--implied": f"{_IN_PYTHON} timegraph.task.drawing.draw.draw_questions",
    "--input": "write --texts DIR",
    "--max-size": f"{_IN_PYTHON} timegraph.task.submissions.check_submission",
    "--missing": f"{_IN_PYTHON} timegraph.scoring.answers.score_facts, which has options",
    "--near": f"{_IN_PYTHON} timegraph.task.drawing.draw.draw_questions",
    "--no-config": "write --config none",
    "--no-titles": f"{_IN_PYTHON} timegraph.task.inputs.documents.input_document",
    "--official": f"{_IN_PYTHON} timegraph.scoring.answers.score_facts, which has scorer",
    "--only-listed": "write --document @FILE",
    "--passage": "write --document NAME",
    "--phenomena": f"{_IN_PYTHON} timegraph.torque.groupings.by_phenomenon",
    "--possible": "write --why, which adds to lists what is possible, too",
    "--published": f"{_IN_PYTHON} timegraph.report.published_table",
    "--question": "write --document NAME, or search in the output",
    "--relations": "write --shares BEFORE=2,AFTER=1",
    "--resample": "write --perturb resample",
    "--shift": "write --perturb shift",
    "--source": "write NAME=SET as an argument",
    "--split": f"{_IN_PYTHON} timegraph.scoring.answers.score_facts, which has options",
    "--timeml": "write the folder as an argument, after PASSAGES.json",
    "--titles": f"{_IN_PYTHON} timegraph.task.inputs.documents.input_document",
    "--whole-chains": "write --verbose",
    "--write-baseline": "write --format baseline --output FILE",
    "ask --only": "write --listed",
    "closure --max-relations": "write --max",
    "check --next": "write timegraph open --number N",
    "check --open": "write timegraph open",
    "check --priors": "write timegraph open --priors FILE",
    "facts generate --like": "write the benchmark as the first argument, before FACTS",
    "open --next": "write --number N",
    "questions draw --answers": "write --shares yes=60,no=40",
    "relations --empty": f"{_IN_PYTHON} timegraph.scoring.relations.measure.score_relations_system",
    "score --only": "write --listed",
    "torque answer --reading": "write --before",
    "torque baselines --answers": "write the baseline as an argument, after PASSAGES.json",
    "torque pairs --reading": "write --before",
}
"""Options that are gone, and what to write instead. Where commands differ, the name of the command
stands before the option."""


def moved(error: click.NoSuchOption, context: click.Context) -> click.NoSuchOption:
    """The error with the way out, if the option is one that another has replaced."""
    name = error.option_name
    path = context.command_path.partition(" ")[2]
    way_out = MOVED.get(f"{path} {name}", MOVED.get(name))
    if way_out is None:
        return error
    return click.NoSuchOption(name, f"No such option {name!r} any more: {way_out}", ctx=context)
