"""Scores: counts and their ratios, with the signature that names every choice behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.notices import (
        Notice,
        alignment_notices,
        annotation_faults,
        left_out,
        links_left_out,
    )
    from timegraph.scoring.qa_tempeval.answer_findings import (
        ANSWER_RULES,
        answer_finding,
        answer_findings,
    )
    from timegraph.scoring.qa_tempeval.context import QuestionContext, Unknown
    from timegraph.scoring.qa_tempeval.counts import Score, score_answers
    from timegraph.scoring.qa_tempeval.lists import AnsweredList, ListScore, score_lists
    from timegraph.scoring.qa_tempeval.results import AnsweredQuestion, AnsweredTime, SystemResult
    from timegraph.scoring.qa_tempeval.score import (
        KeyFilesError,
        questions_beside_key,
        read_key,
        score_system,
    )
    from timegraph.scoring.signature import Signature
    from timegraph.scoring.statistics import (
        Difference,
        Interval,
        bootstrap_intervals,
        holm,
        jackknife_intervals,
        mcnemar,
        paired_randomisation,
    )
    from timegraph.scoring.tempeval3.awareness import (
        AwarenessResult,
        score_awareness,
        score_awareness_system,
    )
    from timegraph.scoring.tempeval3.awareness_counts import METHODS, AwarenessScore, Method
    from timegraph.scoring.tempeval3.entities import (
        ENTITY_ROWS,
        EntitiesResult,
        EntityRow,
        FoundScore,
        score_entities,
        score_entities_system,
    )
    from timegraph.scoring.tempeval3.pairs import Gold, read_gold

__all__ = [
    "ANSWER_RULES",
    "AnsweredList",
    "AnsweredQuestion",
    "QuestionContext",
    "Unknown",
    "answer_finding",
    "answer_findings",
    "AnsweredTime",
    "AwarenessResult",
    "AwarenessScore",
    "Difference",
    "ENTITY_ROWS",
    "EntitiesResult",
    "EntityRow",
    "FoundScore",
    "Gold",
    "Interval",
    "KeyFilesError",
    "ListScore",
    "METHODS",
    "Method",
    "Notice",
    "Score",
    "Signature",
    "SystemResult",
    "alignment_notices",
    "annotation_faults",
    "bootstrap_intervals",
    "holm",
    "jackknife_intervals",
    "left_out",
    "links_left_out",
    "mcnemar",
    "paired_randomisation",
    "questions_beside_key",
    "read_gold",
    "read_key",
    "score_answers",
    "score_awareness",
    "score_awareness_system",
    "score_entities",
    "score_entities_system",
    "score_lists",
    "score_system",
]

_HOMES = {
    "AnsweredList": "qa_tempeval.lists",
    "ANSWER_RULES": "qa_tempeval.answer_findings",
    "AnsweredQuestion": "qa_tempeval.results",
    "QuestionContext": "qa_tempeval.context",
    "Unknown": "qa_tempeval.context",
    "answer_finding": "qa_tempeval.answer_findings",
    "answer_findings": "qa_tempeval.answer_findings",
    "AnsweredTime": "qa_tempeval.results",
    "AwarenessResult": "tempeval3.awareness",
    "AwarenessScore": "tempeval3.awareness_counts",
    "Difference": "statistics.differences",
    "ENTITY_ROWS": "tempeval3.entities",
    "EntitiesResult": "tempeval3.entities",
    "EntityRow": "tempeval3.entities",
    "FoundScore": "tempeval3.entities",
    "Gold": "tempeval3.pairs",
    "Interval": "statistics.intervals",
    "KeyFilesError": "qa_tempeval.score",
    "ListScore": "qa_tempeval.lists",
    "METHODS": "tempeval3.awareness_counts",
    "Method": "tempeval3.awareness_counts",
    "Notice": "notices",
    "Score": "qa_tempeval.counts",
    "Signature": "signature",
    "SystemResult": "qa_tempeval.results",
    "alignment_notices": "notices",
    "annotation_faults": "notices",
    "bootstrap_intervals": "statistics.bootstrap",
    "holm": "statistics.differences",
    "jackknife_intervals": "statistics.intervals",
    "left_out": "notices",
    "links_left_out": "notices",
    "mcnemar": "statistics.differences",
    "paired_randomisation": "statistics.differences",
    "questions_beside_key": "qa_tempeval.score",
    "read_gold": "tempeval3.pairs",
    "read_key": "qa_tempeval.score",
    "score_answers": "qa_tempeval.counts",
    "score_awareness": "tempeval3.awareness",
    "score_awareness_system": "tempeval3.awareness",
    "score_entities": "tempeval3.entities",
    "score_entities_system": "tempeval3.entities",
    "score_lists": "qa_tempeval.lists",
    "score_system": "qa_tempeval.score",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
