"""The shipped kit is what it says it is: in the official layout, answered in full by its gold
annotations, and a fair exercise for alignment, conflicts and the calendar."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from timegraph import Answer, TimeGraph, build
from timegraph.qa import Kind, ListRelation, QuestionSet, answer_question, read_questions
from timegraph.scoring import DocumentAnswers, Result, Score, read_key, score_answers, score_system
from timegraph.scoring.annotation_notices import annotation_faults
from timeml import Collection, Document, RelType, align_ids, open_collection, read

THE_13 = {
    "BEFORE",
    "AFTER",
    "IBEFORE",
    "IAFTER",
    "INCLUDES",
    "IS_INCLUDED",
    "BEGINS",
    "BEGUN_BY",
    "ENDS",
    "ENDED_BY",
    "SIMULTANEOUS",
    "OVERLAPS",
    "OVERLAPPED_BY",
}
SYSTEMS = ("careful", "hasty")
FOLDERS = (
    "gold",
    "eval-questions/question-events",
    "systems/careful",
    "systems/hasty",
)


@pytest.fixture(scope="module")
def questions(kit: Path) -> QuestionSet:
    return read_questions(kit / "eval-questions" / "question-set.txt")


@pytest.fixture(scope="module")
def key(kit: Path, questions: QuestionSet) -> dict[str, Document]:
    return read_key(open_collection(kit / "eval-questions" / "question-events"), questions)


@pytest.fixture(scope="module")
def gold(kit: Path) -> dict[str, Document]:
    return {path.name: read(path) for path in sorted((kit / "gold").glob("*.tml"))}


@pytest.fixture(scope="module")
def results(
    kit: Path, questions: QuestionSet, key: dict[str, Document]
) -> dict[str, Result[DocumentAnswers]]:
    folders = {"gold": kit / "gold", **{name: kit / "systems" / name for name in SYSTEMS}}
    return {
        name: score_system(open_collection(folder), questions=questions, key=key, name=name)
        for name, folder in folders.items()
    }


def answers_of(
    documents: dict[str, Document], questions: QuestionSet, *, calendar: bool
) -> list[Answer]:
    """The answers of documents whose ids are the key's."""
    graphs = {name: build(document, calendar=calendar) for name, document in documents.items()}
    found = []
    for asked in questions.questions:
        assert asked.question is not None
        document = documents[asked.document]
        found.append(answer_question(graphs[asked.document], document, asked.question))
    return found


def aligned(kit: Path, system: str, key: dict[str, Document]) -> dict[str, Document]:
    collection = open_collection(kit / "systems" / system)
    return {
        name: align_ids(system=collection.read(name), key=key[name]).document
        for name in collection.names
    }


def f1(questions: QuestionSet, predicted: list[Answer]) -> float:
    score = score_answers(
        expected=[asked.answer for asked in questions.questions], predicted=predicted
    )
    assert score.f1 is not None
    return score.f1


# --- what there is -------------------------------------------------------------------------


def test_layout_is_that_of_the_official_kits(kit: Path) -> None:
    assert [path.name for path in (kit / "eval-questions").glob("*.txt")] == ["question-set.txt"]
    assert sorted(path.name for path in (kit / "systems").iterdir()) == list(SYSTEMS)


