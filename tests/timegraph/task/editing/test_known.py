"""New questions beside the answers so far."""

from __future__ import annotations

import pytest

from timegraph.task.editing.known import known_so_far
from timegraph.task.marked_texts.marked_text import MarkedText
from timegraph.task.marked_texts.parse import parse_marked_text, question_of

HEAD = "document: d\ncreated: 1998\n\n[a]{e1} [b]{e2} [c]{e3} [d]{t1 1998}\n---\n"
CHAIN = "IS e1 BEFORE e2 | x | yes\nIS e3 AFTER e2 | x | yes\n"


def known(questions: str, line: str) -> str:
    marked: MarkedText = parse_marked_text(HEAD + questions, "m.txt")
    return known_so_far(marked, question_of(line, frozenset(marked.ids)))


@pytest.mark.parametrize(
    ("questions", "line", "said"),
    [
        ("", "IS e1 BEFORE e2 |", "new: the answers so far leave it open"),
        (CHAIN, "IS e1 BEFORE e3 |", "the answer is yes, which follows from questions 1 and 2"),
        (
            CHAIN,
            "IS e1 BEFORE e3 | x | yes",
            "not new: the answer is already yes, which follows from",
        ),
        (
            CHAIN,
            "IS e2 BEFORE e1 | x | no",
            "not new: the answer is already no, which follows from question 1",
        ),
        (
            CHAIN,
            "IS e3 BEFORE e1 | x | yes",
            "a contradiction: the answer is no, which follows from questions",
        ),
        (
            CHAIN,
            "IS e3 BEFORE e1 | x | unknown",
            "not unknown: the answer is no, which follows from questions",
        ),
        (CHAIN, "IS e1 BEFORE t1 | x | unknown", "new: the answers so far leave it open"),
        # Two noes: e1 neither ends before e2 begins, nor the other way round.
        (
            "IS e1 BEFORE e2 | x | no\nIS e2 BEFORE e3 | x | yes\n",
            "IS e1 IBEFORE e2 | x | no",
            "new: the answers so far leave it open",
        ),
        (
            "IS e1 BEFORE e2 | x | unknown\nIS e1 OVERLAPS e2 | x | yes\n",
            "IS e1 IS_INCLUDED e2 | x | no",
            "not new: the answer is already no, which follows from question 2",
        ),
        (
            f"{CHAIN}IS e3 BEFORE e1 | x | yes\n",
            "IS e1 BEFORE t1 | x | no",
            "the answers so far contradict each other: questions 1, 2 and 3; drop one of them",
        ),
        (CHAIN, "LIST AFTER e1 | x", "certain from the yes answers so far: e2 b, e3 c"),
        (CHAIN, "WHEN e1 | x", "certain from the yes answers so far: un"),
        (CHAIN, "HOW LONG e1 | x", "certain from the yes answers so far: "),
        (
            CHAIN,
            "IS e1 AT LEAST 3 DAYS BEFORE e2 | x",
            "certain from the yes answers so far: unknown",
        ),
        (CHAIN, "LIST BEFORE e1 | x", "certain from the yes answers so far: none"),
    ],
)
def test_what_is_said(questions: str, line: str, said: str) -> None:
    assert known(questions, line).startswith(said)


def test_no_time() -> None:
    marked = parse_marked_text(HEAD + CHAIN, "m.txt")
    question = question_of("IS e1 BEFORE e3 |", frozenset(marked.ids))
    assert known_so_far(marked, question, time_limit=0).startswith("not decided within 0 s")
