"""``timegraph awareness`` as its users run it."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import groups_of, score_of
from timegraph.commands import main as cli
from timegraph.scoring.awareness import METHODS


def awareness(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["awareness", *map(str, args)])


@pytest.fixture
def parts(kit: Path) -> list[object]:
    """Gold and systems of the shipped kit."""
    return ["--gold", kit / "gold", kit / "systems" / "careful", kit / "systems" / "hasty"]


@pytest.fixture
def copy(kit: Path, tmp_path: Path) -> Path:
    """The kit's gold and its systems, to be spoilt."""
    for folder in ("gold", "systems"):
        shutil.copytree(kit / folder, tmp_path / folder)
    return tmp_path


def test_systems_stand_in_one_table_with_the_best_marked(parts: list[object]) -> None:
    done = awareness(*parts)
    assert done.exit_code == 0
    head, careful, hasty, legend, signature = done.stdout.splitlines()
    assert head.split()[:4] == ["system", "P", "R", "F1"]
    assert all(figure.endswith("*") for figure in careful.split()[1:4])
    assert "*" not in hasty
    assert legend == "*: best of the systems"
    assert signature.startswith("signature: measure:temporal-awareness|method:default|align:text|")
    assert "hasty: 6 links left out as contradictory" in done.stderr
    assert "*" not in awareness(*parts[:3]).stdout


def test_json_has_the_figures_and_their_counts(parts: list[object]) -> None:
    done = awareness(*parts, "--format", "json", "--by", "document")
    content = json.loads(done.stdout)
    assert content["schema"] == 2
    assert [system["name"] for system in content["systems"]] == ["careful", "hasty"]
    for system in content["systems"]:
        whole = score_of(system)
        assert whole["precision"] == whole["precision_matched"] / whole["system_total"]
        assert whole["recall"] == whole["recall_matched"] / whole["gold_total"]
        assert (
            "|during:simultaneous|calendar:off|coarse:exact|align-by:overlap|version:"
            in system["signature"]
        )
        for count in ("precision_matched", "system_total", "recall_matched", "gold_total"):
            assert whole[count] == sum(row[count] for row in groups_of(system, "document"))
    warnings = content["systems"][1]["warnings"]
    assert sum(" contradicts " in warning for warning in warnings) == 6
    assert sum(" is paired with " in warning for warning in warnings) == len(warnings) - 6


def test_gold_against_itself_is_perfect(kit: Path) -> None:
    for method in METHODS:
        done = awareness("--gold", kit / "gold", kit / "gold", "--method", method, "--format",
                         "json")  # fmt: skip
        (system,) = json.loads(done.stdout)["systems"]
        assert [score_of(system)[name] for name in ("precision", "recall", "f1")] == [1, 1, 1]
        assert f"method:{method}|" in system["signature"]


def test_confidence_adds_intervals_and_p(parts: list[object]) -> None:
    content = json.loads(awareness(*parts, "--confidence", "--format", "json").stdout)
    careful, hasty = map(score_of, content["systems"])
    for whole in (careful, hasty):
        for figure in ("precision", "recall", "f1"):
            low, high = whole["intervals"][figure]
            assert low < whole[figure] < high
    assert careful["against"] is None
    assert hasty["against"]["system"] == "careful"
    assert hasty["against"]["f1_difference"] == pytest.approx(hasty["f1"] - careful["f1"])
    assert hasty["against"]["p"] == 2 / 2**8
    text = awareness(*parts, "--confidence", "--seed", "3").stdout
    assert text.count("seed 3") == 1
    assert awareness(*parts, "--confidence", "--seed", "3").stdout == text
    alone = awareness(*parts[:3], "--confidence").stdout
    assert "F1 [95% interval]" in alone
    assert "randomisation" not in alone


def test_latex_is_ready_for_a_paper(parts: list[object]) -> None:
    lines = awareness(*parts, "--format", "latex", "--confidence").stdout.splitlines()
    assert lines[0] == r"% requires booktabs: \usepackage{booktabs}"
    assert lines[1].startswith("% signature: ")
    row = next(line for line in lines if line.startswith("careful"))
    assert row.count(r"\textbf{") == 3
    assert r"F1 [95\% interval]" in "".join(lines)
    assert any(line.startswith(r"\dag{}: F1 differs") for line in lines)


def test_csv_has_rows_that_add_up(parts: list[object]) -> None:
    whole = list(csv.DictReader(io.StringIO(awareness(*parts, "--format", "csv").stdout)))
    rows = csv.DictReader(
        io.StringIO(awareness(*parts, "--format", "csv", "--by", "document").stdout)
    )
    matched = sum(int(row["precision_matched"]) for row in rows if row["name"] == "hasty")
    assert matched == int(whole[1]["precision_matched"])
    assert whole[0]["signature"].startswith("measure:temporal-awareness|")


