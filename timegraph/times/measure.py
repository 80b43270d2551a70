"""Answers about time as a measure: how many are right, compatible, how far off the others are."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_type_hints

from timegraph._wording import counted
from timegraph.corpus import Item
from timegraph.findings import Finding
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Scores, single
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import CountedScore, Notice, Signature, ratio
from timegraph.times.naming import Anchor, Named, named
from timegraph.times.stretches import DAY, STEPS, Stretch, shifted
from timeml import Position, TimeMLError
from timeml.gregorian import date_of
from timeml.readers.records import fields_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


# The verdict on an answer about time: docs/time-answers.md has the definition.


_Ranked = Literal["same", "finer", "coarser", "overlapping", "off", "other kind", "vague", "none"]
Verdict = Literal[_Ranked, "several", "unread"]
_RANKS = {verdict: rank for rank, verdict in enumerate(get_args(_Ranked))}


class Comparison(NamedTuple):
    """An answer compared with gold: the ``verdict``; ``days``, by how many the answer is off;
    ``overlap``, the days in both by the days in either; the times that each names, ``answer`` and
    ``gold``; of several times the ``best`` and the ``worst`` comparison; of what is unread the
    ``reason``."""

    verdict: Verdict
    overlap: float = 0.0
    days: int | None = None
    answer: tuple[Named, ...] = ()
    gold: tuple[Named, ...] = ()
    best: Comparison | None = None
    worst: Comparison | None = None
    reason: str = ""

    def __str__(self) -> str:
        if self.verdict == "unread":
            return f"unread: {self.reason}"
        answer, gold = (_words(names) or "no time" for names in (self.answer, self.gold))
        apart = counted(self.days, "day") if self.days else "less than a day"
        off = f" by {apart}" if self.verdict == "off" else ""
        each = f"; best {self.best}; worst {self.worst}" if self.verdict == "several" else ""
        return f"{self.verdict}{off}: {answer}, gold {gold}{each}"


def _words(names: Iterable[Named]) -> str:
    return " and ".join(each.words for each in names)


def compare_answers(
    answer: str,
    gold: str,
    anchor: Anchor = None,
    *,
    question: str | None = None,
    approximate: Literal["as-written", "one-unit"] = "as-written",
) -> Comparison:
    """The verdict on ``answer`` against ``gold``, the best over all readings of both.

    ``anchor`` is when both were written, for times such as "last week". A time that the answer
    repeats from the ``question`` does not count. ``approximate="one-unit"`` widens what is "about"
    a time by one unit of its precision on both sides. Raises ``ValueError`` for an anchor that is
    not a date.
    """
    golds, given = named(gold, anchor), named(answer, anchor)
    if reason := _why_unread(golds):
        return Comparison("unread", answer=given, gold=golds, reason=reason)
    if question is not None and (asked := named(question, anchor)):
        known = {each.readings for each in asked if each.readings}
        given = tuple(each for each in given if each.readings not in known) or given
    if not golds[0].readings and (tries := _in_years_of(given, gold, golds, anchor)):
        golds = min(tries, key=lambda found: _rank(_against(given, found)))
    if tries := _in_years_of(golds, answer, given, anchor):
        given = min(tries, key=lambda found: _rank(_against(found, golds)))
    if approximate == "one-unit":
        golds, given = tuple(map(_widened, golds)), tuple(map(_widened, given))
    return _against(given, golds)


_WRONG = {"vague": "is vague", "impossible": "is not on the calendar"}


def _why_unread(golds: Sequence[Named]) -> str:
    if len(golds) != 1:
        return f"gold names several times: {_words(golds)}" if golds else "gold names no time"
    wrong = _WRONG.get(golds[0].kind)
    return f"gold {wrong}: {golds[0].words}" if wrong else ""


def _in_years_of(
    others: Iterable[Named], text: str, found: Iterable[Named], anchor: Anchor
) -> list[tuple[Named, ...]]:
    """What a text names whose times lack their year, in each year of the other text."""
    if not [each for each in found if not each.readings and each.kind == "stretch"]:
        return []
    dated = [s for each in others if each.kind in ("stretch", "open") for s in each.readings]
    minutes = [minute for stretch in dated for minute in stretch[:2] if minute is not None]
    years = dict.fromkeys(date_of(minute // DAY)[0] for minute in minutes) or {2000: None}
    return [named(text, anchor, year=year) for year in years]


def _rank(comparison: Comparison) -> tuple[int, int, float]:
    """Smaller is better."""
    found = comparison.best or comparison
    return _RANKS[found.verdict], found.days or 0, -found.overlap


def _widened(each: Named) -> Named:
    unit = each.precision.rpartition(" ")[2].rstrip("s")
    if not each.approximate or each.kind != "stretch" or unit not in STEPS - {"minute", "hour"}:
        return each
    wider = (
        Stretch(
            shifted(s.first // DAY, unit, -1) * DAY,
            shifted(s.after // DAY, unit, 1) * DAY,
            s.reading,
        )
        for s in each.readings
        if s.first is not None and s.after is not None
    )
    return each._replace(readings=tuple(wider))


def _against(given: tuple[Named, ...], golds: tuple[Named, ...]) -> Comparison:
    """The verdict where gold is one time with readings."""
    gold = golds[0]
    alike = tuple([each for each in given if each.kind == gold.kind])
    if not alike:
        kinds = {each.kind for each in given}
        other = kinds - {"vague", "impossible"}
        verdict: Verdict = "other kind" if other else "vague" if "vague" in kinds else "none"
        return Comparison(verdict, answer=given, gold=golds)
    if len(alike) == 1:
        return _best(alike[0], gold)
    each_one = sorted((_best(each, gold) for each in alike), key=_rank)
    mean = sum(each.overlap for each in each_one) / len(each_one)
    return Comparison(
        "several", mean, answer=alike, gold=golds, best=each_one[0], worst=each_one[-1]
    )


def _best(given: Named, gold: Named) -> Comparison:
    """The best verdict over all readings; one phrase on both sides takes one reading."""
    both, known = given.readings, gold.readings
    if not both or not known:
        return Comparison("vague", answer=(given,), gold=(gold,))
    if len(both) == len(known) == 1:
        verdict = compared_stretches(both[0], known[0], gold.kind)
    else:
        alike = {s.reading for s in both} == {s.reading for s in known}
        pairs = [(a, b) for a in both for b in known if not alike or a.reading == b.reading]
        verdicts = (compared_stretches(a, b, gold.kind) for a, b in pairs)
        verdict = min(verdicts, key=lambda verdict: (_RANKS[verdict[0]], verdict[2] or 0))
    return Comparison(*verdict, (given,), (gold,))


_FOREVER = 10**10 * DAY


def compared_stretches(
    given: Stretch, gold: Stretch, kind: str = "stretch"
) -> tuple[Verdict, float, int | None]:
    """The verdict on two stretches, the share of time that they have in common, and by how many
    days the one is off. Lengths are compared by the least and the most that they may be."""
    if given[:2] == gold[:2]:
        return "same", 1.0, None
    first, after = given.first or 0, given.after or 0
    gold_first, gold_after = gold.first or 0, gold.after or 0
    least = 0  # what lengths that only touch share
    if kind == "weekday":
        apart = (first - gold_first) % 7
        return "off", 0.0, min(apart, 7 - apart)
    if kind == "open":
        first, gold_first = (-_FOREVER if s.first is None else s.first for s in (given, gold))
        after, gold_after = (_FOREVER if s.after is None else s.after for s in (given, gold))
    elif kind in ("length", "relative"):
        least = DAY
    begin = first if first > gold_first else gold_first
    end = after if after < gold_after else gold_after
    if begin > end or (begin == end and not least):
        days = (begin - end) // DAY if least else begin // DAY - (end - 1) // DAY
        return "off", 0.0, 0 if kind == "clock" else days
    either = max(after, gold_after) - min(first, gold_first)
    overlap = (end - begin + least) / (either + least)
    if begin == first and end == after:
        return "finer", overlap, None
    inside = begin == gold_first and end == gold_after
    return "coarser" if inside else "overlapping", overlap, None


# ---- the measure --------------------------------------------------------------------------------

GROUPS = ("precision", "kind", "group")
"""What answers can be grouped by: the precision and the kind of gold, and the field "group"."""


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

    def compare(self, answer: str, gold: str, anchor: Anchor = None) -> Comparison:
        """The verdict on an answer, with what is "about" a time read in this way."""
        return compare_answers(answer, gold, anchor, approximate=self.approximate)

    def is_right(self, comparison: Comparison) -> bool:
        """Whether an answer with this verdict is right."""
        return self._holds(comparison, ("same", self.accept))

    def is_compatible(self, comparison: Comparison) -> bool:
        """Whether an answer can be true if gold is: same, finer, coarser."""
        return self._holds(comparison, ("same", "finer", "coarser"))

    def _holds(self, comparison: Comparison, verdicts: tuple[str, ...]) -> bool:
        decisive = comparison.worst if self.several == "all" else comparison.best
        return (decisive or comparison).verdict in verdicts


CHOICES = {name: get_args(hint) for name, hint in get_type_hints(TimeOptions).items()}
"""The values of each field of :class:`TimeOptions`."""


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
        return median(self.off_by.elements()) if self.off_by else None


class ComparedPair(NamedTuple):
    """A pair, its comparison, and its score."""

    pair: TimePair
    comparison: Comparison
    score: TimesScore


def _count(options: TimeOptions, item: Item) -> Measured[ComparedPair]:
    pair: TimePair = item.rest
    found = compare_answers(
        pair.answer, pair.gold, pair.anchor, question=pair.question, approximate=options.approximate
    )
    days = (found.worst or found).days
    score = TimesScore(
        answers=1,
        right=int(options.is_right(found)),
        compatible=int(options.is_compatible(found)),
        named=int(found.verdict not in ("vague", "none")),
        overlaps=found.overlap,
        off_by=Counter(() if days is None else (days,)),
    )
    if found.verdict == "unread":
        score = TimesScore(unread=1)
    return Measured(pair.id, ComparedPair(pair, found, score))


def times_task(
    *, name: str, pairs: Sequence[TimePair], options: TimeOptions = TimeOptions()
) -> Task[ComparedPair]:
    """The task that scores the answers of the system ``name``."""
    golds = sha256(json.dumps([(p.id, p.gold, p.anchor) for p in pairs]).encode()).hexdigest()
    signature = Signature.of(
        "times",
        golds=golds[:8],
        **asdict(options),
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
    unread = [u.value.comparison for u in units if u.value.comparison.verdict == "unread"]
    if unread:
        golds = counted(len(unread), "gold")
        first = f"{golds} not scored, the first since {unread[0].reason}"
        yield Notice("unread-gold", "", first, golds)


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
        gold, pair = unit.value.comparison.gold, unit.value.pair
        name = pair.group if kind == "group" else getattr(gold[0], kind) if len(gold) == 1 else ""
        return {(name or "none",): single(unit.value.score)}

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
    path: Path,
    *,
    fields: Mapping[str, str] | None = None,
    judge: str = "",
    answered: bool = True,
) -> tuple[list[TimePair], list[Finding]]:
    """The pairs of a file of JSON lines, JSON or CSV, and a finding for each other row: one without
    gold or answer, or with an anchor that is not a date. An empty answer is one that names no time,
    a list of answers one that names several.

    ``fields`` says under which name the file has a field, where it is none of :data:`FIELDS`;
    ``judge`` is the field with a judge's verdict, a truth value or a list of them, of which the
    majority counts; a finding names one that is neither. A row without a field for its answer is a
    pair only with ``answered=False``, its answer empty. Raises ``ValueError`` for a file that holds
    no rows, and ``OSError``.
    """
    names = {**FIELDS, **{name: (column,) for name, column in (fields or {}).items()}}
    pairs: list[TimePair] = []
    wrong: list[tuple[int, str]] = []
    left_out: dict[int, tuple[str]] = {}
    for line, row in _rows(path, wrong):
        value = _values(row, names)
        if why := _why_no_pair(row, value, names, answered):
            wrong.append((line, why))
            left_out[line] = (value.get("id") or str(line),)
            continue
        known = {"id": str(line), "answer": "", **{name: v for name, v in value.items() if v}}
        try:
            verdict = _majority(row.get(judge, ""))
        except ValueError as error:
            wrong.append((line, f"{judge} {error}"))
            verdict = None
        pairs.append(TimePair(**known, judge=verdict))
    finding = partial(Finding, code="not-an-answer", severity="error", document=path.name)
    problems = [
        finding(position=Position(line), message=why, ids=left_out.get(line, ()))
        for line, why in sorted(wrong)
    ]
    if not pairs:
        reason = f"; the first: {problems[0].place}: {problems[0].message}" if problems else ""
        raise ValueError(f"{path}: holds no row with gold and answer{reason}")
    return pairs, problems


def _rows(path: Path, wrong: list[tuple[int, str]]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file as :func:`fields_of` reads them, the texts of a list with semicolons
    between them; what is broken is named with the file."""
    try:
        yield from fields_of(path.read_text(encoding="utf-8-sig"), wrong, between="; ")
    except TimeMLError as error:
        raise TimeMLError(error.message, file=str(path), line=error.line) from None


