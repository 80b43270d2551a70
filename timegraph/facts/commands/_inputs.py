"""What the commands for dated facts share: options, files, and the problems they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Bundle, Call
from timegraph.commands.shared.options import (
    choice_option,
    one_object_option,
    one_subject_option,
    path_argument,
)
from timegraph.commands.shared.terminal import Messages
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, Source, problem
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
from timegraph.findings import Finding, Rule, Severity, rules_by_code
from timegraph.report import Column, Table
from timegraph.report.findings import findings_report
from timegraph.report.tables import FindingsSection


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
        _check_file(self.path, "facts")
        try:
            read = read_facts_file(self.path, format=self.format, properties=properties)
        except OSError as error:
            raise BadUsage(f"{self.path}: {error.strerror or error}") from None
        except UnreadableError as error:
            raise BadUsage(str(error)) from None
        if read.facts:
            return read
        message, at = "there is no fact, so every answer is unknown", Source(self.path.name)
        empty = problem("empty", message, at=at, severity="warning")
        return replace(read, problems=(*read.problems, empty))


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


# What is wrong with tables of dated facts (``timegraph check --from facts``).


FACT_RULES: Mapping[str, Rule] = rules_by_code(
    ("unreadable", "error", "line that cannot be read", "write it as docs/facts.md shows"),
    ("not-a-fact", "error", "line that is not a fact", "write it as docs/facts.md shows"),
    ("no-date", "error", "date that cannot be read", "write it as the message shows"),
    ("unread-dates", "warning", "dates in no column of dates", "call it start or end"),
    ("no-object", "warning", "fact without an object", "write it, or leave the fact out"),
    ("start-after-end", "error", "fact that starts after it ends", "correct a date"),
    ("contradiction", "warning", "two facts at a time, of which there is one",
     "correct a date, or name the relation in neither --one-object nor --one-subject"),
    ("repeated", "warning", "fact that is listed twice", "remove one of the two"),
    ("empty", "warning", "table without facts", "add facts, or leave the table out"),
)  # fmt: skip
"""What is found in tables of facts."""

_COLUMNS = tuple(map(Column, ("table", "facts", "subjects", "problems")))


def check_facts(
    paths: Sequence[str],
    rules: tuple[tuple[str, ...], tuple[str, ...]],
    call: Call,
    *,
    most: int,
    severities: Sequence[Severity],
) -> None:
    """Print the problems of tables of facts, and end the command; ``rules`` are the relations that
    have one object at a time, and those that have one subject."""
    findings: list[Finding] = []
    rows = []
    for path in paths:
        try:
            read = FactsFile(Path(path)).read()
            base = base_of(read, OneAtATime(*rules))
        except BadUsage as error:
            call.messages.warn(error.message if path in error.message else f"{path}: {error}")
            continue
        problems = [*read.problems, *base.problems]
        rows.append((path, len(base), len(base.subjects), len(problems)))
        findings += problems
    if not rows:
        raise BadUsage("nothing to check: no PATH is a table of facts")
    section = FindingsSection(
        [finding for finding in findings if finding.severity in severities], FACT_RULES, most=most
    )
    call.print(findings_report([section], [Table(_COLUMNS, tuple(rows), name="tables")]))
    call.finish(complete=only_notes(findings) and len(rows) == len(paths))
