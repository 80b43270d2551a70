"""Times that short answers name, and a scorer that compares them: docs/time-answers.md.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.times.measure import (
        TIMES as TIMES,
        Comparison as Comparison,
        TimeOptions as TimeOptions,
        TimePair as TimePair,
        TimesScore as TimesScore,
        Verdict as Verdict,
        assert_same_time as assert_same_time,
        compare_answers as compare_answers,
        evaluate_metric as evaluate_metric,
        inspect_scorer as inspect_scorer,
        lm_eval_results as lm_eval_results,
        read_time_pairs as read_time_pairs,
        score_times as score_times,
        time_grouping as time_grouping,
    )
    from timegraph.times.naming import Named as Named, named as named
    from timegraph.times.stretches import Stretch as Stretch

_HOMES = {
    "measure": (
        "Comparison TIMES TimeOptions TimePair TimesScore Verdict assert_same_time "
        "compare_answers evaluate_metric inspect_scorer lm_eval_results read_time_pairs "
        "score_times time_grouping"
    ),
    "naming": "Named named",
    "stretches": "Stretch",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
