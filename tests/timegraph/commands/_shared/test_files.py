"""Files in and out: what cannot be used is named with the way out, what is written is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands._shared.files import (
    BadUsage,
    check_writable,
    open_documents,
    read_document,
    terminal_width,
    write_bytes,
    write_pieces,
    write_result,
)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("gold/news-festival-storm.tml", "is a document; give the folder that it is in"),
        ("nowhere", "No such file"),
        ("eval-questions", "holds no TimeML documents"),
        ("eval-questions/question-set.txt", "is not a folder"),
    ],
)
def test_what_is_no_collection_is_bad_usage(kit: Path, path: str, message: str) -> None:
    with pytest.raises(BadUsage, match=message) as caught:
        open_documents(kit / path, "system")
    assert caught.value.message.startswith(f"system {kit / path}: ")
    assert caught.value.exit_code == 2


def test_the_way_to_the_documents_is_named(kit: Path) -> None:
    with pytest.raises(BadUsage) as caught:
        open_documents(kit / "systems", "system")
    careful = kit / "systems" / "careful"
    assert f"; give {careful}, or {kit / 'systems'}/* for all in it" in caught.value.message
    with pytest.raises(BadUsage) as caught:
        open_documents(kit / "systems" / "carefull", "system")
    assert caught.value.message.endswith(f"; did you mean {careful}?")


def test_a_folder_is_not_a_document(kit: Path) -> None:
    assert len(open_documents(kit / "gold", "--gold")) == 8
    assert read_document(str(kit / "gold" / "news-festival-storm.tml")).events
    with pytest.raises(BadUsage, match="is a folder; give one of its documents"):
        read_document(str(kit / "gold"))


def test_what_cannot_be_written_is_noticed_before_the_work(tmp_path: Path) -> None:
    check_writable(None)
    check_writable(Path("-"))
    check_writable(tmp_path / "new.txt")
    with pytest.raises(BadUsage, match=r"--answers .* is a folder"):
        check_writable(tmp_path, "--answers")
    with pytest.raises(BadUsage, match="there is no folder"):
        check_writable(tmp_path / "none" / "new.txt")


def test_results_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    write_result("ä\n", target)
    assert target.read_bytes() == "ä\n".encode()
    with pytest.raises(TypeError):
        write_bytes("no bytes", target)  # type: ignore[arg-type]
    assert target.read_bytes() == "ä\n".encode()
    assert list(tmp_path.iterdir()) == [target]


def test_stdout_is_for_results_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    write_result("text\n", None)
    write_result("more\n", Path("-"))
    assert capsys.readouterr().out == "text\nmore\n"
    assert terminal_width() is None


def test_what_comes_in_pieces_is_there_when_it_is_complete(tmp_path: Path, capsys) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def pieces():
        for _ in range(3):
            yield "\u00e4" * 50_000
            assert target.read_text() == "old"

    write_pieces(pieces(), target)
    assert target.read_text(encoding="utf-8") == "\u00e4" * 150_000
    write_pieces(["a", "b\n"], None)
    assert capsys.readouterr().out == "ab\n"


def test_documents_may_lie_in_folders_of_their_names(tmp_path: Path) -> None:
    text = "<data><annotations><entity><id>1@e@{0}@gold</id><span>0,3</span><type>EVENT</type>"
    text += "<properties></properties></entity></annotations></data>"
    for name in ("ID1_clinic_1", "ID2_path_2"):
        (tmp_path / "gold" / name).mkdir(parents=True)
        file = tmp_path / "gold" / name / f"{name}.Temporal-Relation.gold.completed.xml"
        file.write_text(text.format(name), encoding="utf-8")
    assert open_documents(tmp_path / "gold", "--gold").names == ("ID1_clinic_1", "ID2_path_2")
    (tmp_path / "gold" / "ID1_clinic_1").rename(tmp_path / "gold" / "ada")
    with pytest.raises(BadUsage, match="holds no TimeML documents"):
        open_documents(tmp_path / "gold", "--gold")
