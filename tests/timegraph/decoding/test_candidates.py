"""The forms of candidates, and what is wrong with them.

The choices of schemes, computed from what labels mean.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from tests.oracle.decoding import is_annotation
from timegraph.decoding.candidates import Candidate, CandidateError, candidates_of, vocabulary_of
from timegraph.labels import SCHEMES, SchemeError, find_scheme

MATRES = find_scheme("matres")


def read(rows):
    return list(candidates_of(rows, MATRES))


def test_all_forms_say_the_same():
    wanted = [Candidate("a", "b", "before", Fraction(3))]
    assert read([("a", "b", "before", 3)]) == wanted
    assert read([{"a": "a", "b": "b", "label": "before", "weight": 3}]) == wanted
    assert read([{"a": "a", "b": "b", "weights": {"before": 3}}]) == wanted
    assert read({("a", "b"): {"before": 3}}) == wanted
    assert read(wanted) == wanted
    assert read([("a", "b", "before", 3, "me")])[0].source == "me"


def test_a_table_is_given_by_its_rows():
    for table in (SimpleNamespace(columns=["a"]), 3):
        with pytest.raises(TypeError, match=r"rows, not a .*to_dicts\(\) of polars"):
            read(table)


def test_numbers_of_all_kinds():
    for weight in (1, 1.0, Fraction(1), Decimal(1), np.float32(1), np.int64(1)):
        assert read([("a", "b", "before", weight)])[0].weight == 1
    assert read([("a", "b", "before", 0.1)])[0].weight == Fraction(1, 10)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), Decimal("NaN"), "much", None, []])
def test_what_is_not_a_number_is_refused(weight):
    with pytest.raises(CandidateError, match="the weight of 'a' before 'b' is"):
        read([("a", "b", "before", weight)])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("a", "a", "before", 1), "relates an entity to itself"),
        ((None, "a", "before", 1), "names no entity"),
        ((float("nan"), "a", "before", 1), "names no entity"),
        (([], "a", "before", 1), "cannot name an entity"),
        (("a", "b"), "row 0 is not a candidate"),
        ({"a": 1}, "row 0 has no 'b'"),
        ({"a": 1, "b": 2, "label": "before"}, "needs 'label' and 'weight'"),
        ({"a": 1, "b": 2, "weights": 3}, "weights are an object"),
    ],
)
def test_bad_rows_are_named(row, message):
    with pytest.raises(CandidateError, match=message):
        read([row])


def test_unknown_labels_are_refused_with_a_hint():
    with pytest.raises(SchemeError, match="no label 'befor'; did you mean BEFORE"):
        read([("a", "b", "befor", 1)])
    with pytest.raises(CandidateError, match="keys of a mapping are pairs"):
        read({"ab": {"before": 1}})


VOCABULARY_MATRES, TBD = (vocabulary_of(find_scheme(name)) for name in ("matres", "tbd"))


def test_choices_are_the_distinct_meanings():
    assert (len(VOCABULARY_MATRES), VOCABULARY_MATRES.points) == (4, 1)
    assert (len(TBD), TBD.points) == (6, 2)
    assert (
        VOCABULARY_MATRES.choice("before")
        == VOCABULARY_MATRES.turned[VOCABULARY_MATRES.choice("AFTER")]
    )
    assert TBD.choice("b") == TBD.choice("BEFORE")
    assert TBD.choice("x") is None


@pytest.mark.parametrize("name", sorted(SCHEMES))
def test_every_scheme_can_be_decoded_as_links(name):
    words = vocabulary_of(find_scheme(name))
    words.check("links")
    for number, meaning in enumerate(words.meanings):
        assert words.meanings[words.turned[number]] == meaning.converse
        assert words.strongest(meaning.mask) in (number, None)


def test_closed_needs_one_strongest_label():
    refused = set()
    for name in SCHEMES:
        try:
            vocabulary_of(find_scheme(name)).check("closed")
        except SchemeError:
            refused.add(name)
    assert refused == {"thyme", "esl", "est", "i2b2", "maven"}


@pytest.mark.parametrize(
    ("words", "mode"), [(VOCABULARY_MATRES, "closed"), (VOCABULARY_MATRES, "order"), (TBD, "links")]
)
def test_triads_are_those_of_the_definition(words, mode):
    triads = set(words.triads(mode))
    for triad in product(range(len(words)), repeat=3):
        pairs = zip((("a", "b"), ("b", "c"), ("a", "c")), triad, strict=True)
        chosen = {pair: words.meanings[choice] for pair, choice in pairs}
        assert (triad in triads) == is_annotation(chosen, words.meanings, mode)


def test_three_events_have_29_preorders_and_13_total_ones():
    assert len(VOCABULARY_MATRES.triads("closed")) == 29
    assert len(VOCABULARY_MATRES.triads("order")) == 13
