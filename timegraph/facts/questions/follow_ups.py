"""Questions that take up the time of the one before: "And a year earlier?"."""

from __future__ import annotations

import re
from dataclasses import replace

from timegraph.facts.base import FactBase
from timegraph.facts.questions.grammar import read_question
from timegraph.facts.questions.question_kinds import (
    FactQuestion,
    HoldingQuestion,
    NotUnderstoodError,
    Question,
)
from timegraph.facts.questions.times import Time
from timegraph.facts.steps import STEP, Step, StepError, read_step, shift

__all__ = ["read_follow_up"]

_FORM = re.compile(
    rf"(?P<stem>.*?)[\s,]*(?<!\w)(?P<step>{STEP})\s+(?P<side>earlier|later|before\s+that|"
    r"after\s+that)[\s?.]*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:and)?\s*(?:what\s+about|how\s+about)?", re.IGNORECASE)


def read_follow_up(text: str, base: FactBase, previous: Question | None) -> Question | None:
    """The question if it ends in "a year earlier" or "two months later", counted from the time of
    the ``previous`` one, whose words it takes up if it has none of its own; else ``None``.

    Raises :class:`NotUnderstoodError` if there is no such time.
    """
    match = _FORM.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    try:
        step = read_step(match["step"])
    except StepError as error:
        raise NotUnderstoodError(text, match["step"], str(error)) from None
    back = match["side"].lower()[0] in "eb"
    words = f"{match['step']} {'earlier' if back else 'later'}"
    time = _moved(previous, step, back)
    if time is None:
        reason = (
            f"the question before has no time from which {words!r} could be counted; write "
            f"{words} than May 1990, or ask such a question first"
        )
        raise NotUnderstoodError(text, words, reason)
    assert isinstance(previous, (FactQuestion, HoldingQuestion))
    stem = match["stem"].strip(" ,")
    asked = previous if _LEAD.fullmatch(stem) else read_question(stem, base)
    if not isinstance(asked, (FactQuestion, HoldingQuestion)):
        raise NotUnderstoodError(text, stem, f"{stem!r} does not ask for facts at a time")
    return replace(asked, text=text, time=time, event=previous.event if time.clause else None)


def _moved(previous: Question | None, step: Step, back: bool) -> Time | None:
    """The time that is a step from that of a question; ``None`` if it has none."""
    if not isinstance(previous, (FactQuestion, HoldingQuestion)) or previous.time.kind == "any":
        return None
    time, side = previous.time, "before" if back else "after"
    if time.has_event:
        # Steps are counted from the event's start going back, from its end going on.
        if time.step is not None and (side not in time.kind):
            return None
        whole = step if time.step is None else _sum(step, time.step)
        return replace(time, kind="step-before-event" if back else "step-after-event", step=whole)
    origin = time.first if back else time.last
    if time.step is not None:
        origin = shift(origin, time.step, back="before" in time.kind)
    return Time("step-before" if back else "step-after", origin, origin, step)


def _sum(step: Step, other: Step) -> Step:
    return Step(step.months + other.months, step.seconds + other.seconds)
