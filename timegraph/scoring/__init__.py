"""Scores: counts and their ratios, with the signature that names every choice behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.agreement.measure import (
        Agreement as Agreement,
        DecodedText as DecodedText,
        decode_annotations as decode_annotations,
        measure_agreement as measure_agreement,
    )
    from timegraph.scoring.awareness import (
        AWARENESS as AWARENESS,
        AwarenessScore as AwarenessScore,
        Method as Method,
        awareness_task as awareness_task,
        score_awareness as score_awareness,
    )
    from timegraph.scoring.entities import (
        ENTITIES as ENTITIES,
        ENTITY_ROWS as ENTITY_ROWS,
        EntityRow as EntityRow,
        entities_task as entities_task,
        score_entities as score_entities,
    )
    from timegraph.scoring.measure import (
        Figure as Figure,
        Grouping as Grouping,
        Measure as Measure,
        Measured as Measured,
        Result as Result,
        Statistics as Statistics,
        Unusable as Unusable,
    )
    from timegraph.scoring.pairs import Gold as Gold, read_gold as read_gold
    from timegraph.scoring.qa_tempeval.comparison import (
        ANSWER_RULES as ANSWER_RULES,
        AnsweredList as AnsweredList,
        AnsweredQuestion as AnsweredQuestion,
        AnsweredTime as AnsweredTime,
        DocumentAnswers as DocumentAnswers,
        ListScore as ListScore,
        QuestionContext as QuestionContext,
        Score as Score,
        Unknown as Unknown,
        answer_findings as answer_findings,
        answers_of as answers_of,
        compare_systems as compare_systems,
        list_score as list_score,
        score_answers as score_answers,
    )
    from timegraph.scoring.qa_tempeval.kits import (
        Kit as Kit,
        KitInput as KitInput,
        open_kit as open_kit,
        score_kit as score_kit,
    )
    from timegraph.scoring.qa_tempeval.measure import (
        QA_TEMPEVAL as QA_TEMPEVAL,
        KeyFilesError as KeyFilesError,
        questions_beside_key as questions_beside_key,
        questions_task as questions_task,
        read_key as read_key,
        score_system as score_system,
    )
    from timegraph.scoring.relations import RELATIONS as RELATIONS
    from timegraph.scoring.run import (
        Run as Run,
        Task as Task,
        Workers as Workers,
        open_systems as open_systems,
        run_measure as run_measure,
    )
    from timegraph.scoring.signature import (
        CountedScore as CountedScore,
        FoundScore as FoundScore,
        Notice as Notice,
        Signature as Signature,
    )
    from timegraph.scoring.statistics import (
        Difference as Difference,
        Interval as Interval,
        holm as holm,
        jackknife_interval as jackknife_interval,
        mcnemar as mcnemar,
        paired_randomisation as paired_randomisation,
    )

_HOMES = {
    "agreement.measure": "Agreement DecodedText decode_annotations measure_agreement",
    "awareness": "AWARENESS AwarenessScore Method awareness_task score_awareness",
    "entities": "ENTITIES ENTITY_ROWS EntityRow entities_task score_entities",
    "measure": "Figure Grouping Measure Measured Result Statistics Unusable",
    "pairs": "Gold read_gold",
    "qa_tempeval.comparison": (
        "ANSWER_RULES AnsweredList AnsweredQuestion AnsweredTime DocumentAnswers ListScore "
        "QuestionContext Score Unknown answer_findings answers_of compare_systems list_score "
        "score_answers"
    ),
    "qa_tempeval.kits": "Kit KitInput open_kit score_kit",
    "qa_tempeval.measure": (
        "KeyFilesError QA_TEMPEVAL questions_beside_key questions_task read_key score_system"
    ),
    "relations": "RELATIONS",
    "run": "Run Task Workers open_systems run_measure",
    "signature": "CountedScore FoundScore Notice Signature",
    "statistics": "Difference Interval holm jackknife_interval mcnemar paired_randomisation",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
