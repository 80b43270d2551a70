"""Documents with the labels of another scheme entail no more than they did."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph import build
from timegraph.allen import AllenSet
from timegraph.documents.closure import translate_labels
from timegraph.labels import SCHEMES, SchemeError, find_scheme
from timegraph.options import Interpretation
from timegraph.reduction import entailed
from timegraph.testing.oracle import constraints_of, relation_of, relations_by_closure
from timeml import Document, Event, Instance, TLink

ENTITIES = ("ei1", "ei2", "ei3")
EVENTS = tuple(
    Event(
        eid=f"e{k}",
        class_="OCCURRENCE",
        start=None,
        end=None,
        text="",
        instances=(Instance(eiid=f"ei{k}", event_id=f"e{k}"),),
    )
    for k in (1, 2, 3)
)
INTERVALS = [(s, e) for s in range(6) for e in range(s + 1, 6)]


def document(scheme: str, links: list[tuple[str, str, str]]) -> Document:
    return Document(
        name="d",
        events=EVENTS,
        tlinks=tuple(
            TLink(lid=f"l{k}", rel_type=label, source=a, target=b)
            for k, (a, label, b) in enumerate(links)
        ),
        scheme=scheme,
    )


@st.composite
def true_documents(draw: st.DrawFn) -> Document:
    """Links that are true in some world, in the labels of some scheme."""
    scheme = find_scheme(draw(st.sampled_from(list(SCHEMES))))
    places = {entity: draw(st.sampled_from(INTERVALS)) for entity in ENTITIES}
    links = []
    for a, b in draw(
        st.lists(st.sampled_from([(a, b) for a in ENTITIES for b in ENTITIES if a != b]))
    ):
        relation = relation_of(places[a], places[b])
        true = [name for name in scheme.names if relation in (scheme.meaning(name) or AllenSet())]
        if true:
            links.append((a, draw(st.sampled_from(true)), b))
    return document(scheme.name, links)


def oracle(one: Document) -> dict[tuple[object, object], AllenSet]:
    scheme = find_scheme(one.scheme)
    said = []
    for link in one.tlinks:
        meaning = scheme.meaning(link.rel_type)
        assert meaning is not None
        if len(meaning) < 13:
            said += constraints_of(link.source, meaning, link.target)
    return relations_by_closure(ENTITIES, said)


@given(true_documents(), st.sampled_from(list(SCHEMES)))
def test_what_the_result_entails_the_document_entails(source: Document, name: str) -> None:
    done = translate_labels(source, find_scheme(name))
    before, after = oracle(source), oracle(done.document)
    assert all(before[pair] <= after[pair] for pair in before)
    fits = {one.fit for _, one in done.links if one is not None}
    silent = {link.lid for link, one in done.links if one is not None and one.target is None}
    assert len(done.document.tlinks) == len(source.tlinks) - len(silent)
    if fits <= {"exact"}:
        assert before == after
    graph = build(done.document)
    for a, relations, b in entailed(graph):
        assert relations == after[a, b]


@given(true_documents(), st.sampled_from(list(SCHEMES)))
def test_back_again_it_entails_no_more_and_exact_labels_lose_nothing(
    source: Document, name: str
) -> None:
    there = translate_labels(source, find_scheme(name))
    back = translate_labels(there.document, find_scheme(source.scheme))
    before, after = oracle(source), oracle(back.document)
    assert all(before[pair] <= after[pair] for pair in before)
    if {one.fit for _, one in there.links if one is not None} <= {"exact"}:
        assert before == after
        assert not {one.fit for _, one in back.links if one is not None} - {"exact"}


def test_a_turned_link_changes_the_names_of_its_attributes() -> None:
    link = TLink(
        lid="l1", rel_type="AFTER", source="t1", target="ei1",
        source_attribute="timeID", target_attribute="relatedToEventInstance",
    )  # fmt: skip
    source = Document(events=EVENTS, tlinks=(link,))
    (turned,) = translate_labels(source, find_scheme("maven")).document.tlinks
    assert (turned.rel_type, turned.source, turned.target) == ("BEFORE", "ei1", "t1")
    assert (turned.source_attribute, turned.target_attribute) == (
        "eventInstanceID",
        "relatedToTime",
    )


def test_what_is_not_read_is_left_out_and_named() -> None:
    source = document("tml", [("ei1", "BEFOER", "ei2"), ("ei2", "BEFORE", "ei3")])
    again = TLink(lid="l1", rel_type="AFTER", source="ei2", target="ei3")
    source = Document(events=EVENTS, tlinks=(*source.tlinks, again))
    done = translate_labels(source, find_scheme("tbd"))
    assert [link.rel_type for link in done.document.tlinks] == ["b"]
    assert [(link.rel_type, None if one is None else one.target) for link, one in done.links] == [
        ("BEFOER", None),
        ("BEFORE", "b"),
        ("AFTER", None),
    ]
    assert done.document.scheme == "tbd"


def test_the_interpretation_says_how_labels_are_read() -> None:
    source = document("tml", [("ei1", "BEFORE", "ei2"), ("ei1", "DURING", "ei2")])
    starts = translate_labels(source, find_scheme("matres"), Interpretation(labels="matres"))
    assert [link.rel_type for link in starts.document.tlinks] == ["BEFORE"]
    inside = translate_labels(source, find_scheme("tbd"), Interpretation(during="contained"))
    assert [link.rel_type for link in inside.document.tlinks] == ["b", "ii"]
    with pytest.raises(SchemeError, match="'mine', which does not come with timegraph"):
        translate_labels(document("mine", []), find_scheme("tbd"))
