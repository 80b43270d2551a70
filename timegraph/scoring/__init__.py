"""Scores: counts, their ratios, and the signature that says how they came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.awareness import (
        AwarenessResult,
        score_awareness,
        score_awareness_system,
    )
    from timegraph.scoring.awareness_methods import METHODS, AwarenessScore, Method
    from timegraph.scoring.counts import Score, score_answers
    from timegraph.scoring.entities import (
        ENTITY_ROWS,
        EntitiesResult,
        EntityRow,
        FoundScore,
        score_entities,
        score_entities_system,
    )
    from timegraph.scoring.lists import AnsweredList, ListScore, score_lists
    from timegraph.scoring.notices import Notice, annotation_faults, left_out, links_left_out
    from timegraph.scoring.pairs import Gold, read_gold
    from timegraph.scoring.results import AnsweredQuestion, AnsweredTime, SystemResult
    from timegraph.scoring.signature import Signature
    from timegraph.scoring.statistics import (
        Difference,
        Interval,
        bootstrap_intervals,
        paired_randomisation,
    )
    from timegraph.scoring.tempeval_qa import (
        KeyFilesError,
        questions_beside_key,
        read_key,
        score_system,
    )

__all__ = [
    "AnsweredList",
    "AnsweredQuestion",
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
    "annotation_faults",
    "bootstrap_intervals",
    "left_out",
    "links_left_out",
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
    "AnsweredList": "lists",
    "AnsweredQuestion": "results",
    "AnsweredTime": "results",
    "AwarenessResult": "awareness",
    "AwarenessScore": "awareness_methods",
    "Difference": "statistics",
    "ENTITY_ROWS": "entities",
    "EntitiesResult": "entities",
    "EntityRow": "entities",
    "FoundScore": "entities",
    "Gold": "pairs",
    "Interval": "statistics",
    "KeyFilesError": "tempeval_qa",
    "ListScore": "lists",
    "METHODS": "awareness_methods",
    "Method": "awareness_methods",
    "Notice": "notices",
    "Score": "counts",
    "Signature": "signature",
    "SystemResult": "results",
    "annotation_faults": "notices",
    "bootstrap_intervals": "statistics",
    "left_out": "notices",
    "links_left_out": "notices",
    "paired_randomisation": "statistics",
    "questions_beside_key": "tempeval_qa",
    "read_gold": "pairs",
    "read_key": "tempeval_qa",
    "score_answers": "counts",
    "score_awareness": "awareness",
    "score_awareness_system": "awareness",
    "score_entities": "entities",
    "score_entities_system": "entities",
    "score_lists": "lists",
    "score_system": "tempeval_qa",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
