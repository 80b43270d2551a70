"""TimeML files: documents of any format, with what XML cannot hold left out and counted."""

from __future__ import annotations

import pytest
from hypothesis import given

import timeml
from tests.timeml.writers.round_trips import check
from timegraph.testing.strategies import documents
from timeml import Document, Event, TLink
from timeml._model import Layout
from timeml.writers import write_as

CROSSING = Document(
    text="long ago",
    events=(Event("e1", None, 0, 6, "long a"), Event("e2", None, 5, 8, "ago")),
    tlinks=(TLink("l1", "b", "e1", "e2", "eventID", "relatedToEvent"),),
    layout=Layout(format="brat"),
)


def test_annotations_that_cross_lose_their_place() -> None:
    files, losses = write_as("timeml", {"a": CROSSING})
    read = timeml.read(files["a.tml"])
    assert read.entity("e1").start == 0
    assert (read.entity("e2").start, read.entity("e2").extra) == (None, (("span", "5,8"),))
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("positions of annotations that cross another", ("a:e2",))
    ]
    assert [(link.source, link.rel_type, link.target) for link in read.tlinks] == [
        ("e1", "b", "e2")
    ]


def test_attributes_that_xml_cannot_hold_are_lost() -> None:
    extra = (("my note", "x"), ("fine", "y"), ("bad", "\x00"))
    document = Document(
        events=(Event("e1", None, None, None, "", extra=extra),), layout=Layout(format="brat")
    )
    files, losses = write_as("timeml", {"a": document})
    assert timeml.read(files["a.tml"]).entity("e1").extra == (("fine", "y"),)
    assert [loss.count for loss in losses] == [2]


def test_characters_that_xml_cannot_hold_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"^a: "):
        write_as("timeml", {"a": Document(text="\x00", layout=Layout(format="brat"))})


@given(documents(allow_faults=True))
def test_documents_come_back(document: Document) -> None:
    assert check("timeml", {"one": document}) >= 0
    assert write_as("timeml", {"one": document})[1] == ()
