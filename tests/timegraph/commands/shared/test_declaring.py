"""Options are declared as the help shows them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph.commands.shared.options import (
    choice_option,
    option,
    path_argument,
    path_option,
    switch,
)

PARTS = [
    path_argument("files", "FILE...", nargs=-1),
    option("--number N", "How many.", called="count", type=int, default=5),
    option("--name NAME", "Which.", multiple=True),
    switch("--all", "Everything."),
    path_option("--into DIR", "Where to."),
    choice_option("--by HOW", ("a", "b"), "How.", called="way"),
]


def values(*arguments: str) -> dict[str, object]:
    got: dict[str, object] = {}
    command = click.Command("test", params=[*PARTS], callback=lambda **parsed: got.update(parsed))
    assert CliRunner().invoke(command, arguments).exit_code == 0
    return got


def test_values_have_the_name_of_the_option_or_the_one_they_are_called() -> None:
    assert values("--number", "3", "--name", "x", "--all", "--into", "d", "--by", "b", "f") == {
        "files": (Path("f"),),
        "count": 3,
        "name": ("x",),
        "all": True,
        "into": Path("d"),
        "way": "b",
    }
    assert values() == {
        "files": (),
        "count": 5,
        "name": (),
        "all": False,
        "into": None,
        "way": None,
    }


@pytest.mark.parametrize(
    "line",
    ["--number N  How many.  [default: 5]", "--all Everything.", "--into DIR Where to."],
)
def test_the_help_shows_names_values_and_defaults(line: str) -> None:
    text = CliRunner().invoke(click.Command("test", params=[*PARTS]), ["--help"]).output
    assert " ".join(line.split()) in " ".join(text.split())
    assert "[FILE...]" in text or "FILE..." in text
