"""Drawing questions: exactly what is asked for, proven, and none that follows from others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.oracle.proofs import check_proof, constraints_in_force
from tests.question_sets import GOLD, collection
from timegraph.answer import Answer
from timegraph.documents.build import build, relation_for
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.qa.contradictions import Statement
from timegraph.task.drawing import Drawn, counts, draw_questions, outcomes
from timegraph.task.question_sets import implied
from timeml import RelType, open_collection

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
EVEN = {YES: 1, NO: 1}


@pytest.fixture(scope="module")
def gold(kit: Path) -> Path:
    return kit / "gold"


def proven(drawn: Drawn) -> int:
    """The number of questions, each of whose proofs was checked."""
    checked = 0
    for document in drawn.documents:
        graph = build(document.document)
        force = constraints_in_force(graph.links, left_out(graph))
        for candidate, proof in document.questions:
            assert proof.answer is candidate.answer
            assert (proof.a, proof.b) == (candidate.a, candidate.b)
            check_proof(proof, graph.entities, force)
            checked += 1
    return checked


def left_out(graph: TimeGraph) -> dict[object, object]:
    return {
        conflict.link: [(c.x, c.op, c.y) for c in conflict.constraints]
        for conflict in graph.conflicts
    }


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3).filter(any), st.integers(0, 50))
def test_counts_add_up_and_are_near_the_shares(weights: list[int], number: int) -> None:
    found = counts(dict(zip(Answer, weights, strict=False)), number)
    assert sum(found.values()) == number
    for value, weight in zip(found.values(), weights, strict=True):
        assert abs(value - number * weight / sum(weights)) < 1
        assert weight or not value


def test_equal_remainders_go_to_the_first() -> None:
    assert counts({YES: 1, NO: 1, UNKNOWN: 1}, 4) == {YES: 2, NO: 1, UNKNOWN: 1}
    for weights in ({YES: 0}, {YES: 2, NO: -1}):
        with pytest.raises(ValueError, match="positive"):
            counts(weights, 3)


def test_the_shares_asked_for_are_the_shares_got(gold: Path) -> None:
    relations = (RelType.BEFORE, RelType.AFTER, RelType.IS_INCLUDED)
    answers = {YES: 40, NO: 40, UNKNOWN: 20}
    drawn = draw_questions(
        open_collection(gold), number=60, answers=answers, relations=relations, seed=3
    )
    assert all(asked in (None, got) for _, _, asked, got in outcomes(drawn))
    questions = drawn.questions
    assert Counter(question.answer for question in questions) == {YES: 24, NO: 24, UNKNOWN: 12}
    assert {question.relation for question in questions} == set(relations)
    pairs = {(one.name, frozenset((q.a, q.b))) for one in drawn.documents for q, _ in one.questions}
    assert len(pairs) == 60
    assert Counter(len(document.questions) for document in drawn.documents).keys() <= {6, 7, 8, 9}
    assert proven(drawn) == 60


def test_the_seed_decides(gold: Path) -> None:
    documents = open_collection(gold)
    first, again, other = (
        draw_questions(documents, number=30, answers=EVEN, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.questions != other.questions


def statements(drawn: Drawn) -> list[list[Statement]]:
    return [
        [
            Statement(one.a, relation_for(one.relation), one.b, one.answer is YES)
            for one, _ in document.questions
        ]
        for document in drawn.documents
    ]


def test_nothing_follows_from_what_was_drawn_before(gold: Path) -> None:
    drawn = draw_questions(open_collection(gold), number=150, answers=EVEN, seed=5)
    for several in statements(drawn):
        for end in range(1, len(several) + 1):
            assert implied(several[:end], end - 1) is None


def test_drawing_ends_where_nothing_is_left(gold: Path) -> None:
    number = 100_000
    drawn = draw_questions(open_collection(gold), number=number, answers=EVEN)
    assert 0 < len(drawn.questions) < sum(drawn.asked.values()) == number


def test_another_answer_is_taken_where_gold_has_no_more(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    drawn = draw_questions(
        gold, number=50, answers={YES: 4, UNKNOWN: 1}, relations=[RelType.BEFORE, RelType.INCLUDES]
    )
    rows = outcomes(drawn)
    assert rows[0][:3] == ("questions", "all", 50)
    assert rows[1:4] == [("answer", "yes", 40, 2), ("answer", "no", 0, 0), rows[3]]
    assert [row[1:3] for row in rows[4:]] == [
        (value, None) for value in ("BEFORE", "INCLUDES", "near", "distant", "annotated", "implied")
    ]


def test_entities_without_words_are_left_out(tmp_path: Path) -> None:
    empty = '<TIMEX3 tid="t9" type="DATE" value="2020"/>'
    gold = collection(tmp_path / "gold", day=GOLD.replace("</TEXT>", f"{empty}</TEXT>"))
    drawn = draw_questions(gold, number=50, answers={YES: 1, NO: 1, UNKNOWN: 1})
    assert drawn.questions
    assert not any("t9" in (question.a, question.b) for question in drawn.questions)


@pytest.mark.parametrize("answers", [{YES: 1}, {YES: 1, Answer.NO: 1}, {YES: 1, Answer.UNKNOWN: 0}])
def test_an_answer_without_a_share_is_never_drawn(tmp_path: Path, answers) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    drawn = draw_questions(gold, number=50, answers=answers)
    given = {answer for answer, share in answers.items() if share}
    assert 0 < len(drawn.questions) < 50
    assert {question.answer for question in drawn.questions} <= given


def test_documents_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD, night="<x")
    drawn = draw_questions(gold, number=2, answers=EVEN)
    assert len(drawn.questions) == 2
    (warning,) = drawn.warnings
    assert "night.tml" in warning


def test_gold_that_contradicts_itself_can_be_refused(tmp_path: Path) -> None:
    link = '<TLINK lid="l9" relType="AFTER" eventInstanceID="ei1" relatedToEventInstance="ei2"/>'
    wrong = GOLD.replace("</TimeML>", f"{link}</TimeML>")
    gold = collection(tmp_path / "gold", day=GOLD, night=wrong)
    strict = Interpretation(on_conflict="error")
    drawn = draw_questions(gold, number=2, answers=EVEN, interpretation=strict)
    assert {document.name for document in drawn.documents} == {"day.tml"}
    (warning,) = drawn.warnings
    assert warning.startswith("night.tml: ")


@pytest.mark.data
@pytest.mark.slow
def test_a_thousand_questions_of_timebank_are_proven(data: Path) -> None:
    gold = open_collection(data / "tempeval3" / "TBAQ-cleaned" / "TimeBank")
    answers = {YES: 45, NO: 45, UNKNOWN: 10}
    drawn = draw_questions(gold, number=1000, answers=answers, seed=1)
    assert all(asked in (None, got) for _, _, asked, got in outcomes(drawn))
    assert proven(drawn) == 1000
