"""``timegraph facts generate``: questions made from facts."""

from __future__ import annotations

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import choice_option, message_options, option, output_option
from timegraph.facts.commands._inputs import (
    FactsFile,
    OpenEnds,
    ends_options,
    facts_file,
    only_notes,
    report_problems,
)
from timegraph.facts.generate import FORMS, LIKE, PERTURBATIONS, SHARE, Form, Like, generate

_EPILOG = """\b
Example (from the project root):
  timegraph facts generate timeqa examples/facts/career.csv --seed 1

The output is JSON lines that timegraph facts score and consistency read; each answer is that of the
benchmark's own rule. The same seed gives the same bytes.
"""


@command_with(
    click.Argument(["like"], metavar="|".join(LIKE), type=click.Choice(LIKE)),
    facts_file,
    option("--seed N", "The seed.", type=click.IntRange(min=0), required=True),
    choice_option(
        "--perturb",
        PERTURBATIONS,
        "shift: move each subject's facts by -100 to +20 years; fictional: give all subjects "
        "and objects fictional names; resample: keep questions of eras that are rare among them. "
        "May be repeated.",
        multiple=True,
    ),
    option(
        "--unanswerable SHARE",
        "The share of timeqa questions that cannot be answered: before all facts, after all, and "
        f"in gaps.  [default: {SHARE}]",
        type=click.FloatRange(0, 1, max_open=True),
    ),
    choice_option(
        "--as",
        FORMS,
        "records: for facts score; prompts: a line for each question, with the facts as sentences, "
        "an instruction and a target, in the fields of the benchmark.",
        default="records",
        called="form",
    ),
    ends_options,
    message_options,
    output_option,
    epilog=_EPILOG,
    progress="generating",
)
def command(
    call: Call,
    *,
    facts: FactsFile,
    like: Like,
    seed: int,
    perturb: tuple[str, ...],
    unanswerable: float | None,
    form: Form,
    ends: OpenEnds,
) -> None:
    """Make questions with answers from FACTS: like TimeQA's, the printed bounds and perturbations
    of them, or like Complex-TR's."""
    read = facts.read(ends.open_end, properties=True)
    base = ends.base(read)
    if unanswerable is not None and like != "timeqa":
        raise BadUsage(f"--unanswerable is for timeqa; every question of {like} has an answer")
    text = generate(
        base,
        like=like,
        seed=seed,
        unanswerable=SHARE if unanswerable is None else unanswerable,
        form=form,
        **{name: name in perturb for name in PERTURBATIONS},
    )
    if not text:
        raise BadUsage(
            f"{facts.path}: no question can be made; facts need both dates and a relation that can "
            "be asked for, like team, employer, spouse"
        )
    call.write(text)
    problems = [*read.problems, *base.problems]
    report_problems(call.messages, problems)
    call.finish(complete=only_notes(problems))
