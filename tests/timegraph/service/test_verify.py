"""``timegraph verify`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph import TimeGraph
from timegraph.commands.main import timegraph

ROOT = Path(__file__).resolve().parents[3]
STORM = ROOT / "examples/kit/gold/news-festival-storm.tml"
CLAIMS = ROOT / "examples/service/claims.jsonl"


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, list(map(str, args)))


def verify(*args: object) -> Result:
    return run("verify", *args)


def test_claims_against_a_document() -> None:
    done = verify(CLAIMS, "--against", STORM, "--format", "json")
    assert done.exit_code == 1
    record = json.loads(done.stdout)
    assert record["counts"] == {"supported": 2, "contradicted": 1, "unknown": 1}
    by_id = {verdict["id"]: verdict for verdict in record["verdicts"]}
    assert by_id["s3"]["links"]
    text = verify(CLAIMS, "--against", STORM)
    assert "s3: contradicted: ei8 before ei3\n  not ei8 before or meets ei3, since" in text.stdout
    narrow = CliRunner(env={"COLUMNS": "80"})
    done = narrow.invoke(timegraph, ["verify", str(CLAIMS), "--against", str(STORM)])
    assert "ei8 before ei3\n  not ei8 before" in done.stdout


def test_a_document_against_itself_is_clean() -> None:
    done = verify(STORM, "--against", STORM, "--format", "csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "contradicted" not in done.stdout


@pytest.mark.parametrize("saved", ["file", "json"])
def test_claims_against_a_saved_graph(tmp_path: Path, saved: str) -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    if saved == "file":
        graph.save(tmp_path / "g")
    else:
        (tmp_path / "g").write_text(json.dumps(graph.to_json()))
    claims = tmp_path / "c.json"
    claims.write_text('[{"a": "a", "relation": "meets", "b": "b"}]')
    assert verify(claims, "--against", tmp_path / "g").exit_code == 0
    assert verify(claims, "--against", tmp_path / "g", "--strict").exit_code == 1
    assert verify(STORM, "--against", tmp_path / "g").exit_code == 2
    assert "g: is a saved graph; CLAIMS" in verify(tmp_path / "g", "--against", STORM).stderr
    asked = CliRunner().invoke(timegraph, ["ask", str(tmp_path / "g"), "WHEN a"])
    assert "g: is a saved graph; read it with TimeGraph.load" in asked.stderr


def test_facts_against_facts(tmp_path: Path) -> None:
    claims = tmp_path / "c.jsonl"
    claims.write_text('{"subject": "Ada", "relation": "employer", "object": "X", "start": "1"}\n')
    facts = ROOT / "examples/facts/career.csv"
    assert verify(facts, "--against", facts).exit_code == 0
    assert verify(claims, "--against", facts).exit_code == 1  # "1" is not a date
    assert verify(STORM, "--against", facts).exit_code == 2


def test_lines_that_were_not_read_contradict_nothing(tmp_path: Path) -> None:
    head = "subject,relation,object,start,end\n"
    known, claims = tmp_path / "known.csv", tmp_path / "claims.csv"
    lumo = "Lumo,employer,Quarry,2000,2005\nLumo,team,Rovers,1990,1995\n"
    known.write_text(f"{head}Lumo,employer,Quarry,spring of 1990,1995\n{lumo}")
    claims.write_text(
        f"{head}Lumo,employer,Quarry,1980,1985\nLumo,team,Rovers,1970,1975\n"
        "Lumo,team,Rovers,the spring,1995\n"
    )
    done = verify(claims, "--against", known, "--format", "json")
    verdicts = json.loads(done.stdout)["verdicts"]
    assert [v["verdict"] for v in verdicts] == ["unknown", "contradicted", "unknown"]
    assert "known.csv:2 is left out" in verdicts[0]["reason"]
    assert "claims.csv:4 is left out" in verdicts[2]["reason"]
    known.write_text(f"{head}{lumo}")
    claims.write_text(f"{head}Lumo,team,Rovers,1990,1995\nLumo,team,Rovers,the spring,1995\n")
    done = verify(claims, "--against", known)
    assert done.exit_code == 1
    assert "claims.csv:3: 'the spring' is not a date" in done.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('[{"a": "x"}]', "c.json:1: 'relation' is missing"),
        ("[1]", "c.json:1: a statement is an object"),
        (
            '\n{"a": "x", "relation": "befor", "b": "y"}',
            "c.json:2: unknown relation 'befor'; did you mean before?",
        ),
        ('{"question": "IS a BEFORE b"}\n{broken', "c.json:2: is not JSON"),
        ('{"question": 5}', "c.json:1: a question is"),
        ('[{"question": "WHEN x"}]', "cannot be answered yes"),
        ("", "c.json"),
        ("plain words", "c.json"),
    ],
)
def test_bad_claims_are_named(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "c.json"
    file.write_text(content)
    done = verify(file, "--against", STORM)
    assert done.exit_code == 2, done.output
    assert words in done.stderr
    assert verify(tmp_path / "none", "--against", STORM).exit_code == 2
    assert verify(CLAIMS, "--against", tmp_path / "none").exit_code == 2


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"a": "e1", "relation": "before", "b": {"date": "2150"}}, "unknown"),
        ({"a": "e1", "relation": "before", "b": {"date": "2150-01-01T10:00Z"}}, "unknown"),
        ({"of": "e1", "spanning": "2150"}, "unknown"),
        ({"x": ["e1", "start"], "op": "<=", "y": ["e1", "end"]}, "supported"),
        ({"lasts": "e1", "at_least": "0 days"}, "supported"),
        ({"lasts": "e1", "at_least": "1 day"}, "unknown"),
    ],
)
def test_claims_take_dates_and_ids_of_events(
    tmp_path: Path, claim: dict[str, object], verdict: str
) -> None:
    claims = tmp_path / "c.jsonl"
    claims.write_text(json.dumps(claim))
    done = verify(claims, "--against", STORM)
    assert done.stdout.startswith(f"1: {verdict}: "), done.output
    assert "None" not in done.stdout
    assert "does not have" not in done.stdout


def test_claims_against_statements_with_facts_and_choices(tmp_path: Path) -> None:
    claims = tmp_path / "claims.csv"
    claims.write_text(
        "id,a,relation,b\n"
        "c1,Ann employer Acme,before,Ann employer Bolt\n"
        "c2,Ann employer Bolt,before,Ann employer Acme\n"
    )
    done = verify(
        claims, "--against", ROOT / "examples/statements/memory.jsonl", "--format", "json"
    )
    verdicts = {v["id"]: v["verdict"] for v in json.loads(done.stdout)["verdicts"]}
    assert list(verdicts.values()) == ["supported", "contradicted"]
    choice = tmp_path / "claims.txt"
    choice.write_text(
        "visit OVERLAPS lunch\nvisit DURING 2024-05-03\nvisit BEFORE lunch OR visit AFTER lunch\n"
        "visit BEFORE lunch\nvisit LASTS AT MOST 1 day\nNO OVERLAP visit lunch\n"
        "visit DURING 2024-05-04\n"
    )
    done = verify(choice, "--against", ROOT / "examples/statements/visit.txt", "--format", "json")
    assert [v["verdict"] for v in json.loads(done.stdout)["verdicts"]] == [
        "contradicted", "supported", "supported", "unknown", "supported", "supported",
        "contradicted",
    ]  # fmt: skip


def test_facts_among_other_claims(tmp_path: Path) -> None:
    claims, memory = tmp_path / "c.jsonl", tmp_path / "m.jsonl"
    bolt = '"subject": "Ann", "relation": "employer", "object": "Bolt", "start": "2018"'
    memory.write_text(f'{{{bolt}}}\n{{"one_at_a_time": "employer"}}\n')
    claims.write_text(
        f'{{"id": "c1", {bolt}}}\n{{"id": "c2", "of": "Ann employer Bolt", "within": "2010"}}\n'
    )
    done = verify(claims, "--against", memory, "--format", "json")
    verdicts = json.loads(done.stdout)["verdicts"]
    assert [(one["id"], one["verdict"]) for one in verdicts] == [
        ("c1", "supported"), ("c2", "contradicted")]  # fmt: skip
    assert not done.stderr


def test_columns_that_are_not_read_are_named_once(tmp_path: Path) -> None:
    table = tmp_path / "letters.csv"
    table.write_text("a,relation,b,page,who\nstorm,before,flood,3,x\nflood,before,fire,4,y\n")
    words = f"{table}:1: not read, since statements have no such columns: page, who"
    asked = run("ask", table, "IS storm BEFORE fire")
    checked = run("check", table, "--format", "json")
    for done in (asked, checked, run("verify", table, "--against", STORM)):
        assert done.exit_code == 0
        assert done.stderr.count(words) == 1
    assert run("check", "--quiet", table).stderr == ""
    (finding,) = json.loads(run("check", table, "--severity", "note", "--format", "json").stdout)[
        "findings"
    ]
    assert (finding["code"], finding["severity"]) == ("unread-columns", "note")
