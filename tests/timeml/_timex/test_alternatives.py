"""Several granules of which one holds a date: listed as a question needs them."""

from __future__ import annotations

from math import inf

from timeml._timex.edtf_values import ANYWHERE, listed, matching, one_of_each, single
from timeml._timex.meanings import DateForm
from timeml.gregorian import DAY, day_number


def day(*date: int) -> int:
    return day_number(*date) * DAY


def test_a_date_without_x_is_one_granule() -> None:
    found = matching(DateForm(None, "1984", "month", "05"))
    assert found == single(day(1984, 5), day(1984, 6))
    assert found is not None
    assert list(found.between(-inf, inf)) == [(day(1984, 5), day(1984, 6))]
    assert list(found.between(day(1984, 6), inf)) == []


def test_x_is_any_digit_and_only_the_asked_period_is_listed() -> None:
    found = matching(DateForm(None, "XXXX", "day", "12", "2X"))
    assert found is not None
    assert (found.low, found.high) == (day(0, 12, 20), day(9999, 12, 30))
    asked = list(found.between(day(1984, 12, 28), day(1985, 12, 21)))
    assert asked == [(day(1984, 12, n), day(1984, 12, n + 1)) for n in (28, 29)] + [
        (day(1985, 12, 20), day(1985, 12, 21))
    ]
    assert matching(DateForm(None, "1984", "day", "02", "3X")) is None


def test_years_before_year_0_count_backwards() -> None:
    found = matching(DateForm("-", "004X", "year"))
    assert found is not None
    assert len(list(found.between(-inf, inf))) == 10
    assert list(found.between(day(-43), day(-42))) == [(day(-43), day(-42))]


def test_one_of_several_and_of_a_range() -> None:
    years = one_of_each(DateForm(None, "1670", "year"), DateForm(None, "1672", "year"))
    assert years is not None
    both = listed([single(day(1667), day(1668)), years])
    assert (both.low, both.high) == (day(1667), day(1673))
    assert len(list(both.between(-inf, inf))) == 4
    assert list(both.between(day(1668), day(1670))) == []
    until = one_of_each(None, DateForm(None, "1760", "day", "12", "03"))
    assert until is not None
    assert (until.low, until.high) == (-inf, day(1760, 12, 4))
    assert list(until.between(day(1760, 12, 2), day(1770))) == [
        (day(1760, 12, 2), day(1760, 12, 3)),
        (day(1760, 12, 3), day(1760, 12, 4)),
    ]
    assert one_of_each(DateForm(None, "1672", "year"), DateForm(None, "1670", "year")) is None
    months = one_of_each(
        DateForm(None, "1760", "month", "12"), DateForm(None, "1761", "month", "01")
    )
    assert months is not None
    assert len(list(months.between(-inf, inf))) == 2


def test_equal_ends_do_not_make_equal_granules() -> None:
    some = matching(DateForm(None, "1984", "month", "XX"))
    assert some != single(day(1984), day(1985))
    assert single(-inf, inf) == ANYWHERE
