"""Ids with the words that they stand for."""

from __future__ import annotations

from pathlib import Path

from timegraph.qa.naming import described, named
from timeml import read


def test_ids_are_described_by_their_words(kit: Path) -> None:
    read_document = read(kit / "gold" / "news-festival-storm.tml")
    assert described(read_document, "ei6") == 'ei6 "evacuation"'
    assert described(read_document, "ei999") == "ei999 (not in the document)"
    assert read_document.dct is not None
    shown = described(read_document, read_document.dct.tid)
    assert str(read_document.dct.value) in shown


def test_long_words_are_cut() -> None:
    words = "a very long expression of more than forty characters"
    document = read(
        f'<TimeML><TEXT><EVENT eid="e1" class="STATE">{words}</EVENT></TEXT></TimeML>'.encode()
    )
    assert named(document, "e1") == f"e1 {words[:39]}…"
    assert described(document, "e1") == f'e1 "{words[:39]}…"'
