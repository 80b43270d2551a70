"""Facts made different."""

from __future__ import annotations

import pytest

from timegraph.dates import OPEN, read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import (
    Draw,
    era_of,
    fictional_names,
    keep_probabilities,
    moved,
    renamed,
    years_to_move,
)

BASE = FactBase(
    [
        Fact("Ada", "employer", "Mill", read_date("May 1926"), read_date("1934")),
        Fact("Ada", "spouse", "Bo", read_date("29 February 1928"), OPEN),
        Fact("Town", "head coach", "Bo", read_date("1940"), read_date("1941")),
    ]
)


def test_facts_are_moved_by_whole_years() -> None:
    later = moved(BASE, 20)
    assert [fact.dates for fact in later.facts] == [
        "May 1946 to 1954", "29 February 1948 to open", "1960 to 1961"]  # fmt: skip
    assert moved(later, -20).facts[0] == BASE.facts[0]
    assert {years_to_move(Draw(seed)) for seed in range(400)} <= set(range(-100, 21))


def test_fictional_names_are_consistent_and_distinct() -> None:
    names = fictional_names(BASE, Draw(3))
    assert names.keys() == {"Ada", "Mill", "Bo", "Town"}
    assert len(set(names.values())) == 4
    other = renamed(BASE, names)
    assert other.facts[1].object == other.facts[2].object == names["Bo"]
    assert other.facts[0].start == BASE.facts[0].start
    many = FactBase(Fact(str(n), "employer", f"x{n}") for n in range(400))
    assert len(set(fictional_names(many, Draw(1)).values())) == 800


def test_the_probabilities_of_the_paper() -> None:
    counts = (578, 199, 349, 448, 611, 905, 1946)
    kept = keep_probabilities(counts)
    assert [f"{p:.4f}" for p in kept] == [
        "0.7030", "0.8977", "0.8207", "0.7698", "0.6860", "0.5349", "0.0000", "1.0000"]  # fmt: skip
    assert keep_probabilities([0] * 7) == (1.0,) * 8


@pytest.mark.parametrize("counts", [(1, 2), (1,) * 8, (-1, 0, 0, 0, 0, 0, 0)])
def test_there_are_seven_eras(counts) -> None:
    with pytest.raises(ValueError, match="7 eras"):
        keep_probabilities(counts)


@pytest.mark.parametrize(
    ("year", "era"),
    [(-50, 0), (1899, 0), (1900, 1), (1919, 1), (1920, 2), (1999, 5), (2000, 6), (2019, 6),
     (2020, 7), (2100, 7)],
)  # fmt: skip
def test_eras(year: int, era: int) -> None:
    assert era_of(year) == era


def test_fictional_names_are_words() -> None:
    facts = [Fact(f"S{n}", "team", f"O{n}") for n in range(1500)]
    names = fictional_names(FactBase(facts), Draw(1))
    assert len(set(names.values())) == 3000
    assert all(name.replace(" ", "").isalpha() and name.istitle() for name in names.values())
