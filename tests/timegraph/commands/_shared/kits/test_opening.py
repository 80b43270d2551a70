"""Opening several kits, and asking their systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.kits.opening import ask_kits, open_kits
from timegraph.commands._shared.kits.options import KitsInputs
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.parallel import Parallel
from timegraph.commands._shared.question_inputs import QuestionInputs
from timegraph.options import Interpretation


def inputs(*kits: tuple[str, Path], systems: tuple[Path, ...] = (), **aliases: str) -> KitsInputs:
    return KitsInputs(
        {
            name: QuestionInputs(systems, None, None, kit, True, "overlap", lenient=False)
            for name, kit in kits
        },
        aliases,
    )


def test_systems_get_the_names_that_are_given_to_them(kit: Path) -> None:
    opened = open_kits(
        inputs(("a", kit), ("b", kit), careful="one"), Messages("quiet"), answering=False
    )
    assert {name: one.systems.names for name, one in opened.items()} == {
        "a": ["one", "hasty"],
        "b": ["one", "hasty"],
    }
    chosen = inputs(("a", kit), ("b", kit), systems=(Path("one"),), careful="one")
    opened = open_kits(chosen, Messages("quiet"), answering=False)
    assert [one.systems.names for one in opened.values()] == [["one"], ["one"]]


def test_a_path_without_documents_of_a_kit_is_not_in_it(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "stranger").mkdir()
    text = "<TimeML><TEXT>x</TEXT></TimeML>"
    (tmp_path / "stranger" / "other.tml").write_text(text, encoding="utf-8")
    with pytest.raises(BadUsage, match="have none of its documents: stranger"):
        open_kits(
            inputs(("a", kit), ("b", kit), systems=(tmp_path / "stranger",)),
            Messages("quiet"),
            answering=False,
        )


def test_the_answers_are_pooled(kit: Path) -> None:
    opened = open_kits(inputs(("a", kit), ("b", kit)), Messages("quiet"), answering=False)
    asked = ask_kits(
        opened,
        command="score",
        interpretation=Interpretation(),
        explain=False,
        parallel=Parallel(1, None, None),
        messages=Messages("quiet"),
    )
    assert asked.complete
    assert asked.nowhere == ()
    for result in asked.results:
        assert result.score == result.parts["a"].score + result.parts["b"].score
