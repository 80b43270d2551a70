"""The place that results go to: how wide it is, and whether it shows colours."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from timegraph.commands.shared.terminal import on_terminal, screen_width, wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)


def test_a_row_is_one_line_unless_the_user_or_the_terminal_sets_a_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert screen_width(None) is None
    monkeypatch.setenv("COLUMNS", "120")
    assert screen_width(None) == screen_width(Path("results.txt")) == 120
    monkeypatch.setenv("COLUMNS", "wide")
    assert screen_width(None) is None
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((43, 24)))
    assert screen_width(None) == 43
    assert screen_width(Path("results.txt")) is None


def test_results_go_to_a_terminal_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not on_terminal(None)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert on_terminal(None)
    assert on_terminal(Path("-"))
    assert not on_terminal(Path("results.txt"))


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
