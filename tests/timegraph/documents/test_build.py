"""What TimeML's relations mean, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from timegraph import Allen, AllenSet, Answer
from timegraph.documents.build import build, faults_of, labelled, read_links, relation_for
from timegraph.labels import Scheme, SchemeError
from timegraph.options import Interpretation
from timeml import Document, Event, RelType, TLink


def test_every_type_has_a_relation_and_its_converse() -> None:
    pairs = {
        RelType.BEFORE: (RelType.AFTER, Allen.BEFORE),
        RelType.IBEFORE: (RelType.IAFTER, Allen.MEETS),
        RelType.IS_INCLUDED: (RelType.INCLUDES, Allen.DURING),
        RelType.BEGINS: (RelType.BEGUN_BY, Allen.STARTS),
        RelType.ENDS: (RelType.ENDED_BY, Allen.FINISHES),
        RelType.OVERLAPS: (RelType.OVERLAPPED_BY, Allen.OVERLAPS),
        RelType.SIMULTANEOUS: (RelType.IDENTITY, Allen.EQUAL),
        RelType.DURING: (RelType.DURING_INV, Allen.EQUAL),
    }
    for one, (other, allen) in pairs.items():
        assert relation_for(one) is allen
        assert relation_for(other) is allen.converse
    assert len(RelType) == 2 * len(pairs)


def test_during_follows_its_option() -> None:
    for during, one, other in (
        ("simultaneous", Allen.EQUAL, Allen.EQUAL),
        ("contained", Allen.DURING, Allen.CONTAINS),
    ):
        assert relation_for(RelType.DURING, during=during) is one  # type: ignore[arg-type]
        assert relation_for(RelType.DURING_INV, during=during) is other  # type: ignore[arg-type]


@pytest.mark.parametrize("rel_type", [RelType.DURING, RelType.DURING_INV])
def test_another_reading_of_during_is_refused(rel_type: RelType) -> None:
    with pytest.raises(ValueError, match=r"simultaneous.*contained.*not 'inside'"):
        relation_for(rel_type, during="inside")  # type: ignore[arg-type]
    for other in ("", "a", "zzz"):
        with pytest.raises(ValueError, match="during is one of"):
            relation_for(rel_type, during=other)  # type: ignore[arg-type]


def dense(*links: tuple[str, str, str]) -> Document:
    """A document of TimeBank-Dense with these links."""
    names = dict.fromkeys(name for a, _, b in links for name in (a, b))
    return Document(
        events=tuple(Event(name, None, None, None, "") for name in names),
        tlinks=tuple(
            TLink(f"l{n}", label, a, b, line=n) for n, (a, label, b) in enumerate(links, start=1)
        ),
        scheme="tbd",
        layout=replace(Document().layout, format="link-list"),
    )


def test_labels_are_read_by_the_scheme_of_the_document() -> None:
    document = dense(("e1", "b", "e2"), ("e2", "v", "e3"), ("e3", "ii", "e4"))
    graph = build(document)
    assert graph.ask("e1", "before", "e2") is Answer.YES
    assert graph.ask("e3", "during", "e4") is Answer.YES
    assert graph.relations("e2", "e3") == AllenSet.all()
    assert len(graph.links) == 2, "a label that says nothing is not in the graph"
    assert len(list(read_links(document))) == 3


def test_another_scheme_can_be_named_or_brought() -> None:
    document = dense(("e1", "BEFORE", "e2"))
    assert build(document).ask("e1", "before", "e2") is Answer.YES
    starts = build(document, labels="matres")
    assert starts.ask("e1", "before", "e2") is Answer.UNKNOWN
    assert starts.ask("e1", "after", "e2") is Answer.NO
    mine = Scheme("mine", "", (("BEFORE", "after"),))
    assert build(document, labels=mine).ask("e1", "after", "e2") is Answer.YES


def test_labels_that_the_scheme_lacks_are_faults() -> None:
    document = dense(("e1", "b", "e2"), ("e1", "vv", "e3"))
    assert [str(one) for one in faults_of(document)] == [
        "line 2: TLINK l2: 'vv' is not a label of the scheme tbd; left out [unknown-reltype]"
    ]
    assert [one.id for one in faults_of(document, Interpretation(labels="matres"))] == ["l1", "l2"]
    assert len(build(document).links) == 1
    timeml = Interpretation(labels="tml")
    assert faults_of(document, timeml) == labelled(document, timeml).diagnostics
    assert [one.code for one in faults_of(document, timeml)].count("unknown-reltype") == 2


def test_a_document_that_has_its_scheme_stays_the_same_object() -> None:
    document = dense(("e1", "b", "e2"))
    assert labelled(document, Interpretation()) is document
    assert labelled(document, Interpretation(labels="tbd")) is document
    assert labelled(document, Interpretation(labels="nt")).scheme == "nt"


def test_a_scheme_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(
        SchemeError, match="of the scheme 'other', which does not come with timegraph"
    ):
        build(Document(scheme="other"))
