"""What bounds answer, against all distances that they allow."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from timegraph import Answer
from timegraph._graph.distances import Bounds
from timegraph._metric.lengths import length_of, stepped

# Halves stand for all that lies between whole numbers.
WORLD = [Fraction(half, 2) for half in range(-30, 31)]
numbers = st.none() | st.integers(-9, 9).map(Fraction)
lengths = st.none() | st.integers(0, 9)


def allowed(bounds: Bounds) -> list[Fraction]:
    """The distances of the world that the bounds allow."""
    return [
        d
        for d in WORLD
        if (bounds.lower is None or bounds.lower < d or (d == bounds.lower and bounds[2]))
        and (bounds.upper is None or d < bounds.upper or (d == bounds.upper and bounds[3]))
    ]


@given(
    st.builds(Bounds, numbers, numbers, st.booleans(), st.booleans()).filter(allowed),
    lengths,
    lengths,
    lengths,
    lengths,
)
def test_an_answer_is_that_of_every_distance_allowed(
    bounds: Bounds, at_least: int | None, at_most: int | None, more: int | None, less: int | None
) -> None:
    asked = {"at_least": at_least, "at_most": at_most, "more_than": more, "less_than": less}
    if all(one is None for one in asked.values()):
        with pytest.raises(ValueError, match="give at_least, at_most"):
            bounds.answer(**asked)
        return
    held = {
        (at_least is None or d >= at_least)
        and (at_most is None or d <= at_most)
        and (more is None or d > more)
        and (less is None or d < less)
        for d in allowed(bounds)
    }
    expected = Answer.UNKNOWN if len(held) == 2 else Answer.YES if held.pop() else Answer.NO
    assert bounds.answer(**asked) is expected


def test_months_are_as_short_or_as_long_as_is_harder() -> None:
    thirty_days = Bounds(Fraction(30 * 86_400), Fraction(30 * 86_400))
    assert thirty_days.answer(at_least="1 month") is Answer.UNKNOWN
    assert thirty_days.answer(at_least="27 days", less_than="2 months") is Answer.YES
    assert thirty_days.answer(more_than="2 months") is Answer.NO


hours = st.tuples(st.integers(0, 1_500), st.integers(0, 60)).map(lambda one: (one[0], sum(one)))


@given(hours, hours, st.integers(0, 2), st.integers(0, 4), st.integers(0, 4))
def test_months_are_counted_from_dates(
    x: tuple[int, int], y: tuple[int, int], months: int, share: int, other: int
) -> None:
    hour = Fraction(3_600)
    earlier = Bounds(x[0] * hour, x[1] * hour)
    later = Bounds(y[0] * hour, y[1] * hour)
    between = Bounds(later[0] - earlier[1], later[1] - earlier[0])
    one = earlier[0] + (earlier[1] - earlier[0]) * share / 4
    two = later[0] + (later[1] - later[0]) * other / 4
    reached = two - stepped(one, length_of(f"{months} months"))
    dates = (earlier, later)
    for asked, holds in (
        ("at_least", reached >= 0),
        ("more_than", reached > 0),
        ("at_most", reached <= 0),
        ("less_than", reached < 0),
    ):
        answer = between.answer(**{asked: f"{months} months"}, dates=dates)
        assert answer is not (Answer.NO if holds else Answer.YES)
        if x[0] == x[1] and y[0] == y[1]:
            assert answer is (Answer.YES if holds else Answer.NO)


def test_bounds_in_words() -> None:
    day = Fraction(86_400)
    assert str(Bounds(day, day)) == "exactly 1 day"
    assert str(Bounds(day, None, False)) == "more than 1 day"
    assert str(Bounds(None, 2 * day, True, False)) == "less than 2 days"
    assert str(Bounds(None, None)) == "unbounded"


def test_bounds_are_timedeltas_where_there_is_one() -> None:
    bounds = Bounds(Fraction(-3, 2), Fraction(86_400))
    assert (bounds.shortest, bounds.longest) == (timedelta(seconds=-1.5), timedelta(1))
    assert Bounds(None, Fraction(1, 3)).longest == Fraction(1, 3)
    assert Bounds(None, Fraction(10**20)).longest == 10**20
    assert Bounds(None, None).shortest is None
