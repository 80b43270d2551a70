"""Scores of LIST questions against their definition, written out with sets and fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from timegraph.qa import parse_question
from timegraph.qa.question_sets import SetQuestion
from timegraph.scoring.qa_tempeval.comparison import AnsweredList, score_lists

QUESTION = SetQuestion("1", "a.tml", "LIST AFTER t1", parse_question("LIST AFTER t1"))

entities = st.lists(st.sampled_from(["e1", "e2", "e3", "e4", "t1"]), max_size=6).map(tuple)
lists = st.lists(
    st.builds(AnsweredList, st.just(QUESTION), entities, st.none() | entities), max_size=5
)


def ratio(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


@given(lists)
def test_scores_are_those_of_the_definition(answers: list[AnsweredList]) -> None:
    scored = [(set(a.predicted), set(a.expected)) for a in answers if a.expected is not None]
    predicted = sum(len(listed) for listed, _ in scored)
    expected = sum(len(wanted) for _, wanted in scored)
    correct = sum(len(listed & wanted) for listed, wanted in scored)
    score = score_lists(answers)
    assert (score.questions, score.predicted) == (len(scored), predicted)
    assert (score.expected, score.correct) == (expected, correct)
    assert score.precision == pytest.approx(ratio(correct, predicted))
    assert score.recall == pytest.approx(ratio(correct, expected))
    assert score.f1 == pytest.approx(ratio(2 * correct, predicted + expected))
    singles = []
    for listed, wanted in scored:
        both = len(listed & wanted)
        if listed == wanted == set():
            singles.append((Fraction(1), Fraction(1), Fraction(1)))
        else:
            found = ratio(both, len(listed)), ratio(both, len(wanted))
            f1 = Fraction(2 * both, len(listed) + len(wanted))
            singles.append((found[0] or Fraction(0), found[1] or Fraction(0), f1))
    macro = (score.macro_precision, score.macro_recall, score.macro_f1)
    if not singles:
        assert macro == (None, None, None)
    else:
        means = [sum(column) / len(singles) for column in zip(*singles, strict=True)]
        assert macro == pytest.approx(tuple(map(float, means)))


def test_an_empty_list_is_right_where_none_was_expected() -> None:
    score = score_lists([AnsweredList(QUESTION, (), ())])
    assert (score.macro_precision, score.macro_recall, score.macro_f1) == (1, 1, 1)
    assert (score.precision, score.recall, score.f1) == (None, None, None)


def test_scores_and_answers_cannot_be_changed() -> None:
    for thing in (AnsweredList(QUESTION, (), None), score_lists([])):
        with pytest.raises(AttributeError):
            thing.predicted = ()  # type: ignore[misc]
