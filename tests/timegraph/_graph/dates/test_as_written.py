"""Graphs in which ``?``, ``~`` and ``%`` of dates are taken at their word."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, Answer, ContradictionError, TimeGraph
from timegraph._graph.placing import links_as_written
from timegraph.links import Placement
from timeml.edtf import When

DATES = st.tuples(
    st.integers(1984, 1987).map(str), st.sampled_from(["", "-05", "-06"]), st.sampled_from("?~% ")
)
ZONES = st.sampled_from([None, "Europe/Berlin"])


@given(st.dictionaries(st.sampled_from("abcd"), DATES, min_size=2), ZONES)
def test_they_are_as_if_placed_without_the_marks(
    placed: dict[str, tuple[str, str, str]], zone: str | None
) -> None:
    marked, plain, bare = (TimeGraph[str](timezone=zone) for _ in range(3))
    for name, (year, month, mark) in placed.items():
        marked.place(name, within=f"{year}{month}{mark}".strip())
        plain.place(name, within=f"{year}{month}")
        bare.add_entity(name)
        if mark == " ":
            bare.place(name, within=f"{year}{month}")
    for a in placed:
        for b in placed:
            assert marked.relations(a, b, as_written=True) == plain.relations(a, b)
            assert marked.relations(a, b) == bare.relations(a, b)
            for relation in (Allen.BEFORE, Allen.DURING):
                assert marked.ask(a, relation, b, as_written=True) is plain.ask(a, relation, b)


def test_a_qualified_part_leaves_the_bounds_of_the_others() -> None:
    graph = TimeGraph[str]()
    graph.place("a", within="1984-?05")
    graph.place("b", within="1984-08")
    graph.place("c", within="1985")
    assert graph.relations("a", "c") == AllenSet(Allen.BEFORE)
    assert graph.ask("a", "before", "b") is Answer.UNKNOWN
    assert graph.ask("a", "before", "b", as_written=True) is Answer.YES


@pytest.mark.parametrize(
    "place",
    [
        {"start": "1850~", "end": "1851?"},
        {"within": ("1850~", "1851")},
        {"within": "1850~/1851"},
        {"start": ("1850%", None), "end": (None, "1851?")},
    ],
)
def test_wherever_a_date_is_given(place: dict[str, object]) -> None:
    graph = TimeGraph[str]()
    graph.place("a", **place)
    graph.place("b", within="1853")
    graph.place("c", within="1848")
    assert graph.ask("c", "before", "a") is Answer.UNKNOWN
    assert graph.ask("c", "before", "a", as_written=True) is Answer.YES
    assert graph.ask("a", "before", "b", as_written=True) is Answer.YES


def test_a_point() -> None:
    graph = TimeGraph[str]()
    graph.place(("a", "end"), within="1850~")
    graph.place("b", within="1853")
    assert graph.ask("a", "before", "b") is Answer.UNKNOWN
    assert graph.ask("a", "before", "b", as_written=True) is Answer.YES


def test_questions_after_changes() -> None:
    graph = TimeGraph[str]()
    handle = graph.place("a", within="1850~")
    graph.add_entity("b")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.UNKNOWN
    later = graph.place("b", within="1853?")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.YES
    graph.remove(later)
    graph.place("b", within="1849")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.NO
    graph.remove(handle)
    graph.add_entity("a")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.UNKNOWN


def test_what_cannot_be_as_written() -> None:
    graph = TimeGraph[str]()
    graph.place("letter", within="1850~")
    graph.place("reply", within="1860")
    graph.add("reply", "before", "letter")
    assert graph.ask("reply", "before", "letter") is Answer.YES
    with pytest.raises(ContradictionError, match="letter is within 1850~ as written"):
        graph.ask("reply", "before", "letter", as_written=True)


def test_dates_as_entities_and_snapshots() -> None:
    graph = TimeGraph[object]()
    graph.place("letter", within="1850~")
    assert graph.ask(date(1849, 1, 1), "before", "letter", as_written=True) is Answer.YES
    snapshot = graph.snapshot()
    assert snapshot.relations(date(1849, 1, 1), "letter", as_written=True) == AllenSet(Allen.BEFORE)
    assert len(snapshot.entities) == 1


def test_saved_graphs_keep_it(tmp_path: Path) -> None:
    graph = TimeGraph[str]()
    graph.place("a", within="1850~")
    graph.place("b", within="1853")
    graph.save(tmp_path / "graph")
    for other in (TimeGraph.load(tmp_path / "graph"), TimeGraph.from_json(graph.to_json())):
        assert other.links == graph.links
        assert other.ask("a", "before", "b", as_written=True) is Answer.YES


def test_links() -> None:
    graph = TimeGraph[str]()
    graph.place("a", within="1850~", source="x")
    graph.place("b", within="1853")
    (link,) = links_as_written(graph.links)
    assert isinstance(link, Placement)
    assert (str(link), link.source) == ("a is within 1850~ as written", "x")


def test_values_that_were_read_before() -> None:
    for value in (When("1850~"), When(When("1850~"))):
        graph = TimeGraph[str]()
        graph.place("a", within=value)
        (link,) = graph.links
        assert isinstance(link, Placement)
        assert link.as_written is not None
        assert link.as_written.because == ("1850 is approximate",)
    graph = TimeGraph[str]()
    graph.place("a", within=When("1850~", as_written=True))
    assert graph.as_written() is graph


def test_what_was_asked_before_does_not_outlive_a_change_between_links() -> None:
    graph = TimeGraph[str](on_conflict="drop-link")
    graph.add("x", "before", "y", weight=1)
    first = graph.place("a", within="1850~")
    graph.place("b", within="1853")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.YES
    graph.remove(first)
    graph.place("a", within="1860~")
    assert graph.ask("a", "before", "b", as_written=True) is Answer.NO
    graph.remove_entity("y")
    graph.add_entity("z")
    assert graph.ask("z", "before", "b", as_written=True) is Answer.UNKNOWN
