"""Times that short answers name, and a scorer that compares them: docs/time-answers.md.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.times.measure import (
        TIMES,
        Comparison,
        TimeOptions,
        TimePair,
        TimesScore,
        Verdict,
        assert_same_time,
        compare_answers,
        evaluate_metric,
        inspect_scorer,
        lm_eval_results,
        read_time_pairs,
        score_times,
        time_grouping,
    )
    from timegraph.times.naming import Named, named
    from timegraph.times.stretches import Stretch

__all__ = [
    "TIMES",
    "Comparison",
    "Named",
    "Stretch",
    "TimeOptions",
    "TimePair",
    "TimesScore",
    "Verdict",
    "assert_same_time",
    "compare_answers",
    "evaluate_metric",
    "inspect_scorer",
    "lm_eval_results",
    "named",
    "read_time_pairs",
    "score_times",
    "time_grouping",
]

_HOMES = {
    "measure": (
        "Comparison TIMES TimeOptions TimePair TimesScore Verdict assert_same_time "
        "compare_answers evaluate_metric inspect_scorer lm_eval_results read_time_pairs "
        "score_times time_grouping"
    ),
    "naming": "Named named",
    "stretches": "Stretch",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
