"""The report that all measures share, on scores that are made up."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from timegraph import __version__
from timegraph.report import Column
from timegraph.report.systems import (
    Figure,
    Layout,
    ReportOptions,
    SystemScores,
    UnusableSystem,
    score_tables,
    system_report,
)
from timegraph.report.tables import Estimate, TableOptions
from timegraph.scoring import FoundScore, Signature
from timegraph.scoring.confidence import confidence

FIGURES = (Figure("f1", "F1"), Figure("found", "hits", attribute="matched"))
PLAIN = Layout(FIGURES)
LABELLED = Layout(FIGURES, labels=(Column("layer"), Column("attribute")))

HALF, ALL, NONE = FoundScore(1, 2, 2), FoundScore(2, 2, 2), FoundScore(0, 2, 2)


def system(name: str, first: FoundScore, second: FoundScore) -> SystemScores:
    groups = {"a.tml": {(): first}, "b.tml": {(): second}}
    return SystemScores(
        name=name,
        signature=Signature.of("test", of=name),
        warnings=(f"{name} is new",),
        scores={(): first + second},
        groups={"document": groups, "half": {"upper": {(): first + second}}},
        details={"team": 7},
    )


ONE, OTHER = system("one", HALF, ALL), system("other", HALF, NONE)


def labelled(name: str, events: FoundScore, values: FoundScore) -> SystemScores:
    scores = {("EVENT", None): events, ("TIMEX3", "value"): values}
    return replace(system(name, events, values), scores=scores, groups={})


def test_a_row_for_each_system_with_its_signature() -> None:
    assert system_report([ONE, OTHER], PLAIN, ReportOptions()).splitlines() == [
        "system      F1  hits",
        "one     0.750*     3",
        "other   0.250      1",
        "*: best of the systems",
        "signature: measure:test|of:one|version:" + __version__,
        "signature: measure:test|of:other|version:" + __version__,
    ]
    assert "*" not in system_report([ONE], PLAIN, ReportOptions())
    (table,) = score_tables([ONE, OTHER], PLAIN, ReportOptions(), mark=False)
    assert not table.best


def test_each_kind_of_group_has_a_table_of_its_own() -> None:
    options = ReportOptions(by=("half", "document"))
    halves, documents = score_tables([ONE, OTHER], PLAIN, options)
    assert [row[:2] for row in halves.rows] == [
        *(("one", "upper"), ("one", "all")),
        *(("other", "upper"), ("other", "all")),
    ]
    assert [row[1] for row in documents.rows] == ["a.tml", "b.tml", "all"] * 2
    assert [column.name for column in documents.columns] == ["name", "document", "f1", "found"]
    # Marked is the better of those that are about the same document, or both.
    assert documents.best == {(0, 2), (1, 2), (2, 2), (3, 2)}
    text = system_report([ONE, OTHER], PLAIN, options)
    assert text.count("\n\n") == 1
    whole = json.loads(system_report([ONE], PLAIN, replace(options, format="json")))
    (content,) = whole["systems"]
    assert content["by_half"] == [{"half": "upper", "f1": 0.75, "found": 3}]
    assert [group["found"] for group in content["by_document"]] == [1, 2]


def test_rows_of_csv_add_up_and_bear_their_signature() -> None:
    options = ReportOptions(format="csv", by=("document",))
    rows = list(csv.DictReader(io.StringIO(system_report([ONE, OTHER], PLAIN, options))))
    assert [(row["name"], row["document"], row["found"]) for row in rows] == [
        *(("one", "a.tml", "1"), ("one", "b.tml", "2")),
        *(("other", "a.tml", "1"), ("other", "b.tml", "0")),
    ]
    assert rows[-1]["signature"] == str(OTHER.signature)


def test_labels_stand_together_and_a_missing_one_is_empty() -> None:
    systems = [labelled("one", HALF, ALL), labelled("other", ALL, NONE)]
    (table,) = score_tables(systems, LABELLED, ReportOptions())
    assert [row[:3] for row in table.rows] == [
        *(("one", "EVENT", ""), ("other", "EVENT", "")),
        *(("one", "TIMEX3", "value"), ("other", "TIMEX3", "value")),
    ]
    assert table.best == {(1, 3), (2, 3)}
    content = json.loads(system_report(systems, LABELLED, ReportOptions(format="json")))
    assert content["systems"][0]["rows"] == [
        {"layer": "EVENT", "attribute": None, "f1": 0.5, "found": 1},
        {"layer": "TIMEX3", "attribute": "value", "f1": 1.0, "found": 2},
    ]


def test_a_figure_that_is_not_shown_is_in_json() -> None:
    layout = Layout((FIGURES[0], replace(FIGURES[1], shown=False)))
    assert "hits" not in system_report([ONE], layout, ReportOptions())
    (content,) = json.loads(system_report([ONE], layout, ReportOptions("json")))["systems"]
    assert content["found"] == 3


@pytest.mark.parametrize("by", [(), ("document",)])
def test_statistics_are_those_of_the_whole(by: tuple[str, ...]) -> None:
    scores = [("one", [HALF, ALL]), ("other", [HALF, NONE])]
    drawn = confidence(scores, seed=3)
    systems = [
        replace(one, confidence={(): own}) for one, own in zip((ONE, OTHER), drawn, strict=True)
    ]
    (table,) = score_tables(systems, PLAIN, ReportOptions(by=by, seed=3))
    assert [column.name for column in table.columns][-3:] == ["f1", "found", "p_holm"]
    assert table.columns[-3].interval == ("f1_low", "f1_high")
    with_interval = [row for row in table.rows if isinstance(row[-3], Estimate)]
    assert [row[-1] for row in with_interval] == [None, drawn[1].p_holm]
    assert "seed 3" in table.notes[-2]
    assert "|intervals:jackknife-t-arcsine|" in table.notes[0]
    whole = json.loads(system_report(systems, PLAIN, ReportOptions("json", seed=3)))
    assert whole["seed"] == 3
    assert whole["systems"][1]["against_best"]["system"] == "one"


@pytest.mark.parametrize("by", [(), ("document",)])
def test_a_system_that_could_not_be_measured_has_a_row_and_a_reason(by: tuple[str, ...]) -> None:
    options = ReportOptions(by=by, unusable=(UnusableSystem("lost", "there is no such folder"),))
    (table,) = score_tables([ONE, OTHER], PLAIN, options)
    assert table.rows[-1][0] == "lost"
    assert set(table.rows[-1][1:]) <= {"", None}
    assert "lost: not scored: there is no such folder" in table.notes
    content = json.loads(system_report([ONE], PLAIN, replace(options, format="json")))
    assert content["systems"][-1] == {"name": "lost", "error": "there is no such folder"}
    rows = system_report([ONE], PLAIN, replace(options, format="csv")).splitlines()
    assert set(rows[-1]) <= set("lost,")
    assert rows[-1].count(",") == rows[0].count(",")


def test_json_has_what_is_known_of_all() -> None:
    whole = json.loads(system_report([ONE], PLAIN, ReportOptions("json"), warnings=["odd gold"]))
    assert whole["warnings"] == ["odd gold"]
    (content,) = whole["systems"]
    assert (content["warnings"], content["team"]) == (["one is new"], 7)
    assert content["signature"] == str(ONE.signature)


def test_options_of_tables_are_options_of_the_report() -> None:
    tables = TableOptions("csv", 40, ("f1",), 2, True, True)
    options = ReportOptions.of(tables, by=("document",), seed=4)
    assert options == ReportOptions("csv", 40, ("f1",), 2, True, True, ("document",), 4)


def test_a_system_that_differs_is_marked_at_its_f1() -> None:
    first, second = [FoundScore(2, 2, 2)] * 8, [FoundScore(1, 2, 2)] * 8
    drawn = confidence([("one", first), ("other", second)], seed=3)
    systems = [
        replace(one, confidence={(): own}) for one, own in zip((ONE, OTHER), drawn, strict=True)
    ]
    (table,) = score_tables(systems, PLAIN, ReportOptions())
    assert table.marks == {(1, 1): "‡"}
    every = [column.name for column in PLAIN.every_column(["document"])]
    assert every == ["name", "document", "f1", "found", "p_holm"]
