"""Questions by document, with the entities that they are about."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import KEY, asked, collection, questions
from timegraph.allen import Allen
from timegraph.qa.contradictions import ask_sets


def test_ids_mean_what_they_mean_in_the_key(tmp_path: Path) -> None:
    found = asked(
        tmp_path,
        "IS ei1 BEFORE e2 yes",
        "IS e1 AFTER e9 no",
        "LIST BEFORE e1 ",
        "IS e1 AFTER t0 unknown",
        "IS e1 DURING 1998 no",
    )
    first, missing, listed, unknown, date = found.questions
    assert (first.entities, first.relation) == (("e1", "e2"), Allen.BEFORE)
    assert first.pair == ("e1", Allen.BEFORE, "e2")
    assert (missing.entities, missing.missing) == (None, ("e9",))
    assert (listed.entities, listed.pair, listed.missing) == (None, None, ())
    assert (unknown.entities, unknown.statement) == (("e1", "t0"), None)
    assert (date.entities, date.relation) == (("e1", "1998"), Allen.EQUAL)
    assert [statement.source for statement in found.statements] == [first, date]
    assert [statement.holds for statement in found.statements] == [True, False]


def test_a_question_and_its_converse_are_about_the_same_pair(tmp_path: Path) -> None:
    found = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e2 AFTER e1 yes", "IS e2 IDENTITY e1 no")
    pairs = [question.pair for question in found.questions]
    assert pairs[0] == pairs[1] != pairs[2]


def test_several_sets_are_put_together_by_document(tmp_path: Path) -> None:
    key = collection(tmp_path / "key", day=KEY, night=KEY)
    first = questions("1|day.tml|IS e1 BEFORE e2||yes", "2|night|IS e1 BEFORE e2||yes")
    second = questions("1|DAY|IS e1 BEFORE e3||no", "2|noon|IS e1 BEFORE e3||no")
    found = ask_sets([("a.txt", first), ("b.txt", second)], key)
    assert [one.name for one in found] == ["day.tml", "night.tml", "noon"]
    assert [(q.file, q.question.number) for q in found[0].questions] == [
        ("a.txt", "1"),
        ("b.txt", "1"),
    ]
    assert "has no document noon" in found[2].problem
    assert found[2].questions[0].entities == ("e1", "e3")  # as they are typed


def test_a_document_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    key = collection(tmp_path / "key", day="<TimeML>")
    (found,) = ask_sets([("a.txt", questions("IS e1 BEFORE e2 yes"))], key)
    assert found.unreadable
    assert "day.tml" in found.problem
