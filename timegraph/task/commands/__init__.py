"""``timegraph task``: the commands for running a shared task."""

from __future__ import annotations

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph task input examples/shared-task/texts --output input
"""


_COMMANDS = {
    "baseline": (
        "timegraph.task.commands.baseline",
        "Write floors and ceilings as annotations.",
    ),
    "check-submission": (
        "timegraph.task.commands.check_submission",
        "Check submissions, and write verdicts.",
    ),
    "input": ("timegraph.task.commands.input", "Make input documents of plain text."),
}


@click.command(cls=LazyGroup, epilog=_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Run a shared task: hand out documents, check submissions, write baselines."""
