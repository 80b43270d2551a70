"""Which systems are scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.commands.shared.command import BadUsage
from timegraph.facts.commands.score import _chosen_systems
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import told_apart

RECORD = Record("1", "What is the time 1 year after May, 1990", ("May, 1991",), None, "1",
                columns={"model": ("x",)})  # fmt: skip


def test_the_engine_comes_first_and_names_are_told_apart() -> None:
    systems, problems = _chosen_systems([RECORD], ("model", "model"))
    assert [system.title for system in told_apart(systems)] == ["timegraph", "model", "model (2)"]
    assert problems == []


def test_a_file_is_one_before_a_field_is(tmp_path: Path) -> None:
    file = tmp_path / "model"
    file.write_text(json.dumps({"id": "1", "answer": "May, 1991"}) + "\n", encoding="utf-8")
    (system,), _ = _chosen_systems([RECORD], (str(file),), engine=False)
    assert (system.name, system.column) == ("model", "")
    assert system.predictions is not None


def test_nothing_to_score() -> None:
    with pytest.raises(BadUsage, match="nothing to score: give --predictions, or leave out --no-"):
        _chosen_systems([RECORD], (), engine=False)


def test_what_is_neither_a_file_nor_a_field_is_refused() -> None:
    with pytest.raises(BadUsage, match="neither a file nor a field of the questions; the fields "):
        _chosen_systems([RECORD], ("modell",))
