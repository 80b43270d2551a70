"""Files in and out: what cannot be used is named with the way out, results are written
completely."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph._files import write_bytes
from timegraph.commands.shared.command import BadUsage, check_writable, write_result
from timegraph.commands.shared.corpus_options import Chosen, read_document


def test_a_folder_is_not_a_document(kit: Path) -> None:
    assert read_document(str(kit / "gold" / "news-festival-storm.tml"), Chosen()).events
    with pytest.raises(BadUsage, match="is a folder; give one of its documents"):
        read_document(str(kit / "gold"), Chosen())


def test_what_cannot_be_written_is_noticed_before_the_work(tmp_path: Path) -> None:
    check_writable(None)
    check_writable(Path("-"))
    check_writable(tmp_path / "new.txt")
    with pytest.raises(BadUsage, match=r"--answers .* is a folder"):
        check_writable(tmp_path, "--answers")
    with pytest.raises(BadUsage, match="does not exist; make it first"):
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


def test_what_comes_in_pieces_is_there_when_it_is_complete(tmp_path: Path, capsys) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def pieces():
        for _ in range(3):
            yield "\u00e4" * 50_000
            assert target.read_text() == "old"

    write_result(pieces(), target)
    assert target.read_text(encoding="utf-8") == "\u00e4" * 150_000
    write_result(["a", "b\n"], None)
    assert capsys.readouterr().out == "ab\n"
