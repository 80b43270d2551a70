"""Answers that ignore the text: what any system has to be better than.

Each is a function from passages to answers by passage and question, as a prediction file has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from timegraph.torque.anchors import find_anchor
from timegraph.torque.inflection import related
from timegraph.torque.passages import Passage, PassageSet, Span, TorqueQuestion
from timegraph.torque.questions import NotUnderstood, parse_torque_question

__all__ = ["BASELINES", "Baseline", "answers_of"]

Baseline = Callable[[Passage, TorqueQuestion], frozenset[Span]]

_FINISHED = "what events have already finished"


def _nothing(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """No event."""
    return frozenset()


def _everything(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """All events of the passage."""
    return frozenset(passage.events)


def _finished(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """All events are finished; nothing else is answered."""
    asked = question.text.strip().rstrip("?").casefold()
    return frozenset(passage.events) if asked == _FINISHED else frozenset()


def _majority(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """The answer that was made of the annotators': how well a person could do."""
    return question.answer


def _all_but_anchor(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """All events are finished; other questions get all events but the one that the last word of
    theirs that names an event does. (No parser is needed for that, as befits a baseline.)"""
    if question.warm_up:
        return _finished(passage, question)
    for word in reversed(re.findall(r"[\w'-]+", question.text)):
        named = (event for event in passage.events if related(passage.words(event), word) >= 2)
        anchor = next(named, None)
        if anchor is not None:
            return frozenset(passage.events) - {anchor}
    return frozenset(passage.events)


def _text_order(passage: Passage, question: TorqueQuestion) -> frozenset[Span]:
    """Events happen in the order of the text; all of them before the creation time."""
    try:
        asked = parse_torque_question(question.text)
    except NotUnderstood:
        return frozenset()
    anchor = _anchor(passage, question)
    if asked.anchor is None:
        return frozenset(passage.events) if asked.order == "before" else frozenset()
    if anchor is None or asked.order == "overlap":
        return frozenset()
    before = asked.order == "before"
    return frozenset(e for e in passage.events if e != anchor and (e < anchor) == before)


def _anchor(passage: Passage, question: TorqueQuestion) -> Span | None:
    try:
        anchor = parse_torque_question(question.text).anchor
    except NotUnderstood:
        return None
    anchored = None if anchor is None else find_anchor(anchor, passage)
    return None if anchored is None else anchored.event


BASELINES: Mapping[str, Baseline] = {
    "nothing": _nothing,
    "everything": _everything,
    "finished": _finished,
    "all-but-anchor": _all_but_anchor,
    "text-order": _text_order,
    "majority": _majority,
}
"""Each baseline by its name."""


def answers_of(baseline: Baseline, passages: PassageSet) -> dict[tuple[str, str], frozenset[Span]]:
    """The answers of a baseline to all questions, by passage and text."""
    return {
        question.key: baseline(passage, question)
        for passage in passages.passages
        for question in passage.questions
    }
