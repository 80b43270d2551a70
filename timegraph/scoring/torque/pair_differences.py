"""Whether one annotation answers TORQUE's pairs better than another of the same texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from timegraph.scoring.statistics import holm, mcnemar
from timegraph.torque.answers import AnsweredTorque
from timegraph.torque.pairs import DecidedPair, decided_pairs

__all__ = ["PairDifference", "pair_difference", "pair_differences"]


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Two annotations on the ``both`` pairs that both decide: on how many only the one or only
    the other agrees with the answers, and the p of McNemar's exact test, as it is and corrected for
    the number of comparisons (Holm)."""

    name: str
    against: str
    both: int
    only_first: int
    only_second: int
    p: float
    p_holm: float | None = None


def pair_differences(
    annotations: Sequence[tuple[str, Iterable[AnsweredTorque]]],
) -> list[PairDifference]:
    """How each of the ``annotations``, with their names, differs from the first."""
    differences = [pair_difference(*other, *annotations[0]) for other in annotations[1:]]
    corrected = holm([difference.p for difference in differences])
    return [
        replace(difference, p_holm=p) for difference, p in zip(differences, corrected, strict=True)
    ]


def pair_difference(
    name: str,
    answered: Iterable[AnsweredTorque],
    against: str,
    other: Iterable[AnsweredTorque],
) -> PairDifference:
    """How the annotation ``name`` differs from ``against``."""
    first, second = _right(decided_pairs(answered)), _right(decided_pairs(other))
    both = first.keys() & second.keys()
    only_first = sum(first[key] and not second[key] for key in both)
    only_second = sum(second[key] and not first[key] for key in both)
    p = mcnemar(only_first=only_first, only_second=only_second)
    return PairDifference(name, against, len(both), only_first, only_second, p)


def _right(pairs: Iterable[DecidedPair]) -> dict[object, bool]:
    """Of the pairs that an annotation decides, whether it agrees with the answer."""
    return {
        (pair.question, pair.event): (pair.outcome == "yes") == pair.in_answer
        for pair in pairs
        if pair.outcome in ("yes", "no")
    }
