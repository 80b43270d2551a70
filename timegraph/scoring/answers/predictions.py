"""Answers of other systems: JSON lines or a JSON object, id to answer or answers.

A line is ``{"id": ..., "answer": "..."}`` or ``"answers": [...]``, or an id, a tab and the answer,
as readers of the FiD kind write them; instead of answers a system may
hand in the facts it has read, ``{"id": ..., "facts": [...]}``, of which the engine is then asked
the same question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timegraph.facts.base import FactBase
from timegraph.facts.fact import Source, problem
from timegraph.facts.readers.datasets import BrokenLine, facts_of, read_objects, text_of
from timegraph.facts.readers.records import answers_of, facts_in
from timegraph.findings.record import Finding

__all__ = ["Predictions", "prediction_lines", "read_predictions"]

_IDS = ("id", "idx", "qid", "question_id")
_ANSWERS = ("answers", "answer", "predictions", "prediction", "prediction_text", "predicted")


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
    """The predictions in a file. A line without an id or an answer, and an id that stands twice
    (the first counts), are findings.

    Raises :class:`timegraph.facts.readers.UnreadableError` and ``OSError``.
    """
    answers: dict[str, tuple[str, ...]] = {}
    facts: dict[str, FactBase] = {}
    problems: list[Finding] = []
    text = text_of(path)
    has_json = text.lstrip().startswith(("{", "["))
    lines = read_objects(text, path.name) if has_json else _tab_separated(text, path.name)
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
        read = facts_of(facts_in(entry), source, None)
        problems += read.problems
        facts[id] = read.base
    else:
        refuse(f"has no answer to {id} that is a text or a list of texts, and no facts; {_FORM}")


def prediction_lines(answers: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Answers by question id as JSON lines, which :func:`read_predictions` reads."""
    lines = ({"id": id, "answers": list(items)} for id, items in answers)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
