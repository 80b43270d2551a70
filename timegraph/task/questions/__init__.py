"""``timegraph questions``: the commands for question sets."""

from __future__ import annotations

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph questions make examples/shared-task/questions --output kit

\b
A question set is a file with a question on each line,
number|document|question|natural language|answer.
"""


_COMMANDS = {
    "check": (
        "timegraph.task.questions.check",
        "Check sets: their form, whether answers agree, what gold says.",
    ),
    "draw": (
        "timegraph.task.questions.draw",
        "Draw questions with proven answers from gold annotations.",
    ),
    "make": ("timegraph.task.questions.make", "Make a kit of marked texts."),
}


@click.command(cls=LazyGroup, epilog=_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Write, check and draw the question sets of a shared task."""
