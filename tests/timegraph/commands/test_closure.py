"""``timegraph closure`` as its users run it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph import build
from timegraph.commands import main as cli
from timegraph.documents.closure import differing_pairs
from timeml import read


def closure(*args: object, input: bytes = b"") -> Result:
    return CliRunner().invoke(cli.timegraph, ["closure", *map(str, args)], input=input)


@pytest.fixture
def document(kit: Path) -> Path:
    return kit / "gold" / "news-festival-storm.tml"


@pytest.mark.parametrize("reduce", [[], ["--reduce"]])
def test_the_written_document_entails_the_same(
    document: Path, tmp_path: Path, reduce: list[str]
) -> None:
    output = tmp_path / "closed.tml"
    done = closure(document, *reduce, "--output", output)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    old, new = read(document), read(output)
    assert differing_pairs(build(old), build(new)) == 0
    assert len(new.tlinks) != len(old.tlinks)
    assert new.events == old.events
    again = closure(output, *reduce)
    assert again.stdout.encode() == output.read_bytes()


@pytest.mark.parametrize(
    ("format", "start"),
    [("json", '{\n  "schema": 2'), ("timeml", "<?xml")],
)
def test_formats(document: Path, format: str, start: str) -> None:
    done = closure(document, "--format", format)
    assert done.exit_code == 0
    assert done.stdout.startswith(start)


def test_stdin_and_calendar(document: Path) -> None:
    plain = closure("-", "--format", "json", input=document.read_bytes())
    more = closure("-", "--format", "json", "--calendar", input=document.read_bytes())
    assert plain.exit_code == 0
    sizes = [len(json.loads(done.stdout)["relations"]) for done in (plain, more)]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("format", ["json", "timeml"])
def test_coarse_values_may_be_read_as_some_time_within(
    document: Path, tmp_path: Path, format: str
) -> None:
    month = tmp_path / "month.tml"
    text = document.read_text(encoding="utf-8")
    start = text.index("<TLINK")
    month.write_text(
        re.sub(r'value="(\d{4}-\d\d)-\d\d"', r'value="\1"', text[:start]) + "</TimeML>",
        encoding="utf-8",
    )
    reading = ("--calendar", "--calendar-reading", "exact")
    exact, bounds = (
        closure(month, *reading, "--coarse", coarse, "--format", format)
        for coarse in ("exact", "bounds")
    )
    assert (exact.exit_code, bounds.exit_code) == (0, 0)
    assert exact.stdout != bounds.stdout
    if format == "json":
        names = [
            [relation["relation"] for relation in json.loads(done.stdout)["relations"]]
            for done in (exact, bounds)
        ]
        # Two periods with one value are the same, two times within it need not be.
        assert "SIMULTANEOUS" in names[0]
        assert "SIMULTANEOUS" not in names[1]


def test_an_output_that_cannot_be_written_is_named_as_it_was_given(
    document: Path, tmp_path: Path
) -> None:
    output = tmp_path / f"{'long' * 70}.tml"
    done = closure(document, "--output", output)
    assert done.exit_code == 2
    assert done.stderr == f"Error: {output}: File name too long\n"
    assert not list(tmp_path.iterdir())


def test_what_is_left_out_is_told_and_exits_with_1(document: Path, tmp_path: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = [line for line in text.splitlines() if "<TLINK" in line and "BEFORE" in line]
    bad = tmp_path / "bad.tml"
    against = links[0].replace("BEFORE", "AFTER").replace('lid="', 'lid="x')
    bad.write_text(text.replace("</TimeML>", f"{against}\n</TimeML>"), encoding="utf-8")
    done = closure(bad)
    assert done.exit_code == 1
    assert "1 link left out as contradictory" in done.stderr
    assert differing_pairs(build(read(document)), build(read(done.stdout.encode()))) == 0


def test_a_document_that_cannot_be_read_exits_with_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tml"
    bad.write_text("<TimeML>", encoding="utf-8")
    done = closure(bad)
    assert done.exit_code == 2
    assert "bad.tml" in done.stderr
    assert not done.stdout


def test_a_closure_that_is_too_large_is_refused_before_it_is_written(
    document: Path, tmp_path: Path
) -> None:
    output = tmp_path / "closed.tml"
    done = closure(document, "--max", 3, "--output", output)
    assert done.exit_code == 2
    assert not output.exists()
    number = len(json.loads(closure(document, "--format", "json").stdout)["relations"])
    assert "entail more than 3 relations; nothing was written" in done.stderr
    assert closure(document, "--max", number - 1).exit_code == 2
    assert closure(document, "--max", number).exit_code == 0
    assert closure(document, "--max", 0, "--reduce").exit_code == 0