def test_a_row_for_each_document(parts: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = awareness(*parts, "--by", "document").stdout.splitlines()
    assert [line.split()[0] for line in lines[:19]] == ["system", *["careful"] * 9, *["hasty"] * 9]
    assert lines[9].split()[:2] == ["careful", "all"]
    monkeypatch.setenv("COLUMNS", "80")
    lines = awareness(*parts, "--by", "document").stdout.splitlines()
    blank = lines.index("")  # what is wider than 80 columns is two tables
    assert blank == 1 + 2 * 9
    assert [lines[9].split()[:2], lines[blank + 10].split()[:2]] == [["careful", "all"]] * 2
    assert all(len(line) <= 80 for line in lines if not line.startswith("signature: "))


def test_bad_documents_are_named_and_exit_code_1_says_so(copy: Path) -> None:
    (copy / "systems" / "careful" / "blog-canal-ride.tml").write_text("<TimeML", encoding="utf-8")
    done = awareness("--gold", copy / "gold", copy / "systems" / "careful")
    assert done.exit_code == 1
    assert "careful: 1 document failed" in done.stderr
    assert "blog-canal-ride.tml" in done.stderr
    assert "careful" in done.stdout
    (copy / "gold" / "blog-canal-ride.tml").write_text("no XML", encoding="utf-8")
    done = awareness("--gold", copy / "gold", copy / "systems" / "hasty")
    assert done.exit_code == 1
    assert "gold: 1 document failed" in done.stderr
    assert "hasty" in done.stdout


def test_missing_and_extra_documents_are_named(copy: Path) -> None:
    (copy / "systems" / "careful" / "blog-canal-ride.tml").rename(
        copy / "systems" / "careful" / "other.tml"
    )
    done = awareness("--gold", copy / "gold", copy / "systems" / "careful")
    assert done.exit_code == 1
    assert "careful: 1 document missing: blog-canal-ride.tml" in done.stderr
    assert "careful: 1 document that gold does not have: other.tml" in done.stderr


def test_ids_may_be_taken_as_they_are(kit: Path) -> None:
    args = ["--gold", kit / "gold", kit / "systems" / "careful", "--format", "json"]
    (aligned,) = json.loads(awareness(*args).stdout)["systems"]
    (unaligned,) = json.loads(awareness(*args, "--align", "off").stdout)["systems"]
    assert "|align:none|" in unaligned["signature"]
    assert score_of(unaligned)["recall_matched"] < score_of(aligned)["recall_matched"]


def test_the_calendar_is_off_unless_asked_for(parts: list[object]) -> None:
    plain = awareness(*parts, "--format", "json")
    assert awareness(*parts, "--format", "json", "--no-calendar").stdout == plain.stdout
    found = {}
    reading = ("--calendar-reading", "exact")
    for coarse in ("exact", "bounds"):
        done = awareness(*parts, "--format", "json", "--calendar", *reading, "--coarse", coarse)
        assert done.exit_code == 0
        found[coarse] = json.loads(done.stdout)["systems"]
        for system in found[coarse]:
            assert f"|calendar:on|coarse:{coarse}|align-by:overlap|version:" in system["signature"]
    for off, on in zip(json.loads(plain.stdout)["systems"], found["exact"], strict=True):
        # What the dates say is no longer news.
        assert score_of(on)["gold_total"] < score_of(off)["gold_total"]
        assert score_of(on)["system_total"] < score_of(off)["system_total"]
    # Read as some time within their periods, long values say less.
    bounds, exact = (score_of(found[coarse][0]) for coarse in ("bounds", "exact"))
    assert bounds["gold_total"] >= exact["gold_total"]
    assert awareness(*parts, "--coarse", "vague").exit_code == 2
    done = awareness(*parts, "--format", "json", "--calendar")
    for system in json.loads(done.stdout)["systems"]:
        assert "|calendar:annotators|coarse:-|align-by:overlap|version:" in system["signature"]


def test_links_that_contradict_the_calendar_are_told(copy: Path) -> None:
    file = copy / "systems" / "careful" / "news-festival-storm.tml"
    text = file.read_text(encoding="utf-8")
    # t1 is an hour of the day t2.
    wrong = '<TLINK lid="l999" timeID="t1" relType="SIMULTANEOUS" relatedToTime="t2"/>'
    first = text.index("<TLINK")
    file.write_text(f"{text[:first]}{wrong}\n{text[first:]}", encoding="utf-8")
    done = awareness("--gold", copy / "gold", copy / "systems" / "careful", "--calendar")
    assert "careful: 1 link left out as contradictory" in done.stderr
    assert "l999" in done.stderr


def test_bad_usage_scores_nothing(kit: Path, tmp_path: Path) -> None:
    system = kit / "systems" / "careful"
    for arguments, told in (
        ([system], "no gold: give --gold"),
        (["--gold", kit / "gold"], "no system"),
        (["--gold", tmp_path / "nowhere", system], "nowhere"),
        (["--gold", tmp_path, system], "holds no TimeML documents"),
    ):
        done = awareness(*arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert told in done.stderr
    (tmp_path / "a.tml").write_text("no XML", encoding="utf-8")
    done = awareness("--gold", tmp_path, system)
    assert done.exit_code == 2
    assert "none of its documents can be read" in done.stderr


TIMELINES = {
    "jane.txt": "Jane Roe\n0\tXXXX-XX-XX\t1-9-x\n1\t2004\t1-1-a\t2-1-b\n2\tXXXX-XX-XX\t3-1-c\n",
    "jobs.txt": "Jobs\n1\t2004\t1-1-a\n2\t2005\t2-1-b\n",
    "nobody.txt": "Nobody\n",
}


@pytest.fixture
def timelines(tmp_path: Path) -> Path:
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name, text in TIMELINES.items():
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def figures(*args: object) -> dict[str, str]:
    done = awareness(*args, "--from", "timeline", "--format", "csv")
    assert done.exit_code in (0, 1), done.output
    return next(csv.DictReader(io.StringIO(done.stdout)))


def test_timelines_are_scored_as_their_task_does(timelines: Path) -> None:
    given = ["--gold", timelines / "gold", timelines / "system"]
    whole = figures(*given)
    assert (whole["f1"], whole["gold_total"]) == ("1.000000", "7")
    assert "timelines:anchors" in whole["signature"]
    assert figures(*given, "--ordering")["gold_total"] == "3"
    (timelines / "system" / "jobs.txt").unlink()
    (timelines / "system" / "nobody.txt").unlink()
    lacking = figures(*given)
    assert (lacking["precision"], lacking["recall_matched"]) == ("1.000000", "4")
    skipped = figures(*given, "--skip-missing")
    assert (skipped["f1"], skipped["gold_total"]) == ("1.000000", "4")
    assert "missing:skipped" in skipped["signature"]
    refused = awareness(*given, "--ordering")
    assert refused.exit_code == 2
    assert "add --from timeline" in refused.stderr


def test_a_broken_timeline_is_named_with_its_line(timelines: Path) -> None:
    with (timelines / "system" / "jobs.txt").open("a", encoding="utf-8") as file:
        file.write("chatter\n")
    done = awareness("--gold", timelines / "gold", timelines / "system", "--from", "timeline")
    assert done.exit_code == 1
    assert "a timeline's line must begin with a number" in done.stderr
    assert "jobs.txt:" in done.stderr
    assert "gold does not have" not in done.stderr


@pytest.mark.parametrize("corpus", ["trial", "corpus_1"])
@pytest.mark.parametrize("system", ["creation-time", "noisy"])
@pytest.mark.parametrize("ordering", [False, True])
def test_timelines_have_the_official_figures(
    corpus: str, system: str, ordering: bool, data: Path
) -> None:
    folder = data / "tlink" / "timelines" / corpus
    more = ["--ordering"] if ordering else []
    own = figures("--gold", folder / "gold", folder / "systems" / system, *more)
    log = folder / "official" / f"{system}{'-ordering' * ordering}.txt"
    official = log.read_text(encoding="utf-8").splitlines()[0].split("\t")[2::2]
    ours = [100 * float(own[name]) for name in ("f1", "precision", "recall")]
    assert ours == pytest.approx(list(map(float, official)), abs=0.0001)
    assert figures("--gold", folder / "gold", folder / "gold", *more)["f1"] == "1.000000"


def test_more_than_a_tenth_of_links_that_are_not_read_is_a_problem(copy: Path) -> None:
    parts = ["--gold", copy / "gold", copy / "systems" / "careful"]
    for folder, labels in ((copy / "gold", "gold"), (copy / "systems" / "careful", "careful")):
        file = folder / "news-bridge-reopens.tml"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('relType="BEFORE"', 'relType="VAGUE"'), encoding="utf-8")
        done = awareness(*parts)
        assert done.exit_code == 1
        assert f"{labels}: " in done.stderr
        assert "in 1 document more than a tenth of the links" in done.stderr
        file.write_text(text.replace('relType="BEFORE"', 'relType="VAGUE"', 1), encoding="utf-8")
        few = awareness(*parts)
        assert few.exit_code == int("more than a tenth" in few.stderr)
        file.write_text(text, encoding="utf-8")
    assert awareness(*parts).exit_code == 0
