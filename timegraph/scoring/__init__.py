"""Scores: counts and their ratios, with the signature that names every choice behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.agreement.decoded_text import DecodedText, decode_annotations
    from timegraph.scoring.agreement.measure import Agreement, measure_agreement
    from timegraph.scoring.annotation_notices import (
        alignment_notices,
        annotation_faults,
        left_out,
        links_left_out,
    )
    from timegraph.scoring.awareness.awareness_counts import (
        AWARENESS,
        METHODS,
        AwarenessScore,
        Method,
        awareness_task,
        score_awareness,
        score_awareness_system,
    )
    from timegraph.scoring.entities import (
        ENTITIES,
        ENTITY_ROWS,
        EntityRow,
        FoundScore,
        entities_task,
        score_entities,
        score_entities_system,
    )
    from timegraph.scoring.measure import (
        Figure,
        Grouping,
        Measure,
        Measured,
        Result,
        Statistics,
        Unusable,
        by_unit,
    )
    from timegraph.scoring.pairs import Gold, read_gold
    from timegraph.scoring.qa_tempeval.answer_files import (
        ANSWER_RULES,
        answer_finding,
        answer_findings,
    )
    from timegraph.scoring.qa_tempeval.comparison import (
        AnsweredList,
        AnsweredQuestion,
        AnsweredTime,
        DocumentAnswers,
        ListScore,
        QuestionContext,
        Score,
        Unknown,
        answers_of,
        compare_systems,
        list_score,
        score_answers,
        score_lists,
    )
    from timegraph.scoring.qa_tempeval.kits import Kit, KitInput, open_kits, score_kits
    from timegraph.scoring.qa_tempeval.measure import (
        QA_TEMPEVAL,
        KeyFilesError,
        groupings,
        questions_beside_key,
        questions_task,
        read_key,
        score_system,
    )
    from timegraph.scoring.relations import RELATIONS
    from timegraph.scoring.run import Run, Task, Workers, run_measure
    from timegraph.scoring.signature import CountedScore, Notice, Signature
    from timegraph.scoring.statistics.intervals import (
        Difference,
        Interval,
        bootstrap_intervals,
        holm,
        jackknife_intervals,
        mcnemar,
        paired_randomisation,
    )
    from timegraph.scoring.systems import Systems, open_systems

__all__ = [
    "ANSWER_RULES",
    "AWARENESS",
    "Agreement",
    "AnsweredList",
    "AnsweredQuestion",
    "AnsweredTime",
    "AwarenessScore",
    "CountedScore",
    "DecodedText",
    "Difference",
    "DocumentAnswers",
    "ENTITIES",
    "ENTITY_ROWS",
    "EntityRow",
    "Figure",
    "FoundScore",
    "Gold",
    "Grouping",
    "Interval",
    "KeyFilesError",
    "Kit",
    "KitInput",
    "ListScore",
    "METHODS",
    "Measure",
    "Measured",
    "Method",
    "Notice",
    "QA_TEMPEVAL",
    "QuestionContext",
    "RELATIONS",
    "Result",
    "Run",
    "Score",
    "Signature",
    "Statistics",
    "Systems",
    "Task",
    "Unknown",
    "Unusable",
    "Workers",
    "alignment_notices",
    "annotation_faults",
    "answer_finding",
    "answer_findings",
    "answers_of",
    "awareness_task",
    "bootstrap_intervals",
    "by_unit",
    "compare_systems",
    "decode_annotations",
    "entities_task",
    "groupings",
    "holm",
    "jackknife_intervals",
    "left_out",
    "links_left_out",
    "list_score",
    "mcnemar",
    "measure_agreement",
    "open_kits",
    "open_systems",
    "paired_randomisation",
    "questions_beside_key",
    "questions_task",
    "read_gold",
    "read_key",
    "run_measure",
    "score_answers",
    "score_awareness",
    "score_awareness_system",
    "score_entities",
    "score_entities_system",
    "score_kits",
    "score_lists",
    "score_system",
]

_HOMES = {
    "agreement.decoded_text": "DecodedText decode_annotations",
    "agreement.measure": "Agreement measure_agreement",
    "annotation_notices": "alignment_notices annotation_faults left_out links_left_out",
    "awareness.awareness_counts": (
        "AWARENESS AwarenessScore METHODS Method awareness_task score_awareness "
        "score_awareness_system"
    ),
    "entities": (
        "ENTITIES ENTITY_ROWS EntityRow FoundScore entities_task score_entities "
        "score_entities_system"
    ),
    "measure": "Figure Grouping Measure Measured Result Statistics Unusable by_unit",
    "pairs": "Gold read_gold",
    "qa_tempeval.answer_files": "ANSWER_RULES answer_finding answer_findings",
    "qa_tempeval.comparison": (
        "AnsweredList AnsweredQuestion AnsweredTime DocumentAnswers ListScore QuestionContext "
        "Score Unknown answers_of compare_systems list_score score_answers score_lists"
    ),
    "qa_tempeval.kits": "Kit KitInput open_kits score_kits",
    "qa_tempeval.measure": (
        "KeyFilesError QA_TEMPEVAL groupings questions_beside_key questions_task read_key "
        "score_system"
    ),
    "relations": "RELATIONS",
    "run": "Run Task Workers run_measure",
    "signature": "CountedScore Notice Signature",
    "statistics.intervals": (
        "Difference Interval bootstrap_intervals holm jackknife_intervals mcnemar "
        "paired_randomisation"
    ),
    "systems": "Systems open_systems",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
