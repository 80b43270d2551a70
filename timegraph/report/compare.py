"""The report of a comparison: the pairs of systems, and the questions that one alone gets right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from timegraph._wording import counted
from timegraph.report.measures import measure_record, significance, significance_note
from timegraph.report.plain_text import printable
from timegraph.report.tables import Cell, Column, Report, Table
from timegraph.scoring import AnsweredQuestion, QuestionContext, Run
from timegraph.scoring.qa_tempeval.comparison import Comparison, document_of, relation_of
from timegraph.scoring.statistics import SEED, TRIALS

GROUPS = ("relation", "document")
"""The kinds of groups that a table can have rows for."""

_PAIRS = (
    Column("system", kind="key"),
    Column("against", kind="key"),
    Column("only_system", "only the system"),
    Column("only_against", "only the other"),
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
    Column("answer_right", "right answer"),
    Column("answer_not_right", "other answer"),
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


_Only = tuple[str, str, list[tuple[AnsweredQuestion, AnsweredQuestion]]]
"""A system, another one, and the questions that the first alone answers correctly, with the answers
of both."""


def compare_report(
    comparison: Comparison,
    run: Run[Any],
    *,
    by: Sequence[str] = (),
    seed: int = SEED,
) -> Report:
    """The pairs, right, wrong and unknown by each kind of group in ``by``, and for each pair the
    questions that one of the two alone answers correctly, with both proofs.

    Proofs are in text, JSON and CSV; in a table for a paper they have no room. ``run`` is that of
    which the systems are compared, ``seed`` that of the randomisation test.
    """
    tables = comparison_tables(comparison, run, by=by, seed=seed)
    only = list(_only(comparison))
    details = Table(
        (*_QUESTIONS, *_PROOFS),
        tuple(_question_row(right, other, *both) for right, other, found in only for both in found),
        name="questions",
        signatures=_signatures(comparison, (right for right, _, found in only for _ in found)),
    )
    record = measure_record(run, tables=[*tables, details])
    briefly = tuple(row[: len(_QUESTIONS)] for row in details.rows)
    return Report(
        tables=[*tables, Table(_QUESTIONS, briefly, name="questions")],
        rows=[*tables, details],
        record={**record, "seed": seed, "notes": list(tables[0].notes)},
        lines=[printable(line) for of_pair in only for line in _texts(*of_pair)],
    )


def comparison_tables(
    comparison: Comparison, run: Run[Any], *, by: Sequence[str] = (), seed: int = SEED
) -> list[Table]:
    """The pairs, and right, wrong and unknown by each kind of group in ``by``."""
    rows = tuple(
        (
            *(pair.first, pair.second, pair.only_first, pair.only_second),
            *(pair.mcnemar_p, pair.mcnemar_holm),
            *(pair.f1.difference, pair.f1.p, pair.f1_holm),
        )
        for pair in comparison.pairs
    )
    pairs = Table(
        _pair_columns(comparison),
        rows,
        _notes(comparison, run, seed),
        name="pairs",
        marks=_significant(rows),
        signatures=_signatures(comparison, (pair.first for pair in comparison.pairs)),
    )
    return [pairs, *(_verdicts(comparison, kind) for kind in by)]


def _pair_columns(comparison: Comparison) -> tuple[Column, ...]:
    """The columns of pairs; of one pair they have the names of its systems."""
    if len(comparison.pairs) > 1:
        return _PAIRS
    (pair,) = comparison.pairs
    titles = {"only_system": f"only {pair.first}", "only_against": f"only {pair.second}"}
    return tuple(replace(column, title=titles.get(column.name, column.title)) for column in _PAIRS)


def _significant(rows: Sequence[tuple[Cell, ...]]) -> dict[tuple[int, int], str]:
    """The marks of corrected p values."""
    corrected = [k for k, column in enumerate(_PAIRS) if column.name.endswith("_holm")]
    marks: dict[tuple[int, int], str] = {}
    for number, row in enumerate(rows):
        for k in corrected:
            p = row[k]
            if isinstance(p, float) and (mark := significance(p)):
                marks[number, k] = mark
    return marks


def _notes(comparison: Comparison, run: Run[Any], seed: int) -> tuple[str, ...]:
    count = len(comparison.pairs)
    pairs = "the pair" if count == 1 else f"the {count} pairs"
    family = f"{pairs} above, each test by itself"
    if comparison.best is not None and len(comparison.systems) > 2:
        family = (
            f"all pairs of the {len(comparison.systems)} systems, each test by itself, since "
            f"{comparison.best} is the best by these scores"
        )
    return (
        "only: questions that only one of the two answers correctly; McNemar p: exact test of "
        "these",
        "F1 diff. and p: paired approximate randomisation over documents, "
        f"{TRIALS} trials (all there are, if fewer), seed {seed}",
        f"Holm: p corrected for {family}",
        significance_note("the two systems differ"),
        *(f"{system.name}: not compared: {system.reason}" for system in run.unusable),
    )


def _verdicts(comparison: Comparison, by: str) -> Table:
    """How many questions of each group are right, wrong and unknown in each system."""
    group = {"relation": relation_of, "document": document_of}[by]
    counts: dict[str, list[Counter[str]]] = {}
    for answers in comparison.questions:
        counters = counts.setdefault(group(answers[0])[0], [Counter() for _ in answers])
        for counter, answered in zip(counters, answers, strict=True):
            counter[answered.verdict] += 1
    keys = (Column(by, kind="key"), Column("system", kind="key"))
    rows = tuple(
        (name, system, counter["right"], counter["wrong"], counter["unknown"])
        for name, counters in counts.items()
        for system, counter in zip(comparison.names, counters, strict=True)
    )
    signatures = _signatures(comparison, (str(row[1]) for row in rows))
    return Table((*keys, *_VERDICTS), rows, name=f"by_{by}", signatures=signatures)


def _only(comparison: Comparison) -> Iterator[_Only]:
    """Pair by pair, first what the first system alone answers correctly, then the second."""
    for pair in comparison.pairs:
        for right, other in ((pair.first, pair.second), (pair.second, pair.first)):
            yield right, other, comparison.only_right(right, other=other)


def _signatures(comparison: Comparison, names: Iterable[str]) -> tuple[str, ...]:
    """The signatures of the systems of these names."""
    signatures = {result.name: str(result.signature) for result in comparison.systems}
    return tuple(map(signatures.__getitem__, names))


def _question_row(
    right: str, other: str, by_right: AnsweredQuestion, by_other: AnsweredQuestion
) -> tuple[Cell, ...]:
    asked = by_right.question
    context = by_other.context or QuestionContext()
    return (
        *(right, other, asked.document, asked.number, asked.query, asked.text),
        *(asked.expected, str(by_right.predicted), str(by_other.predicted)),
        *(by_right.why, by_other.why, " ".join(map(str, context.sentences))),
        "" if context.unknown is None else str(context.unknown),
    )


def _texts(
    right: str, other: str, found: Sequence[tuple[AnsweredQuestion, AnsweredQuestion]]
) -> Iterator[str]:
    """The questions as text: below each one its sentences, and the two answers with the links that
    they follow from, or why there is none."""
    yield ""
    yield f"{counted(len(found), 'question')} right in {right} and not in {other}"
    for both in found:
        asked, context = both[0].question, both[0].context or QuestionContext()
        words = f" {asked.text}" if asked.text else ""
        yield f"{asked.document}: question {asked.number}:{words}"
        yield f"  {context.in_words(asked)}, expected {asked.expected}"
        for sentence in context.sentences:
            yield f"  | {sentence}"
        for name, answered in zip((right, other), both, strict=True):
            context = answered.context or QuestionContext()
            reason = "" if context.unknown is None else f": {context.unknown.detail}"
            yield f"  {name}: {answered.predicted}{reason}"
            for link in context.links:
                line = "" if link.line is None else f"line {link.line}: "
                yield f"    by {line}{link}"
