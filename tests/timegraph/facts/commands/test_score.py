"""``timegraph facts score`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def score(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["facts", "score", *map(str, args)])


@pytest.fixture
def data(root: Path) -> Path:
    return root / "examples" / "facts" / "questions.jsonl"


@pytest.fixture
def reader(root: Path) -> Path:
    return root / "examples" / "facts" / "reader.jsonl"


def systems(done: Result) -> dict[str, dict[str, dict[str, object]]]:
    """The scores of each system by the scorer."""
    return {
        system["name"]: {score["scorer"]: score for score in system["scores"]}
        for system in json.loads(done.stdout)["systems"]
    }


def test_a_folder_is_not_a_file_of_questions(data: Path) -> None:
    done = score(data.parent)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"Error: {data.parent}: is a folder; name a file of questions in it\n"


def test_the_engine_alone(data: Path) -> None:
    done = score(data, "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    content = json.loads(done.stdout)
    scores = systems(done)["timegraph"]
    assert scores["neutral"]["set_accuracy"] == 1.0
    # "Sund and Sons Foundry" is split at its "and".
    assert scores["complex-tr"]["set_accuracy"] == pytest.approx(5 / 6)
    (signature,) = [system["signature"] for system in content["systems"]]
    assert "|split:substring|" in signature
    assert "|facts:oracle|" in signature
    assert "oracle facts" in content["notes"][0]


def test_systems_side_by_side(data: Path, reader: Path) -> None:
    done = score(data, "--predictions", reader, "--confidence", "--by", "level", "--by", "answers")
    assert done.exit_code == 1  # a prediction is missing
    assert "oracle facts" in done.stdout
    assert "reader: 1 of 6 questions not answered; they count as wrong" in done.stderr
    assert "p is corrected by Holm's method for the pair of the 2 systems" in done.stdout
    assert "|intervals:jackknife-t-arcsine|" in done.stdout
    assert "L3" in done.stdout
    assert "multi" in done.stdout


def test_processes_give_the_same(data: Path) -> None:
    assert score(data, "--jobs", "2").stdout == score(data).stdout


def test_facts_instead_of_answers(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "facts.jsonl"
    facts = ["Ida Holm worked for Mill from May 1980 to May 1990."]
    file.write_text(json.dumps({"id": "ida-1", "facts": facts}), encoding="utf-8")
    done = score(data, "--predictions", file, "--format", "json")
    assert systems(done)["facts (from its facts)"]["neutral"]["set_accuracy"] == 0.0


def test_fields_of_the_data(tmp_path: Path) -> None:
    file = tmp_path / "d.json"
    file.write_text(json.dumps([{
        "id": "1", "question": "Which team did Ada play for in May 1990?", "answers": ["Reds"],
        "facts": ["1989 - 1995 : Ada's team is ( Reds )"], "model": "Blues", "other": "Reds",
    }]), encoding="utf-8")  # fmt: skip
    done = score(file, "--predictions", "model", "--predictions", "other", "--format", "json")
    assert done.exit_code == 0
    accuracies = [scores["timeqa"]["exact_match"] for scores in systems(done).values()]
    assert accuracies == [1.0, 0.0, 1.0]
    wrong = score(file, "--predictions", "mdel")
    assert (wrong.exit_code, "the fields are: model, other" in wrong.stderr) == (2, True)


def test_answers_are_written(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    assert score(data, "--answers", file).exit_code == 0
    again = score(data, "--predictions", file, "--no-engine", "--format", "json")
    assert systems(again)["answers"]["neutral"]["set_accuracy"] == 1.0


def test_questions_without_answers(tmp_path: Path) -> None:
    file = tmp_path / "q.tsv"
    file.write_text("What is the time 1 year after May, 1990\n", encoding="utf-8")
    assert score(file).exit_code == 2
    out = tmp_path / "a.jsonl"
    assert score(file, "--answers", out).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8")) == {"id": "1", "answers": ["May, 1991"]}


def test_what_is_wrong_is_named(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text('{"id": "zzz", "answer": "x"}\n{\n', encoding="utf-8")
    done = score(data, "--predictions", file, "--predictions", file)
    assert done.exit_code == 1
    assert "p: predicts unknown questions: zzz" in done.stderr
    assert "p (2): predicts unknown questions: zzz" in done.stderr
    assert "p.jsonl:2: is not JSON" in done.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [("", "holds no questions"), ('{"question": 5}', "the first problem"), ("[1", "is not JSON")],
)
def test_nothing_to_score(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "d.json"
    file.write_text(content, encoding="utf-8")
    done = score(file)
    assert (done.exit_code, message in done.stderr) == (2, True)


def test_bad_usage(data: Path, tmp_path: Path) -> None:
    assert "nothing to score" in score(data, "--no-engine").stderr
    assert score(tmp_path / "nowhere.jsonl").exit_code == 2
    assert score(data, "--predictions", tmp_path / "nowhere.jsonl").exit_code == 2
    assert score(data, "--facts", tmp_path / "nowhere.jsonl").exit_code == 2


def test_the_page_has_the_errors(data: Path, reader: Path, tmp_path: Path) -> None:
    score(data, "--predictions", reader, "--errors", "--html", tmp_path / "page")
    assert "ida-4" in (tmp_path / "page" / "index.html").read_text("utf-8")


def test_errors_have_facts_and_groups(root: Path) -> None:
    folder = root / "examples" / "facts"
    given = [str(folder / "questions.jsonl"), "--predictions", str(folder / "reader.jsonl")]
    arguments = ["facts", "score", *given, "--no-engine", "--errors", "--quiet"]
    done = CliRunner().invoke(cli.timegraph, arguments)
    assert "facts_of_answer" in done.stdout
    for kind in ("relation", "answerable"):
        grouped = CliRunner().invoke(cli.timegraph, [*arguments[:-2], "--by", kind, "--quiet"])
        assert grouped.stdout.splitlines()[0].split()[1] == kind


def test_what_the_engine_could_not_read_it_does_not_answer(tmp_path: Path) -> None:
    data = tmp_path / "q.jsonl"
    facts = [
        {"subject": "Lumo", "relation": "employer", "object": "Quarry", "start": "spring of 1990"},
        {"subject": "Lumo", "relation": "employer", "object": "Mill", "start": "2000"},
    ]
    question = "Which employer did Lumo work for in Jun 1992?"
    record = {"id": "1", "reading": "timeqa", "question": question, "answers": [""]}
    data.write_text(json.dumps({**record, "facts": facts}))
    done = score(data, "--format", "json")
    assert systems(done)["timegraph"]["neutral"]["set_accuracy"] == 0.0
    assert done.exit_code == 1
    assert "q.jsonl:1 is left out, so what it states is not known" in done.stderr


def test_released_questions_of_timeqa(tmp_path: Path) -> None:
    data, answers = tmp_path / "q.json", tmp_path / "a.jsonl"
    questions = [
        ("Which team did Ada play for in 1990?", ["Sund and Sons", "Sons"]),
        ("Where did Ada live in 1991?", ["Malmö, Sweden"]),
        ("Where did Ada live in 1800?", [""]),
    ]
    records = [
        {"idx": f"/wiki/Ada#P54#{n}", "question": question, "targets": targets}
        for n, (question, targets) in enumerate(questions)
    ]
    data.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    answers.write_text(
        "".join(
            json.dumps({"id": record["idx"], "answer": record["targets"][0]}) + "\n"
            for record in records
        )
    )
    done = score(data, "--predictions", answers, "--no-engine", "--format", "json")
    assert systems(done)["a"]["timeqa"]["exact_match"] == 1.0
    assert "oracle facts" not in done.stdout
    done = score(
        data, "--predictions", answers, "--no-engine", "--scorer", "complex-tr", "--format", "json"
    )
    assert systems(done)["a"]["complex-tr"]["exact_match"] == pytest.approx(1 / 3)


def test_predictions_stand_behind_the_data(data: Path, reader: Path, tmp_path: Path) -> None:
    named = score(data, "--predictions", reader, "--format", "json")
    assert systems(score(data, reader, "--format", "json")) == systems(named)
    for folder in ((tmp_path,), (data, tmp_path), (data, "--predictions", tmp_path)):
        done = score(*folder)
        assert done.exit_code == 2
        assert f"{tmp_path}: is a folder; name a file of" in done.stderr
