"""What formats can say whose annotations all stand in the text."""

from timeml import Document, Event, Timex3, TLink
from timeml.readers.marks import in_text
from timeml.writers import Losses
from timeml.writers.flat import flat

DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "")
DOCUMENT = Document(
    text="It rained",
    dct=DCT,
    timexes=(DCT,),
    events=(Event("e1", "OCCURRENCE", 3, 9, "rained"), Event("e2", "STATE", None, None, "")),
    tlinks=(
        TLink("l1", "AFTER", "e1", "t0"),
        TLink("l2", "BEFORE", "e1", "t0"),
        TLink("l3", "BEFORE", "t0", "e1"),
        TLink("l4", "BEFORE", "e1", "e2"),
        TLink("l5", "BEFORE", "e1", "e1", extra=(("layer", "x"),)),
    ),
)


def test_links_with_the_creation_time_are_attributes() -> None:
    losses = Losses()
    losses.document = "a"
    said = in_text(flat(DOCUMENT, losses), ["e1"], losses)
    assert [link.lid for link in said.links] == ["l5"]
    assert said.relative == {"e1": "AFTER"}
    assert [(loss.what, loss.examples) for loss in losses.counted] == [
        ("further links of an entity with the creation time", ("a:l2",)),
        ("links from the creation time with an entity that is not in the text", ("a:l3",)),
        ("links with an entity that is not in the text", ("a:l4",)),
        ("attributes of links", ("a:l5",)),
        ("creation times outside the text (their values and ids)", ("a:t0",)),
        ("entities without a position in the text", ("a:e2",)),
    ]


def test_a_creation_time_in_the_text_is_an_entity_like_others() -> None:
    losses = Losses()
    losses.document = "a"
    said = in_text(flat(DOCUMENT, losses), ["e1", "e2", "t0"], losses)
    assert (len(said.links), said.relative) == (5, {})
