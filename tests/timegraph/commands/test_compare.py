"""``timegraph compare`` as its users run it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import score_of
from timegraph.commands import main as cli


def run(command: str, *args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, [command, *map(str, args)])


def test_the_pair_and_its_questions_add_up_with_the_scores(kit: Path) -> None:
    done = run("compare", "--kit", kit, "--format", "json", "--by", "relation", "--by", "document")
    assert done.exit_code == 0
    content = json.loads(done.stdout)
    tables = content["tables"]
    (pair,) = tables["pairs"]
    assert (pair["system"], pair["against"]) == ("hasty", "careful")
    scored = json.loads(run("score", "--kit", kit, "--format", "json").stdout)["systems"]
    careful, hasty = map(score_of, scored)
    assert [score_of(system) for system in content["systems"]] == [careful, hasty]
    assert pair["only_system"] - pair["only_against"] == hasty["correct"] - careful["correct"]
    assert pair["f1_difference"] == pytest.approx(hasty["f1"] - careful["f1"])
    assert pair["mcnemar_p"] == pair["mcnemar_p_holm"] < 0.05
    for right, name in (("hasty", "only_system"), ("careful", "only_against")):
        assert sum(row["right"] == right for row in tables["questions"]) == pair[name]
    assert [system["signature"] for system in content["systems"]] == [
        system["signature"] for system in scored
    ]
    for by in ("relation", "document"):
        for system in scored:
            rows = [row for row in tables[f"by_{by}"] if row["system"] == system["name"]]
            assert sum(row["right"] for row in rows) == score_of(system)["correct"]
            assert sum(row["right"] + row["wrong"] + row["unknown"] for row in rows) == 93


def questions_of(kit: Path) -> list[dict[str, Any]]:
    """The questions that only one of the kit's systems answers correctly."""
    done = run("compare", "--kit", kit, "--format", "json")
    questions: list[dict[str, Any]] = json.loads(done.stdout)["tables"]["questions"]
    return questions


def test_text_has_the_words_of_questions_and_both_proofs(kit: Path) -> None:
    done = run("compare", "--kit", kit)
    (question,) = [
        question
        for question in questions_of(kit)
        if question["right"] == "careful"
        and question["answer_not_right"] == "no"
        and question["answer_right"] == "yes"
    ][:1]
    words = " ".join(done.stdout.split())  # whatever the lines
    assert question["text"] in words
    assert question["sentence"].split(". ")[0] in words.replace(" | ", " ")
    for name in ("proof_right", "proof_not_right"):
        for link in question[name].partition(", since ")[2].split("; "):
            assert re.fullmatch(r'\w+: \w+ "[^"]+" [A-Z_]+ \w+ "[^"]+"', link)
            assert link in words
    unknown = [shown["reason"] for shown in questions_of(kit) if shown["reason"]]
    assert unknown
    for reason in unknown:
        assert reason.partition(": ")[2] in words
    assert "signature: measure:qa-tempeval|" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--against", "nobody"], "no system is called nobody; the systems are careful, hasty"),
        (["careful"], "two systems or more; there is only careful"),
    ],
)
def test_bad_usage_names_the_way_out(kit: Path, options: list[str], message: str) -> None:
    done = run("compare", "--kit", kit, *options)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_an_empty_system_does_not_keep_the_others_from_being_compared(
    kit: Path, tmp_path: Path
) -> None:
    done = run("compare", "--kit", kit, "careful", "hasty", tmp_path, "--format", "json")
    assert done.exit_code == 1
    content = json.loads(done.stdout)
    assert len(content["tables"]["pairs"]) == 1
    assert content["systems"][2]["error"]


@pytest.mark.parametrize("format_", ["markdown", "latex", "csv"])
def test_other_formats_have_a_table_of_the_questions(kit: Path, format_: str) -> None:
    done = run("compare", "--kit", kit, "--format", format_)
    assert done.exit_code == 0
    assert "in words" in done.stdout or "proof_not_right" in done.stdout
    if format_ == "csv":
        pairs, questions = done.stdout.split("\n\n")
        assert len(list(csv.DictReader(io.StringIO(pairs)))) == 1
        rows = list(csv.DictReader(io.StringIO(questions)))
        assert {row["right"] for row in rows} == {"careful", "hasty"}
