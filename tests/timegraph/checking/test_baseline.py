"""Known findings: which are the same, what is new, what is fixed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.checking.config import Baseline, BaselineError, only_new, read_baseline
from timegraph.checking.document import CheckedDocument
from timegraph.findings import Finding
from timeml import Position


def finding(code: str, document: str, *ids: str, line: int = 1) -> Finding:
    return Finding(
        code=code,
        severity="error",
        document=document,
        message=f"line {line}",
        ids=ids,
        position=Position(line),
    )


ONE = finding("contradiction", "docs/a.tml", "l1")
TWO = finding("missing-id", "docs/a.tml")


def saved(baseline: Baseline, path: Path) -> Baseline:
    path.write_text(json.dumps(baseline.to_json()), encoding="utf-8")
    return read_baseline(str(path))


def test_a_finding_is_the_same_whatever_its_line(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    baseline = saved(Baseline.of([ONE, TWO], str(path)), path)
    assert baseline == Baseline.of([ONE, TWO], str(path))
    moved = replace(ONE, position=Position(99), message="another")
    other = finding("contradiction", "docs/a.tml", "l2")
    elsewhere = finding("contradiction", "docs/b.tml", "l1")
    assert baseline.new([moved, TWO, other, elsewhere]) == (other, elsewhere)


def test_of_findings_that_are_alike_as_many_are_known_as_were_counted(tmp_path: Path) -> None:
    baseline = Baseline.of([TWO, TWO], str(tmp_path / "known.json"))
    third = replace(TWO, position=Position(3))
    assert baseline.new([TWO, TWO, third]) == (third,)
    assert baseline.fixed([TWO], ["docs/a.tml"]) == 1
    assert baseline.fixed([], ["docs/b.tml"]) == 0


def test_documents_are_relative_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    baseline = saved(Baseline.of([ONE], "known.json"), tmp_path / "known.json")
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    assert baseline.new([finding("contradiction", "a.tml", "l1")]) == ()
    absolute = finding("contradiction", str(tmp_path / "docs" / "a.tml"), "l1")
    assert baseline.new([absolute]) == ()
    content = json.loads((tmp_path / "known.json").read_text(encoding="utf-8"))
    assert [entry["document"] for entry in content["findings"]] == ["docs/a.tml"]


def test_the_file_is_in_a_fixed_order_and_says_what_it_is(tmp_path: Path) -> None:
    path = str(tmp_path / "known.json")
    one, other = Baseline.of([TWO, ONE], path), Baseline.of([ONE, TWO], path)
    assert one.to_json() == other.to_json()
    assert one.to_json()["schema"] == 1
    assert one.to_json()["kind"] == "timegraph check baseline"


def test_a_document_that_cannot_be_read_is_never_known() -> None:
    broken = finding("unreadable", "a.tml")
    assert Baseline.of([broken], "known.json").new([broken]) == (broken,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("not JSON", "is not a baseline: "),
        ("[]", "is not a baseline of timegraph check; write it with --format baseline"),
        ('{"schema": 1}', "is not a baseline of timegraph check"),
        (
            '{"kind": "timegraph check baseline", "schema": 2, "findings": []}',
            "is a baseline of layout 2, and this timegraph",
        ),
        (
            '{"kind": "timegraph check baseline", "schema": 1}',
            "a finding of the baseline is damaged",
        ),
        (
            '{"kind": "timegraph check baseline", "schema": 1, "findings": [{"code": "x"}]}',
            "a finding of the baseline is damaged (KeyError('ids'))",
        ),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BaselineError) as raised:
        read_baseline(str(path))
    assert str(raised.value).startswith(f"{path}: ")
    assert message in str(raised.value)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_baseline(str(tmp_path / "none.json"))


def test_odd_file_names_survive(tmp_path: Path) -> None:
    odd = finding("no-dct", "docs/\udcff é.tml")
    path = tmp_path / "known.json"
    assert saved(Baseline.of([odd], str(path)), path).new([odd]) == ()


def test_documents_keep_the_findings_that_are_new(tmp_path: Path) -> None:
    baseline = Baseline.of([ONE], str(tmp_path / "known.json"))
    documents = [
        CheckedDocument("docs/a.tml", "docs", findings=(ONE, TWO)),
        CheckedDocument("docs/b.tml", "docs"),
    ]
    assert [one.findings for one in only_new(documents, baseline)] == [(TWO,), ()]
