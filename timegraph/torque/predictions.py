"""Predicted answers: JSON lines, or an object of answers by question id.

A line is ``{"passage": NAME, "question": TEXT, "events": [[3, 7], ...]}``; with a map of question
ids, ``{"passage": NAME, "id": ID, "events": ...}``. Spans may also be written ``"(3,7)"``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timegraph.torque.passages import PassageSet, Span, TorqueError, parsed_json, span_of
from timegraph.torque.problems import Problem

__all__ = [
    "Predictions",
    "QuestionIds",
    "prediction_lines",
    "read_predictions",
    "read_question_ids",
]

QuestionIds = Mapping[str, Mapping[str, str]]
"""The id of each question, by passage and text."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """A system's answers by passage and question text, and what is wrong with some of them.

    A question that is not in ``answers`` was not answered; the empty set is an answer.
    """

    name: str
    answers: Mapping[tuple[str, str], frozenset[Span]]
    problems: tuple[Problem, ...] = ()


def read_question_ids(path: str | os.PathLike[str]) -> QuestionIds:
    """The ids in a file like the released ``qid_map_dev.json``. Raises as
    :func:`timegraph.torque.passages.read_passages` does."""
    content = parsed_json(Path(path).read_bytes(), os.fspath(path))
    if not isinstance(content, dict) or not all(isinstance(v, dict) for v in content.values()):
        raise TorqueError(f"{os.fspath(path)}: is not an object of question ids by passage")
    return {
        passage: {text: str(number) for text, number in ids.items()}
        for passage, ids in content.items()
    }


def read_predictions(
    path: str | os.PathLike[str],
    *,
    passages: PassageSet,
    ids: QuestionIds | None = None,
    name: str = "",
) -> Predictions:
    """The predictions in a file of JSON lines.

    A prediction for an unknown passage or question, or with a span that is not an event of its
    passage, is reported and ignored (its other spans count). Of two predictions for one question
    the first counts.

    Raises ``OSError`` if the file cannot be read, and :class:`TorqueError` naming file and line for
    a line that is not JSON or has no passage, question or events.
    """
    file = os.fspath(path)
    by_id = {
        (passage, number): text
        for passage, numbers in (ids or {}).items()
        for text, number in numbers.items()
    }
    answers: dict[tuple[str, str], frozenset[Span]] = {}
    problems: list[Problem] = []
    keys = {question.key for question in passages.questions}
    for number, line in enumerate(Path(path).read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{file}:{number}"
        content = parsed_json(line, place)
        passage, text = _question_of(content, by_id, ids is not None, place)
        if passage not in passages.by_name:
            problems.append(Problem("unknown-passage", passage, text, f"{place}: unknown passage"))
        elif (passage, text) not in keys:
            message = f"{place}: the passage does not have this question"
            problems.append(Problem("unknown-question", passage, text, message))
        elif (passage, text) in answers:
            message = f"{place}: the question is predicted twice; the first prediction counts"
            problems.append(Problem("predicted-twice", passage, text, message))
        else:
            events = frozenset(passages.by_name[passage].events)
            spans = _events_of(content, place)
            for start, end in sorted(spans - events):
                message = f"{place}: ({start},{end}) is not an event of the passage"
                problems.append(Problem("not-an-event", passage, text, message))
            answers[passage, text] = spans & events
    return Predictions(name or Path(path).stem, answers, tuple(problems))


def prediction_lines(answers: Iterable[tuple[tuple[str, str], Collection[Span]]]) -> str:
    """Answers by passage and question text as JSON lines, which :func:`read_predictions` reads."""
    lines = (
        {"passage": passage, "question": text, "events": sorted(events)}
        for (passage, text), events in answers
    )
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _question_of(
    content: Any, by_id: Mapping[tuple[str, str], str], with_ids: bool, place: str
) -> tuple[str, str]:
    if not isinstance(content, dict) or not isinstance(content.get("passage"), str):
        raise TorqueError(f'{place}: a prediction must be an object with "passage"')
    passage, text, number = content["passage"], content.get("question"), content.get("id")
    if isinstance(text, str):
        return passage, text
    if not isinstance(number, (str, int)) or isinstance(number, bool):
        raise TorqueError(f'{place}: a prediction must have "question" (its text) or "id"')
    if not with_ids:
        raise TorqueError(f'{place}: "id" needs a map of question ids (--question-ids FILE)')
    return passage, by_id.get((passage, str(number)), f"question {number}")


def _events_of(content: dict[str, Any], place: str) -> frozenset[Span]:
    events = content.get("events")
    if not isinstance(events, list):
        raise TorqueError(f'{place}: "events" is not a list of spans')
    return frozenset(span_of(event, place) for event in events)
