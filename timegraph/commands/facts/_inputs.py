"""What the commands for dated facts share: options, files, and the problems they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from timegraph.commands._shared.command import Bundle
from timegraph.commands._shared.declaring import choice_option, option, path_argument, switch
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.messages import Messages
from timegraph.facts.answering.model import READINGS
from timegraph.facts.dates import DateError, Granule, read_date
from timegraph.facts.readers.datasets import (
    FACT_FORMATS,
    Dataset,
    FactFormat,
    UnreadableError,
    read_dataset,
    read_facts_file,
)
from timegraph.facts.readers.lines import ReadFacts
from timegraph.findings.record import Finding
from timegraph.scoring.answers.predictions import Predictions, read_predictions

__all__ = [
    "FactsFile",
    "OpenEnds",
    "ends_options",
    "facts_file",
    "facts_in",
    "predictions_in",
    "questions_in",
    "reading_option",
    "report_problems",
]

_CLOSE = switch(
    "--close-open-ends",
    "Let the next one in an exclusive relation (spouse, head coach, chair ...) end a fact "
    "whose end is open.",
)


def _date(context: click.Context, parameter: click.Parameter, value: str | None) -> Granule | None:
    try:
        return None if value is None else read_date(value)
    except DateError as error:
        raise BadUsage(f"--open-end {value}: {error}") from None


_OPEN_END = option(
    "--open-end DATE",
    'Read ends at DATE as "or later": the date on which the data were made.',
    callback=_date,
)


@dataclass(frozen=True, slots=True)
class OpenEnds:
    """How open ends of facts are read: whether the next fact of an exclusive relation closes one,
    and the date at which ends mean "or later"."""

    close_open_ends: bool = False
    open_end: Granule | None = None


ends_options = Bundle("ends", (_CLOSE, _OPEN_END), OpenEnds)
"""The options ``--close-open-ends`` and ``--open-end``; the command receives one argument,
``ends``."""


def reading_option(default: str | None, help: str) -> click.Option:
    """The option ``--reading``."""
    return choice_option("--reading", READINGS, help, default=default)


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file of facts as the user names it, and its format, if that is said."""

    path: Path
    format: FactFormat | None = None

    def read(self, open_end: Granule | None) -> ReadFacts:
        """The facts in it; :class:`BadUsage` if it cannot be read."""
        return facts_in(self.path, open_end, self.format)


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


def facts_in(path: Path, open_end: Granule | None, format: FactFormat | None = None) -> ReadFacts:
    """The facts in a file; :class:`BadUsage` if it cannot be read."""
    try:
        return read_facts_file(path, open_end=open_end, format=format)
    except OSError as error:
        raise BadUsage(f"{path}: {error.strerror or error}") from None
    except UnreadableError as error:
        raise BadUsage(str(error)) from None


def questions_in(path: Path, facts: Path | None, open_end: Granule | None) -> Dataset:
    """The questions in a file; :class:`BadUsage` if it has none or cannot be read."""
    try:
        dataset = read_dataset(path, facts=facts, open_end=open_end)
    except OSError as error:
        raise BadUsage(f"{error.filename}: {error.strerror or error}") from None
    except UnreadableError as error:
        raise BadUsage(str(error)) from None
    if not dataset.records:
        first = f"; the first problem: {dataset.problems[0]}" if dataset.problems else ""
        raise BadUsage(f"{path}: holds no questions{first}")
    return dataset


def predictions_in(path: Path) -> Predictions:
    """The predictions in a file; :class:`BadUsage` if it cannot be read."""
    try:
        return read_predictions(path)
    except OSError as error:
        raise BadUsage(f"{path}: {error.strerror or error}") from None
    except UnreadableError as error:
        raise BadUsage(str(error)) from None


def report_problems(messages: Messages, problems: Sequence[Finding]) -> None:
    """Name the first problems on stderr, and how many more there are."""
    messages.lines([str(problem) for problem in problems])
    messages.close()
