"""The questions that a document can be asked."""

from __future__ import annotations

from random import Random

import pytest

from tests.question_sets import GOLD
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.documents.build import label_for, relation_for
from timegraph.options import Interpretation
from timegraph.task.drawing.pool import Candidate, Cell, Pool
from timeml import RelType, read

ALL = tuple(map(label_for, Allen))


@pytest.fixture
def pool() -> Pool:
    return Pool(read(GOLD.encode()), Interpretation(), ALL)


def every(pool: Pool, cell: Cell) -> list[Candidate]:
    found = []
    random = Random(0)
    while (candidate := pool.take(cell, random)) is not None:
        for part in ("answer", "relation"):
            assert getattr(cell, part) in (None, getattr(candidate, part))
        found.append(candidate)
    return found


def test_each_pair_is_taken_once_with_the_answer_of_gold(pool: Pool) -> None:
    found = every(pool, Cell())
    assert len({frozenset((one.a, one.b)) for one in found}) == len(found) == 15  # of 6 entities
    for one in found:
        assert pool.graph.ask(one.a, relation_for(one.relation), one.b) is one.answer
        assert (one.implied is None) == (one.answer is Answer.UNKNOWN)


def test_cells_choose(pool: Pool) -> None:
    known = every(pool, Cell(Answer.YES))
    assert {frozenset((one.a, one.b)) for one in known} == {
        frozenset(pair) for pair in (("ei1", "ei2"), ("ei2", "ei3"), ("ei1", "ei3"))
    }
    assert {(one.a, one.b) for one in known if one.implied} <= {("ei1", "ei3"), ("ei3", "ei1")}
    assert every(pool, Cell(Answer.NO)) == []  # these pairs are taken
    pool.put_back(known[0])
    other = next(label for label in ALL if label is not known[0].relation)
    assert len(every(pool, Cell(Answer.NO, other))) == 1
    assert every(pool, Cell(Answer.YES)) == []
    pool.restore(known[1])
    assert len(every(pool, Cell(Answer.YES))) == 1
    far = [one for one in every(pool, Cell()) if not one.near]
    assert far
    assert all({"t0", "t1", "ei4"} & {one.a, one.b} for one in far)


def test_only_relations_that_are_asked_for() -> None:
    pool = Pool(read(GOLD.encode()), Interpretation(), (RelType.BEFORE, RelType.DURING))
    assert {one.relation for one in every(pool, Cell())} <= {RelType.BEFORE, RelType.DURING}
    assert not pool.take(Cell(relation=RelType.AFTER), Random(0))


def test_entities_without_words_are_left_out() -> None:
    empty = '<TIMEX3 tid="t9" type="DATE" value="2020"/>'
    pool = Pool(read(GOLD.replace("</TEXT>", f"{empty}</TEXT>").encode()), Interpretation(), ALL)
    assert not any("t9" in (one.a, one.b) for one in every(pool, Cell()))


def test_a_candidate_that_was_reserved_is_not_given_again(pool: Pool) -> None:
    first = pool.take(Cell(), Random(0))
    assert first is not None
    pool.put_back(first)
    pool.reserve(first)
    assert all({one.a, one.b} != {first.a, first.b} for one in every(pool, Cell()))
