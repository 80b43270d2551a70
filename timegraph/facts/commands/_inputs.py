"""What the commands for dated facts share: options, files, and the problems they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from timegraph.commands.shared.command import BadUsage, Bundle, Messages
from timegraph.commands.shared.options import (
    choice_option,
    one_object_option,
    one_subject_option,
    path_argument,
)
from timegraph.dates.named import NO_PERIODS, NamedPeriods
from timegraph.facts.answering.answers import READINGS
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
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
from timegraph.findings.record import Finding


def base_of(
    read: ReadFacts, one_at_a_time: OneAtATime, periods: NamedPeriods = NO_PERIODS
) -> FactBase:
    """The facts as a base; :class:`BadUsage` for a relation that they do not have."""
    check_relations(one_at_a_time, read.facts)
    return FactBase(
        read.facts,
        loose=read.loose,
        periods=periods,
        one_at_a_time=one_at_a_time,
        unread=read.unread,
    )


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


def reading_option(default: str | None, help: str) -> click.Option:
    """The option ``--reading``."""
    return choice_option("--reading", READINGS, help, default=default)


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file of facts as the user names it, and its format, if that is said."""

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
        return read_facts_file(path, format=format, properties=properties)
    except OSError as error:
        raise BadUsage(f"{path}: {error.strerror or error}") from None
    except UnreadableError as error:
        raise BadUsage(str(error)) from None


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
