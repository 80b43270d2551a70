"""``timegraph facts``: the commands for dated facts."""

from __future__ import annotations

import click

from timegraph.commands.shared.lazy_group import LazyGroup

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph facts ask examples/facts/career.csv \\
      "Which employer did Ida Holm work for in May 1987?"

Facts say who had whom for what, from when to when. All scores here are those of oracle facts: the
engine is given the facts and has to find no text.
"""


_COMMANDS = {
    "ask": ("timegraph.facts.commands.ask", "Ask facts questions in English."),
    "generate": ("timegraph.facts.commands.generate", "Make questions from facts."),
    "score": ("timegraph.facts.commands.score", "Score answers to questions about facts."),
}


@click.command(cls=LazyGroup, epilog=_EPILOG, homes=_COMMANDS)
def command() -> None:
    """Answer, score and make questions about dated facts."""
