"""Whether a reasoner of anybody's answers as the definition says: one line in a test.

::

    def test_my_reasoner():
        check_reasoner(lambda links, a, relation, b: my_answer(links, a, relation, b))

Failures are shrunk and printed so that they can be pasted back into a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.graph import TimeGraph
from timegraph.links import Link
from timegraph.proofs import explain
from timegraph.testing.strategies import arbitrary_link_sets

__all__ = ["LinkTriple", "NonconformingError", "check_reasoner", "drawn_the_same"]

LinkTriple = tuple[str, str, str]
"""``("a", "before", "b")``: two entities, and the name of an Allen relation between them."""

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
    names = tuple("abcdefgh"[:entities])
    known = AllenSet.all() if relations is None else AllenSet(relations)
    if not known:
        raise ValueError("relations is empty: name the relations that the reasoner knows")

    @drawn_the_same(examples)
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


def drawn_the_same(examples: int) -> settings:
    """Settings under which a check finds the same in every run, on any machine."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


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
    graph: TimeGraph[str] = TimeGraph()
    for entity in (a, b):
        graph.add_entity(entity)
    for x, name, y in links:
        graph.add(x, Allen(name), y)
    likely = next(iter(graph.relations(a, b) & known), relation)
    for asked in dict.fromkeys((likely, relation)):
        _check_answer(answer, links, graph, a, asked, b)


def _check_answer(
    answer: Reasoner,
    links: Sequence[LinkTriple],
    graph: TimeGraph[str],
    a: str,
    relation: Allen,
    b: str,
) -> None:
    expected = graph.ask(a, relation, b).value
    call = f"answer({list(links)!r}, {a!r}, {relation.value!r}, {b!r})"
    try:
        answered = answer(list(links), a, relation.value, b)
    except Exception as error:
        what = f"{call} raised {type(error).__name__}: {error}; the answer is {expected!r}"
        raise NonconformingError(what) from error
    if answered != expected:
        why = explain(graph, a, relation, b).text()
        raise NonconformingError(f"assert {call} == {expected!r}  # not {answered!r}: {why}")
