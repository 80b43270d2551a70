"""Annotations of the same texts, as the user names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands.decode import open_voters
from timegraph.commands.shared.command import BadUsage
from timegraph.commands.shared.corpus_options import Chosen, open_annotators
from timegraph.commands.shared.terminal import Messages

MESSAGES = Messages()


def test_folders_have_documents_of_the_same_names(root: Path) -> None:
    folders = [root / "examples/agreement" / who for who in ("ada", "ben")]
    names, items, complete = open_voters(folders, Chosen(), MESSAGES)
    texts = list(items)
    assert names == ("ada", "ben")
    assert complete
    assert [text.name for text in texts] == sorted(path.name for path in folders[0].iterdir())
    assert all(len(text.sources) == 2 for text in texts)


def test_files_of_one_document_are_one_text(root: Path, tmp_path: Path) -> None:
    gold = root / "examples/kit/gold/news-festival-storm.tml"
    copy = tmp_path / "another.tml"
    copy.write_bytes(gold.read_bytes())
    names, (text,), _ = open_voters([gold, copy], Chosen(), MESSAGES)
    assert names == ("news-festival-storm.tml", "another.tml")
    assert [source and source.read().docid for source in text.sources] == [
        "news-festival-storm"
    ] * 2


def test_only_the_documents_that_are_wanted(root: Path) -> None:
    folders = [root / "examples/agreement" / who for who in ("ada", "ben")]
    _, texts, _ = open_voters(folders, Chosen(names=("mill-fire",)), MESSAGES)
    assert [text.name for text in texts] == ["mill-fire.tml"]


def test_who_has_no_documents_is_named(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [root / "examples/agreement/ada", tmp_path]
    found, complete = open_annotators(paths, Chosen(), Messages(), "annotator", "not compared")
    assert list(found) == ["ada"]
    assert not complete
    assert f"{tmp_path.name}: not compared: annotator {tmp_path}" in capsys.readouterr().err


def test_a_name_that_nobody_has(root: Path) -> None:
    paths = [root / "examples/agreement" / who for who in ("ada", "ben")]
    found, _ = open_annotators(paths, Chosen(names=("mill-fire",)), Messages(), "annotator")
    assert {collection.names for collection in found.values()} == {("mill-fire.tml",)}
    with pytest.raises(BadUsage, match="no document mill-fair"):
        open_annotators(paths, Chosen(names=("mill-fair",)), Messages(), "annotator")
