"""What a large table of statements costs, counted in steps, and the answers of the long way."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import timegraph.stated_links as stated_links
import timeml.edtf as edtf
import timeml.plain_dates as plain_dates
from timegraph._graph import closing
from timegraph.checking import check_document
from timegraph.dates.tables import check_memory
from timegraph.documents.build import build
from timegraph.documents.closure import explained_conflicts
from timegraph.stated_links import contested
from timeml import Document
from timeml.edtf import When
from timeml.readers import statement_lines
from timeml.readers.statement_lines import rows_of
from timeml.readers.statements import document_of, rules_of, with_rules

HEADING = "subject,relation,object,start,end\n"


def document(lines: list[str]) -> Document:
    spelling = "table" if lines[0] == HEADING else "text"
    return document_of(rows_of(lines, spelling, "facts"), "facts")


def facts(count: int) -> list[str]:
    """A table in which nobody has anything twice, and dates come again and again."""
    years = ((1900 + k % 90, 1991 + k % 20) for k in range(count))
    return [HEADING, *(f"s{k},r{k % 7},o{k},{a},{b}-05\n" for k, (a, b) in enumerate(years))]


def calls(monkeypatch: pytest.MonkeyPatch, home: Any, name: str) -> list[int]:
    """A list that grows with each call of a function."""
    function: Callable[..., Any] = getattr(home, name)
    counted: list[int] = []

    def counting(*arguments: Any, **named: Any) -> Any:
        counted.append(1)
        return function(*arguments, **named)

    monkeypatch.setattr(home, name, counting)
    return counted


def test_each_date_is_parsed_once_and_each_fact_is_one_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for count in (200, 400, 800):
        edtf.when.cache_clear()
        statement_lines.named_date.cache_clear()
        with monkeypatch.context() as patch:
            parsed = calls(patch, edtf, "plain_date")
            placed = calls(patch, stated_links, "placement")
            assert not check_document(document(facts(count)), path="facts").conflicts
        assert len(parsed) == 90 + 20
        assert len(placed) == count + 1


def test_facts_of_which_nothing_else_is_stated_need_no_graph() -> None:
    for count in (10, 100):
        assert len(contested(document(facts(count))).events) == 1  # the zone of the times
    single = with_rules(document(facts(100)), rules_of(one_object=["r3"]))
    assert len(contested(single).events) == 1 + 14


def table(seed: int) -> list[str]:
    """A few facts and links that often contradict each other, with and without zones."""
    draw = random.Random(seed)
    lines = ["ONE employer AT A TIME\n"]
    for _ in range(30):
        a, b, year = draw.randint(0, 6), draw.randint(0, 3), draw.randint(1990, 2000)
        end, zoned = year + draw.randint(1, 5), f"{year}-01-01T10:00:00Z"
        lines += draw.choice((
            f"s{a} | employer | o{b} | {year} | {end}\n", f"s{a} | knows | o{b} | {year}\n",
            f"s{a} | knows | o{b}{end} | {year} | {end}\n", f's{a} | likes | o{b} | {zoned}\n',
            f"e{a} BEFORE e{b}\n", f"e{a} WITHIN {year}\n", f"e{a} LASTS AT LEAST 900 days\n",
            f'"s{a} knows o{b}" BEFORE e{a}\n', f"s{a} | has | o{year} | {zoned} | {end}\n",
            f'e{b} AFTER "s{a} employer o{b}"\n',
        )),  # fmt: skip
    return lines


def found(read: Document) -> Iterator[tuple[str, ...]]:
    for explained in explained_conflicts(build(read, on_conflict="drop-link", conventions=False)):
        conflict = explained.conflict
        yield str(conflict), *map(str, explained.chains)


def test_what_is_left_out_takes_part_in_no_conflict() -> None:
    conflicts = 0
    for seed in range(60):
        try:
            read = document(table(seed))
        except ValueError:  # a fact that can be about several occurrences
            continue
        whole = [*found(read)]
        assert [*found(contested(read))] == whole
        conflicts += len(whole)
    assert conflicts > 100


def test_large_documents_are_decided_on_without_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is known of the links when their conflicts are searched, these are the same."""
    for seed in range(40):
        draw = random.Random(seed)
        names = range(draw.choice((8, 30)))
        lines = [
            f"e{draw.choice(names)} {draw.choice(('BEFORE', 'MEETS', 'OVERLAPS'))} e{b}\n"
            for b in (draw.choice(names) for _ in range(40))
        ]
        expected = [*found(document(lines))]
        with monkeypatch.context() as patch:
            patch.setattr(closing, "LARGEST_ROWS", 4)
            patch.setattr(closing, "_close", None)
            assert [*found(document(lines))] == expected


def test_times_of_a_memory_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for count in (100, 300):
        rows = (f"s{k},r,o{k},20{k % 20 + 10}-05-03,2031-01-02 10:00:00\n" for k in range(count))
        text = "subject,relation,object,valid_at,created_at\n" + "".join(rows)
        check_memory(text, path="m")
        parsed = calls(monkeypatch, edtf, "plain_date")
        assert not check_memory(text, path="m").findings
        assert not parsed


def test_a_time_without_a_bound_closes_nothing() -> None:
    text = "subject,relation,object,valid_at,created_at\na,b,c,2015?,2016\na,b,d,2017,2018\n"
    assert not check_memory(text, path="m").findings


def test_dates_in_digits_mean_what_they_mean_without_the_short_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = plain_dates._NUMBERS
    dates = [f"{y:04}-{m:02}-{d:02}" for y in (0, 1, 1900, 2000, 2023) for m in range(14)
             for d in (0, 1, 28, 29, 30, 31, 32)]  # fmt: skip
    clocks = "00:00:00 23:59:59Z 24:00:00 10:00:60Z 10:00 10:00:00.5Z 10:00:00+02:00"
    times = [f"1998-05-03T{time}" for time in clocks.split()]
    for text in (*dates, *times, *(date[:7] for date in dates), "0000", "0001", "9999", "1998 "):
        read = []
        for short in (numbers, re.compile("never")):
            monkeypatch.setattr(plain_dates, "_NUMBERS", short)
            try:
                read.append((repr(plain_dates.plain_date(text)), repr(When(text).extent)))
            except ValueError as error:
                read.append((repr(error), ""))
        assert read[0] == read[1]
