"""Groups of questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.torque.passages import TorqueError, read_passages
from timegraph.torque.questions import by_corpus, by_document, by_kind, by_phenomenon
from timeml import open_collection


def test_kinds_documents_and_corpora(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    first, *_, last = passages.questions
    assert (by_kind(first), by_kind(last)) == (("warm-up",), ("user",))
    assert by_document(passages)(first) == ("ferry",)
    corpora = {"ours": open_collection(example / "timeml")}
    assert by_corpus(passages, corpora)(first) == ["ours"]
    assert by_corpus(passages, {})(first) == ["(other)"]


def test_phenomena(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    path = tmp_path / "phenomena.csv"
    path.write_text(
        'n,question,category\n0,What happened before  the ferry sailed,"begin, hypo"\n1,Why?,\n'
    )
    grouping = by_phenomenon(path)
    before = passages.questions[3]
    assert grouping(before) == ["begin", "hypo"]
    assert grouping(passages.questions[0]) == ()
    path.write_text("question\n")
    with pytest.raises(TorqueError, match=r"phenomena.csv:1: has no columns"):
        by_phenomenon(path)
    path.write_bytes(b"\xff")
    with pytest.raises(TorqueError, match="is not UTF-8"):
        by_phenomenon(path)
