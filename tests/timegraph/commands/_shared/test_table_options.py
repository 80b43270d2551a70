"""How tables are printed: chosen columns, and what the terminal can show."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph.commands._shared.options import output_option
from timegraph.commands._shared.table_options import screen_width, table_options, wants_colour
from timegraph.report.tables import Column, TableOptions

COLUMNS = (Column("name", "system", kind="key"), Column("precision", "P"), Column("p_holm", "p"))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)


def chosen(*args: str, columns: tuple[Column, ...] = COLUMNS) -> TableOptions | str:
    """What the command receives, or why it is not run."""
    received: list[TableOptions] = []

    @click.command()
    @table_options(columns)
    @output_option
    def command(tables: TableOptions, output: Path | None) -> None:
        received.append(tables)

    result = CliRunner().invoke(command, args)
    assert result.exit_code == (0 if received else 2)
    return received[0] if received else result.stderr


def test_names_become_machine_names_in_the_order_given() -> None:
    options = chosen("--columns", "p, P", "--columns", "system", "--decimals", "2")
    assert options == TableOptions(width=80, columns=("p_holm", "precision", "name"), decimals=2)
    free = chosen("--columns", "anything", columns=())
    assert isinstance(free, TableOptions)
    assert free.columns == ("anything",)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--columns", "presicion"], "did you mean precision?"),
        (["--columns", "P", "--format", "json"], "--columns has no effect with --format json"),
        (["--decimals", "2", "--format", "json"], "--decimals has no effect with --format json"),
        (["--decimals", "-1"], "-1 is not in the range"),
    ],
)
def test_what_cannot_be_is_refused(args: list[str], message: str) -> None:
    assert message in str(chosen(*args))


def test_text_is_as_wide_as_where_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert screen_width(None) == 80
    monkeypatch.setenv("COLUMNS", "120")
    assert screen_width(None) == 120
    monkeypatch.setenv("COLUMNS", "wide")
    assert screen_width(None) == 80
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((43, 24)))
    assert screen_width(None) == 43
    assert screen_width(Path("results.txt")) == 80


def test_colour_is_for_terminals_unless_the_user_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not wants_colour(None)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour(None)
    assert wants_colour(Path("-"))
    assert not wants_colour(Path("results.txt"))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(None)
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert wants_colour(None)
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(None)
