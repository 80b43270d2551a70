"""OmniTemp's JSON: what is written, and what comes back."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from tests.timeml.readers.examples import OMNITEMP, read_all
from tests.timeml.writers.round_trips import check, there_and_back
from timegraph.testing.strategies import documents
from timeml import Document, Event, Timex3, TLink, open_collection
from timeml.writers import write_as

DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "")
DOCUMENT = Document(
    text="It rained,  then stopped.",
    dct=DCT,
    timexes=(DCT,),
    events=(Event("e1", "OCCURRENCE", 3, 9, "rained"), Event("e2", None, 17, 24, "stopped")),
    tlinks=(TLink("l1", "BEFORE", "e1", "e2"), TLink("l2", "AFTER", "e1", "t0")),
)


def test_words_are_cut_at_mentions() -> None:
    files, losses = write_as("omnitemp", {"rain": DOCUMENT})
    record = json.loads(files["rain.json"])
    assert record["tokens"] == ["It", "rained", ",", "then", "stopped", "."]
    assert [
        (allMention["m_id"], allMention["tokens_ids"]) for allMention in record["allMentions"]
    ] == [
        ("e1", [1]),
        ("e2", [4]),
    ]
    assert record["LabelScheme"] == "tml"
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("the blanks of texts (words are read back with one between them)", ("rain",)),
        ("times", ("rain:t0",)),
        ("links with a time, or an event that has no words", ("rain:l2",)),
    ]


def test_a_document_of_this_format_comes_back() -> None:
    (document,) = read_all(OMNITEMP)
    back, losses = there_and_back("omnitemp", {"trip": document})
    assert losses == ()
    assert back["trip"].text == document.text
    for event in document.events:
        assert replace(back["trip"].entity(event.eid), line=event.line) == event


@pytest.mark.parametrize("scheme", ["matres", "tbd", "tml"])
def test_the_scheme_of_the_labels_comes_back(scheme: str) -> None:
    back, _ = there_and_back("omnitemp", {"rain": replace(DOCUMENT, scheme=scheme)})
    assert back["rain"].scheme == scheme


@given(documents(allow_faults=True))
def test_events_with_words_and_their_links_come_back(document: Document) -> None:
    check("omnitemp", {"one": document}, places=False)


@pytest.mark.parametrize("folder", ["OmniTemp", "NT-6-18"])
def test_released_corpora_come_back_without_a_loss(data: Path, folder: str) -> None:
    collection = open_collection(data / "tlink" / "omnitemp" / folder, recursive=True)
    read = {document.name: document for document in map(collection.read, collection)}
    back, losses = there_and_back("omnitemp", read)
    assert losses == ()
    for name, document in read.items():
        assert back[name].text == document.text
        assert check("omnitemp", {name: document}) == len(document.tlinks)
