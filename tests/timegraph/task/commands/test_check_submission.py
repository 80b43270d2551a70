"""``timegraph task check-submission``: folders, archives, and what is wrong with them."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["task", "check-submission", *map(str, args)])


@pytest.fixture
def key(kit: Path) -> Path:
    return kit / "eval-questions" / "question-events"


@pytest.fixture
def submission(kit: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kit / "systems" / "careful", tmp_path / "careful"))


def codes(done: Result) -> list[str]:
    return [finding["code"] for finding in json.loads(done.stdout)["findings"]]


def test_the_systems_of_the_kit_are_accepted(kit: Path, key: Path) -> None:
    done = run(kit / "systems" / "careful", kit / "systems" / "hasty", "--texts", key)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "Submission careful: accepted. 8 of 8 input documents are there.\n"
    )
    assert "\nSubmission hasty: accepted. 8 of 8 input documents are there.\n" in done.stdout


def test_archives(submission: Path, key: Path, tmp_path: Path) -> None:
    for name, kind in (("run.zip", "zip"), ("run.tar.gz", "gztar")):
        shutil.make_archive(str(tmp_path / "run"), kind, submission.parent, "careful")
        done = run(tmp_path / name, "--texts", key, "--format", "json")
        assert done.exit_code == 0, done.stdout
        assert json.loads(done.stdout)["submissions"][0]["submission"] == "run"
    with tarfile.open(tmp_path / "part.tar.gz", "w:gz") as tar:
        for path in sorted(submission.iterdir())[:6]:
            tar.add(path, path.name)
    done = run(tmp_path / "part.tar.gz", "--texts", key, "--format", "json")
    assert codes(done) == ["missing-document"] * 2


def test_a_verdict_for_the_participants(submission: Path, key: Path, tmp_path: Path) -> None:
    file = submission / "news-bridge-reopens.tml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(" the ", " that "), encoding="utf-8")
    (submission / "blog-canal-ride.tml").write_text("<TimeML>", encoding="utf-8")
    (submission / "blog-first-marathon.tml").rename(submission / "other.tml")
    verdict = tmp_path / "verdict.txt"
    done = run(submission, "--texts", key, "--output", verdict)
    assert (done.exit_code, done.stdout) == (1, "")
    sent = verdict.read_text(encoding="utf-8")
    assert sent.startswith("Submission careful: not accepted: 3 errors and 1 warning; fix")
    assert "7 of 8 input documents are there." in sent
    assert "careful/blog-canal-ride.tml:1: not well-formed XML" in sent
    assert "the submission has no document blog-first-marathon.tml" in sent
    assert "careful/other.tml: no input document has this name" in sent
    assert "careful/news-bridge-reopens.tml: first difference: the input has" in sent
    # It is sent to others, so it has nothing of our folders.
    assert str(tmp_path) not in sent


def test_bad_usage(submission: Path, key: Path, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"x")
    for arguments, message in (
        ([tmp_path / "none", "--texts", key], "none: No such file"),
        ([tmp_path / "x.zip", "--texts", key], "is not a folder, .zip or .tar.gz"),
        ([submission, submission, "--texts", key], "is given twice"),
        ([submission, "--texts", tmp_path / "none"], "--texts"),
        ([submission, "--texts", key, "--output", tmp_path], "is a folder"),
        ([submission], "Missing option '--texts'"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2, done.output
        assert message in done.stderr


def test_submissions_of_one_name_are_told_apart(kit: Path, key: Path, tmp_path: Path) -> None:
    for team in ("a", "b"):
        shutil.copytree(kit / "systems" / "hasty", tmp_path / team / "run1")
    done = run(tmp_path / "a" / "run1", tmp_path / "b" / "run1", "--texts", key, "--format", "json")
    names = [one["submission"] for one in json.loads(done.stdout)["submissions"]]
    assert names == ["a/run1", "b/run1"]


def test_an_empty_submission(key: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty", "--texts", key, "--format", "json")
    assert (done.exit_code, codes(done)) == (1, ["missing-document"] * 8)


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "github"])
def test_every_format(submission: Path, key: Path, format: str) -> None:
    (submission / "other.tml").write_text("<TimeML/>")
    done = run(submission, "--texts", key, "--format", format)
    assert done.exit_code == 1
    assert done.stdout.endswith("\n")


def test_text_shows_the_first_findings_of_each_rule(submission: Path, key: Path) -> None:
    for path in sorted(submission.iterdir())[:5]:
        path.unlink()
    for options, shown in (((), 5), (("--max", 2), 2)):
        done = run(submission, "--texts", key, *options)
        assert done.stdout.count("the submission has no document") == shown
        assert "not accepted: 5 errors; fix the errors" in done.stdout


def test_submissions_of_the_published_task(data: Path) -> None:
    train = data / "qa-tempeval" / "train"
    done = run(*sorted((train / "systems").iterdir()), "--texts", train / "data" / "input")
    assert done.exit_code == 0
    assert done.stdout.count("25 of 25 input documents are there.") == 4
    news = data / "qa-tempeval" / "test-news"
    done = run(news / "systems" / "TIPSem", "--texts", news / "sources", "--format", "json")
    # Four of the published inputs have day and month of the creation time in the wrong order.
    assert codes(done) == ["creation-time-changed"] * 4
    key = news / "eval-questions" / "question-events"
    done = run(news / "systems" / "TIPSem", "--texts", key, "--format", "json")
    assert (done.exit_code, codes(done)) == (0, [])
