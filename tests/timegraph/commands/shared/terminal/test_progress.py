"""The line that says how far long work is."""

from __future__ import annotations

import importlib
import io
import re
import time
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path

import click
import pytest

from timegraph._pace import links_done, time_limit
from timegraph.checking.document import check_documents
from timegraph.commands.main import timegraph
from timegraph.commands.shared import terminal as module
from timegraph.commands.shared.command import Command
from timegraph.commands.shared.terminal import (
    hidden,
    make_way,
    progress,
    warn,
    with_count,
)


class Terminal(io.StringIO):
    """A terminal that keeps all that is written to it."""

    def isatty(self) -> bool:
        return True

    def wait_for(self, text: str) -> None:
        """Return once this is there; what is drawn is drawn by another thread."""
        deadline = time.monotonic() + 300
        while text not in self.getvalue():
            assert time.monotonic() < deadline, f"{text!r} is not in {self.getvalue()[-200:]!r}"
            time.sleep(0.005)

    @property
    def screen(self) -> str:
        """What the reader sees in the end."""
        lines = []
        for line in self.getvalue().split("\n"):
            shown: list[str] = []
            for part in line.split("\r"):
                shown[: len(part)] = part
            lines.append("".join(shown).rstrip())
        return "\n".join(lines)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(module, "_AFTER", 0.0)
    monkeypatch.setattr(module, "_EVERY", 0.02)
    monkeypatch.setenv("COLUMNS", "100")
    return Terminal()


def test_without_a_terminal_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_AFTER", 0.0)
    with progress("working", 10) as step:
        assert step is None
        time.sleep(0.05)
    assert list(with_count("ab", "working", 2)) == ["a", "b"]
    assert capsys.readouterr().err == ""


