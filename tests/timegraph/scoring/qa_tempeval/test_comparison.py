"""Systems beside each other: which one is right where, and the tests of their differences."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.results import answered
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import DocumentAnswers, Result, holm, mcnemar
from timegraph.scoring.qa_tempeval.comparison import AnsweredQuestion, compare_systems

LETTERS = {"y": Answer.YES, "n": Answer.NO, "u": Answer.UNKNOWN}


def system(name: str, answers: str, expected: str) -> Result[DocumentAnswers]:
    """A system that gives these answers (y, n, u) to one question per document and letter."""
    lines = "".join(
        f"{k}|d{k}.tml|IS ei1 BEFORE ei2|Was it?|{LETTERS[letter]}\n"
        for k, letter in enumerate(expected)
    )
    questions = read_questions(lines.encode()).questions
    return answered(
        name,
        (
            AnsweredQuestion(question, LETTERS[letter])
            for question, letter in zip(questions, answers, strict=True)
        ),
    )


def test_who_is_right_where() -> None:
    expected = "yyynu"
    one, other = system("one", "yynuu", expected), system("other", "nuyny", expected)
    result = compare_systems([one, other], against="other")
    assert result.names == ("one", "other")
    assert [tuple(each.verdict for each in answers) for answers in result.questions] == [
        ("right", "wrong"),
        ("right", "unknown"),
        ("wrong", "right"),
        ("unknown", "right"),
        ("right", "wrong"),
    ]
    only = result.only_right("one", other="other")
    assert [right.question.number for right, _ in only] == ["0", "1", "4"]
    assert [right.question.number for right, _ in result.only_right("other", other="one")] == [
        "2",
        "3",
    ]
    (pair,) = result.pairs
    assert (pair.first, pair.second, pair.only_first, pair.only_second) == ("one", "other", 3, 2)
    assert pair.mcnemar_p == mcnemar(only_first=3, only_second=2)
    assert pair.mcnemar_holm == pair.mcnemar_p  # one pair needs no correction
    assert pair.f1.difference == pytest.approx(one.score.f1 - other.score.f1)  # type: ignore[operator]
    assert pair.f1_holm == pair.f1.p


def test_each_test_is_a_family_of_its_own() -> None:
    expected = "y" * 12
    systems = [
        system(name, "y" * k + "n" * (12 - k), expected)
        for name, k in zip("abc", (12, 6, 0), strict=True)
    ]
    result = compare_systems(systems)
    assert [(pair.first, pair.second) for pair in result.pairs] == [("b", "a"), ("c", "a")]
    by_hand = sorted(pair.mcnemar_p for pair in result.pairs)
    assert min(pair.mcnemar_holm for pair in result.pairs) == pytest.approx(3 * by_hand[0])  # type: ignore[type-var]
    against = compare_systems(systems, against="b")
    assert [(pair.first, pair.second) for pair in against.pairs] == [("a", "b"), ("c", "b")]


def test_by_default_the_others_are_compared_with_the_best() -> None:
    expected = "y" * 12
    systems = [
        system(name, "y" * k + "n" * (12 - k), expected)
        for name, k in zip("abcd", (3, 12, 0, 12), strict=True)
    ]
    result = compare_systems(systems)
    assert result.best == "b"  # the first of several
    assert [(pair.first, pair.second) for pair in result.pairs] == [
        ("a", "b"),
        ("c", "b"),
        ("d", "b"),
    ]
    # Any pair might have been shown, so p is corrected for all of them.
    every = {
        frozenset((pair.first, pair.second)): pair.mcnemar_p
        for name in "abcd"
        for pair in compare_systems(systems, against=name).pairs
    }
    assert len(every) == 6
    corrected = dict(zip(every, holm(list(every.values())), strict=True))
    for pair in result.pairs:
        assert pair.mcnemar_holm == corrected[frozenset((pair.first, pair.second))]


@given(st.data(), st.integers(1, 8), st.integers(2, 4))
def test_the_verdicts_add_up_to_the_scores(data: st.DataObject, size: int, number: int) -> None:
    words = st.text("ynu", min_size=size, max_size=size)
    expected = data.draw(words)
    systems = [system(f"s{k}", data.draw(words), expected) for k in range(number)]
    result = compare_systems(systems)
    for k, one in enumerate(systems):
        rights = [answers[k].verdict for answers in result.questions].count("right")
        assert rights == one.score.correct
    for pair in result.pairs:
        first, second = pair.first, pair.second
        assert pair.only_first == len(result.only_right(first, other=second))
        assert pair.only_second == len(result.only_right(second, other=first))
        assert (pair.mcnemar_holm or 0) >= pair.mcnemar_p


def test_what_cannot_be_compared_is_refused() -> None:
    one = system("one", "y", "y")
    with pytest.raises(ValueError, match="two systems or more"):
        compare_systems([one])
    with pytest.raises(ValueError, match="different questions"):
        compare_systems([one, system("other", "yy", "yy")])
    with pytest.raises(ValueError, match="no system is called x; the systems are one, other"):
        compare_systems([one, system("other", "y", "y")], against="x")
    with pytest.raises(ValueError, match="several systems are called one"):
        compare_systems([one, one], against="one")