def _why_no_pair(
    row: Mapping[str, str],
    value: Mapping[str, str],
    names: Mapping[str, Sequence[str]],
    answered: bool,
) -> str:
    """Why a row is not a pair: a field that it lacks, or an anchor that is not a date."""
    for name in ("gold", "answer") if answered else ("gold",):
        if name not in value:
            there, needed = ", ".join(row), ", ".join(names[name])
            needed = f"one of {needed}" if len(names[name]) > 1 else needed
            known = f"its fields are {there}; {needed} is needed, or --field {name}=NAME"
            return f"has no {name}: {known}"
    if not value["gold"].strip():
        return "has no gold: its field is empty"
    try:
        named("", value.get("anchor") or None)
    except ValueError as error:
        return str(error)
    return ""


def _values(row: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The fields that a row has, each under the first of its names there."""
    return {name: row[key] for name, keys in names.items() for key in keys[::-1] if key in row}


_JUDGED = {
    **dict.fromkeys(("true", "yes", "correct", "right", "1", "1.0"), True),
    **dict.fromkeys(("false", "no", "incorrect", "wrong", "0", "0.0"), False),
}


def _majority(verdicts: str) -> bool | None:
    """What most of the verdicts of a judge say, which are one or a list, if there are any. Raises
    ``ValueError`` for another word."""
    if not verdicts.strip("[] "):
        return None
    said = [word.strip(" '\"").lower() for word in re.split("[,;]", verdicts.strip("[] "))]
    if unknown := [word for word in said if word not in _JUDGED]:
        raise ValueError(f"is {unknown[0]!r}, not one of {', '.join(_JUDGED)}; it does not count")
    return 2 * sum(_JUDGED[word] for word in said) > len(said)


# ---- at home in other evaluations: none of their packages is imported before it is needed --------


def assert_same_time(
    answer: str, gold: str, anchor: str | None = None, *, options: TimeOptions = TimeOptions()
) -> None:
    """Raise ``AssertionError`` with the verdict in words unless the answer is right: for tests."""
    comparison = options.compare(answer, gold, anchor)
    if comparison.verdict == "unread":
        raise AssertionError(f"gold cannot be compared: {comparison.reason}")
    if not options.is_right(comparison):
        raise AssertionError(str(comparison))


def lm_eval_results(
    doc: Mapping[str, Any],
    results: Sequence[str],
    *,
    gold: str = "gold",
    anchor: str = "anchor",
    options: TimeOptions = TimeOptions(),
) -> dict[str, float]:
    """``process_results`` of a task of lm-evaluation-harness: the figures of one answer, to be
    averaged. ``gold`` and ``anchor`` are fields of the document."""
    comparison = options.compare(results[0], str(doc[gold]), doc.get(anchor))
    return {
        "time_right": float(options.is_right(comparison)),
        "time_compatible": float(options.is_compatible(comparison)),
        "time_overlap": comparison.overlap,
    }


def inspect_scorer(options: TimeOptions = TimeOptions(), *, anchor: str = "anchor") -> Any:
    """A scorer for inspect_ai: correct, incorrect, or no answer, with the verdict as explanation.
    ``anchor`` is a field of a sample's metadata. Needs inspect_ai."""
    from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, accuracy, scorer, stderr

    @scorer(metrics=[accuracy(), stderr()], name="timegraph_times")  # type: ignore[untyped-decorator]
    def times() -> Any:
        async def score(state: Any, target: Any) -> Any:
            answer = state.output.completion
            found = options.compare(answer, target.text, (state.metadata or {}).get(anchor))
            named = found.verdict not in ("none", "unread")
            value = NOANSWER if not named else CORRECT if options.is_right(found) else INCORRECT
            return Score(value=value, answer=answer, explanation=str(found))

        return score

    return times()


def evaluate_metric(options: TimeOptions = TimeOptions()) -> Any:
    """A metric of Hugging Face ``evaluate``: ``compute(predictions=..., references=...)`` gives the
    figures of :class:`timegraph.times.TimesScore` and the signature. Needs evaluate."""
    import datasets
    import evaluate

    class Times(evaluate.Metric):  # type: ignore[misc]
        def _info(self) -> Any:
            strings = datasets.Value("string")
            return evaluate.MetricInfo(
                description="Times that answers name, compared with gold.",
                citation="",
                inputs_description="predictions and references: texts",
                features=datasets.Features({"predictions": strings, "references": strings}),
            )

        def _compute(self, predictions: list[str], references: list[str]) -> dict[str, Any]:
            rows = enumerate(zip(references, predictions, strict=True))
            pairs = [TimePair(str(k), gold, answer) for k, (gold, answer) in rows]
            (result,) = score_times({"predictions": pairs}, options=options).results
            return {**result.measure.record(result.score), "signature": str(result.signature)}

    return Times()
