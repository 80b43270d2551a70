"""Questions and events in words, which the grammar reads again."""

from __future__ import annotations

import pytest

from timegraph.dates.granules import month, year
from timegraph.facts.fact import Fact
from timegraph.facts.generate import asked, clause_of, heads_in, long_month, short_date
from timegraph.facts.questions import read_question
from timegraph.facts.questions.question_kinds import read_clause
from timegraph.facts.relations import RELATIONS


@pytest.mark.parametrize("relation", [r.name for r in RELATIONS if r.heads])
def test_every_head_is_read_again(relation: str) -> None:
    for number in range(len(heads_in(relation))):
        for plural in (False, True):
            text = asked(relation, "Ada", "in May 1990", plural=plural, head=number)
            assert text[0].isupper()
            question = read_question(text)
            assert question.subject == "Ada"
            assert relation in question.relations


@pytest.mark.parametrize("relation", [r.name for r in RELATIONS if r.verbs or r.nouns])
def test_every_clause_is_read_again(relation: str) -> None:
    clause = clause_of(Fact("Ada", relation, "Bo"))
    if clause is not None:
        event = read_clause(clause, "Ada")
        assert event.object == "Bo"
        assert event.relation == relation


def test_clauses() -> None:
    assert clause_of(Fact("Ada", "employer", "Mill")) == "he/she worked for Mill"
    assert clause_of(Fact("Town", "head coach", "Bo")) == "Bo was the headcoach"
    assert clause_of(Fact("Town", "owner", "Bo")) == "it was owned by Bo"
    assert clause_of(Fact("Ada", "shoe size", "9")) is None
    assert clause_of(Fact("Ada", "occupation", "x")) is None
    assert heads_in("shoe size") == ()


def test_dates() -> None:
    assert long_month(12 * 1926) == "January 1926"
    assert (short_date(month(1926, 9)), short_date(year(1926))) == ("Sep 1926", "1926")
