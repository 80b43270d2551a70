"""One date of EDTF: its qualifiers by component."""

from __future__ import annotations

import pytest

from timeml._timex.edtf_values import NoSuchDate, read_edtf_date


@pytest.mark.parametrize(
    ("text", "qualifiers"),
    [
        ("2004-06-11%", ("%", "%", "%")),
        ("2004-06~-11", ("~", "~", "")),
        ("2004?-06-11", ("?", "", "")),
        ("?2004-06-~11", ("?", "", "~")),
        ("2004-%06-11", ("", "%", "")),
        ("1984", ("", "", "")),
        ("Y17000~", ("~", "", "")),
    ],
)
def test_qualifiers_on_the_right_reach_to_the_left(
    text: str, qualifiers: tuple[str, str, str]
) -> None:
    date = read_edtf_date(text)
    assert date is not None
    assert date.qualifiers == qualifiers
    assert date.qualified == any(qualifiers)


@pytest.mark.parametrize(
    ("text", "exact"),
    [("1984", True), ("2001-34", True), ("2001-21", False), ("198X", False), ("1984?", False)],
)
def test_exact_dates_name_one_period(text: str, exact: bool) -> None:
    date = read_edtf_date(text)
    assert date is not None
    assert date.exact is exact


@pytest.mark.parametrize("text", ["", "198", "1984-5", "-0000", "Y1984", "1984-05T10:00:00"])
def test_other_forms_are_no_dates(text: str) -> None:
    assert read_edtf_date(text) is None


@pytest.mark.parametrize("text", ["1984-13", "1984-02-30", "1984-2X", "1984-02-03T25:00:00"])
def test_dates_that_the_calendar_lacks(text: str) -> None:
    date = read_edtf_date(text)
    assert date is not None
    with pytest.raises(NoSuchDate):
        date.as_written  # noqa: B018
