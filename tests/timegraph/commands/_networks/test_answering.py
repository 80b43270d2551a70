"""``timegraph ask`` of a network."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph
from timegraph.testing.vector_file import random_network


def ask(*args: object, stdin: str = "") -> Result:
    return CliRunner().invoke(timegraph, ["ask", *map(str, args)], input=stdin)


@pytest.fixture
def visits(root):
    return root / "examples/networks/visits.json"


def test_questions_and_reasons(visits):
    done = ask("--why", visits, "IS second after third", "RELATIONS second third")
    assert done.exit_code == 0
    assert done.stdout == "yes: second after third (the second follows the third)\nafter\n"
    either = ask(visits, "IS first before second OR first met_by|meets|after second")
    assert either.stdout == "yes\n"


def test_lines_of_stdin_as_json(visits):
    done = ask("--format", "json", visits, stdin="RELATIONS first third\n\nIS first equal third\n")
    relations, equal = json.loads(done.stdout)["answers"]
    assert relations["answer"] == ["before", "meets", "met_by", "after"]
    assert equal == {"question": "IS first equal third", "answer": "no"}


def test_names_that_are_not_there_are_unknown(visits):
    done = ask(visits, "IS first before fourth")
    assert (done.exit_code, done.stdout) == (1, "unknown\n")
    assert "the network has no interval fourth" in done.stderr


def test_an_inconsistent_network_has_no_answers(root):
    done = ask("--document", "circle", root / "examples/networks/story.csp", "IS 0 before 1")
    assert done.exit_code == 2
    assert "these contradict each other" in done.stderr


def test_bad_questions(visits):
    for question in ("WHEN first", "IS first near second"):
        assert ask(visits, question).exit_code == 2


def test_out_of_time_is_undecided(tmp_path):
    hard: IntervalNetwork[str] = IntervalNetwork()
    hard.extend(random_network(80, 9.5, 6.5, seed=3))
    hard.save(tmp_path / "hard.json")
    done = ask("--time-limit", "0.000001", tmp_path / "hard.json", "IS i0 before i1")
    assert (done.exit_code, done.stdout) == (1, "undecided\n")
