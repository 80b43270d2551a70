"""What annotators say together, and what it contradicts."""

from __future__ import annotations

from tests.timegraph.scoring.agreement.conftest import Annotate
from timegraph.documents.closure import Contradictions, Reading, contradictions_of
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import share, union
from timeml import Document

READ = Interpretation(on_conflict="drop-link")


def contradicted(document: Document) -> Contradictions:
    return contradictions_of(Reading(document, path="day", interpretation=READ))


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
