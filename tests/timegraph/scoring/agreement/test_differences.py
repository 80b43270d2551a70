"""Where two annotations differ: kinds, words, reasons, and that nothing else differs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.timegraph.scoring.agreement.conftest import Annotate, annotated
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import TextDifferences, differences, differing_texts
from timegraph.scoring.agreement.texts import entailed_pairs, share
from timeml import open_collection

READ = Interpretation(on_conflict="drop-link")
LINKS = st.lists(
    st.tuples(
        st.sampled_from(list(combinations("1234", 2))),
        st.sampled_from(["BEFORE", "AFTER", "INCLUDES", "SIMULTANEOUS", "BEGINS", "VAGUE"]),
        st.booleans(),
    ).map(lambda one: f"{one[0][one[2]]} {one[1]} {one[0][not one[2]]}"),
    max_size=5,
)


def compared(one: Any, other: Any) -> TextDifferences:
    return differences(share("day", [one, other]), ("ada", "ben"), READ)


def test_what_one_links_and_the_other_entails_is_no_difference(annotate: Annotate) -> None:
    found = compared(
        annotate("1 BEFORE 2", "2 BEFORE 3", "1 BEFORE 3"),
        annotate("2 AFTER 1", "2 BEFORE 3", base=10),
    )
    assert found.links == found.entities == ()
    assert found.agreeing == 3


def test_each_kind_comes_with_its_words_and_reasons(annotate: Annotate) -> None:
    found = compared(
        annotate("1 BEFORE 2", "2 BEFORE 3", "3 BEFORE 4"),
        annotate("3 BEFORE 1", "3 INCLUDES 4", base=10),
    )
    kinds = {link.ids: link for link in found.links}
    assert {ids: one.kind for ids, one in kinds.items()} == {
        ("ei1", "ei2"): "only first",
        ("ei2", "ei3"): "only first",
        ("ei1", "ei3"): "contradicting",
        ("ei3", "ei4"): "contradicting",
    }
    first, second = kinds["ei1", "ei3"].sides
    assert (first.links, first.label) == ((), "BEFORE")
    assert [one.id for one in first.why] == ["l1", "l2"]
    assert ([link.id for link in second.links], second.label, second.why) == (["l1"], "AFTER", ())
    assert str(kinds["ei1", "ei3"].sentences[0]).count("[") == 2
    assert kinds["ei1", "ei2"].sides[1].label == ""


def test_a_link_that_contradicts_its_own_side_is_left_out(annotate: Annotate) -> None:
    found = compared(annotate("1 BEFORE 2", "2 BEFORE 1"), annotate(base=10))
    (one,) = found.links
    assert one.kind == "only first"
    assert one.sides[0].left_out
    assert one.sides[0].label == "BEFORE"


def test_entities_that_one_lacks_come_with_their_links(annotate: Annotate) -> None:
    found = compared(annotate("1 BEFORE 2"), annotate("3 BEFORE 4", base=10, without="2"))
    assert [(entity.kind, str(entity.mention)) for entity in found.entities] == [
        ("only first", 'ei2 "slept"')
    ]
    assert [link.id for link in found.entities[0].links] == ["l1"]
    turned = compared(annotate("3 BEFORE 4", without="2"), annotate("1 BEFORE 2", base=10))
    (alone,) = turned.entities
    assert (alone.kind, alone.mention.words) == ("only second", "slept")
    assert turned.counts()["entity only second"] == 1


def test_attributes_and_words_are_compared() -> None:
    plain = annotated()
    other = plain.replace('class="OCCURRENCE">ate', 'class="STATE">ate')
    other = other.replace('<EVENT eid="e2" class="OCCURRENCE">slept</EVENT>, ', "slept, ").replace(
        '<EVENT eid="e3" class="OCCURRENCE">dreamt', '<EVENT eid="e3" class="OCCURRENCE">dreamt,'
    )
    assert other != plain
    one, two = (timeml.read(text.encode(), name="day.tml") for text in (plain, other))
    changed = [found for found in compared(one, two).entities if found.kind == "attributes"]
    assert changed[0].values == (("class", "OCCURRENCE", "STATE"),)


@given(first=LINKS, second=LINKS)
def test_where_no_link_differs_no_closure_does(first: list[str], second: list[str]) -> None:
    one, two = (
        timeml.read(annotated(*links).encode(), name="day.tml") for links in (first, second)
    )
    text = share("day", [one, two])
    found, turned = (
        differences(text, ("ada", "ben"), READ),
        differences(share("day", [two, one]), ("ben", "ada"), READ),
    )
    closures = [entailed_pairs(text, side, READ)[0] for side in (0, 1)]
    if not found.links:
        assert closures[0] == closures[1]
    for link in found.links:
        pair = tuple(text.numbers[id] for id in link.ids)
        assert closures[0].get(pair) != closures[1].get(pair)
    swapped = {"only first": "only second", "only second": "only first"}
    assert [swapped.get(link.kind, link.kind) for link in turned.links] == [
        link.kind for link in found.links
    ]


def test_every_two_annotators_and_what_cannot_be_read(folders: Any) -> None:
    good = annotated("1 BEFORE 2")
    paths = folders(
        {
            "ada": {"a.tml": good, "b.tml": good},
            "ben": {"a.tml": annotated("2 BEFORE 1"), "b.tml": "<TimeML>"},
            "cy": {"a.tml": good},
        }
    )
    found = differing_texts({who: open_collection(path) for who, path in paths.items()})
    assert [(one.text.name, one.annotators, len(one.links)) for one in found] == [
        ("a.tml", ("ada", "ben"), 1),
        ("a.tml", ("ada", "cy"), 0),
        ("a.tml", ("ben", "cy"), 1),
    ]


def test_the_shipped_annotations(kit: Path) -> None:
    folder = kit.parent / "agreement"
    both = {who: open_collection(folder / who) for who in ("ada", "ben")}
    counts = {text.text.name: text.counts() for text in differing_texts(both)}
    assert counts["ferry-delay.tml"]["contradicting"] == 1
    assert counts["ferry-delay.tml"]["entity only first"] == 1


@pytest.mark.parametrize("align_by", [None, "overlap"])
def test_ids_may_be_taken_as_they_are(align_by: Any, annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2"), annotate("1 BEFORE 2")], align_by)
    assert differences(text, ("a", "b"), READ).links == ()
