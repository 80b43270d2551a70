"""The options that group scores of question sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.kits.groups import GroupOptions
from timegraph.commands._shared.kits.opening import Opened, open_kits
from timegraph.commands._shared.kits.options import KitsInputs
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.question_inputs import QuestionInputs


@pytest.fixture
def opened(kit: Path) -> Opened:
    inputs = QuestionInputs((), None, None, kit, True, "overlap", lenient=False)
    return open_kits(KitsInputs({"a": inputs}, {}), Messages("quiet"), answering=False)


def test_the_groupings_of_the_tables(opened: Opened) -> None:
    options = GroupOptions(("relation", "source,distance"), "words", ())
    groups = options.groups(opened, Messages("quiet"), more=["domain", "relation"])
    assert list(groups) == ["domain", "relation", "source,distance"]
    assert groups["source,distance"][1].fields["distance"] == "words"
    assert options.distances
    assert not options.only("relation").distances


def test_gold_has_to_be_about_the_same_documents(opened: Opened, tmp_path: Path) -> None:
    text = "<TimeML><TEXT>x</TEXT></TimeML>"
    (tmp_path / "other.tml").write_text(text, encoding="utf-8")
    options = GroupOptions(("distance",), "events", (str(tmp_path),))
    with pytest.raises(BadUsage, match="none of the documents that are asked about"):
        options.groups(opened, Messages("quiet"))


def test_options_without_effect_are_refused() -> None:
    GroupOptions(("distance",), "events", ("gold",)).check(distances=True)
    with pytest.raises(BadUsage, match="--distance words has no effect"):
        GroupOptions((), "words", ()).check(distances=False)
    with pytest.raises(BadUsage, match="--gold counts the events"):
        GroupOptions(("distance",), "words", ("gold",)).check(distances=True)
