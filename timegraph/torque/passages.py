"""TORQUE's passages: two sentences, their events, and questions answered by sets of events.

The form is that of the released ``dev.json`` (Ning et al. 2020, TORQUE: A Reading Comprehension
Dataset of Temporal Ordering Questions). An event is a span of the passage, half-open offsets of
characters. Each question has the answers of several annotators and the one that was made of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from timegraph._wording.counting import counted
from timegraph.torque.problems import Problem

__all__ = [
    "Passage",
    "PassageSet",
    "Span",
    "TorqueError",
    "TorqueQuestion",
    "parsed_json",
    "read_passages",
    "span_of",
]

Span = tuple[int, int]

_INDICES = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_NAME = re.compile(r"docid_(?P<document>.+)_sentid_(?P<sentence>\d+)")


class TorqueError(ValueError):
    """A file of passages, groups or predictions that cannot be read: the file, the place in it
    and what is wrong."""


@dataclass(frozen=True, slots=True)
class TorqueQuestion:
    """A question about a passage.

    ``annotators`` has the answer of each annotator, cut to the passage's events; ``answer`` is the
    one that was made of them. ``warm_up`` is true for the three questions that every passage has.
    ``source`` is the question that this one was made of by a small change, or the question itself.
    """

    passage: str
    text: str
    annotators: tuple[frozenset[Span], ...]
    answer: frozenset[Span]
    warm_up: bool = False
    source: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What the question is known by: the passage's name and the text."""
        return self.passage, self.text


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage: its text, its events in text order, and its questions in the file's order.

    ``document`` is the name of the document that it was taken from, ``sentence`` the number of its
    first sentence there; ``""`` and ``None`` where the passage's name does not say. ``listed`` is
    false where the file has no list of events, as TORQUE's test set: then an annotation has them.
    """

    name: str
    text: str
    events: tuple[Span, ...]
    questions: tuple[TorqueQuestion, ...]
    document: str = ""
    sentence: int | None = None
    listed: bool = True

    def words(self, event: Span) -> str:
        """What an event reads."""
        return self.text[event[0] : event[1]]


@dataclass(frozen=True, slots=True)
class PassageSet:
    """The passages of a file in its order, with what is wrong with some of them.

    ``digest`` holds the first 8 hexadecimal digits of the SHA-256 of the file's bytes,
    ``annotated`` how many questions each annotator answered, as far as the file names them.
    """

    passages: tuple[Passage, ...]
    problems: tuple[Problem, ...] = ()
    digest: str = ""
    annotated: Mapping[str, int] = field(default_factory=dict, compare=False)
    by_name: Mapping[str, Passage] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = {passage.name: passage for passage in self.passages}
        object.__setattr__(self, "by_name", names)

    def __repr__(self) -> str:
        return f"<PassageSet: {len(self.passages)} passages, {len(self.questions)} questions>"

    @property
    def questions(self) -> tuple[TorqueQuestion, ...]:
        """All questions, passage after passage."""
        return tuple(question for passage in self.passages for question in passage.questions)


def read_passages(source: str | os.PathLike[str] | bytes, *, name: str = "passages") -> PassageSet:
    """The passages in a JSON file, by its path or as its bytes (called ``name`` in errors).

    An event outside its passage, events that overlap, a span in an answer that is not an event of
    the passage, and a question without annotators are reported in ``problems``; the rest of the
    passage is read. Raises ``OSError`` if the file cannot be read, and :class:`TorqueError` if it
    is not JSON, has a name twice, or is not a file of passages.
    """
    data, name = _bytes_of(source, name)
    problems: list[Problem] = []
    content = parsed_json(data, name)
    if not isinstance(content, dict) or not content:
        raise TorqueError(f"{name}: is not a JSON object with passages by name")
    passages = tuple(_passage(key, value, name, problems) for key, value in content.items())
    digest = hashlib.sha256(data).hexdigest()[:8]
    return PassageSet(passages, tuple(problems), digest, _shares(content))


def _shares(content: Mapping[str, Any]) -> dict[str, int]:
    """How many questions each annotator answered; the passages are known to be well-formed."""
    return Counter(
        str(annotator["workerId"])
        for passage in content.values()
        for asked in passage.get("question_answer_pairs", {}).values()
        for annotator in asked.get("individual_answers", [])
        if "workerId" in annotator
    )


def _bytes_of(source: str | os.PathLike[str] | bytes, name: str) -> tuple[bytes, str]:
    if isinstance(source, bytes):
        return source, name
    return Path(source).read_bytes(), os.fspath(source)


def parsed_json(data: bytes, name: str) -> Any:
    """The content of a JSON file without double names. Raises :class:`TorqueError` with line and
    column."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for key, value in pairs:
            if key in content:
                raise TorqueError(f'{name}: "{key}" occurs twice in one object; keep one of them')
            content[key] = value
        return content

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=once)
    except UnicodeDecodeError as error:
        raise TorqueError(f"{name}: byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"{name}:{error.lineno}:{error.colno}"
        raise TorqueError(f"{place}: is not JSON: {error.msg}") from None
    except RecursionError:
        raise TorqueError(f"{name}: is nested too deeply") from None


def _passage(name: str, content: Any, file: str, problems: list[Problem]) -> Passage:
    place = f"{file}: {name}"
    if not isinstance(content, dict) or not isinstance(content.get("passage"), str):
        raise TorqueError(f'{place}: has no text; a passage is an object with "passage"')
    text = content["passage"]
    listed = "events" in content
    events = _events(content["events"], text, name, place, problems) if listed else ()
    asked = content.get("question_answer_pairs", {})
    if not isinstance(asked, dict):
        raise TorqueError(f'{place}: "question_answer_pairs" is not an object of questions')
    spans = frozenset(events)
    questions = tuple(
        _question(name, question, value, spans, f"{place}: {question}", problems)
        for question, value in asked.items()
    )
    match = _NAME.fullmatch(name)
    document = match["document"] if match else ""
    sentence = int(match["sentence"]) if match else None
    return Passage(name, text, events, questions, document, sentence, listed)


def _events(
    content: Any, text: str, name: str, place: str, problems: list[Problem]
) -> tuple[Span, ...]:
    events: list[Span] = []
    for start, end in sorted(set(_spans(content, f"{place}: events"))):
        if not 0 <= start < end <= len(text):
            characters = counted(len(text), "character")
            message = f"the event ({start},{end}) is outside the text of {characters}"
            problems.append(Problem("event-outside", name, "", message))
            continue
        if events and start < events[-1][1]:
            words = f'"{text[slice(*events[-1])]}" and "{text[start:end]}"'
            problems.append(Problem("events-overlap", name, "", f"the events {words} overlap"))
        events.append((start, end))
    return tuple(events)


def _question(
    passage: str,
    text: str,
    content: Any,
    events: frozenset[Span],
    place: str,
    problems: list[Problem],
) -> TorqueQuestion:
    if not isinstance(content, dict):
        raise TorqueError(f"{place}: is not an object with the question's answers")
    individual = content.get("individual_answers", [])
    if not isinstance(individual, list):
        raise TorqueError(f'{place}: "individual_answers" is not a list')
    given = [frozenset(_spans(answer, f"{place}: individual_answers")) for answer in individual]
    answer = frozenset(_spans(content, f"{place}: answer"))
    if not given:
        problems.append(Problem("no-annotators", passage, text, "the question has no annotators"))
    strange = sorted(frozenset().union(answer, *given) - events)
    if strange:
        spans = ", ".join(f"({start},{end})" for start, end in strange)
        message = f"an answer contains {spans}, not an event of the passage"
        problems.append(Problem("answer-not-an-event", passage, text, message))
    return TorqueQuestion(
        passage,
        text,
        tuple(answer & events for answer in given),
        answer & events,
        content.get("is_default_question") is True,
        str(content.get("derived_from_question") or text),
    )


def _spans(content: Any, place: str) -> Iterator[Span]:
    """The spans of an answer: ``{"indices": [...]}``, as it is or under ``"answer"``."""
    if isinstance(content, dict) and isinstance(content.get("answer"), dict):
        content = content["answer"]
    indices = content.get("indices", []) if isinstance(content, dict) else None
    if not isinstance(indices, list):
        raise TorqueError(f'{place}: has no list of "indices"')
    return (span_of(index, place) for index in indices)


def span_of(value: Any, place: str) -> Span:
    """A span from ``"(3,7)"`` or ``[3, 7]``. Raises :class:`TorqueError` for anything else."""
    if isinstance(value, str) and (match := _INDICES.fullmatch(value.strip())):
        return int(match[1]), int(match[2])
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) for number in value)
    ):
        return value[0], value[1]
    raise TorqueError(f'{place}: {value!r} is not a span like "(3,7)" or [3, 7]')
