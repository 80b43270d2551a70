"""The scorer at home in other evaluations: inspect_ai, lm-evaluation-harness, evaluate, pytest.

None of these packages is imported before its function is called; docs/time-answers.md shows each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from timegraph.times.comparing import compare_answers
from timegraph.times.measure import TimeOptions, TimePair, score_times

DEFAULT = TimeOptions()


def assert_same_time(
    answer: str, gold: str, anchor: str | None = None, *, options: TimeOptions = DEFAULT
) -> None:
    """Raise ``AssertionError`` with the verdict in words unless the answer is right: for tests."""
    comparison = compare_answers(answer, gold, anchor, approximate=options.approximate)
    if comparison.verdict == "unread":
        raise AssertionError(f"gold cannot be compared: {comparison.reason}")
    if not options.is_right(comparison):
        raise AssertionError(str(comparison))


def lm_eval_results(
    doc: Mapping[str, Any],
    results: Sequence[str],
    *,
    gold: str = "gold",
    anchor: str = "anchor",
    options: TimeOptions = DEFAULT,
) -> dict[str, float]:
    """``process_results`` of a task of lm-evaluation-harness: the figures of one answer, to be
    averaged. ``gold`` and ``anchor`` are fields of the document."""
    comparison = compare_answers(
        results[0], str(doc[gold]), doc.get(anchor), approximate=options.approximate
    )
    return {
        "time_right": float(options.is_right(comparison)),
        "time_compatible": float(options.is_compatible(comparison)),
        "time_overlap": comparison.overlap,
    }


def inspect_scorer(options: TimeOptions = DEFAULT, *, anchor: str = "anchor") -> Any:
    """A scorer for inspect_ai: correct, incorrect, or no answer, with the verdict as explanation.
    ``anchor`` is a field of a sample's metadata. Needs inspect_ai."""
    from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, accuracy, scorer, stderr

    @scorer(metrics=[accuracy(), stderr()], name="timegraph_times")  # type: ignore[untyped-decorator]
    def times() -> Any:
        async def score(state: Any, target: Any) -> Any:
            answer = state.output.completion
            when = (state.metadata or {}).get(anchor)
            found = compare_answers(answer, target.text, when, approximate=options.approximate)
            value = CORRECT if options.is_right(found) else INCORRECT
            if found.verdict in ("none", "unread"):
                value = NOANSWER
            return Score(value=value, answer=answer, explanation=str(found))

        return score

    return times()


def evaluate_metric(options: TimeOptions = DEFAULT) -> Any:
    """A metric of Hugging Face ``evaluate``: ``compute(predictions=..., references=...)`` gives the
    figures of :class:`timegraph.times.TimesScore` and the signature. Needs evaluate."""
    import datasets
    import evaluate

    class Times(evaluate.Metric):  # type: ignore[misc]
        def _info(self) -> Any:
            strings = datasets.Value("string")
            return evaluate.MetricInfo(
                description="Times that answers name, compared with gold.",
                citation="",
                inputs_description="predictions and references: texts",
                features=datasets.Features({"predictions": strings, "references": strings}),
            )

        def _compute(self, predictions: list[str], references: list[str]) -> dict[str, Any]:
            rows = enumerate(zip(references, predictions, strict=True))
            pairs = [TimePair(str(k), gold, answer) for k, (gold, answer) in rows]
            (result,) = score_times({"predictions": pairs}, options=options).results
            return {**result.measure.record(result.score), "signature": str(result.signature)}

    return Times()
