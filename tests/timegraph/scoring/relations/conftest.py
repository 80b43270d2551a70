"""Results of systems that are given by their labels."""

from __future__ import annotations

from collections import Counter

from timegraph.scoring.measure import Measured, Result
from timegraph.scoring.relations import RELATIONS, Confusion, RelationsScore
from timegraph.scoring.signature import Signature

Labels = list[tuple[str, "str | None"]]


def result_of(name: str, documents: list[Labels]) -> Result[RelationsScore]:
    """The result of a system with gold's label and its own of each given pair, by document."""
    scores = [
        RelationsScore(
            Confusion(Counter(labels), frozenset({"VAGUE"} & {x for pair in labels for x in pair}))
        )
        for labels in documents
    ]
    return Result(
        name=name,
        measure=RELATIONS,
        units=tuple(Measured(f"{k}.tml", score) for k, score in enumerate(scores)),
        signature=Signature.of("relations"),
    )
