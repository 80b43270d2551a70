"""What the commands for dated facts share: options, files, and the problems they name."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.options import (
    choice_option,
    one_object_option,
    one_subject_option,
    path_argument,
)
from timegraph.commands.shared.terminal import Messages
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, Source, problem
from timegraph.facts.quadruple_table import Quadruples, ReadingError, quadruples
from timegraph.facts.readers.datasets import (
    FACT_FORMATS,
    Dataset,
    FactFormat,
    UnreadableError,
    read_dataset,
    read_facts_file,
)
from timegraph.facts.readers.lines import ReadFacts
from timegraph.facts.relations import OneAtATime, relation_name
from timegraph.facts.report import Asked
from timegraph.findings import Finding


def base_of(read: ReadFacts, one_at_a_time: OneAtATime) -> FactBase:
    """The facts as a base; :class:`BadUsage` for a relation that they do not have."""
    check_relations(one_at_a_time, read.facts)
    return read.base.like(one_at_a_time=one_at_a_time) if one_at_a_time else read.base


def check_relations(one_at_a_time: OneAtATime, facts: Sequence[Fact]) -> None:
    """Raise :class:`BadUsage` for a relation of which there is no fact."""
    missing = one_at_a_time.missing(facts)
    if missing:
        there = list(dict.fromkeys(relation_name(fact.relation) for fact in facts))
        more = ", ..." if len(there) > 5 else ""
        raise BadUsage(
            f"no fact has the relation {missing[0]}; there are {', '.join(there[:5])}{more}"
        )


ends_options = Bundle("one_at_a_time", (one_object_option, one_subject_option), OneAtATime)
"""The options ``--one-object`` and ``--one-subject``; the command receives one argument."""


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file of facts as the user names it, and its format, if that is named."""

    path: Path
    format: FactFormat | None = None

    def read(self, *, properties: bool = False) -> ReadFacts:
        """The facts in it; :class:`BadUsage` if it cannot be read. With ``properties`` the
        relations of TimeQA's groups are those of the table."""
        return facts_in(self.path, self.format, properties=properties)


facts_file = Bundle(
    "facts",
    (
        path_argument("path", "FACTS"),
        choice_option(
            "--from FORMAT",
            FACT_FORMATS,
            "wikidata: JSON of its entities (lines, also gzip) or results of SPARQL; needed only "
            "where the beginning of the file does not show it.",
            called="format",
        ),
    ),
    FactsFile,
)
"""The argument FACTS and the option ``--from``; the command receives one argument, ``facts``."""


def facts_in(
    path: Path, format: FactFormat | None = None, *, properties: bool = False
) -> ReadFacts:
    """The facts in a file; :class:`BadUsage` if it cannot be read."""
    _check_file(path, "facts")
    try:
        read = read_facts_file(path, format=format, properties=properties)
    except OSError as error:
        raise BadUsage(f"{path}: {error.strerror or error}") from None
    except UnreadableError as error:
        raise BadUsage(str(error)) from None
    if read.facts:
        return read
    message, at = "there is no fact, so every answer is unknown", Source(path.name)
    empty = problem("empty", message, at=at, severity="warning")
    return replace(read, problems=(*read.problems, empty))


def _check_file(path: Path, content: str) -> None:
    if path.is_dir():
        raise BadUsage(f"{path}: is a folder; name a file of {content} in it")


def questions_in(path: Path, facts: Path | None) -> Dataset:
    """The questions in a file; :class:`BadUsage` if it has none."""
    _check_file(path, "questions")
    if facts is not None:
        _check_file(facts, "facts")
    dataset = read_dataset(path, facts=facts)
    if not dataset.records:
        first = f"; the first problem: {dataset.problems[0]}" if dataset.problems else ""
        raise BadUsage(f"{path}: holds no questions{first}")
    return dataset


def only_notes(problems: Sequence[Finding]) -> bool:
    """Whether nothing is wrong: notes say what was left out as it should be."""
    return all(problem.severity == "note" for problem in problems)


def report_problems(messages: Messages, problems: Sequence[Finding]) -> None:
    """Name the first problems on stderr, and how many more there are."""
    messages.lines([str(problem) for problem in problems])
    messages.close()


# Readings of questions about the order of dated events, asked of a table of quadruples.


def are_readings(questions: Sequence[str]) -> bool:
    """Whether these are readings (a JSON object, or ``@FILE`` with one in each line). Raises
    :class:`BadUsage` if some are and some are not."""
    readings = [question.lstrip().startswith(("{", "@")) for question in questions]
    if any(readings) and not all(readings):
        raise BadUsage("questions in English and readings are asked of different facts: ask apart")
    return any(readings)


def table_in(path: Path, names: Sequence[str]) -> Quadruples:
    """The quadruples in a file, with the ``names`` (KIND=FILE) of kinds of entities."""
    kinds: dict[str, list[str]] = {}
    for text in names:
        kind, equals, file = text.partition("=")
        if not (kind and equals and file):
            raise BadUsage(f"--names {text}: write KIND=FILE, such as country=countries.txt")
        try:
            lines = Path(file).read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "is not UTF-8"
            raise BadUsage(f"--names {text}: {reason}") from None
        kinds[kind] = [line.strip() for line in lines if line.strip()]
    return quadruples(path, kinds=kinds)


def ask_readings(table: Quadruples, questions: Sequence[str], *, why: bool = False) -> list[Asked]:
    """Each reading with its answer, or why there is none; with ``why`` also the facts."""
    texts = (text.strip() for question in questions for text in _texts(question))
    return [_ask(table, text, why) for text in texts if text]


def _texts(question: str) -> Iterator[str]:
    if not question.startswith("@"):
        yield question
        return
    name = question[1:]
    try:
        if name == "-":
            yield from sys.stdin
            return
        opened = gzip.open if name.endswith(".gz") else open
        with opened(name, "rt", encoding="utf-8-sig") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadUsage(f"{question}: {reason}") from None


def _ask(table: Quadruples, text: str, why: bool) -> Asked:
    """A line's answer; its reading is the line itself, or its field ``reading``."""
    name = text if len(text) <= 200 else f"{text[:200]}..."
    nothing: dict[str, object] = {"answers": [], "known": False, "why": []}
    try:
        reading = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Asked.unanswered(name, f"is not JSON: {error}", **nothing)
    if isinstance(reading, Mapping) and "reading" in reading:
        name = str(reading.get("question", reading.get("id", name)))
        reading = reading["reading"]
    try:
        if reading is None:
            raise ReadingError("has no reading")
        answer = table.ask(reading)
    except ReadingError as error:
        return Asked.unanswered(name, str(error), **nothing)
    return Asked.reading(name, answer, answer.facts if why else ())
