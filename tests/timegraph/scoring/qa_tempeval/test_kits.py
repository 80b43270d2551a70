"""Question sets with their keys and systems: opened, scored together, and pooled."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.corpus.runner import DocumentsError
from timegraph.scoring import DocumentAnswers, KeyFilesError, Run, Score, Workers, list_score
from timegraph.scoring.qa_tempeval.kits import (
    Kit,
    KitInput,
    NothingToScoreError,
    open_kits,
    score_kits,
)
from timegraph.scoring.qa_tempeval.measure import KINDS, groupings


@pytest.fixture(scope="module")
def opened(kit: Path) -> dict[str, Kit]:
    return open_kits({"": KitInput(folder=kit)})


@pytest.fixture(scope="module")
def alone(opened: dict[str, Kit]) -> Run[DocumentAnswers]:
    return score_kits(opened)


@pytest.fixture(scope="module")
def kits(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kit]:
    """The two systems of the shipped kit in kit "a", and one of them in kit "b" too."""
    other = tmp_path_factory.mktemp("kits") / "other"
    shutil.copytree(kit, other)
    shutil.rmtree(other / "systems" / "hasty")
    return open_kits({"a": KitInput(folder=kit), "b": KitInput(folder=other)})


@pytest.fixture(scope="module")
def pooled(kits: dict[str, Kit]) -> Run[DocumentAnswers]:
    return score_kits(kits)


# Opening


def test_a_kit_has_all_inputs(opened: dict[str, Kit], kit: Path) -> None:
    ((name, own),) = opened.items()
    assert name == "question-set"
    assert own.systems.names == ["careful", "hasty"]
    assert own.key is not None
    assert len(own.questions) == 93
    assert own.question_file == kit / "eval-questions" / "question-set.txt"
    assert (own.warnings, own.notices) == ((), ())


def test_without_alignment_no_key_is_read(kit: Path) -> None:
    (own,) = open_kits({"": KitInput(folder=kit, align_by=None)}).values()
    assert own.key is None
    assert own.align_by == "overlap"


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (KitInput(), "give --questions FILE, or --kit DIR"),
        (KitInput(questions="q.txt"), "no system: name the folders"),
        (KitInput((Path("a"),), "q.txt"), "no key: give --key DIR"),
        (KitInput((Path("a"),), "q.txt", align_by=None), "--questions q.txt: No such file"),
        (KitInput(folder=Path("kit"), key=Path("key")), "--kit kit: does not exist"),
    ],
)
def test_what_is_missing_is_named_with_the_way_out(
    inputs: KitInput, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DocumentsError, match=message):
        open_kits({"": inputs})


def test_a_kit_has_a_key_of_its_own(kit: Path) -> None:
    with pytest.raises(DocumentsError, match="--key and --kit exclude each other"):
        open_kits({"": KitInput(folder=kit, key=kit / "gold")})


def test_a_key_without_the_documents_is_refused(kit: Path, tmp_path: Path) -> None:
    shutil.copy(kit / "gold" / "blog-canal-ride.tml", tmp_path)
    questions = str(kit / "eval-questions" / "question-set.txt")
    system = kit / "systems" / "careful"
    with pytest.raises(KeyFilesError, match="document missing, but questions ask about it"):
        open_kits({"": KitInput((system,), questions, tmp_path)})


def test_near_names_are_proposed(kit: Path) -> None:
    chosen = KitInput((Path("carefull"), Path("hasty")), folder=kit)
    with pytest.raises(DocumentsError, match=r"did you mean careful\?"):
        open_kits({"": replace(chosen, systems=chosen.systems[:1])})
    (own,) = open_kits({"": chosen}).values()
    assert own.systems.names == ["hasty"]
    (lost,) = own.systems.unusable
    assert lost.reason.endswith("did you mean careful?")
    questions = kit / "eval-questions" / "question-set.tx"
    alone = KitInput((kit / "systems",), str(questions), align_by=None)
    with pytest.raises(DocumentsError, match=rf"did you mean {questions}t\?"):
        open_kits({"": alone})


def test_where_systems_were_found_is_a_warning(kit: Path) -> None:
    questions = str(kit / "eval-questions" / "question-set.txt")
    inputs = KitInput((kit / "systems",), questions, kit / "eval-questions" / "question-events")
    (own,) = open_kits({"": inputs}).values()
    assert "holds 2 systems: careful, hasty" in own.warnings[-1]
    assert "holds 2 systems" in score_kits({"": own}).warnings[-1]


def test_a_set_without_anything_to_score_is_only_for_answers(kit: Path, tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("1|a.tml|WHEN e1|When?\n2|a.tml|IS e1 BEFORE e2|Was it?\n", encoding="utf-8")
    inputs = {"": KitInput((kit / "systems" / "careful",), str(path), align_by=None)}
    with pytest.raises(NothingToScoreError, match="no question has an answer to compare with"):
        open_kits(inputs)
    (own,) = open_kits(inputs, answering=True).values()
    assert own.warnings == (
        f"{path}: 1 LIST, WHEN and HOW LONG questions are not scored",
        f"{path}: 1 question without answer is not scored",
    )


# Several kits


def test_systems_get_the_names_that_are_given_to_them(kit: Path) -> None:
    inputs = {name: KitInput(folder=kit) for name in "ab"}
    both = open_kits(inputs, aliases={"careful": "one"})
    assert {name: own.systems.names for name, own in both.items()} == {
        "a": ["one", "hasty"],
        "b": ["one", "hasty"],
    }
    chosen = {name: replace(own, systems=(Path("one"),)) for name, own in inputs.items()}
    named = open_kits(chosen, aliases={"careful": "one"})
    assert [own.systems.names for own in named.values()] == [["one"], ["one"]]
    with pytest.raises(DocumentsError, match=r"--system: no system is called hasti; did you mean"):
        open_kits(inputs, aliases={"hasti": "one"})
    with pytest.raises(DocumentsError, match="are both in the kit a, so that they cannot be one"):
        open_kits(inputs, aliases={"careful": "one", "hasty": "one"})


def test_a_system_that_no_kit_has_is_refused(kit: Path) -> None:
    inputs = {name: KitInput((Path("hasti"),), folder=kit) for name in "ab"}
    with pytest.raises(DocumentsError, match="hasti: none of the kits has it; did you mean hasty"):
        open_kits(inputs)


def test_a_path_without_documents_of_a_kit_is_not_in_it(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "stranger").mkdir()
    text = "<TimeML><TEXT>x</TEXT></TimeML>"
    (tmp_path / "stranger" / "other.tml").write_text(text, encoding="utf-8")
    inputs = {name: KitInput((tmp_path / "stranger",), folder=kit) for name in "ab"}
    with pytest.raises(DocumentsError, match="have none of its documents: stranger"):
        open_kits(inputs)


def test_the_systems_of_a_kit_are_all_asked(alone: Run[DocumentAnswers]) -> None:
    assert [result.name for result in alone.results] == ["careful", "hasty"]
    assert alone.complete
    assert (alone.warnings, alone.remarks, alone.nowhere) == ((), (), ())


@pytest.mark.slow
def test_workers_do_not_change_the_answers(
    opened: dict[str, Kit], alone: Run[DocumentAnswers]
) -> None:
    seen: list[str] = []
    run = score_kits(opened, workers=Workers(jobs=2), progress=seen.append)
    assert run == alone
    assert len(seen) == 2 * 8


def test_only_systems_in_all_kits_are_pooled(
    pooled: Run[DocumentAnswers], alone: Run[DocumentAnswers]
) -> None:
    both, lacking = pooled.results
    careful = alone.results[0]
    assert both.score == careful.score + careful.score
    assert [unit.stratum for unit in both.units] == ["a"] * 8 + ["b"] * 8
    assert list_score(both) is not None
    assert both.lacks == ""
    assert lacking.score is None
    assert list_score(lacking) is None
    assert lacking.lacks == "hasty: not in every kit: it is not in b"
    assert pooled.remarks == (lacking.lacks,)
    assert pooled.nowhere == ()


def test_each_kit_scores_as_it_does_alone(
    pooled: Run[DocumentAnswers], alone: Run[DocumentAnswers]
) -> None:
    part = pooled.within("a")
    for result, expected in zip(part.results, alone.results, strict=True):
        assert (result.scores, result.signature) == (expected.scores, expected.signature)


def test_the_signature_names_the_kits(
    pooled: Run[DocumentAnswers], alone: Run[DocumentAnswers]
) -> None:
    plain = str(alone.results[0].signature)
    digest = plain.split("questions:")[1].split("|")[0]
    for result in pooled.results:
        expected = plain.replace(f"questions:{digest}", f"kits:a={digest},b={digest}")
        assert str(result.signature) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_groups_add_up(kits: dict[str, Kit], pooled: Run[DocumentAnswers], kind: str) -> None:
    both, lacking = pooled.results
    grouping = groupings([kind], kits)[kind]
    groups = both.group_scores(grouping)
    scores = [score for labels in groups.values() for _, score in labels[()]]
    assert sum(scores, Score()) == both.score
    if kind == "domain":
        assert list(lacking.group_scores(grouping)) == [("a",)]
    elif kind == "document":
        assert list(lacking.group_scores(grouping)) == list(groups)[:8]
    else:
        assert lacking.group_scores(grouping) == {}


def test_pairs_of_groups_stand_in_the_order_of_their_kinds(
    kits: dict[str, Kit], pooled: Run[DocumentAnswers]
) -> None:
    grouping = groupings(["answer,domain"], kits)["answer,domain"]
    names = list(pooled.results[0].group_scores(grouping))
    assert names == [(answer, kit) for answer in ("yes", "no", "unknown") for kit in ("a", "b")]


def test_a_system_that_one_kit_cannot_open_is_still_in_the_other(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "other")
    shutil.rmtree(tmp_path / "other" / "systems" / "hasty")
    (tmp_path / "other" / "systems" / "hasty").mkdir()
    inputs = {"a": KitInput(folder=kit), "b": KitInput(folder=tmp_path / "other")}
    run = score_kits(open_kits(inputs))
    assert [(system.name, system.stratum) for system in run.unusable] == [("hasty", "b")]
    assert run.nowhere == ()
    assert run.results[1].lacking == ("b",)
    assert not run.complete
