"""The documents that paths name."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from timegraph.commands.shared.corpus_options import Chosen
from timegraph.commands.shared.named_documents import named_documents
from timeml.readers import FORMATS

TML = b"<TimeML><TEXT/></TimeML>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a/x.tml", "a/b/y.tml", "a/notes.txt"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(TML)
    return tmp_path


def test_folders_files_and_archives_in_the_order_given(folder: Path) -> None:
    archive = folder / "z.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("c/w.tml", TML)
        opened.writestr("d/v.tml", TML)
    text = folder / "a" / "notes.txt"
    found, unusable = named_documents([str(archive), str(folder / "a"), str(text)], Chosen())
    paths = [
        f"{archive}/c/w.tml",
        f"{archive}/d/v.tml",
        f"{folder}/a/b/y.tml",
        f"{folder}/a/x.tml",
        str(text),
    ]
    assert [one.path for one in found] == paths
    assert [one.folder for one in found][1:3] == [f"{archive}/d", f"{folder}/a/b"]
    assert unusable == []
    assert all(one.load().read().text == "" for one in found)


def test_a_document_named_twice_is_there_once(folder: Path) -> None:
    found, _ = named_documents([str(folder), str(folder / "a" / "x.tml")], Chosen())
    assert len(found) == 2


@pytest.mark.parametrize("ending", [".zip", ".tar.gz", ".tgz"])
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_in_an_archive_is_named_whatever_its_kind(
    folder: Path, ending: str, kind: str
) -> None:
    archive = folder / f"outer{ending}"  # its content decides, not its name
    if kind == "zip":
        with zipfile.ZipFile(archive, "w") as zipped:
            for name in ("w.tml", "in/deep.tgz"):
                zipped.writestr(name, TML)
    else:
        with tarfile.open(archive, "w:gz") as tarred:
            for name in ("w.tml", "in/deep.tgz"):
                info = tarfile.TarInfo(name)
                info.size = len(TML)
                tarred.addfile(info, io.BytesIO(TML))
    found, unusable = named_documents([str(archive)], Chosen())
    assert [Path(one.path).name for one in found] == ["w.tml"]
    reason = "is an archive in an archive, and is not read; unpack it"
    assert list(map(str, unusable)) == [f"{archive}/in/deep.tgz: {reason}"]


def test_paths_that_hold_none_say_why(folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "bad.zip").write_bytes(b"no archive")
    found, unusable = named_documents(
        [str(folder / name) for name in ("none", "empty", "bad.zip")], Chosen()
    )
    assert found == []
    assert list(map(str, unusable[:2])) == [
        f"{folder / 'none'}: No such file or directory",
        f"{folder / 'empty'}: holds no TimeML documents (files that end in .tml), and no file that "
        f"begins like one of another known format ({', '.join(FORMATS)})",
    ]
    assert unusable[2].file == str(folder / "bad.zip")


def test_stdin_and_files_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TML)))
    (stdin, gone), _ = named_documents(["-", str(folder / "a" / "x.tml")], Chosen())
    (folder / "a" / "x.tml").unlink()
    assert stdin.load().data == TML
    assert isinstance(gone.load().error, FileNotFoundError)


def test_documents_of_other_formats_are_named_by_file_and_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = b"one\te1\tt0\tb\ntwo\te1\te2\ta\n"
    (folder / "lists").mkdir()
    (folder / "lists" / "all.tsv").write_bytes(listed)
    for path in ("lists", "lists/all.tsv"):
        found, unusable = named_documents([str(folder / path)], Chosen())
        assert unusable == []
        assert [document.path for document in found] == [
            str(folder / f"lists/all.tsv#{name}") for name in ("one", "two")
        ]
        assert found[0].folder == str(folder / "lists")
        assert found[0].load().read().scheme == "tbd"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(listed)))
    found, _ = named_documents(["-"], Chosen(names=("two",)))
    assert [document.path for document in found] == ["-#two"]


def test_a_named_format_is_read_in_spite_of_its_look(folder: Path) -> None:
    path = folder / "odd.txt"
    path.write_bytes(b"d\tx\ty\tBEFORE\n")
    documents, (strange,) = named_documents([str(path)], Chosen())
    assert (documents, strange.file, strange.line) == ([], str(path), 1)
    assert "name it with --from: anafora, " in strange.message
    (found,), _ = named_documents([str(path)], Chosen(format="link-list"))
    assert found.load().read().entities == ("x", "y")


def test_links_of_the_wanted_layers(folder: Path) -> None:
    path = folder / "x.tml"
    path.write_bytes(b'<TimeML><TLINK lid="l1" layer="main"/><TLINK lid="l2"/></TimeML>')
    found, _ = named_documents([str(folder)], Chosen(layers=("main",)))
    links = {one.path: one.load().read().tlinks for one in found}
    assert [link.lid for link in links.pop(str(path))] == ["l1"]
    assert not any(links.values())


def test_archives_beside_documents_are_named(tmp_path: Path) -> None:
    import zipfile

    document = b"<TimeML><TEXT><EVENT eid='e1' class='STATE'>a</EVENT></TEXT></TimeML>"
    (tmp_path / "a.tml").write_bytes(document)
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("b.tml", document)
        archive.writestr("c.zip", b"")
    found, unusable = named_documents([str(tmp_path)], Chosen())
    assert [one.path for one in found] == [str(tmp_path / "a.tml")]
    assert [(error.file, "name it, too" in error.message) for error in unusable] == [
        (str(tmp_path / "b.zip"), True)
    ]
    found, unusable = named_documents([str(tmp_path), str(tmp_path / "b.zip")], Chosen())
    assert len(found) == 2
    assert [(error.file, "unpack it" in error.message) for error in unusable] == [
        (f"{tmp_path / 'b.zip'}/c.zip", True)
    ]
