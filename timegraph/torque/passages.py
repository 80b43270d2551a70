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
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from timegraph._wording import counted
from timegraph.findings import Finding

# What is wrong with a passage, a question or a prediction: named and counted, never dropped.


_KINDS = {
    "no-annotators": ("question without annotators", "questions without annotators"),
    "answer-not-an-event": ("answer that is not an event", "answers that are not events"),
    "event-outside": ("event outside of its passage", "events outside of their passages"),
    "events-overlap": ("passage with events that overlap", "passages with events that overlap"),
    "unknown-passage": ("answer for an unknown passage", "answers for unknown passages"),
    "unknown-question": ("answer to an unknown question", "answers to unknown questions"),
    "predicted-twice": ("question answered twice", "questions answered twice"),
    "not-an-event":
        ("predicted answer that is not an event", "predicted answers that are not events"),
    "other-words":
        ("passage whose words are counted otherwise", "passages whose words are counted otherwise"),
    "no-document": ("passage without a usable document", "passages without a usable document"),
    "not-aligned":
        ("passage that is not in its document", "passages that are not in their documents"),
    "not-understood": ("question that says no order", "questions that say no order"),
}  # fmt: skip
"""What several problems of a code are called together."""


def heading(code: str, count: int) -> str:
    """How many problems of a kind there are: ``2 questions answered twice [predicted-twice]``."""
    return f"{counted(count, *_KINDS[code])} [{code}]"


def problem(code: str, passage: str, question: str, message: str) -> Finding:
    """A problem as a finding: its document is the passage, its id the question (``""`` where it is
    none's)."""
    return Finding(
        code=code,
        severity="warning",
        document=passage,
        message=f"{question}: {message}" if question else message,
        ids=(question,) if question else (),
    )


Span = tuple[int, int]

_INDICES = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_NAME = re.compile(r"docid_(?P<document>.+)_sentid_\d+")


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

    ``document`` is the name of the document that it was taken from, ``""`` where the passage's name
    does not say. ``listed`` is false where the file has no list of events, as TORQUE's test set:
    then an annotation has them.
    """

    name: str
    text: str
    events: tuple[Span, ...]
    questions: tuple[TorqueQuestion, ...]
    document: str = ""
    listed: bool = True

    def words(self, event: Span) -> str:
        """What an event reads."""
        return self.text[event[0] : event[1]]


@dataclass(frozen=True)
class PassageSet:
    """The passages of a file in its order, with what is wrong with some of them.

    ``digest`` holds the first 8 hexadecimal digits of the SHA-256 of the file's bytes,
    ``annotated`` how many questions each annotator answered, as far as the file names them.
    """

    passages: tuple[Passage, ...]
    problems: tuple[Finding, ...] = ()
    digest: str = ""
    annotated: Mapping[str, int] = field(default_factory=dict, compare=False)

    @cached_property
    def by_name(self) -> Mapping[str, Passage]:
        """The passages by their names."""
        return {passage.name: passage for passage in self.passages}

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
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    name = name if isinstance(source, bytes) else os.fspath(source)
    problems: list[Finding] = []
    content = parsed_json(data, name)
    if not isinstance(content, dict) or not content:
        raise TorqueError(f"{name}: is not a JSON object with passages by name")
    passages = tuple(_passage(key, value, name, problems) for key, value in content.items())
    shares = Counter(
        str(annotator["workerId"])
        for passage in content.values()
        for asked in passage.get("question_answer_pairs", {}).values()
        for annotator in asked.get("individual_answers", [])
        if "workerId" in annotator
    )
    return PassageSet(passages, tuple(problems), hashlib.sha256(data).hexdigest()[:8], shares)


def parsed_json(data: bytes, name: str, line: int | None = None) -> Any:
    """The content of a JSON file, or of this line of it, without double names. Raises
    :class:`TorqueError` with line and column."""
    file = name
    if line is not None:
        name = f"{file}:{line}"

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
        place = f"{file}:{line or error.lineno}:{error.colno}"
        raise TorqueError(f"{place}: is not JSON: {error.msg}") from None
    except RecursionError:
        raise TorqueError(f"{name}: is nested too deeply") from None


def _passage(name: str, content: Any, file: str, problems: list[Finding]) -> Passage:
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
    return Passage(name, text, events, questions, match["document"] if match else "", listed)


def _events(
    content: Any, text: str, name: str, place: str, problems: list[Finding]
) -> tuple[Span, ...]:
    events: list[Span] = []
    for start, end in sorted(set(_spans(content, f"{place}: events"))):
        if not 0 <= start < end <= len(text):
            characters = counted(len(text), "character")
            message = f"the event ({start},{end}) is outside the text of {characters}"
            problems.append(problem("event-outside", name, "", message))
            continue
        if events and start < events[-1][1]:
            words = f'"{text[slice(*events[-1])]}" and "{text[start:end]}"'
            problems.append(problem("events-overlap", name, "", f"the events {words} overlap"))
        events.append((start, end))
    return tuple(events)


def _question(
    passage: str,
    text: str,
    content: Any,
    events: frozenset[Span],
    place: str,
    problems: list[Finding],
) -> TorqueQuestion:
    if not isinstance(content, dict):
        raise TorqueError(f"{place}: is not an object with the question's answers")
    individual = content.get("individual_answers", [])
    if not isinstance(individual, list):
        raise TorqueError(f'{place}: "individual_answers" is not a list')
    given = [frozenset(_spans(answer, f"{place}: individual_answers")) for answer in individual]
    answer = frozenset(_spans(content, f"{place}: answer"))
    if not given:
        problems.append(problem("no-annotators", passage, text, "the question has no annotators"))
    strange = sorted(frozenset().union(answer, *given) - events)
    if strange:
        spans = ", ".join(f"({start},{end})" for start, end in strange)
        message = f"an answer contains {spans}, not an event of the passage"
        problems.append(problem("answer-not-an-event", passage, text, message))
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


# Predicted answers: JSON lines, or an object of answers by question id.
#
# A line is ``{"passage": NAME, "question": TEXT, "events": [[3, 7], ...]}``. Spans may also be
# written ``"(3,7)"``.
#
# TORQUE's leaderboard takes one object instead, ``{"PASSAGE_ID": [0, 1, 0, ...]}``: for each word
# of the passage, as :func:`words_of` counts them, whether it is an answer.


@dataclass(frozen=True, slots=True)
class Predictions:
    """A system's answers by passage and question text, and what is wrong with some of them.

    A question that is not in ``answers`` was not answered; the empty set is an answer.
    """

    name: str
    answers: Mapping[tuple[str, str], frozenset[Span]]
    problems: tuple[Finding, ...] = ()


def read_predictions(path: str | os.PathLike[str], *, passages: PassageSet) -> Predictions:
    """The predictions in a file of JSON lines, or in the leaderboard's form, whose ids are the
    numbers of the questions in the file of passages.

    A prediction for an unknown passage or question, or with a span that is not an event of its
    passage, is reported and ignored (its other spans count). Of two predictions for one question
    the first counts. A passage whose words are not as many as the leaderboard's form has values is
    reported, and its predictions are ignored.

    Raises ``OSError`` if the file cannot be read, and :class:`TorqueError` naming file and line for
    a line that is not JSON or has no passage, question or events.
    """
    file, data = os.fspath(path), Path(path).read_bytes()
    answers: dict[tuple[str, str], frozenset[Span]] = {}
    problems: list[Finding] = []
    by_words = _by_words(data)
    if by_words is not None:
        _of_words(by_words, passages, file, answers, problems)
        return Predictions(Path(path).stem, answers, tuple(problems))
    keys = {question.key for question in passages.questions}
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{file}:{number}"
        passage, text, spans = _prediction_of(parsed_json(line, file, number), place)
        if passage not in passages.by_name:
            problems.append(problem("unknown-passage", passage, text, f"{place}: unknown passage"))
        elif (passage, text) not in keys:
            message = f"{place}: the passage does not have this question"
            problems.append(problem("unknown-question", passage, text, message))
        elif (passage, text) in answers:
            message = f"{place}: the question is predicted twice; the first prediction counts"
            problems.append(problem("predicted-twice", passage, text, message))
        else:
            events = frozenset(passages.by_name[passage].events)
            problems += _no_events(spans - events, passage, text, place)
            answers[passage, text] = spans & events
    return Predictions(Path(path).stem, answers, tuple(problems))


def _no_events(spans: Iterable[Span], passage: str, text: str, place: str) -> Iterator[Finding]:
    for start, end in sorted(spans):
        message = f"{place}: ({start},{end}) is not an event of the passage"
        yield problem("not-an-event", passage, text, message)


def _by_words(data: bytes) -> dict[str, list[Any]] | None:
    """The content of a file in the leaderboard's form; ``None`` for any other."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    is_one = isinstance(content, dict) and all(isinstance(v, list) for v in content.values())
    return content if content and is_one else None


