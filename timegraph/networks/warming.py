"""Small calls that between them use every kernel of the search, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from types import ModuleType

from timegraph.networks.deadline import Deadline
from timegraph.networks.kernels import search
from timegraph.networks.problem import Problem
from timegraph.networks.solver import Solver

__all__ = ["MODULES", "use_all"]

MODULES: tuple[ModuleType, ...] = (search,)
"""All files of kernels."""


def use_all() -> None:
    """Decide a small problem, and ask it a question."""
    solver = Solver(Problem(2, {(0, 1): 3}))
    solver.find((), Deadline())
    solver.find([(0, 1, 1)], Deadline())
