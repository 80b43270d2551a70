"""The bound by a linear program (the extra ``decode``): HiGHS, with cuts added as they are found.

Its prices become the same whole multipliers as those of the ascent, so that no claim rests on a
float.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from timegraph.decoding.chains import Chains, Floats
from timegraph.decoding.facets import triad_cuts
from timegraph.decoding.multipliers import Clauses, Multipliers
from timegraph.decoding.problem import Bools, Ints, Longs, Problem

__all__ = ["Program", "installed"]

_VIOLATED = 1e-4
_MOST_CUTS = 3000
_MOST_CLAUSES = 400
_PRIORITY = 1 << 20
_TURN = 2.0
"""Seconds."""


def installed() -> bool:
    """Whether HiGHS can be imported."""
    from importlib.util import find_spec

    return find_spec("highspy") is not None


def _quiet() -> Any:
    """HiGHS, which prints a banner unless it is told not to before it is complete."""
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
        starts, pairs, bits = self.clauses.arrays(number)
        inside = bits[:, None] >> np.arange(self.share.shape[1]) & 1
        counted = np.add.reduceat((self.share[pairs] * inside).sum(axis=1), starts[:-1])
        over = np.nonzero(counted - (np.diff(starts) - 1) > _VIOLATED)[0]
        return [(-1, k) for k in over.tolist() if (-1, k) not in self.known]

    def _row(self, key: tuple[int, int]) -> tuple[NDArray[Any], NDArray[Any], float]:
        """Pairs, coefficients ``[pair, choice]`` and right side of an inequality."""
        triad, number = key
        if triad >= 0:
            return self.triads[triad], self.coefficients[number], float(self.sides[number])
        clause = np.array(self.clauses.all[number], np.int64)
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
