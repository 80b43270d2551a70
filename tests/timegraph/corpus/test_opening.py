"""Collections that must hold documents, and what the user may have meant where there are none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from timegraph.corpus.runner import (
    DocumentsError,
    did_you_mean,
    nearest,
    open_documents,
    similar_path,
)

DOCUMENT = "<TimeML><TEXT>x</TEXT></TimeML>"


def test_a_folder_or_an_archive_is_opened(kit: Path, tmp_path: Path) -> None:
    gold = kit / "gold"
    names = open_documents(gold, "--gold").names
    assert len(names) == 8
    archive = shutil.make_archive(str(tmp_path / "gold"), "zip", gold)
    assert open_documents(Path(archive), "--gold").names == names


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("gold/news-festival-storm.tml", "is a document; give the folder that it is in"),
        ("nowhere", "No such file"),
        ("eval-questions", "holds no TimeML documents"),
        ("eval-questions/question-set.txt", "is not a folder"),
    ],
)
def test_what_is_not_a_collection_is_refused(kit: Path, path: str, message: str) -> None:
    with pytest.raises(DocumentsError, match=message) as caught:
        open_documents(kit / path, "system")
    assert str(caught.value).startswith(f"system {kit / path}: ")


def test_documents_may_lie_in_folders_of_their_names(tmp_path: Path) -> None:
    text = "<data><annotations><entity><id>1@e@{0}@gold</id><span>0,3</span><type>EVENT</type>"
    text += "<properties></properties></entity></annotations></data>"
    for name in ("ID1_clinic_1", "ID2_path_2"):
        (tmp_path / "gold" / name).mkdir(parents=True)
        file = tmp_path / "gold" / name / f"{name}.Temporal-Relation.gold.completed.xml"
        file.write_text(text.format(name), encoding="utf-8")
    assert open_documents(tmp_path / "gold", "--gold").names == ("ID1_clinic_1", "ID2_path_2")
    (tmp_path / "gold" / "ID1_clinic_1").rename(tmp_path / "gold" / "ada")
    with pytest.raises(DocumentsError, match="holds no TimeML documents"):
        open_documents(tmp_path / "gold", "--gold")


def test_inputs_are_documents_if_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.TE3input").write_text(DOCUMENT, encoding="utf-8")
    assert len(open_documents(tmp_path, "the input", inputs=True)) == 1
    with pytest.raises(DocumentsError, match=r"holds no TimeML documents"):
        open_documents(tmp_path, "the input")


def test_a_path_to_nothing_is_refused_with_what_resembles_it(kit: Path) -> None:
    with pytest.raises(DocumentsError, match=rf"--gold {kit}/golf: .*; did you mean {kit}/gold\?"):
        open_documents(kit / "golf", "--gold")
    with pytest.raises(DocumentsError, match=r"No such file or directory; ask me"):
        open_documents(kit / "golf", "--gold", similar=lambda path: "; ask me")


def test_a_folder_of_folders_is_refused_with_those_that_hold_documents(
    kit: Path, tmp_path: Path
) -> None:
    with pytest.raises(DocumentsError, match=r"it is a kit: give --kit .*/kit, or .*/kit/systems"):
        open_documents(kit, "system")
    with pytest.raises(DocumentsError, match=r"give .*/careful, or .*/systems/\* for all in it"):
        open_documents(kit / "systems", "system")
    shutil.copytree(kit / "gold", tmp_path / "gold")
    with pytest.raises(DocumentsError, match=r"; give .*/gold$"):
        open_documents(tmp_path, "system")


def test_an_archive_that_cannot_be_read_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK no archive")
    with pytest.raises(DocumentsError) as caught:
        open_documents(tmp_path / "a.zip", "system")
    assert str(caught.value).count("a.zip") == 1


def test_near_names_are_asked_about(tmp_path: Path) -> None:
    assert nearest("carefull", ["careful", "hasty"]) == "careful"
    assert nearest("x", ["careful", "hasty"]) is None
    assert did_you_mean("careful") == "; did you mean careful?"
    assert did_you_mean(None) == ""
    (tmp_path / "gold").mkdir()
    assert similar_path(tmp_path / "golf") == f"; did you mean {tmp_path / 'gold'}?"
    assert similar_path(tmp_path / "gold") == ""
    assert similar_path(tmp_path / "none" / "golf") == ""
