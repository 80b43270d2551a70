"""Which paths are networks, and what is wrong with those that are not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph


def run(*args: object, stdin: str = "") -> Result:
    return CliRunner().invoke(timegraph, [*map(str, args)], input=stdin)


def test_folders_endings_and_stdin(root, tmp_path):
    folder = root / "examples/networks"
    checked = run("check", "--from", "csp", folder)
    assert "story.csp#circle" in checked.stdout
    both = run("check", folder / "visits.json", folder / "story.csp")
    assert "#circle" in both.stdout
    assert run("check", folder).stdout.count("#circle:11") == 1
    text = (folder / "story.csp").read_text(encoding="utf-8")
    asked = run("ask", "--from", "csp", "--document", "story", "-", "IS 0 DURING 2", stdin=text)
    assert asked.stdout == "yes\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "w.csp: holds no network"),
        ("1 # a\n0 2 (<)\n.\n", "w.csp:2: node 2, but line 1 says"),
        ("1 # a\n2 # b\n.\n", "w.csp:2: a second header"),
        ("1 # a\n0 1 (near)\n.\n", "w.csp:2: unknown label 'near'"),
        ("999999999 # a\n.\n", "w.csp:1: 999999999 nodes"),
    ],
)
@pytest.mark.parametrize("command", ["check", "ask", "closure"])
def test_bad_files(tmp_path, text, words, command):
    path = tmp_path / "w.csp"
    path.write_text(text, encoding="utf-8")
    done = run(command, path, *(["IS 0 before 1"] if command == "ask" else []))
    assert done.exit_code == (1 if command == "check" else 2)
    assert words in done.stderr


def test_a_bad_file_beside_a_good_one(root, tmp_path):
    done = run("check", root / "examples/networks/story.csp", tmp_path / "no.csp")
    assert done.exit_code == 1
    assert "no.csp" in done.stderr
    assert "#circle" in done.stdout


def test_which_of_several(root):
    path = root / "examples/networks/story.csp"
    assert "--document NAME takes one: story, circle" in run("closure", path).stderr
    assert "no document none" in run("check", "--document", "none", path).stderr
