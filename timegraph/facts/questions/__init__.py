"""Questions about dated facts: what they ask, read from their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.questions.question_kinds import (
        DateQuestion as DateQuestion,
        Event as Event,
        FactQuestion as FactQuestion,
        HoldingQuestion as HoldingQuestion,
        NotUnderstoodError as NotUnderstoodError,
        Question as Question,
        StoryQuestion as StoryQuestion,
        Time as Time,
    )
    from timegraph.facts.questions.resolve import read_question as read_question

_HOMES = {
    "question_kinds": (
        "DateQuestion Event FactQuestion HoldingQuestion NotUnderstoodError Question "
        "StoryQuestion Time"
    ),
    "resolve": "read_question",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
