"""Marks that are written are read back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from timegraph import build
from timeml.readers import read_files
from timeml.readers.files import File
from timeml.writers import write_as

TWICE = """<TimeML><TEXT>They <EVENT eid="e1" class="OCCURRENCE" stem="meet">met</EVENT>
on <TIMEX3 tid="t1" type="DATE" value="1998-05-04">Monday</TIMEX3> and today.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" polarity="POS" cardinality="2"/>
<MAKEINSTANCE eiid="ei2" eventID="e1" tense="PAST" polarity="NEG" note="x"/>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="ei1" relatedToTime="t1"/>
<TLINK lid="l2" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/></TimeML>"""

DOCUMENTS = sorted((Path(__file__).resolve().parents[3] / "examples/kit/gold").glob("*.tml"))


def there_and_back(stem: str, document: timeml.Document) -> timeml.Document:
    files, _ = write_as("marks", {stem: document})
    name = f"{stem}.marks.json"
    data = files[name]
    (found,) = read_files([File(name, name, lambda: data, files.get)], format="marks")
    assert found.document is not None
    assert found.document.diagnostics == ()
    return found.document


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_entities_links_and_answers_are_the_same(path: Path) -> None:
    document = timeml.read(path)
    again = there_and_back(path.stem, document)
    assert again.text == document.text
    assert set(again.entities) == set(document.entities)
    graph, copy = build(document, calendar=True), build(again, calendar=True)
    for a in graph.entities:
        before, after = document.entity(a), again.entity(a)
        assert (before.start, before.end, before.text) == (after.start, after.end, after.text)
        for b in graph.entities:
            assert graph.relations(a, b) == copy.relations(a, b)


def test_several_instances_of_an_event_come_back() -> None:
    document = timeml.read(TWICE.encode(), name="d")
    assert len(document.events[0].instances) == 2
    again = there_and_back("d", document)
    assert again.events == document.events
    assert again.timexes == document.timexes
    assert again.tlinks == document.tlinks


@pytest.mark.parametrize("instance", ["ei1", "ei2"])
def test_attributes_of_an_instance_stay_with_it(instance: str) -> None:
    text = TWICE.replace(' note="x"', "")
    text = text.replace(f'eiid="{instance}"', f'eiid="{instance}" certainty="low"')
    document = timeml.read(text.encode(), name="d")
    assert there_and_back("d", document).events == document.events


def test_annotations_without_words_lose_their_place_only() -> None:
    text = (
        '<TimeML><TEXT>a <EVENT eid="e1"> </EVENT><TIMEX3 tid="t1" value="1998"/></TEXT></TimeML>'
    )
    document = timeml.read(text.encode(), name="d")
    _, losses = write_as("marks", {"d": document})
    assert ("places of annotations without words", 1) in [
        (loss.what, loss.count) for loss in losses
    ]
    again = there_and_back("d", document)
    assert set(again.entities) == set(document.entities)
    assert again.events[0].start is None
