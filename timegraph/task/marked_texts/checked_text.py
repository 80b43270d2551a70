"""What an author should know of a marked text: the rules that apply to keys, and marks that are
not used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from timegraph.checking.all_rules import findings_of
from timegraph.documents.reading import Reading
from timegraph.findings import Finding
from timegraph.qa import Kind
from timegraph.task.marked_texts.keys import key_document
from timegraph.task.marked_texts.marked_text import Mark, MarkedText
from timegraph.task.rules import finding
from timeml import Document, Position

__all__ = ["KEY_RULES", "check_marked_text"]

KEY_RULES = frozenset(
    {"no-dct", "timex-form", "timex-range", "timex-decade", "timex-text", "timex-far"}
)
"""The rules of ``timegraph check`` that apply to keys. The others ask for what keys do not have by
design: classes, instances, links; or the format does not allow it."""


def check_marked_text(marked: MarkedText, path: str) -> tuple[Finding, ...]:
    """The findings about a marked text in the file ``path``, by line."""
    key = key_document(marked)
    positions = {mark.id: mark.position for mark in marked.marks}
    reading = Reading(key, path=path)
    findings = [
        replace(fault, position=positions.get(fault.ids[0]) if fault.ids else None)
        for fault in findings_of(reading, KEY_RULES)
    ]
    findings += _unused(marked, key, reading, path)
    if not marked.questions:
        findings.append(finding("no-questions", path, f"{marked.document} has no questions"))
    return tuple(sorted(findings, key=_place))


def _unused(marked: MarkedText, key: Document, reading: Reading, path: str) -> Iterator[Finding]:
    asked = {key.resolve(id) for question in marked.questions for id in question.question.args}
    # Every event may be in the list that such a question asks for, or rightly not.
    listed = any(question.question.kind is not Kind.IS for question in marked.questions)
    for mark in marked.marks:
        if mark.start == mark.end:
            yield _about(mark, "empty-mark", f"{mark.id} marks no words", reading, path)
        if marked.questions and not listed and mark.id not in asked:
            named = reading.describer.mention(mark.id)
            yield _about(mark, "unasked-mark", f"no question names {named}", reading, path)


def _about(mark: Mark, code: str, message: str, reading: Reading, path: str) -> Finding:
    fault = finding(code, path, message, position=mark.position, ids=(mark.id,))
    describer = reading.describer
    return replace(
        fault,
        mentions=describer.mentions((mark.id,)),
        sentences=describer.sentences((mark.id,)),
    )


def _place(fault: Finding) -> tuple[int, int]:
    at = fault.position or Position(0)
    return at.line, at.column or 0
