"""Files of facts and questions, in all their forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.facts.fact import Source
from timegraph.facts.readers.datasets import (
    BrokenLine,
    UnreadableError,
    facts_of,
    read_dataset,
    read_facts_file,
    read_objects,
    text_of,
)

SENTENCES = "Ada worked for Mill from May 1926 to May 1934.\nAda worked for Lab from 1935 to 1940."
FACT = {"subject": "Ada", "relation": "employer", "object": "Mill", "start": "1926", "end": "1934"}
Q = "Which employer did Ada work for in May 1930?"


@pytest.fixture
def write(tmp_path: Path):
    def written(name: str, content: object) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith("l"):
            path.write_text("".join(json.dumps(one) + "\n" for one in content), encoding="utf-8")
        else:
            path.write_text(json.dumps(content, indent=1), encoding="utf-8")
        return path

    return written


class TestFacts:
    @pytest.mark.parametrize(
        ("name", "content", "objects"),
        [
            ("a.txt", SENTENCES, ["Mill", "Lab"]),
            ("a.csv", "subject,relation,object\nAda,team,Town\n", ["Town"]),
            ("a.jsonl", [FACT, {**FACT, "object": "Lab"}, FACT], ["Mill", "Lab"]),
            ("a.json", [FACT], ["Mill"]),
            ("a.json", FACT, ["Mill"]),
            ("a.json", [{"fact_context": SENTENCES, "question": Q}] * 2, ["Mill", "Lab"]),
            ("a.jsonl", [{"facts": [FACT]}, {"facts": SENTENCES.split("\n")}],
             ["Mill", "Mill", "Lab"]),
            ("a.json", [{"index": "/wiki/Ada#P1", "questions": [["Who in 1990?",
                                                                [{"answer": "Bo"}]]]}], ["Bo"]),
        ],
    )  # fmt: skip
    def test_forms(self, write, name: str, content: object, objects: list[str]) -> None:
        read = read_facts_file(write(name, content))
        assert [fact.object for fact in read.facts] == objects
        assert read.problems == ()

    def test_what_is_wrong_is_named(self, write) -> None:
        lines = (
            '{"subject": "Ada"',
            json.dumps(FACT),
            '{"subject": 5}',
            '{"subject": "A", "relation": "b", "object": "c", "end": "May"}',
            "7",
        )
        path = write("a.jsonl", "\n".join(lines))
        read = read_facts_file(path)
        assert [(p.place, p.code) for p in read.problems] == [
            ("a.jsonl:1", "unreadable"), ("a.jsonl:3", "not-a-fact"), ("a.jsonl:4", "no-date"),
            ("a.jsonl:5", "not-a-fact")]  # fmt: skip
        assert len(read.facts) == 1

    def test_a_file_that_is_not_text(self, write) -> None:
        with pytest.raises(UnreadableError, match="is not UTF-8"):
            read_facts_file(write("a.txt", b"\xff\xfe\x00"))
        assert text_of(write("b.txt", b"\xef\xbb\xbfAda")) == "Ada"

    def test_a_broken_list(self, write) -> None:
        with pytest.raises(UnreadableError, match=r"a.json:2: is not JSON"):
            read_facts_file(write("a.json", '[{"a": 1},\n{"b": }]'))


class TestDatasets:
    def test_records_with_their_facts_share_a_base(self, write) -> None:
        record = {"fact_context": SENTENCES, "question": Q, "text_answers": {"text": ["Mill"]}}
        data = read_dataset(write("a.json", [record, {**record, "id": "z"}]))
        first, second = data.records
        assert first.base is second.base
        assert (first.id, second.id) == ("1", "z")
        assert first.group == second.group == "facts 1"
        assert first.golds == ("Mill",)

    @pytest.mark.parametrize(
        ("facts", "reading"),
        [
            (SENTENCES, "complex-tr"),
            ("Ada works for Mill from May, 1926 to May, 1934.", "tempreason"),
            ("1926 - 1934 : Ada's employer is ( Mill )", "timeqa"),
            ("(Ada owned B) starts at 1926", "tgqa"),
            ([FACT], None),
            ([], None),
        ],
    )
    def test_the_form_of_the_facts_says_whose_rule(self, write, facts, reading) -> None:
        [record] = read_dataset(write("a.json", [{"facts": facts, "question": Q}])).records
        assert record.reading == reading

    def test_groups_of_questions(self, write) -> None:
        path = write("a.jsonl", [{"group": "g", "facts": [FACT]}, {"group": "g", "question": Q},
                                 {"group": "h", "question": Q}])  # fmt: skip
        first, second = read_dataset(path).records
        assert (first.group, first.base.subjects) == ("g", ("Ada",))
        assert second.base is None

    def test_facts_in_another_file(self, write) -> None:
        facts = write("facts.json", [{"index": "/wiki/Ada#P1", "questions": [
            ["Who led in 1990?", [{"answer": "Bo"}]]]}])  # fmt: skip
        ids = ("/wiki/Ada#P1#0", "/wiki/Eve#P1#0")
        path = write("q.jsonl", [{"idx": idx, "question": "Who led in 1990?"} for idx in ids])
        first, second = read_dataset(path, facts=facts).records
        assert (first.reading, first.group) == ("timeqa", "/wiki/Ada#P1")
        assert second.base is None
        shared = read_dataset(path, facts=write("f.txt", SENTENCES)).records
        assert shared[0].base is shared[1].base is not None

    def test_questions_in_a_table(self, write) -> None:
        path = write("a.tsv", "What is the time 1 year after May, 1990\tMay, 1991\r\nAlone\n\n")
        first, second = read_dataset(path).records
        assert first.golds == ("May, 1991",)
        assert (second.question, second.golds) == ("Alone", None)

    def test_what_is_wrong_is_named(self, write) -> None:
        path = write("a.jsonl", '{"question": 5}\n{"question": "q", "answers": {}}\n{\n[1]\n'
                                '{"question": "q", "facts": ["Ada dreamt"]}\n')  # fmt: skip
        data = read_dataset(path)
        assert [(p.place, p.code) for p in data.problems] == [
            ("a.jsonl:1", "not-a-question"), ("a.jsonl:2", "not-a-question"),
            ("a.jsonl:3", "unreadable"), ("a.jsonl:4", "not-a-question"),
            ("a.jsonl:5", "not-a-fact")]  # fmt: skip
        assert len(data.records) == 1


def test_objects_on_several_lines() -> None:
    assert [value for value, _ in read_objects('{"a":\n1}', Path("x"))] == [{"a": 1}]
    assert [value for value, _ in read_objects('{"a": 1}\n\n{"a": 2}', Path("x"))] == [
        {"a": 1},
        {"a": 2},
    ]
    [(value, source)] = read_objects("{nope", Path("x"))
    assert isinstance(value, BrokenLine)
    assert str(source) == "x:1"


def test_facts_of_a_broken_line() -> None:
    read = facts_of(BrokenLine("is not JSON"), Source("x", 1))
    assert [p.code for p in read.problems] == ["unreadable"]


def test_groups_by_annotators_are_questions_with_their_facts(tmp_path: Path) -> None:
    group = {
        "index": "/wiki/Ada_Lovelace#P39",
        "questions": [
            ["Who employed Ada from 1830 to 1835?", [{"answer": "The Mill"}]],
            ["Who employed Ada from 1835 to 1840?", []],
            ["broken"],
        ],
    }
    for text in (json.dumps([group]), json.dumps(group)):
        path = tmp_path / "human.json"
        path.write_text(text, encoding="utf-8")
        read = read_dataset(path)
        assert [record.id for record in read.records] == [
            "/wiki/Ada_Lovelace#P39#0",
            "/wiki/Ada_Lovelace#P39#1",
        ]
        assert [record.golds for record in read.records] == [("The Mill",), ("",)]
        assert [problem.code for problem in read.problems] == ["not-a-fact"]
        assert read.records[0].base is not None
        assert len(read.records[0].base) == 2
