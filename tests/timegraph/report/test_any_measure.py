"""What every measure prints, whichever it is: a toy of a few lines, and all that there are."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from timegraph.commands.main import timegraph
from timegraph.corpus import Item
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import AnsweringSystem, answer_grouping, score_facts
from timegraph.findings import Finding
from timegraph.report import (
    FINDING_FORMATS,
    FORMATS,
    Report,
    TableOptions,
    measure_report,
    render,
)
from timegraph.report.agreement import agreement_report
from timegraph.report.measures import columns_of
from timegraph.report.qa_tempeval import questions_report
from timegraph.report.relations import GROUPS, relations_report
from timegraph.scoring import (
    AWARENESS,
    ENTITIES,
    CountedScore,
    Figure,
    Grouping,
    KitInput,
    Measure,
    Measured,
    Run,
    Signature,
    Task,
    Unusable,
    Workers,
    open_kit,
    read_gold,
    run_measure,
    score_kit,
)
from timegraph.scoring.agreement.measure import measure_agreement
from timegraph.scoring.measure import by_unit
from timegraph.scoring.qa_tempeval.measure import groupings
from timegraph.scoring.relations import RELATIONS
from timegraph.scoring.signature import ratio
from timegraph.torque import answers
from timegraph.torque.answers import BASELINES
from timegraph.torque.passages import problem, read_passages
from timegraph.torque.scoring import score_torque, torque_grouping
from timeml import open_collection

# A toy measure: how often the tosses of a coin are guessed, a round of them at a time.


@dataclass(frozen=True, slots=True)
class Guesses(CountedScore):
    right: int = 0
    tosses: int = 0

    @property
    def accuracy(self) -> float | None:
        return ratio(self.right, self.tosses)


def guessed(item: Item) -> Measured[Guesses]:
    guesses, tosses = item.rest
    right = sum(guess == toss for guess, toss in zip(guesses, tosses, strict=True))
    return Measured(item.name, Guesses(right, len(tosses)))


def guesses_task(system: str, guesses: Iterable[str], tosses: Sequence[str]) -> Task[Guesses]:
    rounds = [
        Item(f"round {number}", rest=pair)
        for number, pair in enumerate(zip(guesses, tosses, strict=True), start=1)
    ]
    return Task(
        system=system,
        signature=Signature.of("guesses", coin="fair"),
        items=lambda as_bytes: rounds,
        count=guessed,
        total=len(rounds),
    )


GUESSES: Measure[Guesses] = Measure(
    name="guesses",
    figures=(Figure("right"), Figure("tosses"), Figure("accuracy", "Acc")),
    empty=Guesses(),
    scores=lambda value: {(): value},
    unit="round",
    units="rounds",
    intervals=("accuracy",),
    tested="accuracy",
    best=("accuracy",),
    task=guesses_task,
)

# What a test needs of a measure: a run with statistics or without, its groupings, and its report.


@dataclass(frozen=True)
class Measuring:
    """A run and what is printed of it, by groups or not."""

    run: Run[Any]
    groupings: Sequence[Grouping[Any]] = ()
    problems: Sequence[Finding] = ()

    def report(self, grouped: bool) -> Report:
        groupings = self.groupings if grouped else ()
        return measure_report(self.run, groupings, problems=self.problems)


class MeasuringQuestions(Measuring):
    """Answers have lists and errors besides the scores."""

    def report(self, grouped: bool) -> Report:
        return questions_report(self.run, self.groupings if grouped else (), errors=True)


class MeasuringRelations(Measuring):
    """Relations have groups in tables of their own."""

    def report(self, grouped: bool) -> Report:
        return relations_report(self.run, GROUPS if grouped else ())


Runs = Callable[[bool], Measuring]
Case = Callable[[Path], Runs]

TOSSES = ("HTHH", "TTTH", "HHHT", "TH", "HHTT", "THTH")
SEER = ("HTHH", "TTHH", "HHHT", "TT", "HHTT", "THTH")


def toy(kit: Path) -> Runs:
    def runs(statistics: bool) -> Measuring:
        heads = ["H" * len(tosses) for tosses in TOSSES]
        tasks = [
            GUESSES.task("seer", SEER, TOSSES),
            GUESSES.task("heads", heads, TOSSES),
        ]
        halves: Grouping[Guesses] = Grouping(
            "half",
            lambda unit: {("early" if unit.name < "round 4" else "late",): {(): unit.value}},
            fields={"half": "3"},
        )
        run = run_measure(GUESSES, tasks, statistics=statistics)
        return Measuring(run, [halves, by_unit(GUESSES)])

    return runs


def question_answering(kit: Path) -> Runs:
    kits = open_kit(KitInput(folder=kit))

    def runs(statistics: bool) -> Measuring:
        run = score_kit(kits, explain=True, statistics=statistics)
        return MeasuringQuestions(run, groupings(["answer", "document"], key=kits.key))

    return runs


def with_gold(measure: Measure[Any], kit: Path) -> Runs:
    gold = read_gold(open_collection(kit / "gold"))
    systems = [open_collection(kit / "systems" / name) for name in ("careful", "hasty")]

    def runs(statistics: bool) -> Measuring:
        tasks = [measure.task(gold=gold, system=system) for system in systems]
        run = run_measure(measure, tasks, statistics=statistics)
        return (
            MeasuringRelations(run) if measure is RELATIONS else Measuring(run, [by_unit(measure)])
        )

    return runs


def passages(kit: Path) -> Runs:
    read = read_passages(kit.parent / "torque" / "passages.json")
    systems = {name: answers.answers_of(BASELINES[name], read) for name in ("majority", "nothing")}

    def runs(statistics: bool) -> Measuring:
        run = score_torque(read, systems, statistics=statistics)
        by = [torque_grouping("kind", read)]
        problems = [problem("lost", "p1", "q1", "the passage has no text")]
        return Measuring(run, by, problems)

    return runs


FACTS = ("f0", "f0", "f1", "f1", "f2", "f2")
RECORDS = [
    Record(str(k), "q", ("x",), None, fact, columns={"fact": (fact,), "a": (a,), "b": ("x",)})
    for k, (fact, a) in enumerate(zip(FACTS, "xyxyxx", strict=True))
]
ANSWERING = [AnsweringSystem(name, column=name) for name in "ab"]


def dated_facts(kit: Path) -> Runs:
    def runs(statistics: bool) -> Measuring:
        run = score_facts(RECORDS, ANSWERING, statistics=statistics)
        return Measuring(run, [answer_grouping("answers")])

    return runs


CASES: dict[str, Case] = {
    "toy": toy,
    "qa-tempeval": question_answering,
    "temporal-awareness": partial(with_gold, AWARENESS),
    "entities": partial(with_gold, ENTITIES),
    "relations": partial(with_gold, RELATIONS),
    "torque": passages,
    "answers": dated_facts,
}
"""Every measure, by its name and what is special about the case."""


@pytest.fixture(scope="module", params=CASES)
def measuring(request: pytest.FixtureRequest, kit: Path) -> Mapping[bool, Measuring]:
    """A measure without statistics and with them; each is run once."""
    runs = CASES[request.param](kit)
    return {statistics: runs(statistics) for statistics in (False, True)}


Both = Mapping[bool, Measuring]
statistics_or_not = pytest.mark.parametrize("statistics", [False, True], ids=["", "statistics"])
grouped_or_not = pytest.mark.parametrize("grouped", [False, True], ids=["", "grouped"])

SCHEMA = json.loads(
    files("timegraph.report").joinpath("measure.schema.json").read_text(encoding="utf-8")
)
TOP = ["schema", "version", "measure", "systems", "tables", "notes", "warnings", "problems"]
UNSIGNED = {"published"}
"""Tables of figures that were not measured here, but published by others."""

SYSTEM = ["name", "signature", "warnings", "scores"]


def validated(text: str) -> dict[str, Any]:
    """The object, after a check against the schema."""
    content: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    return content


def printed(report: Report, format: str, **options: Any) -> str:
    return render(report, TableOptions(format, **options))


@statistics_or_not
@grouped_or_not
def test_json_has_the_same_keys(measuring: Both, statistics: bool, grouped: bool) -> None:
    run, report = measuring[statistics].run, measuring[statistics].report(grouped)
    by = measuring[statistics].groupings if grouped else ()
    content = validated(printed(report, "json"))
    assert [key for key in content if key != "seed"] == TOP
    assert ("seed" in content) == statistics
    assert content["schema"] == 2
    assert content["measure"] == run.measure.name
    assert [system["name"] for system in content["systems"]] == [r.name for r in run.results]
    for system in content["systems"]:
        assert [key for key in system if key in SYSTEM] == SYSTEM
        for grouping in by:
            for row in system["groups"][grouping.name]:
                assert next(iter(row)) == grouping.name
        for score in system["scores"]:
            names = [*run.measure.labels, *(figure.name for figure in run.measure.figures)]
            assert list(score)[: len(names)] == names


@statistics_or_not
@grouped_or_not
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_has_the_signatures(
    measuring: Both, statistics: bool, grouped: bool, format: str
) -> None:
    run, report = measuring[statistics].run, measuring[statistics].report(grouped)
    text = printed(report, format)
    assert text.endswith("\n")
    tables = report.tables if format != "csv" else report.rows or ()
    signed = {table.name: any(table.signatures) for table in tables if table.rows}
    assert {name for name, has in signed.items() if not has} <= UNSIGNED
    for table in tables:
        for signature in filter(None, table.signatures):
            assert signature.startswith(f"measure:{run.measure.name}|")
            if format != "json":
                assert signature in text
    if format == "json":
        every = [system["signature"] for system in json.loads(text)["systems"]]
        assert all(any(s in table.signatures for table in tables) or grouped for s in every)


@statistics_or_not
@grouped_or_not
def test_every_row_of_csv_has_its_signature(
    measuring: Both, statistics: bool, grouped: bool
) -> None:
    run, report = measuring[statistics].run, measuring[statistics].report(grouped)
    tables = printed(report, "csv").split("\n\n")
    assert tables[0].count("\n") > 1
    for data, table in zip(report.rows or (), tables, strict=True):
        for row in csv.DictReader(io.StringIO(table)) if data.name not in UNSIGNED else ():
            assert row["signature"].startswith(f"measure:{run.measure.name}|")


@statistics_or_not
@grouped_or_not
def test_signatures_have_the_method_exactly_where_intervals_are_printed(
    measuring: Both, statistics: bool, grouped: bool
) -> None:
    report = measuring[statistics].report(grouped)
    for table in (*report.tables, *(report.rows or ())):
        intervals = any(column.interval for column in table.columns)
        assert not intervals or statistics
        for signature in filter(None, table.signatures):
            assert "|intervals:" in signature or not intervals, table.name
            assert "|intervals:" not in signature or statistics, table.name
    assert any(column.interval for column in report.tables[0].columns) == statistics
    for system in validated(printed(report, "json"))["systems"]:
        assert ("|intervals:" in system["signature"]) == statistics
        assert all(("intervals" in score) == statistics for score in system["scores"])
    for format, words in (("text", "95% interval"), ("latex", r"95\% interval"), ("csv", "_low")):
        assert (words in printed(report, format)) == statistics


@statistics_or_not
def test_a_system_that_could_not_be_measured_is_in_every_format(
    measuring: Both, statistics: bool
) -> None:
    unusable = (Unusable("lost", "there is no such folder"),)
    run = replace(measuring[statistics].run, unusable=unusable)
    for grouped in (False, True):
        report = replace(measuring[statistics], run=run).report(grouped)
        for format in FORMATS:
            assert "lost" in printed(report, format)
        content = validated(printed(report, "json"))
        assert content["systems"][-1]["error"].endswith("there is no such folder")
        assert any("lost: not scored: " in note for note in content["notes"])


def test_columns_are_chosen_by_name(measuring: Both) -> None:
    run, report = measuring[False].run, measuring[False].report(False)
    names = {column.name for column in columns_of(run.measure)}
    tested = run.measure.tested
    assert tested in names
    head = printed(report, "csv", columns=(tested,)).splitlines()[0].split(",")
    assert head[0] == "name"
    assert head[-2:] == [tested, "signature"]
    assert not {figure.name for figure in run.measure.figures} - {tested} & set(head) - {tested}


def test_every_figure_is_as_precise_in_json_as_it_was_counted(measuring: Both) -> None:
    run, report = measuring[False].run, measuring[False].report(False)
    systems = json.loads(printed(report, "json"))["systems"]
    for system, result in zip(systems, run.results, strict=True):
        for score, counted in zip(system["scores"], result.scores.values(), strict=True):
            for figure in run.measure.figures:
                assert score[figure.name] == figure.of(counted)


COMMANDS = {
    "qa-tempeval": "score --kit KIT",
    "temporal-awareness": "awareness --gold KIT/gold KIT/systems/careful KIT/systems/hasty",
    "entities": "entities --gold KIT/gold KIT/systems/careful KIT/systems/hasty",
    "relations": "relations --gold KIT/gold KIT/systems/careful KIT/systems/hasty",
    "agreement": "agreement KIT/../agreement/ada KIT/../agreement/ben",
    "torque": "torque score KIT/../torque/passages.json --baselines",
    "answers": "facts score KIT/../facts/questions.jsonl",
    "comparison": "compare --kit KIT",
}
"""A command line of each measure."""


@pytest.mark.parametrize("measure", COMMANDS)
def test_json_of_a_command_has_the_same_keys(measure: str, kit: Path) -> None:
    line = COMMANDS[measure].replace("KIT", str(kit)).split()
    done = CliRunner().invoke(timegraph, [*line, "--format", "json", "--quiet"])
    assert done.exit_code in (0, 1), done.output
    content = validated(done.stdout)
    assert [key for key in content if key != "seed"] == TOP
    for system in content["systems"]:
        assert [key for key in system if key in SYSTEM] == SYSTEM
        assert system["signature"].startswith(f"measure:{content['measure']}|")


@statistics_or_not
def test_the_agreement_of_annotators_has_the_same_keys(root: Path, statistics: bool) -> None:
    folder = root / "examples" / "agreement"
    agreement = measure_agreement({name: open_collection(folder / name) for name in ("ada", "ben")})
    report = agreement_report(agreement, confidence=statistics)
    content = validated(printed(report, "json"))
    assert [key for key in content if key != "seed"] == TOP
    for system in content["systems"]:
        assert [key for key in system if key in SYSTEM] == SYSTEM
        assert ("|intervals:" in system["signature"]) == statistics
    for table in printed(report, "csv").split("\n\n"):
        rows = list(csv.DictReader(io.StringIO(table)))
        assert all(row["signature"].startswith("measure:annotator-agreement|") for row in rows)
    for format in FORMATS:
        assert "measure:annotator-agreement|" in printed(report, format)


# The toy alone


def test_a_toy_measure_is_run_and_printed_in_every_format(kit: Path) -> None:
    made = toy(kit)(True)
    run = made.run
    assert [str(result.score.accuracy)[:5] for result in run.results] == ["0.909", "0.545"]
    for format in FINDING_FORMATS:
        text = printed(made.report(True), format)
        assert ("seer" in text) == (format in FORMATS)
    assert printed(measure_report(run), "text").splitlines()[:3] == [
        "system  right  tosses     Acc [95% interval]      p",
        "seer       20      22  0.909* [0.681, 1.000]      -",
        "heads      12      22  0.545  [0.329, 0.753]  0.062",
    ]


@pytest.mark.slow
def test_workers_do_not_change_a_toy_measure(kit: Path) -> None:
    tasks = [GUESSES.task("seer", SEER, TOSSES)]
    alone = run_measure(GUESSES, tasks)
    with ThreadPoolExecutor(2) as executor:
        assert run_measure(GUESSES, tasks, workers=Workers(executor=executor)) == alone
    assert run_measure(GUESSES, tasks, workers=Workers(jobs=2)) == alone


# The schema


@pytest.fixture(scope="module")
def content(kit: Path) -> str:
    made = question_answering(kit)(True)
    run = replace(made.run, unusable=(Unusable("lost", "there is no such folder"),))
    return printed(replace(made, run=run).report(True), "json")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "change",
    [
        lambda whole: whole.update(schema=1),
        lambda whole: whole.update(system="careful"),
        lambda whole: whole.pop("problems"),
        lambda whole: whole["systems"][0].update(f1=0.5),
        lambda whole: whole["systems"][0].update(signature="qa-tempeval"),
        lambda whole: whole["systems"][0].update(error="lost"),
        lambda whole: whole["systems"][-1].pop("error"),
        lambda whole: whole["systems"][0].pop("warnings"),
        lambda whole: whole["systems"][0]["scores"][0].update(f1=[0.5]),
        lambda whole: whole["systems"][0]["scores"][0]["intervals"].update(f1=[0.5]),
        lambda whole: whole["systems"][1]["scores"][0]["against"].pop("p_holm"),
        lambda whole: whole["systems"][1]["scores"][0]["against"].update(best="careful"),
        lambda whole: whole["systems"][0]["errors"][0].update(why="so"),
        lambda whole: whole["systems"][0]["errors"][0].pop("severity"),
        lambda whole: whole["systems"][0]["groups"]["answer"][0].update(rows=[]),
        lambda whole: whole["tables"].update(more=[[1]]),
        lambda whole: whole["notes"].append(None),
        lambda whole: whole["problems"].append({"code": "no-dct"}),
    ],
)
def test_the_schema_notices_what_is_wrong(
    content: str, change: Callable[[dict[str, Any]], object]
) -> None:
    whole = validated(content)
    change(whole)
    with pytest.raises(jsonschema.ValidationError):
        validated(json.dumps(whole))
