"""The report that all measures share, on scores that are made up and on those of the kit."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.results import grouped_by, result_of
from timegraph import __version__
from timegraph.report import Column, Report, Table, TableOptions, measure_report, render
from timegraph.report.measures import columns_of, run_tables
from timegraph.report.tables import Estimate
from timegraph.scoring import (
    AWARENESS,
    ENTITY_ROWS,
    AwarenessScore,
    DocumentAnswers,
    EntityRow,
    FoundScore,
    Measure,
    Notice,
    Result,
    Run,
    Unusable,
)
from timegraph.scoring.measure import Figure, Grouping, Labels, by_unit, single, statistics_of
from timegraph.scoring.signature import CountedScore

HALF, ALL, NONE = FoundScore(1, 2, 2), FoundScore(2, 2, 2), FoundScore(0, 2, 2)

PLAIN: Measure[FoundScore] = Measure(
    name="test",
    figures=(Figure("f1", "F1"), Figure("found", "hits", attribute="matched")),
    empty=FoundScore(),
    scores=single,
    best=("f1",),
    task=lambda: None,
)
LABELLED: Measure[dict[Labels, CountedScore]] = Measure(
    name="test",
    labels=("layer", "attribute"),
    figures=PLAIN.figures,
    empty=FoundScore(),
    scores=lambda value: value,
    best=("f1",),
    task=lambda: None,
)


def system(name: str, first: FoundScore, second: FoundScore) -> Result[FoundScore]:
    result = result_of(PLAIN, name, {"a.tml": first, "b.tml": second})
    new = Notice("diagnostic", "a.tml", f"{name} is new", "new")
    return replace(result, notices=(new,))


ONE, OTHER = system("one", HALF, ALL), system("other", HALF, NONE)
DOCUMENTS = by_unit(PLAIN)
UPPER: Grouping[FoundScore] = Grouping("half", lambda unit: {("upper",): single(unit.value)})


def labelled(name: str, events: FoundScore, values: FoundScore) -> Result[Any]:
    scores = {("EVENT", None): events, ("TIMEX3", "value"): values}
    return result_of(LABELLED, name, {"a.tml": scores})


def run_of(
    *results: Result[Any], statistics: bool = False, against: str = "", **options: Any
) -> Run[Any]:
    drawn = statistics_of(results, seed=3, against=against) if statistics else None
    measure = results[0].measure
    return Run(measure=measure, results=results, statistics=drawn, **options)


def text_of(report: Report, format: str = "text", **options: Any) -> str:
    return render(report, TableOptions(format=format, **options))


def record_of(*arguments: Any) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(text_of(measure_report(*arguments), "json"))
    return content


def test_a_row_for_each_system_with_its_signature() -> None:
    assert text_of(measure_report(run_of(ONE, OTHER))).splitlines() == [
        "system      F1  hits",
        "one     0.750*     3",
        "other   0.250      1",
        "*: best of the systems",
        "signature: measure:test|of:one|version:" + __version__,
        "signature: measure:test|of:other|version:" + __version__,
    ]
    assert "*" not in text_of(measure_report(run_of(ONE)))


def test_each_kind_of_group_has_a_table_of_its_own() -> None:
    halves, documents = run_tables(run_of(ONE, OTHER), [UPPER, DOCUMENTS])
    assert [row[:2] for row in halves.rows] == [
        *(("one", "upper"), ("one", "all")),
        *(("other", "upper"), ("other", "all")),
    ]
    assert [row[1] for row in documents.rows] == ["a.tml", "b.tml", "all"] * 2
    assert [column.name for column in documents.columns] == ["name", "document", "f1", "found"]
    # Marked is the better of those that are about the same document, or both.
    assert documents.best == {(0, 2), (1, 2), (2, 2), (3, 2)}
    assert documents.totals == {2, 5}
    report = measure_report(run_of(ONE, OTHER), [UPPER, DOCUMENTS])
    assert text_of(report).count("\n\n") == 1
    (content,) = record_of(run_of(ONE), [UPPER, DOCUMENTS])["systems"]
    assert content["groups"]["half"] == [{"half": "upper", "f1": 0.75, "found": 3}]
    assert [group["found"] for group in content["groups"]["document"]] == [1, 2]


def rows_of(report: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(report, "csv"))))


def test_rows_of_csv_add_up_and_bear_their_signature() -> None:
    rows = rows_of(measure_report(run_of(ONE, OTHER), [DOCUMENTS]))
    assert [(row["name"], row["document"], row["found"]) for row in rows] == [
        *(("one", "a.tml", "1"), ("one", "b.tml", "2")),
        *(("other", "a.tml", "1"), ("other", "b.tml", "0")),
    ]
    assert rows[-1]["signature"] == str(OTHER.signature)


def test_labels_stand_together_and_a_missing_one_is_empty() -> None:
    run = run_of(labelled("one", HALF, ALL), labelled("other", ALL, NONE))
    (table,) = run_tables(run)
    assert [row[:3] for row in table.rows] == [
        *(("one", "EVENT", ""), ("other", "EVENT", "")),
        *(("one", "TIMEX3", "value"), ("other", "TIMEX3", "value")),
    ]
    assert table.best == {(1, 3), (2, 3)}
    assert record_of(run)["systems"][0]["scores"] == [
        {"layer": "EVENT", "attribute": None, "f1": 0.5, "found": 1},
        {"layer": "TIMEX3", "attribute": "value", "f1": 1.0, "found": 2},
    ]


def test_a_rare_figure_has_a_column_where_there_is_one_and_json_always() -> None:
    rare = replace(PLAIN, figures=(PLAIN.figures[0], replace(PLAIN.figures[1], rare=True)))
    nothing = result_of(rare, "one", {"a.tml": NONE})
    assert "hits" not in text_of(measure_report(run_of(nothing)))
    (content,) = record_of(run_of(nothing))["systems"]
    assert content["scores"] == [{"f1": 0.0, "found": 0}]
    assert "hits" in text_of(measure_report(run_of(nothing, replace(ONE, measure=rare))))


@pytest.mark.parametrize("by", [(), (DOCUMENTS,)])
def test_statistics_are_those_of_the_whole(by: Sequence[Grouping[Any]]) -> None:
    run = run_of(ONE, OTHER, statistics=True)
    assert run.statistics is not None
    confidence = run.statistics.by_system["other"][()]
    drawn = confidence.comparisons["f1"]
    (table,) = run_tables(run, by)
    assert [column.name for column in table.columns][-3:] == ["f1", "found", "p_holm"]
    assert table.columns[-3].interval == ("f1_low", "f1_high")
    with_interval = [row for row in table.rows if isinstance(row[-3], Estimate)]
    assert [row[-1] for row in with_interval] == [None, drawn.p_holm]
    assert "seed 3" in table.notes[-2]
    assert all("|intervals:jackknife-t-arcsine|" in signature for signature in table.signatures)
    content = record_of(run, by)
    assert content["seed"] == 3
    one, other = (own["scores"][0] for own in content["systems"])
    assert one["against"] is None
    assert drawn.difference is not None
    assert other["against"] == {
        "system": "one",
        "f1_difference": drawn.difference.difference,
        "p": drawn.difference.p,
        "p_holm": drawn.p_holm,
    }
    interval = confidence.intervals["f1"]
    assert other["intervals"] == {"f1": [interval.low, interval.high]}


def test_groups_have_intervals_of_their_own_unless_they_are_units() -> None:
    run = run_of(ONE, OTHER, statistics=True)
    drawn, plain = run_tables(run, [UPPER, DOCUMENTS])
    assert isinstance(drawn.rows[0][2], Estimate)
    assert plain.rows[0][2] == 0.5
    (content, _) = record_of(run, [UPPER, DOCUMENTS])["systems"]
    assert list(content["groups"]["half"][0]["intervals"]) == ["f1"]
    assert "intervals" not in content["groups"]["document"][0]


def test_p_is_against_the_system_that_the_user_names() -> None:
    run = run_of(ONE, OTHER, statistics=True, against="other")
    (table,) = run_tables(run)
    assert [row[-1] is None for row in table.rows] == [False, True]
    assert any("against that of other," in note for note in table.notes)
    one, other = (own["scores"][0]["against"] for own in record_of(run)["systems"])
    assert (one["system"], other) == ("other", None)
    assert one["f1_difference"] == pytest.approx(0.5)


def test_one_system_has_intervals_and_nothing_to_be_compared_with() -> None:
    (table,) = run_tables(run_of(ONE, statistics=True))
    assert [column.name for column in table.columns] == ["name", "f1", "found"]
    assert isinstance(table.rows[0][1], Estimate)
    assert len(table.notes) == 1


@pytest.mark.parametrize("by", [(), (DOCUMENTS,)])
def test_a_system_that_could_not_be_measured_has_a_row_and_a_reason(
    by: Sequence[Grouping[Any]],
) -> None:
    lost = (Unusable("lost", "there is no such folder"),)
    (table,) = run_tables(run_of(ONE, OTHER, unusable=lost), by)
    assert table.rows[-1][0] == "lost"
    assert set(table.rows[-1][1:]) <= {"", None}
    assert "lost: not scored: there is no such folder" in table.notes
    run = run_of(ONE, unusable=lost)
    content = record_of(run, by)
    assert content["systems"][-1] == {
        "name": "lost",
        "signature": None,
        "warnings": [],
        "scores": [],
        "error": "there is no such folder",
    }
    assert "lost: not scored: there is no such folder" in content["notes"]
    rows = text_of(measure_report(run, by), "csv").splitlines()
    assert set(rows[-1]) <= set("lost,")
    assert rows[-1].count(",") == rows[0].count(",")


def test_json_has_what_is_known_of_all() -> None:
    run = run_of(ONE, warnings=("odd gold",), remarks=("few documents",))
    content = json.loads(text_of(measure_report(run, members={"one": {"team": 7}}), "json"))
    assert list(content) == [
        *("schema", "version", "measure", "systems"),
        *("tables", "notes", "warnings", "problems"),
    ]
    assert (content["schema"], content["measure"]) == (2, "test")
    assert content["warnings"] == ["odd gold", "few documents"]
    assert content["notes"] == []
    (own,) = content["systems"]
    assert (own["warnings"], own["team"]) == (["one is new"], 7)
    assert own["signature"] == str(ONE.signature)


def test_further_tables_follow_the_scores_in_every_format() -> None:
    more = Table((Column("name"), Column("of")), (("one", 1),), name="more")
    details = Table((Column("name"), Column("detail")), (("one", "x"),), name="details")
    report = measure_report(run_of(ONE), tables=[more], rows=[details])
    assert text_of(report).split("\n\n")[1].splitlines() == [
        "name  of",
        "one    1",
        f"signature: {ONE.signature}",
    ]
    assert len(text_of(report, "csv").split("\n\n")) == 3
    assert json.loads(text_of(report, "json"))["tables"] == {"more": [{"name": "one", "of": 1}]}


def test_notes_of_a_measure_stand_below_its_tables() -> None:
    noted = replace(PLAIN, notes=("counted by hand",))
    report = measure_report(run_of(replace(ONE, measure=noted)))
    assert text_of(report).splitlines()[-1] == "counted by hand"
    assert json.loads(text_of(report, "json"))["notes"] == ["counted by hand"]


def test_a_system_that_differs_is_marked_at_the_tested_figure() -> None:
    first, second = (
        result_of(PLAIN, name, {f"{k}.tml": score for k in range(8)})
        for name, score in (("one", ALL), ("other", HALF))
    )
    (table,) = run_tables(run_of(first, second, statistics=True))
    assert table.marks == {(1, 1): "‡"}


def test_the_columns_that_a_user_may_choose() -> None:
    assert [column.name for column in columns_of(PLAIN, ["document"])] == [
        *("name", "document", "f1", "found", "p_holm"),
    ]
    assert [column.name for column in columns_of(LABELLED)] == [
        *("name", "layer", "attribute", "f1", "found", "p_holm"),
    ]


# The measures of the kit


@pytest.mark.parametrize("kind", ["document", "relation"])
def test_groups_of_questions_add_up(scored: Run[DocumentAnswers], kind: str) -> None:
    by = grouped_by("document", "relation")
    for content in record_of(scored, list(by.values()))["systems"]:
        for count in ("questions", "answered", "correct"):
            total = sum(group[count] for group in content["groups"][kind])
            assert total == content["scores"][0][count]


def test_a_table_for_each_kind_of_group(scored: Run[DocumentAnswers]) -> None:
    by = grouped_by("document", "relation")
    tables = run_tables(scored, list(by.values()))
    assert [table.columns[1].name for table in tables] == list(by)
    for table, grouping in zip(tables, by.values(), strict=True):
        assert run_tables(scored, [grouping]) == [table]


def test_fields_of_groups_are_in_the_signature_where_they_are_printed(
    scored: Run[DocumentAnswers],
) -> None:
    by = grouped_by("distance", "relation")
    distances, relations = run_tables(scored, list(by.values()))
    assert all("|distance:sentences|bins:0,1,2-4,5+" in s for s in distances.signatures)
    assert not any("|distance:" in signature for signature in relations.signatures)
    (content, _) = record_of(scored, list(by.values()))["systems"]
    assert "|distance:sentences|" in content["signature"]


def test_figures_are_those_of_the_results(awareness: Run[AwarenessScore]) -> None:
    whole = record_of(replace(awareness, warnings=("odd",)))
    assert whole["warnings"] == ["odd"]
    for content, result in zip(whole["systems"], awareness.results, strict=True):
        (score,) = content["scores"]
        assert score["f1"] == result.score.f1
        assert score["recall_implicit"] == 0
        assert content["signature"] == str(result.signature)


def test_the_implicit_share_has_a_column_where_there_is_one(
    awareness: Run[AwarenessScore],
) -> None:
    assert "implicit" not in text_of(measure_report(awareness))
    credited = result_of(AWARENESS, "s", {"a.tml": AwarenessScore(1, 2, 1, 2, 0.25)})
    head, row, _ = text_of(measure_report(run_of(credited))).splitlines()
    assert head.split()[-1] == "implicit"
    assert row.split()[-1] == "0.250"


def test_groups_are_documents(awareness: Run[AwarenessScore]) -> None:
    drawn = replace(awareness, statistics=statistics_of(awareness.results))
    lines = text_of(measure_report(drawn, [by_unit(AWARENESS)]))
    for name in awareness.results[0].by_unit():
        assert lines.count(name) == 2
    assert "F1 [95% interval]" in lines


Entities = Mapping[EntityRow, FoundScore]


def test_every_row_of_entities_has_its_figures(entities: Run[Entities]) -> None:
    whole = record_of(entities)
    for content, result in zip(whole["systems"], entities.results, strict=True):
        for row, expected in zip(content["scores"], ENTITY_ROWS, strict=True):
            labels = (expected.layer, expected.mode, expected.attribute)
            assert (row["layer"], row["mode"], row["attribute"]) == labels
            score = result.scores[labels]
            assert isinstance(score, FoundScore)
            assert row["f1"] == score.f1


def test_statistics_of_entities_are_per_row(entities: Run[Entities]) -> None:
    whole = record_of(replace(entities, statistics=statistics_of(entities.results)))
    for rows in zip(*(content["scores"] for content in whole["systems"]), strict=True):
        best = max(rows, key=lambda row: -1 if row["f1"] is None else row["f1"])
        assert best["against"] is None
        assert all(
            low <= row["f1"] <= high for row in rows for low, high in [row["intervals"]["f1"]]
        )


def test_groups_of_entities_are_documents(entities: Run[Entities]) -> None:
    run = replace(entities, results=entities.results[:1])
    lines = text_of(measure_report(run, [by_unit(entities.measure)])).splitlines()
    assert len(lines) == 2 + (len(run.results[0].units) + 1) * len(ENTITY_ROWS)
