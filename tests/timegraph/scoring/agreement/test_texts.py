"""Annotations under common ids, and what each annotator says of each pair."""

from __future__ import annotations

from collections import Counter

from tests.timegraph.scoring.agreement.conftest import Annotate
from timegraph.allen import Allen, AllenSet
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import entailed_pairs, share, stated_pairs

READ = Interpretation(on_conflict="drop-link")


def test_entities_that_all_have_are_shared(annotate: Annotate) -> None:
    text = share("day", [annotate(), annotate(base=10, without="2"), annotate(base=20)])
    assert text.entities == ("ei1", "ei3", "ei4")
    assert text.same_text == (True, True, True)
    assert text.documents[1].entities == ("ei1", "ei3", "ei4")


def test_ids_are_taken_as_they_are_without_alignment(annotate: Annotate) -> None:
    one, other = annotate("1 BEFORE 2"), annotate("2 AFTER 1", base=1)
    assert share("day", [one, other], None).entities == ("ei2", "ei3", "ei4")
    assert share("day", [one, other]).entities == ("ei1", "ei2", "ei3", "ei4")


def test_links_are_read_from_the_earlier_entity(annotate: Annotate) -> None:
    links = ("2 AFTER 1", "1 BEFORE 2", "2 BEFORE 1", "3 IDENTITY 3", "2 INCLUDES 4")
    text = share("day", [annotate(*links), annotate(base=10, without="4")])
    counts: Counter[str] = Counter()
    assert stated_pairs(text, 0, READ, counts) == {(0, 1): AllenSet("before")}
    assert counts == {"repeated": 1, "elsewhere": 1}


def test_closures_are_of_shared_entities(annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2", "2 BEFORE 3"), annotate(base=10, without="2")])
    relations, graph = entailed_pairs(text, 0, READ)
    assert relations == {(0, 1): AllenSet(Allen.BEFORE)}
    assert len(graph.entities) == 4
