"""Ids in questions: the entities that they mean, and those that a document lacks."""

from __future__ import annotations

import pytest

from timegraph import build
from timegraph.qa import missing_entities, parse_question
from timegraph.qa.questions import entity_of
from timeml import Document, read

DOCUMENT = b"""\
<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e3">c</EVENT></TEXT>
<MAKEINSTANCE eiid="ei10" eventID="e1"/></TimeML>"""


@pytest.fixture
def document() -> Document:
    return read(DOCUMENT)


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("IS ei99 BEFORE t77", ("ei99", "t77")),
        ("IS ei99 BEFORE ei99", ("ei99",)),
        ("IS ei1 BEFORE e3", ()),
        ("IS e1 BEFORE 1998", ("1998",)),
    ],
)
def test_missing_entities_are_listed_once(
    document: Document, question: str, missing: tuple[str, ...]
) -> None:
    assert missing_entities(document, parse_question(question)) == missing


def test_the_ids_of_a_key_may_be_resolved_instead(document: Document) -> None:
    question = parse_question("IS ei99 BEFORE ei10")
    assert missing_entities(document, question, resolve={"ei99": "ei10"}.get) == ("ei10",)


def test_a_date_is_an_entity_only_of_a_graph_built_with_it(document: Document) -> None:
    graph = build(document, calendar=True, dates=["1998"])
    assert entity_of(graph, document.resolve, "1998") == "1998"
    assert entity_of(graph, document.resolve, "1999") is None
    assert entity_of(graph, document.resolve, "e1") == "ei10"
    assert entity_of(build(document), document.resolve, "1998") is None
