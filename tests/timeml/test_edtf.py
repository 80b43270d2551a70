"""Dates of EDTF: the examples of its specification, what is refused, and conversion to TIMEX3."""

from __future__ import annotations

import pickle
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from timeml.edtf import EdtfError, Moment, When, from_timex3, parse_edtf, to_timex3
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
        ("c. 1984", "not expected", "1984~"),
        ("1984/open", "'open' at character 6", "1984/.."),
        ("unknown/1984", "'unknown' at character 1", "/1984"),
        ("199u", "'u' at character 4", "199X"),
        ("1984?~", "'~' at character 6", "1984%"),
        ("170000002", "at character 5", "Y170000002"),
        ("Y1984", "", "1984"),
        ("1984-", "ends too early", "1984"),
        ("5 Maj 1984", "", None),
        ("5 Febuary 1984", "", "1984-02-05"),
        ("Septembre 5, 1984", "", "1984-09-05"),
        ("199?", "ends too early", "199X"),
        ("85", "write '0085' or '1985'", None),
        ("9", "write '0009' or '2009'", None),
        ("the 80s", "write 'the 0080s' or 'the 1980s'", None),
        ("May 85", "write 'May 0085' or 'May 1985'", None),
        ("19X", "four digits", "19XX"),
        ("1984 - 1990", "", "1984/1990"),
        ("1984-05-12 10:00:00", "", "1984-05-12T10:00:00"),
        ("2004-(06)?-11", "'(06)?-11' at character 6", None),
        ("[1667,1668", "ends with ]", None),
        ("[1667,x]", "'x' at character 7", None),
        ("[1984..1980]", "ends before it starts", None),
        ("{1960,1961-12}", "several dates, not one", "[1960,1961-12]"),
        ("Y-17E7", "a year with an exponent", None),
        ("1950S2", "a year with significant digits", None),
        ("Y3388E2S3", "a year with an exponent", None),
        ("-0000-01-01", "has no sign", "0000-01-01"),
        ("", "a date is missing", None),
        ("nan", "not expected", None),
        ("1985-04-12T24:30:00", "no such time of day", None),
        ("/", "one end of an interval is a date or ..", None),
    ],
)
def test_what_is_refused_names_the_place_and_the_nearest_right_form(
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
    assert (str(copied), copied.at, copied.nearest) == (str(raised.value), raised.value.at, near)


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


@pytest.mark.parametrize(
    ("edtf", "timex3", "mod", "lost"),
    [
        ("1984", "1984", None, 0),
        ("1984-05-03", "1984-05-03", None, 0),
        ("1984~", "1984", "APPROX", 0),
        ("1984?", "1984", None, 1),
        ("1984%", "1984", "APPROX", 1),
        ("2004-06-~11", "2004-06-11", "APPROX", 1),
        ("2001-25", "2001-SP", None, 0),
        ("2001-21", "2001-SP", None, 1),
        ("2001-34", "2001-Q2", None, 0),
        ("2001-40", "2001-H1", None, 0),
        ("Y170000002", "+170000002", None, 0),
        ("-0043", "-0043", None, 0),
        ("156X-12-25", "156X-12-25", None, 0),
        ("1985-04-12T23:20:30Z", "1985-04-12T23:20:30Z", None, 0),
    ],
)
def test_to_timex3(edtf: str, timex3: str, mod: str | None, lost: int) -> None:
    found = to_timex3(edtf)
    assert (found.value, found.mod, len(found.lost)) == (timex3, mod, lost)
    if not lost:
        assert from_timex3(timex3, mod) == (edtf, ())


@pytest.mark.parametrize("value", ["1964/2008", "[1984,1985]", "2001-29", "2001-37", "x"])
def test_what_timex3_cannot_say_is_refused(value: str) -> None:
    with pytest.raises(EdtfError):
        to_timex3(value)


@pytest.mark.parametrize(
    ("timex3", "edtf", "lost"),
    [
        ("BC0044", "-0043", 0),
        ("BC0001-03", "0000-03", 0),
        ("199", "199X", 1),
        ("19", "19XX", 1),
        ("1998-FA", "1998-27", 0),
        ("+12345", "Y12345", 0),
    ],
)
def test_from_timex3(timex3: str, edtf: str, lost: int) -> None:
    found, what = from_timex3(timex3)
    assert (found, len(what)) == (edtf, lost)


def test_mods_that_edtf_lacks_are_lost() -> None:
    assert from_timex3("1984", "START") == ("1984", ("the mod START",))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("1998-W23", "no weeks"),
        ("1998-05-03TMO", "no parts of the day"),
        ("1998-05-03T09:30", "to the second"),
        ("P3D", "P3D"),
        ("PRESENT_REF", "PRESENT_REF"),
        ("soon", "form"),
    ],
)
def test_what_edtf_cannot_say_is_refused(value: str, why: str) -> None:
    with pytest.raises(EdtfError, match=why):
        from_timex3(value)


_DIGITS = st.text("0123456789X", min_size=4, max_size=4)


@given(
    _DIGITS, st.text("0123456789X", min_size=2, max_size=2), st.sampled_from(["", "?", "~", "%"])
)
def test_there_and_back(year: str, month: str, quality: str) -> None:
    text = f"{year}-{month}{quality}"
    try:
        value = parse_edtf(text)
        found = to_timex3(text)
    except EdtfError:
        return
    if not found.lost and not year.startswith("X"):
        assert When(from_timex3(found.value, found.mod)[0]) == When(value.text)


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
    with pytest.raises(EdtfError, match="is not expected; the nearest right form is") as refused:
        When(text)
    assert refused.value.nearest == near
    When(near)


def test_a_day_of_a_week_has_one_digit() -> None:
    assert When("1984-W03-1") == When("1984-01-16")
