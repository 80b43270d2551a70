"""Goals that hold on any machine: so many times what a yardstick takes in the same run.

A goal is written as a time on the machine for which it was set. Machines differ by a factor of two,
and one machine does by the hour, so the yardstick is measured beside the work, and the goal grows
and shrinks with it. There are two, since processors differ in what they are good at: a *step* of
Python (a call with two lookups by name), for what Python code does, and a *word* that compiled code
reads at random, for what kernels do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from measuring import Result, best, duration

__all__ = ["YARDSTICKS", "Yardstick", "beside_goal", "goal", "pace"]

Kind = Literal["python", "words"]
_FRESH = 10.0
"""Seconds for which a measurement counts: a machine's pace changes while a section runs."""


def _steps() -> Callable[[], object]:
    rng = random.Random(1)
    places = {f"ei{number}": number for number in range(1_000)}
    pairs = [(f"ei{rng.randrange(1_000)}", f"ei{rng.randrange(1_000)}") for _ in range(_STEPS)]

    def step(a: str, b: str) -> bool:
        return places[a] < places[b]

    def run() -> None:
        for a, b in pairs:
            step(a, b)

    return run


def _words() -> Callable[[], object]:
    rng = np.random.default_rng(1)
    words = rng.integers(0, 2**63, 2**21, dtype=np.int64)
    places = rng.integers(0, len(words), _WORDS)
    return lambda: words.take(places)


_STEPS, _WORDS = 3_000, 200_000


@dataclass
class Yardstick:
    """Work of one kind: ``seconds`` of it here and now, beside those where goals were set."""

    name: str
    made: Callable[[], Callable[[], object]]
    count: int
    where_goals_were_set: float
    measured: float = 0.0
    at: float = float("-inf")

    @property
    def seconds(self) -> float:
        """What one step or word takes now."""
        if time.monotonic() - self.at > _FRESH:
            self.measured = best(self.made(), budget=0.2) / self.count
            self.at = time.monotonic()
        return self.measured

    def goal(self, seconds: float) -> float:
        """The goal on this machine that is ``seconds`` where goals were set."""
        return seconds * self.seconds / self.where_goals_were_set


YARDSTICKS: dict[Kind, Yardstick] = {
    "python": Yardstick("a step of Python", _steps, _STEPS, 80e-9),
    "words": Yardstick("a word read at random", _words, _WORDS, 3e-9),
}


def goal(seconds: float, kind: Kind = "python") -> float:
    """The goal in seconds here that is ``seconds`` where goals were set."""
    return YARDSTICKS[kind].goal(seconds)


def beside_goal(
    result: Result, seconds: float, kind: Kind = "python", *, held: bool = True
) -> Result:
    """The result beside a goal that is ``seconds`` where goals were set; ``held``: it is a target,
    not only shown."""
    assert result.seconds
    here = goal(seconds, kind)
    return replace(
        result,
        against="goal",
        other=here,
        ratio=here / result.seconds,
        target=1.0 if held else None,
    )


def pace() -> str:
    """What the yardsticks take here, beside where goals were set, in words."""
    return "; ".join(
        f"{yardstick.name} took {duration(yardstick.seconds)} "
        f"({duration(yardstick.where_goals_were_set)} where goals were set)"
        for yardstick in YARDSTICKS.values()
    )
