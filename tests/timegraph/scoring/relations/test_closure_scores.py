"""The closure scores of Clinical TempEval, on cases worked out by hand."""

from __future__ import annotations

from hypothesis import given, strategies as st

from timegraph import ContradictionError, TimeGraph
from timegraph.labels import find_scheme, meaning_of
from timegraph.scoring.relations import ClosureScore, StatedLink, count_closure
from timegraph.testing.oracle import relation_of


def stated(scheme: str, *links: str) -> list[StatedLink]:
    """Links such as ``A CONTAINS B``, read by a scheme."""
    read = []
    for link in links:
        a, label, b = link.split()
        meaning = find_scheme(scheme).meaning(label)
        assert meaning is not None
        read.append((a, label, meaning, b))
    return read


def counted(scheme: str, gold: list[str], system: list[str]) -> tuple[float, ...]:
    found = count_closure(gold=stated(scheme, *gold), system=stated(scheme, *system))
    return found.counts


def test_containing_is_strict_for_anaforatools() -> None:
    gold = ["A CONTAINS X", "X BEGINS-ON Y", "Y ENDS-ON A"]
    assert counted("anafora", gold, ["A CONTAINS Y"]) == (0, 1, 0, 3)
    # In the scheme thyme BEGINS-ON is the hull of its published readings, so that nothing keeps
    # Y from starting before A. But what A contains, with its ends or not, ends on A.
    assert counted("thyme", gold, ["A CONTAINS Y"]) == (0, 1, 1, 3)


def test_what_a_contains_y_needs_to_be_entailed() -> None:
    ends = {"A": (1, 4), "X": (2, 3.5), "Y": (0, 3)}  # true of gold by thyme, false of the system
    thyme = find_scheme("thyme")
    for a, label, b in (("A", "CONTAINS", "X"), ("X", "BEGINS-ON", "Y"), ("Y", "ENDS-ON", "A")):
        assert relation_of(ends[a], ends[b]) in (thyme.meaning(label) or ())
    assert relation_of(ends["A"], ends["Y"]) not in (thyme.meaning("CONTAINS") or ())
    weak = meaning_of("a.start <= b.start, b.end <= a.end")
    on = meaning_of("b.start <= a.end <= b.end")
    found = {}
    for reading in ("a.start = b.start", "a.start = b.end", "a.start <= b.start <= a.end"):
        gold = [
            ("A", "", weak, "X"),
            ("X", "", meaning_of(reading), "Y"),
            ("Y", "", on, "A"),
        ]
        found[reading] = count_closure(gold=gold, system=[("A", "", weak, "Y")]).precision_matched
    assert list(found.values()) == [1, 0, 1]


def test_containing_may_share_ends_in_thyme() -> None:
    gold = ["A SIMULTANEOUS Y"]
    assert counted("anafora", gold, ["A CONTAINS Y"])[0] == 0
    assert counted("thyme", gold, ["A CONTAINS Y"])[0] == 1


def test_what_is_entailed_counts() -> None:
    gold = ["A CONTAINS B", "B CONTAINS C", "A CONTAINS C"]
    assert counted("anafora", gold, ["A CONTAINS B", "B CONTAINS C"]) == (2, 2, 3, 3)
    assert counted("anafora", gold[:2], ["A CONTAINS C"]) == (1, 1, 0, 2)
    assert counted("anafora", ["A BEFORE B"], ["B AFTER A", "C BEFORE D"]) == (1, 2, 1, 1)
    assert counted("anafora", ["A CONTAINS B"], ["A OVERLAP B"]) == (1, 1, 0, 1)


def test_links_that_say_the_same_count_once() -> None:
    gold = ["A IDENTITY B", "A SIMULTANEOUS B", "B DURING A", "A BEFORE C", "C AFTER A"]
    assert counted("anafora", gold, ["B IDENTITY A"]) == (1, 1, 1, 2)
    assert counted("anafora", gold, [*gold, *gold]) == (2, 2, 2, 2)


def test_contradicting_links_are_not_left_out() -> None:
    gold = ["A BEFORE B", "B BEFORE A"]
    assert counted("anafora", gold, ["B BEFORE A"]) == (1, 1, 1, 2)


def test_an_empty_prediction() -> None:
    gold = stated("anafora", "A CONTAINS B")
    score = count_closure(gold=gold, system=[])
    assert (score.precision, score.recall, score.f1) == (1, 0, 0)
    nothing = count_closure(gold=[], system=[])
    assert nothing.f1 == 1
    assert isinstance(nothing + score, ClosureScore)
    assert count_closure(gold=[], system=gold).recall == 1


def _distinct(links: list[StatedLink]) -> list[StatedLink]:
    """The links without those that another one before them says, in either direction."""
    found: dict[tuple[str, str, int], StatedLink] = {}
    for link in links:
        a, _, meaning, b = link
        ways = ((a, b, meaning.mask), (b, a, meaning.converse.mask))
        found.setdefault(min(ways), link)
    return list(found.values())


LABELS = ["BEFORE", "CONTAINS", "OVERLAP", "BEGINS-ON", "ENDS-ON", "SIMULTANEOUS"]
LINKS = st.lists(
    st.builds(
        "{} {} {}".format,
        st.sampled_from("ABCD"),
        st.sampled_from(LABELS),
        st.sampled_from("ABCD"),
    ),
    max_size=6,
)


@given(LINKS, LINKS, st.sampled_from(["anafora", "thyme"]))
def test_consistent_links_entail_what_the_graph_says(
    gold: list[str], system: list[str], scheme: str
) -> None:
    graph = TimeGraph()
    try:
        for a, _, meaning, b in stated(scheme, *gold):
            graph.add(a, meaning, b)
        len(graph.relations("A", "B")) if {"A", "B"} <= set(graph.entities) else None
    except ContradictionError:
        return
    expected = sum(
        {a, b} <= set(graph.entities) and graph.relations(a, b) <= meaning
        for a, _, meaning, b in _distinct(stated(scheme, *system))
    )
    assert counted(scheme, gold, system)[0] == expected
