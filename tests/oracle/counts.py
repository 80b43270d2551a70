"""Scores, agreement and least contradictions by counting, as the papers define them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.testing.oracle import (
    Constraint,
    Constraints,
    consistent,
    relations_by_closure,
)


@dataclass(frozen=True)
class Counts:
    """How many questions there were, how many were answered, and how many correctly."""

    questions: int
    answered: int
    correct: int

    @property
    def precision(self) -> Fraction | None:
        """Correct of the answered; ``None`` if nothing was answered."""
        return Fraction(self.correct, self.answered) if self.answered else None

    @property
    def recall(self) -> Fraction | None:
        """Correct of all questions; ``None`` if there are none."""
        return Fraction(self.correct, self.questions) if self.questions else None

    @property
    def f1(self) -> Fraction | None:
        """Harmonic mean of precision and recall; ``None`` if there are no questions."""
        if not self.questions:
            return None
        if not self.correct:
            return Fraction(0)
        assert self.precision is not None
        assert self.recall is not None
        return 2 / (1 / self.precision + 1 / self.recall)

    @property
    def coverage(self) -> Fraction | None:
        """Answered of all questions; ``None`` if there are none."""
        return Fraction(self.answered, self.questions) if self.questions else None


def count_answers(pairs: Iterable[tuple[Answer | None, Answer]]) -> Counts:
    """Count pairs ``(expected, predicted)``; an ``expected`` of ``None`` is never correct.

    A question is answered if yes or no was predicted, or unknown was expected.
    """
    everything = list(pairs)
    answered = [
        (expected, predicted)
        for expected, predicted in everything
        if predicted is not Answer.UNKNOWN or expected is Answer.UNKNOWN
    ]
    correct = [1 for expected, predicted in answered if expected is predicted]
    return Counts(len(everything), len(answered), len(correct))


# Agreement of annotators by counting pairs of labels, and pairs of entities.
#
# Cohen (1960), Fleiss (1971) and Krippendorff (2011) for nominal data, as exact fractions. A row
# has the label of every annotator for one item, ``None`` where one gave none.


Row = Sequence[Hashable]


def cohen_kappa(rows: Sequence[Row]) -> Fraction | None:
    """Cohen's kappa of two annotators who labelled every item; ``None`` if it is undefined."""
    if not rows:
        return None
    observed = Fraction(sum(a == b for a, b in rows), len(rows))
    by_chance = sum(a == b for a, _ in rows for _, b in rows)
    return _beyond(observed, Fraction(by_chance, len(rows) ** 2))


def fleiss_kappa(rows: Sequence[Row]) -> Fraction | None:
    """Fleiss' kappa of annotators who all labelled every item; ``None`` if it is undefined."""
    if not rows:
        return None
    pairs = [a == b for row in rows for a, b in combinations(row, 2)]
    given = [label for row in rows for label in row]
    by_chance = sum(a == b for a in given for b in given)
    return _beyond(Fraction(sum(pairs), len(pairs)), Fraction(by_chance, len(given) ** 2))


def krippendorff_alpha(rows: Iterable[Row]) -> Fraction | None:
    """Krippendorff's alpha for nominal data: 1 less the disagreement within items over that of
    any two labels; ``None`` if it is undefined. Items with one label or none do not count."""
    units = [[label for label in row if label is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    given = [label for unit in units for label in unit]
    if not given:
        return None
    within = Fraction(0)
    for unit in units:
        within += Fraction(sum(a != b for a, b in permutations(unit, 2)), len(unit) - 1)
    anywhere = sum(a != b for a, b in permutations(given, 2))
    if not anywhere:
        return None
    return 1 - within / len(given) / Fraction(anywhere, len(given) * (len(given) - 1))


def specific_agreement(rows: Iterable[Row], label: Hashable) -> Fraction | None:
    """Of those who gave an item the label, how many of the others there gave it, too, on average
    (Spitzer & Fleiss 1974); ``None`` if nobody gave it where somebody else gave a label."""
    shares = []
    for row in rows:
        given = [other_label for other_label in row if other_label is not None]
        for k, other_label in enumerate(given):
            others = given[:k] + given[k + 1 :]
            if other_label == label and others:
                shares.append(Fraction(others.count(label), len(others)))
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def pair_classes(
    entities: Collection[Hashable],
    first: Iterable[Constraint],
    second: Iterable[Constraint],
    labels: Mapping[str, AllenSet],
) -> Counter[str]:
    """How many pairs of entities are of each class, by what two consistent sets of constraints
    entail.

    ``contradicting``: no relation is possible under both; ``equal``: both entail labels, the same
    ones; ``compatible``: both entail labels, others; ``one_open``: only one entails any;
    ``both_open``: neither does. ``labels`` has the relations that each label leaves possible;
    those that leave all possible are not entailed.
    """
    closed = [relations_by_closure(entities, links) for links in (first, second)]
    counts: Counter[str] = Counter()
    for a, b in combinations(entities, 2):
        one, other = (relations[a, b] for relations in closed)
        entailed = [
            {name for name, said in labels.items() if len(said) < 13 and meaning <= said}
            for meaning in (one, other)
        ]
        if not one & other:
            counts["contradicting"] += 1
        elif all(entailed):
            counts["equal" if entailed[0] == entailed[1] else "compatible"] += 1
        else:
            counts["one_open" if any(entailed) else "both_open"] += 1
    return counts


def _beyond(observed: Fraction, by_chance: Fraction) -> Fraction | None:
    return None if by_chance == 1 else (observed - by_chance) / (1 - by_chance)


def certainly(
    relation: Allen,
    entity: Hashable,
    possible: Mapping[tuple[Hashable, Hashable], AllenSet],
) -> set[Hashable]:
    """The entities that stand in ``relation`` to ``entity`` in every world."""
    return {
        a
        for (a, b), relations in possible.items()
        if b == entity and relations == AllenSet([relation])
    }


def smallest_contradicted(
    entities: Iterable[Hashable], in_force: Sequence[Constraints], link: Constraints
) -> Iterator[tuple[int, ...]]:
    """The minimal sets of links in force, by number, that contradict ``link``.

    Without any one of its links, a set no longer contradicts ``link``. Smaller sets come first.
    If the link contradicts itself, the only set is ``()``.
    """
    everyone = tuple(entities)
    cores: list[set[int]] = []
    for size in range(len(in_force) + 1):
        for numbers in combinations(range(len(in_force)), size):
            if any(smaller <= set(numbers) for smaller in cores):
                continue
            together = [constraint for number in numbers for constraint in in_force[number]]
            if not consistent(everyone, (*together, *link)):
                cores.append(set(numbers))
                yield numbers
