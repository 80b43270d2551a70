"""Answers about time as a measure: how many are right, compatible, how far off the others are.

from pathlib import Path
from timegraph.report import TableOptions, measure_report, render
from timegraph.times import read_time_pairs, score_times

pairs, problems = read_time_pairs(Path("answers.jsonl"))
print(render(measure_report(score_times({"reader": pairs})), TableOptions()))
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from timegraph._wording.counting import counted
from timegraph.corpus import Item
from timegraph.findings.record import Finding
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Scores, single
from timegraph.scoring.notices import Notice
from timegraph.scoring.ratios import CountedScore, ratio
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import Signature
from timegraph.times.comparing import Comparison, compare_answers
from timeml import Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

GROUPS = ("precision", "kind", "group", "verdict")
"""What answers can be grouped by: the precision and the kind of gold, the field "group", and the
verdict."""


@dataclass(frozen=True, slots=True)
class TimePair:
    """An answer and its gold; ``anchor`` is when they were written, ``question`` what was asked,
    ``judge`` the verdict of a judge, if there is one. Without an ``answer`` it is none."""

    id: str
    gold: str
    answer: str
    anchor: str | None = None
    question: str | None = None
    group: str = ""
    judge: bool | None = None


@dataclass(frozen=True, slots=True)
class TimeOptions:
    """What can change a score: which verdicts are right (``accept``), when an answer that names
    several times is right (``several``), and how what is "about" a time is read."""

    accept: Literal["finer", "same"] = "finer"
    several: Literal["all", "any"] = "all"
    approximate: Literal["as-written", "one-unit"] = "as-written"

    def is_right(self, comparison: Comparison) -> bool:
        """Whether an answer with this verdict is right."""
        return self._holds(comparison, _RIGHT[self.accept])

    def is_compatible(self, comparison: Comparison) -> bool:
        """Whether an answer can be true if gold is: same, finer, coarser."""
        return self._holds(comparison, ("same", "finer", "coarser"))

    def _holds(self, comparison: Comparison, verdicts: Sequence[str]) -> bool:
        if comparison.verdict != "several":
            return comparison.verdict in verdicts
        decisive = comparison.worst if self.several == "all" else comparison.best
        return decisive is not None and decisive.verdict in verdicts


CHOICES = {
    "accept": ("finer", "same"),
    "several": ("all", "any"),
    "approximate": ("as-written", "one-unit"),
}
"""The values of each field of :class:`TimeOptions`."""

_RIGHT = {"finer": ("same", "finer"), "same": ("same",)}
_NAMELESS = ("vague", "none", "unread")


@dataclass(frozen=True, slots=True)
class TimesScore(CountedScore):
    """Sums over answers whose gold names one time; those of which it does not are ``unread``.

    ``named`` are answers that name a stretch of time, ``overlaps`` the sum of their overlaps with
    gold. ``off_by`` counts answers by the days that they are off, for the median.
    """

    answers: int = 0
    right: int = 0
    compatible: int = 0
    named: int = 0
    overlaps: float = 0.0
    unread: int = 0
    off_by: Counter[int] = field(default_factory=Counter)

    @property
    def counts(self) -> tuple[float, ...]:
        """All counts but those of the median."""
        return (self.answers, self.right, self.compatible, self.named, self.overlaps, self.unread)

    @property
    def accuracy(self) -> float | None:
        """right / answers."""
        return ratio(self.right, self.answers)

    @property
    def compatibility(self) -> float | None:
        """compatible / answers."""
        return ratio(self.compatible, self.answers)

    @property
    def overlap(self) -> float | None:
        """The mean over answers of the days in both by the days in either."""
        return ratio(self.overlaps, self.answers)

    @property
    def coverage(self) -> float | None:
        """named / answers."""
        return ratio(self.named, self.answers)

    @property
    def days_off(self) -> float | None:
        """The median of the days by which answers are off that are; ``None`` if none is."""
        days = sorted(self.off_by.elements())
        middle = len(days) // 2
        if not days:
            return None
        return days[middle] if len(days) % 2 else (days[middle - 1] + days[middle]) / 2


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """A pair, its comparison, and its score."""

    pair: TimePair
    comparison: Comparison
    score: TimesScore


def _scored(comparison: Comparison, options: TimeOptions) -> TimesScore:
    if comparison.verdict == "unread":
        return TimesScore(unread=1)
    worst = comparison.worst or comparison
    return TimesScore(
        1,
        int(options.is_right(comparison)),
        int(options.is_compatible(comparison)),
        int(comparison.verdict not in _NAMELESS),
        comparison.overlap,
        0,
        Counter([worst.days] if worst.days is not None else []),
    )


def _count(options: TimeOptions, item: Item) -> Measured[ComparedPair]:
    pair: TimePair = item.rest
    comparison = compare_answers(
        pair.answer,
        pair.gold,
        pair.anchor,
        question=pair.question,
        approximate=options.approximate,
    )
    return Measured(pair.id, ComparedPair(pair, comparison, _scored(comparison, options)))


def times_task(
    *, name: str, pairs: Sequence[TimePair], options: TimeOptions = TimeOptions()
) -> Task[ComparedPair]:
    """The task that scores the answers of the system ``name``."""
    golds = sha256(json.dumps([(p.id, p.gold, p.anchor) for p in pairs]).encode()).hexdigest()
    signature = Signature.of(
        "times",
        golds=golds[:8],
        accept=options.accept,
        several=options.several,
        approximate=options.approximate,
        anchor="field" if any(pair.anchor for pair in pairs) else "none",
        question="left-out" if any(pair.question for pair in pairs) else "none",
    )
    return Task(
        system=name,
        signature=signature,
        items=lambda as_bytes: (Item(pair.id, rest=pair) for pair in pairs),
        count=partial(_count, options),
        total=len(pairs),
        remarks=_unread,
    )


def _unread(units: Sequence[Measured[ComparedPair]]) -> Iterator[Notice]:
    reasons = [u.value.comparison.reason for u in units if u.value.comparison.verdict == "unread"]
    if reasons:
        first = f"{counted(len(reasons), 'gold')} not scored, the first since {reasons[0]}"
        yield Notice("unread-gold", "", first, counted(len(reasons), "gold"))


TIMES: Measure[ComparedPair] = Measure(
    name="times",
    figures=(
        Figure("answers"),
        Figure("accuracy", "right"),
        Figure("compatibility", "compatible"),
        Figure("overlap"),
        Figure("coverage"),
        Figure("days_off", "median days off"),
        Figure("unread", rare=True),
    ),
    empty=TimesScore(),
    scores=lambda compared: single(compared.score),
    unit="answer",
    units="answers",
    intervals=("accuracy", "compatibility", "overlap"),
    tested="accuracy",
    best=("accuracy", "compatibility", "overlap"),
    task=times_task,
)
"""Right, compatible, overlap, coverage and days off of answers about time."""


def time_grouping(kind: str) -> Grouping[ComparedPair]:
    """One of the kinds of groups in :data:`GROUPS`. Raises ``ValueError`` for another kind."""
    if kind not in GROUPS:
        raise ValueError(f"{kind}: groups are by {', '.join(GROUPS)}")

    def split(unit: Measured[ComparedPair]) -> Mapping[tuple[str, ...], Scores]:
        compared = unit.value
        gold = compared.comparison.gold
        name = {
            "precision": gold[0].precision if len(gold) == 1 else "none",
            "kind": gold[0].kind if len(gold) == 1 else "none",
            "group": compared.pair.group or "none",
            "verdict": compared.comparison.verdict,
        }[kind]
        return {(name,): single(compared.score)}

    return Grouping(kind, split, arrange=sorted)


def score_times(
    systems: Mapping[str, Sequence[TimePair]],
    *,
    options: TimeOptions = TimeOptions(),
    **running: Unpack[RunOptions],
) -> Run[ComparedPair]:
    """The scores of ``systems``, by their names: :data:`TIMES` run on their pairs, with the options
    of :func:`timegraph.scoring.run.run_measure`."""
    tasks = [times_task(name=name, pairs=pairs, options=options) for name, pairs in systems.items()]
    return run_measure(TIMES, tasks, **running)


# ---- files --------------------------------------------------------------------------------------

FIELDS = {
    "id": ("id", "question_id", "qid", "idx"),
    "gold": ("gold", "target", "reference", "expected", "golden_answer"),
    "answer": ("answer", "prediction", "predicted", "response", "output"),
    "anchor": ("anchor", "asked_at", "date"),
    "question": ("question", "query"),
    "group": ("group", "category", "type"),
}
"""The fields of a pair, and the names under which files have them."""


def read_time_pairs(
    path: Path, *, fields: Mapping[str, str] | None = None, judge: str = ""
) -> tuple[list[TimePair], list[Finding]]:
    """The pairs of a file of JSON lines, JSON or CSV, and a finding for each row that is none.

    ``fields`` says under which name the file has a field, where it is none of :data:`FIELDS`;
    ``judge`` is the field with a judge's verdict, a truth value or a list of them, of which the
    majority counts. Raises ``ValueError`` for a file that holds no rows, and ``OSError``.
    """
    pairs: list[TimePair] = []
    problems: list[Finding] = []
    names = {name: (fields or {}).get(name) for name in FIELDS}
    for line, row in _rows(path):
        pair = _pair(row, line, names, judge) if isinstance(row, dict) else row
        if isinstance(pair, str):
            problems.append(
                Finding(
                    code="not-an-answer",
                    severity="error",
                    document=path.name,
                    position=Position(line),
                    message=pair,
                )
            )
        else:
            pairs.append(pair)
    if not pairs:
        reason = f"; the first: {problems[0].place}: {problems[0].message}" if problems else ""
        raise ValueError(f"{path}: holds no row with gold and answer{reason}")
    return pairs, problems


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The line and the fields of each row, or what is wrong with it."""
    text = path.read_text(encoding="utf-8-sig")
    if text.lstrip()[:1] == "[":
        yield from ((1, _object(row)) for row in json.loads(text))
    elif text.lstrip()[:1] == "{":
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    yield number, _object(json.loads(line))
                except ValueError as error:
                    yield number, f"is not JSON: {error}"
    else:
        delimiter = max(",;\t", key=text.partition("\n")[0].count)
        reader = csv.DictReader(io.StringIO(text), delimiter=delimiter)
        for row in reader:
            yield reader.line_num, dict(row)


