"""Saving and loading."""

from __future__ import annotations

import json
import os
from datetime import date
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings

from tests.drawing import examples
from tests.invariants import check_graph
from tests.saved_graphs import MANY, assert_same, graphs
from timegraph import AllenSet, Answer, GraphFormatError, Link, Placement, TimeGraph, build
from timegraph.links import ends_of
from timeml import TLink, read


def saved_and_loaded(graph, path):
    graph.save(path)
    return TimeGraph.load(path)


def reread(graph, path):
    loaded = saved_and_loaded(graph, path)
    assert_same(graph, loaded)
    check_graph(loaded)
    # Both go on in the same way.
    for one in (graph, loaded):
        one.add_entity("later")
        if one.on_conflict != "error":
            one.add("later", "before", "a", 7)
            one.add("a", "before", "later", 8)
    assert_same(graph, loaded)


@given(graphs())
@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_graph_is_loaded_as_it_was(tmp_path, graph):
    reread(graph, tmp_path / "graph.tg")


@pytest.mark.slow
@given(graphs())
@settings(
    max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_many_graphs_are_loaded_as_they_were(tmp_path, graph):
    reread(graph, tmp_path / "graph.tg")


def test_an_empty_graph(tmp_path):
    assert_same(TimeGraph(), saved_and_loaded(TimeGraph(), tmp_path / "empty"))


def test_a_document_keeps_its_tlinks(tmp_path, root):
    graph = build(read(root / "examples/kit/gold/news-bridge-reopens.tml"))
    loaded = saved_and_loaded(graph, tmp_path / "graph")
    assert_same(graph, loaded)
    assert any(type(link.source) is TLink for link in loaded.links)
    assert [link.source.line for link in loaded.links] == [link.source.line for link in graph.links]


def signed_again(path, change):
    """Edit a saved graph as somebody who also corrects its checksum."""
    head, body = path.read_bytes().splitlines()
    data = json.loads(body)
    change(data)
    body = json.dumps(data).encode()
    header = json.loads(head) | {"bytes": len(body), "sha256": sha256(body).hexdigest()}
    path.write_bytes(json.dumps(header).encode() + b"\n" + body)


@pytest.mark.parametrize("left_out", [[0], [0, 1]])
def test_what_was_left_out_is_decided_again(tmp_path, left_out):
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add("b", "before", "a")
    graph.save(tmp_path / "graph")
    signed_again(tmp_path / "graph", lambda data: data.update(left_out=left_out))
    with pytest.raises(GraphFormatError, match=r"left_out: 0.* are left out here, but 1 "):
        TimeGraph.load(tmp_path / "graph")
    signed_again(tmp_path / "graph", lambda data: data.update(left_out=[]))
    forgotten = TimeGraph.load(tmp_path / "graph")
    assert forgotten.conflicts == graph.conflicts
    signed_again(tmp_path / "graph", lambda data: data.update(on_conflict="error"))
    with pytest.raises(GraphFormatError, match="was the saved file edited"):
        TimeGraph.load(tmp_path / "graph").ask("a", "before", "b")


def test_bounds_of_months_are_counted_again(tmp_path):
    graph = TimeGraph()
    graph.place("a", within="2001-02")
    graph.add("a", "before", "c")
    graph.add_distance(("a", "end"), ("b", "start"), at_least="1 month")
    graph.add("b", "before", "d")
    graph.save(tmp_path / "graph")
    assert_same(graph, TimeGraph.load(tmp_path / "graph"))
    signed_again(tmp_path / "graph", lambda data: data["others"][1][1].update(bounds=[]))
    with pytest.raises(GraphFormatError, match="bounds are none, but its months"):
        TimeGraph.load(tmp_path / "graph")


def test_loading_decides_nothing_again_where_nothing_was_left_out(tmp_path, monkeypatch):
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add("b", "before", "c")
    graph.save(tmp_path / "graph")
    from timegraph._graph import closing

    monkeypatch.setattr(closing, "decide", lambda state: pytest.fail("decides again"))
    loaded = TimeGraph.load(tmp_path / "graph")
    assert len(loaded.links) == 2


def test_the_file_is_plain_text_with_a_checksum(tmp_path):
    graph = TimeGraph()
    graph.add("a", "before", "b", "Ann")
    path = tmp_path / "graph"
    graph.save(path)
    head, body = path.read_bytes().splitlines()
    header = json.loads(head)
    assert header == {
        "format": "timegraph file",
        "version": 2,
        "bytes": len(body),
        "sha256": sha256(body).hexdigest(),
    }
    assert json.loads(body) == {
        "on_conflict": "error",
        "named": {"name": [], "is_entity": [], "links_before": []},
        "handles": [0],
        "next_handle": 1,
        "names": ["a", "b"],
        "sources": ["Ann"],
        "relations": {"a": [0], "relation": [1], "b": [1], "source": [0]},
        "others": [],
        "left_out": [],
    }


# ---- damage -----------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "Ann")
    graph.add_points(("a", "end"), "<", ("t", "at"), "Ben")
    graph.add("b", "before", "a", "Cid")
    path = tmp_path / "graph.tg"
    graph.save(path)
    return path


def test_each_damaged_byte_is_noticed(path):
    whole = path.read_bytes()
    for position in range(len(whole) - 1):
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        with pytest.raises(GraphFormatError, match=r"graph\.tg: "):
            TimeGraph.load(path)


def test_each_cut_file_is_noticed(path):
    whole = path.read_bytes()
    for length in range(len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(GraphFormatError, match=r"graph\.tg: "):
            TimeGraph.load(path)


def test_a_newer_version_is_refused(path):
    path.write_bytes(path.read_bytes().replace(b'"version": 2', b'"version": 3'))
    with pytest.raises(GraphFormatError, match=r"version 3 is newer than 2.*update timegraph"):
        TimeGraph.load(path)


def test_an_older_version_is_read(path):
    loaded = TimeGraph.load(path)
    loaded.add_entity("z")
    named = loaded.to_json()["named"]
    assert named == [{"entity": "z", "links_before": 3}]
    forge(path, lambda data: data.update(named=named), version=1)
    assert_same(loaded, TimeGraph.load(path))


@pytest.mark.parametrize("content", [b"", b"{}", b"<TimeML/>", b"\x80\x04K\x01.", b"[]\n[]"])
def test_other_files_are_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(GraphFormatError, match="not a saved graph"):
        TimeGraph.load(path)


def forge(path, change, version=2):
    """Change the content and give it the right checksum."""
    _, body = path.read_bytes().splitlines()
    data = json.loads(body)
    change(data)
    body = json.dumps(data).encode()
    header = {
        "format": "timegraph file",
        "version": version,
        "bytes": len(body),
        "sha256": sha256(body).hexdigest(),
    }
    path.write_bytes(json.dumps(header).encode() + b"\n" + body + b"\n")


NAMED = {"name": [0], "is_entity": [1], "links_before": [0]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data["relations"]["a"].append(0), "columns differ in length"),
        (lambda data: data["relations"]["a"].__setitem__(0, -1), "relations.a: numbers go"),
        (lambda data: data["relations"]["b"].__setitem__(0, 9), "relations.b: numbers go"),
        (lambda data: data["relations"]["relation"].__setitem__(0, 4097), "not a conjunction|can"),
        (
            lambda data: data["relations"]["relation"].__setitem__(0, 1 << 13),
            "go from 0 to 8191",
        ),
        (lambda data: data["left_out"].append(99), "constraint 99 does not exist"),
        (lambda data: data["left_out"].append("x"), "not written by timegraph"),
        (lambda data: data["others"][0].__setitem__(0, 50), "no 50 links before"),
        (lambda data: data["others"][0][1].__setitem__("op", "!="), r"links\[1\].*not '!='"),
        (lambda data: data["handles"].__setitem__(1, 0), r"links\[1\].handle: 0 comes after 0"),
        (lambda data: data["handles"].pop(), "handles: 2 for 3 links"),
        (lambda data: data.pop("named"), "not written by timegraph: KeyError"),
        (lambda data: data.__setitem__("on_conflict", "drop"), "on_conflict must be one of"),
        (lambda data: data["names"].__setitem__(0, []), r"names\[0\].*not a name"),
        (lambda data: data["names"].__setitem__(0, float("nan")), r"names\[0\].*not a name"),
        (lambda data: data["named"].update(NAMED | {"links_before": [9]}), "after 9 links"),
        (
            lambda data: data["named"].update(NAMED | {"links_before": [True]}),
            "named must be three lists",
        ),
        (lambda data: data["named"].update(NAMED | {"links_before": []}), "same length"),
        (lambda data: data["named"].update(NAMED | {"is_entity": [2]}), "named.is_entity: numbers"),
        (lambda data: data["named"].update(NAMED | {"name": [9]}), "named.name: numbers go"),
        (lambda data: data.__setitem__("named", [{"entity": "x", "links_before": 9}]), "after 9 l"),
    ],
)
def test_what_no_graph_has_is_refused(path, change, message):
    forge(path, change)
    with pytest.raises(GraphFormatError, match=message):
        TimeGraph.load(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        TimeGraph.load(tmp_path / "none")


def test_a_folder(tmp_path):
    with pytest.raises(GraphFormatError) as caught:
        TimeGraph.load(tmp_path)
    assert str(caught.value) == f"{tmp_path}: is a folder; name the file that TimeGraph.save wrote"


def test_a_tuple_comes_back_as_a_tuple(tmp_path):
    graph = TimeGraph()
    graph.add("a", "meets", "b", ("page", 3))
    graph.add("b", "meets", "c", {"$tuple": [1]})
    graph.save(tmp_path / "g")
    again = TimeGraph.load(tmp_path / "g")
    assert [link.source for link in again.links] == [("page", 3), {"$tuple": [1]}]


@pytest.mark.parametrize("source", [object(), {1: 2}, (1, b""), {"a": [(1, 2)]}, float("inf"), {1}])
def test_sources_that_are_no_json_are_refused_by_name(path, source):
    graph = TimeGraph()
    graph.add("a", "meets", "b", source)
    before = path.read_bytes()
    with pytest.raises(TypeError, match=r"a meets b: the source .* cannot be saved; sources that"):
        graph.save(path)
    assert path.read_bytes() == before


def test_names_that_are_no_json_are_refused_by_name(tmp_path):
    graph = TimeGraph()
    graph.add(frozenset("x"), "meets", "b")
    with pytest.raises(TypeError, match=r"the name frozenset\(\{'x'\}\) .* cannot be saved"):
        graph.save(tmp_path / "graph")
    assert list(tmp_path.iterdir()) == []


def test_a_loaded_graph_answers_and_takes_back(path):
    loaded = TimeGraph.load(path, memory_budget=2**20)
    assert loaded.ask("a", "before", "b") is Answer.YES
    assert [conflict.link.source for conflict in loaded.conflicts] == ["Cid"]
    assert loaded.retract("Ann") == (Link("a", AllenSet("before"), "b", "Ann"),)
    assert loaded.ask("a", "before", "b") is Answer.NO


def test_months_counted_after_a_link_was_removed(tmp_path):
    graph = TimeGraph(on_conflict="drop-constraint")
    handle = graph.add("b", "before", "a")
    graph.place(("a", "end"), at=date(2020, 1, 1))
    graph.distance(("a", "start"), ("a", "end"))
    graph.remove(handle)
    graph.add_distance(("a", "start"), ("a", "end"), at_least="3 months")
    assert_same(graph, saved_and_loaded(graph, tmp_path / "graph"))


def test_files_that_version_1_wrote(root):
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.add_entity("alone")
    graph.add_instant("noon")
    graph.add("a", "before", "b", TLink("l1", "BEFORE", "e1", "e2"))
    removed = graph.add("b", "meets", ("c", 1), "Ann")
    graph.add("b", "before", "a", {"by": ["Ben", None], "$p": 1})
    graph.add_points(("a", "end"), "<", ("noon", "at"))
    month = Fraction(893_980_800), Fraction(896_659_200)
    graph.extend([Placement(*ends_of("b"), *month, "date", words="within 1998-05")])
    graph.add_distance(("a", "start"), ("b", "end"), at_least="3 months", source=7)
    graph.add_entity("late")
    graph.remove(removed)
    folder = root / "tests/timegraph/_graph/exchange/version1"
    assert_same(graph, TimeGraph.load(folder / "graph.timegraph"))
    assert_same(graph, TimeGraph.from_json((folder / "graph.json").read_text("utf-8")))


def test_files_that_are_nested_too_deeply(tmp_path):
    path = tmp_path / "graph"
    path.write_bytes(b"[" * 200_000)
    with pytest.raises(GraphFormatError, match="not a saved graph"):
        TimeGraph.load(path)


def test_an_interrupt_right_after_the_file_is_there(tmp_path, monkeypatch):
    move = os.replace

    def interrupted(old, new):
        move(old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        TimeGraph().save(tmp_path / "graph")
    assert TimeGraph.load(tmp_path / "graph").entities == ()


def test_the_conflicts_are_what_is_asked_first(tmp_path):
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add_duration("a", 1)
    graph.add("b", "before", "a")
    graph.save(tmp_path / "graph")
    assert TimeGraph.load(tmp_path / "graph").conflicts == graph.conflicts
