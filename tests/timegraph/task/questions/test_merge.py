"""``timegraph questions merge``: the shipped sets, and bad input."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph
from timegraph.qa import read_questions
from timegraph.qa.question_sets import sources_of


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, [*map(str, args)])


@pytest.fixture
def contributed(root: Path) -> Path:
    return root / "examples" / "question-sets" / "contributed"


def test_a_contributed_set(kit: Path, contributed: Path, tmp_path: Path) -> None:
    out = tmp_path / "merged"
    done = run("questions", "merge", kit, contributed, "--output", out, "--format", "json")
    assert done.exit_code == 1
    assert done.stderr == (
        "news-kelp-takeover.tml: IS e7 IS_INCLUDED e4: kit: yes; contributed: no; none is kept\n"
    )
    content = json.loads(done.stdout)
    assert [row["in_merged"] for row in content["sources"]] == [92, 4, 95]
    assert content["conflicts"][0]["answers"] == {"kit": "yes", "contributed": "no"}
    assert content["signature"].startswith("measure:merged-questions|sources:kit,contributed|")
    questions = read_questions(out / "eval-questions" / "question-set.txt").questions
    assert [question.number for question in questions[-3:]] == ["94", "95", "96"]
    assert sources_of(questions[0]) == ("kit", "contributed")
    scored = run("score", "--kit", out, kit / "gold")
    assert scored.exit_code == 0, scored.stderr


def test_sources_have_names(kit: Path, contributed: Path, tmp_path: Path) -> None:
    question_file = contributed / "eval-questions" / "question-set.txt"
    done = run(
        *("questions", "merge", f"official={kit}"),
        *(f"guests={question_file}", "--output", tmp_path / "merged"),
    )
    assert done.exit_code == 1
    assert "official: yes; guests: no; none is kept" in done.stderr
    assert "official         93         92" in done.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "no set: name the kits"),
        (("{kit}", "{copy}"), "are both called kit; name one of them: NAME="),
        (("{kit}", "guests="), "write NAME=SET"),
        (("a,b={kit}",), "neither a comma nor a bar"),
        (("a={kit}", "b={kit}"), "is given twice"),
        (("{list}",), "has no key documents next to it"),
        (("nowhere",), "nowhere"),
        (("{kit}", "{other}"), "two different texts have this name"),
    ],
)
def test_bad_usage(kit: Path, tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    copy, other = tmp_path / "copy" / "kit", tmp_path / "other"
    for place in (copy, other):
        shutil.copytree(kit / "eval-questions", place / "eval-questions")
    document = other / "eval-questions" / "question-events" / "news-bridge-reopens.tml"
    document.write_text(document.read_text().replace("grain barge", "coal barge"))
    place = {"kit": kit, "copy": copy, "other": other, "list": kit / "list-questions.txt"}
    done = run(
        "questions", "merge", *(arg.format(**place) for arg in args), "--output", tmp_path / "out"
    )
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "out").exists()
