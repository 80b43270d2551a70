"""What stands above a text, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.task.inputs import PlainForm, is_date, parse_plain, render_plain, split_title


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("It rained.\n", PlainForm("It rained.\n")),
        ("1998-04-18\nIt rained.\n", PlainForm("It rained.\n", "1998-04-18")),
        ("1998-04-18\n\nIt rained.\n", PlainForm("\nIt rained.\n", "1998-04-18")),
        ("1998-04-18\nRain\n\nIt rained.", PlainForm("It rained.", "1998-04-18", "Rain")),
        ("1998\n\nRain  again\n\nIt did.", PlainForm("It did.", "1998", "Rain again")),
        ("1998\nIt rained.\n\nIt did.", PlainForm("It rained.\n\nIt did.", "1998")),
        ("created: 1998\ntitle: Rain.\n\nIt did.", PlainForm("It did.", "1998", "Rain.")),
        ("title: Rain\ncreated: 1998\n\nIt did.", PlainForm("It did.", "1998", "Rain")),
        ("created: 1998\nIt did.", PlainForm("It did.", "1998")),
        ("created: May 4\n\nIt did.", PlainForm("It did.", "May 4")),
        ("May 4, 2012\nIt did.", PlainForm("May 4, 2012\nIt did.")),
        ("", PlainForm("")),
        ("1998", PlainForm("", "1998")),
    ],
)
def test_the_head_of_a_text(content: str, expected: PlainForm) -> None:
    assert parse_plain(content) == expected


@pytest.mark.parametrize("title", ["Rain", "Rain?", 'Mayor: "Rain!"', "A day in May"])
def test_a_line_that_is_no_sentence_is_a_title(title: str) -> None:
    assert split_title(f"{title}\n\nIt rained.") == ("It rained.", title)


@pytest.mark.parametrize(
    "content", ["It rained.\n\nAgain.", 'He said "No."\n\nSo.', "word " * 26 + "\n\nSo.", "A\n\n"]
)
def test_what_is_not_a_title(content: str) -> None:
    assert split_title(content) == (content, None)


lines = st.sampled_from(["1998-04-18", "Rain", "It rained.", "", "created: 1998", "title: x", " "])
texts = st.lists(lines).map("\n".join)


@given(texts, st.sampled_from(["1998", "1998-04-18T09:00"]), st.sampled_from([None, "Rain", "X."]))
def test_what_is_written_is_read_as_it_was(text: str, created: str, title: str | None) -> None:
    form = PlainForm(text, created, title)
    assert parse_plain(render_plain(form)) == form


def test_the_short_form_is_written_where_it_says_the_same() -> None:
    assert render_plain(PlainForm("It.", "1998", "Rain")) == "1998\nRain\n\nIt."
    assert render_plain(PlainForm("It.", "1998", "Rain.")) == "created: 1998\ntitle: Rain.\n\nIt."
    assert render_plain(PlainForm("It.")) == "It."


def test_dates_are_places_on_the_calendar() -> None:
    assert all(map(is_date, ["1998", "1998-04", "1998-W16", "1998-04-18T09:00"]))
    assert not any(map(is_date, ["P3D", "PRESENT_REF", "1998-13", "today", ""]))
