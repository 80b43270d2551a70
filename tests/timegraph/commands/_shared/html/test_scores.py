"""The pages of a score: their tables are those of every run, and those that the user chose."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from timegraph.commands import main as cli


def test_chosen_tables_stand_beside_those_of_every_run(kit: Path, tmp_path: Path) -> None:
    args = ["--kit", str(kit), "--by", "answer,sentence", "--html", str(tmp_path), "--quiet"]
    assert CliRunner().invoke(cli.timegraph, ["score", *args]).exit_code == 0
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    for caption in ("By document", "By relation", "By answer and sentence"):
        assert f"<summary>{caption}</summary>" in index
