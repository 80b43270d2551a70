"""``timegraph check`` of networks: consistent, or a conflict."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from tests.random_networks import random_network
from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph


def check(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["check", *map(str, args)])


def test_verdicts_and_conflict(root):
    done = check(root / "examples/networks/story.csp", "--format", "json")
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    (finding,) = [found for found in data["findings"] if found["severity"] == "error"]
    assert finding["code"] == "contradiction"
    assert "story.csp:11: 0 after | equal 2 contradicts story.csp:8" in finding["message"]
    assert check(root / "examples/networks/visits.json").exit_code == 0


def test_an_empty_set_and_a_self_link_are_named(tmp_path):
    path = tmp_path / "w.csp"
    path.write_text("1 # empty\n0 1 ( )\n.\n1 # itself\n0 0 ( < )\n.\n", encoding="utf-8")
    done = check(path)
    assert done.exit_code == 1
    assert "w.csp:2: 0.start < 0.start cannot hold by itself" in done.stdout
    assert "w.csp:5: 0 before 0" in done.stdout


def test_out_of_time_is_said(tmp_path):
    hard: IntervalNetwork[str] = IntervalNetwork()
    hard.extend(random_network(80, 9.5, 6.5, seed=3))
    hard.save(tmp_path / "hard.json")
    done = check(tmp_path / "hard.json", "--time-limit", "0.000001")
    assert done.exit_code == 1
    assert "hard.json" in done.stdout + done.stderr
