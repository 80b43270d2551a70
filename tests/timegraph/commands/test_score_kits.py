"""``timegraph score`` over several kits, and by groups of questions."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import groups_of, score_of
from timegraph.commands import main as cli


def score(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["score", *map(str, args)])


def content(*args: object) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(score(*args, "--format", "json").stdout)
    return whole


@pytest.fixture(scope="module")
def other(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second kit: half of the documents, and one system under another name."""
    folder = tmp_path_factory.mktemp("kits") / "other"
    shutil.copytree(kit / "eval-questions", folder / "eval-questions")
    shutil.copytree(kit / "systems" / "careful", folder / "systems" / "careful-2")
    questions = folder / "eval-questions" / "question-set.txt"
    lines = questions.read_text(encoding="utf-8").splitlines(keepends=True)
    documents = sorted({line.split("|")[1] for line in lines})[:4]
    kept = [line for line in lines if line.split("|")[1] in documents]
    questions.write_text("".join(kept), encoding="utf-8")
    return folder


@pytest.fixture
def both(kit: Path, other: Path) -> list[object]:
    return ["--kit", f"one={kit}", "--kit", other, "--system", "team=careful,careful-2", "--quiet"]


FIGURES = ("questions", "answered", "correct", "coverage", "precision", "recall", "f1")


def test_domains_are_as_in_single_runs(both: list[object], kit: Path, other: Path) -> None:
    whole = content(*both, "--confidence")
    team, hasty = whole["systems"]
    assert (team["name"], hasty["name"]) == ("team", "hasty")
    alone = {
        "one": score_of(content("--kit", kit, "--confidence", "careful")["systems"][0]),
        "other": score_of(content("--kit", other, "--confidence")["systems"][0]),
    }
    for row in groups_of(team, "domain"):
        single = alone[row["domain"]]
        assert {figure: row[figure] for figure in FIGURES} == {
            figure: single[figure] for figure in FIGURES
        }
        assert row["intervals"] == single["intervals"]
    for count in ("questions", "answered", "correct"):
        assert score_of(team)[count] == sum(single[count] for single in alone.values())
    assert {score_of(hasty)[figure] for figure in FIGURES} == {None}
    assert [row["domain"] for row in groups_of(hasty, "domain")] == ["one"]
    assert "|intervals:stratified-jackknife-t-arcsine|" in team["signature"]
    assert "hasty: not in every kit: it is not in other" in whole["warnings"]


