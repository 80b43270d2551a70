"""Predicted answers: JSON lines, or an object of answers by question id.

A line is ``{"passage": NAME, "question": TEXT, "events": [[3, 7], ...]}``; with a map of question
ids, ``{"passage": NAME, "id": ID, "events": ...}``. Spans may also be written ``"(3,7)"``.

TORQUE's leaderboard takes one object instead, ``{"PASSAGE_ID": [0, 1, 0, ...]}``: for each word of
the passage, as :func:`words_of` counts them, whether it is an answer.
"""

from __future__ import annotations

import json
import os
import re
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
    "words_of",
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
    """The predictions in a file of JSON lines, or in the leaderboard's form, whose ids without a
    map of them are the numbers of the questions in the file of passages.

    A prediction for an unknown passage or question, or with a span that is not an event of its
    passage, is reported and ignored (its other spans count). Of two predictions for one question
    the first counts. A passage whose words are not as many as the leaderboard's form has values is
    reported, and its predictions are ignored.

    Raises ``OSError`` if the file cannot be read, and :class:`TorqueError` naming file and line for
    a line that is not JSON or has no passage, question or events.
    """
    file = os.fspath(path)
    by_id = {
        (passage, number): text
        for passage, numbers in (ids or {}).items()
        for text, number in numbers.items()
    }
    data = Path(path).read_bytes()
    name = name or Path(path).stem
    by_words = _by_words(data)
    if by_words is not None:
        return _of_words(by_words, passages, by_id if ids else _numbered(passages), file, name)
    answers: dict[tuple[str, str], frozenset[Span]] = {}
    problems: list[Problem] = []
    keys = {question.key for question in passages.questions}
    for number, line in enumerate(data.splitlines(), start=1):
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
    return Predictions(name, answers, tuple(problems))


def _by_words(data: bytes) -> dict[str, list[Any]] | None:
    """The content of a file in the leaderboard's form; ``None`` for any other."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    is_one = isinstance(content, dict) and all(isinstance(v, list) for v in content.values())
    return content if content and is_one else None


def _numbered(passages: PassageSet) -> dict[tuple[str, str], str]:
    return {
        (passage.name, str(number)): question.text
        for passage in passages.passages
        for number, question in enumerate(passage.questions)
    }


def _of_words(
    content: Mapping[str, list[Any]],
    passages: PassageSet,
    by_id: Mapping[tuple[str, str], str],
    file: str,
    name: str,
) -> Predictions:
    answers: dict[tuple[str, str], frozenset[Span]] = {}
    problems: list[Problem] = []
    differ: set[str] = set()
    for key, values in content.items():
        place = f"{file}: {key}"
        if any(value not in (0, 1) for value in values):
            raise TorqueError(f"{place}: write 0 or 1 for each word of the passage")
        passage, _, number = key.rpartition("_")
        text = by_id.get((passage, number), "")
        if passage not in passages.by_name:
            problems.append(Problem("unknown-passage", key, "", f"{place}: unknown passage"))
            continue
        if not text:
            message = f"{place}: the passage has no question of this id"
            problems.append(Problem("unknown-question", passage, number, message))
            continue
        words = words_of(passages.by_name[passage].text, len(values))
        if len(words) != len(values):
            if passage not in differ:
                message = f"{place}: {len(values)} values for a passage of {len(words)} words"
                problems.append(Problem("other-words", passage, "", message))
            differ.add(passage)
            continue
        chosen = [word for word, value in zip(words, values, strict=True) if value]
        events = passages.by_name[passage].events
        for start, end in chosen:
            if not any(start < e and s < end for s, e in events):
                message = f"{place}: ({start},{end}) is not an event of the passage"
                problems.append(Problem("not-an-event", passage, text, message))
        answers[passage, text] = frozenset(
            (s, e) for s, e in events if any(start < e and s < end for start, end in chosen)
        )
    return Predictions(name, answers, tuple(problems))


# The words of the Penn Treebank, as NLTK's word_tokenize cuts them, with " read as @: where blanks
# are put in, in this order.
_CUTS = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (r"([«“‘„]|``)", r" \1 "),
        (r"(')(?!re|ve|ll|m|t|s|d|n)(\w)\b", r"\1 \2"),
        (r"([:,])(?!\d)|(\.{2,}|[]@;#$%&?!*[(){}<>]|--|[»”’]|'')", r" \1\2 "),
        (r"([^'\s])(')(?=\s)", r"\1 \2"),
        (r"([^'\s])('(?:s|m|d|ll|re|ve)|n't)(?=\s)", r"\1 \2"),
        (r"\b(can)(not)\b|\b(gon|wan)(na)\b|\b(got)(ta)\b|\b(gim|lem)(me)\b",
         r"\1\3\5\7 \2\4\6\8"),
    )
)  # fmt: skip
_FULL_STOP = re.compile(r"(?<=[^.\s])\.(?=[])}>\"'»”’]*(?:\s+[\"'(`“‘]*(?:[A-Z0-9]|\.\.)|\s*$))")
_ABBREVIATED = re.compile(
    r"(?:\b[A-Z]|\.[A-Za-z]|\b(?:Mr|Mrs|Ms|Dr|Prof|Gen|Sen|Rep|Gov|Lt|Col|Capt|Sgt|Maj|Cmdr|Adm|St|"
    r"Jr|Sr|Rev|Hon|Corp|Inc|Ltd|Co|Cos|Bros|vs|No|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec))$"
)


def words_of(text: str, number: int | None = None) -> list[Span]:
    """The words of a passage, as TORQUE's baseline counts them: those of the Penn Treebank, where a
    full stop is a word at the end of a sentence only. Where an abbreviation may end one, the
    ``number`` of words decides."""
    stops = [match.start() for match in _FULL_STOP.finditer(text)]
    sure = {stop for stop in stops if not text[stop:].strip("])}>\"'»”’. \n\t\r")}
    sure |= {stop for stop in stops if not _ABBREVIATED.search(text, max(0, stop - 8), stop)}
    words = _cut(text, sure)
    if number is not None and len(words) != number:
        others = _cut(text, set(stops))
        return others if len(others) == number else words
    return words


def _cut(text: str, stops: Collection[int]) -> list[Span]:
    spaced = "".join(f" {c} " if k in stops else c for k, c in enumerate(text.replace('"', "@")))
    for pattern, words in _CUTS:
        spaced = pattern.sub(words, f" {spaced} ")
    found: list[Span] = []
    end = 0
    for word in spaced.split():  # only blanks were put in
        start = next(k for k in range(end, len(text)) if not text[k].isspace())
        end = start + len(word)
        found.append((start, end))
    return found


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
