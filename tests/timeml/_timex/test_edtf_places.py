"""Where something lies whose date is written in EDTF."""

from __future__ import annotations

import pytest

from timeml._timex.edtf_values import EdtfError, extent_of, parse_edtf, read_edtf
from timeml.edtf import When
from timeml.timex_value import Instant, format_instant


def shown(*instants: Instant | None) -> list[str | None]:
    return [None if instant is None else format_instant(instant) for instant in instants]


@pytest.mark.parametrize(
    ("text", "earliest", "latest"),
    [
        ("2001-34", "2001-04-01", "2001-07-01"),
        ("1984-?06", "1984-01-01", "1985-01-01"),
        ("1984~", None, None),
        ("156X-12-25", "1560-12-25", "1569-12-26"),
        ("[1667,1670..1672]", "1667-01-01", "1673-01-01"),
        ("1964/..", "1964-01-01", None),
    ],
)
def test_the_bounds_of_values(text: str, earliest: str | None, latest: str | None) -> None:
    place = read_edtf(text, as_written=False)
    assert place is not None
    assert shown(place.earliest, place.latest) == [earliest, latest]
    assert not place.exact
    assert place == When(text).place


def test_an_interval_starts_in_one_granule_and_ends_in_another() -> None:
    place = read_edtf("1964/2008", as_written=False)
    assert place is not None
    assert shown(place.latest_start, place.earliest_end) == ["1965-01-01", "2008-01-01"]
    date = read_edtf("[1964,2008]", as_written=False)
    assert date is not None
    assert shown(date.latest_start, date.earliest_end) == [None, None]


def test_marks_are_taken_as_written_if_that_is_asked() -> None:
    place = read_edtf("1984~", as_written=True)
    assert place is not None
    assert shown(place.earliest, place.latest) == ["1984-01-01", "1985-01-01"]


def test_what_is_not_one_date() -> None:
    for text in ("last week", "1984-13", "{1960,1961}", "Y17E7", ""):
        assert read_edtf(text, as_written=False) is None
    with pytest.raises(EdtfError, match="several dates"):
        extent_of(parse_edtf("{1960,1961}"), as_written=False)


def test_times_with_a_zone_are_in_utc() -> None:
    place = read_edtf("1985-04-12T23:20:30Z/..", as_written=False)
    assert place is not None
    assert place.zone == 0
