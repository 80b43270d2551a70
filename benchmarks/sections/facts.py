"""Dated facts: questions in English read, answered and scored, from the file to the figures."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from measuring import Result
from yardstick import beside_goal

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask
from timegraph.facts.generate import generate
from timegraph.facts.readers import read_dataset
from timegraph.facts.scoring.measure import score_facts

__all__ = ["dated_facts"]

_QUESTIONS, _GROUPS = 100_000, 2_000
_RELATIONS = ("employer", "member of sports team", "position held", "spouse")
# What the project wants for all questions, and for one on a loaded base.
_ALL, _EACH = 10.0, 100e-6


def _facts(groups: int, each: int, rng: random.Random) -> FactBase:
    """``each`` facts about every one of ``groups`` subjects, between months."""
    facts = []
    for group in range(groups):
        for number in range(each):
            first = rng.randrange(12 * 1950, 12 * 2010)
            last = first + rng.randrange(1, 120)
            start, end = (read_date(f"{m // 12:04}-{m % 12 + 1:02}") for m in (first, last))
            relation = _RELATIONS[number % len(_RELATIONS)]
            facts.append(Fact(f"Person {group}", relation, f"Thing {group}-{number}", start, end))
    return FactBase(facts)


def _written(questions: int, groups: int, folder: Path) -> Path:
    """A file of just ``questions`` generated questions with their facts."""
    base = _facts(groups, 18, random.Random(1))
    lines = generate(base, seed=1).splitlines(keepends=True)
    asked = lines[groups:]
    rng = random.Random(2)
    kept = sorted(rng.sample(range(len(asked)), min(questions, len(asked))))
    path = folder / "timeqa.jsonl"
    path.write_text("".join(lines[:groups]) + "".join(asked[k] for k in kept), encoding="utf-8")
    return path


def _scored(path: Path) -> tuple[int, float]:
    """From the file to the figures: how many questions, and the exact match."""
    dataset = read_dataset(path)
    score = score_facts(dataset.records, scorer="timeqa").results[0].score
    assert score is not None
    return score.questions, score.exact_match


def dated_facts(*, quick: bool) -> Iterator[Result]:
    """All questions of a file, in processor time, and one question on a base that is loaded."""
    share = 50 if quick else 1
    with tempfile.TemporaryDirectory() as made:
        path = _written(_QUESTIONS // share, _GROUPS // share, Path(made))
        begin = time.process_time()
        asked, right = _scored(path)
        seconds = time.process_time() - begin
        what, note = f"{asked:,} questions like timeqa's", f"exact match {100 * right:.1f}"
        yield beside_goal(Result("facts", what, seconds=seconds, note=note), _ALL / share)
        each = median(_times(path))
        what, note = "one question like timeqa's", "the median, the base loaded"
        yield beside_goal(Result("facts", what, seconds=each, note=note), _EACH)


def _times(path: Path) -> Iterator[float]:
    """Seconds of each of many questions, asked the second time."""
    for record in read_dataset(path).records[:2_000]:
        assert record.base is not None
        for _ in range(2):
            begin = time.perf_counter()
            ask(record.base, record.question, reading=record.reading or "both")
            took = time.perf_counter() - begin
        yield took
