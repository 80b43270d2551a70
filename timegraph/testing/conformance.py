"""Whether a reasoner of anybody's answers as the definition says: one line in a test.

::

    def test_my_reasoner():
        check_reasoner(lambda links, a, relation, b: my_answer(links, a, relation, b))

Failures are shrunk and printed so that they can be pasted back into a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, ClassVar

from timegraph.testing.strategies import arbitrary_link_sets  # isort: skip  # says what it needs

from hypothesis import HealthCheck, Phase, given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.graph import TimeGraph
from timegraph.links import Link
from timegraph.proofs import explain

# Any sequence of adding, taking back and asking, for a reasoner of anybody's that changes.


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
        return _graph_of(_NAMES, self.links)


LinkTriple = tuple[str, str, str]
"""``("a", "before", "b")``: two entities, and the name of an Allen relation between them."""


def _graph_of(names: Sequence[str], links: Sequence[LinkTriple]) -> TimeGraph[str]:
    graph: TimeGraph[str] = TimeGraph()
    for name in names:
        graph.add_entity(name)
    for a, relation, b in links:
        graph.add(a, Allen(relation), b)
    return graph


Reasoner = Callable[[Sequence[LinkTriple], str, str, str], str]


class NonconformingError(AssertionError):
    """A reasoner that answers otherwise than the links entail; the message has the call that
    shows it, as Python."""


def check_reasoner(
    answer: Reasoner,
    *,
    examples: int = 200,
    entities: int = 4,
    relations: RelationLike | None = None,
) -> None:
    """Raise :class:`NonconformingError` if ``answer`` is wrong for one of ``examples`` sets of
    links between so many ``entities``.

    ``answer(links, a, relation, b)`` returns ``"yes"``, ``"no"`` or ``"unknown"``: whether links
    that do not contradict each other entail ``a relation b``, exclude it, or neither. Relations
    are names of :class:`timegraph.Allen`. Each pair is asked for two relations. The smallest set
    that shows a fault is in the message, with the links that entail the answer. A reasoner that
    knows only some ``relations`` (``["before", "after"]``) is given links of these, and asked for
    them; without them, of all.
    Needs hypothesis (the extra ``testing``).
    """
    if not 1 < entities < 9:
        raise ValueError(f"entities must be from 2 to 8, not {entities}")
    names = tuple("abcdefgh"[:entities])
    known = AllenSet.all() if relations is None else AllenSet(relations)
    if not known:
        raise ValueError("relations is empty: name the relations that the reasoner knows")

    # It finds the same in every run, on any machine.
    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(
        arbitrary_link_sets(
            names,
            relations=known,
            allow_sets=False,
            allow_points=False,
            allow_self_links=False,
        ),
        st.sampled_from(list(known)),
    )
    def check(links: Sequence[Link], relation: Allen) -> None:
        kept = _consistent(links)
        for a, b in permutations(names, 2):
            _check(answer, kept, a, b, known, relation)

    check()


def _consistent(links: Sequence[Link]) -> list[LinkTriple]:
    """The links without those that contradict the ones before them."""
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    return [
        (str(link.a), next(iter(link.relation)).value, str(link.b))
        for link in links
        if id(link) not in left_out
    ]


def _check(
    answer: Reasoner,
    links: Sequence[LinkTriple],
    a: str,
    b: str,
    known: AllenSet,
    relation: Allen,
) -> None:
    graph = _graph_of((a, b), links)
    likely = next(iter(graph.relations(a, b) & known), relation)
    for asked in dict.fromkeys((likely, relation)):
        expected = graph.ask(a, asked, b).value
        call = f"answer({list(links)!r}, {a!r}, {asked.value!r}, {b!r})"
        try:
            answered = answer(list(links), a, asked.value, b)
        except Exception as error:
            what = f"{call} raised {type(error).__name__}: {error}; the answer is {expected!r}"
            raise NonconformingError(what) from error
        if answered != expected:
            why = explain(graph, a, asked, b).text()
            raise NonconformingError(f"assert {call} == {expected!r}  # not {answered!r}: {why}")
