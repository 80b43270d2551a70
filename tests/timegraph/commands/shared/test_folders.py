"""Folders that commands write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage
from timegraph.commands.shared.named_documents import (
    check_folder,
    check_merged,
    output_folder_option,
    write_files,
)


def test_files_are_written_with_their_folders(tmp_path: Path) -> None:
    write_files(tmp_path / "new", {"a/b.txt": b"x", "c.txt": b"y"})
    assert (tmp_path / "new" / "a" / "b.txt").read_bytes() == b"x"
    assert (tmp_path / "new" / "c.txt").read_bytes() == b"y"


def test_folders_that_will_not_do(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(BadUsage, match="is a file"):
        check_folder(file)
    with pytest.raises(BadUsage, match="is the key's own folder"):
        check_folder(tmp_path, [(tmp_path / "none", "the input"), (tmp_path, "the key")])
    check_folder(tmp_path / "new", [(tmp_path, "the key")])


def test_a_folder_to_write_to_must_be_named() -> None:
    parts = (output_folder_option("KIT"),)
    assert called(parts, "--output", "new")[2] == {"target": Path("new")}
    assert called(parts)[0].exit_code == 2
    assert "--output KIT" in called(parts, "--help")[0].output


@pytest.mark.parametrize("name", ["../a.tml", "a/../../b.tml", "{}/a.tml", "", ".", "a\0.tml"])
def test_no_document_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    name = name.format(tmp_path)  # an absolute path
    target = tmp_path / "deep" / "new"
    with pytest.raises(BadUsage, match="outside the folder") as error:
        write_files(target, {"good.tml": b"x", name: b"y"})
    assert repr(name) in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_names_with_dots_stay_within_the_folder(tmp_path: Path) -> None:
    write_files(tmp_path, {"a..b.tml": b"x", "...tml": b"y", "c:d.tml": b"z"})
    assert len(list(tmp_path.iterdir())) == 3


def test_what_is_merged_takes_no_place_of_annotations(tmp_path: Path) -> None:
    for who in ("ada", "ben", "texts", "other"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "day.tml").write_text("", encoding="utf-8")
    (tmp_path / "eve.zip").write_bytes(b"")
    ada, ben, texts = (tmp_path / who for who in ("ada", "ben", "texts"))
    annotators = "an annotator's own folder"
    for output, paths, what in (
        (ada, [ben, ada], annotators),
        (tmp_path / "ada/../ben", [ben], annotators),
        (ada, [tmp_path], annotators),  # a folder of annotators
        (ada, [ada / "day.tml", ben / "day.tml"], annotators),
        (texts, [ada], "a text's own folder"),
    ):
        with pytest.raises(BadUsage, match=what):
            check_merged(output, paths, str(texts))
    check_merged(tmp_path / "other", [ada, ben], str(texts))
    check_merged(tmp_path, [ada, ben, tmp_path / "eve.zip"], None)
    check_merged(tmp_path / "new", [tmp_path, ada / "day.tml"], None)
