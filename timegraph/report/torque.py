"""Reports of TORQUE beside its scores: agreement of annotators, pairs of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple

from timegraph._wording.counting import counted
from timegraph.citations import cite
from timegraph.graph import TimeGraph
from timegraph.proofs import explain
from timegraph.report.report import Report
from timegraph.report.tables import Column, Table
from timegraph.scoring.ratios import MatchScore
from timegraph.scoring.torque.pair_differences import PairDifference
from timegraph.torque.alignment import AlignedPassage
from timegraph.torque.answers import AnsweredPassage, AnsweredTorque, EventVerdict
from timegraph.torque.pairs import PairCounts
from timegraph.torque.problems import Problem

__all__ = ["agreement_report", "pairs_report", "reasons_of"]

_AGREEMENT = (
    Column("compared"),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
)
_PAIRS = (
    Column("annotation"),
    Column("pairs"),
    Column("decided"),
    Column("yes_in_gold", "gold of yes"),
    Column("no_in_gold", "gold of no"),
    Column("unknown_in_gold", "gold of unknown"),
    Column("accuracy"),
    Column("constant", "constant answer"),
)
_DIFFERENCES = (
    Column("annotation"),
    Column("against"),
    Column("both", "both decide"),
    Column("only_first", "only the annotation right"),
    Column("only_second", "only the other right"),
    Column("p"),
    Column("p_holm", "p (Holm)"),
)


def agreement_report(
    rows: Iterable[tuple[str, MatchScore]],
    gini: float | None,
    questions: int,
    problems: Sequence[Problem] = (),
) -> Report:
    """How far annotators agree with their majority, and the Gini coefficient of their shares of the
    work; ``problems`` are those of the passages."""
    table = Table(
        _AGREEMENT,
        tuple(
            (name, agreement.precision, agreement.recall, agreement.f1) for name, agreement in rows
        ),
        (
            f"{counted(questions, 'question')}; events pooled over all of them",
            f"Gini coefficient of the annotators' shares: {'-' if gini is None else f'{gini:.2f}'}",
        ),
        name="agreement",
    )
    return _report([table], problems, gini=gini)


def pairs_report(
    folders: Sequence[tuple[str, PairCounts]],
    differences: Sequence[PairDifference],
    problems: Sequence[Problem] = (),
) -> Report:
    """What each folder of annotations says of the pairs that questions decide, and how each
    differs from the first on the pairs that both decide
    (:func:`timegraph.scoring.torque.pair_differences.pair_differences`)."""
    rows = tuple(
        (
            name,
            counts.total,
            counts.decided,
            counts.share_in_answer("yes"),
            counts.share_in_answer("no"),
            counts.share_in_answer("unknown"),
            counts.accuracy,
            counts.constant_accuracy,
        )
        for name, counts in folders
    )
    note = "gold of yes: the share of the pairs answered yes that are in the majority's answers"
    tables = [Table(_PAIRS, rows, (note,), name="annotations")]
    if differences:
        tested = "p: McNemar's exact test on the pairs that both annotations decide"
        cells = tuple(map(astuple, differences))
        tables.append(Table(_DIFFERENCES, cells, (tested,), name="differences"))
    return _report(tables, problems)


def _report(tables: Sequence[Table], problems: Sequence[Problem], **figures: object) -> Report:
    rows: dict[str, object] = {table.name: table.records for table in tables}
    record = {
        **rows,
        **figures,
        "notes": [note for table in tables for note in table.notes],
        "problems": [problem.finding.to_json() for problem in problems],
    }
    return Report(tables=tables, record=record)


_MISSING = {
    "not annotated": "the document does not annotate this event",
    "anchor": "the event that the question is about is not annotated",
    "anchor itself": "the question is about this event",
    "reality": "it is not annotated as negated",
    "unknown": "the links leave the order open",
}


def reasons_of(passage: AnsweredPassage, answered: AnsweredTorque) -> str:
    """The question, its anchor, and a line for each event: whether it is in the majority's answer
    and in this one, and the proof or what is missing."""
    aligned, question = passage.aligned, answered.question
    lines = [f"{question.passage}: {question.text}"]
    if answered.asked is None:
        return "\n".join([*lines, "  the question is not understood"])
    lines.append(f"  asks for events {answered.asked.order} {_anchor(aligned, answered)}")
    for verdict in answered.events:
        expected = "in gold" if verdict.event in question.answer else "not in gold"
        said = "answered" if verdict.chosen else "not answered"
        words = aligned.passage.words(verdict.event)
        entity = f" ({verdict.entity})" if verdict.entity else ""
        reason = _reason(passage.graph, answered, verdict)
        lines.append(f'  "{words}"{entity}: {expected}, {said}: {reason}')
    return "\n".join(lines)


def _anchor(aligned: AlignedPassage, answered: AnsweredTorque) -> str:
    assert answered.asked is not None
    if answered.asked.anchor is None:
        return "the creation time"
    if answered.anchor is None:
        return f'"{answered.asked.anchor}", which names no event of the passage'
    entity = answered.anchor_entity or "not annotated"
    return f'"{aligned.passage.words(answered.anchor)}" ({entity})'


def _reason(graph: TimeGraph, answered: AnsweredTorque, verdict: EventVerdict) -> str:
    if verdict.reason in _MISSING:
        return _MISSING[verdict.reason]
    assert verdict.entity is not None
    assert answered.anchor_entity is not None
    proof = explain(graph, verdict.entity, answered.wanted, answered.anchor_entity)
    cited = "; ".join(map(cite, proof.links)) or "start is before end"
    return f"{verdict.reason}, since {cited}"
