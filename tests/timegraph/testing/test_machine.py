"""Reasoners that are right pass; one that forgets to forget is found, with few steps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from timegraph import TimeGraph
from timegraph.testing import ReasonerMachine

QUICK = settings(
    max_examples=60,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    report_multiple_bugs=False,
)


class Right:
    """The library's graph as a reasoner."""

    policy: Any = "error"

    def __init__(self) -> None:
        self.graph: TimeGraph[str] = TimeGraph(on_conflict=self.policy)
        self.handles: dict[tuple[str, str, str], Any] = {}
        for name in "abcd":
            self.graph.add_entity(name)

    def add(self, a: str, relation: Any, b: str) -> None:
        self.handles[a, relation, b] = self.graph.add(a, relation, b)

    def remove(self, a: str, relation: str, b: str) -> None:
        self.graph.remove(self.handles.pop((a, relation, b)))

    def ask(self, a: str, relation: Any, b: str) -> str:
        for name in (a, b):
            self.graph.add_entity(name)
        return str(self.graph.ask(a, relation, b))


class Clinging(Right):
    """Takes nothing back; what is added against it is lost."""

    policy = "drop-link"

    def remove(self, a: str, relation: str, b: str) -> None:
        pass


class RightMachine(ReasonerMachine):
    make = Right


class ClingingMachine(ReasonerMachine):
    make = Clinging


TestRight = RightMachine.TestCase
TestRight.settings = QUICK


@pytest.mark.slow
def test_what_is_not_taken_back_is_found() -> None:
    with pytest.raises(
        AssertionError, match=r"ask\('\w', 'before', '\w'\) is 'unknown', not 'yes'"
    ) as caught:
        run_state_machine_as_test(ClingingMachine, settings=QUICK)
    assert "after []" in str(caught.value)
