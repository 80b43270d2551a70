"""One question scored by each scorer: Complex-TR's official one, TimeQA's, and the neutral one.

All give the same four figures from 0 to 1: set accuracy, answer F1, exact match and token F1. The
score of several questions has their means.
"""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from timegraph.dates.granules import DateError, read_date
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Source, problem
from timegraph.facts.readers.datasets import BrokenLine, facts_of, read_objects, text_of
from timegraph.facts.readers.lines import answers_of, facts_in
from timegraph.findings import Finding
from timegraph.scoring.signature import CountedScore, ratio

# How answers are compared: SQuAD's normalisation, exact match and token F1.
#
# Rajpurkar et al. (2016), SQuAD: 100,000+ Questions for Machine Comprehension of Text. TimeQA and
# Complex-TR score with the same functions.


_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@lru_cache(maxsize=262_144)
def normalised(text: str) -> str:
    """``text`` in lower case, without ASCII punctuation and English articles, words one blank
    apart."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(gold: str, predicted: str) -> bool:
    """Whether both are the same once they are normalised."""
    return normalised(gold) == normalised(predicted)


def token_f1(gold: str, predicted: str) -> float:
    """F1 of the words that both have in common; 1 if neither has any, 0 if only one has."""
    gold_text, predicted_text = normalised(gold), normalised(predicted)
    if gold_text == predicted_text:
        return 1.0
    if not gold_text or not predicted_text:
        return 0.0
    first, second = gold_text.split(), predicted_text.split()
    common = sum((Counter(first) & Counter(second)).values())
    if not common:
        return 0.0
    precision, recall = common / len(second), common / len(first)
    return 2 * precision * recall / (precision + recall)


Scorer = Literal["neutral", "complex-tr", "timeqa"]
SCORERS: tuple[Scorer, ...] = get_args(Scorer)


@dataclass(frozen=True, slots=True)
class Figures:
    """The four figures of a question, each from 0 to 1."""

    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float


_NONE = Figures(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class OfficialOptions:
    """The quirks of Complex-TR's official scorer; the defaults are what it does.

    ``split``: ``substring`` looks for " $and ", then "$and", then "and", then "," anywhere in the
    prediction, also inside words, and splits it there; ``marker`` splits at "$and" only.
    ``empty_golds``: ``drop`` leaves out golds that normalise to nothing ("The The"), ``keep`` does
    not. ``commas``: ``raw`` takes the items between commas as they are, ``clean`` lower-cases and
    strips them as all other items are.
    """

    split: Literal["substring", "marker"] = "substring"
    empty_golds: Literal["drop", "keep"] = "drop"
    commas: Literal["raw", "clean"] = "raw"


def official_items(prediction: str, options: OfficialOptions = OfficialOptions()) -> list[str]:
    """The answers into which the official scorer takes a prediction apart; a date ("Mar, 1192", as
    TempReason writes it) is one answer."""
    markers = (" $and ", "$and", "and") if options.split == "substring" else (" $and ", "$and")
    for marker in markers:
        if marker in prediction:
            return [item.lower().strip() for item in prediction.split(marker)]
    if options.split == "substring" and "," in prediction and not _is_date(prediction):
        items = prediction.split(",")
        return items if options.commas == "raw" else [item.lower().strip() for item in items]
    return [prediction.lower().strip()]


def _is_date(text: str) -> bool:
    try:
        read_date(text)
    except DateError:
        return False
    return True


def official(
    golds: Sequence[str], predicted: Sequence[str] | None, options: OfficialOptions | None = None
) -> Figures:
    """The figures of Complex-TR's official scorer (nusnlp/complex-tr, Apache-2.0).

    Several predicted items are joined with " $and ", as its readers write them, and taken apart
    again by :func:`official_items`. Set accuracy and answer F1 compare lower-cased, stripped,
    otherwise raw texts, and count every item, repeated ones too; exact match and token F1
    normalise, and look at the first item only. Nothing predicted is the empty text; a missing
    prediction (``None``) scores 0.
    """
    if predicted is None:
        return _NONE
    settings = OfficialOptions() if options is None else options
    kept = [gold for gold in golds if settings.empty_golds == "keep" or normalised(gold)]
    expected = [gold.lower().strip() for gold in kept] or [""]
    items = official_items(" $and ".join(predicted), settings)
    right = sum(item in expected for item in items)
    missed = sum(gold not in items for gold in expected)
    precision, recall = right / len(items), right / (right + missed)
    return Figures(
        float(set(expected) == set(items)),
        2 * precision * recall / (precision + recall) if right else 0.0,
        max(float(exact_match(gold, items[0])) for gold in expected),
        max(token_f1(gold, items[0]) for gold in expected),
    )


def timeqa(golds: Sequence[str], predicted: Sequence[str] | None) -> Figures:
    """TimeQA's exact match and F1: the best over all golds, for one predicted text, which is the
    first of several; nothing predicted is "", the answer of questions that cannot be answered.

    Set accuracy and answer F1 are the neutral ones, since TimeQA has none. A missing prediction
    (``None``) scores 0.
    """
    if predicted is None:
        return _NONE
    first = predicted[0] if predicted else ""
    expected = list(golds) or [""]
    sets = neutral(golds, predicted)
    return Figures(
        sets.set_accuracy,
        sets.answer_f1,
        max(float(exact_match(gold, first)) for gold in expected),
        max(token_f1(gold, first) for gold in expected),
    )


def neutral(golds: Sequence[str], predicted: Sequence[str] | None) -> Figures:
    """The neutral figures: answers are the lists given, never split, each compared as SQuAD
    normalises it (one that normalises to nothing as it is typed), repeated ones once.

    Exact match and token F1 are those of the first item, the best over all golds. No items and no
    golds, or only "", agree: the question cannot be answered. A missing prediction (``None``)
    scores 0.
    """
    if predicted is None:
        return _NONE
    expected = {key(gold) for gold in golds} or {""}
    items = {key(item) for item in predicted} or {""}
    first = predicted[0] if predicted else ""
    return Figures(
        float(expected == items),
        2 * len(expected & items) / (len(expected) + len(items)),
        float(key(first) in expected),
        max(token_f1(gold, first) for gold in golds or [""]),
    )


def key(text: str) -> str:
    """What answers are compared by: ``text`` normalised, or as it is if nothing is left of it."""
    return normalised(text) or text.strip()


def figures_by(
    scorer: Scorer, options: OfficialOptions | None = None
) -> Callable[[Sequence[str], Sequence[str] | None], Figures]:
    """The function that scores a question as ``scorer`` does."""
    if scorer == "complex-tr":
        return lambda golds, predicted: official(golds, predicted, options)
    return timeqa if scorer == "timeqa" else neutral


@dataclass(frozen=True, slots=True)
class AnswerScore(CountedScore):
    """Of so many ``questions`` those whose set of answers is ``right``, whose first answer is
    ``exact``, and the sums of two shares, which are exact: scores of disjoint sets add up in any
    order. The figures are means over questions, ``None`` without any. ``times``
    are the questions that expect a time, ``timely`` those answered with it.
    ``sets`` are those of questions that ask for the same, ``identical`` those answered alike
    throughout, ``identical_right`` alike and right."""

    questions: int = 0
    right: int = 0
    answer_f1_sum: Fraction = Fraction()
    exact: int = 0
    token_f1_sum: Fraction = Fraction()
    times: int = 0
    timely: int = 0
    sets: int = 0
    identical: int = 0
    identical_right: int = 0

    @classmethod
    def of(cls, questions: Sequence[Figures]) -> AnswerScore:
        """The score of questions with these figures."""
        return cls(
            len(questions),
            int(sum(figures.set_accuracy for figures in questions)),
            _exact_sum(figures.answer_f1 for figures in questions),
            int(sum(figures.exact_match for figures in questions)),
            _exact_sum(figures.token_f1 for figures in questions),
        )

    @property
    def set_accuracy(self) -> float | None:
        """The share of questions whose answers are exactly the expected ones."""
        return ratio(self.right, self.questions)

    @property
    def answer_f1(self) -> float | None:
        """The mean F1 of the sets of answers."""
        return ratio(float(self.answer_f1_sum), self.questions)

    @property
    def exact_match(self) -> float | None:
        """The share of questions whose first answer is an expected one."""
        return ratio(self.exact, self.questions)

    @property
    def token_f1(self) -> float | None:
        """The mean F1 of the words of the first answer."""
        return ratio(float(self.token_f1_sum), self.questions)

    @property
    def identical_share(self) -> float | None:
        """The share of sets that are answered alike."""
        return ratio(self.identical, self.sets)

    @property
    def identical_right_share(self) -> float | None:
        """The share of sets that are answered alike and right."""
        return ratio(self.identical_right, self.sets)

    @property
    def time_share(self) -> float | None:
        """The share of the questions that expect a time whose answer is that time, or a finer one:
        :func:`timegraph.times.compare_answers`."""
        return ratio(self.timely, self.times)


def _exact_sum(shares: Iterable[float]) -> Fraction:
    whole = 0
    total = Fraction()
    for share in shares:
        if share in (0.0, 1.0):  # nearly all are
            whole += int(share)
        else:
            total += Fraction(share)
    return total + whole


# Answers of other systems: JSON lines or a JSON object, id to answer or answers.
#
# A line is ``{"id": ..., "answer": "..."}`` or ``"answers": [...]``, or an id, a tab and the
# answer, as readers of the FiD kind write them; instead of answers a system may hand in the facts
# it has read, ``{"id": ..., "facts": [...]}``, of which the engine is then asked the same
# question.


_IDS = ("id", "idx", "qid", "question_id")
_ANSWERS = (
    *("answers", "answer", "predictions", "prediction", "prediction_text", "predicted"),
    *("response", "output"),
)


@dataclass(frozen=True, slots=True)
class Predictions:
    """What a system predicts: answers, or facts to be asked, by question id."""

    name: str
    answers: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, FactBase]
    problems: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        return f"<Predictions of {self.name}: {len(self.ids)} questions>"

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all questions that are predicted, in the file's order."""
        return tuple(dict.fromkeys((*self.answers, *self.facts)))


