"""Reports of TORQUE with its scores: agreement of annotators, reasons of answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timegraph._wording.counting import counted
from timegraph.citations import cite
from timegraph.findings.record import Finding
from timegraph.graph import TimeGraph
from timegraph.proofs import explain
from timegraph.report.report import Report
from timegraph.report.tables import Column, Table
from timegraph.scoring.signature import MatchScore
from timegraph.torque.answers import AlignedPassage, AnsweredPassage, AnsweredTorque, EventVerdict

_AGREEMENT = (
    Column("compared"),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
)


def agreement_report(
    rows: Iterable[tuple[str, MatchScore]],
    gini: float | None,
    questions: int,
    problems: Sequence[Finding] = (),
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
    record = {
        table.name: table.records,
        "gini": gini,
        "notes": list(table.notes),
        "problems": [problem.to_json() for problem in problems],
    }
    return Report(tables=[table], record=record)


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
