"""Values of EDTF as data."""

from __future__ import annotations

import pytest

from timeml._timex.edtf_values import EdtfDate, EdtfError, EdtfInterval, EdtfSet, parse_edtf


def test_the_three_kinds() -> None:
    assert isinstance(parse_edtf("1984"), EdtfDate)
    interval = parse_edtf("1984/..")
    assert isinstance(interval, EdtfInterval)
    assert interval.end == ".."
    assert [date.text for date in interval.dates] == ["1984"]
    several = parse_edtf("{1960,1961-12..1962-02}")
    assert isinstance(several, EdtfSet)
    assert several.all_of_them
    assert [date.text for date in several.dates] == ["1960", "1961-12", "1962-02"]


@pytest.mark.parametrize(
    "text", ["[1984..1985-02]", "[..]", "[198X..1999]", "[]", "[2001-21..2001-22]"]
)
def test_ranges_that_are_none(text: str) -> None:
    with pytest.raises(EdtfError):
        parse_edtf(text)


def test_too_many_members_and_mixed_zones_are_refused() -> None:
    with pytest.raises(EdtfError, match="zone"):
        parse_edtf("1985-04-12T23:20:30Z/1985-04-13T23:20:30")
    with pytest.raises(EdtfError, match="more characters"):
        parse_edtf("[" + ",".join(["1984"] * 1_001) + "]")
