"""Facts of Wikidata, as its documentation says how they are written."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from timegraph.dates import OPEN, Granule
from timegraph.facts import Fact
from timegraph.facts.fact import distinct_objects
from timegraph.facts.readers import UnreadableError, read_dataset, read_facts_file
from timegraph.facts.readers.wikidata import (
    NO_END,
    NO_START,
    PROPERTIES,
    SOME,
    is_wikidata,
    julian_day,
    read_wikidata,
)
from timeml.timex_value import DAY, date_of, day_number


def when(text: str, precision: int, calendar: str = "Q1985727") -> dict[str, Any]:
    value = {
        "time": text,
        "precision": precision,
        "calendarmodel": f"http://www.wikidata.org/entity/{calendar}",
    }
    return {"snaktype": "value", "datavalue": {"type": "time", "value": value}}


def statement(rank: str = "normal", **qualifiers: dict[str, Any]) -> dict[str, Any]:
    item = {"type": "wikibase-entityid", "value": {"id": "Q2"}}
    return {
        "mainsnak": {"snaktype": "value", "datavalue": item},
        "rank": rank,
        "qualifiers": {name: [snak] for name, snak in qualifiers.items()},
    }


def entity(*statements: Any, property: str = "P108") -> dict[str, Any]:
    labels = {"en": {"language": "en", "value": "Ada"}}
    return {"type": "item", "id": "Q1", "labels": labels, "claims": {property: list(statements)}}


def read(folder: Path, *values: Any) -> Any:
    file = folder / "facts.json"
    file.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return read_wikidata(file)


def one(folder: Path, **qualifiers: dict[str, Any]) -> Fact:
    (fact,) = read(folder, entity(statement(**qualifiers))).facts
    return fact


@pytest.mark.parametrize(
    ("text", "precision", "first", "last"),
    [
        ("+1926-01-05T00:00:00Z", 11, (1926, 1, 5), (1926, 1, 5)),
        ("+1926-02-00T00:00:00Z", 10, (1926, 2, 1), (1926, 2, 28)),
        ("+1926-00-00T00:00:00Z", 9, (1926, 1, 1), (1926, 12, 31)),
        ("+1926-00-00T00:00:00Z", 8, (1920, 1, 1), (1929, 12, 31)),
        ("+1900-00-00T00:00:00Z", 7, (1801, 1, 1), (1900, 12, 31)),
        ("+1901-00-00T00:00:00Z", 7, (1901, 1, 1), (2000, 12, 31)),
        ("+2000-00-00T00:00:00Z", 6, (1001, 1, 1), (2000, 12, 31)),
        ("-0044-00-00T00:00:00Z", 9, (-43, 1, 1), (-43, 12, 31)),
    ],
)
def test_a_date_is_as_wide_as_its_precision(
    text: str, precision: int, first: tuple[int, ...], last: tuple[int, ...], tmp_path: Path
) -> None:
    start = one(tmp_path, P580=when(text, precision)).start
    assert start.first is not None
    assert start.after is not None
    assert date_of(int(start.first // DAY)) == first
    assert date_of(int(start.after // DAY) - 1) == last


def test_some_value_no_value_and_absence_are_three_things(tmp_path: Path) -> None:
    some, none = {"snaktype": "somevalue"}, {"snaktype": "novalue"}
    assert one(tmp_path, P582=some).end == SOME
    assert one(tmp_path, P582=none).end == NO_END
    assert one(tmp_path, P580=none).start == NO_START
    assert one(tmp_path, P580=when("+1926-00-00T00:00:00Z", 9)).end == OPEN
    assert len({SOME, NO_END, OPEN}) == 3
    lasting = read(tmp_path, entity(statement(P582=none))).base
    later = Granule(day_number(3000) * DAY, day_number(3001) * DAY, "year")
    assert distinct_objects(lasting.at("Ada", "employer", later).possible) == ("Q2",)


def test_point_in_time(tmp_path: Path) -> None:
    fact = one(tmp_path, P585=when("+1926-00-00T00:00:00Z", 9))
    assert fact.start == fact.end
    assert str(fact.start) == "1926"


def test_julian_dates_are_converted_and_marked(tmp_path: Path) -> None:
    start = one(tmp_path, P580=when("+1498-06-22T00:00:00Z", 11, "Q1985786")).start
    assert start.first is not None
    assert date_of(int(start.first // DAY)) == (1498, 7, 1)
    assert str(start) == "1498-06-22 (Julian)"
    whole = one(tmp_path, P580=when("+1700-12-00T00:00:00Z", 10, "Q1985786")).start
    assert whole.first is not None
    assert whole.after is not None
    assert (whole.after - whole.first) // DAY == 31


@given(st.integers(1, 9999), st.integers(0, 364))
def test_the_julian_calendar_runs_day_by_day(y: int, k: int) -> None:
    """A year has 366 days if 4 divides it, and on 1 March 1900 it was 13 days late."""
    assert julian_day(y + 1, 1, 1) - julian_day(y, 1, 1) == (366 if y % 4 == 0 else 365)
    assert julian_day(1900, 3, 1) == (date(1900, 3, 14) - date(1970, 1, 1)).days
    assert julian_day(y, 12, 31) == julian_day(y + 1, 1, 1) - 1


def test_rank_and_statements_without_value(tmp_path: Path) -> None:
    nobody = {"mainsnak": {"snaktype": "somevalue"}, "rank": "normal"}
    result = read(tmp_path, entity(statement("deprecated"), statement("preferred"), nobody))
    assert len(result.facts) == 1
    assert [problem.severity for problem in result.problems] == ["note", "note"]
    assert "1 statement of deprecated rank is" in str(result.problems[0])


def test_only_properties_of_the_table(tmp_path: Path) -> None:
    assert read(tmp_path, entity(statement(), property="P31")).facts == ()
    assert PROPERTIES["P108"] == "employer"
    file = tmp_path / "facts.json"
    file.write_text(json.dumps(entity(statement(), property="P31")), encoding="utf-8")
    (fact,) = read_wikidata(file, properties={"P31": "kind"}).facts
    assert (fact.subject, fact.relation, fact.object) == ("Ada", "kind", "Q2")


@pytest.mark.parametrize("form", ["lines", "dump", "list", "entities", "pretty", "gzip"])
def test_every_form_says_the_same(form: str, tmp_path: Path) -> None:
    label = {"en": {"language": "en", "value": 'The "Mill"'}}
    values = [entity(statement()), {"type": "item", "id": "Q2", "labels": label, "claims": {}}]
    lines = list(map(json.dumps, values))
    text = {
        "lines": "\n".join(lines),
        "dump": "[\n" + ",\n".join(lines) + "\n]\n",
        "list": json.dumps(values),
        "entities": json.dumps({"entities": {value["id"]: value for value in values}}),
        "pretty": json.dumps(values, indent=1),
        "gzip": "\n".join(lines),
    }[form].encode()
    file = tmp_path / "facts"
    file.write_bytes(gzip.compress(text) if form == "gzip" else text)
    result = read_wikidata(file)
    assert [str(problem) for problem in result.problems] == []
    assert [(fact.subject, fact.object) for fact in result.facts] == [("Ada", 'The "Mill"')]


def test_results_of_sparql(tmp_path: Path) -> None:
    def cell(value: str, kind: str = "literal") -> dict[str, str]:
        return {"type": kind, "value": value}

    rows = [
        {
            "item": cell("http://www.wikidata.org/entity/Q1", "uri"),
            "itemLabel": cell("Ada"),
            "property": cell("http://www.wikidata.org/entity/P108", "uri"),
            "value": cell("http://www.wikidata.org/entity/Q2", "uri"),
            "start": cell("1926-05-01T00:00:00Z"),
            "startPrecision": cell("10"),
            "end": cell("http://www.wikidata.org/.well-known/genid/ab12", "uri"),
        },
        {"item": cell("Ada"), "property": cell("P108"), "value": cell("Yard"),
         "time": cell("-0043-01-01T00:00:00Z")},
        {"item": cell("Ada")},
    ]  # fmt: skip
    result = read(tmp_path, {"head": {"vars": []}, "results": {"bindings": rows}})
    first, second = result.facts
    assert (first.subject, first.relation, first.object) == ("Ada", "employer", "Q2")
    assert (str(first.start), first.end) == ("May 1926", SOME)
    assert str(second.start) == str(second.end) == "44 BC"
    assert "has no object or value" in str(result.problems[0])


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "Q1", "claims": {"P108": [',
        b'{"claims": {"P108": []}}',
        b'{"id": "Q1", "claims": {"P108": [3]}}',
        b'{"id": "Q1", "claims": {"P108": [{"rank": "normal"}]}}',
        json.dumps(entity(statement(P580=when("5 May", 11)))).encode(),
        json.dumps(entity(statement(P580=when("+1926-13-00T00:00:00Z", 10)))).encode(),
        json.dumps(entity(statement(P580=when("+1926-02-30T00:00:00Z", 11)))).encode(),
        json.dumps(entity(statement(P580=when("+1926-02-30T00:00:00Z", 11, "Q1985786")))).encode(),
        json.dumps(entity(statement(P580=when("-13798000000-00-00T00:00:00Z", 3)))).encode(),
        b'["P108":',
    ],
)
def test_what_is_broken_is_named(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_bytes(json.dumps(entity(statement())).encode() + b"\n" + line + b"\n")
    result = read_wikidata(file)
    assert len(result.facts) == 1
    assert [problem.position and problem.position.line for problem in result.problems] == [2]


def test_the_example_is_read(root: Path) -> None:
    result = read_wikidata(root / "examples" / "facts" / "wikidata.json")
    assert len(result.facts) == 7
    assert {fact.object for fact in result.facts} >= {"Northern Mills", "bailiff", "Per Lind"}
    (ends_early,) = result.base.problems
    assert "starts after it ends" in str(ends_early)


def test_facts_come_in_the_order_of_the_file_whatever_the_seed_of_hashes(root: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom timegraph.facts.readers import read_wikidata\n"
        "print(*read_wikidata(Path(sys.argv[1])).facts, sep='\\n')"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code, str(root / "examples/facts/wikidata.json")],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


@pytest.mark.parametrize("packed", [False, True])
def test_wikidata_is_recognised_wherever_facts_are_read(
    root: Path, tmp_path: Path, packed: bool
) -> None:
    example = (root / "examples/facts/wikidata.json").read_bytes()
    file = tmp_path / "facts.data"
    file.write_bytes(gzip.compress(example) if packed else example)
    assert is_wikidata(file)
    assert read_facts_file(file).facts == read_wikidata(file).facts
    questions = tmp_path / "questions.txt"
    questions.write_text("Which employer did Ida Holm work for in 1983?\n", encoding="utf-8")
    (record,) = read_dataset(questions, facts=file).records
    assert record.base is not None
    assert len(record.base.facts) == len(read_wikidata(file).base.facts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"head": {"vars": ["subject"]}, "results": {"bindings": []}}', True),
        ('{"entities": {"Q1": {"id": "Q1"}}}', True),
        ('[\n{"type": "item", "id": "Q1"}\n]', True),
        ('{"subject": "Ada", "relation": "claims", "object": "item"}', False),
        ('{"id": "1", "question": "who?", "labels": ["x"]}', False),
        ("subject,relation,object", False),
        ("", False),
    ],
)
def test_other_files_are_not_taken_for_wikidata(tmp_path: Path, text: str, expected: bool) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    assert is_wikidata(file) is expected


def test_a_damaged_gzip_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "facts.json.gz"
    file.write_bytes(gzip.compress(b'{"type": "item", "id": "Q1"}' * 9000)[:60])
    with pytest.raises(UnreadableError, match=r"facts\.json\.gz: is a damaged gzip file"):
        read_facts_file(file)


def test_facts_from_a_pipe_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    line = b'{"subject": "Ada", "relation": "employer", "object": "Mill", "start": "1850"}'
    writer = threading.Thread(target=pipe.write_bytes, args=(line,))
    writer.start()
    read = read_facts_file(pipe)
    writer.join()
    assert [fact.object for fact in read.facts] == ["Mill"]


@pytest.mark.parametrize(
    ("date", "words"),
    [
        (when("+1999-13-01T00:00:00Z", 11), "there is no month 13"),
        (when("+1999-02-30T00:00:00Z", 11), "has no day 30"),
        (when("+1999-13-01T00:00:00Z", 11, "Q1985786"), "there is no month 13"),
        ({**when("+1999-01-01T00:00:00Z", 11), "datavalue": {"value": {"time": 5}}}, "KeyError"),
        (when("+1999-01-01T00:00:00Z", float("inf")), "OverflowError"),  # type: ignore[arg-type]
    ],
)
def test_dates_that_cannot_be_are_named(date: Any, words: str, tmp_path: Path) -> None:
    (found,) = read(tmp_path, entity(statement(P580=date))).problems
    assert found.message.startswith("Q1 employer: ")
    assert words in found.message
