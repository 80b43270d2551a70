"""Question sets with their keys and systems: opened, scored together, and pooled."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.corpus.runner import DocumentsError
from timegraph.scoring import DocumentAnswers, KeyFilesError, Run, Score, Workers
from timegraph.scoring.qa_tempeval.kits import (
    Kit,
    KitInput,
    NothingToScoreError,
    open_kit,
    score_kit,
)
from timegraph.scoring.qa_tempeval.measure import KINDS, groupings


@pytest.fixture(scope="module")
def opened(kit: Path) -> Kit:
    return open_kit(KitInput(folder=kit))


@pytest.fixture(scope="module")
def alone(opened: Kit) -> Run[DocumentAnswers]:
    return score_kit(opened)


# Opening


def test_a_kit_has_all_inputs(opened: Kit, kit: Path) -> None:
    own = opened
    assert list(own.systems) == ["careful", "hasty"]
    assert own.key is not None
    assert len(own.questions) == 93
    assert own.question_file == kit / "eval-questions" / "question-set.txt"
    assert (own.warnings, own.notices) == ((), ())


def test_without_alignment_no_key_is_read(kit: Path) -> None:
    own = open_kit(KitInput(folder=kit, align_by=None))
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
        open_kit(inputs)


def test_a_kit_has_a_key_of_its_own(kit: Path) -> None:
    with pytest.raises(DocumentsError, match="--key and --kit exclude each other"):
        open_kit(KitInput(folder=kit, key=kit / "gold"))


def test_a_key_without_the_documents_is_refused(kit: Path, tmp_path: Path) -> None:
    shutil.copy(kit / "gold" / "blog-canal-ride.tml", tmp_path)
    questions = str(kit / "eval-questions" / "question-set.txt")
    system = kit / "systems" / "careful"
    with pytest.raises(KeyFilesError, match="document missing, but questions ask about it"):
        open_kit(KitInput((system,), questions, tmp_path))


def test_near_names_are_proposed(kit: Path) -> None:
    chosen = KitInput((Path("carefull"), Path("hasty")), folder=kit)
    with pytest.raises(DocumentsError, match=r"did you mean careful\?"):
        open_kit(replace(chosen, systems=chosen.systems[:1]))
    own = open_kit(chosen)
    assert list(own.systems) == ["hasty"]
    (lost,) = own.unusable
    assert lost.reason.endswith("did you mean careful?")
    questions = kit / "eval-questions" / "question-set.tx"
    alone = KitInput((kit / "systems",), str(questions), align_by=None)
    with pytest.raises(DocumentsError, match=rf"did you mean {questions}t\?"):
        open_kit(alone)


def test_where_systems_were_found_is_a_warning(kit: Path) -> None:
    questions = str(kit / "eval-questions" / "question-set.txt")
    inputs = KitInput((kit / "systems",), questions, kit / "eval-questions" / "question-events")
    own = open_kit(inputs)
    assert "holds 2 systems: careful, hasty" in own.warnings[-1]
    assert "holds 2 systems" in score_kit(own).warnings[-1]


def test_a_set_without_anything_to_score_is_only_for_answers(kit: Path, tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("1|a.tml|WHEN e1|When?\n2|a.tml|IS e1 BEFORE e2|Was it?\n", encoding="utf-8")
    inputs = KitInput((kit / "systems" / "careful",), str(path), align_by=None)
    with pytest.raises(NothingToScoreError, match="no question has an answer to compare with"):
        open_kit(inputs)
    own = open_kit(inputs, answering=True)
    assert own.warnings == (
        f"{path}: 1 question of LIST, WHEN or HOW LONG is not scored",
        f"{path}: 1 question without answer is not scored",
    )


def test_the_systems_of_a_kit_are_all_asked(alone: Run[DocumentAnswers]) -> None:
    assert [result.name for result in alone.results] == ["careful", "hasty"]
    assert alone.complete
    assert (alone.warnings, alone.remarks, alone.unusable) == ((), (), ())


@pytest.mark.slow
def test_workers_do_not_change_the_answers(opened: Kit, alone: Run[DocumentAnswers]) -> None:
    seen: list[str] = []
    run = score_kit(opened, workers=Workers(jobs=2), progress=seen.append)
    assert run == alone
    assert len(seen) == 2 * 8


@pytest.mark.parametrize("kind", KINDS)
def test_groups_add_up(opened: Kit, alone: Run[DocumentAnswers], kind: str) -> None:
    (grouping,) = groupings([kind], key=opened.key)
    for result in alone.results:
        groups = result.group_scores(grouping)
        assert sum((s for labels in groups.values() for s in labels[()]), Score()) == result.score
