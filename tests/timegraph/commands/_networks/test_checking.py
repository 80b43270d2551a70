"""``timegraph check`` of networks: consistent, or a conflict."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph
from timegraph.testing.vector_file import random_network


def check(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["check", *map(str, args)])


def test_verdicts_and_conflict(root):
    done = check(root / "examples/networks/story.csp", "--format", "json")
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert [row["consistent"] for row in data["networks"]] == ["yes", "no"]
    (finding,) = data["findings"]
    assert finding["code"] == "inconsistent-network"
    lines = [part.rpartition(":")[2] for part in finding["ids"]]
    assert lines == ["8)", "9)", "11)"]
    assert check(root / "examples/networks/visits.json").exit_code == 0


def test_an_empty_set_and_a_self_link_are_named(tmp_path):
    path = tmp_path / "w.csp"
    path.write_text("1 # empty\n0 1 ( )\n.\n1 # itself\n0 0 ( < )\n.\n", encoding="utf-8")
    done = check(path)
    assert done.exit_code == 1
    assert f"this contradicts itself: 0 has no relation to 1 ({path}:2)" in done.stdout
    assert f"this contradicts itself: 0 before 0 ({path}:5)" in done.stdout


def test_out_of_time_is_undecided(tmp_path):
    hard: IntervalNetwork[str] = IntervalNetwork()
    hard.extend(random_network(80, 9.5, 6.5, seed=3))
    hard.save(tmp_path / "hard.json")
    done = check(tmp_path / "hard.json", "--time-limit", "0.000001")
    assert done.exit_code == 1
    assert "undecided" in done.stdout


@pytest.mark.parametrize("option", [["--html", "x"], ["--repair"], ["--format", "baseline"]])
def test_what_is_for_documents_is_refused(root, option):
    done = check(*option, root / "examples/networks/story.csp")
    assert done.exit_code == 2
    assert "for documents, not for networks or tables" in done.stderr
