"""What a report of a fault needs to know is printed, and what is missing is named."""

from __future__ import annotations

import platform

import pytest
from click.testing import CliRunner

from timegraph._version import __version__
from timegraph.commands.main import timegraph
from timegraph.commands.shared.command import describe_environment


def test_versions_of_all_parts_are_named() -> None:
    lines = list(describe_environment())
    assert lines[0] == f"timegraph {__version__}"
    assert lines[1].startswith(f"python {platform.python_version()} (")
    assert {line.split()[0] for line in lines} >= {"platform", "lxml", "click", "numpy", "numba"}


def test_libraries_that_are_not_there_are_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timegraph.commands.shared.command._LIBRARIES", ("no-such-distribution",))
    assert list(describe_environment())[-1] == "no-such-distribution not installed"


@pytest.mark.parametrize("arguments", [["--version", "--verbose"], ["--verbose", "--version"]])
def test_the_command_prints_them(arguments: list[str]) -> None:
    done = CliRunner().invoke(timegraph, arguments)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == list(describe_environment())


def test_verbose_goes_with_version_alone() -> None:
    done = CliRunner().invoke(timegraph, ["--verbose", "formats"])
    assert done.exit_code == 2
    assert "--verbose stands after a command" in done.stderr
