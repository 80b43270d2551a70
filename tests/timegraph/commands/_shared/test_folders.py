"""Folders that commands write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parts import called
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.folders import check_folder, output_folder_option, write_files


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
