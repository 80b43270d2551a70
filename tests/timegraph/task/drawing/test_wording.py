"""Template words."""

from __future__ import annotations

import pytest

from tests.question_sets import GOLD
from timegraph.answer import Answer
from timegraph.task.drawing.pool import Candidate
from timegraph.task.drawing.wording import in_words
from timeml import RelType, read


def worded(a: str, relation: RelType, b: str, text: str = GOLD) -> str:
    question = Candidate(a, relation, b, Answer.YES, True, False)
    return in_words(question, read(text.encode()))


def test_words_of_both_entities() -> None:
    assert worded("ei1", RelType.AFTER, "ei2") == "Did 'ate' happen after 'slept'?"
    assert worded("ei1", RelType.IS_INCLUDED, "t0") == (
        "Did 'ate' happen during the creation time '2 January 2020'?"
    )


def test_the_field_separator_is_not_among_them() -> None:
    assert worded("ei1", RelType.BEFORE, "ei2", GOLD.replace("ate<", "a|te<")) == (
        "Did 'a/te' happen before 'slept'?"
    )


@pytest.mark.parametrize("relation", tuple(RelType))
def test_every_relation_has_words(relation: RelType) -> None:
    text = worded("ei1", relation, "ei2")
    assert "'ate'" in text
    assert "'slept'" in text
