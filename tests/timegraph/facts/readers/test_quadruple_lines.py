"""Files of quadruples: every order of columns, and every broken line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from timegraph.facts import quadruples
from timegraph.facts.readers import UnreadableError
from timegraph.facts.readers.datasets import Columns

READING = {"subject": "Lund", "relation": "visit", "op": "first"}


def written(folder: Path, text: str | bytes, name: str = "facts.tsv") -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize(
    "text",
    [
        "2005-01-31\tLund\tvisit\tAnna\n",
        "Lund\tvisit\tAnna\t2005-01-31\n",
        "\ufeff\r\n2005-01-31,Lund,visit,Anna\r\n",
        "Date,Object,Head,Relation\n2005-01-31,Anna,Lund,visit\n",
        gzip.compress(b"2005-01-31\tLund\tvisit\tAnna", mtime=0),
    ],
)
def test_columns_in_any_order(text: str | bytes, tmp_path: Path) -> None:
    table = quadruples(written(tmp_path, text))
    (fact,) = table.ask(READING).facts
    assert (fact.subject, fact.relation, fact.object) == ("Lund", "visit", "Anna")
    assert fact.date == "2005-01-31"
    assert table.problems == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("31 May\tLund\tvisit\tBo", "'31 May' is not a day"),
        ("2005-02-29\tLund\tvisit\tBo", "is not a day"),
        ("2005\tLund\tvisit", "is not a date, a subject"),
        ("2005\tLund\t\tBo", "is not a date, a subject"),
        ("2005-01\tLund\tvisit\tBo\tmore", "is not a date, a subject"),
    ],
)
def test_broken_lines_are_left_out_and_named(line: str, message: str, tmp_path: Path) -> None:
    table = quadruples(written(tmp_path, f"2005-01-31\tLund\tvisit\tAnna\n{line}\n"))
    (problem,) = table.problems
    assert message in problem.message
    assert problem.position is not None
    assert problem.position.line == 2
    assert len(table) == 1


def test_of_many_broken_lines_a_thousand_are_named() -> None:
    columns = Columns.of((n, ["no date", "a", "b", "c"]) for n in range(1, 3001))
    assert len(columns.problems) == 1001
    assert "3,000 lines are left out" in columns.problems[-1].message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "has no quadruple"),
        (b"chatter\n", "has no quadruple"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (gzip.compress(b"2005\ta\tb\tc\n" * 99, mtime=0)[:30], "is a damaged gzip file"),
        (b"\x1f\x8bnot gzip", "is a damaged gzip file"),
    ],
)
def test_files_that_are_of_no_use(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=message):
        quadruples(written(tmp_path, data))