def test_steps_are_counted(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with progress("scoring", 4) as step:
            assert step is not None
            terminal.wait_for("scoring [------------------------------] 0/4 documents")
            step("a.tml")
            step("b.tml")
            terminal.wait_for("scoring [###############---------------] 2/4 documents")
        assert terminal.screen == ""


def test_what_remains_is_estimated_from_what_is_done(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress("scoring", 4) as step:
        assert step is not None
        step("a.tml")
        work = module._line._works[-1]
        work._begin -= 60
        terminal.wait_for("1/4 documents, 60 s, about 180 s left")


def test_work_without_steps_has_its_time(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with progress("closing"):
            terminal.wait_for("closing ")
        assert terminal.screen == ""


def test_short_work_shows_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    with redirect_stderr(terminal):
        monkeypatch.setattr(module, "_AFTER", 1000.0)
        with progress("closing"):
            time.sleep(0.05)
        assert terminal.getvalue() == ""


def test_work_within_work_comes_first(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with progress("scoring"):
            for number, _ in enumerate(with_count("ab", "reading", 2, "files")):
                terminal.wait_for(f"{number}/2 files")
            before = len(terminal.getvalue())
            while "scoring" not in terminal.getvalue()[before:]:
                time.sleep(0.005)
        assert terminal.screen == ""


def test_messages_have_a_line_of_their_own(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with progress("scoring"):
            terminal.wait_for("scoring")
            warn("a.tml: is not TimeML")
            terminal.wait_for("TimeML\n\rscoring")
            with make_way():
                pass
        assert terminal.screen == "a.tml: is not TimeML\n"


def test_no_line_is_drawn_into_a_message(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress("scoring"):
        terminal.wait_for("scoring")
        with make_way():
            before = terminal.getvalue()
            time.sleep(0.1)
            assert terminal.getvalue() == before
        terminal.wait_for(before + "\rscoring")


def test_where_something_else_is_written_there_is_nothing(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with hidden(), progress("scoring"), progress("writing", 3):
            time.sleep(0.1)
        assert terminal.getvalue() == ""


def test_lines_are_not_wider_than_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with redirect_stderr(terminal):
        monkeypatch.setenv("COLUMNS", "30")
        with progress("scoring", 100):
            terminal.wait_for("scoring")
        assert max(map(len, re.split("[\r\n]", terminal.getvalue()))) < 30


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_nothing_is_left_of_work_that_ends_early(
    terminal: Terminal, error: type[BaseException]
) -> None:
    with redirect_stderr(terminal):

        def stopped() -> None:
            with progress("scoring"):
                for _ in with_count("ab", "reading", 2):
                    terminal.wait_for("reading")
                    raise error

        with pytest.raises(error):
            stopped()
        assert terminal.screen == ""


def test_a_terminal_that_is_gone_is_no_error(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress("scoring"):
        terminal.wait_for("scoring")
        terminal.close()
        time.sleep(0.05)


INTERACTIVE = {"ask", "serve", "warm-up"}
"""Commands that write as they go on: to the terminal, or answers to a program."""


def commands_of(group: click.Group, *path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands_of(command, *path, name)
        elif command is not None:
            yield name, command


def test_every_command_shows_progress() -> None:
    lacking = {
        name
        for name, command in commands_of(timegraph)
        if isinstance(command, Command) and command.progress_label is None
    }
    assert lacking == INTERACTIVE | {"formats"}  # which takes no time


def test_a_command_in_a_terminal(
    terminal: Terminal, kit: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with redirect_stderr(terminal):

        def slow(*args: object, **options: object) -> object:
            terminal.wait_for(f"checking [{30 * '-'}] 0/8 documents")
            return check_documents(*args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr("timegraph.commands.check.check_documents", slow)
        with pytest.raises(SystemExit, match="0"):
            timegraph(["check", str(kit / "gold"), "--output", str(tmp_path / "report")])
        assert terminal.screen == ""
        assert "documents" in (tmp_path / "report").read_text()


EXAMPLES = Path(__file__).parents[5] / "examples"


@pytest.mark.parametrize(
    ("function", "arguments", "begin", "end"),
    [
        (
            "timegraph.facts.commands.score.score_facts",
            ["facts", "score", str(EXAMPLES / "facts" / "questions.jsonl")],
            "answering [",
            " groups of questions, ",
        ),
        (
            "timegraph.torque.commands.score.score_torque",
            ["torque", "score", str(EXAMPLES / "torque" / "passages.json"), "--baselines"],
            "scoring [",
            " passages, ",
        ),
    ],
)
def test_what_is_counted_is_shown_as_a_share(
    terminal: Terminal,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    arguments: list[str],
    begin: str,
    end: str,
) -> None:
    module_name, _, name = function.rpartition(".")
    real = getattr(importlib.import_module(module_name), name)

    def slow(*args: object, **options: object) -> object:
        terminal.wait_for(begin)
        result = real(*args, **options)
        step = options.get("progress")
        if step is not None:  # each step was said: the last one drawn is the whole
            total = terminal.getvalue().rpartition("/")[2].partition(" ")[0]
            terminal.wait_for(f"{total}/{total}{end}")
        return result

    monkeypatch.setattr(function, slow)
    with redirect_stderr(terminal), pytest.raises(SystemExit):
        timegraph(arguments)
    assert end in terminal.getvalue()


def test_ctrl_c_leaves_an_empty_line(
    terminal: Terminal, kit: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with redirect_stderr(terminal):

        def stopped(*args: object, **options: object) -> object:
            terminal.wait_for("checking")
            raise KeyboardInterrupt

        monkeypatch.setattr("timegraph.commands.check.check_documents", stopped)
        with pytest.raises(SystemExit, match="130"):
            timegraph(["check", str(kit / "gold"), "--output", str(tmp_path / "report")])
        assert terminal.screen == ""
        assert not (tmp_path / "report").exists()


def test_links_that_are_left_in_a_long_document_are_named(terminal: Terminal) -> None:
    with redirect_stderr(terminal):
        with progress("checking", 2) as step:
            assert step is not None
            with time_limit(1000):
                links_done(3_000, 70_000)
                terminal.wait_for("; 67,000 of 70,000 links left")
        assert terminal.screen == ""
