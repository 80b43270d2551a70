"""What position and arrows claim is entailed: on shipped documents, on drawn ones, on all gold."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, TimeGraph, build
from timegraph.pictures.layout import MOST_ENTITIES, Timeline, shown_entities, timeline_of
from timegraph.pictures.svg import draw_svg, draw_text
from timegraph.testing.strategies import documents
from timeml import read

BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])
WITHIN = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
EQUAL = AllenSet([Allen.EQUAL])


def positions(timeline: Timeline) -> set[tuple[int, int]]:
    """The pairs of which position says that the one is before the other."""
    return {
        (a, b)
        for (a, one), (b, other) in permutations(timeline.places.items(), 2)
        if one.part == other.part and one.right < other.left
    }


def claims(timeline: Timeline) -> set[tuple[int, int]]:
    """The pairs of which position or an arrow says that the one is before the other."""
    return positions(timeline) | set(timeline.arrows)


def check(graph: TimeGraph) -> tuple[int, int]:
    """Hold the timeline of a graph to the graph; returns how many pairs are certainly one before
    the other, and how many of these position or an arrow shows."""
    timeline = timeline_of(graph)
    names = timeline.entities
    assert len(set(timeline.arrows)) == len(timeline.arrows)
    assert positions(timeline).isdisjoint(timeline.arrows)
    shown = claims(timeline)
    for entity, window in timeline.windows.items():
        core = window.core
        assert core is None or core[0] < core[1]
        if core is not None and window.earliest_start is not None:
            assert window.earliest_start <= core[0]
        assert entity < len(names)
    placed = [k for island in timeline.islands for band in island.bands for k in band.members]
    dated = list(timeline.windows)
    assert sorted([*dated, *placed, *timeline.alone]) == list(range(len(names)))
    assert sorted([*timeline.places, *timeline.alone]) == list(range(len(names)))
    cores_say_no_more(graph, timeline)
    before = set()
    for (a, b), mask in timeline.masks.items():
        relations = graph.relations(names[a], names[b])
        assert relations.mask == mask
        if relations <= BEFORE:
            before.add((a, b))
        elif relations.converse <= BEFORE:
            before.add((b, a))
    assert shown <= before, [(names[a], names[b]) for a, b in shown - before]
    # Whatever is certainly before is shown, or follows from what is shown.
    assert before <= followed(shown, len(names))
    return len(before), len(shown)


def cores_say_no_more(graph: TimeGraph, timeline: Timeline) -> None:
    """Cores that are drawn one within the other, or alike, are so."""
    extents = timeline.dated.extents if timeline.dated else {}
    cores = [(k, extent.core) for k, extent in extents.items() if extent.core]
    for (a, one), (b, other) in permutations(cores, 2):
        if other[0] <= one[0] and one[1] <= other[1]:
            found = graph.relations(timeline.entities[a], timeline.entities[b])
            assert found <= (EQUAL if one == other else WITHIN)


def followed(shown: set[tuple[int, int]], count: int) -> set[tuple[int, int]]:
    """What is shown, and what follows from it by chains."""
    after = [0] * count
    for a, b in shown:
        after[a] |= 1 << b
    for middle in range(count):
        for a in range(count):
            if after[a] >> middle & 1:
                after[a] |= after[middle]
    return {(a, b) for a in range(count) for b in range(count) if after[a] >> b & 1}


@given(documents(max_events=6, max_timexes=4), st.booleans())
def test_positions_and_arrows_claim_only_what_is_entailed(document, calendar):
    check(build(document, on_conflict="drop-link", calendar=calendar))


@pytest.mark.parametrize("calendar", [False, True])
def test_the_shipped_documents_are_drawn_truly(kit: Path, calendar: bool) -> None:
    paths = sorted((kit / "gold").glob("*.tml"))
    assert paths
    for path in paths:
        check(build(read(path), on_conflict="drop-link", calendar=calendar))


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(("calendar", "least"), [(False, 0.50), (True, 0.70)])
def test_all_gold_and_silver_documents_are_drawn_truly(data: Path, calendar, least) -> None:
    paths = sorted((data / "tempeval3").glob("**/*.tml"))
    assert len(paths) > 400
    counts = [
        check(build(read(path), on_conflict="drop-link", calendar=calendar)) for path in paths
    ]
    assert sum(shown for _, shown in counts) > least * sum(before for before, _ in counts)


def test_a_part_shows_what_the_whole_entails():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add("b", "before", "c")
    timeline = timeline_of(graph, only=["c", "a"])
    assert timeline.entities == ("a", "c")
    assert claims(timeline) == {(0, 1)}
    assert timeline.hidden == 1
    with pytest.raises(KeyError, match="no entity 'z'"):
        timeline_of(graph, only=["z", "a"])


def test_all_entities_of_a_usual_graph_are_shown():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add_entity("c")
    assert shown_entities(graph) == ("a", "b", "c")


def test_of_a_large_graph_those_in_links_are_shown():
    graph = TimeGraph()
    for k in range(MOST_ENTITIES + 50):
        graph.add_entity(k)
    assert shown_entities(graph) == graph.entities[:MOST_ENTITIES]
    graph.add(MOST_ENTITIES + 40, "before", 7)
    assert shown_entities(graph) == (7, MOST_ENTITIES + 40)
    hidden = MOST_ENTITIES + 48
    assert f"{hidden} not shown" in draw_svg(graph)
    assert f"Not shown: {hidden}" in draw_text(graph)
    assert "Not shown: 1549" in draw_text(graph, only=[3])


def test_a_long_chain_is_drawn_in_part():
    graph = TimeGraph()
    for k in range(MOST_ENTITIES + 3):
        graph.add(k, "before", k + 1)
    assert shown_entities(graph) == tuple(range(MOST_ENTITIES))
