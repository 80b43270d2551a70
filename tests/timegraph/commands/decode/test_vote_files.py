"""Files of votes: lines of JSON, a list, or a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.commands.decode import are_votes, votes_in
from timegraph.commands.shared.command import BadUsage
from timegraph.corpus.runner import DocumentsError
from timegraph.labels import find_scheme

MATRES = find_scheme("matres")


def test_votes_are_files_of_no_format_of_documents(root: Path, tmp_path: Path) -> None:
    assert are_votes(root / "examples/decoding/votes.jsonl")
    assert are_votes(Path("-"))
    assert not are_votes(root / "examples/kit/gold/news-festival-storm.tml")
    assert not are_votes(root / "examples/corpora/dense.tsv")
    assert not are_votes(root / "examples/kit/gold")
    assert not are_votes(tmp_path / "missing.jsonl")
    empty = tmp_path / "votes.txt"
    empty.write_text("", encoding="utf-8")
    assert are_votes(empty)


def test_a_table_and_a_list_say_the_same_as_lines(tmp_path: Path) -> None:
    rows = [("x", "y", "BEFORE", 3), ("x", "y", "AFTER", 0.5), ("y, too", "z", "VAGUE", 1)]
    keys = ("document", "a", "b", "label", "weight")
    records = [dict(zip(keys, ("day", *row), strict=True)) for row in rows]
    table = [keys, *(("day", f'"{a}"', b, label, str(w)) for a, b, label, w in rows)]
    contents = {
        "lines.jsonl": "\n".join(map(json.dumps, records)),
        "list.jsonl": json.dumps(records),
        "table.csv": "".join(",".join(row) + "\r\n" for row in table),
        "table.tsv": "\ufeff" + "".join("\t".join(row) + "\n" for row in table),
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
        assert are_votes(tmp_path / name), name
    first, *others = (list(votes_in([tmp_path / name], MATRES)) for name in contents)
    assert [(x.document, x.a, x.b, x.label, float(x.weight)) for x in first] == [
        ("day", *row) for row in rows
    ]
    assert all(other == first for other in others)


def test_several_files_are_sources_of_the_same_documents(tmp_path: Path) -> None:
    line = '{"document": "%s", "a": "x", "b": "y", "label": "BEFORE", "weight": 1}\n'
    (tmp_path / "one.jsonl").write_text(line % "day" + line % "night", encoding="utf-8")
    (tmp_path / "two.jsonl").write_text(line % "day", encoding="utf-8")
    found = list(votes_in([tmp_path / "one.jsonl", tmp_path / "two.jsonl"], MATRES))
    assert [(x.document, x.source) for x in found] == [
        ("day", "one.jsonl"),
        ("day", "two.jsonl"),
        ("night", "one.jsonl"),
    ]


def test_files_of_one_name_in_several_folders_are_several_sources(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "votes.jsonl" for folder in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_text('{"a": "x", "b": "y", "weights": {"BEFORE": 1}}\n', encoding="utf-8")
    sources = [candidate.source for candidate in votes_in(paths, MATRES)]
    assert sources == ["a/votes.jsonl", "b/votes.jsonl"]
    with pytest.raises(DocumentsError, match=r"the voter .* is given twice"):
        votes_in([paths[0], paths[0]], MATRES)


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    line = '{"a": "x", "b": "y", "label": "BEFORE", "weight": 1}\n'
    path.write_text(line, encoding="utf-8-sig")
    assert len(list(votes_in([path], MATRES))) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", ":2: is not JSON"),
        (b'{"a": "x"}', ":2: the line has no 'b'"),
        (b'{"a": "x", "b": "y"}', ":2: the line needs 'label' and 'weight'"),
        (b'{"a": "x", "b": "y", "label": null, "weight": 1}', ":2: the line has no label"),
        (b'{"a": "x", "b": "y", "weights": {"b": 1}}', ":2: the scheme 'matres' has no label 'b'"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_bad_lines_are_named(line: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    path.write_bytes(b"\n" + line)
    with pytest.raises(BadUsage) as raised:
        list(votes_in([path], MATRES))
    assert message in raised.value.message
