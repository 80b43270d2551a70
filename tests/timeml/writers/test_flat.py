"""Entities and links of a document, and what is lost on the way."""

from timeml import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink
from timeml.writers import Losses
from timeml.writers.flat import flat

DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "May 4")
EVENT = Event(
    *("e1", "STATE", 0, 2, "is"),
    instances=(Instance("ei1", "e1", tense="PAST"), Instance("ei2", "e1")),
    extra=(("span", "0,1;1,2"),),
)
DOCUMENT = Document(
    text="is it",
    dct=DCT,
    timexes=(DCT,),
    events=(EVENT,),
    signals=(Signal("s1", 3, 5, "it"),),
    slinks=(SLink("l8", "MODAL", "ei1", "ei2"),),
    alinks=(ALink("l9", "INITIATES", "ei1", "ei2"),),
    tlinks=(
        TLink("l1", "BEFORE", "ei1", "t0", extra=(("layer", "x"), ("note", "y"))),
        TLink("l2", "AFTER", "ei1", "ei7", signal_id="s1"),
        TLink("l3", "AFTER", "e1", "ei2", signal_id="s1"),
    ),
)


def test_instances_are_entities_with_the_attributes_of_both() -> None:
    dct, first, second = flat(DOCUMENT, Losses()).entities
    assert (dct.id, dct.is_dct, dct.value, dct.placed) == ("t0", True, "2020-05-04", False)
    assert (first.id, first.kind, first.spans) == ("ei1", "STATE", ((0, 1), (1, 2)))
    assert first.attributes == (("eventID", "e1"), ("tense", "PAST"))
    assert second.id == "ei2"


def test_links_have_entity_ids_and_layers() -> None:
    first, second = flat(DOCUMENT, Losses()).links
    assert (first.source, first.target, first.layer) == ("ei1", "t0", "x")
    assert first.attributes == (("note", "y"),)
    assert (second.source, second.attributes) == ("ei1", (("signalID", "s1"),))


def test_what_is_not_an_entity_or_a_link_is_lost() -> None:
    losses = Losses()
    flat(DOCUMENT, losses)
    assert [loss.what for loss in losses.counted] == [
        *("signals", "SLINKs", "ALINKs"),
        "further instances of an event (each is read back as an event of its own)",
        "links with an end that is not an annotation",
    ]
    losses = Losses()
    flat(DOCUMENT, losses, alinks=True)
    assert "ALINKs" not in [loss.what for loss in losses.counted]