def _object(value: Any) -> dict[str, Any] | str:
    return value if isinstance(value, dict) else "is not an object with gold and answer"


def _pair(
    row: dict[str, Any], line: int, names: Mapping[str, str | None], judge: str
) -> TimePair | str:
    """The pair of a row, or what is wrong with it."""
    values: dict[str, str | None] = {}
    for name, usual in FIELDS.items():
        named = names[name]
        at = named if named is not None else next((each for each in usual if each in row), None)
        value = None if at is None else row.get(at)
        values[name] = None if value is None else str(value)
    if values["gold"] is None:
        there = ", ".join(map(str, row))
        return f"has no gold: its fields are {there}; one of {', '.join(FIELDS['gold'])} is needed"
    verdict = row.get(judge) if judge else None
    if isinstance(verdict, list):
        verdict = 2 * sum(map(_true, verdict)) > len(verdict)
    return TimePair(
        id=values["id"] or str(line),
        gold=values["gold"],
        answer=values["answer"] or "",
        anchor=values["anchor"] or None,
        question=values["question"],
        group=values["group"] or "",
        judge=None if verdict is None else _true(verdict),
    )


def _true(verdict: object) -> bool:
    return str(verdict).strip().lower() in ("true", "1", "1.0", "yes", "correct", "right")


def read_answers(path: Path) -> dict[str, str]:
    """The answers of a file of predictions by their ids; rows without one are left out."""
    answers: dict[str, str] = {}
    for _, row in _rows(path):
        if isinstance(row, dict):
            id = next((row[name] for name in FIELDS["id"] if name in row), None)
            answer = next((row[name] for name in FIELDS["answer"] if name in row), None)
            if id is not None and answer is not None:
                answers.setdefault(str(id), str(answer))
    return answers


def with_answers(pairs: Iterable[TimePair], answers: Mapping[str, str]) -> list[TimePair]:
    """The pairs with the answers of another system, by id; one that is missing is empty."""
    return [replace(pair, answer=answers.get(pair.id, ""), judge=None) for pair in pairs]
