"""What Python prints of our values can be pasted back; large ones are one short line.

All public classes are looked at: instances of them are found in what the examples give.
"""

from __future__ import annotations

import enum
import importlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest

import timeml
from tests.test_public_api import PUBLIC, is_class
from timegraph import (
    Allen,
    AllenSet,
    Answer,
    IntervalNetwork,
    Link,
    Period,
    TimeGraph,
    annotation,
    build,
    checking,
    corpus,
    dates,
    explain,
    facts,
    findings,
    labels,
    options,
    pictures,
    proofs,
    qa,
    repairs,
    report,
    scoring,
    service,
    statements,
    times,
    torque,
)
from timegraph.dates import compare
from timegraph.decoding import Candidate, decode
from timegraph.documents import conventions
from timegraph.documents.closure import translate_labels
from timegraph.facts import quadruples, scoring as answers
from timegraph.facts.readers import read_dataset, read_facts_file
from timegraph.scoring.measure import by_unit
from timegraph.task.drawing import draw_questions
from timegraph.torque import read_passages
from timeml import edtf, readers, timex_value, writers

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MOST = 100

# Printed on one short line, which cannot be pasted back.
SHORT = {
    "timegraph.annotation.Annotator": "a table of weights",
    "timegraph.TimeGraph": "may have a million links",
    "timegraph.GraphSnapshot": "may have a million links",
    "timeml.Document": "a whole text",
    "timeml.Collection": "a folder of documents",
    "timeml.Alignment": "has a document",
    "timeml.Positions": "a tool with a file's tags",
    "timegraph.checking.CheckedDocument": "all that is wrong with a document",
    "timegraph.decoding.Decoded": "has the labels of all pairs",
    "timegraph.IntervalNetwork": "may have a million links",
    "timegraph.networks.IntervalNetwork": "may have a million links",
    "timegraph.findings.Describer": "a tool that has a document",
    "timegraph.documents.TranslatedDocument": "has a document",
    "timegraph.qa.QuestionSet": "may have thousands of questions",
    "timegraph.qa.Session": "a tool that has a document",
    "timegraph.service.Dispatcher": "holds graphs",
    "timegraph.scoring.Agreement": "has the annotations of all",
    "timegraph.scoring.DecodedText": "has a document",
    "timegraph.scoring.Gold": "has a corpus",
    "timegraph.scoring.Grouping": "has functions",
    "timegraph.scoring.Kit": "has documents",
    "timegraph.scoring.Measure": "has functions",
    "timegraph.scoring.Measured": "has all that was counted in a document",
    "timegraph.scoring.Result": "the scores of all documents",
    "timegraph.scoring.Run": "has the results of systems",
    "timegraph.scoring.Statistics": "has figures of many systems",
    "timegraph.scoring.Task": "has functions",
    "timegraph.facts.scoring.Answered": "has a question with all its facts",
    "timegraph.facts.scoring.AnsweringSystem": "may have thousands of answers",
    "timegraph.facts.scoring.Predictions": "may be thousands",
    "timegraph.report.Report": "has all tables",
    "timegraph.report.Table": "may have thousands of rows",
    "timegraph.options.Choice": "has long texts and a type",
    "timeml.readers.File": "has functions",
    "timeml.readers.Format": "has a function",
    "timeml.readers.Source": "has the bytes of a document",
    "timeml.writers.Losses": "a tool that counts",
    "timegraph.corpus.Documents": "a corpus",
    "timegraph.corpus.Item": "has the bytes of documents",
    "timegraph.corpus.Source": "has the bytes of a document",
    "timegraph.corpus.Pool": "processes",
    "timegraph.facts.readers.Dataset": "may have thousands of questions",
    "timegraph.facts.readers.ReadFacts": "may have a million facts",
    "timegraph.facts.readers.Record": "has a question with all its facts",
    "timegraph.facts.FactBase": "may have a million facts",
    "timegraph.facts.Quadruples": "may have millions of facts",
    "timeml.edtf.Granules": "has a function",
    "timeml.edtf.Extent": "has granules",
    "timegraph.task.drawing.Drawn": "has documents",
    "timegraph.task.drawing.DrawnDocument": "has a document",
    "timegraph.torque.PassageSet": "may have thousands of questions",
    "timegraph.pictures.Timeline": "a whole picture",
}
# Printed otherwise, for a reason of its own.
OTHERWISE = {
    "timegraph.pictures.Picture": "prints the drawing in text, for terminals",
    "timegraph.options.Choices": "a dict",
}


