"""Named periods, found by their names."""

from __future__ import annotations

import pytest

from timegraph.dates.named import NO_PERIODS, NamedPeriod, NamedPeriods, PeriodsError

WAR = NamedPeriod("Second World War", (0, 1), (5, 6), "then", "a:2")
IRON = NamedPeriod("Iron Age", (0, 1), (5, 6), "then", "a:3")
OTHER_IRON = NamedPeriod("Iron  age", (0, 2), (5, 6), "now", "a:4")
PERIODS = NamedPeriods((WAR, WAR, IRON, OTHER_IRON))


@pytest.mark.parametrize("name", ["Second World War", "the second  world war"])
def test_a_period_is_found_in_any_case(name: str) -> None:
    assert PERIODS.find(name) == WAR
    assert str(WAR) == "Second World War (then) [a:2]"


@pytest.mark.parametrize("name", ["First World War", "World War", "", "the"])
def test_other_names_are_not_periods(name: str) -> None:
    assert PERIODS.find(name) is None
    assert NO_PERIODS.find("Second World War") is None


def test_a_name_with_several_meanings_is_refused_where_it_is_used() -> None:
    with pytest.raises(PeriodsError, match="the name of 2 periods with different dates"):
        PERIODS.find("Iron Age")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("in the Second World War", "during the Second World War"),
        ("who lived throughout the iron age?", "who lived during the iron age?"),
        ("in Second World Wars", "in Second World Wars"),
        ("within the Iron Age", "within the Iron Age"),
    ],
)
def test_in_before_a_period_is_during(text: str, said: str) -> None:
    assert PERIODS.said_of(text) == said
    assert NO_PERIODS.said_of(text) == text
