"""The official layout of a kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.corpus.runner import DocumentsError
from timegraph.scoring.qa_tempeval.kits import KitInput, find_kit, open_kit, question_file


def test_a_kit_lists_its_parts_in_order(kit: Path) -> None:
    questions, key, systems = find_kit(kit)
    assert [path.name for path in systems] == ["careful", "hasty"]
    assert [path.name for path in questions] == ["question-set.txt"]
    assert key == kit / "eval-questions" / "question-events"
    assert question_file(kit, questions, None) == questions[0]


def test_a_kit_need_have_no_systems_of_its_own(kit: Path, tmp_path: Path) -> None:
    questions = tmp_path / "eval-questions"
    (questions / "question-events").mkdir(parents=True)
    (questions / "question-set.txt").write_text("", encoding="utf-8")
    assert find_kit(tmp_path, with_systems=False)[2] == []
    with pytest.raises(DocumentsError, match="has no systems/NAME/"):
        find_kit(tmp_path)


def test_the_question_file_is_the_one_that_the_user_names(kit: Path, tmp_path: Path) -> None:
    own, *_ = find_kit(kit)
    for name in (None, "question-set.txt", "question-set", str(own[0])):
        assert question_file(kit, own, name) == own[0]
    with pytest.raises(DocumentsError, match=r"--questions old: .*; it has:\n  question-set\.txt"):
        question_file(kit, own, "old")
    questions = tmp_path / "eval-questions"
    (questions / "question-events").mkdir(parents=True)
    for name in ("question-set-yes.txt", "question-set-no.txt", "notes.txt"):
        (questions / name).write_text("", encoding="utf-8")
    several, *_ = find_kit(tmp_path, with_systems=False)
    assert [path.name for path in several] == [
        "question-set-no.txt",
        "question-set-yes.txt",
    ]
    assert question_file(tmp_path, several, "yes") == several[1]
    with pytest.raises(DocumentsError, match="choose one: --questions question-set-yes"):
        question_file(tmp_path, several, None)
    # One that turns the questions round is not proposed, whatever it is called.
    (questions / "question-set-no.txt").write_text("1|a|IS e1 BEFORE e2||yes\n", encoding="utf-8")
    with pytest.raises(DocumentsError, match="choose one: --questions question-set-no"):
        question_file(tmp_path, several, None)


def test_a_system_is_named_as_in_the_kit_or_by_its_path(kit: Path) -> None:
    named = open_kit(KitInput((Path("careful"), kit / "gold"), folder=kit))
    assert {name: system.path for name, system in named.systems.items()} == {
        "careful": kit / "systems" / "careful",
        "gold": kit / "gold",
    }


def test_what_is_not_a_kit_is_refused_with_what_it_lacks(kit: Path) -> None:
    with pytest.raises(DocumentsError, match=rf"does not exist; did you mean {kit}\?"):
        find_kit(kit.parent / "kitt")
    with pytest.raises(DocumentsError, match="is not a folder"):
        find_kit(kit / "eval-questions" / "question-set.txt")
    with pytest.raises(DocumentsError, match=r"has no eval-questions/question-set\*\.txt"):
        find_kit(kit / "gold")