def test_at_least_six_documents_of_three_styles(gold: dict[str, Document]) -> None:
    assert len(gold) >= 6
    assert {name.partition("-")[0] for name in gold} == {"news", "encyclopedia", "blog"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_every_document(kit: Path, gold: dict[str, Document], folder: str) -> None:
    collection = open_collection(kit / folder)
    assert collection.names == tuple(gold)


@pytest.mark.parametrize("folder", FOLDERS)
def test_documents_read_without_complaint(kit: Path, folder: str) -> None:
    collection = open_collection(kit / folder)
    for name in collection.names:
        document = collection.read(name)
        # A document without any instance is correct; there must be no other finding.
        assert {diagnostic.code for diagnostic in document.diagnostics} <= {"no-instance"}
        assert not list(annotation_faults(document, name))
        assert document.docid == name.removesuffix(".tml")
        assert document.dct is not None
        assert document.dct.value


@pytest.mark.parametrize("folder", FOLDERS[1:])
def test_texts_are_those_of_gold(kit: Path, gold: dict[str, Document], folder: str) -> None:
    collection = open_collection(kit / folder)
    for name in collection.names:
        assert collection.read(name).text.split() == gold[name].text.split(), name


def test_texts_are_of_the_length_of_a_short_article(gold: dict[str, Document]) -> None:
    for name, document in gold.items():
        assert 110 <= len(document.text.split()) <= 250, name


def test_files_are_clean_utf8(kit: Path) -> None:
    paths = [path for path in kit.parent.rglob("*") if path.is_file()]
    assert len(paths) > 30
    for path in paths:
        text = path.read_bytes().decode("utf-8")
        assert "\r" not in text, path
        assert path.suffix == ".tsv" or "\t" not in text, path
        assert text.endswith("\n"), path
        assert not text.endswith("\n\n"), path
        assert all(line == line.rstrip() for line in text.split("\n")), path


def test_keys_come_in_both_official_forms(key: dict[str, Document]) -> None:
    bare = [d for d in key.values() if not any(event.instances for event in d.events)]
    full = [d for d in key.values() if all(event.instances for event in d.events)]
    assert len(bare) >= 2
    assert len(full) >= 2
    assert len(bare) + len(full) == len(key)
    assert all(event.class_ is None for d in bare for event in d.events)
    assert not any(document.tlinks for document in key.values())
    assert sum(len(event.instances) > 1 for d in full for event in d.events) >= 2


def test_timexes_are_of_every_sort(gold: dict[str, Document]) -> None:
    timexes = [timex for document in gold.values() for timex in document.timexes]
    assert {timex.type for timex in timexes} == {"DATE", "TIME", "DURATION", "SET"}
    values = {timex.value for timex in timexes}
    forms = ("PRESENT_REF", "-SU", "-Q2", "-H2", "-W20", "XXXX-", "TEV", "T09:30", "P5W")
    for form in forms:
        assert any(form in (value or "") for value in values), form
    assert "192" in values  # a decade
    assert any(timex.begin_point and timex.end_point for timex in timexes)


# --- the questions and gold ----------------------------------------------------------------


def test_questions_have_every_relation_and_every_answer(questions: QuestionSet) -> None:
    assert len(questions) >= 40
    assert questions.warnings == ()
    relations = {
        asked.question.relation.value
        for asked in questions.questions
        if asked.question is not None and asked.question.relation is not None
    }
    assert relations == THE_13 | {"IDENTITY", "DURING"}
    answers = [asked.answer for asked in questions.questions]
    for answer in Answer:
        assert answers.count(answer) >= 10
    assert [asked.number for asked in questions.questions] == [
        str(number) for number in range(1, len(questions) + 1)
    ]


def test_questions_name_entities_of_the_key(
    questions: QuestionSet, key: dict[str, Document]
) -> None:
    assert set(questions.documents) == set(key)
    for asked in questions.questions:
        assert asked.question is not None
        assert asked.text.endswith("?")
        for arg in asked.question.args:
            assert key[asked.document].resolve(arg) is not None, asked


@pytest.mark.parametrize("calendar", [False, True])
def test_gold_contradicts_neither_itself_nor_the_calendar(
    gold: dict[str, Document], calendar: bool
) -> None:
    for document in gold.values():
        assert build(document, on_conflict="error", calendar=calendar).conflicts == ()


@pytest.mark.parametrize("calendar", [False, True])
def test_gold_answers_every_question_as_expected(
    gold: dict[str, Document], questions: QuestionSet, calendar: bool
) -> None:
    predicted = answers_of(gold, questions, calendar=calendar)
    for asked, answer in zip(questions.questions, predicted, strict=True):
        assert answer is asked.answer, asked


def test_gold_scores_in_full(
    results: dict[str, Result[DocumentAnswers]], questions: QuestionSet
) -> None:
    score = results["gold"].score
    assert score == Score(questions=len(questions), answered=len(questions), correct=len(questions))
    assert (score.precision, score.recall, score.f1) == (1, 1, 1)
    assert results["gold"].having("failed") == ()
    assert results["gold"].notices == ()


def test_gold_aligned_to_the_key_keeps_the_ids_of_the_key(
    gold: dict[str, Document], key: dict[str, Document]
) -> None:
    for name, document in gold.items():
        alignment = align_ids(system=document, key=key[name])
        assert alignment.warnings == ()
        assert all(own == keys for own, keys in alignment.pairs), name
        assert {keys for _, keys in alignment.pairs} >= set(key[name].entities), name


def test_questions_need_inference_not_look_up(
    gold: dict[str, Document], questions: QuestionSet
) -> None:
    """At least half of the decided questions are about two entities that no single link joins."""
    joined = {
        name: {frozenset(ends) for _, *ends in document.linked} for name, document in gold.items()
    }
    decided = inferred = 0
    for asked in questions.questions:
        assert asked.question is not None
        if asked.answer is Answer.UNKNOWN:
            continue
        ends = frozenset(gold[asked.document].resolve(arg) for arg in asked.question.args)
        decided += 1
        inferred += ends not in joined[asked.document]
    assert inferred * 2 >= decided


# --- the systems ---------------------------------------------------------------------------


def test_systems_differ_and_stay_below_gold(results: dict[str, Result[DocumentAnswers]]) -> None:
    careful, hasty = (results[name].score for name in SYSTEMS)
    for figure in ("precision", "recall", "f1"):
        best, better, worse = (getattr(s, figure) for s in (results["gold"].score, careful, hasty))
        assert best > better > worse > 0, figure
    assert careful.correct - hasty.correct >= 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_document_needs_alignment(kit: Path, key: dict[str, Document], system: str) -> None:
    collection = open_collection(kit / "systems" / system)
    for name in collection.names:
        alignment = align_ids(system=collection.read(name), key=key[name])
        assert alignment.warnings == (), name
        assert any(own != keys for own, keys in alignment.pairs), name


def test_systems_number_differently(kit: Path) -> None:
    careful, hasty = (open_collection(kit / "systems" / name) for name in SYSTEMS)
    for name in careful.names:
        assert careful.read(name).entities != hasty.read(name).entities, name


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_alignment_a_system_looks_worse(
    kit: Path, questions: QuestionSet, results: dict[str, Result[DocumentAnswers]], system: str
) -> None:
    raw = score_system(open_collection(kit / "systems" / system), questions=questions, key=None)
    assert raw.score.correct < results[system].score.correct


@pytest.mark.parametrize("system", SYSTEMS)
def test_systems_miss_add_and_shift_entities(
    kit: Path, gold: dict[str, Document], system: str
) -> None:
    missing = extra = shifted = 0
    documents: Collection = open_collection(kit / "systems" / system)
    for name in documents.names:
        ours, theirs = gold[name], documents.read(name)
        if ours.text != theirs.text:  # wrapped otherwise; offsets do not compare
            continue
        spans = {(a.start, a.end) for a in (*ours.events, *ours.timexes) if a.start is not None}
        found = {(a.start, a.end) for a in (*theirs.events, *theirs.timexes) if a.start is not None}
        for start, end in found - spans:
            over = any(start < b and a < end for a, b in spans)
            shifted += over
            extra += not over
        missing += sum(not any(start < b and a < end for a, b in found) for start, end in spans)
    assert min(missing, extra, shifted) >= 5


def test_only_the_hasty_system_contradicts_itself(kit: Path, key: dict[str, Document]) -> None:
    conflicts = {
        name: sum(len(build(document).conflicts) for document in aligned(kit, name, key).values())
        for name in SYSTEMS
    }
    assert conflicts["careful"] == 0
    assert conflicts["hasty"] >= 3


def test_the_calendar_is_worth_more_to_the_system_with_good_values(
    kit: Path, key: dict[str, Document], questions: QuestionSet
) -> None:
    gains = {}
    for name in SYSTEMS:
        documents = aligned(kit, name, key)
        gains[name] = f1(questions, answers_of(documents, questions, calendar=True)) - f1(
            questions, answers_of(documents, questions, calendar=False)
        )
    assert gains["careful"] > 0.05
    assert gains["careful"] > gains["hasty"]


# --- LIST and WHEN -------------------------------------------------------------------------


def test_list_questions_use_all_of_their_language(kit: Path) -> None:
    asked = read_questions(kit / "list-questions.txt")
    assert len(asked) >= 16
    assert asked.warnings == ()
    forms = {
        question.question.relation or question.question.kind
        for question in asked.questions
        if question.question
    }
    assert forms == {*ListRelation, Kind.WHEN}


def test_expected_lists_are_the_events_that_gold_makes_certain(
    kit: Path, gold: dict[str, Document], key: dict[str, Document]
) -> None:
    checked = 0
    with io.StringIO((kit / "list-questions.txt").read_text(encoding="utf-8")) as lines:
        rows = list(csv.reader(lines, delimiter="|"))
    for _, name, query, _, *expected in rows:
        if not expected:
            continue
        document = gold[name]
        certain = _certain_events(build(document), document, query)
        assert all(key[name].resolve(id) is not None for id in expected), query
        assert [document.resolve(id) for id in expected] == certain, query
        checked += 1
    assert checked >= 8


def _certain_events(graph: TimeGraph, document: Document, query: str) -> list[str]:
    _, relation, *args = query.split()
    ends = [entity for arg in args if (entity := document.resolve(arg)) is not None]
    if relation == "BEFORE":
        found = set(graph.before(ends[0]))
    elif relation == "AFTER":
        found = set(graph.after(ends[0]))
    elif relation == "BETWEEN":
        found = set(graph.after(ends[0])) & set(graph.before(ends[1]))
    else:
        assert relation == "WITHIN"
        found = {e for e in graph.entities if graph.ask(e, "during", ends[0]) is Answer.YES}
    events = [id for event in document.events for id in event.ids]
    return [id for id in events if id in found]


def test_relations_are_spelt_as_timeml_spells_them(kit: Path) -> None:
    for folder in FOLDERS:
        collection = open_collection(kit / folder)
        for name in collection.names:
            for tlink in collection.read(name).tlinks:
                assert RelType[tlink.rel_type].annotated
