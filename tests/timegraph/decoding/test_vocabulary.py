"""The choices of schemes, computed from what labels mean."""

from __future__ import annotations

from itertools import product

import pytest

from timegraph.decoding.candidates import vocabulary_of
from timegraph.labels import SCHEMES, SchemeError, find_scheme
from timegraph.testing.oracle import is_annotation

MATRES, TBD = (vocabulary_of(find_scheme(name)) for name in ("matres", "tbd"))


def test_choices_are_the_distinct_meanings():
    assert (len(MATRES), MATRES.points) == (4, 1)
    assert (len(TBD), TBD.points) == (6, 2)
    assert MATRES.choice("before") == MATRES.turned[MATRES.choice("AFTER")]
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


@pytest.mark.parametrize(("words", "mode"), [(MATRES, "closed"), (MATRES, "order"), (TBD, "links")])
def test_triads_are_those_of_the_definition(words, mode):
    triads = set(words.triads(mode))
    for triad in product(range(len(words)), repeat=3):
        pairs = zip((("a", "b"), ("b", "c"), ("a", "c")), triad, strict=True)
        chosen = {pair: words.meanings[choice] for pair, choice in pairs}
        assert (triad in triads) == is_annotation(chosen, words.meanings, mode)


def test_three_events_have_29_preorders_and_13_total_ones():
    assert len(MATRES.triads("closed")) == 29
    assert len(MATRES.triads("order")) == 13
