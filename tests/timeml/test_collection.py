"""Folders and archives of documents, and the matching of names."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import timeml
from timeml import TimeMLError, _archives, open_collection

DOCUMENT = b'<TimeML>\n<TEXT>It <EVENT eid="e1">rained</EVENT>.</TEXT></TimeML>'
FILES = {"b.tml": DOCUMENT, "A.TML": DOCUMENT, "notes.txt": b"x", "._b.tml": b"x", "c.xml": b"<a/>"}


def folder(path: Path, files: dict[str, bytes]) -> Path:
    path.mkdir(exist_ok=True)
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    path = path.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, files: dict[str, bytes]) -> Path:
    path = path.with_suffix(".tar.gz")
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


Packer = Callable[[Path, dict[str, bytes]], Path]
packers = pytest.mark.parametrize("pack", [folder, zipped, tarred])
archivers = pytest.mark.parametrize("pack", [zipped, tarred])


@packers
def test_documents_are_found_by_their_ending_and_sorted(pack: Packer, tmp_path: Path) -> None:
    path = pack(tmp_path / "docs", FILES)
    documents = open_collection(path)
    assert documents.names == ("A.TML", "b.tml")
    assert (len(documents), list(documents), documents.path) == (2, ["A.TML", "b.tml"], path)
    assert documents.bytes("b.tml") == DOCUMENT
    document = documents.read("b.tml")
    assert (document.name, document.text) == ("b.tml", "It rained.")
    assert repr(path.name)[1:-1] in repr(documents)
    for method in (documents.bytes, documents.read):
        with pytest.raises(KeyError, match=r"no document 'notes\.txt'"):
            method("notes.txt")


@packers
def test_subfolders_are_read_if_wanted(pack: Packer, tmp_path: Path) -> None:
    files = {"b.tml": DOCUMENT, "x/a.tml": DOCUMENT, "x/y/b.tml": DOCUMENT}
    path = pack(tmp_path / "docs", files)
    assert open_collection(path).names == ("b.tml",)
    deep = open_collection(path, recursive=True)
    assert deep.names == ("b.tml", "x/a.tml", "x/y/b.tml")
    assert deep.bytes("x/y/b.tml") == DOCUMENT
    assert deep.read("x/y/b.tml").name == "b.tml"


@archivers
def test_folders_that_wrap_an_archive_do_not_count(pack: Packer, tmp_path: Path) -> None:
    files = {f"./team/run-1/{name}": data for name, data in FILES.items()}
    assert open_collection(pack(tmp_path / "docs", files)).names == ("A.TML", "b.tml")
    nested = pack(tmp_path / "deep", {**files, "team/run-1/old/b.tml": DOCUMENT})
    assert open_collection(nested).names == ("A.TML", "b.tml")
    assert open_collection(nested, recursive=True).names == ("A.TML", "b.tml", "old/b.tml")


def test_names_match_exactly_then_without_ending_then_in_any_case(tmp_path: Path) -> None:
    names = ["wsj_1.tml", "wsj_1.x.tml", "Doc.tml", "doc.TML", "Other.tml", "tml.tml"]
    documents = open_collection(zipped(tmp_path / "docs", dict.fromkeys(names, DOCUMENT)))
    expected = {
        "wsj_1.tml": "wsj_1.tml",
        "wsj_1": "wsj_1.tml",
        "wsj_1.x": "wsj_1.x.tml",
        "WSJ_1.TML": "wsj_1.tml",
        "Doc": "Doc.tml",
        "doc.TML": "doc.TML",
        "other": "Other.tml",
        "tml": "tml.tml",
        "wsj": None,
        "": None,
    }
    assert {name: documents.match(name) for name in expected} == expected
    with pytest.raises(
        TimeMLError, match=r"docs\.zip: 'DOC' matches several files: Doc\.tml, doc\.TML"
    ):
        documents.match("DOC")


@pytest.mark.parametrize("recursive", [False, True])
def test_pipes_are_skipped_and_links_to_nothing_are_reported(
    tmp_path: Path, recursive: bool
) -> None:
    """Reading a pipe never ends; a document that is missing must be reported."""
    os.mkfifo(tmp_path / "pipe.tml")
    (tmp_path / "folder.tml").mkdir()
    (tmp_path / "nowhere.tml").symlink_to("gone.tml")
    (tmp_path / "round.tml").symlink_to("round.tml")
    documents = open_collection(tmp_path, recursive=recursive)
    assert documents.names == ("nowhere.tml", "round.tml")
    for name in documents:
        with pytest.raises(OSError, match=name):
            documents.read(name)


def test_an_empty_collection_is_one(tmp_path: Path) -> None:
    for path in (folder(tmp_path / "none", {}), zipped(tmp_path / "z", {"a.txt": b""})):
        assert open_collection(path).names == ()
        assert open_collection(path, recursive=True).names == ()


@packers
def test_a_broken_document_is_named_with_its_place(pack: Packer, tmp_path: Path) -> None:
    documents = open_collection(pack(tmp_path / "docs", {"b.tml": b"<TimeML>\n<TEXT>"}))
    with pytest.raises(TimeMLError, match=r"docs.*b\.tml:2: not well-formed"):
        documents.read("b.tml")


def test_what_is_not_a_collection_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing"):
        open_collection(tmp_path / "missing")
    plain = tmp_path / "b.tml"
    plain.write_bytes(DOCUMENT)
    with pytest.raises(TimeMLError, match=r"b\.tml: is not a folder, \.zip or \.tar\.gz"):
        open_collection(plain)
    for name in ("empty.zip", "empty.tar.gz"):
        (tmp_path / name).write_bytes(b"")
        with pytest.raises(TimeMLError, match=name):
            open_collection(tmp_path / name)


@archivers
@pytest.mark.parametrize(
    "name", ["../b.tml", "x/../../b.tml", "/etc/b.tml", "..\\b.tml", "C:\\b.tml"]
)
def test_paths_that_leave_the_archive_are_refused(pack: Packer, tmp_path: Path, name: str) -> None:
    path = pack(tmp_path / "docs", {name: DOCUMENT})
    with pytest.raises(TimeMLError, match="points outside the archive"):
        open_collection(path, recursive=True)


@archivers
def test_archives_have_limits(
    pack: Packer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack(tmp_path / "docs", {"a.tml": b" " * 3_000_000, "b.tml": b" " * 3_000_000})
    assert path.stat().st_size < 100_000
    assert len(open_collection(path)) == 2
    monkeypatch.setattr(_archives, "_MAX_BYTES", 5 * 2**20)
    with pytest.raises(TimeMLError, match="larger than 5 MB when unpacked"):
        open_collection(path)
    monkeypatch.undo()
    monkeypatch.setattr(_archives, "_MAX_MEMBERS", 1)
    with pytest.raises(TimeMLError, match="contains more than 1 files; unpack"):
        open_collection(path)


@archivers
@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_damaged_archives_are_refused(pack: Packer, tmp_path: Path, cut: float) -> None:
    path = pack(tmp_path / "docs", {"a.tml": os.urandom(20_000), "b.tml": os.urandom(20_000)})
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * cut)])
    with pytest.raises(TimeMLError, match="docs"):
        open_collection(path)


def test_an_archive_with_wrong_checksums_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "docs", {"a.tml": os.urandom(2_000)})
    data = bytearray(path.read_bytes())
    data[500] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(TimeMLError, match="damaged"):
        open_collection(path)


def test_archives_that_unpack_to_no_end_are_refused(tmp_path: Path) -> None:
    """Not only documents count: members that are skipped are unpacked too, and so are headers."""
    path = tmp_path / "docs.tar.gz"
    with gzip.open(path, "wb", compresslevel=1) as stream:
        info = tarfile.TarInfo("x.bin")
        info.size = 2**40
        stream.write(info.tobuf())
        stream.write(bytes(2**20))
    with pytest.raises(TimeMLError, match="larger than 512 MB"):
        open_collection(path)
    with gzip.open(path, "wb", compresslevel=1) as stream:
        info = tarfile.TarInfo("header")
        info.type, info.size = tarfile.XHDTYPE, 2**33
        stream.write(info.tobuf())
        stream.write(bytes(2**20))
    with pytest.raises(TimeMLError, match="docs"):
        open_collection(path)


def test_members_that_are_not_files_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "docs.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, kind in (("l.tml", tarfile.SYMTYPE), ("d.tml", tarfile.DIRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/hostname"
            archive.addfile(info)
        info = tarfile.TarInfo("b.tml")
        info.size = len(DOCUMENT)
        archive.addfile(info, io.BytesIO(DOCUMENT))
    assert open_collection(path).names == ("b.tml",)


@archivers
def test_the_same_name_twice_is_refused(pack: Packer, tmp_path: Path) -> None:
    path = pack(tmp_path / "docs", {"x/b.tml": DOCUMENT, "x/./b.tml": DOCUMENT})
    with pytest.raises(TimeMLError, match=r"'x/b\.tml' twice"):
        open_collection(path)


def test_the_evaluation_kits_are_collections(data: Path) -> None:
    documents = timeml.open_collection(data / "tempeval3" / "te3-platinum")
    assert len(documents) == 20
    assert documents.match(documents.names[0].upper()) == documents.names[0]


def test_an_archive_that_lost_its_first_bytes_is_refused(tmp_path: Path) -> None:
    """Its offsets then point before its start, which is an OSError that names nothing."""
    path = zipped(tmp_path / "docs", {"a.tml": DOCUMENT})
    path.write_bytes(path.read_bytes()[1:])
    with pytest.raises(TimeMLError, match=r"docs\.zip: the archive is damaged"):
        open_collection(path)


def test_a_gzip_header_alone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "docs.tar.gz"
    path.write_bytes(b"\x1f\x8b\xff" + bytes(50))
    with pytest.raises(TimeMLError, match=r"docs\.tar\.gz: "):
        open_collection(path)


@packers
def test_input_documents_have_an_ending_of_their_own(pack: Packer, tmp_path: Path) -> None:
    files = {"a.TE3input": DOCUMENT, "b.tml.TE3input": DOCUMENT, "c.TE3input.tml": DOCUMENT}
    path = pack(tmp_path / "docs", files)
    assert open_collection(path).names == ("c.TE3input.tml",)
    documents = open_collection(path, inputs=True)
    assert documents.names == tuple(sorted(files))
    assert documents.read("a.TE3input").text == "It rained."


def test_names_match_without_the_endings_in_any_order(tmp_path: Path) -> None:
    files = {"a.ascii.TE3input.tml": DOCUMENT, "b.tml": DOCUMENT, "b.TE3input.tml": DOCUMENT}
    documents = open_collection(folder(tmp_path / "docs", files))
    for name in ("a.ascii", "a.ascii.tml", "A.ascii.tml.TE3input", "a.ascii.TE3input"):
        assert documents.match(name) == "a.ascii.TE3input.tml"
    # A stricter match comes first, so what was matched before is matched as before.
    assert documents.match("b") == "b.tml"
    assert documents.match("b.TE3input") == "b.TE3input.tml"
    with pytest.raises(TimeMLError, match="matches several files"):
        documents.match("b.tml.TE3input")
