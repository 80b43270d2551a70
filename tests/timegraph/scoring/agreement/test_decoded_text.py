"""Texts of several annotators, decoded one after the other or at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.corpus import Pool
from timegraph.decoding import decode
from timegraph.labels import find_scheme
from timegraph.options import Interpretation
from timegraph.scoring.agreement.measure import DecodedText, decode_annotations, usual_mode
from timeml import Collection, open_collection

Folders = Callable[[dict[str, dict[str, str]]], dict[str, Path]]


@pytest.fixture
def annotators(folders: Folders) -> dict[str, Collection]:
    paths = folders(
        {
            "ada": {
                "day.tml": annotated("1 BEFORE 2", "2 BEFORE 3"),
                "night.tml": annotated("1 BEFORE 2"),
            },
            "ben": {"day.tml": annotated("1 BEFORE 2", "3 BEFORE 1", base=10)},
            "eve": {"day.tml": annotated("2 BEFORE 3", base=20), "night.tml": "<TimeML>"},
        }
    )
    return {who: open_collection(path) for who, path in paths.items()}


def labels_of(text: DecodedText) -> list[tuple[str, str, str]]:
    assert text.document is not None
    return [(link.source, link.rel_type, link.target) for link in text.document.tlinks]


def test_each_text_has_the_annotation_of_most_votes(annotators: dict[str, Collection]) -> None:
    day, night = decode_annotations(annotators)
    assert labels_of(day) == [("ei1", "BEFORE", "ei2"), ("ei2", "BEFORE", "ei3")]
    assert day.decoded is not None
    assert day.decoded.optimal
    assert not day.incomplete
    assert day.decoded.value == 4
    assert labels_of(night) == [("ei1", "BEFORE", "ei2")]


def test_what_is_missing_or_broken_is_named(annotators: dict[str, Collection]) -> None:
    _, night = decode_annotations(annotators)
    assert night.incomplete
    assert [(notice.code, notice.message.split(":")[0]) for notice in night.notices] == [
        ("missing-document", "ben"),
        ("failed-document", "eve"),
    ]


@pytest.mark.slow
def test_processes_give_the_same(annotators: dict[str, Collection]) -> None:
    with Pool(2) as pool:
        at_once = list(decode_annotations(annotators, executor=pool))
    assert at_once == list(decode_annotations(annotators))


def test_what_is_decoded_are_the_votes(annotators: dict[str, Collection]) -> None:
    day, _ = decode_annotations(annotators, mode="closed")
    assert day.decoded == decode(day.votes.candidates, labels="tml", mode="closed")


def test_different_schemes_are_not_mixed(folders: Folders) -> None:
    paths = folders({"ada": {"day.tml": annotated("1 BEFORE 2")}, "ben": {}})
    (paths["ben"] / "day.tsv").write_text("day\te1\te2\tb\n", encoding="utf-8")
    annotators = {who: open_collection(path) for who, path in paths.items()}
    (text,) = decode_annotations(annotators, align_by=None)
    assert text.decoded is None
    assert text.incomplete
    assert "different label schemes" in text.notices[-1].message


def test_a_mode_that_the_labels_lack_is_said(annotators: dict[str, Collection]) -> None:
    day, _ = decode_annotations(annotators, mode="order")
    assert "mode 'order' needs labels that compare starts" in day.notices[0].message


def test_labels_of_starts_are_usually_closed() -> None:
    assert usual_mode(find_scheme("matres")) == "closed"
    assert usual_mode(find_scheme("tbd")) == "links"


def test_an_annotation_of_nothing(folders: Folders) -> None:
    paths = folders({"ada": {"day.tml": annotated()}})
    (text,) = decode_annotations(
        {"ada": open_collection(paths["ada"])}, interpretation=Interpretation()
    )
    assert labels_of(text) == []
