"""How wide the command line is: commands, options, help, parameters, frames. It only gets narrower.

A later change that adds an option or a command says so here.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph.commands.main import timegraph
from timegraph.commands.shared.command import Command

MOST_COMMANDS = 31
"""``serve`` and ``verify`` are the doors for programs in other languages and for claims about a
timeline: no other command holds graphs, and none compares statements with verdicts. ``decode``
reads candidates with weights, which no other command takes. ``annotate train`` and ``run`` are the
only ones that learn: ``--created`` is when a text was written, ``--contradictions`` what becomes of
learnt links."""
MOST_OPTIONS = 80
"""Distinct long names, negations (``--no-calendar``) aside. ``--mode`` says what ``decode``
looks for. ``--columns-as`` names the columns of a memory's export, whose names no standard
fixes."""
MOST_LINES = 100
"""Lines of the help of a command, 80 columns wide."""
MOST_PARAMETERS = 12
"""Of the body of a command, which reads from top to bottom: options with one command are no record
of their own."""
MOST_FRAMES = 3
"""Between click and the body of a command, with that."""

MEASURES = {
    "agreement",
    "awareness",
    "compare",
    "entities",
    "facts score",
    "relations",
    "score",
    "torque score",
}

# What each measure has, and the measures that lack it with the reason.
COMMON: dict[str, dict[str, str]] = {
    "--against": {"agreement": "annotators are not systems: none is compared with a better one"},
    "--by": {},
    "--columns": {},
    "--confidence": {"compare": "tests of pairs of systems are all that it prints"},
    "--decimals": {},
    "--format": {},
    "--html": {},
    "--jobs": {},
    "--output": {},
    "--quiet": {},
    "--seed": {"agreement": "it draws nothing at random: its intervals are jackknifed"},
    "--verbose": {},
}

# Options that have one meaning, and the commands that a word of the same name would mislead in.
ONE_MEANING = {
    "--answers": {"facts score", "score"},
    "--empty": {"torque score"},
    "--listed": {"ask", "score"},
    "--names": {"facts ask"},
    "--only": {"view"},
    "--ordering": {"awareness"},
    "--predictions": {"compare", "facts score", "score", "times score"},
    "--reading": {"facts ask", "facts score"},
    "--skip-missing": {"awareness"},
}


def leaves(group: click.Group = timegraph, *path: str) -> Iterator[tuple[str, Command]]:
    """The commands that do something, by their names as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, *path, name)
        else:
            assert isinstance(command, Command), f"{name} is not made with command_with"
            yield " ".join((*path, name)), command


LEAVES = dict(leaves())


def long_options(command: Command) -> set[str]:
    """The long names of a command's options, without negations."""
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    return {name for option in options for name in option.opts if name.startswith("--")}


def test_there_are_few_commands_and_options() -> None:
    assert len(LEAVES) <= MOST_COMMANDS
    assert len(set().union(*map(long_options, LEAVES.values()))) <= MOST_OPTIONS


@pytest.mark.parametrize("name", LEAVES)
def test_help_fits_on_a_few_screens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(timegraph, [*name.split(), "--help"]).stdout
    assert len(shown.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", LEAVES)
def test_a_body_takes_few_parameters_each_by_its_name(name: str) -> None:
    parameters = inspect.signature(LEAVES[name].body).parameters.values()
    assert len(parameters) <= MOST_PARAMETERS
    assert not any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters)


@pytest.mark.parametrize("name", LEAVES)
def test_a_name_stands_for_one_option(name: str) -> None:
    options = [
        parameter for parameter in LEAVES[name].params if isinstance(parameter, click.Option)
    ]
    names = [text for option in options for text in (*option.opts, *option.secondary_opts)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", COMMON)
def test_options_of_measures_are_the_same_everywhere(name: str) -> None:
    lacking = {measure for measure in MEASURES if name not in long_options(LEAVES[measure])}
    assert lacking == set(COMMON[name])
    for parameter in ("type", "multiple", "is_flag", "metavar"):
        values = {
            str(getattr(option, parameter))
            for measure in MEASURES - lacking
            for option in LEAVES[measure].params
            if name in option.opts and not (name == "--by" and parameter in ("type", "metavar"))
        }
        assert len(values) <= 1, (parameter, values)


def test_few_frames_stand_between_click_and_a_body(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a command with a bundle and a line of progress; all are made by the same class."""
    command = LEAVES["torque score"]
    frames: list[str] = []
    monkeypatch.setattr(
        command, "body", lambda *args, **values: frames.extend(f.filename for f in inspect.stack())
    )
    arguments = ["torque", "score", "passages.json"]
    assert CliRunner().invoke(timegraph, arguments).exit_code == 0
    ours = next(k for k, name in enumerate(frames) if "click" in Path(name).parts)
    assert ours <= MOST_FRAMES


def test_a_name_has_one_meaning() -> None:
    for option, commands in ONE_MEANING.items():
        having = {name for name, command in LEAVES.items() if option in long_options(command)}
        assert having == commands, option


def test_conflicts_are_treated_in_the_same_ways_everywhere() -> None:
    for name, command in LEAVES.items():
        for option in command.params:
            if option.name == "on_conflict":
                assert isinstance(option.type, click.Choice), name
                assert tuple(option.type.choices) == ("error", "drop-constraint", "drop-link")


@pytest.mark.parametrize("name", ["ask", "check", "closure", "view"])
def test_a_document_that_contradicts_itself_fails_if_that_is_an_error(name: str, kit: Path) -> None:
    document = kit / "systems" / "hasty" / "news-festival-storm.tml"
    more = {"ask": ["WHEN ei4"], "view": ["--format", "text"]}.get(name, [])
    arguments = [name, "--on-conflict", "error", str(document), *more]
    done = CliRunner().invoke(timegraph, arguments)
    assert done.exit_code == (2 if name == "ask" else 1)
    assert "Traceback" not in done.output
    assert " contradicts " in done.stderr