def public_classes() -> Iterator[tuple[str, type]]:
    for package, names in PUBLIC.items():
        for name in names.split() if not package.startswith("timegraph.testing") else ():
            thing = getattr(importlib.import_module(package), name)
            # A score is made of the counts of the class that inherits this one.
            if is_class(thing) and not issubclass(thing, BaseException) and name != "CountedScore":
                yield f"{package}.{name}", thing


CLASSES = dict(public_classes())


def graphs(document: timeml.Document, system: timeml.Document) -> Iterator[object]:
    conflicting = build(system, on_conflict="drop-link")
    choices = IntervalNetwork[str]()
    choices.add_no_overlap(["a", "b"])
    choices.add_any_of([[("a", "before", "b")], [("a", "after", "b")]], source="Ann")
    yield from (choices, choices.links, choices.scenario())
    days = TimeGraph[str](on_conflict="drop-link")
    days.place("a", within="1998-05")
    days.add_distance(("a", "end"), ("b", "start"), at_least="3 days", at_most="5 months")
    days.add_distance(("a", "end"), ("b", "start"), at_most="2 days")
    days.add("a", "before", "b", source=["Ann", 1])
    days.add("b", ["before", "meets"], "a")
    days.add_points(("a", "end"), "<=", ("c", "start"))
    for graph in (build(document, calendar=True), conflicting, days):
        yield from (graph, graph.snapshot(), graph.links, graph.conflicts)
        yield [proofs.contradictions(graph, conflict) for conflict in graph.conflicts]
    yield [explain(days, "a", "before", other) for other in "bc"]
    yield [explain(days, "a", "before", other).shown for other in "bc"]
    yield explain(days, "c", "overlaps", "b")
    yield days.distance(("a", "end"), ("b", "start"))
    yield proofs.explain_distance(days, ("a", "start"), ("b", "end"))
    yield from (repairs.smallest_repair(conflicting), repairs.independent_conflicts(conflicting))
    said = ("ONE post AT A TIME", "Ann | post | Kelp | 1997")
    resolved = statements.resolve(
        statements.Statement.parse("Ann | post | Cove | 2003"),
        map(statements.Statement.parse, said),
    )
    yield from (resolved.statement, resolved, *resolved.closings)


def asked(document: timeml.Document) -> Iterator[object]:
    session = qa.Session(document)
    yield session
    one, other = (event.eid for event in document.events[:2])
    for text in (
        f"IS {one} BEFORE {other}",
        f"LIST BEFORE {other}",
        f"WHEN {one}",
        f"HOW LONG {one}",
        f"HOW LONG BETWEEN {one}.end {other}.start",
        f"IS {one} AT LEAST 3 DAYS BEFORE {other}",
        f"IS {one}.start BEFORE {other}.end",
    ):
        question = qa.parse_question(text)
        yield from (question, session.ask(question))
        if not text.startswith(("LIST", "WHEN")):
            yield qa.explain_question(session.graph, document, question)


def scored(gold: timeml.Collection, system: timeml.Collection) -> Iterator[object]:
    for path in ("list-questions.txt", "eval-questions/question-set.txt"):
        questions = qa.read_questions(EXAMPLES / "kit" / path)
        key = scoring.read_key(gold, questions)
        result = scoring.score_system(system, questions=questions, key=key, explain=True)
        yield from (questions, key, result, result.score, scoring.list_score(result))
        yield scoring.answers_of(result)
    read = scoring.read_gold(gold)
    for each in (scoring.AWARENESS, scoring.ENTITIES):
        tasks = [each.task(gold=read, system=system)]
        run = scoring.run_measure(each, tasks, statistics=True)
        yield from (read, each, tasks, run, run.results[0].by_unit())
        yield (by_unit(each), report.measure_report(run))
    kits = scoring.open_kit(scoring.KitInput(folder=EXAMPLES / "kit"))
    yield from (kits, scoring.Workers(), scoring.Unusable("a", "it is empty"))
    yield scoring.measure_agreement({"a": gold, "b": system})
    yield next(iter(scoring.decode_annotations({"a": gold.restricted(gold.names[:1])})))
    yield from (report.FindingsSection((), {}), report.TableOptions())


