"""The agreement of annotators over folders of texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.options import Interpretation
from timegraph.scoring import Workers
from timegraph.scoring.agreement.compare import Relations
from timegraph.scoring.agreement.measure import (
    Agreement,
    measure_agreement,
    why_nothing_is_compared,
)

Folders = Callable[[dict[str, dict[str, str]]], dict[str, Path]]


def measured(folders: dict[str, Path], **options: Any) -> Agreement:
    collections = {who: timeml.open_collection(path) for who, path in folders.items()}
    return measure_agreement(collections, **options)


def test_every_two_are_a_group_and_all_of_three(folders: Folders) -> None:
    files = {"a.tml": annotated("1 BEFORE 2")}
    found = measured(folders({"ada": files, "ben": files, "eve": files}))
    assert [group.annotators for group in found.groups] == [
        ("ada", "ben"),
        ("ada", "eve"),
        ("ben", "eve"),
        ("ada", "ben", "eve"),
    ]
    assert found.incomplete == ()
    assert [len(group.entities) for group in found.groups] == [1, 1, 1, 0]


def test_texts_that_one_lacks_are_named_and_left_out(folders: Folders) -> None:
    text = annotated("1 BEFORE 2")
    found = measured(
        folders(
            {
                "ada": {"a.tml": text, "b.tml": text},
                "ben": {"a.tml": text, "c.tml": "<TimeML>"},
            }
        )
    )
    assert found.incomplete == ("b.tml", "c.tml")
    assert [text.name for text in found.groups[0].texts] == ["a.tml"]
    codes = [notice.code for notice in found.warnings]
    assert codes.count("missing-document") == 2
    assert codes.count("failed-document") == 1


def test_schemes_must_be_one(folders: Folders, tmp_path: Path) -> None:
    text = annotated("1 BEFORE 2")
    places = folders({"ada": {"a.tml": text}, "ben": {"a.tml": text}})
    with pytest.raises(ValueError, match="two annotators"):
        measured({"ada": places["ada"]})
    read = Interpretation(on_conflict="drop-link", labels="nt")
    found = measured(places, interpretation=read)
    assert "|labels:nt|align-by:overlap|" in str(found.signature)


def test_ids_may_be_taken_as_they_are(folders: Folders) -> None:
    text = annotated("1 BEFORE 2")
    places = folders({"ada": {"a.tml": text}, "ben": {"a.tml": text}})
    found = measured(places, align_by=None)
    assert "|align:none|" in str(found.signature)
    assert found.groups[0].entities == ()
    (text,) = found.groups[0].texts
    assert text.whole.stated == Relations(equal=1)


def test_the_annotators_of_narrative_time(data: Path) -> None:
    place = data / "tlink" / "narrativetime"
    found = measured(
        {"a1": place / "tml_a1", "a2": place / "tml_a2"},
        interpretation=Interpretation(on_conflict="drop-link", labels="nt"),
    )
    (group,) = found.groups
    ratings = reduce(add, (text.whole.ratings["all"] for text in group.texts))
    assert ratings.items == 20_522
    assert round(100 * ratings.raw, 1) == 75.0
    stated = reduce(add, (text.whole.stated for text in group.texts))
    assert round(100 * stated.one_open / stated.pairs, 1) == 17.3
    different = stated.contradicting + stated.compatible
    assert round(100 * different / stated.pairs, 1) == 7.7
    assert stated == Relations(12_502, 52, 1_534, 3_543, 2_891)


def test_processes_give_the_same(folders: Folders) -> None:
    places = folders(
        {
            "ada": {f"{k}.tml": annotated("1 BEFORE 2", "2 BEFORE 3") for k in range(4)},
            "ben": {f"{k}.tml": annotated("2 BEFORE 1", f"2 BEFORE {k + 3}") for k in range(2)},
            "eve": {f"{k}.tml": annotated("1 BEFORE 2") for k in range(1, 5)},
        }
    )
    options: dict[str, Any] = {"by": ["kind", "distance"], "kinds": ["event-event"]}
    alone = measured(places, **options)
    together = measured(places, workers=Workers(jobs=2), **options)
    assert str(alone) == str(together)


def test_kinds_and_groups_are_in_the_signature_and_in_every_part(folders: Folders) -> None:
    files = {"a.tml": annotated("1 BEFORE 2"), "b.tml": annotated("1 BEFORE 2", "2 BEFORE 3")}
    places = folders({"ada": files, "ben": files})
    found = measured(places, by=["document", "kind"], kinds=["timex-timex", "event-event"])
    assert "|kind:event-event+timex-timex|" in str(found.signature)
    (group,) = found.groups
    parts = group.parts("document")
    assert list(parts) == ["a.tml", "b.tml"]
    assert [one.ratings["all"].items for one in parts["b.tml"]] == [0, 2]
    assert group.parts("distance") == {}
    assert [one.ratings["all"].items for one in group.parts()[""]] == [1, 2]
    far = measured(places, by=["distance"])
    assert "|distance:sentences|bins:0,1,2-4,5+|splitter:" in str(far.signature)


def test_links_that_are_not_compared_are_remarked(folders: Folders) -> None:
    text = annotated("1 BEFORE 2", "2 AFTER 3", "2 AFTER 1", "1 INCLUDES 2")
    other = annotated("1 BEFORE 2", without="3")
    found = measured(folders({"ada": {"a.tml": text}, "ben": {"a.tml": other}}))
    (group,) = found.groups
    assert group.name == "ada, ben"
    assert group.remarks == (
        "1 link not compared: some annotators lack one of the entities",
        "1 link not compared: an earlier link gives the pair another label",
    )
    assert found.remarks() == ()
    assert found.remarks(confidence=True) == (
        "1 document only: intervals from fewer than 5 are unreliable",
    )


def test_it_is_said_why_nothing_is_compared(folders: Folders) -> None:
    text = annotated("1 BEFORE 2")
    places = folders({"ada": {"a.tml": text}, "ben": {"b.tml": text}, "eve": {"a.tml": "<TimeML>"}})

    def why(*annotators: str) -> str:
        collections = {who: timeml.open_collection(places[who]) for who in annotators}
        return why_nothing_is_compared(measure_agreement(collections), collections)

    assert why("ada", "ben").endswith("by their names: ada has a.tml ...; ben has b.tml ...")
    assert why("ada", "eve").startswith("no document can be compared; the first: eve: ")
    both = {who: timeml.open_collection(places["ada"]) for who in ("one", "two")}
    assert why_nothing_is_compared(measure_agreement(both), both) == ""
