"""``timegraph torque``: the commands for TORQUE's questions."""

from __future__ import annotations

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque score examples/torque/passages.json --baselines

TORQUE (Ning et al. 2020) asks questions about the order of events in passages of two sentences; an
answer is a set of events. All scores here are span-level.
"""


_COMMANDS = {
    "answer": ("timegraph.torque.commands.answer", "Answer the questions from annotations."),
    "score": ("timegraph.torque.commands.score", "Score predictions, and the baselines."),
}


@click.command(cls=LazyGroup, epilog=_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Score TORQUE answers, and ask TimeML annotations its questions."""
