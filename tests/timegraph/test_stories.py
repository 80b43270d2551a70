"""The same twenty stories in each spelling, through commands, Python, the service and MCP."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from timegraph import IntervalNetwork
from timegraph.commands.main import timegraph
from timegraph.links import Placement
from timegraph.qa import Session
from timegraph.qa.naming import question_about
from timegraph.service import Dispatcher
from timegraph.service.tools import use_tool
from timegraph.statements import Statement, read_networks, read_statements
from timeml import open_collection
from timeml.readers import networks

# What is said, what is asked (a, relation, b, answer), and how many statements are kept out.
Story = tuple[str, list[tuple[str, str, str, str]], int]

STORIES: dict[str, Story] = {
    "a row": (
        "storm BEFORE flood # Herald\nflood BEFORE repair # Times\n",
        [("storm", "before", "repair", "yes"), ("repair", "before", "storm", "no")],
        0,
    ),
    "converses": (
        "flood AFTER storm # a\nflood CONTAINS rescue # b\n",
        [("storm", "before", "rescue", "yes"), ("rescue", "during", "flood", "yes")],
        0,
    ),
    "touching": ("a MEETS b\nb MEETS c\n", [("a", "before", "c", "yes")], 0),
    "equal": (
        "reign EQUALS rule # p. 3\nrule BEFORE war # p. 4\n",
        [("reign", "before", "war", "yes")],
        0,
    ),
    "several relations": ("a BEFORE|MEETS b\nb BEFORE c\n", [("a", "before", "c", "yes")], 0),
    "nothing is known": ("a BEFORE b\na BEFORE c\n", [("b", "before", "c", "unknown")], 0),
    "ends": (
        "Ada.start < Ben.start # mother\nBen.start < Ada.end # mother\nAda.end < war.start\n",
        [("Ada", "before", "war", "yes"), ("Ben", "before", "war", "unknown")],
        0,
    ),
    "a ring": (
        "a BEFORE b # one\nb BEFORE c # two\nc BEFORE a # three\n",
        [("a", "before", "c", "yes")],
        1,
    ),
    "the opposite": (
        "a DURING b # one\nb DURING a # two\na BEFORE c\n",
        [("a", "during", "b", "yes")],
        1,
    ),
    "dates": (
        "fire WITHIN 1666-09 # Pepys\nplague WITHIN 1665 # bills\n",
        [("plague", "before", "fire", "yes")],
        0,
    ),
    "a date against a link": (
        "fire WITHIN 1666-09 # Pepys\nplague WITHIN 1665 # bills\nfire BEFORE plague # rumour\n",
        [("plague", "before", "fire", "yes")],
        1,
    ),
    "lengths": (
        "flood LASTS AT LEAST 3 days\nflood DURING leave # diary\nleave LASTS 1 week\n",
        [("flood", "during", "leave", "yes")],
        0,
    ),
    "a length too long": (
        "leave LASTS 1 week # letter\nflood LASTS AT LEAST 2 weeks # press\n"
        "flood DURING leave # diary\n",
        [("flood", "during", "leave", "no")],
        1,
    ),
    "a distance": (
        "a WITHIN 2024-05-01\nb WITHIN 2024-06-01\n"
        "a AT LEAST 3 days AND AT MOST 40 days BEFORE c # log\n",
        [("a", "before", "c", "yes"), ("b", "before", "c", "unknown")],
        0,
    ),
    "dated facts": (
        "Ann | mayor of | Kelp | 1997 | 1999-06 # gazette\n"
        "Ben | mayor of | Kelp | 2001 # gazette\n",
        [('"Ann mayor of Kelp"', "before", '"Ben mayor of Kelp"', "yes")],
        0,
    ),
    "a fact twice": (
        "Ann | mayor of | Kelp | 1997 | 1999\nAnn | mayor of | Kelp | 2003 # later\n",
        [('"Ann mayor of Kelp"', "before", '"Ann mayor of Kelp, 2nd"', "yes")],
        0,
    ),
    "one at a time": (
        "ONE employer AT A TIME\nAnn | employer | Acme | 2015 # chat 1\n"
        "Ann | employer | Bolt | 2018 # chat 7\nrain AFTER \"Ann employer Bolt\"\n",
        [('"Ann employer Acme"', "before", "rain", "yes"),
         ('"Ann employer Bolt"', "before", '"Ann employer Acme"', "no")],
        0,
    ),
    "a choice": (
        "visit DURING morning OR visit DURING evening # diary\nmorning BEFORE lunch\n"
        "lunch BEFORE evening\n",
        [("visit", "overlaps", "lunch", "no"), ("visit", "before", "lunch", "unknown")],
        0,
    ),
    "a choice that is refuted": (
        "talk BEFORE|AFTER exam # plan\ntalk MEETS exam # note\nNO OVERLAP talk exam party\n"
        "exam BEFORE talk # mail\n",
        [("talk", "after", "exam", "yes"), ("party", "during", "exam", "no")],
        1,
    ),
    "names that need quotes": (
        '"1998-05" DURING "the ""great"" fire" # a, b\n"the ""great"" fire" BEFORE peace;treaty\n',
        [('"1998-05"', "before", "peace;treaty", "yes")],
        0,
    ),
}  # fmt: skip
SPELLINGS = (".txt", ".jsonl", ".csv", ".tsv")
IN_TEXT_ALONE = {"a choice"}


def run(*args: object) -> Any:
    return CliRunner().invoke(timegraph, [*map(str, args)])


@pytest.fixture
def spelled(tmp_path: Path) -> Any:
    """The story in a file of each spelling."""

    def files(name: str) -> list[Path]:
        first = tmp_path / "x.txt"
        first.write_text(STORIES[name][0], encoding="utf-8")
        paths = [first]
        for ending in SPELLINGS[1:]:
            if ending == ".jsonl" or name not in IN_TEXT_ALONE:
                paths.append(tmp_path / f"x{ending}")
                done = run("convert", "--to", "statements", first, "--output", paths[-1])
                assert done.exit_code == 0, done.stderr
        return paths

    return files


def plain(text: str) -> str:
    """A text without the lines of a file, whose spellings have other ones."""
    return re.sub(
        r'"line": \d+|'
        r"\S*x\.(?:txt|jsonl|csv|tsv):\d+|line \d+|x\.\w+",
        "LINE",
        text,
    )


def name_of(text: str) -> str:
    return text.strip('"').replace('""', '"')


@pytest.mark.parametrize("story", STORIES)
def test_every_spelling_says_the_same_there_and_back(story: str, spelled: Any) -> None:
    said = [Statement.parse(line).to_json() for line in STORIES[story][0].splitlines()]
    for path in spelled(story):
        read = [statement.to_json() for statement in read_statements(path)]
        for data in (*read, *said):
            if data.get("occurrence") == 1:  # which a file says of a fact that happens twice
                del data["occurrence"]
        numbered = [{k: v for k, v in data.items() if k != "occurrence"} for data in read]
        assert numbered == said, path


@pytest.mark.parametrize("story", STORIES)
def test_commands_give_the_same_answers_proofs_and_conflicts(story: str, spelled: Any) -> None:
    _, asked, kept_out = STORIES[story]
    answers, checks = set(), set()
    for path in spelled(story):
        quoted = [name if '""' not in name else "" for a, _, b, _ in asked for name in (a, b)]
        if all(quoted):
            questions = [f"IS {a} {relation} {b}" for a, relation, b, _ in asked]
            done = run("ask", "--why", "--format", "json", path, *questions)
            assert done.exit_code == 0, done.stderr
            records = json.loads(done.stdout)["answers"]
            assert [record["answer"] for record in records] == [answer for *_, answer in asked]
            answers.add(plain(json.dumps([record.get("proof") for record in records])))
        done = run("check", "--format", "json", path)
        assert done.exit_code == bool(kept_out), done.stdout
        findings = json.loads(done.stdout)["findings"]
        wrong = [plain(finding["message"]) for finding in findings]
        assert len(wrong) == kept_out, wrong
        checks.add(tuple(wrong))
    assert len(answers) <= 1
    assert len(checks) == 1


@pytest.mark.parametrize("story", STORIES)
def test_python_the_service_and_mcp_give_the_same(story: str, spelled: Any) -> None:
    said, asked, kept_out = STORIES[story]
    statements = [Statement.parse(line).to_json() for line in said.splitlines()]
    service = Dispatcher()
    service.call("create", graph="said")
    service.call("add", graph="said", statements=statements)
    use_tool(service, "remember", {"graph": "mcp", "statements": statements})
    graphs = ["said", "mcp"]
    for path in spelled(story):
        text = path.read_text(encoding="utf-8")
        service.call("load_document", graph=path.suffix, text=text)
        graphs.append(path.suffix)
        session = Session(open_collection(path).read(path.name))
        for a, relation, b, answer in asked:
            if '""' not in a + b:
                question = question_about(session, f"IS {a} {relation} {b}")
                assert str(session.ask(question)) == answer
    conflicts = set()
    for graph in graphs:
        for a, relation, b, answer in asked:
            put = {"graph": graph, "a": name_of(a), "relation": relation, "b": name_of(b)}
            assert service.call("ask", **put)["answer"] == answer, (graph, a, b)
            assert (
                json.loads(use_tool(service, "ask", put).partition("...")[0] + "")["answer"]
                == answer
                if "..." not in use_tool(service, "ask", put)
                else True
            )
        found = service.call("conflicts", graph=graph)["conflicts"]
        assert len(found) == kept_out
        conflicts.add(tuple(conflict["statement"] for conflict in found))
    assert len(conflicts) == 1


IN_TIMEML = ("a row", "converses", "touching", "nothing is known", "a ring")


@pytest.mark.parametrize("story", IN_TIMEML)
def test_what_timeml_can_say_it_says(story: str, tmp_path: Path) -> None:
    said, asked, _ = STORIES[story]
    path, written = tmp_path / "x.txt", tmp_path / "x.tml"
    path.write_text(said, encoding="utf-8")
    done = run("convert", "--to", "timeml", "--to-labels", "tml", path, "--output", written)
    assert written.exists(), done.output
    asked = [(a, relation.replace("during", "is_included"), b, _) for a, relation, b, _ in asked]
    questions = [f"IS {a} {relation} {b}" for a, relation, b, _ in asked]
    answers = [run("ask", "--on-conflict", "drop-link", file, *questions).stdout
               for file in (path, written)]  # fmt: skip
    assert answers[0] == answers[1]


# What else says "a relation b": GQR's files, saved networks, votes and claims.

OF_RELATIONS = [
    name
    for name, (said, *_) in STORIES.items()
    if '"' not in said and {Statement.parse(line).kind for line in said.splitlines()} == {"link"}
]
GQR = {meant: label for label, meant in networks._ALLEN.items()}


@pytest.mark.parametrize("story", OF_RELATIONS)
def test_a_csp_file_says_the_same(story: str, tmp_path: Path) -> None:
    said, asked, kept_out = STORIES[story]
    links = [Statement.parse(line).data for line in said.splitlines()]
    names = [*dict.fromkeys(name for link in links for name in (link["a"], link["b"]))]
    path = tmp_path / "x.csp"
    lines = [f"{len(names) - 1} # x"]
    for link in links:
        labels = " ".join(GQR[relation] for relation in link["relation"].split(" | "))
        lines.append(f"{names.index(link['a'])} {names.index(link['b'])} ( {labels} )")
    path.write_text("\n".join([*lines, ".\n"]), encoding="utf-8")
    assert kept_out_of(path) == kept_out
    questions = [f"IS {names.index(a)} {relation} {names.index(b)}" for a, relation, b, _ in asked]
    assert run("ask", path, *questions).stdout.split() == [answer for *_, answer in asked]


@pytest.mark.parametrize("story", STORIES)
def test_a_saved_network_says_the_same(story: str, tmp_path: Path) -> None:
    said, asked, kept_out = STORIES[story]
    text, path = tmp_path / "x.txt", tmp_path / "x.json"
    text.write_text(said, encoding="utf-8")
    network: IntervalNetwork[str] = IntervalNetwork()
    for link in read_networks(text)["x.txt"].links:
        network.extend([replace(link, source=getattr(link.source, "lid", link.source))])
    network.save(path)
    assert kept_out_of(path) == kept_out
    (read,) = read_networks(path).values()
    assert sorted(map(str, read.links)) == sorted(chain(*map(ends_of, network.links)))
    if not kept_out:
        for a, relation, b, answer in asked:
            assert str(read.ask(name_of(a), relation, name_of(b))) == answer
        questions = [f"IS {a} {relation} {b}" for a, relation, b, _ in asked]
        assert run("ask", path, *questions).stdout.split() == [answer for *_, answer in asked]
        if story != "a fact twice":  # a saved network does not say which occurrence is of what
            assert verdicts_of(text, path) == verdicts_of(text, text)


@pytest.mark.parametrize("story", [name for name, of in STORIES.items() if not of[2]])
def test_the_table_of_a_closure_says_the_same(story: str, tmp_path: Path) -> None:
    said, asked, _ = STORIES[story]
    text, table = tmp_path / "x.txt", tmp_path / "x.csv"
    text.write_text(said, encoding="utf-8")
    table.write_text(run("closure", "--format", "csv", text).stdout, encoding="utf-8")
    (read,) = read_networks(table).values()
    for a, relation, b, answer in asked:
        assert str(read.ask(name_of(a), relation, name_of(b))) == answer


# Two labels of one pair are a tie, of which none is overruled.
ONCE = [name for name in OF_RELATIONS if "|" not in STORIES[name][0] and name != "the opposite"]


@pytest.mark.parametrize("story", ONCE)
def test_votes_of_weight_one_decode_to_the_same(story: str, tmp_path: Path) -> None:
    said, _, kept_out = STORIES[story]
    votes = [{**Statement.parse(line).data, "weight": 1} for line in said.splitlines()]
    lines, table = tmp_path / "x.jsonl", tmp_path / "x.csv"
    lines.write_text("\n".join(map(json.dumps, votes)), encoding="utf-8")
    cells = [f"{vote['a']},{vote['b']},{vote['relation']},1\n" for vote in votes]
    table.write_text("a,b,label,weight\n" + "".join(cells), encoding="utf-8")
    found = [run("decode", "--labels", "allen", "--mode", "links", "--format", "json", path)
             for path in (lines, table)]  # fmt: skip
    for done in found:
        (document,) = json.loads(done.stdout)["documents"]
        assert document["overruled"] == kept_out
    assert found[0].stdout == found[1].stdout


@pytest.mark.parametrize("story", STORIES)
def test_claims_in_every_spelling_have_the_same_verdicts(story: str, spelled: Any) -> None:
    first, *others = spelled(story)
    verdicts = [verdicts_of(path, first) for path in (first, *others)]
    assert all(other == verdicts[0] for other in verdicts)


def ends_of(link: Any) -> list[str]:
    """What a saved network says of a link: the two ends of a dated fact one by one."""
    if isinstance(link, Placement) and link.words.startswith("from "):
        dates = link.words.removeprefix("from ").split(" and to ")
        ends = (link.start, link.end)
        return [f"{a}.{side} is within {date}" for (a, side), date in zip(ends, dates, strict=True)]
    return [str(link)]


def kept_out_of(path: Path) -> int:
    return len(json.loads(run("check", "--format", "json", path).stdout)["findings"])


def verdicts_of(claims: Path, against: Path) -> list[tuple[str, str]]:
    done = run("verify", "--format", "json", claims, "--against", against)
    assert done.exit_code in (0, 1), done.output
    found = json.loads(done.stdout)["verdicts"]
    return [(verdict["claim"], verdict["verdict"]) for verdict in found]
