"""Questions and events in words, which the grammar reads again."""

from __future__ import annotations

import pytest

from timegraph.dates.granules import month, year
from timegraph.facts.generate import asked, heads_in, short_date
from timegraph.facts.read_questions import read_question
from timegraph.facts.relations import RELATIONS


@pytest.mark.parametrize("relation", [r.name for r in RELATIONS if r.heads])
def test_every_head_is_read_again(relation: str) -> None:
    for number in range(len(heads_in(relation))):
        text = asked(relation, "Ada", "in May 1990", head=number)
        assert text[0].isupper()
        question = read_question(text)
        assert question.subject == "Ada"
        assert relation in question.relations
    assert heads_in("shoe size") == ()


def test_dates() -> None:
    assert (short_date(month(1926, 9)), short_date(year(1926))) == ("Sep 1926", "1926")
