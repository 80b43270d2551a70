"""Systems: one that cannot be opened does not keep the others from being measured."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from timegraph.corpus.runner import DocumentsError
from timegraph.scoring.run import open_systems, system_names


@pytest.fixture
def broken(tmp_path: Path) -> list[Path]:
    """An empty folder, an archive that is none, and a path to nothing."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.zip").write_bytes(b"PK no archive")
    return [tmp_path / "empty", tmp_path / "damaged.zip", tmp_path / "absent"]


def test_systems_that_cannot_be_opened_are_named_with_the_reason(
    kit: Path, broken: list[Path]
) -> None:
    good = kit / "systems" / "careful"
    opened, unusable, _ = open_systems([*broken, good, good / ".." / "careful"])
    assert list(opened) == ["careful"]
    reasons = {system.name: system.reason for system in unusable}
    assert list(reasons) == ["empty", "damaged", "absent", "careful"]
    assert "holds no TimeML documents" in reasons["empty"]
    assert "No such file" in reasons["absent"]
    assert "given twice" in reasons["careful"]


def test_without_any_system_there_is_nothing_to_measure(broken: list[Path]) -> None:
    with pytest.raises(DocumentsError, match="holds no TimeML documents"):
        open_systems(broken)


def test_a_damaged_archive_is_not_lost_in_the_archive(kit: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for document in sorted((kit / "systems" / "careful").iterdir()):
            archive.write(document, document.name)
    assert list(open_systems([tmp_path / "a.zip"])[0]) == ["a"]


def test_a_folder_of_systems_is_its_systems(kit: Path, tmp_path: Path) -> None:
    folder = kit / "systems"
    opened, unusable, (remark,) = open_systems([folder])
    assert list(opened) == ["careful", "hasty"]
    assert not unusable
    assert "holds 2 systems: careful, hasty" in remark
    _, unusable, _ = open_systems([folder, folder / "careful"])
    assert [system.name for system in unusable] == ["careful"]
    (tmp_path / "mixed").mkdir()
    shutil.copytree(folder / "careful", tmp_path / "mixed" / "a")
    shutil.make_archive(str(tmp_path / "mixed" / "b"), "zip", folder / "hasty")
    (tmp_path / "mixed" / "c.zip").write_bytes(b"PK no archive")
    (tmp_path / "mixed" / "d").mkdir()
    (tmp_path / "mixed" / "README").write_text("nothing", encoding="utf-8")
    mixed, unusable, _ = open_systems([tmp_path / "mixed"])
    assert list(mixed) == ["a", "b"]
    assert [system.name for system in unusable] == ["c", "d"]
    (tmp_path / "mixed" / "d" / "notes").mkdir()
    (tmp_path / "mixed" / "d" / "others").mkdir()
    with pytest.raises(DocumentsError, match=r"holds no TimeML documents .*; give .*/mixed/a, or "):
        open_systems([tmp_path / "mixed"])


@pytest.mark.parametrize("inner", ["out", "deep/out"])
def test_a_folder_in_a_folder_keeps_the_name_that_the_user_gave(
    kit: Path, tmp_path: Path, inner: str
) -> None:
    shutil.copytree(kit / "systems" / "careful", tmp_path / "team" / inner)
    opened, _, remarks = open_systems([tmp_path / "team"])
    assert list(opened) == ["team"]
    assert remarks == [f"{tmp_path / 'team'}: its documents are in {tmp_path}/team/{inner}"]
    assert len(opened["team"]) == len(list((kit / "systems" / "careful").iterdir()))


def test_a_kit_is_not_taken_for_systems(kit: Path) -> None:
    with pytest.raises(DocumentsError, match=r"it is a kit: give --kit .*/kit, or .*/kit/systems"):
        open_systems([kit])


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a", "b"], ["a", "b"]),
        (["x/run", "y/run"], ["x/run", "y/run"]),
        (["x/run", "y/run", "other"], ["x/run", "y/run", "other"]),
        (["p/x/run", "q/x/run"], ["p/x/run", "q/x/run"]),
        (["x/run/", "./y/../z/run"], ["x/run", "z/run"]),
        (["run", "x/run"], ["{here}/run", "x/run"]),
    ],
)
def test_names(
    paths: list[str], names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = [name.format(here=tmp_path.name) for name in names]
    assert system_names([Path(path) for path in paths]) == expected


def test_archives_are_named_without_their_ending(tmp_path: Path) -> None:
    for name in ("a.zip", "b.tar.gz", "c.tgz"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "d.zip").mkdir()
    names = system_names([tmp_path / name for name in ("a.zip", "b.tar.gz", "c.tgz", "d.zip")])
    assert names == ["a", "b", "c", "d.zip"]


def test_an_archive_beside_its_folder_keeps_its_ending(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a.zip").write_bytes(b"")
    assert system_names([tmp_path / "a", tmp_path / "a.zip"]) == ["a", "a.zip"]


def test_the_same_folder_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentsError, match="given twice"):
        system_names([tmp_path / "a", tmp_path / "b" / ".." / "a"])
