"""What the commands of all measures have in common, and bad usage of each."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli

ROOT = Path(__file__).resolve().parents[4]
EXAMPLES = ROOT / "examples"
KIT = EXAMPLES / "kit"
GOLD = ("--gold", KIT / "gold")
SYSTEMS = (KIT / "systems" / "careful", KIT / "systems" / "hasty")
PARTS = (
    *("--questions", KIT / "eval-questions" / "question-set.txt"),
    *("--key", KIT / "eval-questions" / "question-events"),
)
PASSAGES = EXAMPLES / "torque" / "passages.json"
PREDICTIONS = EXAMPLES / "torque" / "predictions.jsonl"
QUESTIONS = EXAMPLES / "facts" / "questions.jsonl"
READER = EXAMPLES / "facts" / "reader.jsonl"
ANNOTATORS = tuple(EXAMPLES / "agreement" / name for name in ("ada", "ben"))

MEASURES: dict[str, tuple[object, ...]] = {
    "score": ("score", "--kit", KIT),
    "compare": ("compare", "--kit", KIT),
    "awareness": ("awareness", *GOLD, *SYSTEMS),
    "entities": ("entities", *GOLD, *SYSTEMS),
    "relations": ("relations", *GOLD, *SYSTEMS),
    "agreement": ("agreement", *ANNOTATORS),
    "torque score": ("torque", "score", PASSAGES, PREDICTIONS, "--baselines"),
    "facts score": ("facts", "score", QUESTIONS, "--predictions", READER),
}
"""A command line of each measure that scores two systems or more."""

every_measure = pytest.mark.parametrize("name", MEASURES)


def run(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, [*map(str, args)])


@cache
def plain(name: str) -> Result:
    """What a measure prints without options, of one run for all tests."""
    return run(*MEASURES[name])


def refused(*args: object) -> str:
    """The message of a command line that is bad usage: one line."""
    done = run(*args)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    (message,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert done.stderr.endswith(f"{message}\n")
    return message.removeprefix("Error: ")


# What all have in common


@every_measure
def test_pages_are_written_beside_the_result(name: str, tmp_path: Path) -> None:
    without = plain(name)
    done = run(*MEASURES[name], "--html", tmp_path / "pages")
    index = tmp_path / "pages" / "index.html"
    assert (done.exit_code, done.stdout) == (without.exit_code, without.stdout)
    assert done.stderr == f"{without.stderr}open {index}\n"
    html = index.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert "measure:" in html
    quiet = run(*MEASURES[name], "--html", tmp_path / "pages", "--quiet")
    assert (quiet.stdout, quiet.stderr) == (without.stdout, "")


@pytest.mark.parametrize("name", [name for name in MEASURES if name != "agreement"])
def test_the_seed_and_the_system_to_compare_with_are_chosen(name: str) -> None:
    statistics = () if name == "compare" else ("--confidence",)
    first, last = {
        "torque score": ("nothing", "majority"),
        "facts score": ("timegraph", "reader"),
    }.get(name, ("careful", "hasty"))
    outputs = {}
    for against in (first, last):
        done = run(*MEASURES[name], *statistics, "--seed", "3", "--against", against)
        outputs[against] = done.stdout
        assert "seed 3" in done.stdout, done.stderr
        assert f" of {against}," in done.stdout or f" {against} " in done.stdout
        assert "chosen by these scores" not in done.stdout
        assert "that of the best system" not in done.stdout
    again = run(*MEASURES[name], *statistics, "--against", first, "--seed", "3")
    assert again.stdout == outputs[first]
    if statistics:
        assert "that of the best system" in run(*MEASURES[name], *statistics).stdout


@every_measure
def test_figures_have_the_decimals_and_columns_that_are_chosen(name: str) -> None:
    columns = {"compare": "f1_difference", "agreement": "raw", "relations": "micro"}
    columns |= {"facts score": "set_accuracy"}
    column = columns.get(name, "f1")
    done = run(*MEASURES[name], "--columns", column, "--decimals", "2", "--format", "csv")
    tables = [list(csv.DictReader(io.StringIO(table))) for table in done.stdout.split("\n\n")]
    (row, *_) = next(rows for rows in tables if column in rows[0])
    assert list(row)[-2:] == [column, "signature"]
    assert len(row[column].partition(".")[2]) == 2


# Bad usage


@every_measure
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--columns", "presicion"], "--columns: no column is called presicion"),
        (["--columns", "name", "--format", "json"], "--columns has no effect with --format json"),
        (["--decimals", "2", "--format", "json"], "--decimals has no effect with --format json"),
        (["--format", "htm"], "'htm' is not one of 'text', 'json', 'csv', 'markdown', 'latex'."),
        (["--output", "none/x"], "--output none/x: the folder none does not exist; make it first"),
        (["--output", "."], "--output .: is a folder; give the name of a file in it"),
        (["--html", "a file"], "--html a file: is a file; give the name of a folder"),
        (["--html", "a file/pages"], "--html a file/pages: "),
        (["--jobs", "0"], "'--jobs'"),
        (["--quiet", "--verbose"], "--quiet and --verbose exclude each other"),
    ],
)
def test_options_that_cannot_be_are_refused_before_the_work(
    name: str,
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a file").write_text("", encoding="utf-8")
    assert message in refused(*MEASURES[name], *options)
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]


@every_measure
def test_groups_that_there_are_not_are_refused_with_those_that_there_are(name: str) -> None:
    message = refused(*MEASURES[name], "--by", "wing")
    assert "'wing' is not " in message
    assert "'document'" in message or "'kind'" in message


@pytest.mark.parametrize("name", [name for name in MEASURES if name != "agreement"])
def test_a_system_to_compare_with_has_to_be_there(name: str) -> None:
    statistics = () if name == "compare" else ("--confidence",)
    message = refused(*MEASURES[name], *statistics, "--against", "nobody")
    assert message.startswith("--against: no system is called nobody; the systems are ")
    if statistics:
        message = refused(*MEASURES[name], "--against", "nobody")
        assert message.startswith("--against has no effect without --confidence")


NONE: dict[str, tuple[tuple[object, ...], str]] = {
    "score": (("score", *PARTS), "no system: name the folders or archives to score"),
    "score of a kit": (("score",), "no questions: give --questions FILE, or --kit DIR for"),
    "score of annotations": (("score",), "timegraph awareness --gold DIR SYSTEM..."),
    "compare": (("compare", "--kit", KIT, "careful"), "two systems or more; there is only careful"),
    "awareness": (("awareness", *GOLD), "no system: name the folders or archives to score"),
    "entities": (("entities", *GOLD), "no system: name the folders or archives to score"),
    "relations": (("relations", *GOLD), "no system: name the folders or archives to score"),
    "agreement": (("agreement",), "name two annotators or more, each a folder or archive"),
    "agreement of one": (("agreement", ANNOTATORS[0]), "name two annotators or more, each a"),
    "torque": (("torque", "score", PASSAGES), "nothing to score; give files of predictions, or "),
    "facts": (("facts", "score", QUESTIONS, "--no-engine"), "nothing to score: give --predictions"),
}


@pytest.mark.parametrize("case", NONE)
def test_without_a_system_the_way_out_is_named(case: str) -> None:
    arguments, message = NONE[case]
    assert message in refused(*arguments)


FOLDERS: dict[str, Callable[..., tuple[object, ...]]] = {
    "score": lambda *systems: ("score", *PARTS, *systems),
    "compare": lambda *systems: ("compare", *PARTS, SYSTEMS[1], *systems),
    "awareness": lambda *systems: ("awareness", *GOLD, *systems),
    "entities": lambda *systems: ("entities", *GOLD, *systems),
    "relations": lambda *systems: ("relations", *GOLD, *systems),
    "agreement": lambda *systems: ("agreement", ANNOTATORS[1], *systems),
}
"""Those whose systems are folders."""

folders_of_systems = pytest.mark.parametrize("command", FOLDERS.values(), ids=FOLDERS)


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str, Path], Path]:
    """What copies documents, of the kit or of an annotator, into a folder."""

    def copy(name: str, documents: Path) -> Path:
        return Path(shutil.copytree(documents, tmp_path / name))

    return copy


@pytest.mark.parametrize("name", FOLDERS)
def test_two_folders_of_one_name_are_told_apart(
    name: str, copied: Callable[[str, Path], Path]
) -> None:
    documents = ANNOTATORS[0] if name == "agreement" else SYSTEMS[0]
    done = run(*FOLDERS[name](copied("one/run", documents), copied("two/run", documents)))
    assert done.exit_code == 0, done.stderr
    assert "one/run" in done.stdout
    assert "two/run" in done.stdout


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_is_named_twice_counts_once(name: str) -> None:
    documents = ANNOTATORS[0] if name == "agreement" else SYSTEMS[0]
    done = run(*FOLDERS[name](documents, documents))
    assert done.exit_code == 1
    (message,) = [line for line in done.stderr.splitlines() if "given twice" in line]
    assert documents.name in message
    assert documents.name in done.stdout


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_cannot_be_read_does_not_keep_others_from_being_scored(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    documents = ANNOTATORS[0] if name == "agreement" else SYSTEMS[0]
    done = run(*FOLDERS[name](documents, tmp_path / "empty"))
    assert done.exit_code == 1, done.stderr
    assert "empty: not " in done.stderr
    assert "holds no TimeML documents" in done.stderr
    assert documents.name in done.stdout


def test_two_files_of_predictions_of_one_name_are_refused(tmp_path: Path) -> None:
    other = tmp_path / PREDICTIONS.name
    shutil.copy(PREDICTIONS, other)
    message = refused("torque", "score", PASSAGES, PREDICTIONS, other)
    assert message == f"{other}: another file is called predictions; rename one of them"
    named = tmp_path / "majority.jsonl"
    shutil.copy(PREDICTIONS, named)
    message = refused("torque", "score", PASSAGES, named, "--baselines")
    assert message == f"{named}: a baseline is called majority; rename the file"


def test_systems_of_one_name_that_answer_about_facts_are_told_apart(tmp_path: Path) -> None:
    other = tmp_path / READER.name
    shutil.copy(READER, other)
    done = run(*MEASURES["facts score"], "--predictions", other)
    assert done.exit_code == 1  # neither answers all
    assert "reader (2)" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("torque", "score", "nowhere", "--baselines"),
        ("torque", "score", PASSAGES, "nowhere"),
        ("facts", "score", "nowhere"),
        ("facts", "score", QUESTIONS, "--predictions", "nowhere"),
        ("score", "--kit", "nowhere"),
        ("score", *PARTS, "nowhere"),
        ("compare", "--kit", "nowhere"),
        ("awareness", "--gold", "nowhere", SYSTEMS[0]),
        ("awareness", *GOLD, "nowhere"),
        ("entities", *GOLD, "nowhere"),
        ("relations", *GOLD, "nowhere"),
        ("agreement", "nowhere", "nowhere else"),
    ],
)
def test_what_is_not_there_is_named(arguments: tuple[object, ...]) -> None:
    assert "nowhere" in refused(*arguments)
