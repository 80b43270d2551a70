"""The language of meanings, against a reading of the comparisons on concrete intervals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from timegraph.allen import Allen, AllenSet
from timegraph.labels import NOTHING, SchemeError, meaning_of, meanings_of, near, plain

POINTS = ("a.start", "a.end", "b.start", "b.end")
# Every constellation of two intervals occurs among those with ends from 0 to 3.
INTERVALS = [(s, e) for s in range(4) for e in range(s + 1, 4)]

chains = st.tuples(
    st.sampled_from(("a.start", "a.end")),
    st.sampled_from(("<", "<=", "=", ">=", ">")),
    st.sampled_from(("b.start", "b.end")),
    st.booleans(),
)


def holds(x: int, operator: str, y: int) -> bool:
    table = {"<": x < y, "<=": x <= y, "=": x == y, ">=": x >= y, ">": x > y}
    return table[operator]


def possible(comparisons: list[tuple[str, str, str]]) -> AllenSet:
    """The relations of all concrete pairs of intervals that satisfy the comparisons."""
    found = set()
    for a in INTERVALS:
        for b in INTERVALS:
            value = dict(zip(POINTS, (*a, *b), strict=True))
            if all(holds(value[x], operator, value[y]) for x, operator, y in comparisons):
                found.add(Allen.between(a, b))
    return AllenSet(found)


@given(st.lists(chains, min_size=1, max_size=4))
def test_comparisons_mean_what_they_say_of_points(drawn: list[tuple[str, str, str, bool]]) -> None:
    comparisons = [(y, op, x) if turned else (x, op, y) for x, op, y, turned in drawn]
    text = ", ".join(" ".join(comparison) for comparison in comparisons)
    meant = possible(comparisons)
    if meant:
        assert meaning_of(text) == meant
    else:
        with pytest.raises(SchemeError, match="no two intervals can satisfy"):
            meaning_of(text)


def test_a_chain_is_its_comparisons() -> None:
    chain = meaning_of("b.start <= a.start<=b.end")
    assert chain == meaning_of("b.start <= a.start, a.start <= b.end")


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("before", [Allen.BEFORE]),
        ("before | meets", [Allen.BEFORE, Allen.MEETS]),
        ("Nothing", list(Allen)),
        ("a.end = b.start", [Allen.MEETS]),
    ],
)
def test_the_other_forms(text: str, relations: list[Allen]) -> None:
    assert meaning_of(text) == AllenSet(relations)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("before | after", "is not a conjunction"),
        ("befor", r"unknown Allen relation 'befor' [(]did you mean before[?][)]; or write"),
        ("beside", "unknown Allen relation 'beside'; known: before"),
        ("", "unknown Allen relation ''"),
        ("a.start < b.middle", "'b.middle' is not a point; points are a.start, a.end"),
        ("a.start < a.end", "does not compare a point of a with one of b"),
        ("a.start <", "'' is not a point"),
        ("a.start < b.start, b.start < a.start", "no two intervals can satisfy"),
        ("a.end < b.start, before", "'before' compares nothing"),
        ("a.end < b.start,", "'' compares nothing"),
    ],
)
def test_what_is_not_a_meaning_is_named(text: str, complaint: str) -> None:
    with pytest.raises(SchemeError, match=complaint) as found:
        meaning_of(text, "X")
    assert str(found.value).startswith("label 'X': ")


def test_labels_may_turn_others_round() -> None:
    meanings = meanings_of({"IN": "during", "OUT": "converse of in", "AGAIN": "converse of OUT"})
    assert meanings == {
        "IN": AllenSet("during"), "OUT": AllenSet("contains"), "AGAIN": AllenSet("during")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        ({"A": "converse of B"}, "'B' is not a label of this scheme"),
        (
            {"BEFORE": "before", "AFTER": "converse of BEFOR"},
            "'BEFOR' is not a label of this scheme; did you mean BEFORE?",
        ),
        ({"A": "converse of B", "B": "converse of A"}, "is defined by itself"),
        ({"A": "converse of A"}, "is defined by itself"),
    ],
)
def test_a_label_needs_a_meaning_in_the_end(labels: dict[str, str], complaint: str) -> None:
    with pytest.raises(SchemeError, match=re.escape(complaint)):
        meanings_of(labels)


def test_labels_are_compared_without_case_and_separators() -> None:
    assert plain(" Begins-on ") == plain("BEGINS_ON") == plain("begins on")
    assert plain("BEFORE/OVERLAP") != plain("BEFORE-OVERLAP")
    assert AllenSet.all() == NOTHING


def test_a_slip_finds_the_name_that_was_meant() -> None:
    known = ("BEFORE", "IS_INCLUDED", "INCLUDES")
    assert near("befor", known) == "BEFORE"
    assert near("is-included", known) == "IS_INCLUDED"
    assert near("INC", known) == "INCLUDES"
    assert near("XYZ", known) is None
