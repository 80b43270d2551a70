"""The report of a comparison: the pairs of systems, and the questions that one alone gets right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from timegraph.report.plain_text import printable, wrapped
from timegraph.report.significance import significance, significance_note
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import Cell, Column, Table, render_json, render_tables
from timegraph.scoring import AnsweredQuestion, QuestionContext
from timegraph.scoring.qa_tempeval.comparison import Comparison, PairedQuestion
from timegraph.scoring.statistics import TRIALS

__all__ = ["COLUMNS", "GROUPS", "compare_report", "comparison_tables"]

GROUPS = ("relation", "document")
"""The kinds of groups that a table can have rows for."""

_PAIRS = (
    Column("system", kind="key"),
    Column("against", kind="key"),
    Column("only_system", "only it"),
    Column("only_against", "only other"),
    Column("mcnemar_p", "McNemar p"),
    Column("mcnemar_p_holm", "Holm", follows=True),
    Column("f1_difference", "F1 diff."),
    Column("f1_p", "p", follows=True),
    Column("f1_p_holm", "Holm", follows=True),
)
_QUESTIONS = (
    Column("right", kind="key"),
    Column("not_right", "not right", kind="key"),
    Column("document", kind="key"),
    Column("question", kind="key"),
    Column("query"),
    Column("text", "in words"),
    Column("expected"),
    Column("answer_right", "right one"),
    Column("answer_not_right", "other"),
)
_VERDICTS = tuple(map(Column, ("right", "wrong", "unknown")))
_PROOFS = tuple(map(Column, ("proof_right", "proof_not_right", "sentence", "reason")))

COLUMNS = (
    *_PAIRS,
    *(Column(group, kind="key") for group in GROUPS),
    *_VERDICTS,
    *_QUESTIONS,
    *_PROOFS,
)
"""All columns that the report may have."""


@dataclass(frozen=True, slots=True)
class _Only:
    """A question that ``right`` alone answers correctly, with the answers of both systems."""

    right: str
    other: str
    by_right: AnsweredQuestion
    by_other: AnsweredQuestion


def compare_report(
    comparison: Comparison, options: ReportOptions, *, warnings: Sequence[str] = ()
) -> str:
    """The pairs, right, wrong and unknown by each kind of group in ``options.by``, and for each
    pair the questions that one of the two alone answers correctly, with both proofs.

    Proofs are in text, JSON and CSV; in a table for a paper they have no room. ``warnings`` are
    about the input and stand in JSON alone.
    """
    groups = {by: _verdicts(comparison, by) for by in options.by}
    only = list(_only(comparison))
    if options.format == "json":
        return render_json(_record(comparison, groups, only, options, warnings))
    notes = () if options.format == "csv" else _notes(comparison, options)
    pairs = Table(_PAIRS, _pair_rows(comparison), notes)
    tables = [replace(pairs, marks=_significant(pairs)), *groups.values()]
    if options.format == "text":
        lines = (part for line in _texts(comparison, only) for part in wrapped(line, options.width))
        return render_tables(tables, options) + "".join(f"{line}\n" for line in lines)
    with_proofs = options.format == "csv"
    rows = tuple(_question_row(one, with_proofs=with_proofs) for one in only)
    tables.append(Table((*_QUESTIONS, *(_PROOFS if with_proofs else ())), rows))
    return render_tables(tables, options)


def comparison_tables(comparison: Comparison, options: ReportOptions) -> list[Table]:
    """The pairs, and right, wrong and unknown by each kind of group in ``options.by``."""
    pairs = Table(_PAIRS, _pair_rows(comparison), _notes(comparison, options))
    groups = (_verdicts(comparison, by) for by in options.by)
    return [replace(pairs, marks=_significant(pairs)), *groups]


def _pair_rows(comparison: Comparison) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            *(pair.first, pair.second, pair.only_first, pair.only_second),
            *(pair.mcnemar_p, pair.mcnemar_holm),
            *(pair.f1.difference, pair.f1.p, pair.f1_holm),
        )
        for pair in comparison.pairs
    )


def _significant(table: Table) -> dict[tuple[int, int], str]:
    """The marks of corrected p values."""
    corrected = [k for k, column in enumerate(_PAIRS) if column.name.endswith("_holm")]
    marks: dict[tuple[int, int], str] = {}
    for number, row in enumerate(table.rows):
        for k in corrected:
            p = row[k]
            if isinstance(p, float) and (mark := significance(p)):
                marks[number, k] = mark
    return marks


def _notes(comparison: Comparison, options: ReportOptions) -> tuple[str, ...]:
    signatures = dict.fromkeys(str(one.signature) for one in comparison.systems)
    count = len(comparison.pairs)
    pairs = "the pair" if count == 1 else f"the {count} pairs"
    return (
        *(f"signature: {signature}" for signature in signatures),
        "only it, only other: questions that only one of the two answers correctly; McNemar p: "
        "exact test of these",
        "F1 diff. and p: paired approximate randomisation over documents, "
        f"{TRIALS} trials (all there are, if fewer), seed {options.seed}",
        f"Holm: p corrected for {pairs} above, each test by itself. A system that was chosen for "
        "its score needs --all-pairs",
        significance_note("the two systems differ"),
        *(f"{one.name}: not compared: {one.reason}" for one in options.unusable),
    )


def _verdicts(comparison: Comparison, by: str) -> Table:
    """How many questions of each group are right, wrong and unknown in each system."""
    group = _GROUPS[by]
    counts: dict[str, list[Counter[str]]] = {}
    for question in comparison.questions:
        own = counts.setdefault(group(question), [Counter() for _ in comparison.systems])
        for counter, verdict in zip(own, question.verdicts, strict=True):
            counter[verdict] += 1
    keys = (Column(by, kind="key"), Column("system", kind="key"))
    columns = (*keys, *_VERDICTS)
    rows = tuple(
        (name, system, counter["right"], counter["wrong"], counter["unknown"])
        for name, own in counts.items()
        for system, counter in zip(comparison.names, own, strict=True)
    )
    return Table(columns, rows, name=f"by_{by}")


def _relation(question: PairedQuestion) -> str:
    asked = question.question.question
    return "(malformed)" if asked is None or asked.group is None else asked.group


_GROUPS: Mapping[str, Callable[[PairedQuestion], str]] = {
    "relation": _relation,
    "document": lambda question: question.question.document,
}


def _only(comparison: Comparison) -> Iterator[_Only]:
    """Pair by pair, first what the first system alone answers correctly, then the second."""
    positions = {name: k for k, name in enumerate(comparison.names)}
    for pair in comparison.pairs:
        for right, other in ((pair.first, pair.second), (pair.second, pair.first)):
            own, others = positions[right], positions[other]
            for question in comparison.only_right(own, other=others):
                yield _Only(right, other, question.answers[own], question.answers[others])


def _question_row(one: _Only, *, with_proofs: bool) -> tuple[Cell, ...]:
    asked = one.by_right.question
    proofs: tuple[str, ...] = ()
    if with_proofs:
        context = one.by_other.context or QuestionContext()
        proofs = (
            *(one.by_right.why, one.by_other.why),
            " ".join(map(str, context.sentences)),
            "" if context.unknown is None else str(context.unknown),
        )
    return (
        *(one.right, one.other, asked.document, asked.number, asked.query, asked.text),
        *(asked.expected, str(one.by_right.predicted), str(one.by_other.predicted)),
        *proofs,
    )


def _texts(comparison: Comparison, only: Sequence[_Only]) -> Iterator[str]:
    """The questions as text: below each one its sentences, and the two answers with the links that
    they follow from, or why there is none."""
    for pair in comparison.pairs:
        for right, other in ((pair.first, pair.second), (pair.second, pair.first)):
            own = [one for one in only if (one.right, one.other) == (right, other)]
            count = "1 question" if len(own) == 1 else f"{len(own)} questions"
            yield ""
            yield printable(f"{count} right in {right} and not in {other}")
            for one in own:
                yield from map(printable, _text(one))


def _text(one: _Only) -> Iterator[str]:
    asked, context = one.by_right.question, one.by_right.context or QuestionContext()
    words = f" {asked.text}" if asked.text else ""
    yield f"{asked.document}: question {asked.number}:{words}"
    yield f"  {context.in_words(asked)}, expected {asked.expected}"
    for sentence in context.sentences:
        yield f"  | {sentence}"
    for name, answered in ((one.right, one.by_right), (one.other, one.by_other)):
        context = answered.context or QuestionContext()
        reason = "" if context.unknown is None else f": {context.unknown.detail}"
        yield f"  {name}: {answered.predicted}{reason}"
        for link in context.links:
            line = "" if link.line is None else f"line {link.line}: "
            yield f"    by {line}{link}"


def _record(
    comparison: Comparison,
    groups: Mapping[str, Table],
    only: Sequence[_Only],
    options: ReportOptions,
    warnings: Sequence[str],
) -> dict[str, object]:
    names = [column.name for column in (*_QUESTIONS, *_PROOFS)]
    return {
        "systems": [
            *(
                {"name": one.name, "f1": one.score.f1, "signature": str(one.signature)}
                for one in comparison.systems
            ),
            *({"name": one.name, "error": one.reason} for one in options.unusable),
        ],
        "pairs": Table(_PAIRS, _pair_rows(comparison)).records,
        **{table.name: table.records for table in groups.values()},
        "questions": [
            dict(zip(names, _question_row(one, with_proofs=True), strict=True)) for one in only
        ],
        "seed": options.seed,
        "warnings": list(warnings),
    }
