"""TimeQA's groups of facts: its annotated and human_annotated files (Chen, Wang & Wang 2021).

A file is a JSON list, or JSON lines, of groups ``{"index": "/wiki/Vologda#P1376", "questions":
[["...from 1719 to 1775?", [{"answer": "..."}]]]}``: all questions of a group are about one subject
and one property of Wikidata. Each question, which holds the printed bounds of a fact, becomes facts
whose relation is the question itself without its time, since annotators word it freely; or the
property, where questions are made of them. The annotated files have the two dates in the place of
the question, ``[["May 1955", "Apr 1956"], [{"answer": "..."}]]``: facts of the property.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from timegraph.facts.dates import OPEN, DateError, Granule
from timegraph.facts.fact import Fact, Source, unread
from timegraph.facts.questions.times import Time, times_in
from timegraph.facts.readers.lines import ReadFacts, repaired
from timegraph.facts.readers.tables import date_of_field
from timegraph.facts.relations import relations_called
from timegraph.findings.record import Finding

__all__ = ["is_group", "questions_of", "read_group", "subject_of"]


def is_group(record: object) -> bool:
    """Whether ``record`` has the keys of a group."""
    return isinstance(record, Mapping) and {"index", "questions"} <= record.keys()


def subject_of(index: str) -> str:
    """The name in a group's index: ``Ada Lovelace`` of ``/wiki/Ada_Lovelace#P69``."""
    return index.rpartition("/")[2].partition("#")[0].replace("_", " ")


def questions_of(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The questions of a group as TimeQA's own files have them, with their answers; entries that
    are not questions are left to :func:`read_group`, which reports them."""
    for number, entry in enumerate(record["questions"]):
        try:
            question, answers = entry
            targets = [str(answer["answer"]) for answer in answers] or [""]
        except (TypeError, ValueError, KeyError):
            continue
        if isinstance(question, str):
            text = {"context": paras} if (paras := record.get("paras")) else {}
            yield text | {
                "idx": f"{record['index']}#{number}",
                "question": question,
                "targets": targets,
            }


def read_group(
    record: Mapping[str, Any], source: Source | None = None, *, properties: bool = False
) -> ReadFacts:
    """The facts of a group, one for each answer of each question; an answer ``""``, or none at
    all, says that nothing is known for that time. With ``properties`` their relation is that of
    the property of the group, if the table has it.

    A question without a time is a fact without dates. What has not the form of a question with
    answers is a finding.
    """
    facts: list[Fact] = []
    problems: list[Finding] = []
    subject = subject_of(str(record["index"]))
    property = str(record.get("type") or str(record["index"]).rpartition("#")[2])
    relation = next(iter(relations_called(property)), "")
    for number, entry in enumerate(record["questions"], 1):
        try:
            question, answers = entry
            names = [str(answer["answer"]) for answer in answers] or [""]
            if not isinstance(question, str):
                start, end = (date_of_field(date, "date") for date in question)
                stem, text = relation or property, ""
            else:
                words, text = repaired(" ".join(question.split())).rstrip(" ?"), question
                time, stem = next(times_in(words), (None, words))
                start, end = (OPEN, OPEN) if time is None else _bounds(time)
                if properties and relation:
                    stem, text = relation, ""
        except DateError as error:
            message = f"question {number} of {record['index']!r}: {error}"
            problems.append(unread(DateError(message), source, {"subject": subject}))
            continue
        except (TypeError, ValueError, KeyError, AttributeError):
            message = (
                f"question {number} of {record['index']!r} is not [text, [{{answer: ...}}]] or "
                "[[start, end], [{answer: ...}]]"
            )
            problems.append(unread(message, source, {"subject": subject}))
            continue
        facts += [Fact(subject, stem, repaired(n), start, end, source, text) for n in names]
    return ReadFacts(tuple(facts), tuple(problems))


def _bounds(time: Time) -> tuple[Granule, Granule]:
    """From when to when an annotator's time is: "after 1990" has no end, "before 1990" no start."""
    if time.kind in ("after", "since"):
        return time.first, OPEN
    if time.kind in ("before", "until"):
        return OPEN, time.first
    return time.first, time.last
