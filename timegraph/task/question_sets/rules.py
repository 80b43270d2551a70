"""Every rule that a check of question sets knows; ``docs/question-sets.md`` explains each."""

from __future__ import annotations

from timegraph.checking.rules import Rule

__all__ = ["RULES"]

_TABLE = (
    Rule(
        "unreadable",
        "error",
        "document that cannot be read",
        "repair the file as the message says",
    ),
    Rule(
        "faulty-question",
        "error",
        "line that is not a question with an answer",
        "correct the line as the message says",
    ),
    Rule(
        "unknown-document",
        "error",
        "document that is not there",
        "write the name of one of the documents, or add the document",
    ),
    Rule(
        "unknown-id",
        "error",
        "id that the document does not have",
        "write the id of an event or time expression of the document, or mark it there",
    ),
    Rule(
        "contradicting-answers",
        "error",
        "answers that cannot all be true",
        "read the sentences, decide which of these answers is wrong, and change or drop it",
    ),
    Rule(
        "not-decided",
        "warning",
        "document whose answers were not decided in time",
        "give a longer --time-limit",
    ),
    Rule(
        "gold-contradicts",
        "error",
        "answer that gold contradicts",
        "read the sentences; correct the answer, or the links of gold that the proof names",
    ),
    Rule(
        "gold-open",
        "warning",
        "answer that gold leaves open",
        "improve the annotation of gold, or discard the question",
    ),
    Rule(
        "gold-missing",
        "warning",
        "question about what gold does not have",
        "add the document or annotation to gold, or discard the question",
    ),
    Rule(
        "determined-unknown",
        "warning",
        "unknown that other answers determine",
        "correct the answer, or one of those that determine it",
    ),
    Rule(
        "duplicate-question",
        "warning",
        "question that is asked twice",
        "drop one of the two",
    ),
    Rule(
        "converse-question",
        "warning",
        "question that is asked the other way round, too",
        "drop one of the two",
    ),
    Rule(
        "negated-question",
        "warning",
        "no that repeats a yes about the same pair",
        "drop one of the two: a pair stands in one relation alone",
    ),
    Rule(
        "implied-answer",
        "warning",
        "answer that follows from the others",
        "drop the question if each is to measure something of its own",
    ),
    Rule(
        "same-entity",
        "warning",
        "question about an entity and itself",
        "write the other entity that was meant",
    ),
    Rule(
        "repeated-number",
        "warning",
        "number that two questions have",
        "number the questions of a set one by one",
    ),
    Rule(
        "other-words",
        "note",
        "question whose words do not name what its ids mark",
        "reword the question, or correct the id",
    ),
    Rule(
        "no-answer",
        "note",
        "question without an answer",
        "add the answer, so that the question can be scored",
    ),
    Rule(
        "few-questions",
        "note",
        "document with fewer than 6 questions",
        "write more questions about it: the task asks for 6 to 12",
    ),
    Rule(
        "many-questions",
        "note",
        "document with more than 12 questions",
        "drop some of them: the task asks for 6 to 12",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _TABLE}
"""Each rule by its code, the gravest first."""
