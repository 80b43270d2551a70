"""``timegraph task`` and ``timegraph questions``: the commands for running a shared task."""

from __future__ import annotations

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["questions", "task"]

_TASK = """\b
Example (from the project root):
  timegraph task input examples/shared-task/texts --output input
"""

_TASK_COMMANDS = {
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

_QUESTIONS = """\b
Example (from the project root):
  timegraph questions make examples/shared-task/questions --output kit

\b
A question set is a file with a question on each line,
number|document|question|natural language|answer.
"""

_QUESTIONS_COMMANDS = {
    "check": (
        "timegraph.task.commands.questions_check",
        "Check sets: their form, whether answers agree, what gold says.",
    ),
    "draw": (
        "timegraph.task.commands.questions_draw",
        "Draw questions with proven answers from gold annotations.",
    ),
    "make": ("timegraph.task.commands.questions_make", "Make a kit of marked texts."),
}


@click.command(cls=LazyGroup, epilog=_TASK, homes=_TASK_COMMANDS)
def task() -> None:
    """Run a shared task: hand out documents, check submissions, write baselines."""


@click.command(cls=LazyGroup, epilog=_QUESTIONS, homes=_QUESTIONS_COMMANDS)
def questions() -> None:
    """Write, check and draw the question sets of a shared task."""
