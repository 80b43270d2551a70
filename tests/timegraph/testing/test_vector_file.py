"""The published vectors: what they hold, and that the library and the runner agree with them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from timegraph import Allen
from timegraph.service import Dispatcher, ServiceError
from timegraph.testing import vectors
from timegraph.testing.pytest_plugin import __file__ as home

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(home).with_name("vectors.jsonl")
RUNNER = ROOT / "examples" / "vectors" / "run.py"


def test_all_kinds_relations_and_policies_are_there() -> None:
    every = vectors()
    assert Counter(vector["kind"] for vector in every) == {
        **{"sets": 82, "composition": 169, "policies": 75},
        **{"links": 107, "links-relations": 13, "points": 61, "points-relations": 19},
        **{"calendar": 47, "calendar-relations": 11, "calendar-when": 22},
        **{"metric": 11, "metric-relations": 7, "metric-how_long": 62},
        **{"facts": 40, "facts-relations": 20, "choices": 73, "choices-relations": 27},
    }
    methods = {(vector["kind"], vector["question"]["method"]) for vector in every}
    assert len(methods) == len({kind for kind, _ in methods})
    assert {v["policy"] for v in vectors("policies")} == {"drop-link", "drop-constraint", "error"}
    said = {v["statements"][0]["relation"] for v in vectors("composition")}
    assert said == {relation.value for relation in Allen}
    assert len({vector["id"] for vector in every}) == len(every)
    assert max(len(vector["statements"]) for vector in every) <= 7
    assert FILE.stat().st_size < 250_000


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="kind 'metrics', only sets, composition"):
        vectors("metrics")


def test_the_library_answers_every_vector() -> None:
    call = Dispatcher().call
    for vector in vectors():
        policy = vector.get("policy", "error")
        call("create", graph="g", on_conflict=policy, conventions=False)
        question = dict(vector["question"])
        try:
            added = call("add", graph="g", statements=vector["statements"])
            result = call(question.pop("method"), graph="g", **question)
            answer = result.get("answer", result.get("relations", result))
            places = {added["ids"].index(one["id"]) for one in added["kept_out"]}
            assert sorted(places) == vector.get("kept_out", [])
        except ServiceError as error:
            answer = error.kind
        call("drop", graph="g")
        assert answer == vector["answer"], vector


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUNNER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_runner_is_green_and_short() -> None:
    done = run(str(FILE), sys.executable, "-m", "timegraph", "serve")
    assert (done.returncode, done.stdout) == (0, "846 vectors, 0 wrong\n")
    assert len(RUNNER.read_text(encoding="utf-8").splitlines()) <= 30


def test_the_runner_shows_what_is_wrong(tmp_path: Path) -> None:
    right = vectors("composition")[:3]
    wrong = {**right[1], "answer": ["after"]}
    lines = [json.dumps(vector) + "\n" for vector in (*right, wrong)]
    (tmp_path / "v.jsonl").write_text("".join(lines), encoding="utf-8")
    done = run(str(tmp_path / "v.jsonl"), sys.executable, "-m", "timegraph", "serve")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "4 vectors, 1 wrong"
    assert wrong["id"] in done.stdout


@pytest.mark.parametrize("arguments", [[], ["nowhere"], ["{v}", "nowhere"], ["{v}", "cat"]])
def test_the_runner_says_what_is_wrong(arguments: list[str], tmp_path: Path) -> None:
    vector = tmp_path / "v.jsonl"
    vector.write_text('{"statements": []}')
    command = [argument.format(v=vector) for argument in arguments]
    done = subprocess.run([sys.executable, RUNNER, *command], capture_output=True, text=True)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
