"""What annotators say together: contradictions, and the merged annotation."""

from __future__ import annotations

import timeml
from tests.timegraph.scoring.agreement.conftest import Annotate
from timegraph import build
from timegraph.documents.closure import Contradictions, Reading, contradictions_of
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import merge, union
from timegraph.scoring.agreement.texts import share
from timeml import Document

READ = Interpretation(on_conflict="drop-link")


def contradicted(
    document: Document, interpretation: Interpretation = READ, time_limit: float | None = None
) -> Contradictions:
    reading = Reading(document, path="day", interpretation=interpretation)
    return contradictions_of(reading, time_limit=time_limit)


def test_links_bear_the_names_of_their_annotators(annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2"), annotate("1 BEFORE 2", base=10)])
    assert [link.lid for link in union(text, ["ada", "ben"]).tlinks] == ["ada:l1", "ben:l1"]


def test_a_contradiction_may_go_by_what_one_annotator_lacks(annotate: Annotate) -> None:
    one = annotate("1 BEFORE 3", without="2")
    other = annotate("2 BEFORE 1", "3 BEFORE 2", base=10)
    text = share("day", [one, other])
    (finding,) = contradicted(union(text, ["ada", "ben"])).findings
    assert finding.links[0].id == "ben:l2"
    assert {link.id for link in finding.links} == {"ada:l1", "ben:l1", "ben:l2"}
    assert "slept" in finding.message


def test_two_votes_beat_one(annotate: Annotate) -> None:
    documents = [
        annotate("1 BEFORE 2", "3 BEFORE 4"),
        annotate("1 AFTER 2", base=10),
        annotate("2 BEFORE 1", base=20),
    ]
    text, who = share("day", documents), ["ada", "ben", "eve"]
    repair = contradicted(union(text, who), time_limit=5).repair
    merged = merge(text, who, READ, repair)
    assert (merged.removed, merged.exact, merged.unplaced) == (1, True, 0)
    made = {(x.source, x.rel_type, x.target): dict(x.extra) for x in merged.document.tlinks}
    assert made == {
        ("ei3", "BEFORE", "ei4"): {"annotator": "ada"},
        ("ei1", "AFTER", "ei2"): {"annotator": "ben eve"},
    }
    again = timeml.read(timeml.write(merged.document))
    assert again.tlinks == merged.document.tlinks
    assert not build(again, READ).conflicts


def test_links_of_what_the_first_lacks_have_no_place(annotate: Annotate) -> None:
    text = share("day", [annotate(without="2"), annotate("1 BEFORE 2", "1 BEFORE 3", base=10)])
    assert not contradicted(union(text, ["ada", "ben"])).conflicts
    merged = merge(text, ["ada", "ben"], READ, None)
    assert merged.unplaced == 1
    assert [(x.lid, x.source, x.target) for x in merged.document.tlinks] == [("l1", "ei1", "ei3")]


def test_what_says_nothing_gives_way(annotate: Annotate) -> None:
    nt = Interpretation(on_conflict="drop-link", labels="nt")
    one = annotate("1 VAGUE 2", "3 VAGUE 4")
    text = share("day", [one, annotate("2 AFTER 1", base=10)])
    assert not contradicted(union(text, ["ada", "ben"]), nt).conflicts
    merged = merge(text, ["ada", "ben"], nt, None)
    assert [(x.source, x.rel_type, x.target) for x in merged.document.tlinks] == [
        ("ei3", "VAGUE", "ei4"),
        ("ei2", "AFTER", "ei1"),
    ]
