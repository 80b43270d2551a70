"""OmniTemp's JSON, and the corpora that are released in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.timeml.readers.examples import OMNITEMP, read_all
from timeml import TimeMLError, open_collection


def test_mentions_stand_at_their_tokens() -> None:
    (document,) = read_all(OMNITEMP)
    assert (document.name, document.scheme) == ("trip", "matres")
    assert document.text == "He left early and came back ."
    assert [(e.eid, e.text, e.class_, e.extra) for e in document.events] == [
        ("0", "left", "MOTION", ()),
        ("1", "came back", None, ()),
        ("2", "early", None, (("axisType", "not_event"),)),
    ]
    assert [(k.source, k.rel_type, k.target) for k in document.tlinks] == [("0", "before", "1")]


@pytest.mark.parametrize(
    ("old", "new"), [(b'"_firstId"', b'"_axisId": "main", "_firstId"'), (b"before", b"includes")]
)
def test_pairs_with_an_axis_or_an_inclusion_compare_intervals(old: bytes, new: bytes) -> None:
    (document,) = read_all({"trip.json": OMNITEMP["trip.json"].replace(old, new)})
    assert document.scheme == "tbd"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"tokens": ["He"', b'"tokens": [3', "a token is not a string"),
        (b'"m_id": "0", ', b"", "a field 'm_id' is missing"),
        (b'"_relation": "before"', b'"_relation": 3', "the field '_relation' is not a string"),
        (b'"allPairs"', b'"pairs"', "a field 'allPairs' is missing"),
    ],
)
def test_what_is_broken_is_named(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(TimeMLError, match=message):
        read_all({"trip.json": OMNITEMP["trip.json"].replace(old, new, 1)}, "omnitemp")


@pytest.mark.parametrize(
    ("folder", "documents", "mentions", "labels"),
    [
        ("OmniTemp", 20, 1002, {"before": 1119, "after": 916, "uncertain": 276, "equal": 90}),
        ("MATRES", 182, 3310, {"BEFORE": 3229, "AFTER": 2044, "VAGUE": 855, "EQUAL": 208}),
        ("NT-6", 14, 551, {"before": 4559, "after": 3943, "vague": 3218, "equal": 930,
                           "is_included": 897, "includes": 618}),
        ("TimeBankDense", 27, 1183, {"uncertain": 2235, "before": 982, "after": 895,
                                     "is_included": 309, "includes": 242, "equal": 191}),
        ("NT-6-18", 3, 54, {"before": 156, "after": 121, "vague": 118, "is_included": 37,
                            "equal": 16, "includes": 11}),
    ],
)  # fmt: skip
def test_released_corpora_have_their_counts(
    data: Path, folder: str, documents: int, mentions: int, labels: dict[str, int]
) -> None:
    collection = open_collection(data / "tlink" / "omnitemp" / folder, recursive=True)
    read = [collection.read(name) for name in collection]
    assert len(read) == documents
    assert sum(len(document.events) for document in read) == mentions
    assert Counter(link.rel_type for document in read for link in document.tlinks) == labels
    assert {document.scheme for document in read} == {
        "matres" if folder in ("OmniTemp", "MATRES") else "tbd"
    }
