"""Options that several commands share; tests/timegraph/test_options.py has those of documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.parts import called
from timegraph.commands.shared.options import format_option, listed_option, output_option
from timegraph.qa import LISTED
from timegraph.report import FORMATS


def chosen(*arguments: str) -> dict[str, Any] | None:
    """What a command with the options receives."""
    _, call, values = called((listed_option, format_option, output_option), *arguments)
    if call is None:
        return None
    return {**values, "format_": call.format_, "output": call.output}


def test_defaults() -> None:
    assert chosen() == {"listed": "all", "format_": "text", "output": None}


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "latex"])
def test_every_format_may_be_chosen(format: str) -> None:
    assert (chosen("--format", format) or {})["format_"] == format


def test_another_format_is_bad_usage() -> None:
    assert chosen("--format", "github") is None  # it is for findings
    assert chosen("--format", "latex") is None  # it is for measures


@pytest.mark.parametrize("listed", LISTED)
def test_everything_that_lists_are_about_may_be_chosen(listed: str) -> None:
    assert (chosen("--listed", listed) or {})["listed"] == listed


def test_output_is_a_path() -> None:
    assert (chosen("--output", "b.txt") or {})["output"] == Path("b.txt")


def test_a_file_that_cannot_be_written_is_bad_usage_before_the_work(tmp_path: Path) -> None:
    result, call, _ = called((output_option,), "--output", str(tmp_path))
    assert (call, result.exit_code) == (None, 2)
    assert "is a folder; give the name of a file in it" in result.stderr
