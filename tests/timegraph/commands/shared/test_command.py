"""A command made of parts: its body receives the value of each, and a Call."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from timegraph.commands.shared.command import Bundle, Call, Command, command_with


@dataclass(frozen=True)
class Size:
    width: int
    height: int = 1


SIZE = Bundle(
    "size",
    (click.Option(["--width"], type=int, default=2), click.Option(["--height"], type=int)),
    lambda width, height=1: Size(width, height or 1),
)


def made(
    *parts: Any, call: tuple[Any, ...] = (), complete: bool = True
) -> tuple[Command, list[tuple[Call, dict[str, Any]]]]:
    """A command of these parts, and what its body receives each time."""
    received: list[tuple[Call, dict[str, Any]]] = []

    @command_with(*parts, call=call, epilog="The end.")
    def command(call: Call, **values: Any) -> None:
        """Do it."""
        received.append((call, values))
        call.write("done\n")
        call.finish(complete=complete)

    return command, received


def test_the_body_receives_one_value_for_each_part() -> None:
    command, received = made(click.Argument(["name"]), SIZE, click.Option(["--loud"], is_flag=True))
    result = CliRunner().invoke(command, ["pump", "--height", "3"])
    assert (result.exit_code, result.stdout) == (0, "done\n")
    assert received[0][1] == {"name": "pump", "size": Size(2, 3), "loud": False}


def test_a_bundle_may_lack_options() -> None:
    command, received = made(SIZE.without("height"))
    assert CliRunner().invoke(command, ["--height", "3"]).exit_code == 2
    assert CliRunner().invoke(command, ["--width", "3"]).exit_code == 0
    assert received[0][1] == {"size": Size(3, 1)}


def test_an_incomplete_result_has_exit_code_1() -> None:
    command, _ = made(complete=False)
    result = CliRunner().invoke(command, [])
    assert (result.exit_code, result.stdout) == (1, "done\n")


def test_results_go_to_the_output(tmp_path: Path) -> None:
    command, received = made(call=(click.Option(["--output"], type=click.Path(path_type=Path)),))
    file = tmp_path / "results.txt"
    result = CliRunner().invoke(command, ["--output", str(file)])
    assert (result.stdout, file.read_text()) == ("", "done\n")
    assert received[0][1] == {}  # where results go is for the Call alone


def test_help_has_the_docstring_and_the_epilog() -> None:
    command, _ = made(SIZE)
    shown = CliRunner().invoke(command, ["--help"]).stdout
    assert "Do it." in shown
    assert "The end." in shown


def test_one_frame_stands_between_click_and_the_body() -> None:
    frames: list[str] = []

    @command_with(SIZE, epilog="", progress="working")
    def command(call: Call, *, size: Size) -> None:
        frames.extend(frame.filename for frame in inspect.stack())

    assert CliRunner().invoke(command, []).exit_code == 0
    before_click = next(k for k, name in enumerate(frames) if "click" in Path(name).parts)
    assert before_click == 2  # the body, and what collects the values
