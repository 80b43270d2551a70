"""``timegraph decode``: labels, what was given up, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import timeml
from timegraph import build
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
    shown = {document["document"]: document for document in json.loads(done.stdout)["documents"]}
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
        ("plain words", ":1: the first line names columns, and no row follows"),
        ("[[]]", ":1: is not an object with a, b and weights"),
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


@pytest.mark.parametrize("document", ["", "document,"])
def test_a_table_whose_labels_are_called_relations_is_one_of_votes(
    tmp_path: Path, document: str
) -> None:
    cell = document and "d,"
    lines = [f"{document}a,relation,b,weight", f"{cell}x,BEFORE,y,3", f"{cell}y,BEFORE,z,2"]
    path = tmp_path / "votes.csv"
    path.write_text("\n".join([*lines, f"{cell}x,AFTER,z,3"]), encoding="utf-8")
    done = decode(path, "--labels", "matres")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].split()[-6:] == ["3", "6", "6", "2", "1", "none"]


def test_huge_weights_have_a_gap(tmp_path: Path) -> None:
    vote = '{"a": "x", "b": "y", "label": "BEFORE", "weight": 1e308}\n'
    path = tmp_path / "votes.jsonl"
    path.write_text(vote + vote, encoding="utf-8")
    assert decode(path, "--labels", "matres").exit_code == 0


def test_votes_need_a_scheme(votes: Path) -> None:
    done = decode(votes)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "say what the labels of the votes mean: --labels SCHEME" in done.stderr


def test_annotators_vote(root: Path, tmp_path: Path) -> None:
    folders = [root / "examples/agreement" / who for who in ("ada", "ben")]
    done = decode(*folders, "--merged", tmp_path / "best", "--format", "json")
    assert done.exit_code == 0, done.stderr
    assert "2 voters (ada, ben): each link is a vote" in done.stderr
    shown = {record["document"]: record for record in json.loads(done.stdout)["documents"]}
    for path in (tmp_path / "best").iterdir():
        document = timeml.read(path.read_bytes())
        assert not build(document).conflicts
        links = {(link.source, link.rel_type, link.target) for link in document.tlinks}
        labels = shown[path.name]["labels"]
        assert links == {(x["a"], x["label"], x["b"]) for x in labels if x["label"] != "VAGUE"}
    assert len(shown) == len(list((tmp_path / "best").iterdir())) == 3


@pytest.mark.slow
def test_processes_give_the_same(root: Path) -> None:
    folders = [root / "examples/agreement" / who for who in ("ada", "ben")]
    votes = root / "examples/decoding/votes.jsonl"
    for inputs in (folders, [votes, "--labels", "matres"]):
        alone = decode(*inputs, "--format", "json")
        at_once = decode(*inputs, "--format", "json", "--jobs", "2")
        assert at_once.stdout == alone.stdout
        assert alone.exit_code == at_once.exit_code == 0


def test_what_was_given_up_is_printed(votes: Path) -> None:
    done = decode(votes, "--labels", "matres")
    assert done.stdout.startswith("talks: signed BEFORE announced (3) became AFTER\n\n")


def test_weights_of_attributes(tmp_path: Path) -> None:
    text = """<TimeML><TEXT>She <EVENT eid="e1" class="OCCURRENCE">ate</EVENT> and
<EVENT eid="e2" class="OCCURRENCE">slept</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2" weight="%s"/>
<TLINK lid="l2" relType="AFTER" eventInstanceID="ei1" relatedToEventInstance="ei2" weight="0.3"/>
</TimeML>"""
    path = tmp_path / "day.tml"
    path.write_text(text % "0.7", encoding="utf-8")
    done = decode(path, "--format", "csv")
    assert done.stdout.splitlines() == ["document,a,label,b", "day.tml,ei1,BEFORE,ei2"]
    assert "links weigh what their attribute weight says" in done.stderr
    path.write_text(text % "much", encoding="utf-8")
    done = decode(path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no document can be decoded; the first: day.tml: " in done.stderr
    assert "is 'much', not a number" in done.stderr


def test_documents_and_votes_are_not_mixed(votes: Path, root: Path) -> None:
    done = decode(votes, root / "examples/agreement/ada")
    assert done.exit_code == 2
    assert "votes.jsonl is a file of votes" in done.stderr


def test_a_missing_file(tmp_path: Path) -> None:
    done = decode(tmp_path / "votes.jsonl", "--labels", "matres")
    assert done.exit_code == 2
    assert "No such file" in done.stderr


def test_inputs_are_safe(root: Path, tmp_path: Path) -> None:
    for who in ("ada", "ben"):
        (tmp_path / who).mkdir()
        annotated = (root / "examples/agreement" / who / "mill-fire.tml").read_bytes()
        (tmp_path / who / "mill-fire.tml").write_bytes(annotated)
    folders = [tmp_path / "ada", tmp_path / "ben"]
    files = [folder / "mill-fire.tml" for folder in folders]
    votes = tmp_path / "votes.jsonl"
    line = {"document": "mill-fire", "a": "ei1", "b": "ei2", "weights": {"BEFORE": 1}}
    votes.write_text(json.dumps(line), encoding="utf-8")
    before = [path.read_bytes() for path in files]
    for inputs in (
        folders,
        files,
        [tmp_path],
        [votes, "--labels", "matres", "--texts", folders[0]],
    ):
        done = decode(*inputs, "--merged", folders[0])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "its files would be lost" in done.stderr
    assert [path.read_bytes() for path in files] == before


def test_names_of_documents_do_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    votes = tmp_path / "votes.jsonl"
    for name in ("../evil", str(tmp_path / "evil")):
        line = {"document": name, "a": "x", "b": "y", "weights": {"BEFORE": 1}}
        votes.write_text(json.dumps(line), encoding="utf-8")
        done = decode(votes, "--labels", "matres", "--merged", tmp_path / "best")
        assert (done.exit_code, done.stdout) == (2, "")
        assert repr(name) in done.stderr
        assert list(tmp_path.iterdir()) == [votes]


def test_files_of_one_name_are_several_voters(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "votes.jsonl" for folder in "ab"]
    for path, weights in zip(paths, ({"BEFORE": 9, "AFTER": 1}, {"AFTER": 90}), strict=True):
        path.parent.mkdir()
        line = {"a": "x", "b": "y", "weights": weights}
        path.write_text(json.dumps(line), encoding="utf-8-sig")
    done = decode(*paths, "--labels", "matres", "--format", "json")
    (document,) = json.loads(done.stdout)["documents"]
    assert document["value"] == 91
    done = decode(paths[0], paths[0], "--labels", "matres")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is given twice" in done.stderr