def of_benchmarks() -> Iterator[object]:
    data = read_dataset(EXAMPLES / "facts" / "questions.jsonl")
    predictions = answers.read_predictions(EXAMPLES / "facts" / "reader.jsonl")
    reader = answers.AnsweringSystem("reader", predictions)
    run = answers.score_facts(data.records, [answers.ENGINE, reader])
    yield from (data, data.records, read_facts_file(EXAMPLES / "facts" / "career.csv"), reader)
    yield from (
        run,
        answers.AnswerOptions(),
        answers.OfficialOptions(),
        answers.Figures(1.0, 0.5, 0.0, 0.5),
    )
    table = quadruples([("Lund", "visit", "Anna", "2005-01-31")])
    asked = table.ask({"subject": "Lund", "relation": "visit", "op": "first"})
    yield from (table, asked, asked.facts)
    pair = times.TimePair("1", "7 May 2023", "8 May 2023")
    compared = times.compare_answers(pair.answer, pair.gold)
    yield from (pair, compared, compared.gold[0].readings[0], times.TimeOptions())
    yield times.score_times({"a": [pair]}).results[0].score
    kit = timeml.open_collection(EXAMPLES / "kit" / "gold")
    yield annotation.train([kit.read(kit.names[0])], entities=False)
    passages = read_passages(EXAMPLES / "torque" / "passages.json")
    yield from (passages, torque.score_torque(passages, {"nothing": {}}).results[0].score)
    yield scoring.Signature.of("measure", field="value")
    yield from (scoring.Interval(0.1, 0.2), scoring.Difference(0.1, None))
    yield scoring.Unknown("open", "nothing says so")
    yield scoring.QuestionContext()


def others(document: timeml.Document, system: timeml.Document, tmp_path: Path) -> Iterator[object]:
    yield from (Allen, Answer, timeml.RelType, qa.Comparison, qa.Kind, qa.ListRelation)
    yield timeml.align_ids(system=system, key=document)
    votes = [(a, b, "before", 1) for a, b in ("ab", "bc", "ca")]
    decoded = decode(votes, labels="matres")
    yield from (decoded, *decoded.overruled, Candidate("a", "b", "before", Fraction(1, 2)))
    claim = service.Claim("c1", (Link("b", AllenSet("before"), "a"),))
    yield from (service.Verdict, service.Limits(), service.Dispatcher(), claim)
    yield service.verify(TimeGraph(), [claim])
    yield timeml.TextDifference(10, 1, 10, 2, 0, 1, 0, 1)
    yield timeml.SLink("sl1", "MODAL", "ei1", "ei2")
    yield timeml.ALink("al1", "INITIATES", "ei1", "ei2")
    yield timeml.Diagnostic("code", "message", "e1", 3)
    positions = timeml.positions(timeml.write(document))
    yield from (positions, positions.find("EVENT", document.events[0].eid))
    checked = checking.check_document(system, path="system.tml", time_limit=2.0)
    yield checked
    yield from checking.open_documents([(corpus.Source("a", "a.tml", document=document), "")])
    gold = timeml.open_collection(EXAMPLES / "kit" / "gold")
    yield draw_questions(gold, number=4, answers={Answer.YES: 1})
    yield from (list(checking.open_pairs(document)), checking.RULES, checking.Selection())
    yield from (findings.Describer(document), checking.Progress(5, 4, 6, 15, 7, 9, (("a", "b"),)))
    yield from (options.CHOICES, options.Interpretation(), labels.find_scheme("tbd"))
    yield translate_labels(document, labels.find_scheme("matres"))
    yield [timex_value.interpret(timex, document=document) for timex in document.timexes]
    yield [timex_value.parse_value(value) for value in ("P3D", "PAST_REF", "XX", "1998-05")]
    yield from map(edtf.When, ("1984?", "199", "1964/2008", "[1667,1668]"))
    yield [edtf.When(text).edtf for text in ("1984?", "1964/2008", "[1667,1668]")]
    yield [edtf.When("1964/2008").extent, compare("1984", "1985")]
    yield edtf.When("Y17000").possible
    yield Period("1984-05")
    days = [dates.read_date(text) for text in ("1990", "1990-05")]
    base = facts.FactBase([facts.Fact("a", "b", "c", days[0], days[1], facts.Source("f", 3))])
    yield from (base, base.facts, base.at("a", "b", days[1]), dates.read_step("3 years"))
    lines = EXAMPLES / "corpora" / "dense.tsv"
    file = readers.File(lines.name, str(lines), lines.read_bytes)
    yield from (file, readers.read_files([file]), readers.FORMATS, writers.FORMATS)
    yield from (writers.write_as("brat", {"a": document}), writers.Losses())
    graph = build(document)
    yield from (pictures.show(graph, document), pictures.timeline_of(graph))
    yield from (report.Column("a"), report.Table((report.Column("a"),), ((1,),)))
    yield corpus.Item("a", (corpus.Source("a.tml", "b/a.tml", b"bytes"),))
    yield from (corpus.Outcome("a", 3), corpus.Pool(1))


