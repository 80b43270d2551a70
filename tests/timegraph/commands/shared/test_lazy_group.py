"""Commands are imported when they are called, and not before."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from timegraph.commands.main import timegraph
from timegraph.commands.shared.lazy_group import LazyGroup


@click.command(
    cls=LazyGroup, homes={"closure": ("timegraph.commands.closure", "Write the closure.")}
)
def group() -> None:
    """A group of one command."""


@pytest.fixture
def not_imported() -> Iterator[str]:
    """A command's module that is not imported yet; click keeps in it the options of the first
    group that calls it, so that other tests get a new one."""
    module = "timegraph.commands.closure"
    sys.modules.pop(module, None)
    yield module
    sys.modules.pop(module, None)


def test_help_imports_no_command(not_imported: str) -> None:
    done = CliRunner().invoke(group, ["--help"])
    assert "closure" in done.output
    assert "Write the closure." in done.output
    assert not_imported not in sys.modules
    assert CliRunner().invoke(group, ["closure", "--help"]).exit_code == 0
    assert not_imported in sys.modules


def test_an_unknown_command_is_bad_usage() -> None:
    done = CliRunner().invoke(group, ["closures"])
    assert done.exit_code == 2
    assert "no command is called closures; did you mean closure?" in done.output
    assert "; the commands are closure" in CliRunner().invoke(group, ["x"]).output
    assert "No such option" in CliRunner().invoke(group, ["--closure"]).output


def test_a_command_of_the_group_around_is_named() -> None:
    done = CliRunner().invoke(timegraph, ["facts", "check"], prog_name="timegraph")
    assert "no command is called check; did you mean timegraph check?" in done.output
