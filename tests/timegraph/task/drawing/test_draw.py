"""Drawing questions: exactly what is asked for, proven, and none that follows from others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.oracle.proofs import check_proof, constraints_in_force
from tests.question_sets import GOLD, collection
from timegraph.answer import Answer
from timegraph.documents.build import build, relation_for
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.qa.contradictions import Statement
from timegraph.task.drawing.draw import Drawn, draw_questions
from timegraph.task.drawing.kit import outcomes
from timegraph.task.drawing.pool import Shares
from timegraph.task.question_sets.gold_answers import implied
from timeml import RelType, open_collection

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
EVEN = Shares({YES: 1, NO: 1}, {})


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


def test_the_shares_asked_for_are_the_shares_got(gold: Path) -> None:
    shares = Shares(
        {YES: 40, NO: 40, UNKNOWN: 20},
        {RelType.BEFORE: 50, RelType.AFTER: 30, RelType.IS_INCLUDED: 20},
    )
    drawn = draw_questions(open_collection(gold), number=60, shares=shares, seed=3)
    assert all(outcome.met for outcome in outcomes(drawn))
    questions = drawn.questions
    assert Counter(question.answer for question in questions) == {YES: 24, NO: 24, UNKNOWN: 12}
    relations = Counter(question.relation for question in questions)
    assert relations == {RelType.BEFORE: 30, RelType.AFTER: 18, RelType.IS_INCLUDED: 12}
    assert Counter(len(document.questions) for document in drawn.documents).keys() <= {6, 7, 8, 9}
    assert proven(drawn) == 60


def test_the_seed_decides(gold: Path) -> None:
    documents = open_collection(gold)
    first, again, other = (
        draw_questions(documents, number=30, shares=EVEN, seed=seed) for seed in (1, 1, 2)
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
    drawn = draw_questions(open_collection(gold), number=150, shares=EVEN, seed=5)
    for several in statements(drawn):
        for end in range(1, len(several) + 1):
            assert implied(several[:end], end - 1) is None


def test_what_follows_is_drawn_if_it_is_allowed(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    shares = Shares({YES: 1}, {})
    following = set()
    for seed in range(12):
        drawn = draw_questions(gold, number=3, shares=shares, seed=seed, allow_implied=True)
        (several,) = statements(drawn)
        follows = implied(several, 2) is not None
        following.add(follows)
        fewer = draw_questions(gold, number=3, shares=shares, seed=seed)
        assert sum(question.answer is YES for question in fewer.questions) == 3 - follows
    assert following == {False, True}


def test_drawing_ends_where_nothing_is_left(gold: Path) -> None:
    number = 100_000
    drawn = draw_questions(open_collection(gold), number=number, shares=EVEN)
    assert 0 < len(drawn.questions) < len(drawn.asked) == number


def test_what_gold_does_not_have_is_given_up_part_by_part(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    shares = Shares({YES: 4, Answer.UNKNOWN: 1}, {RelType.BEFORE: 1})
    drawn = draw_questions(gold, number=5, shares=shares)
    # Three pairs are known, one of them BEFORE in each direction that can be asked; two are open.
    assert len(drawn.questions) == 5
    missed = {outcome.value for outcome in outcomes(drawn) if not outcome.met}
    assert missed >= {"yes"}
    too_many = draw_questions(gold, number=50, shares=shares)
    # Of 15 pairs one is known to be BEFORE in neither direction, and no has no share.
    assert len(too_many.questions) == 14
    assert not outcomes(too_many)[0].met


@pytest.mark.parametrize("answers", [{YES: 1}, {YES: 1, Answer.NO: 1}, {YES: 1, Answer.UNKNOWN: 0}])
def test_an_answer_without_a_share_is_never_drawn(tmp_path: Path, answers) -> None:
    gold = collection(tmp_path / "gold", day=GOLD)
    drawn = draw_questions(gold, number=50, shares=Shares(answers, {}))
    given = {answer for answer, share in answers.items() if share}
    assert 0 < len(drawn.questions) < 50
    assert {question.answer for question in drawn.questions} <= given


def test_room_is_made_for_what_is_hard_to_find(tmp_path: Path) -> None:
    # All three known pairs are needed: one BEFORE, one AFTER and one INCLUDES, whatever is drawn
    # first.
    gold = collection(tmp_path / "gold", day=GOLD)
    shares = Shares({YES: 1}, {RelType.BEFORE: 1, RelType.AFTER: 1, RelType.INCLUDES: 1})
    for seed in range(12):
        drawn = draw_questions(gold, number=3, shares=shares, seed=seed, allow_implied=True)
        assert all(outcome.met for outcome in outcomes(drawn)), seed


def test_documents_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    gold = collection(tmp_path / "gold", day=GOLD, night="<x")
    drawn = draw_questions(gold, number=2, shares=EVEN)
    assert len(drawn.questions) == 2
    (warning,) = drawn.warnings
    assert "night.tml" in warning


def test_gold_that_contradicts_itself_can_be_refused(tmp_path: Path) -> None:
    link = '<TLINK lid="l9" relType="AFTER" eventInstanceID="ei1" relatedToEventInstance="ei2"/>'
    wrong = GOLD.replace("</TimeML>", f"{link}</TimeML>")
    gold = collection(tmp_path / "gold", day=GOLD, night=wrong)
    strict = Interpretation(on_conflict="error")
    drawn = draw_questions(gold, number=2, shares=EVEN, interpretation=strict)
    assert {document.name for document in drawn.documents} == {"day.tml"}
    (warning,) = drawn.warnings
    assert warning.startswith("night.tml: ")


@pytest.mark.data
@pytest.mark.slow
def test_a_thousand_questions_of_timebank_are_proven(data: Path) -> None:
    gold = open_collection(data / "tempeval3" / "TBAQ-cleaned" / "TimeBank")
    shares = Shares(
        {YES: 45, NO: 45, UNKNOWN: 10},
        {RelType.BEFORE: 40, RelType.AFTER: 40, RelType.INCLUDES: 10, RelType.SIMULTANEOUS: 10},
    )
    drawn = draw_questions(gold, number=1000, shares=shares, seed=1)
    assert all(outcome.met for outcome in outcomes(drawn))
    assert proven(drawn) == 1000
