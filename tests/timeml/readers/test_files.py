"""Files as readers see them: from a folder, an archive, or alone; and their text."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from timeml import TimeMLError
from timeml.readers.files import File, files_at


def file(data: bytes) -> File:
    return File("a.tsv", "in/a.tsv", lambda: data)


@pytest.mark.parametrize(
    "data",
    [b"one\r\ntwo\rthr\xc3\xa9e", "\ufeffone\ntwo\nthr\u00e9e".encode(),
     "\ufeffone\ntwo\nthr\u00e9e".encode("utf-16-le"),
     "\ufeffone\r\ntwo\nthr\u00e9e".encode("utf-16-be")],
)  # fmt: skip
def test_text_is_decoded_and_its_line_ends_are_one_kind(data: bytes) -> None:
    assert file(data).text() == "one\ntwo\nthr\u00e9e"


def test_another_encoding_is_an_error_with_its_line() -> None:
    with pytest.raises(TimeMLError, match=r"^in/a.tsv:2: is not UTF-8: .*; save the file as"):
        file(b"one\nthr\xe9e\n").text()


def test_a_folder_is_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b/2.txt", "a.txt", "b/1.txt", ".hidden", ".git/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "gone").symlink_to("nowhere")
    files = list(files_at(tmp_path))
    assert [one.name for one in files] == ["a.txt", "b/1.txt", "b/2.txt"]
    assert [one.data for one in files] == [b"a.txt", b"b/1.txt", b"b/2.txt"]
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
