"""Any sequence of adding, taking back and asking, for a reasoner of anybody's that changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from timegraph.allen import Allen
from timegraph.graph import TimeGraph

__all__ = ["ReasonerMachine"]

_NAMES = ("a", "b", "c", "d")
_RELATIONS = st.sampled_from([relation.value for relation in Allen])
_PAIRS = st.permutations(_NAMES).map(lambda names: (names[0], names[1]))


class ReasonerMachine(RuleBasedStateMachine):
    """A state machine of Hypothesis that holds a reasoner to what the links so far entail.

    ::

        class Mine(ReasonerMachine):
            make = MyReasoner

        TestMine = Mine.TestCase

    ``make()`` returns a new reasoner with the methods ``add(a, relation, b)`` and
    ``remove(a, relation, b)``, which takes back what was added once, and ``ask(a, relation, b)``,
    which returns ``"yes"``, ``"no"`` or ``"unknown"``, also for entities that no link names.
    Relations are names of :class:`timegraph.Allen`. No link contradicts those that are there.
    """

    make: ClassVar[Callable[[], Any]]

    @initialize()
    def begin(self) -> None:
        """Make a reasoner without links."""
        self.links: list[tuple[str, str, str]] = []
        self.reasoner = type(self).make()

    @rule(pair=_PAIRS, relation=_RELATIONS)
    def add(self, pair: tuple[str, str], relation: str) -> None:
        """Add a link, unless it contradicts the others or is there."""
        link = (pair[0], relation, pair[1])
        possible = {allen.value for allen in self._graph().relations(*pair)}
        if relation in possible and link not in self.links:
            self.links.append(link)
            self.reasoner.add(*link)

    @precondition(lambda self: self.links)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        """Take a link back."""
        link = data.draw(st.sampled_from(self.links))
        self.links.remove(link)
        self.reasoner.remove(*link)

    @rule(pair=_PAIRS, relation=_RELATIONS)
    def ask(self, pair: tuple[str, str], relation: str) -> None:
        """Ask for a relation, and for one that is possible."""
        graph = self._graph()
        for asked in dict.fromkeys((next(iter(graph.relations(*pair))).value, relation)):
            expected = graph.ask(pair[0], Allen(asked), pair[1]).value
            answered = self.reasoner.ask(pair[0], asked, pair[1])
            call = f"ask{(pair[0], asked, pair[1])!r}"
            assert answered == expected, (
                f"{call} is {expected!r}, not {answered!r}, after {self.links!r}"
            )

    def _graph(self) -> TimeGraph[str]:
        graph: TimeGraph[str] = TimeGraph()
        for name in _NAMES:
            graph.add_entity(name)
        for a, relation, b in self.links:
            graph.add(a, Allen(relation), b)
        return graph
