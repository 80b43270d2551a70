"""One reader of dates: each text through every door that takes dates, all of which agree."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from timegraph import Period, TimeGraph
from timegraph.dates import When, compare
from timegraph.dates.granules import Granule, read_date
from timegraph.dates.tables import check_table
from timegraph.facts.question_kinds import read_time
from timegraph.facts.readers.lines import read_csv
from timegraph.qa.answers import place_of_literal
from timegraph.service import Dispatcher, ServiceError
from timeml import Document
from timeml.timex_value import CalendarInterval

Door = Callable[[str], Any]
DOCUMENT = Document()


def of_place(place: object) -> tuple[object, object]:
    assert isinstance(place, CalendarInterval)
    return place.earliest, place.latest


def of_granule(date: Granule) -> tuple[object, object]:
    return date.first, date.after


def period(text: str) -> tuple[object, object]:
    found = Period(text)
    return found.first, found.after


def cell_of_facts(text: str) -> tuple[object, object]:
    read = read_csv(f'subject,relation,object,start\nAda,employer,Mill,"{text}"\n')
    if not read.facts:
        raise ValueError("no fact")
    return of_granule(read.facts[0].start)


def question_of_facts(text: str) -> tuple[object, object]:
    time = read_time(f"in {text}")
    if time is None:
        raise ValueError("not a time")
    return of_granule(time.first)


# These say where the date lies, in seconds.
READING: Mapping[str, Door] = {
    "When": lambda text: of_place(When(text).place),
    "facts": lambda text: of_granule(read_date(text)),
    "cells of facts": cell_of_facts,
    "questions of facts": question_of_facts,
    "questions": lambda text: of_place(place_of_literal(text, DOCUMENT)),
    "Period": period,
}


def placed(text: str) -> tuple[object, ...]:
    graph: TimeGraph[str] = TimeGraph()
    graph.place("x", within=text)
    return graph.earliest(("x", "start")), graph.latest(("x", "end"))


def table(text: str) -> object:
    rows = "".join(json.dumps({"a": text, "b": str(other)}) + "\n" for other in OTHERS)
    found = check_table(rows, path="t", order=("a", "b")).findings
    if any(finding.code == "refused-date" for finding in found):
        raise ValueError(found[0].message)
    return [(finding.code, finding.position) for finding in found]


def remembered(statement: Mapping[str, Any]) -> object:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")
    try:
        dispatcher.call("add", graph="g", statements=[statement])
    except ServiceError as error:
        raise ValueError(str(error)) from None
    return dispatcher.call("when", graph="g", entity="x")


def verified(text: str) -> object:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")
    statements = [{"of": other, "within": other} for other in OTHERS]
    dispatcher.call("add", graph="g", statements=statements)
    claims = [{"id": other, "of": other, "within": text} for other in OTHERS]
    try:
        found = dispatcher.call("verify", graph="g", claims=claims)
    except ServiceError as error:
        raise ValueError(str(error)) from None
    return [claim["verdict"] for claim in found["verdicts"]]


# These answer, and answer alike for texts that are alike.
OTHERS = ("-0500", "0500", "0790", "0800", "1066", "1985", "1992", "2020")
ANSWERING: Mapping[str, Door] = {
    "compare": lambda text: [compare(text, other) for other in OTHERS],
    "place": placed,
    "tables": table,
    "verify": verified,
    "service, within": lambda text: remembered({"of": "x", "within": text}),
    "service, dates": lambda text: remembered(
        {"a": "x", "relation": "during", "b": {"date": text}}
    ),
}

# Each text with one of EDTF that means the same; None is refused.
TEXTS: Mapping[str, str | None] = {
    "793": "0793",
    " 793 ": "0793",
    "0793": "0793",
    "793X": "793X",
    "790s": "079X",
    "AD 85": "0085",
    "85 A.D.": "0085",
    "1066": "1066",
    "431 B.C.": "-0430",
    "431BCE": "-0430",
    "44 BC": "-0043",
    "BC0044": "-0043",
    "BC44": "-0043",
    "March 793": "0793-03",
    "5 March 793": "0793-03-05",
    "1992-W10-1": "1992-03-02",
    "6th century": "[0501..0600]",
    "early 6th century": "[0501..0540]",
    "early 1990s": "[1990..1993]",
    "{2020}": "2020",
    "198X": "198X",
    "1984~": "1984~",
    "../..": "../..",
    "/..": "../..",
    "../": "../..",
    "1964/2008": "1964/2008",
    "2001-34": "2001-34",
    "9": None,
    "85": None,
    "8X": None,
    "19X": None,
    "the 80s": None,
    "May 85": None,
    "-0000": None,
    "0 BC": None,
    "199?": None,
    "1984-5": None,
    "1984-su": None,
    "2020-02-30": None,
    "30 February 2020": None,
    "{2020,2021}": None,
    "c. 1990": None,
    "unknown": None,
    "/": None,
}

NARROW = "a period is one that starts and ends at known instants"
ONE_DATE = "a fact has a date for its start and one for its end"
# What a door that reads it differently says why.
EXCEPTIONS: Mapping[tuple[str, str], str] = {
    **{
        (door, text): NARROW
        for door in ("Period", "service, dates")
        for text in ("793X", "early 6th century", "early 1990s", "{2020}", "198X", "1984~",
                     "../..", "/..", "../", "1964/2008")
    },
    **{
        (door, text): ONE_DATE
        for door in ("facts", "cells of facts", "questions of facts")
        for text in ("../..", "/..", "../", "1964/2008")
    },
    ("questions of facts", "9"): "one digit abbreviates no other year, and TimeQA asks so",
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_every_door_reads_a_text_alike_or_the_list_says_why(text: str) -> None:
    same = TEXTS[text]
    for door, read in {**READING, **ANSWERING}.items():
        if (door, text) in EXCEPTIONS:
            continue
        if same is None:
            with pytest.raises(ValueError, match=r"."):
                read(text)
        elif door in READING:
            assert read(text) == of_place(When(same).place), door
        elif door != "service, dates":  # which takes no texts that are one of several dates
            assert read(text) == read(same), door


@pytest.mark.parametrize(("door", "text"), EXCEPTIONS)
def test_every_exception_is_one(door: str, text: str) -> None:
    read = {**READING, **ANSWERING}[door]
    if TEXTS[text] is None:
        assert read(text)
        return
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_the_raid_of_793_is_before_the_battle_of_1066() -> None:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")
    statements = [{"of": "raid", "within": "793"}, {"of": "battle", "within": "1066"}]
    dispatcher.call("add", graph="g", statements=statements)
    order = dispatcher.call("order", graph="g", entities=["battle", "raid"])
    assert order["certain"] == [["raid", "battle"]]
    assert compare("793", "1066").after.value == "no"
