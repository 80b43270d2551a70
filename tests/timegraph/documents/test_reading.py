"""How a hit becomes a finding: its place, its words, its identity."""

from __future__ import annotations

from collections.abc import Callable

from timegraph.checking.document import RULES
from timegraph.documents.closure import Reading, id_of, kind_of
from timegraph.findings import Mention
from timeml import Position

LINK = '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>'


def test_annotations_are_named_with_their_words(reading: Callable[..., Reading]) -> None:
    read = reading(f"{LINK}<TLINK/>")
    document = read.document
    assert read.named(document.events[0]) == 'EVENT e1 "ate"'
    assert read.named(document.instances[1]) == 'MAKEINSTANCE ei12 of e2 "slept"'
    assert read.named(document.timexes[1]) == 'TIMEX3 t1 "the third"'
    assert read.named(document.signals[0]) == 'SIGNAL s1 "on"'
    assert read.named(document.tlinks[0]) == 'TLINK l1 (ei11 "ate" BEFORE t1 "the third")'
    assert read.named(document.tlinks[1]).startswith("TLINK without a lid (nothing (not in ")
    assert (kind_of(document.tlinks[0]), id_of(document.tlinks[0])) == ("TLINK", "l1")


def test_a_finding_about_a_link(reading: Callable[..., Reading]) -> None:
    read = reading(LINK)
    found = read.finding(RULES["self-link"], "a message", about=read.document.tlinks[0])
    assert (found.code, found.severity, found.document) == ("self-link", "warning", "x.tml")
    assert found.ids == ("l1",)
    assert found.position == Position(5, 1, 5, len(LINK) + 1)
    assert found.mentions == (Mention("ei11", "ate"), Mention("t1", "the third", "timex"))
    assert list(map(str, found.sentences)) == ["She [ate ei11], slept on [the third t1]."]
    assert list(map(str, found.links)) == ['l1: ei11 "ate" BEFORE t1 "the third"']
    assert found.fix == "write the other entity that was meant, or remove the link"


def test_a_link_without_lid_is_known_by_its_ends(reading: Callable[..., Reading]) -> None:
    read = reading(LINK.replace(' lid="l1"', ""))
    assert read.finding(RULES["missing-id"], "m", about=read.document.tlinks[0]).ids == (
        "ei11",
        "t1",
    )


def test_other_annotations_and_none(reading: Callable[..., Reading]) -> None:
    read = reading("")
    instance = read.finding(RULES["unknown-pos"], "m", about=read.document.instances[0], fix="so")
    assert (instance.ids, instance.mentions) == (("ei11",), (Mention("e1", "ate"),))
    assert instance.fix == "so"
    nowhere = read.finding(RULES["no-dct"], "m")
    assert (nowhere.ids, nowhere.position, nowhere.sentences) == ((), None, ())
    lost = read.finding(RULES["duplicate-id"], "m", ids=["e1"], line=2)
    assert lost.position == Position(2, 11, 2, 46)


def test_without_the_file_a_position_is_a_line(reading: Callable[..., Reading]) -> None:
    document = reading(LINK).document
    found = Reading(document, path="x").finding(RULES["self-link"], "m", about=document.tlinks[0])
    assert found.position == Position(5)
