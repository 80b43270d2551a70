"""The options of commands that ask a question set, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.parts import called
from timegraph.commands._kits import ask_kit, groupings_of, kit_inputs, opened_kit
from timegraph.commands.shared.command import BadUsage, Call
from timegraph.commands.shared.terminal import Messages
from timegraph.options import Interpretation
from timegraph.scoring import KitInput
from timegraph.scoring.run import RunOptions


@pytest.fixture
def call() -> Call:
    return Call(Messages("quiet"))


def test_inputs_are_what_the_user_names() -> None:
    _, _, values = called((kit_inputs,), "--questions", "a=b.txt", "--key", "key", "system")
    assert values["inputs"] == KitInput((Path("system"),), "a=b.txt", Path("key"))
    _, _, values = called((kit_inputs,), "--kit", "a", "--align", "off", "--predictions", "x=f.tsv")
    files = {"x": Path("f.tsv")}
    assert values["inputs"] == KitInput(folder=Path("a"), align_by=None, predictions=files)


def test_a_system_to_compare_with_is_looked_for_before_the_work(kit: Path, call: Call) -> None:
    statistics: RunOptions = {"statistics": True, "against": "hastily"}
    opened = opened_kit(call, KitInput(folder=kit))
    with pytest.raises(BadUsage, match=r"the systems are careful, hasty; did you mean hasty\?"):
        ask_kit(replace(call, statistics=statistics), opened, interpretation=Interpretation())


def test_a_key_that_is_not_needed_is_named(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = str(kit / "eval-questions" / "question-set.txt")
    chosen = KitInput((kit / "systems" / "careful",), questions, kit / "gold", align_by=None)
    opened_kit(Call(), chosen)
    assert capsys.readouterr().err == "--key is not used with --align off\n"


def test_distances_are_those_in_the_key(kit: Path, call: Call) -> None:
    unaligned = opened_kit(call, KitInput(folder=kit, align_by=None))
    assert [grouping.name for grouping in groupings_of(unaligned, ("relation",))] == ["relation"]
    with pytest.raises(BadUsage, match="do not go with --align off"):
        groupings_of(unaligned, ("sentence",))