def test_a_table_for_each_domain_and_one_over_all(
    both: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    done = score(*both)
    assert done.exit_code == 0
    tables = [table.splitlines() for table in done.stdout.split("\n\n")]
    assert [[line.split()[:2] for line in table[1:3]] for table in tables] == [
        [["team", "one"], ["hasty", "one"]],
        [["team", "other"], ["signature:", tables[1][2].split()[1]]],
        [["team", "all"], ["hasty", "all"]],
    ]
    assert tables[2][2].split()[2:] == ["-"] * 7
    digests = [table[-1].split("questions:")[1].split("|")[0] for table in tables[:2]]
    kits = f"measure:qa-tempeval|kits:one={digests[0]},other={digests[1]}|align:text|"
    assert kits in done.stdout
    assert "intervals:" not in done.stdout
    bold = score(*both, "--format", "markdown").stdout
    assert bold.count("| domain |") == 3
    for more in ([], ["--confidence"]):  # one system in a domain has no p
        plain = csv.DictReader(io.StringIO(score(*both, *more, "--format", "csv").stdout))
        assert [(row["name"], row["domain"], row["f1"] == "") for row in plain] == [
            ("team", "one", False),
            ("hasty", "one", False),
            ("team", "other", False),
            ("team", "all", False),
            ("hasty", "all", True),
        ]
    rows = list(
        csv.DictReader(io.StringIO(score(*both, "--format", "csv", "--by", "domain").stdout))
    )
    assert [(row["name"], row["domain"]) for row in rows] == [
        ("team", "one"),
        ("team", "other"),
        ("hasty", "one"),
    ]


def test_systems_are_chosen_by_name_or_path(both: list[object], kit: Path) -> None:
    assert [system["name"] for system in content(*both, "team")["systems"]] == ["team"]
    (only,) = content(*both, "--system", "x=hasty", "team")["systems"]
    assert only["name"] == "team"
    done = score(*both, "hasty")
    assert done.exit_code == 2
    assert "--kit other: has none of these systems: hasty; leave the kit out" in done.stderr
    systems = content(*both[:4], kit / "systems" / "hasty", "--quiet")["systems"]
    assert [system["name"] for system in systems] == ["hasty"]
    rows = groups_of(systems[0], "domain")
    assert score_of(systems[0])["questions"] == sum(row["questions"] for row in rows)
    done = score(*both, "hastie")
    assert "system hastie: none of the kits has it; did you mean hasty?" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--kit", "examples/kit"], "another kit is called kit; give each a name of its own"),
        (["--kit", "a,b=examples/kit"], "'a,b' cannot be the name of a kit"),
        (["--questions", "ona=question-set.txt"], "no kit is called ona; did you mean one?"),
        (["--questions", "one=nothing"], "has no such file; it has:"),
        (["--questions", "a", "--questions", "b"], "a is given already; choose for one kit"),
        (["--questions", "one=a", "--questions", "one=b"], "the kit one has a already"),
        (
            ["--system", "x=carefull"],
            "--system: no system is called carefull; did you mean careful?",
        ),
        (["--system", "x=careful,hasty"], "careful and hasty are both in the kit one"),
        (["--system", "x=a", "--system", "y=a"], "a is x already"),
        (["--system", "x"], "write NAME=A,B"),
        (["--key", "examples"], "--key and --kit exclude each other"),
        (["--by", "sentense"], "did you mean sentence?"),
        (["--by", "answer,answer"], "by one kind of groups or by two different ones"),
        (["--by", "distance", "--align", "off"], "distances are those in the key"),
        (["--distance", "words"], "--distance words has no effect"),
        (["--gold", "examples/kit/gold"], "add --by distance --distance events"),
    ],
)
def test_bad_usage_is_named(
    root: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.chdir(root)
    done = score("--kit", "one=examples/kit", "--kit", "examples/kit", *options)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_system_that_cannot_be_read_in_one_kit(kit: Path, other: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(other, broken)
    (broken / "systems" / "hasty.zip").write_bytes(b"no archive")
    (broken / "systems" / "nowhere.zip").write_bytes(b"no archive")
    done = score("--kit", kit, "--kit", broken, "--format", "json", "--quiet")
    assert done.exit_code == 1
    systems = {system["name"]: system for system in json.loads(done.stdout)["systems"]}
    assert list(systems) == ["careful", "hasty", "careful-2", "nowhere"]
    assert score_of(systems["hasty"])["f1"] is None
    assert [row["domain"] for row in groups_of(systems["hasty"], "domain")] == ["kit"]
    assert systems["nowhere"]["error"].startswith("broken: ")
    text = score("--kit", kit, "--kit", broken).stdout.split("\n\n")
    assert "hasty: not scored: " not in text[0]
    assert any("hasty: not scored: " in table for table in text[1:])
    assert "hasty: not in every kit: it is not in broken" in text[-1]


def test_where_no_system_is_in_every_kit_the_way_out_is_named(kit: Path, other: Path) -> None:
    done = score("--kit", kit, "--kit", other)
    assert done.exit_code == 0
    assert "--system NAME=A,B says which folders are one system" in done.stderr
    over_all = score("--kit", kit, "--kit", other, "--confidence").stdout.split("\n\n")[-1]
    assert "jackknife over documents within each kit" in over_all
    assert "pairs" not in over_all


def test_without_a_kit_the_domain_is_the_question_set(kit: Path) -> None:
    folder = kit / "eval-questions"
    parts = ("--questions", folder / "question-set.txt", "--key", folder / "question-events")
    (only,) = content(*parts, kit / "systems" / "careful", "--by", "domain")["systems"]
    (row,) = groups_of(only, "domain")
    assert (row["domain"], row["f1"]) == ("question-set", score_of(only)["f1"])


def test_lists_have_figures_for_each_domain(kit: Path) -> None:
    lists = ("--questions", kit / "list-questions.txt", "--quiet", "--columns", "P")
    done = score("--kit", f"a={kit}", "--kit", f"b={kit}", *lists)
    assert [line.split() for line in done.stdout.splitlines()[1:7]] == [
        [name, domain, figure]
        for domain in ("a", "b", "all")
        for name, figure in (("careful", "0.786*"), ("hasty", "0.429"))
    ]


def test_a_kit_with_several_sets_names_the_option(both: list[object], tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    assert isinstance(both[3], Path)
    shutil.copytree(both[3], copied)
    folder = copied / "eval-questions"
    shutil.copy(folder / "question-set.txt", folder / "question-set-2.txt")
    done = score(*both[:2], "--kit", copied)
    assert "choose one: --questions copied=question-set-2.txt" in done.stderr
    done = score(*both[:2], "--kit", copied, "--questions", "copied=2", "--quiet")
    assert done.exit_code == 0


@pytest.mark.parametrize(
    "by", ["domain", "sentence", "distance", "answer", "document", "answer,distance"]
)
def test_groups_add_up(both: list[object], by: str) -> None:
    (team,) = content(*both, "--by", by, "team")["systems"]
    rows = groups_of(team, by)
    for count in ("questions", "answered", "correct"):
        assert sum(row[count] for row in rows) == score_of(team)[count]
    assert list(rows[0])[: len(by.split(","))] == by.split(",")


def test_distances_have_intervals_and_their_signature(kit: Path) -> None:
    (careful,) = content(
        "--kit", kit, "--by", "distance", "--distance", "words", "--confidence", "careful"
    )["systems"]
    assert "|distance:words|bins:0-9,10-29,30-99,100+|intervals:" in careful["signature"]
    for row in groups_of(careful, "distance"):
        for figure in ("coverage", "precision", "recall", "f1"):
            low, high = row["intervals"][figure]
            assert row[figure] is None or low is None or low <= row[figure] <= high
    done = score("--kit", kit, "--by", "distance", "--by", "relation", "--format", "csv")
    distances, relations = done.stdout.split("\n\n")
    assert "|splitter:timegraph-" in distances
    assert "splitter:" not in relations
    gold = ("--by", "distance", "--distance", "events", "--gold", kit / "gold", "--quiet")
    assert "|events:gold|" in score("--kit", kit, *gold).stdout
    done = score("--kit", kit, "--by", "distance", "--distance", "events", "--gold", kit / "non")
    assert done.exit_code == 2


def test_answers_and_errors_name_the_domain(both: list[object], tmp_path: Path) -> None:
    done = score(*both, "team", "--answers", tmp_path / "a.tsv", "--errors")
    head, *rows = (tmp_path / "a.tsv").read_text(encoding="utf-8").splitlines()
    assert head.split("\t")[:3] == ["domain", "system", "question"]
    assert {tuple(row.split("\t")[:2]) for row in rows} == {("one", "team"), ("other", "team")}
    assert "team in one: " in done.stdout
    assert "team in other: " in done.stdout


def test_pages_have_the_domains(both: list[object], tmp_path: Path) -> None:
    done = score(*both, "--html", tmp_path / "pages")
    assert done.exit_code == 0
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "By domain" in index
    for kit in ("one", "other"):
        assert f'href="{kit}/index.html"' in index
        assert (tmp_path / "pages" / kit / "index.html").is_file()


NEWS_AND_TRAIN = {
    "TIPSem": "TIPSem-fold1-original",
    "TIPSem-timex-ref-links": "TIPSem-fold1-with-timex",
}


def test_the_kits_of_the_task_together_are_as_alone(data: Path) -> None:
    folder = data / "qa-tempeval"
    kits = ["--kit", f"news={folder / 'test-news'}", "--kit", folder / "train", "--lenient"]
    same = [
        part
        for news, train in NEWS_AND_TRAIN.items()
        for part in ("--system", f"{news}={news},{train}")
    ]
    tables = ("--by", "domain", "--by", "sentence", "--by", "distance")
    whole = content(*kits, "--questions", "news=question-set-yes.txt", *same, *tables, "--quiet")
    news = content("--kit", folder / "test-news", "--questions", "question-set-yes.txt", "--quiet")
    train = content("--kit", folder / "train", "--lenient", "--quiet")
    singles = {
        (domain, system["name"]): {figure: score_of(system)[figure] for figure in FIGURES}
        for domain, run in (("news", news), ("train", train))
        for system in run["systems"]
    }
    compared = 0
    for system in whole["systems"]:
        for row in groups_of(system, "domain"):
            name = system["name"]
            own = NEWS_AND_TRAIN.get(name, name) if row["domain"] == "train" else name
            assert {figure: row[figure] for figure in FIGURES} == singles[row["domain"], own]
            compared += 1
        if system["name"] in NEWS_AND_TRAIN:
            score = score_of(system)
            assert score["questions"] == 99 + 79
            for by in ("domain", "sentence", "distance"):
                for count in ("questions", "answered", "correct"):
                    assert sum(row[count] for row in groups_of(system, by)) == score[count]
        else:
            assert {score_of(system)[figure] for figure in FIGURES} == {None}
    assert compared == len(singles) == 8


def test_files_of_answers_to_several_kits_are_one_system(
    kit: Path, other: Path, tmp_path: Path
) -> None:
    kits = ["--kit", f"one={kit}", "--kit", f"two={other}", "--quiet"]
    files = []
    for name, folder in (("one", kit), ("two", other)):
        answers = tmp_path / f"{name}.tsv"
        score("--kit", folder, "--answers", answers, "--quiet")
        files += ["--predictions", f"{name}=model={answers}"]
    whole = content(*kits, *files, "--system", "team=careful,careful-2")
    found = {system["name"]: system for system in whole["systems"]}
    rows = {row["domain"]: row for row in groups_of(found["model"], "domain")}
    for domain, folder in (("one", kit), ("two", other)):
        alone = ["--kit", folder, "--predictions", f"model={tmp_path / domain}.tsv", "--quiet"]
        (single,) = (system for system in content(*alone)["systems"] if system["name"] == "model")
        assert {figure: rows[domain][figure] for figure in FIGURES} == {
            figure: score_of(single)[figure] for figure in FIGURES
        }
    unnamed = score(*kits, "--predictions", f"model={tmp_path / 'one.tsv'}")
    assert unnamed.exit_code == 2
    assert "KIT=NAME=FILE; the kits are one, two" in unnamed.stderr
