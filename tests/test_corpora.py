"""The table of docs/corpora.md, against the corpora."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from timegraph.commands.check import command

PAGE = Path(__file__).resolve().parent.parent / "docs" / "corpora.md"
ROW = re.compile(
    r"^\| ([^|]+) \| `([^`]+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| (\d+) \((\d+)\) \|$", re.M
)
ROWS = {match[0]: match[1:] for match in ROW.findall(PAGE.read_text("utf-8"))}


def test_the_table_is_there() -> None:
    assert len(ROWS) == 16


@pytest.mark.parametrize("corpus", ROWS)
def test_an_exact_reading_of_a_corpus_finds_what_the_page_says(corpus: str, data: Path) -> None:
    arguments, *figures = ROWS[corpus]
    *options, folder = shlex.split(arguments)
    place = data / "tlink" / folder
    if not place.exists():
        pytest.skip(f"{folder} is not among the evaluation data")
    chosen = ["--select", "contradiction", "--format", "json"]
    done = CliRunner().invoke(command, [*options, *chosen, str(place)])
    summary = json.loads(done.stdout)["summary"]
    assert summary["failed"] == 0
    found = [summary[name] for name in ("documents", "links", "say_nothing", "links_left_out")]
    expected = [int(figure.replace(",", "")) for figure in figures]
    assert [*found, summary["inconsistent"]] == expected


def test_time_bank_dense_and_then_tddiscourse_contradict_each_other(
    data: Path, tmp_path: Path
) -> None:
    lists = [*(data / "tlink/timebank-dense").iterdir()]
    lists += sorted((data / "tlink/tddiscourse/TDDMan").iterdir())
    both = tmp_path / "both.tsv"
    both.write_bytes(b"".join(path.read_bytes() for path in lists))
    names = {line.split("\t")[0] for path in lists[1:] for line in path.read_text().splitlines()}
    listed = tmp_path / "names.txt"
    listed.write_text("\n".join(sorted(names)))
    arguments = ["--document", f"@{listed}", "--select", "contradiction", "--format", "json"]
    summary = json.loads(CliRunner().invoke(command, [*arguments, str(both)]).stdout)["summary"]
    assert (summary["documents"], summary["links"]) == (25, 14250)
    assert (summary["links_left_out"], summary["inconsistent"]) == (719, 24)
