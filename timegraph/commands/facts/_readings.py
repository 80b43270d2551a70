"""Readings of questions about the order of dated events, asked of a table of quadruples."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from timegraph.commands._shared.files import BadUsage
from timegraph.facts.quadruple_table import Quadruples, ReadingError, quadruples
from timegraph.report.facts import AskedReading

__all__ = ["ask_readings", "are_readings", "table_in"]


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


def ask_readings(
    table: Quadruples, questions: Sequence[str], *, why: bool = False
) -> list[AskedReading]:
    """Each reading with its answer, or why there is none; with ``why`` also the facts."""
    texts = (text for question in questions for text in _texts(question))
    return [_ask(table, text, why) for text in texts if text.strip()]


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


def _ask(table: Quadruples, text: str, why: bool) -> AskedReading:
    text = text.strip()
    shown = text if len(text) <= 200 else f"{text[:200]}..."
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return AskedReading(shown, problem=f"is not JSON: {error}")
    name, reading = _named(value, shown)
    if reading is None:
        return AskedReading(name, problem="has no reading")
    try:
        answer = table.ask(reading)
    except ReadingError as error:
        return AskedReading(name, problem=str(error))
    facts = answer.facts if why else ()
    return AskedReading(name, answer.answers, answer.known, facts, left_out=answer.left_out)


def _named(value: Any, text: str) -> tuple[str, Any]:
    """What a line is called, and its reading: the line itself, or its field ``reading``."""
    if not isinstance(value, Mapping) or "reading" not in value:
        return text, value
    return str(value.get("question", value.get("id", text))), value["reading"]
