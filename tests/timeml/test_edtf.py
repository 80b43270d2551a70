"""Dates of EDTF: the examples of its specification, what is refused, and conversion to TIMEX3."""

from __future__ import annotations

import pickle
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from timeml.edtf import EdtfError, Moment, When
from timeml.timex_value import format_instant

NO_BOUND = "no bound"


def bounds(value: str, *, as_written: bool = False) -> tuple[str, str]:
    """The first instant, and the first instant after it, in ISO 8601."""
    when = When(value, as_written)
    low, high = when.extent.starts.low, (when.extent.ends or when.extent.starts).high
    return tuple(
        NO_BOUND if isinstance(instant, float) else format_instant(instant)
        for instant in (low, high)
    )  # type: ignore[return-value]


# The examples of the specification (Library of Congress, levels 0 to 2), with what they say.
@pytest.mark.parametrize(
    ("value", "first", "after"),
    [
        ("1985-04-12", "1985-04-12", "1985-04-13"),
        ("1985-04", "1985-04-01", "1985-05-01"),
        ("1985", "1985-01-01", "1986-01-01"),
        ("1985-04-12T23:20:30", "1985-04-12T23:20:30", "1985-04-12T23:20:31"),
        ("1985-04-12T23:20:30Z", "1985-04-12T23:20:30", "1985-04-12T23:20:31"),
        ("1985-04-12T23:20:30-04", "1985-04-13T03:20:30", "1985-04-13T03:20:31"),
        ("1985-04-12T23:20:30+04:30", "1985-04-12T18:50:30", "1985-04-12T18:50:31"),
        ("1964/2008", "1964-01-01", "2009-01-01"),
        ("2004-06/2006-08", "2004-06-01", "2006-09-01"),
        ("2004-02-01/2005-02-08", "2004-02-01", "2005-02-09"),
        ("2004-02-01/2005-02", "2004-02-01", "2005-03-01"),
        ("2004-02-01/2005", "2004-02-01", "2006-01-01"),
        ("2005/2006-02", "2005-01-01", "2006-03-01"),
        ("Y170000002", "+170000002-01-01", "+170000003-01-01"),
        ("Y-170000002", "-170000002-01-01", "-170000001-01-01"),
        ("2001-21", "2001-03-01", "2001-12-24"),
        ("2001-22", "2000-12-01", "2002-03-22"),
        ("2001-25", "2001-03-01", "2001-06-23"),
        ("2001-29", "2001-09-01", "2001-12-24"),
        ("2001-34", "2001-04-01", "2001-07-01"),
        ("2001-39", "2001-09-01", "2002-01-01"),
        ("2001-41", "2001-07-01", "2002-01-01"),
        ("201X", "2010-01-01", "2020-01-01"),
        ("20XX", "2000-01-01", "2100-01-01"),
        ("2004-XX", "2004-01-01", "2005-01-01"),
        ("1985-04-XX", "1985-04-01", "1985-05-01"),
        ("1985-XX-XX", "1985-01-01", "1986-01-01"),
        ("1985-04-12/..", "1985-04-12", NO_BOUND),
        ("1985-04/..", "1985-04-01", NO_BOUND),
        ("1985/..", "1985-01-01", NO_BOUND),
        ("../1985-04-12", NO_BOUND, "1985-04-13"),
        ("1985-04-12/", "1985-04-12", NO_BOUND),
        ("/1985", NO_BOUND, "1986-01-01"),
        ("-1985", "-1985-01-01", "-1984-01-01"),
        ("0000", "0000-01-01", "0001-01-01"),
        ("[1667,1668,1670..1672]", "1667-01-01", "1673-01-01"),
        ("[1667, 1760-12]", "1667-01-01", "1761-01-01"),
        ("[..1760-12-03]", NO_BOUND, "1760-12-04"),
        ("[1760-12..]", "1760-12-01", NO_BOUND),
        ("[1760-01,1760-02,1760-12..]", "1760-01-01", NO_BOUND),
        ("156X-12-25", "1560-12-25", "1569-12-26"),
        ("15XX-12-25", "1500-12-25", "1599-12-26"),
        ("XXXX-12-XX", "0000-12-01", "+10000-01-01"),
        ("1XXX-XX", "1000-01-01", "2000-01-01"),
        ("1XXX-12", "1000-12-01", "2000-01-01"),
        ("1984-1X", "1984-10-01", "1985-01-01"),
        ("-01XX", "-0199-01-01", "-0099-01-01"),
        ("2004-06-XX/2004-07-03", "2004-06-01", "2004-07-04"),
    ],
)
def test_what_the_examples_say(value: str, first: str, after: str) -> None:
    assert bounds(value) == (first, after)


