"""Whether some world makes all of a system's answers to a contrast group true.

An answer says of each of its events that it stands to the question's anchor as the question asks.
What an answer leaves out says nothing. Before and after compare starts, which holds of the reading
by whole intervals, too. A question that is not understood, whose anchor is not an event of the
passage, or that asks for what did not or only might happen, says nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from timegraph.graph import TimeGraph
from timegraph.links import Link
from timegraph.scoring.torque.score import Answers
from timegraph.torque.anchors import find_anchor
from timegraph.torque.answers import relations_asked
from timegraph.torque.passages import Passage, Span, TorqueQuestion
from timegraph.torque.questions import NotUnderstood, parse_torque_question

__all__ = ["claims_of", "contradiction_in"]

_NOW = "creation time"


def contradiction_in(
    questions: Sequence[TorqueQuestion], answers: Answers, passage: Passage
) -> tuple[TorqueQuestion, ...] | None:
    """The fewest of these ``questions`` about a ``passage`` whose answers no world makes all true,
    of several such sets the first in their order; empty if some world makes all of them true,
    ``None`` if fewer than two of the answers say anything."""
    nothing: frozenset[Span] = frozenset()
    claims = {
        question: links
        for question in dict.fromkeys(questions)
        if (links := claims_of(question, answers.get(question.key, nothing), passage))
    }
    if len(claims) < 2:
        return None
    if _agree(claims.values()):
        return ()
    subsets = (
        subset for size in range(1, len(claims) + 1) for subset in combinations(claims, size)
    )
    return next(subset for subset in subsets if not _agree(map(claims.__getitem__, subset)))


def claims_of(question: TorqueQuestion, answer: Iterable[Span], passage: Passage) -> list[Link]:
    """What an answer says: a relation of each of its events to the question's anchor, but of the
    anchor itself."""
    try:
        asked = parse_torque_question(question.text)
    except NotUnderstood:
        return []
    if asked.reality != "fact":
        return []
    anchor = None if asked.anchor is None else find_anchor(asked.anchor, passage)
    if anchor is None and asked.anchor is not None:
        return []
    about, side = (_NOW, asked.anchor_side) if anchor is None else (anchor.event, anchor.side)
    relation = relations_asked(asked.order, asked.side, side, "starts")
    return [Link(event, relation, about, question) for event in sorted(answer) if event != about]


def _agree(claims: Iterable[Sequence[Link]]) -> bool:
    graph = TimeGraph(on_conflict="drop-link")
    graph.extend(link for links in claims for link in links)
    return not graph.conflicts
