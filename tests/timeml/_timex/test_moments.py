"""Instants that no ``datetime`` is."""

from __future__ import annotations

import pickle
from datetime import datetime, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeml._timex.gregorian import DAY, day_number
from timeml._timex.moments import Moment, instant_of, moment


@given(st.datetimes(), st.booleans())
def test_datetimes_there_and_back(value: datetime, zoned: bool) -> None:
    value = value.replace(tzinfo=timezone.utc if zoned else None)
    seconds = Fraction(instant_of(value))
    assert moment(seconds, zoned=zoned) == value
    own = Moment(seconds, zoned)
    assert own == value
    assert hash(own) == hash(value)
    assert own.to_datetime() == value
    assert own - value == 0


def test_years_and_fractions_that_datetime_lacks() -> None:
    early = moment(Fraction(day_number(-43, 3, 15) * DAY))
    assert isinstance(early, Moment)
    assert str(early) == "-0043-03-15"
    assert early < datetime(1, 1, 1)
    assert early == pickle.loads(pickle.dumps(early))
    third = moment(Fraction(1, 3))
    assert isinstance(third, Moment)
    assert str(third).startswith("1970-01-01T00:00:00.333")
    assert third > datetime(1970, 1, 1)
    for value in (early, third):
        with pytest.raises(OverflowError):
            value.to_datetime()
    assert len({early, third, Moment(Fraction(1, 3))}) == 2


def test_local_times_and_utc_do_not_compare() -> None:
    with pytest.raises(TypeError, match="zone"):
        assert Moment(Fraction(0)) < datetime(1970, 1, 1, tzinfo=timezone.utc)
    with pytest.raises(TypeError, match="zone"):
        Moment(Fraction(0), True) - Moment(Fraction(0))
    assert Moment(Fraction(0)) != datetime(1970, 1, 1, tzinfo=timezone.utc)
    assert Moment(Fraction(0)) != "1970"
    assert str(Moment(Fraction(0), True)) == "1970-01-01Z"
    with pytest.raises(TypeError):
        assert Moment(Fraction(0)) < 3  # type: ignore[operator]
