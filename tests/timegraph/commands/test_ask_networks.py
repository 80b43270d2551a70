"""``timegraph ask`` of a network."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from tests.random_networks import random_network
from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph


def ask(*args: object, stdin: str = "") -> Result:
    return CliRunner().invoke(timegraph, ["ask", *map(str, args)], input=stdin)


@pytest.fixture
def visits(root):
    return root / "examples/networks/visits.json"


def test_questions_and_reasons(visits):
    done = ask("--why", visits, "IS second after third", "IS second before|meets third")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "yes: second AFTER third, since visits.json#8 (the second follows the third): "
        "second after third",
        "no: not second before|meets third, since visits.json#8 (the second follows the third): "
        "second after third",
    ]
    possible = ask("--why", visits, "IS first before third")
    assert "still possible: BEFORE, IBEFORE, IAFTER, AFTER" in possible.stdout


def test_times_and_lengths_are_those_of_every_branch(visits):
    done = ask(visits, "WHEN first", "HOW LONG first", "LIST AFTER third")
    assert done.stdout == "2026-05-03\nexactly 1 hour\nsecond\n"


def test_lines_of_stdin_as_json(visits):
    done = ask("--format", "json", visits, stdin="\nIS first equals third\n")
    (equal,) = json.loads(done.stdout)["answers"]
    assert equal["answer"] == "no"


def test_names_that_are_not_there_are_unknown(visits):
    done = ask(visits, "IS first before fourth")
    assert (done.exit_code, done.stdout) == (1, "unknown\n")
    assert "the document has no fourth" in done.stderr


def test_what_contradicts_is_left_out_and_named(root):
    done = ask("--document", "circle", root / "examples/networks/story.csp", "IS 0 BEFORE 2")
    assert (done.exit_code, done.stdout) == (0, "yes\n")
    assert "left out as contradictory" in done.stderr


def test_bad_questions(visits):
    for question in ("WHERE first", "IS first near second"):
        assert ask(visits, question).exit_code == 2


def test_out_of_time_is_undecided(tmp_path):
    hard: IntervalNetwork[str] = IntervalNetwork()
    hard.extend(random_network(80, 9.5, 6.5, seed=3))
    hard.save(tmp_path / "hard.json")
    done = ask("--time-limit", "0.000001", tmp_path / "hard.json", "IS i0 before i1")
    assert done.exit_code == 2
    assert "hard.json" in done.stderr


def test_a_saved_network_is_written_as_statements_with_its_sources(visits):
    done = CliRunner().invoke(timegraph, ["convert", "--to", "statements", str(visits)])
    assert done.stdout.splitlines()[0] == "second AFTER third   # the second follows the third"
    assert "NO OVERLAP first second third   # no two visits overlap" in done.stdout


@pytest.mark.parametrize("source", [None, "Ann"])
def test_links_of_a_saved_network_with_one_source_or_none_are_all_read(tmp_path, source):
    network: IntervalNetwork[str] = IntervalNetwork()
    network.add("a", "before", "b", source=source)
    network.add("b", "before", "c", source=source)
    network.save(tmp_path / "row.json")
    done = ask(tmp_path / "row.json", "IS a BEFORE c")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "yes\n", "")
    (tmp_path / "claims.txt").write_text("b BEFORE c\n", encoding="utf-8")
    against = ["--against", str(tmp_path / "row.json")]
    done = CliRunner().invoke(timegraph, ["verify", str(tmp_path / "claims.txt"), *against])
    assert "1: supported: b before c" in done.stdout
