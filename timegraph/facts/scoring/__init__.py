"""Scores of answers to questions about facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.scoring.measure import (
        ANSWERS as ANSWERS,
        ENGINE as ENGINE,
        Answered as Answered,
        AnsweringSystem as AnsweringSystem,
        AnswerOptions as AnswerOptions,
        answer_grouping as answer_grouping,
        answers_of as answers_of,
        score_facts as score_facts,
    )
    from timegraph.facts.scoring.scorers import (
        Figures as Figures,
        OfficialOptions as OfficialOptions,
        Predictions as Predictions,
        prediction_lines as prediction_lines,
        read_predictions as read_predictions,
    )

_HOMES = {
    "measure": """
        ANSWERS AnswerOptions Answered AnsweringSystem ENGINE answer_grouping answers_of score_facts
    """,
    "scorers": "Figures OfficialOptions Predictions prediction_lines read_predictions",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
