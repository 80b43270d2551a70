"""``timegraph task``: the commands for running a shared task."""

from __future__ import annotations

from typing import ClassVar

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph task input examples/shared-task/texts --output input
"""


class _Commands(LazyGroup):
    homes: ClassVar = {
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


@click.command(cls=_Commands, epilog=_EPILOG)
def command() -> None:
    """Run a shared task: hand out documents, check submissions, write baselines."""
