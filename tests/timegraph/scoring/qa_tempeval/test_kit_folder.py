"""The official layout of a kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.corpus.runner import DocumentsError
from timegraph.scoring.qa_tempeval.kits import find_kit


def test_a_kit_lists_its_parts_in_order(kit: Path) -> None:
    opened = find_kit(kit)
    assert [path.name for path in opened.systems] == ["careful", "hasty"]
    assert [path.name for path in opened.questions] == ["question-set.txt"]
    assert opened.question_file(None) == opened.questions[0]


def test_a_kit_need_have_no_systems_of_its_own(kit: Path, tmp_path: Path) -> None:
    questions = tmp_path / "eval-questions"
    (questions / "question-events").mkdir(parents=True)
    (questions / "question-set.txt").write_text("", encoding="utf-8")
    assert find_kit(tmp_path, with_systems=False).systems == ()
    with pytest.raises(DocumentsError, match="has no systems/NAME/"):
        find_kit(tmp_path)


def test_the_question_file_is_the_one_that_the_user_names(kit: Path, tmp_path: Path) -> None:
    folder = find_kit(kit)
    for name in (None, "question-set.txt", "question-set", str(folder.questions[0])):
        assert folder.question_file(name) == folder.questions[0]
    with pytest.raises(DocumentsError, match=r"--questions old: .*; it has:\n  question-set\.txt"):
        folder.question_file("old")
    questions = tmp_path / "eval-questions"
    (questions / "question-events").mkdir(parents=True)
    for name in ("question-set-yes.txt", "question-set-no.txt", "notes.txt"):
        (questions / name).write_text("", encoding="utf-8")
    several = find_kit(tmp_path, with_systems=False)
    assert [path.name for path in several.questions] == [
        "question-set-no.txt",
        "question-set-yes.txt",
    ]
    assert several.question_file("yes") == several.questions[1]
    with pytest.raises(DocumentsError, match="choose one: --questions question-set-yes"):
        several.question_file(None)
    # One that turns the questions round is not proposed, whatever it is called.
    (questions / "question-set-no.txt").write_text("1|a|IS e1 BEFORE e2||yes\n", encoding="utf-8")
    with pytest.raises(DocumentsError, match="choose one: --questions question-set-no"):
        several.question_file(None)


def test_a_system_is_named_as_in_the_kit_or_by_its_path(kit: Path) -> None:
    folder = find_kit(kit)
    assert folder.system("careful") == kit / "systems" / "careful"
    assert folder.system(str(kit / "gold")) == kit / "gold"
    assert folder.similar(Path("carefull")) == "; did you mean careful?"


def test_what_is_not_a_kit_is_refused_with_what_it_lacks(kit: Path) -> None:
    with pytest.raises(DocumentsError, match=rf"does not exist; did you mean {kit}\?"):
        find_kit(kit.parent / "kitt")
    with pytest.raises(DocumentsError, match="is not a folder"):
        find_kit(kit / "eval-questions" / "question-set.txt")
    with pytest.raises(DocumentsError, match=r"has no eval-questions/question-set\*\.txt"):
        find_kit(kit / "gold")
