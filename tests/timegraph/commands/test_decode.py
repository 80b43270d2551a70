"""``timegraph decode``: labels, what was given up, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph
from timegraph.decoding import decode_documents


def decode(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["decode", *map(str, args)])


@pytest.fixture
def votes(root: Path) -> Path:
    return root / "examples/decoding/votes.jsonl"


def test_the_result_is_that_of_the_library(votes: Path) -> None:
    done = decode(votes, "--labels", "matres", "--format", "json")
    assert done.exit_code == 0
    shown = {one["document"]: one for one in json.loads(done.stdout)["documents"]}
    rows = [json.loads(line) for line in votes.read_text(encoding="utf-8").splitlines()]
    for document, decoded in decode_documents(rows, labels="matres"):
        one = shown[str(document)]
        assert (one["value"], one["bound"], one["optimal"]) == (decoded.value, decoded.bound, True)
        assert [(link["a"], link["b"], link["label"]) for link in one["labels"]] == [
            (a, b, label) for (a, b), label in decoded.labels.items()
        ]


def test_csv_has_a_row_for_each_pair(votes: Path) -> None:
    done = decode(votes, "--labels", "matres", "--mode", "links", "--format", "csv")
    header, *rows = done.stdout.splitlines()
    assert header == "document,a,label,b"
    assert len(rows) == len(votes.read_text(encoding="utf-8").splitlines())


def test_why_names_what_was_given_up(votes: Path) -> None:
    done = decode(votes, "--labels", "matres", "--why")
    assert done.stdout.startswith("talks: signed BEFORE announced (3) became AFTER: ")


def test_a_result_that_is_not_proven_ends_with_1(tmp_path: Path) -> None:
    names = [f"e{number}" for number in range(30)]
    lines = [
        {"a": a, "b": b, "weights": {"BEFORE": (i * j) % 7, "AFTER": (i + j) % 5, "EQUAL": i % 3}}
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if a < b
    ]
    path = tmp_path / "votes.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = decode(path, "--labels", "matres", "--time-limit", "0", "--format", "json")
    (document,) = json.loads(done.stdout)["documents"]
    assert (document["optimal"], done.exit_code) == (False, 1)
    assert document["gap"] > 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", ":1: is not JSON"),
        ("[]", ":1: is not an object with a, b and weights"),
        ('{"a": "x", "b": "x", "weights": {"BEFORE": 1}}', "'x'"),
        ('{"a": "x", "b": "y", "weights": {"BEFORE": NaN}}', "the weight of 'x' BEFORE 'y' is nan"),
    ],
)
def test_bad_lines_are_named(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    path.write_text(line, encoding="utf-8")
    done = decode(path, "--labels", "matres")
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_labels_that_the_scheme_lacks_are_refused(votes: Path) -> None:
    done = decode(votes, "--labels", "tml")
    assert done.exit_code == 2
    assert "has no label 'VAGUE'" in done.stderr


def test_nothing_to_decode(tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    path.write_text("\n", encoding="utf-8")
    assert decode(path, "--labels", "matres").exit_code == 0
