"""Scores of answers to questions about facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.scoring.measure import (
        ANSWERS,
        answer_grouping,
        answers_of,
        score_facts,
    )
    from timegraph.facts.scoring.scorers import (
        Figures,
        OfficialOptions,
        Predictions,
        prediction_lines,
        read_predictions,
    )
    from timegraph.facts.scoring.systems import ENGINE, Answered, AnsweringSystem, AnswerOptions

__all__ = [
    "ANSWERS",
    "AnswerOptions",
    "Answered",
    "AnsweringSystem",
    "ENGINE",
    "Figures",
    "OfficialOptions",
    "Predictions",
    "answer_grouping",
    "answers_of",
    "prediction_lines",
    "read_predictions",
    "score_facts",
]

_HOMES = {
    "measure": "ANSWERS answer_grouping answers_of score_facts",
    "scorers": ("Figures OfficialOptions Predictions prediction_lines read_predictions"),
    "systems": "AnswerOptions Answered AnsweringSystem ENGINE",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