def _of_words(
    content: Mapping[str, list[Any]],
    passages: PassageSet,
    file: str,
    answers: dict[tuple[str, str], frozenset[Span]],
    problems: list[Finding],
) -> None:
    """Take in answers in the leaderboard's form."""
    differ: set[str] = set()
    for key, values in content.items():
        place = f"{file}: {key}"
        if any(value not in (0, 1) for value in values):
            raise TorqueError(f"{place}: write 0 or 1 for each word of the passage")
        name, _, number = key.rpartition("_")
        passage = passages.by_name.get(name)
        if passage is None:
            problems.append(problem("unknown-passage", key, "", f"{place}: unknown passage"))
            continue
        text = {str(k): asked.text for k, asked in enumerate(passage.questions)}.get(number)
        if text is None:
            message = f"{place}: the passage has no question of this id"
            problems.append(problem("unknown-question", name, number, message))
            continue
        words = words_of(passage.text, len(values))
        if len(words) != len(values):
            if name not in differ:
                message = f"{place}: {len(values)} values for a passage of {len(words)} words"
                problems.append(problem("other-words", name, "", message))
            differ.add(name)
            continue
        chosen = [word for word, value in zip(words, values, strict=True) if value]
        meant = {(w, e) for w in chosen for e in passage.events if w[0] < e[1] and e[0] < w[1]}
        problems += _no_events(set(chosen) - {word for word, _ in meant}, name, text, place)
        answers[name, text] = frozenset(event for _, event in meant)


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


def _prediction_of(content: Any, place: str) -> tuple[str, str, frozenset[Span]]:
    """Passage, question and events of a line."""
    if not isinstance(content, dict) or not isinstance(content.get("passage"), str):
        raise TorqueError(f'{place}: a prediction must be an object with "passage"')
    if not isinstance(content.get("question"), str):
        raise TorqueError(f'{place}: a prediction must have "question" (its text)')
    if not isinstance(content.get("events"), list):
        raise TorqueError(f'{place}: "events" is not a list of spans')
    spans = frozenset(span_of(event, place) for event in content["events"])
    return content["passage"], content["question"], spans