def read_predictions(path: Path, *, name: str | None = None) -> Predictions:
    """The predictions in a file: JSON, a table, or lines of an id, a tab and the answer. A line
    without an id or an answer, and an id that stands twice
    (the first counts), are findings.

    Raises :class:`timegraph.facts.readers.UnreadableError` and ``OSError``.
    """
    answers: dict[str, tuple[str, ...]] = {}
    facts: dict[str, FactBase] = {}
    problems: list[Finding] = []
    text = text_of(path)
    has_json = text.lstrip().startswith(("{", "["))
    first = text.partition("\n")[0].replace('"', "").rstrip()
    heading = {*re.split("[,;\t]", first)}
    is_table = not heading.isdisjoint(_ANSWERS) and ("\t" not in first or heading & {*_IDS})
    lines = read_objects(text, path) if has_json or is_table else _tab_separated(text, path.name)
    for value, source in lines:
        if isinstance(value, Mapping) and not value.keys() & set(_IDS):
            entries: list[Any] = [{"id": id, "answers": given} for id, given in value.items()]
        else:
            entries = [value]
        for entry in entries:
            _take_in(entry, source, answers, facts, problems)
    return Predictions(path.stem if name is None else name, answers, facts, tuple(problems))


_FORM = 'write {"id": "q1", "answer": "the Mill"}, "answers": [...], or an id, a tab and the answer'


