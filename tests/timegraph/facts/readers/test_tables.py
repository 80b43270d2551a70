"""Facts as JSON objects and as CSV."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.dates.granules import OPEN, DateError, read_date
from timegraph.facts.fact import Source
from timegraph.facts.readers.datasets import facts_of, read_facts_file
from timegraph.facts.readers.lines import NotAFactError, fact_of, is_fact, read_csv

ADA = {"subject": "Ada", "relation": "employer", "object": "Mill", "start": "May 1926", "end": 1934}


def test_an_object() -> None:
    fact = fact_of(ADA)
    assert (fact.subject, fact.relation, fact.object) == ("Ada", "employer", "Mill")
    assert (fact.start, fact.end) == (read_date("May 1926"), read_date("1934"))
    assert fact_of(fact.to_json()) == fact


@pytest.mark.parametrize("open_word", [None, "", "open", "Present", "?", " now "])
def test_open_dates(open_word: str | None) -> None:
    assert fact_of({**ADA, "end": open_word}).end == OPEN


def test_an_empty_object_says_that_nothing_is_known() -> None:
    assert fact_of({**ADA, "object": ""}).object == ""


def test_an_empty_object_is_reported() -> None:
    rows = "subject,relation,object,start,end\nBob,employer,,1994,1999\nBob,employer,Mill,1999,\n"
    in_json = facts_of([{**ADA, "object": " "}, ADA], Source("facts", 2))
    for read in (read_csv(rows), in_json):
        [found] = read.problems
        assert (found.place, found.code, found.severity) == ("facts:2", "no-object", "warning")
        assert len(read.facts) == 2


@pytest.mark.parametrize(
    "change", [{"subject": ""}, {"relation": None}, {"object": 5}, {"subject": ["Ada"]}]
)
def test_fields_must_be_texts(change: dict[str, object]) -> None:
    with pytest.raises(NotAFactError, match=next(iter(change))):
        fact_of({**ADA, **change})


@pytest.mark.parametrize("date", ["May 35 1926", [1926], True, 19.5])
def test_dates_must_be_dates(date: object) -> None:
    with pytest.raises(DateError):
        fact_of({**ADA, "start": date})


def test_how_a_fact_is_known() -> None:
    assert is_fact(ADA)
    assert not is_fact({"subject": "Ada"})
    assert not is_fact("Ada")


def test_csv_with_columns_in_any_order() -> None:
    read = read_csv(
        'End,subject,RELATION,object,note\r\n1934,Ada,employer,"Mill, Ltd.",x\r\n\r\n'
        ",Ada,team,Town,\r\n1990-13,Ada,team,Town\r\n1990\r\n",
        file="a.csv",
    )
    assert [(f.object, str(f.end), str(f.source)) for f in read.facts] == [
        ("Mill, Ltd.", "1934", "a.csv:2"), ("Town", "open", "a.csv:4")]  # fmt: skip
    assert [(p.place, p.code) for p in read.problems] == [
        ("a.csv:5", "no-date"), ("a.csv:6", "not-a-fact")]  # fmt: skip


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators(separator: str) -> None:
    text = "subject,relation,object,start,end\nIda,employer,Mill,1950,1960\n"
    assert read_csv(text.replace(",", separator)) == read_csv(text)


def test_csv_of_nothing() -> None:
    assert read_csv("").facts == ()


def test_a_csv_whose_heading_names_no_fact() -> None:
    [found] = read_csv("Ada,employer,Mill,1850,1860\nBo,employer,Mill,1850,1860\n").problems
    assert (found.place, found.code) == ("facts:1", "not-a-fact")
    assert "its first line names the columns ada, employer, mill" in found.message
    assert "begin it with subject,relation,object,start,end" in found.message


def test_dates_in_columns_that_are_not_read() -> None:
    heading = "subject,relation,object,begin,finish,note\n"
    [found] = read_csv(f"{heading}Ada,employer,Mill,1850,1860,x\n").problems
    assert (found.code, found.severity) == ("unread-dates", "warning")
    assert found.message.startswith(
        "the dates in begin, finish are not read; call them start or end"
    )
    assert not read_csv("subject,relation,object,start,end,seen\nA,b,C,1850,,1851\n").problems


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_a_table_is_one_with_either_ending(tmp_path: Path, ending: str, separator: str) -> None:
    file = tmp_path / f"facts.{ending}"
    text = "subject,relation,object,start,end\nIda,employer,Mill,1950,1960\n"
    file.write_text(text.replace(",", separator), encoding="utf-8")
    read = read_facts_file(file)
    assert ([fact.object for fact in read.facts], read.problems) == (["Mill"], ())
