"""The options that name kits, and those that group scores of question sets."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage, Call, Messages
from timegraph.commands.shared.kit_options import (
    GroupOptions,
    KitInputs,
    ask_kits,
    by_kit,
    group_options,
    kit_inputs,
    opened_kits,
)
from timegraph.commands.shared.score_options import Statistics
from timegraph.options import Interpretation
from timegraph.scoring import Kit, KitInput


@pytest.fixture
def call() -> Call:
    return Call(click.Context(click.Command("score")), Messages("quiet"))


@pytest.fixture
def opened(kit: Path, call: Call) -> dict[str, Kit]:
    return opened_kits(call, KitInputs({"a": KitInput(folder=kit)}, {}))


def parsed(*args: str) -> KitInputs:
    """The inputs on a command line that is good usage."""
    result, _, values = called((kit_inputs(),), *args)
    assert result.exit_code == 0, result.stderr
    inputs: KitInputs = values["inputs"]
    return inputs


def refused(*args: str) -> str:
    """The message about a command line that is bad usage."""
    result, call, _ = called((kit_inputs(), group_options), *args)
    assert (result.exit_code, call) == (2, None)
    return result.stderr


# Kits


def test_a_path_that_exists_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b").mkdir()
    ((name, inputs),) = parsed("--kit", "a=b").kits.items()
    assert (name, inputs.folder) == ("a=b", Path("a=b"))
    kits = parsed("--kit", "c=d", "--kit", "e/f").kits
    assert {name: inputs.folder for name, inputs in kits.items()} == {
        "c": Path("d"),
        "f": Path("e/f"),
    }


def test_without_a_kit_there_is_one_without_a_name() -> None:
    ((name, inputs),) = parsed("--questions", "a=b.txt", "--key", "key", "system").kits.items()
    assert name == ""
    assert inputs == KitInput((Path("system"),), "a=b.txt", Path("key"))


def test_all_kits_have_the_options_of_all() -> None:
    inputs = parsed("--kit", "a", "--kit", "b", "--align", "off", "--lenient", "system").kits
    assert inputs == {
        name: KitInput((Path("system"),), folder=Path(name), align_by=None, lenient=True)
        for name in "ab"
    }


def test_kits_have_names_of_their_own() -> None:
    assert "another kit is called x; give each a name" in refused("--kit", "a/x", "--kit", "b/x")
    assert "'a,b' cannot be the name of a kit" in refused("--kit", "a,b", "--kit", "c")


def test_what_is_chosen_for_each_kit() -> None:
    kits = ["news", "wiki"]
    assert by_kit("--questions", [], kits) == {}
    assert by_kit("--questions", ["wiki=a", "b"], kits) == {"news": "b", "wiki": "a"}
    assert by_kit("--questions", ["wiki=a"], kits) == {"wiki": "a"}
    with pytest.raises(BadUsage, match="the kits are news, wiki"):
        by_kit("--questions", ["blogs=a"], kits)
    with pytest.raises(BadUsage, match=r"did you mean wiki\?"):
        by_kit("--questions", ["wikis=a"], kits)
    with pytest.raises(BadUsage, match="the kit wiki has a already"):
        by_kit("--questions", ["wiki=a", "wiki=b"], kits)
    with pytest.raises(BadUsage, match="a is given already; choose for one kit with KIT=VALUE"):
        by_kit("--questions", ["a", "b"], kits)


def test_systems_have_one_name_each() -> None:
    assert parsed("--system", "x=a, b", "--system", "y=c").aliases == {"a": "x", "b": "x", "c": "y"}
    assert "write NAME=A,B" in refused("--system", "x=")
    twice = refused("--system", "x=a,b", "--system", "y=b")
    assert "b is x already; a folder is one system" in twice


def test_the_systems_of_all_kits_are_asked(kit: Path, call: Call) -> None:
    kits = opened_kits(call, KitInputs({name: KitInput(folder=kit) for name in "ab"}, {}))
    run = ask_kits(call, kits, interpretation=Interpretation())
    assert run.complete
    assert run.statistics is None
    for result in run.results:
        parts = [result.within(name).score for name in "ab"]
        assert result.score == parts[0] + parts[1]


def test_a_system_to_compare_with_is_looked_for_before_the_work(
    opened: dict[str, Kit], call: Call
) -> None:
    statistics = Statistics(True, against="hastily")
    with pytest.raises(BadUsage, match=r"the systems are careful, hasty; did you mean hasty\?"):
        ask_kits(call, opened, statistics, interpretation=Interpretation())


def test_a_key_that_is_not_needed_is_named(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = str(kit / "eval-questions" / "question-set.txt")
    chosen = KitInput((kit / "systems" / "careful",), questions, kit / "gold", align_by=None)
    call = Call(click.Context(click.Command("score")))
    opened_kits(call, KitInputs({"": chosen}, {}))
    assert capsys.readouterr().err == "--key is not used with --align off\n"


# Groups


def test_each_choice_counts_once() -> None:
    arguments = ("--by", "relation", "--by", "answer, sentence", "--by=relation")
    _, _, values = called((group_options,), *arguments)
    assert values["grouping"] == GroupOptions(("relation", "answer,sentence"), "sentences", ())
    assert "'kind' is not one of 'domain', 'source'" in refused("--by", "kind")
    assert "did you mean relation?" in refused("--by", "relations")
    for kinds in ("answer,answer", "answer,sentence,document"):
        assert "by one kind of groups or by two" in refused("--by", kinds)


def test_the_groupings_of_the_tables(opened: dict[str, Kit], call: Call) -> None:
    options = GroupOptions(("relation", "source,distance"), "words", ())
    groups = options.groupings(call, opened, ["domain", "relation", "source,distance"])
    assert list(groups) == ["domain", "relation", "source,distance"]
    assert groups["source,distance"].fields["distance"] == "words"
    assert options.distances
    assert not GroupOptions(("relation",), "words", ()).distances


def test_distances_are_those_in_the_key(kit: Path, call: Call) -> None:
    unaligned = opened_kits(call, KitInputs({"": KitInput(folder=kit, align_by=None)}, {}))
    options = GroupOptions(("sentence",), "sentences", ())
    with pytest.raises(BadUsage, match="do not go with --align off"):
        options.groupings(call, unaligned, options.by)


def test_gold_has_to_be_about_the_same_documents(
    opened: dict[str, Kit], call: Call, tmp_path: Path
) -> None:
    text = "<TimeML><TEXT>x</TEXT></TimeML>"
    (tmp_path / "other.tml").write_text(text, encoding="utf-8")
    options = GroupOptions(("distance",), "events", (str(tmp_path),))
    with pytest.raises(BadUsage, match="none of the documents that are asked about"):
        options.groupings(call, opened, options.by)


def test_options_without_effect_are_refused() -> None:
    GroupOptions(("distance",), "events", ("gold",)).check(distances=True)
    with pytest.raises(BadUsage, match="--distance words has no effect"):
        GroupOptions((), "words", ()).check(distances=False)
    with pytest.raises(BadUsage, match="--gold counts events"):
        GroupOptions(("distance",), "words", ("gold",)).check(distances=True)
