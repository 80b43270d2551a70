"""Links of annotators as votes, and the annotation that they decode to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import timeml
from tests.timegraph.scoring.agreement.conftest import Annotate
from timegraph import build
from timegraph.decoding import CandidateError, decode
from timegraph.labels import find_scheme
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import decoded_document, share, votes_of
from timeml import Document

READ = Interpretation()


def weighed(document: Document, *weights: str) -> Document:
    """The document with weights of its links."""
    links = [
        replace(link, extra=(("weight", weight),))
        for link, weight in zip(document.tlinks, weights, strict=True)
    ]
    return replace(document, tlinks=tuple(links))


def test_what_one_annotator_says_twice_is_one_vote(annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2", "2 AFTER 1", "1 SIMULTANEOUS 2")])
    votes = votes_of(text, ["ada"], READ)
    assert [(x.a, x.label, x.b, x.weight, x.source) for x in votes.candidates] == [
        ("ei1", "BEFORE", "ei2", 1, "ada"),
        ("ei1", "SIMULTANEOUS", "ei2", 1, "ada"),
    ]
    assert (votes.links, votes.weighed, votes.unplaced) == (2, 0, 0)


def test_all_votes_are_under_the_ids_of_the_first(annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2"), annotate("2 AFTER 1", "3 BEFORE 4", base=10)])
    votes = votes_of(text, ["ada", "ben"], READ)
    assert [(x.a, x.label, x.b, x.source) for x in votes.candidates] == [
        ("ei1", "BEFORE", "ei2", "ada"),
        ("ei2", "AFTER", "ei1", "ben"),
        ("ei3", "BEFORE", "ei4", "ben"),
    ]


def test_links_of_what_the_first_lacks_are_counted(annotate: Annotate) -> None:
    text = share("day", [annotate(without="2"), annotate("1 BEFORE 2", "1 BEFORE 3", base=10)])
    votes = votes_of(text, ["ada", "ben"], READ)
    assert (len(votes.candidates), votes.unplaced) == (1, 1)


def test_an_attribute_weighs_more_than_a_vote(annotate: Annotate) -> None:
    heavy = weighed(annotate("1 BEFORE 2", "1 AFTER 2"), "0.7", "0.2")
    votes = votes_of(share("day", [heavy, annotate("1 AFTER 2")]), ["run", "ben"], READ)
    assert [x.weight for x in votes.candidates] == [Fraction(7, 10), Fraction(1, 5), 1]
    assert (votes.links, votes.weighed) == (3, 2)


@pytest.mark.parametrize("weight", ["heavy", "", "nan", "inf"])
def test_weights_that_are_not_numbers_are_named(annotate: Annotate, weight: str) -> None:
    text = share("day", [weighed(annotate("1 BEFORE 2"), weight)])
    with pytest.raises(CandidateError, match="the weight of 'ei1' BEFORE 'ei2'"):
        votes_of(text, ["run"], READ)


def test_the_document_has_the_chosen_links_and_who_made_them(annotate: Annotate) -> None:
    documents = [
        annotate("1 BEFORE 2", "2 BEFORE 3"),
        annotate("1 BEFORE 2", "3 BEFORE 1", base=10),
        annotate("2 BEFORE 3", base=20),
    ]
    text, who = share("day", documents), ["ada", "ben", "eve"]
    tml = find_scheme("tml")
    decoded = decode(votes_of(text, who, READ).candidates, labels=tml, mode="links")
    document = decoded_document(text.documents[0], decoded, tml)
    again = timeml.read(timeml.write(document))
    assert again.tlinks == document.tlinks
    assert not build(again).conflicts
    assert [(x.source, x.rel_type, x.target, dict(x.extra)) for x in again.tlinks] == [
        ("ei1", "BEFORE", "ei2", {"annotator": "ada ben"}),
        ("ei2", "BEFORE", "ei3", {"annotator": "ada eve"}),
    ]


def test_entailed_labels_say_so(annotate: Annotate) -> None:
    matres = Interpretation(labels="matres")
    links = "1 BEFORE 2", "2 BEFORE 3", "1 VAGUE 3"
    text = share("day", [annotate(*links), annotate(*links[:2], base=10)])
    scheme = find_scheme("matres")
    decoded = decode(
        votes_of(text, ["ada", "ben"], matres).candidates, labels=scheme, mode="closed"
    )
    document = decoded_document(text.documents[0], decoded, scheme)
    assert document.scheme == "matres"
    made = {(x.source, x.rel_type, x.target): dict(x.extra) for x in document.tlinks}
    assert made["ei1", "BEFORE", "ei3"] == {"origin": "CLOSURE"}
    assert made["ei1", "BEFORE", "ei2"] == {"annotator": "ada ben"}
