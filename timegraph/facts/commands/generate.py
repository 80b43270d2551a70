"""``timegraph facts generate``: questions made from facts."""

from __future__ import annotations

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import of_call, option
from timegraph.facts.commands._inputs import (
    FactsFile,
    base_of,
    ends_options,
    facts_file,
    only_notes,
    report_problems,
)
from timegraph.facts.generate import generate
from timegraph.facts.relations import OneAtATime

_EPILOG = """\b
Example (from the project root):
  timegraph facts generate timeqa examples/facts/career.csv --seed 1

The output is JSON lines that timegraph facts score reads; each answer is that of the benchmark's
own rule. The same seed gives the same bytes.
"""


@command_with(
    click.Argument(["like"], metavar="timeqa", type=click.Choice(["timeqa"])),
    facts_file,
    option("--seed N", "The seed.", type=click.IntRange(min=0), required=True),
    ends_options,
    call=of_call("messages output"),
    epilog=_EPILOG,
    progress="generating",
)
def command(
    call: Call,
    *,
    facts: FactsFile,
    like: str,
    seed: int,
    one_at_a_time: OneAtATime,
) -> None:
    """Make questions with answers from FACTS like TimeQA's: the printed bounds of each fact, and
    perturbations of them."""
    read = facts.read(properties=True)
    base = base_of(read, one_at_a_time)
    text = generate(base, seed=seed)
    if not text:
        raise BadUsage(
            f"{facts.path}: no question can be made like those of {like}; facts need both dates "
            "and a relation that can be asked for, like team, employer, spouse"
        )
    call.write(text)
    problems = [*read.problems, *base.problems]
    report_problems(call.messages, problems)
    call.finish(complete=only_notes(problems))
