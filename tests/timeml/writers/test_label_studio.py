"""Label Studio JSON: what is written, and what comes back."""

import json

from hypothesis import given

from tests.timeml.writers.round_trips import check, there_and_back
from timegraph.testing.strategies import documents
from timeml import Document, Event, Timex3, TLink
from timeml.readers import recognise
from timeml.writers import write_as

DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "")
DOCUMENT = Document(
    text="It rained on Monday",
    dct=DCT,
    timexes=(DCT, Timex3("t1", "DATE", "2020-W19-1", 10, 19, "on Monday", mod="APPROX")),
    events=(Event("e1", "OCCURRENCE", 3, 9, "rained"),),
    tlinks=(TLink("l1", "", "e1", "t1"), TLink("l2", "AFTER", "e1", "t0")),
)


def test_a_task_has_regions_and_relations() -> None:
    files, losses = write_as("label-studio", {"rain": DOCUMENT})
    (task,) = json.loads(files["tasks.json"])
    assert task["data"] == {"text": DOCUMENT.text, "name": "rain"}
    results = task["annotations"][0]["result"]
    assert [(result["type"], result.get("id")) for result in results] == [
        *(("labels", "e1"), ("choices", "e1"), ("labels", "t1"), ("textarea", "t1")),
        ("relation", None),
    ]
    assert results[0]["value"] == {"start": 3, "end": 9, "text": "rained", "labels": ["OCCURRENCE"]}
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("creation times outside the text (their values and ids)", ("rain:t0",)),
        ("attributes of entities", ("rain:t1",)),
    ]


def test_a_long_text_does_not_hide_the_format() -> None:
    files, _ = write_as("label-studio", {"rain": Document(text="It rained. " * 5000)})
    assert recognise("tasks.json", files["tasks.json"]) == "label-studio"


def test_values_and_links_come_back() -> None:
    read = there_and_back("label-studio", {"rain": DOCUMENT})[0]["rain"]
    timex = read.entity("t1")
    assert isinstance(timex, Timex3)
    assert (timex.type, timex.value) == ("DATE", "2020-W19-1")
    assert check("label-studio", {"rain": DOCUMENT}) == 2


@given(documents(allow_faults=True))
def test_what_is_in_the_text_comes_back(document: Document) -> None:
    check("label-studio", {"one": document})
