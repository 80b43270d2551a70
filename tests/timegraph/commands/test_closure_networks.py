"""``timegraph closure`` of a network: possible relations, or one world."""

from __future__ import annotations

import csv
import io
import json

from click.testing import CliRunner, Result

from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph


def closure(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["closure", *map(str, args)])


def test_possible_relations_are_the_library_s(root):
    path = root / "examples/networks/visits.json"
    done = closure(path, "--format", "json")
    found = {(row["a"], row["b"]): row["relation"] for row in json.loads(done.stdout)["relations"]}
    minimal = IntervalNetwork.load(path).minimal_network()
    assert found == {pair: [*map(str, r)] for pair, r in minimal.items() if len(r) < 13}


def test_a_schedule_in_a_file(root, tmp_path):
    path = root / "examples/networks/visits.json"
    out = tmp_path / "schedule.csv"
    closed = closure(path, "--to", "schedule", "--format", "csv", "--output", out)
    assert closed.exit_code == 0
    rows = {row["interval"]: row for row in csv.DictReader(io.StringIO(out.read_text("utf-8")))}
    assert rows["second"]["start"] > rows["third"]["end"]
    assert all(row["start"].startswith("2026-05-03T") for row in rows.values())


def test_a_scenario_satisfies_the_network(root):
    path = root / "examples/networks/story.csp"
    done = closure(path, "--document", "story", "--to", "scenario", "--format", "csv")
    network: IntervalNetwork[str] = IntervalNetwork()
    for row in csv.DictReader(io.StringIO(done.stdout)):
        network.add(row["a"], row["relation"], row["b"])
    assert network.consistent()
    assert str(network.ask("0", ["before", "meets"], "1")) == "yes"
    assert str(network.ask("1", ["before", "after"], "2")) == "yes"


def test_what_cannot_be_written(root):
    story = root / "examples/networks/story.csp"
    circle = closure(story, "--document", "circle")
    assert circle.exit_code == 1
    assert "left out as contradictory" in circle.stderr
    assert closure(story, "--document", "story", "--reduce").exit_code == 2
    document = root / "examples/kit/gold/news-festival-storm.tml"
    assert "for statements and networks" in closure(document, "--to", "scenario").stderr