@pytest.mark.parametrize(
    ("value", "first", "after", "written"),
    [
        ("1984?", NO_BOUND, NO_BOUND, ("1984-01-01", "1985-01-01")),
        ("2004-06~", NO_BOUND, NO_BOUND, ("2004-06-01", "2004-07-01")),
        ("2004-06-11%", NO_BOUND, NO_BOUND, ("2004-06-11", "2004-06-12")),
        ("2004-06~-11", NO_BOUND, NO_BOUND, ("2004-06-11", "2004-06-12")),
        ("2004?-06-11", NO_BOUND, NO_BOUND, ("2004-06-11", "2004-06-12")),
        ("?2004-06-~11", NO_BOUND, NO_BOUND, ("2004-06-11", "2004-06-12")),
        ("2004-06-~11", "2004-06-01", "2004-07-01", ("2004-06-11", "2004-06-12")),
        ("2004-%06-11", "2004-01-11", "2004-12-12", ("2004-06-11", "2004-06-12")),
        ("2001-~21", "2001-01-01", "2002-01-01", ("2001-03-01", "2001-12-24")),
        ("1984~/2004-06", NO_BOUND, "2004-07-01", ("1984-01-01", "2004-07-01")),
        ("1984/2004-06~", "1984-01-01", NO_BOUND, ("1984-01-01", "2004-07-01")),
        ("2004-06-~01/2004-06-~20", "2004-06-01", "2004-07-01", ("2004-06-01", "2004-06-21")),
        ("[1984?,1990]", NO_BOUND, NO_BOUND, ("1984-01-01", "1991-01-01")),
    ],
)
def test_qualifiers_give_no_bound_unless_taken_as_written(
    value: str, first: str, after: str, written: tuple[str, str]
) -> None:
    assert bounds(value) == (first, after)
    assert bounds(value, as_written=True) == written


def test_certain_is_what_an_interval_surely_covers() -> None:
    when = When("1964/2008")
    assert when.certain == (datetime(1965, 1, 1), datetime(2008, 1, 1))
    assert when.possible == (datetime(1964, 1, 1), datetime(2009, 1, 1))
    assert When("1984?").certain is None
    assert When("1984?").possible == (None, None)
    assert When("1984").certain is None
    assert When("1964/1964").certain is None
    assert str(When("9999").possible[1]) == "+10000-01-01"


def test_dates_and_times_of_python_and_timex3_values_are_read_too() -> None:
    assert When(date(2024, 5, 1)) == When("2024-05-01")
    assert When(datetime(2024, 5, 1, 9)) == When("2024-05-01T09:00:00")
    zoned = datetime(2024, 5, 1, 9, tzinfo=timezone(timedelta(hours=2)))
    assert When(zoned) == When("2024-05-01T07:00:00Z")
    assert When(zoned) != When("2024-05-01T07:00:00")
    assert When("199") == When("0199")
    assert When("BC0044").possible[0] == Moment(When("-0043").extent.starts.low)  # type: ignore[arg-type]
    assert When(When("1984?"), as_written=True) == When("1984")
    assert pickle.loads(pickle.dumps(When("1984?"))) == When("1984?")
    assert len({When("1984-05"), When(" 1984-05".strip())}) == 1


