"""What links weigh by an attribute."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from timegraph import AllenSet, Link
from timegraph.checking import Weighing, WeighingError
from timeml import TimeMLError, TLink


def link(value=None, name="annotator"):
    extra = () if value is None else ((name, value),)
    tlink = TLink("l1", "BEFORE", "e1", "e2", extra=extra, line=7)
    return Link("e1", AllenSet("before"), "e2", tlink)


@pytest.mark.parametrize(
    ("text", "value", "weight"),
    [
        ("annotator", None, 1),
        ("annotator", "ada", 1),
        ("annotator", "ada ben", 2),
        ("annotator", "0.1", Fraction(1, 10)),
        ("annotator", "", 1),
        ("annotator: ada=2.5, ben=0", "ada", Fraction(5, 2)),
        ("annotator:ada=2.5,ben=0", "ben", 0),
        ("annotator:ada=2.5,ben=0", "cem ada", Fraction(7, 2)),
        ("weight", "ada ben", 1),
    ],
)
def test_words_are_numbers_or_count(text, value, weight):
    weighing = Weighing.parse(text)
    assert weighing(link(value)) == weight
    assert Weighing.parse(str(weighing)) == weighing


def test_what_is_not_a_tlink_stays():
    assert Weighing("annotator")(replace(link(), source="calendar")) is None


@pytest.mark.parametrize("text", ["", ":a=1", "a:b", "a:b=-1", "a:=1", "a:b=inf", "a:b=1,,c=1"])
def test_what_cannot_be_read_is_an_error(text):
    with pytest.raises(WeighingError):
        Weighing.parse(text)


@pytest.mark.parametrize("value", ["-1", "inf", "nan"])
def test_a_number_that_is_no_weight_names_its_link(value):
    with pytest.raises(TimeMLError, match=f"l1 weighs {value}; a weight is a finite") as caught:
        Weighing("annotator")(link(value))
    assert caught.value.line == 7


def test_what_was_meant_and_is_not_there_is_named():
    weighing = Weighing.parse("annotator:adda=2,ben=1")
    assert weighing.remarks(["ada", "ben"]) == [
        "'adda' is in no attribute 'annotator' of documents with contradictions; did you mean ada?"
    ]
    assert "has the attribute 'annotator'" in weighing.remarks([])[0]
