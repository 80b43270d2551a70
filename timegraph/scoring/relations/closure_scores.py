"""The closure scores of Clinical TempEval, as anaforatools computes them (--temporal-closure).

Bethard et al. (2015), SemEval-2015 Task 6. Precision is the share of the system's links that
gold's links entail, recall the share of gold's links that the system's entail. Unlike in temporal
awareness, all distinct links count, redundant or not; links that say the same (a BEFORE b and b
AFTER a, as in anaforatools 1.2) are one. Links that contradict each other are not
left out: they entail each other's consequences, as far as a path of endpoints leads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from timegraph.allen import AllenSet
from timegraph.points import constraints_of
from timegraph.scoring.ratios import CountedScore, harmonic_mean, ratio

__all__ = ["ClosureScore", "OfficialClosureScore", "StatedLink", "count_closure"]

StatedLink = tuple[str, str, AllenSet, str]
"""A link: the entity a, its label, what the label says from a to b, and the entity b."""

Point = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ClosureScore(CountedScore):
    """Gold entails ``precision_matched`` of the ``system_total`` links of the system; the system
    entails ``recall_matched`` of the ``gold_total`` links of gold."""

    precision_matched: int = 0
    system_total: int = 0
    recall_matched: int = 0
    gold_total: int = 0

    @property
    def precision(self) -> float | None:
        """precision_matched / system_total; ``None`` without links of the system."""
        return ratio(self.precision_matched, self.system_total)

    @property
    def recall(self) -> float | None:
        """recall_matched / gold_total; ``None`` without links of gold."""
        return ratio(self.recall_matched, self.gold_total)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)


@dataclass(frozen=True, slots=True)
class OfficialClosureScore(ClosureScore):
    """The same with a quirk of anaforatools: precision without links of the system is 1, and so
    is recall without links of gold."""

    @property
    def precision(self) -> float | None:
        """precision_matched / system_total, or 1."""
        return 1.0 if not self.system_total else self.precision_matched / self.system_total

    @property
    def recall(self) -> float | None:
        """recall_matched / gold_total, or 1."""
        return 1.0 if not self.gold_total else self.recall_matched / self.gold_total


def count_closure(
    *,
    gold: Collection[StatedLink],
    system: Collection[StatedLink],
    official: bool = False,
) -> ClosureScore:
    """The closure score of one document: the links of both sides under common entities, without
    those that say nothing. With ``official`` empty sides score 1."""
    ours, theirs = _distinct(system), _distinct(gold)
    kind = OfficialClosureScore if official else ClosureScore
    return kind(
        _entailed(ours, _Paths(theirs)), len(ours), _entailed(theirs, _Paths(ours)), len(theirs)
    )


def _distinct(links: Iterable[StatedLink]) -> list[StatedLink]:
    """The links without those that say of the same entities what one before them says."""
    distinct: dict[object, StatedLink] = {}
    for link in links:
        a, _, relations, b = link
        said = frozenset(
            (min(x, y), sign, max(x, y)) if sign == "=" else (x, sign, y)
            for x, sign, y in _constraints(a, relations, b)
        )
        distinct.setdefault((frozenset((a, b)), said), link)
    return list(distinct.values())


def _entailed(links: Iterable[StatedLink], paths: _Paths) -> int:
    return sum(paths.entail(link) for link in links)


class _Paths:
    """What links say of endpoints: a weak arc for each ``<=``, a strict one for each ``<``, and
    two weak ones that are marked for each ``=``."""

    def __init__(self, links: Iterable[StatedLink]) -> None:
        self._arcs: dict[Point, list[tuple[Point, str]]] = {}
        self._known: dict[Point, dict[Point, set[str]]] = {}
        for a, _, relations, b in links:
            for entity in (a, b):
                self._arcs.setdefault((entity, "start"), []).append(((entity, "end"), "<"))
                self._arcs.setdefault((entity, "end"), [])
            for x, sign, y in _constraints(a, relations, b):
                self._arcs[x].append((y, sign))
                if sign == "=":
                    self._arcs[y].append((x, sign))

    def entail(self, link: StatedLink) -> bool:
        """Whether paths lead along every constraint of the link."""
        a, _, relations, b = link
        return all(self._holds(*constraint) for constraint in _constraints(a, relations, b))

    def _holds(self, x: Point, sign: str, y: Point) -> bool:
        signs = self._from(x).get(y, set())
        if sign == "<":
            return "<" in signs
        if sign == "<=":
            return bool(signs)
        # Equal by equalities, or by two weak orders that meet.
        back = self._from(y).get(x, set())
        return "=" in signs or (signs == {"<="} and back == {"<="})

    def _from(self, x: Point) -> dict[Point, set[str]]:
        """The points that paths from x lead to, with the signs that these paths have."""
        if x in self._known:
            return self._known[x]
        reached: dict[Point, set[str]] = {}
        stack: list[tuple[Point, str]] = [(x, "=")] if x in self._arcs else []
        while stack:
            point, so_far = stack.pop()
            if so_far in reached.setdefault(point, set()):
                continue
            reached[point].add(so_far)
            stack += [(target, _joined(so_far, sign)) for target, sign in self._arcs[point]]
        self._known[x] = reached
        return reached


def _joined(first: str, second: str) -> str:
    if "<" in (first, second):
        return "<"
    return "<=" if "<=" in (first, second) else "="


def _constraints(a: str, relations: AllenSet, b: str) -> list[tuple[Point, str, Point]]:
    points = ((a, "start"), (a, "end"), (b, "start"), (b, "end"))
    return [(points[p], sign, points[q]) for p, sign, q in constraints_of(relations.mask)]