@pytest.fixture(scope="module")
def instances(tmp_path_factory: pytest.TempPathFactory) -> Mapping[type, list[object]]:
    """Instances of our classes, found in all that the examples give."""
    gold = timeml.open_collection(EXAMPLES / "kit" / "gold")
    system = timeml.open_collection(EXAMPLES / "kit" / "systems" / "hasty")
    name = "blog-first-marathon.tml"
    both = gold.read(name), system.read(name)
    found: defaultdict[type, list[object]] = defaultdict(list)
    seen: dict[int, object] = {}

    def walk(value: object) -> None:
        if id(value) in seen or len(found[type(value)]) > 200:
            return
        seen[id(value)] = value  # keeps it alive, so that its id is its own
        if type(value).__module__.startswith(("timegraph", "timeml")):
            found[type(value)].append(value)
        if is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                walk(getattr(value, field.name, None))
        if isinstance(value, Mapping):
            walk(tuple(value.items()))
        elif isinstance(value, (list, tuple, set, frozenset)) or (
            isinstance(value, type) and issubclass(value, enum.Enum)
        ):
            for member in value:
                walk(member)

    for given in (gold, both):
        walk(given)
    for one in graphs(*both):
        walk(one)
    for one in asked(both[0]):
        walk(one)
    for one in scored(gold, system):
        walk(one)
    for one in of_benchmarks():
        walk(one)
    for one in others(*both, tmp_path_factory.mktemp("journal")):
        walk(one)
    return found


def names_for(path: str) -> dict[str, object]:
    """The names that a user has imported who pastes: all public ones, of the package of ``path``
    first, and what links of the calendar have."""
    package = path.rpartition(".")[0]
    names: dict[str, object] = {"Fraction": Fraction, "mappingproxy": MappingProxyType}
    names |= {"Counter": Counter, "PosixPath": Path, "WindowsPath": Path}
    names |= vars(conventions)
    for home in [*reversed(PUBLIC), package]:
        module = importlib.import_module(home)
        names |= {name: getattr(module, name) for name in PUBLIC[home].split()}
    return names


def test_the_lists_name_public_classes() -> None:
    assert (SHORT.keys() | OTHERWISE.keys()) <= CLASSES.keys()
    assert not SHORT.keys() & OTHERWISE.keys()


@pytest.mark.parametrize("path", [path for path in CLASSES if path not in OTHERWISE])
def test_what_is_printed(path: str, instances: Mapping[type, list[object]]) -> None:
    values = instances[CLASSES[path]]
    assert values, f"no {path} among the samples"
    if path in SHORT:
        for value in values:
            assert "\n" not in repr(value)
            assert len(repr(value)) <= MOST
            assert repr(value).startswith("<")
        return
    names = names_for(path)
    for value in values:
        assert eval(repr(value), names) == value
