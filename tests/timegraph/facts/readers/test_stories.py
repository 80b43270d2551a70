"""Facts as statements of a story."""

from __future__ import annotations

import pytest

from timegraph.dates.granules import OPEN, DateError, year
from timegraph.facts.readers.lines import Story


def told(*statements: str) -> list[tuple[str, object, object]]:
    story = Story()
    for statement in statements:
        story.add(statement)
    return [(fact.text, fact.start, fact.end) for fact in story.facts()]


def test_start_and_end_make_a_fact() -> None:
    assert told("(A (b) owned B) starts at 1948", "(C died in D) starts at 1950.",
                "(A (b) owned B) ends at 1953") == [
        ("A (b) owned B", year(1948), year(1953)), ("C died in D", year(1950), OPEN)]  # fmt: skip


def test_what_happens_twice_is_two_facts() -> None:
    assert told("(A owned B) starts at 1", "(A owned B) ends at 2", "(A owned B) starts at 3") == [
        ("A owned B", year(1), year(2)), ("A owned B", year(3), OPEN)]  # fmt: skip


def test_an_end_closes_the_start_before_it() -> None:
    assert told("(A) starts at 1", "(A) starts at 3", "(A) ends at 4", "(A) ends at 5") == [
        ("A", year(1), year(5)), ("A", year(3), year(4))]  # fmt: skip


def test_an_end_without_a_start() -> None:
    assert told("(A) ends at 4") == [("A", OPEN, year(4))]


def test_the_words_are_taken_apart_if_they_can_be() -> None:
    story = Story()
    story.add("(Ada was married to Bo) starts at 1948")
    story.add("(It rained) starts at 1948")
    married, rained = story.facts()
    assert (married.subject, married.relation, married.object) == ("Ada", "spouse", "Bo")
    assert rained.subject == rained.statement == "It rained"


def test_other_texts() -> None:
    assert not Story().add("Ada owned B from 1 to 2")
    assert not Story().add("Ada")
    with pytest.raises(DateError):
        Story().add("(A) starts at 30 February 1990")
