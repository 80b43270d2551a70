"""Bounds: no annotation is worth more, whatever numbers they rest on.

Every triad of pairs takes ``moved[slot, choice]`` over from its pairs, every clause has a price
that its choices weigh less each. An annotation is worth what is left with its pairs, plus what its
triads took over, plus the price of every clause for all its pairs but one; so at most the sum of
the best of each. That holds for any whole numbers.

Two ways find good ones: a dual ascent of our own, over triads of pairs and over clauses as chains
are found; and a linear program (the extra ``decode``): HiGHS, with cuts added as they are found.
Its prices become whole multipliers too, so that no claim rests on a float.

*Triads*: valid inequalities of three entities, computed from what their pairs can be together. An
annotation of three pairs is a point with a coordinate 0 or 1 for each choice but vague. For schemes
with few choices all facets of their hull with coefficients -1, 0 and 1 are found by trying them:
those that as many independent points satisfy with equality as there are dimensions. For the 29
preorders of three events these are all facets there are. Else the largest *boxes* serve: sets of
choices for each pair, no three of which can be together.

*Clauses*: triads are complete only for starts and for all pairs: they miss a cycle of four without
diagonals, and most contradictions of intervals. Chains of links that contradict each other or
entail a label take, of each pair on them, the choices that entail the step; so one clause speaks of
all of them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import compress, islice, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph.decoding.candidates import Arc, Mode, Vocabulary
from timegraph.decoding.kernels import ascent, paths
from timegraph.decoding.local_search import NEVER, Bools, Ints, Longs, Problem

Clause = tuple[tuple[int, int], ...]
"""(pair, choices as bits): not all of these pairs can have one of these choices."""


Clauses = dict[Clause, None]
"""Clauses in the order in which they were found; none is taken out."""


def arrays_of(clauses: Clauses, number: int) -> tuple[Ints, Ints, Longs]:
    """The first so many as arrays: where each begins, its pairs, and their choices as bits."""
    kept = list(islice(clauses, number))
    starts = np.cumsum([0, *map(len, kept)]).astype(np.int32)
    flat = [member for clause in kept for member in clause]
    table = np.array(flat, np.int64).reshape(-1, 2)
    return starts, table[:, 0].astype(np.int32), table[:, 1].copy()


@dataclass(frozen=True, eq=False)
class Multipliers:
    """``moved[triad, slot, choice]`` for ``triads`` of pairs, and prices of the first of the
    ``clauses``; all are multiples of 1 / ``scale``."""

    scale: int
    triads: Ints
    moved: Longs
    clauses: Clauses
    prices: Longs

    @cached_property
    def priced(self) -> tuple[Ints, Ints, Longs]:
        """The clauses that have prices, as arrays."""
        return arrays_of(self.clauses, len(self.prices))


def scale_of(problem: Problem) -> int:
    """A scale at which no sum leaves the whole numbers of 64 bits."""
    total = 1 + int(np.abs(problem.weights).max(axis=1, initial=0).sum())
    return 1 << max(0, min(24, 57 - total.bit_length()))


def remaining(problem: Problem, allowed: Bools, multipliers: Multipliers) -> Longs:
    """What is left with each choice of each pair, scaled; ``NEVER`` where it is not allowed."""
    left: Longs = problem.weights * multipliers.scale
    np.subtract.at(left, multipliers.triads, multipliers.moved)
    starts, pairs, bits = multipliers.priced
    price = np.repeat(multipliers.prices, np.diff(starts))
    inside = bits[:, None] >> np.arange(left.shape[1]) & 1
    np.subtract.at(left, pairs, price[:, None] * inside)
    return np.where(allowed, left, NEVER)


def upper_bound(left: Longs, multipliers: Multipliers, states: Ints) -> tuple[int, Longs]:
    """The bound, scaled, ``NEVER`` if some pair or triad has nothing left to choose; and how much
    lower it is at least, scaled, for annotations with each choice of each pair."""
    best = left.max(axis=1, keepdims=True)
    losses = np.where(left > NEVER // 2, best - left, -NEVER)
    most = np.empty(len(multipliers.triads), np.int64)
    ascent.triad_losses(multipliers.moved, multipliers.triads, states, left, losses, most)
    if min(best.min(initial=0), most.min(initial=0)) < NEVER // 2:
        return NEVER, losses
    others = np.diff(multipliers.priced[0]) - 1
    return int(best.sum() + most.sum() + (multipliers.prices * others).sum()), losses


_FEW = 9


@lru_cache(maxsize=32)
def triad_cuts(words: Vocabulary, mode: Mode) -> tuple[Ints, Ints]:
    """Coefficients ``[cut, slot, choice]`` and right sides: each sum is at most the right side."""
    states = np.array(words.triads(mode), np.int64)
    if 3 * (len(words) - 1) <= _FEW:
        coefficients = _facets(states, len(words))
    else:
        coefficients = _boxes(states, len(words))
    sides = _values(coefficients, states).max(axis=1)
    return coefficients.astype(np.int32), sides.astype(np.int32)


def _values(coefficients: np.ndarray, states: np.ndarray) -> np.ndarray:
    """What each inequality counts in each state."""
    first, second, third = (coefficients[:, slot, states[:, slot]] for slot in range(3))
    total: Longs = first + second + third
    return total


def _facets(states: np.ndarray, choices: int) -> np.ndarray:
    normals = np.array(list(product((-1, 0, 1), repeat=3 * (choices - 1))), np.int64)
    coefficients = np.zeros((len(normals), 3, choices), np.int64)
    coefficients[:, :, 1:] = normals.reshape(-1, 3, choices - 1)
    points = np.zeros((len(states), 3, choices), np.int64)
    for slot in range(3):
        points[np.arange(len(states)), slot, states[:, slot]] = 1
    flat = points[:, :, 1:].reshape(len(states), -1)
    dimension = np.linalg.matrix_rank(flat - flat[0])
    values = _values(coefficients, states)
    tight = values == values.max(axis=1, keepdims=True)
    kept = []
    # Those of one pair alone are in the program from the start.
    several = (coefficients != 0).any(axis=2).sum(axis=1) > 1
    for number in np.nonzero(several & (tight.sum(axis=1) >= dimension) & ~tight.all(axis=1))[0]:
        on_it = flat[tight[number]]
        if np.linalg.matrix_rank(on_it[1:] - on_it[0]) == dimension - 1:
            kept.append(number)
    return coefficients[kept]


def _boxes(states: np.ndarray, choices: int) -> np.ndarray:
    """Inequalities that say: not all three pairs in their part of the box."""
    together = np.zeros((choices, choices, choices), np.bool_)
    together[states[:, 0], states[:, 1], states[:, 2]] = True
    boxes = set()
    # By first and second part: the third is all that no pair of the two can be together with.
    powers = [1 << k for k in range(choices)]
    reach = [[sum(compress(powers, row)) for row in rows] for rows in together.tolist()]
    full = (1 << choices) - 1
    for i, j in product(range(choices), repeat=2):
        third = full & ~reach[i][j]
        for part in _subsets_closed(reach, i, j, third, choices):
            boxes.add(part)
    table = np.zeros((len(boxes), 3, choices), np.int64)
    for number, box in enumerate(sorted(boxes)):
        for slot, bits in enumerate(box):
            table[number, slot, [k for k in range(choices) if bits >> k & 1]] = 1
    return table


def _subsets_closed(
    reach: list[list[int]], i: int, j: int, third: int, choices: int
) -> list[tuple[int, int, int]]:
    """Largest boxes around (i, j, k) for each k that these two exclude: grown pair by pair, in
    every order of the pairs."""
    found = []
    for k in range(choices):
        if not third >> k & 1:
            continue
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            box = [1 << i, 1 << j, 1 << k]
            for slot in order:
                box[slot] = _grown(reach, box, slot, choices)
            found.append((box[0], box[1], box[2]))
    return found


def _grown(reach: list[list[int]], box: list[int], slot: int, choices: int) -> int:
    """All choices for a slot that can be with nothing of the two other parts."""
    inside = [[k for k in range(choices) if bits >> k & 1] for bits in box]
    if slot == 2:
        excluded = 0
        for i, j in product(inside[0], inside[1]):
            excluded |= reach[i][j]
        return (1 << choices) - 1 & ~excluded
    grown = 0
    for new in range(choices):
        pairs = product([new], inside[1]) if slot == 0 else product(inside[0], [new])
        if all(reach[i][j] & box[2] == 0 for i, j in pairs):
            grown |= 1 << new
    return grown


Floats: TypeAlias = NDArray[np.float64]
_SLACK = 1e-4


@lru_cache(maxsize=64)
def steps_of(words: Vocabulary) -> tuple[tuple[Arc, int], ...]:
    """The distinct arcs of all choices, and the choices that entail each, as bits."""
    arcs = {arc for row in words.arcs for arc in row}
    arcs |= {(p, q, 1) for p, q, _ in arcs}
    return tuple((arc, _entailing(words, arc)) for arc in sorted(arcs))


def _entailing(words: Vocabulary, arc: Arc) -> int:
    """The choices that entail an arc between a point of a and a point of b."""
    p, q, strength = arc
    signs: tuple[int, ...] = (-1,) if strength == 2 else (-1, 0)
    if p >= words.points:
        p, q, signs = q, p, tuple(-sign for sign in signs)
    pair = 2 * p + q - words.points if words.points == 2 else 0
    return sum(
        1 << k
        for k, meaning in enumerate(words.meanings)
        if all(relation.signs[pair] in signs for relation in meaning)
    )


def _targets(words: Vocabulary) -> list[tuple[tuple[Arc, ...], int]]:
    """Arcs that, entailed together, leave a closed pair only some choices (as bits)."""
    found = [
        (words.arcs[k], sum(1 << j for j, other in enumerate(words.meanings) if other <= meaning))
        for k, meaning in enumerate(words.meanings)
        if k
    ]
    if words.points == 1:
        # A chain of before and equal is before or equal.
        found += [((arc,), bits) for arc, bits in steps_of(words) if arc[2] == 1]
    return found


class Chains:
    """The points and possible steps of a problem, and the search for violated clauses."""

    def __init__(self, problem: Problem, clauses: Clauses) -> None:
        self.problem, self.clauses = problem, clauses
        words, n = problem.words, len(problem.entities)
        self.size = n * words.points
        steps = steps_of(words)
        a, b = problem.pairs[:, 0].astype(np.int64), problem.pairs[:, 1].astype(np.int64)
        number = np.arange(len(problem.pairs))
        rows = []
        for (p, q, strength), bits in steps:
            rows.append(
                np.stack(
                    [
                        self._point(p, a, b),
                        self._point(q, a, b),
                        np.full(len(a), strength == 2),
                        number,
                        np.full(len(a), bits),
                    ],
                    axis=1,
                )
            )
        always = [(2 * v, 2 * v + 1, 1, -1, 0) for v in range(n)] if words.points == 2 else []
        always += [(x, y, int(s == 2), -1, 0) for x, y, s in problem.given.tolist()]
        table = np.concatenate([np.array(always, np.int64).reshape(-1, 5), *rows])
        self.table = table[np.argsort(table[:, 0], kind="stable")].astype(np.int64)
        choices = len(words)
        self.inside = (self.table[:, 4:] >> np.arange(choices) & 1).astype(np.float64)

    def _point(self, point: int, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        points = self.problem.words.points
        return points * a + point if point < points else points * b + point - points

    def find(self, share: Floats, most: int, deadline: float) -> None:
        """Add clauses that ``share`` (of each choice of each pair) violates, at most about so
        many."""
        pair = self.table[:, 3]
        length = 1 - (share[pair] * self.inside).sum(axis=1)
        length[pair < 0] = 0
        kept = np.nonzero(length < 1 - _SLACK)[0]
        self.kept = self.table[kept]
        self.lengths = np.maximum(length[kept], 0)
        self.starts = np.searchsorted(self.kept[:, 0], np.arange(self.size + 1)).astype(np.int32)
        self.heads = self.kept[:, 1].astype(np.int32)
        self.strict = self.kept[:, 2].astype(np.int32)
        before = len(self.clauses)
        closed = self.problem.mode == "closed"
        every = np.empty((self.size if closed else 1, 2 * self.size), np.float64)
        for source in range(self.size):
            row = every[source if closed else 0]
            came = self._cheapest(source, row)
            if row[2 * source + 1] < 1 - _SLACK:
                self._add(self._chain(came, source, 2 * source + 1))
            if len(self.clauses) - before >= most or time.monotonic() >= deadline:
                return
        if closed:
            self._implications(share, every, before + most)

    def _cheapest(self, source: int, row: Floats) -> Ints:
        came = np.empty(2 * self.size, np.int32)
        paths.cheapest(source, self.starts, self.heads, self.strict, self.lengths, 1.0, row, came)
        return came

    def _chain(self, came: Ints, source: int, node: int) -> dict[int, int]:
        """The pairs of a chain from a point to a node, with the choices that entail its steps."""
        found: dict[int, int] = {}
        while node != 2 * source:
            arc, flag = int(came[node]) >> 1, int(came[node]) & 1
            tail, _, _, pair, bits = self.kept[arc].tolist()
            if pair >= 0:
                found[pair] = found.get(pair, -1) & bits
            node = 2 * tail + flag
        return found

    def _add(self, members: dict[int, int]) -> None:
        if all(members.values()):
            self.clauses[tuple(sorted(members.items()))] = None

    def _implications(self, share: Floats, every: Floats, most: int) -> None:
        """Chains that entail a label, where the pair has another."""
        a, b = self.problem.pairs[:, 0].astype(np.int64), self.problem.pairs[:, 1].astype(np.int64)
        choices = np.arange(len(self.problem.words))
        for arcs, bits in _targets(self.problem.words):
            other = share[:, bits >> choices & 1 == 0].sum(axis=1)
            total = np.zeros(len(a))
            for p, q, strength in arcs:
                x, y = self._point(p, a, b), self._point(q, a, b)
                strict = every[x, 2 * y + 1]
                total += strict if strength == 2 else np.minimum(strict, every[x, 2 * y])
            over = other - total
            for pair in np.nonzero(over > _SLACK)[0][np.argsort(-over[over > _SLACK])].tolist():
                self._imply(pair, arcs, bits)
                if len(self.clauses) >= most:
                    return

    def _imply(self, pair: int, arcs: tuple[Arc, ...], bits: int) -> None:
        a, b = (self.problem.pairs[pair, k : k + 1].astype(np.int64) for k in (0, 1))
        members: dict[int, int] = {}
        row = np.empty(2 * self.size, np.float64)
        for p, q, strength in arcs:
            x, y = int(self._point(p, a, b)[0]), int(self._point(q, a, b)[0])
            came = self._cheapest(x, row)
            strict = strength == 2 or row[2 * y + 1] <= row[2 * y]
            for other, some in self._chain(came, x, 2 * y + strict).items():
                members[other] = members.get(other, -1) & some
        full = (1 << len(self.problem.words)) - 1
        members[pair] = members.get(pair, full) & full & ~bits
        self._add(members)


_SWEEPS = 12
_MOST_SWEEPS = 160
_TRIADS_A_STEP = 2_000_000
# Seconds of a sweep over one triad, before it has been measured.
_COST = 1e-6
# So many steps may at most be needed to prove the best; of smoothed ones, so many sweeps.
_PATIENCE = 12.0
_FIRST_PATIENCE = 48.0
_QUICK_PATIENCE = 3.0
_SMOOTH_PATIENCE = 3_000
# The temperature falls from a share of what a triad may weigh, as long as few exponentials are cut
# off and the bound is rounded by less than smoothing changes it.
_HOT = 0.3
_COOLING = 0.65
_CUT_OFF = 0.0004
_COLD = 0.05
_MOST_CLAUSES = 400


def triads_of(problem: Problem) -> Ints:
    """All (pair of a and b, of b and c, of a and c) with a < b < c that have candidates."""
    table, known = problem.pair_of, np.triu(problem.pair_of >= 0)
    found = [np.empty((0, 3), np.int32)]
    for a in range(len(problem.entities)):
        after = np.nonzero(known[a])[0]
        b, c = np.nonzero(known[np.ix_(after, after)])
        b, c = after[b], after[c]
        found.append(np.stack([table[a, b], table[b, c], table[a, c]], axis=1))
    return np.concatenate(found)


def states_of(problem: Problem) -> Ints:
    """What the three pairs of a triad can be together."""
    return np.array(problem.words.triads(problem.mode), np.int32).reshape(-1, 3)


class Ascent:
    """Better multipliers, step by step, from those of the node that was worked on before.

    The first node begins with steps in whole numbers if they are quick: they prove what is easy.
    Smoothed steps follow. Their temperature falls until too many exponentials are cut off; when
    they have become slow, steps in whole numbers come again.
    """

    settled = False
    cost: float
    """Seconds of a sweep: no step takes less."""

    def __init__(
        self, problem: Problem, triads: Ints, clauses: Clauses, chains: Chains | None
    ) -> None:
        self.problem, self.clauses, self.chains = problem, clauses, chains
        self.states = states_of(problem)
        flat = triads.ravel()
        self.slots = np.argsort(flat, kind="stable").astype(np.int32)
        numbers = np.arange(len(problem.pairs) + 1)
        self.starts = np.searchsorted(flat[self.slots], numbers).astype(np.int32)
        # A step of many triads must not take long, since Ctrl-C is heard between steps.
        self.most = max(1, min(_MOST_SWEEPS, _TRIADS_A_STEP // max(1, len(triads))))
        self.entered, self.cost = False, _COST * len(triads)
        spread = int(np.ptp(problem.weights, axis=1).sum())
        self.temperature = _HOT * max(1, spread) / max(1, len(triads))

    def enter(self, allowed: Bools, multipliers: Multipliers) -> None:
        """Begin with a node."""
        # Nodes after the first begin with good multipliers.
        self.first, self.entered = not self.entered, True
        self.smooth = self.cooling = False
        self.multipliers = self.start = multipliers
        self.sweeps = min(_SWEEPS, self.most)
        self.smoothing = self.first and len(multipliers.triads) > 0
        self.restrict(allowed)
        if self.most < _MOST_SWEEPS:
            self.hurry()

    def restrict(self, allowed: Bools) -> None:
        """Allow only these choices from now on."""
        self.allowed = allowed
        self.left = remaining(self.problem, allowed, self.multipliers)

    @property
    def thorough(self) -> bool:
        """Whether more than what is easy is to be found."""
        return not self.smoothing

    @property
    def patience(self) -> float:
        """How many such steps may at most be needed to prove the best, before it is time for
        something else."""
        if self.smooth:
            return _SMOOTH_PATIENCE / self.sweeps
        if self.smoothing:
            return _QUICK_PATIENCE
        return _FIRST_PATIENCE if self.first else _PATIENCE

    def hurry(self) -> bool:
        """Whether there is another way to go on, now that the bound falls slowly."""
        more = self.smooth or self.smoothing
        self.smooth = self.cooling = self.smoothing
        self.smoothing = False
        if self.smooth:
            self.sweeps, self.multipliers = min(_SWEEPS, self.most), self.start
            self.restrict(self.allowed)
        return more

    def step(self, deadline: float) -> Multipliers | None:
        """Go on; the multipliers then, ``None`` if nothing is left to choose."""
        before, begin = self.multipliers, time.monotonic()
        sweeps = self.sweeps
        if self.cost * sweeps > deadline - begin:
            sweeps = max(1, int((deadline - begin) / self.cost))
        self.sweeps = min(2 * self.sweeps, self.most)
        moved, left = before.moved.copy(), self.left
        if self.smooth:
            if not self._smoothed(before, moved, sweeps):
                return None
            made = replace(before, moved=moved)
            left = remaining(self.problem, self.allowed, made)
        elif not ascent.ascend_triads(left, moved, before.triads, self.states, sweeps):
            return None
        if self.chains is not None:
            self.chains.find(self.best_shares(left), _MOST_CLAUSES, deadline)
        grown = np.zeros(len(self.clauses), np.int64)
        grown[: len(before.prices)] = before.prices
        starts, pairs, bits = arrays_of(self.clauses, len(grown))
        ascent.ascend_clauses(left, grown, starts, pairs, bits, sweeps)
        self.multipliers = replace(before, moved=moved, prices=grown)
        self.restrict(left > NEVER // 2)
        self.cost = (time.monotonic() - begin) / sweeps
        return self.multipliers

    def _smoothed(self, before: Multipliers, moved: Longs, sweeps: int) -> bool:
        """A smoothed step, which changes ``moved``; whether anything is left to choose."""
        triads, scale = before.triads, before.scale
        shared = self.left.copy()
        np.add.at(shared, triads, moved)
        cut = ascent.smooth_triads(
            np.where(self.allowed, shared, NEVER), moved, triads, self.starts, self.slots,
            self.states, self.temperature * scale, sweeps,
        )  # fmt: skip
        if self.cooling:
            self.cooling = cut <= _CUT_OFF * moved.size and self.temperature * len(triads) > _COLD
            self.temperature *= _COOLING if self.cooling else 1.0
        return cut >= 0

    def best_shares(self, left: Longs) -> Floats:
        """1 for the best choice of each pair, shared where several are best."""
        best = left == left.max(axis=1, keepdims=True)
        share: Floats = best / best.sum(axis=1, keepdims=True)
        return share

    @property
    def priorities(self) -> Longs:
        """What to try first: what is left with the pairs."""
        return self.left


_VIOLATED = 1e-4
_MOST_CUTS = 3000


_PRIORITY = 1 << 20
_TURN = 2.0
"""Seconds."""


def installed() -> bool:
    """Whether HiGHS can be imported."""
    from importlib.util import find_spec

    return find_spec("highspy") is not None


def _quiet() -> Any:
    """HiGHS, which prints a banner unless an option that is set first forbids it."""
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc, unused-ignore]
        def enableCallbacks(self) -> None:  # noqa: N802 - its name there
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return Quiet()


class Program:
    """The program of one document; branches change what is allowed, and keep cuts and basis.

    A row after those of the pairs is an inequality of a triad, (triad, inequality), or the clause
    with the number n, (-1, n).
    """

    cooling, thorough = False, True
    patience = 12.0

    cost = 0.0  # HiGHS looks at the clock itself

    def __init__(
        self, problem: Problem, triads: Ints, scale: int, clauses: Clauses, chains: Chains | None
    ) -> None:
        import highspy

        self.problem, self.triads, self.scale = problem, triads, scale
        self.clauses, self.chains = clauses, chains
        self.coefficients, self.sides = triad_cuts(problem.words, problem.mode)
        pairs, choices = problem.weights.shape
        self.columns = np.arange(pairs * (choices - 1)).reshape(pairs, choices - 1)
        self.cuts: list[tuple[int, int]] = []
        self.known: set[tuple[int, int]] = set()
        self.settled = False
        self.highs: Any = _quiet()
        self.highs.setOptionValue("threads", 1)
        gain = (problem.weights[:, 1:] - problem.weights[:, :1]).astype(np.float64)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.columns.size, pairs
        lp.col_cost_ = -gain.ravel()
        lp.col_lower_ = np.zeros(self.columns.size)
        lp.col_upper_ = np.ones(self.columns.size)
        lp.row_lower_ = np.zeros(pairs)
        lp.row_upper_ = np.ones(pairs)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.arange(pairs + 1) * (choices - 1)
        lp.a_matrix_.index_ = self.columns.ravel()
        lp.a_matrix_.value_ = np.ones(self.columns.size)
        self.highs.passModel(lp)

    def hurry(self) -> bool:
        """Whether there is another way to go on: none."""
        return False

    def enter(self, allowed: Bools, multipliers: Multipliers) -> None:
        """Begin with a node."""
        self.settled = False
        self.restrict(allowed)

    def restrict(self, allowed: Bools) -> None:
        """Allow only these choices from now on."""
        upper = allowed[:, 1:].astype(np.float64).ravel()
        number, pairs = len(upper), len(allowed)
        columns, rows = np.arange(number, dtype=np.int32), np.arange(pairs, dtype=np.int32)
        self.highs.changeColsBounds(number, columns, np.zeros(number), upper)
        lower = np.where(allowed[:, 0], 0.0, 1.0)
        self.highs.changeRowsBounds(pairs, rows, lower, np.ones(pairs))

    def step(self, deadline: float) -> Multipliers | None:
        """Solve the program as it is and add what its solution violates; the multipliers, ``None``
        if it has no solution."""
        import highspy

        status = self._run(deadline)
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        solution = self.highs.getSolution()
        prices = np.array(solution.row_dual)[len(self.columns) :]
        multipliers = self._multipliers(-prices)
        if status != highspy.HighsModelStatus.kOptimal:
            self.settled = True
            return multipliers
        share = np.array(solution.col_value).reshape(self.columns.shape)
        self.share = np.concatenate([1 - share.sum(axis=1, keepdims=True), share], axis=1)
        self._forget(prices)
        new = self._violated_triads()
        if self.chains is not None and len(new) < _MOST_CLAUSES:
            first = len(self.clauses)
            self.chains.find(self.share, _MOST_CLAUSES, deadline)
            new += [(-1, number) for number in range(first, len(self.clauses))]
            new += self._violated_clauses(first)
        self._add(new)
        self.settled = not new
        return multipliers

    def _run(self, deadline: float) -> Any:
        """Solve the program, in turns so short that Ctrl-C is heard; how that ended."""
        import highspy

        while True:
            seconds = max(deadline - time.monotonic(), 0.01)
            turn = min(seconds, _TURN)
            self.highs.setOptionValue("time_limit", self.highs.getRunTime() + turn)
            self.highs.run()
            status = self.highs.getModelStatus()
            if status != highspy.HighsModelStatus.kTimeLimit or seconds <= turn:
                return status

    @property
    def priorities(self) -> Longs:
        """What to try first: the shares of the solution, then the weights."""
        weights = self.problem.weights
        ranked = np.rint(self.share * _PRIORITY).astype(np.int64)
        priorities: Longs = ranked + weights * 1000 // max(1, int(np.abs(weights).max(initial=1)))
        return priorities

    def _violated_triads(self) -> list[tuple[int, int]]:
        """The inequalities of triads that are violated most, a few of each triad."""
        if not len(self.triads) or not len(self.sides):
            return []
        local = self.share[self.triads].reshape(len(self.triads), -1)
        over = local @ self.coefficients.reshape(len(self.sides), -1).T.astype(np.float64)
        over -= self.sides
        few = min(3, len(self.sides))
        worst = np.argpartition(-over, few - 1, axis=1)[:, :few]
        triad = np.repeat(np.arange(len(worst)), worst.shape[1])
        cut = worst.ravel().astype(np.int64)
        amount = over[triad, cut]
        kept = np.nonzero(amount > _VIOLATED)[0]
        kept = kept[np.argsort(-amount[kept], kind="stable")][: max(_MOST_CUTS, len(self.columns))]
        keys = zip(triad[kept].tolist(), cut[kept].tolist(), strict=True)
        return [key for key in keys if key not in self.known]

    def _violated_clauses(self, number: int) -> list[tuple[int, int]]:
        """Those of the first clauses that are violated and not in the program."""
        if not number:
            return []
        starts, pairs, bits = arrays_of(self.clauses, number)
        inside = bits[:, None] >> np.arange(self.share.shape[1]) & 1
        counted = np.add.reduceat((self.share[pairs] * inside).sum(axis=1), starts[:-1])
        over = np.nonzero(counted - (np.diff(starts) - 1) > _VIOLATED)[0]
        return [(-1, k) for k in over.tolist() if (-1, k) not in self.known]

    def _row(self, key: tuple[int, int]) -> tuple[NDArray[Any], NDArray[Any], float]:
        """Pairs, coefficients ``[pair, choice]`` and right side of an inequality."""
        triad, number = key
        if triad >= 0:
            return self.triads[triad], self.coefficients[number], float(self.sides[number])
        clause = np.array(next(islice(self.clauses, number, None)), np.int64)
        inside = clause[:, 1:] >> np.arange(self.share.shape[1]) & 1
        return clause[:, 0], inside, len(clause) - 1.0

    def _add(self, keys: list[tuple[int, int]]) -> None:
        if not keys:
            return
        starts, index, value, upper = [0], [], [], []
        for key in keys:
            pairs, row, side = self._row(key)
            # The share of vague is what the others leave.
            upper.append(side - float(row[:, 0].sum()))
            row = row[:, 1:] - row[:, :1]
            slot, choice = np.nonzero(row)
            index.extend(self.columns[pairs[slot], choice].tolist())
            value.extend(row[slot, choice].tolist())
            starts.append(len(index))
        number = len(keys)
        self.highs.addRows(
            number, np.full(number, -1e30), np.array(upper), len(index),
            np.array(starts[:-1], np.int32), np.array(index, np.int32), np.array(value, np.float64),
        )  # fmt: skip
        self.cuts.extend(keys)
        self.known.update(keys)

    def _forget(self, prices: Floats) -> None:
        """Take out inequalities that cost nothing now, if they are most."""
        idle = np.nonzero(np.abs(prices) < 1e-9)[0]
        if len(idle) < 2 * len(self.columns) or len(idle) < 0.7 * len(prices):
            return
        self.highs.deleteRows(len(idle), (idle + len(self.columns)).astype(np.int32))
        gone = set(idle.tolist())
        self.known -= {self.cuts[k] for k in gone}
        self.cuts = [cut for k, cut in enumerate(self.cuts) if k not in gone]

    def _multipliers(self, prices: Floats) -> Multipliers:
        """The prices of the inequalities, in whole numbers."""
        whole = np.rint(np.maximum(prices, 0) * self.scale).astype(np.int64)
        used = np.nonzero(whole)[0]
        keys = np.array([self.cuts[k] for k in used], np.int64).reshape(-1, 2)
        of_triads = keys[:, 0] >= 0
        numbers, place = np.unique(keys[of_triads, 0], return_inverse=True)
        moved: Longs = np.zeros((len(numbers), 3, self.problem.weights.shape[1]), np.int64)
        paid = whole[used]
        np.add.at(
            moved,
            place,
            self.coefficients[keys[of_triads, 1]] * paid[of_triads][:, None, None],
        )
        of_clauses: Longs = np.zeros(len(self.clauses), np.int64)
        of_clauses[keys[~of_triads, 1]] = paid[~of_triads]
        return Multipliers(self.scale, self.triads[numbers], moved, self.clauses, of_clauses)
