"""``timegraph torque``: each command on the shipped example, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import groups_of, score_of
from timegraph.commands.main import timegraph
from timegraph.torque import align_passages, read_passages
from timeml import open_collection

BEFORE = "What happened before the ferry sailed?"


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["torque", *map(str, args)])


@pytest.fixture(scope="module")
def example(root: Path) -> Path:
    return root / "examples" / "torque"


def test_score_beside_the_baselines(example: Path) -> None:
    done = run(
        *("score", example / "passages.json", example / "predictions.jsonl", "--baselines"),
        *("--groups", example / "groups.json", "--by", "kind", "--format", "json", "--confidence"),
    )
    assert done.exit_code == 0, done.stderr
    content = json.loads(done.stdout)
    assert content["schema"] == 2
    systems = {system["name"]: system for system in content["systems"]}
    scores = {name: score_of(system) for name, system in systems.items()}
    assert scores["majority"]["f1"] == 1.0
    assert scores["predictions"]["questions"] == 6
    for system in systems.values():
        assert {row["kind"] for row in groups_of(system, "kind")} == {"warm-up", "user"}
        assert "|level:span|" in system["signature"]
        assert "|intervals:jackknife-t-arcsine|" in system["signature"]
    against = {name: score["against"] for name, score in scores.items()}
    assert against.pop("majority") is None
    assert {test["system"] for test in against.values()} == {"majority"}  # it is the best
    assert len(against) == 5
    assert "3 of 6 questions not answered" in done.stderr


def test_baselines_are_scored(example: Path) -> None:
    groups = ("--groups", example / "groups.json")
    done = run("score", example / "passages.json", "--baselines", *groups, "--format", "json")
    assert done.exit_code == 0
    f1 = {system["name"]: score_of(system)["f1"] for system in json.loads(done.stdout)["systems"]}
    assert f1["majority"] == 1.0


def test_agreement(example: Path) -> None:
    done = run("score", "--agreement", example / "passages.json")
    assert done.exit_code == 0
    assert "each annotator with the majority" in done.stdout


def test_answers_are_a_prediction_file(example: Path, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    arguments = example / "passages.json", example / "timeml"
    assert run("answer", *arguments, "--output", output).exit_code == 0
    done = run("score", example / "passages.json", output)
    assert done.exit_code == 0
    why = run("answer", *arguments, "--why", "--document", "docid_ferry_sentid_0").stdout
    assert '"warned" (ei1): in gold, answered: yes, since l1: ei1 BEFORE ei2' in why
    assert '"inspection" (e6): not in gold, not answered: the links leave the order open' in why


def test_problems_are_named_and_end_with_1(example: Path, tmp_path: Path) -> None:
    predictions = tmp_path / "p.jsonl"
    predictions.write_text(json.dumps({"passage": "x", "question": "y", "events": []}))
    done = run("score", example / "passages.json", predictions)
    assert done.exit_code == 1
    assert "1 answer for an unknown passage [unknown-passage]:\n  x: " in done.stderr
    empty = tmp_path / "other"
    empty.mkdir()
    (empty / "b.tml").write_text((example / "timeml" / "ferry.tml").read_text())
    done = run("answer", example / "passages.json", empty)
    assert done.exit_code == 1
    assert "without a usable document [no-document]:\n" in done.stderr
    both = run("answer", example / "passages.json", empty, example / "timeml")
    assert (both.exit_code, both.stderr) == (0, "")
    (empty / "none.txt").write_text("")
    assert run("score", example / "passages.json", empty / "none.txt").exit_code == 1
    assert "no document ferry" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "{passages}"], "nothing to score"),
        (["score", "{passages}", "--agreement", "--baselines"], "--agreement compares annotators"),
        (["score", "{tmp}/none.json", "--baselines"], "No such file"),
        (["score", "{broken}", "--baselines"], r"broken.json:1:2: is not JSON"),
        (["score", "{passages}", "{broken}"], "is not JSON"),
        (["score", "{passages}", "{tmp}/none.jsonl"], "No such file"),
        (["score", "{passages}", "--baselines", "--groups", "{broken}"], "is not JSON"),
        (["score", "{passages}", "--baselines", "--by", "corpus"], "'kind', 'document'"),
        (["answer", "{passages}", "{tmp}"], "holds no TimeML documents"),
        (["answer", "{passages}", "{timeml}", "--document", "x"], "has no passage x"),
    ],
)
def test_bad_usage_ends_with_2(
    arguments: list[str], message: str, example: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    names = {
        "passages": example / "passages.json",
        "timeml": example / "timeml",
        "tmp": tmp_path,
        "broken": broken,
    }
    done = run(*(argument.format(**names) for argument in arguments))
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.data
def test_the_development_set_is_aligned_and_answered(data: Path, tmp_path: Path) -> None:
    folder = data / "qa" / "torque"
    arguments = folder / "dev.json", folder / "timeml"
    passages = read_passages(arguments[0])
    aligned, problems = align_passages(passages, open_collection(arguments[1]))
    assert (len(aligned), problems) == (145, [])
    assert sum(len(each.passage.events) for each in aligned.values()) == 1293
    instances = [
        entity in {instance.eiid for instance in each.document.instances}
        for each in aligned.values()
        for entity in each.entities.values()
    ]
    assert sum(instances) == 888
    output = tmp_path / "answers.jsonl"
    done = run("answer", *arguments, "--output", output)
    assert done.exit_code == 0, done.stderr
    done = run(
        *("score", folder / "dev.json", output, "--format", "json"),
        *("--groups", folder / "question_clustering.json"),
    )
    (system,) = json.loads(done.stdout)["systems"]
    figures = [100 * score_of(system)[name] for name in ("f1", "exact_match", "consistency")]
    assert figures == pytest.approx((42.2, 29.4, 11.3), abs=1.5)
