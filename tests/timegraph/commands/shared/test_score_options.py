"""The options of commands that print scores."""

from __future__ import annotations

from typing import Any

from tests.parts import called
from timegraph.commands.shared.measure_command import (
    by_option,
    confidence_options,
    kind_option,
)
from timegraph.scoring.statistics import SEED


def chosen(*arguments: str) -> tuple[dict[str, Any] | None, str]:
    """What a command with the options receives, or its call, and what it prints."""
    parts = (by_option("document", "relation"), confidence_options)
    result, call, values = called(parts, *arguments)
    statistics = {} if call is None else {"statistics": call.statistics}
    return (None if call is None else {**values, **statistics}), result.output


def test_groups_may_be_several_and_come_once_in_their_order() -> None:
    arguments = ("--by", "relation", "--by", "document", "--by=relation")
    received, _ = chosen(*arguments)
    assert received is not None
    assert received["by"] == ("relation", "document")
    assert chosen("--by", "system")[0] is None


def test_without_options_there_are_no_groups_and_no_statistics() -> None:
    assert chosen()[0] == {
        "by": (),
        "statistics": {"statistics": False, "seed": SEED, "against": ""},
    }
    received, _ = chosen("--confidence", "--seed", "3", "--against", "a")
    assert received == {"by": (), "statistics": {"statistics": True, "seed": 3, "against": "a"}}
    assert chosen("--seed", "-1")[0] is None


def test_a_system_to_compare_with_needs_the_comparison() -> None:
    assert "--against has no effect without --confidence" in chosen("--against", "a")[1]


def test_help_names_the_groups() -> None:
    printed = " ".join(chosen("--help")[1].split())
    assert "each document or relation of each system" in printed
    assert "May be repeated" in printed


def test_each_choice_counts_once() -> None:
    arguments = ("--by", "distance", "--by", "distance", "--kind", "event-event")
    _, _, values = called((by_option("label", "distance"), kind_option), *arguments)
    assert values == {"by": ("distance",), "kinds": ("event-event",)}
    result, _, _ = called((by_option("label", "distance"),), "--by", "document")
    assert "'label', 'distance'" in result.stderr
