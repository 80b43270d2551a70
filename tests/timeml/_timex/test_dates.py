"""Dates to days: one date, or from the first to the last that the digits can mean."""

from __future__ import annotations

import pytest

from timeml._timex.meanings import DateForm, date_span, fiscal_span, fits, prefix_span
from timeml.gregorian import day_number


def days(*first_and_last: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(day_number(*one) for one in first_and_last)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (DateForm(None, "1998", "year"), days((1998,), (1999,))),
        (DateForm(None, "1998", "half", "2"), days((1998, 7), (1999,))),
        (DateForm(None, "1998", "quarter", "4"), days((1998, 10), (1999,))),
        (DateForm(None, "1998", "month", "05"), days((1998, 5), (1998, 6))),
        (DateForm(None, "1998", "day", "05", "03"), days((1998, 5, 3), (1998, 5, 4))),
        (DateForm(None, "1998", "week", "01"), days((1997, 12, 29), (1998, 1, 5))),
        (DateForm(None, "1998", "weekend", "01"), days((1998, 1, 3), (1998, 1, 5))),
        (DateForm(None, "1998", "weekday", "01", "7"), days((1998, 1, 4), (1998, 1, 5))),
        (DateForm(None, "1998", "ordinal", "365"), days((1998, 12, 31), (1999,))),
        (DateForm(None, "1998", "season", "WI"), days((1997, 12, 1), (1999, 3, 22))),
        (DateForm(None, "199X", "month", "05"), days((1990, 5), (1999, 6))),
        (DateForm("BC", "0044", "month", "03"), days((-43, 3), (-43, 4))),
        (DateForm("-", "004X", "year"), days((-49,), (-39,))),
        (DateForm(None, "1998", "day", "02", "29"), None),
        (DateForm(None, "1998", "week", "54"), None),
        (DateForm(None, "1998", "quarter", "5"), None),
        (DateForm("BC", "0000", "year"), None),
        (DateForm(None, "1998", "ordinal", "366"), None),
    ],
)
def test_spans(form: DateForm, expected: tuple[int, int] | None) -> None:
    assert date_span(form) == expected


def test_prefixes_and_fiscal_years() -> None:
    assert prefix_span(None, "199") == days((1990,), (2000,))
    assert prefix_span("BC", "004") == days((-48,), (-38,))
    assert fiscal_span(1998) == days((1997,), (2000,))


def test_digits_fit_a_pattern_with_leading_zeros() -> None:
    assert fits(5, "0X")
    assert not fits(15, "0X")
    assert not fits(105, "XX")
