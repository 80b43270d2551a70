"""The calendar on real annotations: gold links that it leaves out, and answers that it adds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from timegraph import Answer, build
from timegraph.documents.calendar_links import add_conventions, read_calendar
from timegraph.documents.conventions import CALENDAR
from timegraph.options import Interpretation
from timegraph.qa import read_questions
from timegraph.scoring import DocumentAnswers, Result, answers_of, read_key, score_system
from timeml import Collection, open_collection

pytestmark = pytest.mark.data

CORPORA = ("TBAQ-cleaned/TimeBank", "TBAQ-cleaned/AQUAINT", "te3-platinum")
KITS = (("train", "question-set.txt"), ("test-news", "question-set-yes.txt"))


def test_few_gold_links_contradict_the_calendar(data: Path) -> None:
    left_out = 0
    for corpus in CORPORA:
        folder = open_collection(data / "tempeval3" / corpus)
        for name in folder.names:
            document = folder.read(name)
            graph = build(document, on_conflict="drop-link", calendar=True)
            assert all(hasattr(conflict.link.source, "lid") for conflict in graph.conflicts)
            left_out += len(graph.conflicts)
    assert left_out <= 150  # 391 if values are taken at their word, 78 without calendar


def test_the_calendar_of_every_gold_document_is_consistent(data: Path) -> None:
    interpretation = Interpretation(calendar=True)
    for corpus in CORPORA:
        folder = open_collection(data / "tempeval3" / corpus)
        for name in folder.names:
            certain, usual = read_calendar(folder.read(name), interpretation)
            graph = build(folder.read(name), on_conflict="drop-link")
            alone = type(graph)()  # raises if the calendar contradicts itself
            alone.extend(certain)
            assert {link.source for link in alone.links} <= {CALENDAR}
            before = len(alone.links)
            add_conventions(alone, usual)
            # Without links nearly nothing contradicts a convention.
            assert len(alone.links) - before >= 0.98 * len(usual), name


@pytest.fixture(scope="module")
def scored(data: Path) -> dict[str, tuple[Result[DocumentAnswers], Result[DocumentAnswers]]]:
    """The eight raw systems of the kits, without the calendar and with it."""
    found = {}
    for kit, file in KITS:
        folder = data / "qa-tempeval" / kit
        questions = read_questions(folder / "eval-questions" / file, lenient=True)
        keys = read_key(Collection(folder / "eval-questions" / "question-events"), questions)
        for place in sorted((folder / "systems").iterdir()):
            system = Collection(place)
            found[place.name] = tuple(
                score_system(system, questions=questions, key=keys, calendar=calendar)
                for calendar in (False, True)
            )
    assert len(found) == 8
    return found  # type: ignore[return-value]


def test_most_answers_that_the_calendar_adds_are_right(
    scored: dict[str, tuple[Result[DocumentAnswers], Result[DocumentAnswers]]],
) -> None:
    added = Counter(
        one.correct
        for off, on in scored.values()
        for before, one in zip(answers_of(off).answers, answers_of(on).answers, strict=True)
        if before.predicted is Answer.UNKNOWN is not one.predicted
    )
    assert added[True] >= 46
    assert added[False] <= 14


def test_no_system_is_worse_with_the_calendar(
    scored: dict[str, tuple[Result[DocumentAnswers], Result[DocumentAnswers]]],
) -> None:
    reached = {name: (off.score.f1 or 0, on.score.f1 or 0) for name, (off, on) in scored.items()}
    assert all(on >= off for off, on in reached.values()), reached
    for name, least in (
        ("TIPSem", 0.336),
        ("TIPSemB", 0.391),
        ("human-fold1-original", 0.677),
        ("human-fold1-timlinks", 0.677),
        ("TIPSem-fold1-original", 0.479),
    ):
        assert reached[name][1] >= least, name
