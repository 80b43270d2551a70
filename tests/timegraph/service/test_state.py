"""What outlives a process: everything that was acknowledged, whoever shares the file."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from tests.service_doors import told
from timegraph.service import Dispatcher, ServiceError
from timegraph.service.state import Journal

KILLS = int(os.environ.get("TIMEGRAPH_KILLS", "4"))
"""200 for the figure in docs/service.md."""


def test_graphs_are_there_again(tmp_path: Path) -> None:
    first = Dispatcher(state=tmp_path / "s.db")
    told(first.call)
    first.call("remove", graph="story", ids=[2])
    first.call("load", graph="then", data=first.call("save", graph="story")["data"])
    first.call(
        "correct", graph="story", ids=[1], statements=[{"a": "x", "relation": "meets", "b": "y"}]
    )
    again = Dispatcher(state=tmp_path / "s.db")
    assert again.call("graphs") == {"graphs": ["story", "then"]}
    for graph in ("story", "then"):
        for method in ("statements", "save", "conflicts"):
            assert again.call(method, graph=graph) == first.call(method, graph=graph)
    first.call("drop", graph="story")
    assert again.call("graphs") == {"graphs": ["then"]}
    with pytest.raises(ServiceError, match="no graph 'story'"):
        again.call("conflicts", graph="story")
    told(again.call)
    assert first.call("statements", graph="story") == again.call("statements", graph="story")


def test_two_processes_see_each_other(tmp_path: Path) -> None:
    here, there = (Dispatcher(state=tmp_path / "s.db") for _ in range(2))
    here.call("create", graph="g")
    ids = []
    for number in range(20):
        door = (here, there)[number % 2]
        link = {"a": f"e{number}", "relation": "before", "b": f"e{number + 1}"}
        ids += door.call("add", graph="g", statements=[link])["ids"]
    assert ids == list(range(1, 21))
    for door in (here, there):
        assert door.call("ask", graph="g", a="e0", relation="before", b="e20")["answer"] == "yes"


def test_a_refused_change_is_not_remembered(tmp_path: Path) -> None:
    door = Dispatcher(state=tmp_path / "s.db").call
    door("create", graph="g", on_conflict="error")
    link = {"a": "x", "relation": "before", "b": "y"}
    door("add", graph="g", statements=[link])
    for statements in ([{**link, "relation": "after"}], [{"of": "x", "within": "never"}]):
        with pytest.raises(ServiceError):
            door("add", graph="g", statements=statements)
    assert len(Dispatcher(state=tmp_path / "s.db").call("statements", graph="g")["statements"]) == 1


def test_a_change_that_cannot_be_written_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = Dispatcher(state=tmp_path / "s.db")
    told(dispatcher.call)
    before = dispatcher.call("statements", graph="story")

    def full(*_: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", full)
        with pytest.raises(ServiceError, match="disk is full"):
            dispatcher.call("remove", graph="story", ids=[1])
    assert dispatcher.call("statements", graph="story") == before


@pytest.mark.parametrize("content", [b"not a database, but text that is long enough" * 40])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "s.db").write_bytes(content)
    with pytest.raises(ServiceError, match=r"s\.db: "):
        Dispatcher(state=tmp_path / "s.db")
    assert (tmp_path / "s.db").read_bytes() == content
    with pytest.raises(ServiceError, match="unable to open"):
        Dispatcher(state=tmp_path / "nowhere" / "s.db")


def test_other_tables_are_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "s.db") as other:
        other.execute("CREATE TABLE own (a)")
    with pytest.raises(ServiceError, match="is not a state"):
        Dispatcher(state=tmp_path / "s.db")


def test_a_killed_process_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    state, rng = tmp_path / "s.db", random.Random(34)
    Dispatcher(state=state).call("create", graph="g")
    acknowledged: list[int] = []
    for _ in range(KILLS):
        served = subprocess.Popen(
            [sys.executable, "-m", "timegraph", "serve", "--state", str(state)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert served.stdin is not None
        assert served.stdout is not None
        after = rng.uniform(0.0, 0.05)
        timer = threading.Timer(30, served.kill)
        timer.start()
        for number in range(10_000):
            link = {"a": f"e{number}", "relation": "before", "b": f"e{number + 1}"}
            request = {"graph": "g", "statements": [link]}
            line = {"jsonrpc": "2.0", "id": 1, "method": "add", "params": request}
            try:
                served.stdin.write(json.dumps(line).encode() + b"\n")
                served.stdin.flush()
            except BrokenPipeError:
                break
            answer = served.stdout.readline()
            if not answer.endswith(b"\n"):
                break
            acknowledged += json.loads(answer)["result"]["ids"]
            if number == 0:  # from now on, at any moment
                timer.cancel()
                timer = threading.Timer(after, served.kill)
                timer.start()
        timer.cancel()
        served.kill()
        served.wait()
        with suppress(BrokenPipeError):  # what was not sent yet
            served.stdin.close()
        served.stdout.close()
    there = Dispatcher(state=state).call("statements", graph="g")["statements"]
    ids = {statement["id"] for statement in there}
    assert set(acknowledged) <= ids
    assert len(set(acknowledged)) == len(acknowledged)
    # Each kill can at most leave one change that nobody was told of.
    assert len(ids) <= len(acknowledged) + KILLS
