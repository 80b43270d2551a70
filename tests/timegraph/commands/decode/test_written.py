"""The documents that ``timegraph decode --merged`` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from timegraph.commands.decode import Written
from timegraph.commands.shared.command import BadUsage
from timegraph.commands.shared.terminal import Messages
from timegraph.decoding import decode
from timegraph.labels import find_scheme
from timeml import Document, open_collection

MATRES = find_scheme("matres")


def test_votes_without_text_name_their_entities(tmp_path: Path) -> None:
    written = Written(tmp_path / "best", "link-list")
    decoded = decode([("e1", "e2", "BEFORE", 2), ("e1", "e2", "AFTER", 1)], labels="matres")
    written.add_votes("day", decoded, MATRES, None)
    written.write(Messages("quiet"))
    lines = (tmp_path / "best/links.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "day\te1\te2\tBEFORE"
    (again,) = (open_collection(tmp_path / "best").read(name) for name in ["day"])
    assert again.scheme == "matres"


def test_votes_of_a_text_get_it(root: Path, tmp_path: Path) -> None:
    texts = open_collection(root / "examples/kit/gold")
    name = "news-festival-storm"
    first, second = texts.read(f"{name}.tml").entities[1:3]
    written = Written(tmp_path)
    decoded = decode([(first, second, "BEFORE", 2)], labels="matres")
    written.add_votes(name, decoded, MATRES, texts)
    assert written.write(Messages("quiet"))
    document = timeml.read((tmp_path / f"{name}.tml").read_bytes())
    assert document.text == texts.read(f"{name}.tml").text
    assert [(x.source, x.rel_type, x.target) for x in document.tlinks] == [
        (first, "BEFORE", second)
    ]


def test_texts_must_have_what_votes_name(root: Path, tmp_path: Path) -> None:
    texts = open_collection(root / "examples/kit/gold")
    decoded = decode([("x", "y", "BEFORE", 2)], labels="matres")
    written = Written(tmp_path)
    with pytest.raises(BadUsage, match="has no document day"):
        written.add_votes("day", decoded, MATRES, texts)
    with pytest.raises(BadUsage, match="has no entity x"):
        written.add_votes("news-festival-storm", decoded, MATRES, texts)


def test_no_document_takes_the_place_of_another(tmp_path: Path) -> None:
    written = Written(tmp_path)
    written.add("day.tml", Document())
    with pytest.raises(BadUsage, match="both be called day"):
        written.add("day", Document())


def test_a_format_needs_a_folder() -> None:
    with pytest.raises(BadUsage, match="--to brat goes with --merged"):
        Written(target="brat").check([])


def test_no_document_leaves_the_folder(tmp_path: Path) -> None:
    decoded = decode([("x", "y", "BEFORE", 2)], labels="matres")
    with pytest.raises(BadUsage, match="outside the folder"):
        Written(tmp_path).add_votes("../day", decoded, MATRES, None)
    Written().add_votes("../day", decoded, MATRES, None)  # nothing is written