@pytest.mark.parametrize(
    ("value", "words", "near"),
    [
        ("1984-13", "there is no month 13", None),
        ("2011-02-31", "February 2011 has no day 31", "2011-02-28"),
        ("1984/05/12", "an interval has one slash", "1984-05-12"),
        ("1984/1983", "it ends before it starts", None),
        ("c. 1984", "not a date of EDTF", "1984~"),
        ("1984/open", "'open' is not one", "1984/.."),
        ("unknown/1984", "'unknown' is not one", "/1984"),
        ("199u", "", "199X"),
        ("1984?~", "", "1984%"),
        ("170000002", "", "Y170000002"),
        ("Y1984", "", "1984"),
        ("1984-", "", "1984"),
        ("5 Maj 1984", "", None),
        ("5 Febuary 1984", "", "1984-02-05"),
        ("Septembre 5, 1984", "", "1984-09-05"),
        ("199?", "", "199X"),
        ("85", "write '0085' or '1985'", None),
        ("9", "write '0009' or '2009'", None),
        ("the 80s", "write 'the 0080s' or 'the 1980s'", None),
        ("May 85", "write 'May 0085' or 'May 1985'", None),
        ("19X", "four digits", "19XX"),
        ("1984 - 1990", "", "1984/1990"),
        ("1984-05-12 10:00:00", "", "1984-05-12T10:00:00"),
        ("2004-(06)?-11", "", None),
        ("[1667,1668", "ends with ]", None),
        ("[1667,x]", "'x' is not one", None),
        ("[1984..1980]", "ends before it starts", None),
        ("{1960,1961-12}", "several dates, not one", "[1960,1961-12]"),
        ("Y-17E7", "a year with an exponent", None),
        ("1950S2", "a year with significant digits", None),
        ("Y3388E2S3", "a year with an exponent", None),
        ("-0000-01-01", "has no sign", "0000-01-01"),
        ("", "a date is missing", None),
        ("nan", "", None),
        ("1985-04-12T24:30:00", "no such time of day", None),
        ("/", "one end of an interval is a date or ..", None),
    ],
)
def test_what_is_refused_names_the_nearest_right_form(
    value: str, words: str, near: str | None
) -> None:
    with pytest.raises(EdtfError) as raised:
        When(value)
    assert words in str(raised.value)
    assert raised.value.nearest == near
    if near:
        assert repr(near) in str(raised.value)
        When(near)
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (str(copied), copied.nearest) == (str(raised.value), near)


def test_a_million_digits_are_refused_at_once() -> None:
    with pytest.raises(EdtfError, match="more characters are not a date"):
        When("9" * 1_000_000)
    with pytest.raises(TypeError, match="not float"):
        When(float("nan"))  # type: ignore[arg-type]


def test_what_qualifiers_say_in_words() -> None:
    assert When("1850~").qualities() == ["1850 is approximate"]
    assert When("2004?-06-~11").qualities() == [
        "the year 2004 is uncertain",
        "the day 11 is approximate",
    ]
    assert When("1984~/2004-06?").qualities() == ["1984 is approximate", "2004-06 is uncertain"]
    assert When("1984").qualities() == []


@given(st.text("0123456789X-/[]{}.,?~%TYZ:+ESx ", max_size=16))
def test_no_text_does_anything_but_be_read_or_refused(text: str) -> None:
    try:
        when = When(text)
    except EdtfError as error:
        if error.nearest is not None:
            When(error.nearest)
        return
    low, high = when.possible
    assert low is None or high is None or low < high
    certain = when.certain
    if certain is not None:
        assert low is None or low <= certain[0]
        assert high is None or certain[1] <= high
    written = When(text, as_written=True)
    starts, as_starts = when.extent.starts, written.extent.starts
    assert starts.low <= as_starts.low


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("1984-5", "1984-05"),
        ("1984-05-1", "1984-05-01"),
        ("198x", "198X"),
        ("1984-w3", "1984-W03"),
        ("1984-sp", "1984-SP"),
        ("1984-05-01T9:00", "1984-05-01T09:00"),
    ],
)
def test_what_annotators_write_is_refused_where_it_is_nearly_right(text: str, near: str) -> None:
    with pytest.raises(EdtfError, match="the nearest right form is") as refused:
        When(text)
    assert refused.value.nearest == near
    When(near)


def test_a_day_of_a_week_has_one_digit() -> None:
    assert When("1984-W03-1") == When("1984-01-16")
