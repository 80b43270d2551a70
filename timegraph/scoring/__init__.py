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
    from timegraph.scoring.awareness.awareness_counts import METHODS, AwarenessScore, Method
    from timegraph.scoring.awareness.measure import (
        AWARENESS,
        awareness_task,
        score_awareness,
        score_awareness_system,
    )
    from timegraph.scoring.confidence import Statistics
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
        Unusable,
        by_unit,
    )
    from timegraph.scoring.notices import Notice
    from timegraph.scoring.pairs import Gold, read_gold
    from timegraph.scoring.qa_tempeval.answer_findings import (
        ANSWER_RULES,
        answer_finding,
        answer_findings,
    )
    from timegraph.scoring.qa_tempeval.answered_questions import (
        AnsweredQuestion,
        AnsweredTime,
        DocumentAnswers,
        answers_of,
        list_score,
    )
    from timegraph.scoring.qa_tempeval.comparison import compare_systems
    from timegraph.scoring.qa_tempeval.context import QuestionContext, Unknown
    from timegraph.scoring.qa_tempeval.counts import Score, score_answers
    from timegraph.scoring.qa_tempeval.groups import groupings
    from timegraph.scoring.qa_tempeval.kits import Kit, KitInput, open_kits, score_kits
    from timegraph.scoring.qa_tempeval.lists import AnsweredList, ListScore, score_lists
    from timegraph.scoring.qa_tempeval.measure import (
        QA_TEMPEVAL,
        KeyFilesError,
        questions_beside_key,
        questions_task,
        read_key,
        score_system,
    )
    from timegraph.scoring.ratios import CountedScore
    from timegraph.scoring.relations.measure import RELATIONS
    from timegraph.scoring.run import Run, Task, Workers, run_measure
    from timegraph.scoring.signature import Signature
    from timegraph.scoring.statistics.bootstrap import bootstrap_intervals
    from timegraph.scoring.statistics.differences import (
        Difference,
        holm,
        mcnemar,
        paired_randomisation,
    )
    from timegraph.scoring.statistics.intervals import Interval, jackknife_intervals
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
    "awareness.measure": "AWARENESS awareness_task score_awareness score_awareness_system",
    "awareness.awareness_counts": "AwarenessScore METHODS Method",
    "confidence": "Statistics",
    "entities": "ENTITIES ENTITY_ROWS EntityRow FoundScore entities_task score_entities "
    "score_entities_system",
    "measure": "Figure Grouping Measure Measured Result Unusable by_unit",
    "notices": "Notice",
    "pairs": "Gold read_gold",
    "qa_tempeval.answer_findings": "ANSWER_RULES answer_finding answer_findings",
    "qa_tempeval.comparison": "compare_systems",
    "qa_tempeval.context": "QuestionContext Unknown",
    "qa_tempeval.counts": "Score score_answers",
    "qa_tempeval.groups": "groupings",
    "qa_tempeval.kits": "Kit KitInput open_kits score_kits",
    "qa_tempeval.lists": "AnsweredList ListScore score_lists",
    "qa_tempeval.answered_questions": "AnsweredQuestion AnsweredTime DocumentAnswers answers_of "
    "list_score",
    "qa_tempeval.measure": "KeyFilesError QA_TEMPEVAL questions_beside_key questions_task "
    "read_key score_system",
    "ratios": "CountedScore",
    "relations.measure": "RELATIONS",
    "run": "Run Task Workers run_measure",
    "signature": "Signature",
    "statistics.bootstrap": "bootstrap_intervals",
    "statistics.differences": "Difference holm mcnemar paired_randomisation",
    "statistics.intervals": "Interval jackknife_intervals",
    "systems": "Systems open_systems",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