def _tab_separated(text: str, file: str) -> Iterator[tuple[Any, Source]]:
    """Lines of an id, a tab and an answer, which may be empty."""
    for number, line in enumerate(text.split("\n"), 1):
        id, tab, answer = line.rstrip("\r").partition("\t")
        if line.strip():
            value = {"id": id, "answer": answer} if tab else BrokenLine("has no tab after an id")
            yield value, Source(file, number)


def _take_in(
    entry: Any,
    source: Source,
    answers: dict[str, tuple[str, ...]],
    facts: dict[str, FactBase],
    problems: list[Finding],
) -> None:
    def refuse(message: str, code: str = "not-a-prediction") -> None:
        problems.append(problem(code, message, at=source))

    if isinstance(entry, BrokenLine):
        refuse(f"{entry.message}; {_FORM}", "unreadable")
        return
    if not isinstance(entry, Mapping):
        refuse(f"is not an object with an id and an answer; {_FORM}")
        return
    id = next((str(entry[name]) for name in _IDS if entry.get(name) is not None), None)
    if id is None:
        refuse(f"has no id; one of {', '.join(_IDS)} names the question: {_FORM}")
        return
    if id in answers or id in facts:
        refuse(f"predicts {id} again; the first prediction counts", "repeated")
        return
    stated = next((entry[name] for name in _ANSWERS if name in entry), None)
    given = answers_of([] if stated is None else stated)
    if stated is not None and given is not None:
        answers[id] = given
    elif stated is None and facts_in(entry) is not None:
        read = facts_of(facts_in(entry), source)
        problems += read.problems
        facts[id] = read.base
    else:
        refuse(f"has no answer to {id} that is a text or a list of texts, and no facts; {_FORM}")


def prediction_lines(answers: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Answers by question id as JSON lines, which :func:`read_predictions` reads."""
    lines = ({"id": id, "answers": list(items)} for id, items in answers)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
