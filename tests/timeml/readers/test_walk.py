"""The files that a path holds."""

from __future__ import annotations

import zipfile
from pathlib import Path

from timeml.readers.walk import files_at


def test_a_folder_is_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b/2.txt", "a.txt", "b/1.txt", ".hidden", ".git/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "gone").symlink_to("nowhere")
    files = list(files_at(tmp_path))
    assert [file.name for file in files] == ["a.txt", "b/1.txt", "b/2.txt"]
    assert [file.data for file in files] == [b"a.txt", b"b/1.txt", b"b/2.txt"]
    second = files[1]
    assert (second.base, second.folder, second.path) == ("1.txt", "b", str(tmp_path / "b/1.txt"))
    assert second.head == b"b/1.txt"
    assert second.beside("2.txt") == b"b/2.txt"
    assert second.beside("a.txt") is None


def test_an_archive_is_like_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("c/b/1.txt", "one")
        archive.writestr("c/b/2.txt", "two")
        archive.writestr("c/3.txt", "three")
        archive.writestr("c/.hidden", "")
    _, first, second = files_at(path)
    assert (first.name, first.data, first.head) == ("b/1.txt", b"one", b"one")
    assert first.beside("2.txt") == second.data == b"two"
    assert first.beside("3.txt") is None


def test_one_file_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_bytes(b"T1")
    (tmp_path / "a.txt").write_bytes(b"text")
    (one,) = files_at(tmp_path / "a.ann")
    assert (one.name, one.data, one.beside("a.txt")) == ("a.ann", b"T1", b"text")


def test_subfolders_are_left_out_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("a.txt", "b/1.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [one.name for one in files_at(tmp_path, recursive=False)] == ["a.txt"]
