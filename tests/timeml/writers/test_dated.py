"""What statements say of when the time expressions of a document are."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from timegraph.documents.build import build
from timegraph.documents.closure import translate_labels
from timegraph.labels import find_scheme
from timeml import Document, read
from timeml.readers.statement_lines import rows_of
from timeml.readers.statements import document_of
from timeml.writers import Loss, write_as


def document(*timexes: str, created: str = "2019-03-14") -> Document:
    """A document with the time expressions t1, t2 ..., each its attributes and, behind a colon, its
    words."""
    tags = ""
    for number, timex in enumerate(timexes, 1):
        attributes, _, words = timex.partition(": ")
        value, *more = attributes.split()
        fields = " ".join([f'value="{value}"', *more] + ['type="DATE"'] * ("type" not in timex))
        tags += f'<TIMEX3 tid="t{number}" {fields}>{words}</TIMEX3> '
    now = f'type="DATE" value="{created}" functionInDocument="CREATION_TIME"'
    head = f'<DCT><TIMEX3 tid="t0" {now}>now</TIMEX3></DCT>'
    return read(io.BytesIO(f"<TimeML>{head}<TEXT>{tags}</TEXT></TimeML>".encode()), name="d")


def written(of: Document) -> tuple[list[str], tuple[Loss, ...]]:
    translated = translate_labels(of, find_scheme("allen")).document
    files, losses = write_as("statements", {"d": translated})
    return files["d.txt"].decode().splitlines(), losses


@pytest.mark.parametrize(
    ("timex", "lines"),
    [
        ("1988", ["t1 SPANNING 1988"]),
        ("199", ["t1 SPANNING 1990s"]),
        ("19", ["t1.start WITHIN 1900-01-01T00:00:00", "t1.end WITHIN 1999-12-31T23:59:59"]),
        ("2019-SU", ["t1.start WITHIN [2019-06-01..]", "t1.end WITHIN [..2019-09-24]"]),
        ("2018-05-03TNI", ["t1.start WITHIN [2018-05-03..]", "t1.end WITHIN [..2018-05-04]"]),
        ("2018-05-03TMO", ["t1 WITHIN 2018-05-03"]),
        ('2017 mod="BEFORE"', ["t1.end WITHIN [..2016-12-31]"]),
        ('2016 mod="ON_OR_AFTER"', ["t1.start WITHIN [2016-01-01..]"]),
        ("2019-05: early May", ["t1.start WITHIN [2019-05-01..]", "t1.end WITHIN [..2019-05-13]"]),
        ("2018: fiscal 2018", ["t1.start WITHIN [2017-01-01..]", "t1.end WITHIN [..2019-12-31]"]),
    ],
)
def test_a_value_says_what_the_calendar_is_certain_of(timex: str, lines: list[str]) -> None:
    assert written(document(timex))[0] == ["t0 WITHIN 2019-03-14", *lines]


@pytest.mark.parametrize(
    ("timex", "why"),
    [
        ('2018-05 mod="APPROX"', "an approximate value has no certain bounds"),
        ('2018-05 type="SET"', "a set of times is not an interval"),
        ("1988: in 1998", "the value contradicts the date that its text names"),
        ("PAST_REF", "it is past, present or future"),
    ],
)
def test_a_value_without_a_certain_date_is_a_loss_with_its_reason(timex: str, why: str) -> None:
    lines, losses = written(document(timex))
    assert lines == ["t0 WITHIN 2019-03-14"]
    assert ("d:t1",) in [loss.examples for loss in losses if why in loss.what]


def test_periods_that_share_an_end_leave_open_what_is_convention() -> None:
    assert written(document("2019-03-14", "2019-03-15"))[0] == [
        "t0.start >= t1.start",
        "t0.end <= t1.end",
        "t1.start WITHIN 2019-03-14T00:00:00",
        "t1.end WITHIN 2019-03-14T23:59:59",
        "t2.start WITHIN 2019-03-15T00:00:00",
        "t2.end WITHIN 2019-03-15T23:59:59",
    ]


def test_a_longer_period_starts_no_later_and_ends_no_earlier() -> None:
    lines, _ = written(document("2018-05", "2018-05-31", "2018-05-01: Tuesday night"))
    assert lines[1:] == [
        "t1.start WITHIN 2018-05-01T00:00:00",
        "t1.end WITHIN 2018-05-31T23:59:59",
        "t2.start WITHIN 2018-05-31T00:00:00",
        "t2.end WITHIN 2018-05-31T23:59:59",
        "t2.end <= t1.end",
        "t3.start WITHIN [2018-05-01..]",
        "t3.end WITHIN [..2018-05-02]",
        "t3.start >= t1.start",
    ]


def test_times_on_another_clock_than_most_are_a_loss() -> None:
    lines, losses = written(document("2011-05-10T10:00Z", "2011-05-10"))
    assert lines == ["t0 WITHIN 2019-03-14", "t2 SPANNING 2011-05-10"]
    assert Loss("times with a time zone among others", 1, ("d:t1",)) in losses


VALUES = (
    *("2019", "2019-03", "2019-03-13", "2019-03-14", "2019-03-15", "2019-04", "201", "2018-12-31"),
    *("2019-W11", "2019-W11-WE", "2019-03-14TMO", "2019-03-14TNI", "2019-03-14T10:00", "2019-SP"),
    *('2019 mod="START"', '2019-03 mod="END"', '2019 mod="BEFORE"', '2019-03-14 mod="AFTER"'),
    *(
        "2018-Q4",
        "2019-Q1",
        "2019-Q2",
        "2019-H1",
        '2019-Q1 mod="START"',
        "2019-03-14: Thursday night",
    ),
    *('P3M type="DURATION" endPoint="t0"', 'P2D type="DURATION" beginPoint="t0"', "2019-03-15T10Z"),
    *('2018 type="SET"', "PRESENT_REF", "2019-XX-14", "2019-03-14T24:00", "2019-03-01T00:00:00"),
)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(VALUES), min_size=2, max_size=7))
def test_what_is_written_is_never_stronger_than_the_document(values: list[str]) -> None:
    original = document(*values)
    back = document_of(rows_of(written(original)[0], "text", "d"), "d")
    before, after = build(original, calendar=True), build(back, calendar=True)
    assert not after.conflicts
    for a, b in combinations(after, 2):
        assert set(before.relations(a, b)) <= set(after.relations(a, b))
