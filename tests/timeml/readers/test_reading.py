"""Several files of several formats, and what is wrong with some."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from tests.timeml.readers.examples import EXAMPLES, as_files
from timeml import Document
from timeml.errors import ReaderFault
from timeml.readers import FORMATS, File, FormatName, read_files
from timeml.readers.reading import files_at

DENSE = b"one\te1\tt0\tb\ntwo\te1\te2\ta\n"


def file(name: str, data: bytes) -> File:
    return File(name, f"in/{name}", lambda: data)


def test_documents_of_several_files_are_named_apart() -> None:
    found = read_files([file("a.tsv", DENSE), file("b.tsv", b"one\te1\te2\tb\n")])
    assert [(one.name, one.path) for one in found] == [
        ("in/a.tsv#one", "in/a.tsv#one"), ("two", "in/a.tsv#two"), ("in/b.tsv", "in/b.tsv")
    ]  # fmt: skip
    assert all(one.document is not None and one.document.name in ("one", "two") for one in found)


def test_documents_of_the_same_name_in_one_file_are_numbered() -> None:
    line = b'{"id": "d", "tokens": [["It", "rained"]], "events": []}\n'
    found = read_files([file("a.jsonl", line * 3)], format="maven-ere")
    assert [one.name for one in found] == ["in/a.jsonl#d", "in/a.jsonl#d@2", "in/a.jsonl#d@3"]
    assert [one.path for one in found] == [one.name for one in found]


def test_what_shows_no_format_is_passed_over() -> None:
    files = [file("README.md", b"# Lists\n"), file("a.tsv", DENSE), file("x.tml", b"<TimeML/>")]
    assert [one.name for one in read_files(files)] == ["one", "two"]


@pytest.mark.parametrize("format", [None, "maven-ere"])
def test_a_file_whose_beginning_is_damaged_is_named_beside_others_of_its_ending(
    format: FormatName | None,
) -> None:
    files = EXAMPLES["maven-ere"]
    damaged = files["valid.jsonl"].replace(b'"tokens"', b'"words"')
    others = {"notes.txt": b"{1} Maria", "list.json": b"{}", "empty.jsonl": b""}
    found = read_files(as_files({**files, "valid.jsonl": damaged, **others}), format=format)
    (error,) = [entry.error for entry in found if entry.error is not None]
    assert str(error).startswith("in/valid.jsonl:1: begins like no known format")
    # Alone it is passed over, or read as what it is said to be.
    (*alone,) = read_files(as_files({"valid.jsonl": damaged}), format=format)
    assert [entry.error is not None for entry in alone] == [True] * (format is not None)


def test_a_broken_file_does_not_keep_the_others_from_being_read() -> None:
    broken, *good = read_files([file("a.tsv", DENSE + b"three\n"), file("b.tsv", DENSE)])
    assert (broken.name, broken.path, broken.document) == ("a.tsv", "in/a.tsv", None)
    assert broken.error is not None
    assert (broken.error.file, broken.error.line) == ("in/a.tsv", 3)
    assert [one.name for one in good] == ["one", "two"]


def test_a_named_format_is_that_of_all_files_if_none_begins_like_it() -> None:
    odd = file("odd.txt", b"d\tx\ty\tBEFORE\n")
    assert read_files([odd]) == []
    assert [one.name for one in read_files([odd], format="link-list")] == ["d"]
    some = read_files([odd, file("a.tsv", DENSE)], format="link-list")
    assert [one.name for one in some] == ["one", "two"]


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"format must be one of anafora, .*, not 'tsv'"):
        read_files([], format="tsv")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("fault", [IndexError("at\n5"), RecursionError(), MemoryError()])
def test_whatever_fails_in_a_reader_is_an_error_of_its_document(
    format: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def documents(files: Sequence[File]) -> Iterator[Document]:
        if files[0].name == "a":
            raise fault
        yield Document(name="good")

    if format == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")
    module, _, name = (FORMATS[format].module or format).replace("-", "_").partition(":")
    monkeypatch.setattr(import_module(f"timeml.readers.{module}"), name or "documents", documents)
    broken, good = read_files([file("a", b"x"), file("folder/b", b"x")], format=format)
    assert isinstance(broken.error, ReaderFault)
    assert broken.error.__cause__ is fault
    assert str(broken.error).startswith(f"in/a: the reader of {format} failed at this file (")
    assert "\n" not in str(broken.error)
    assert good.name == "good"


def test_a_file_that_cannot_be_opened_does_not_keep_the_others_from_being_read() -> None:
    def load() -> bytes:
        raise PermissionError(13, "Permission denied")

    shut = File("a.tsv", "in/a.tsv", load)
    broken, *good = read_files([shut, file("b.tsv", DENSE)])
    assert str(broken.error) == "in/a.tsv: Permission denied; make the file readable, or remove it"
    assert [found.name for found in good] == ["one", "two"]


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
    assert second.next_to("2.txt") == b"b/2.txt"
    assert second.next_to("a.txt") is None


def test_an_archive_is_like_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("c/b/1.txt", "one")
        archive.writestr("c/b/2.txt", "two")
        archive.writestr("c/3.txt", "three")
        archive.writestr("c/.hidden", "")
    _, first, second = files_at(path)
    assert (first.name, first.data, first.head) == ("b/1.txt", b"one", b"one")
    assert first.next_to("2.txt") == second.data == b"two"
    assert first.next_to("3.txt") is None


def test_one_file_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_bytes(b"T1")
    (tmp_path / "a.txt").write_bytes(b"text")
    (one,) = files_at(tmp_path / "a.ann")
    assert (one.name, one.data, one.next_to("a.txt")) == ("a.ann", b"T1", b"text")


def test_subfolders_are_left_out_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("a.txt", "b/1.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [one.name for one in files_at(tmp_path, recursive=False)] == ["a.txt"]
