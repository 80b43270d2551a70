"""``timegraph task baseline``: annotations that are scored like those of systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given

import timeml
from tests.json_reports import score_of
from timegraph import Answer, build
from timegraph.commands.main import timegraph
from timegraph.task.commands.baseline import BASELINES, baseline_document
from timegraph.testing.strategies import documents
from timeml import Document, Event


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, [*map(str, args)])


@pytest.fixture
def key(kit: Path) -> Path:
    return kit / "eval-questions" / "question-events"


KEY = timeml.read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" value="1998"/></DCT><TEXT>
    <EVENT eid="e1">a</EVENT> <TIMEX3 tid="t1">b</TIMEX3> <EVENT eid="e2">c</EVENT>
    <EVENT eid="e3">d</EVENT></TEXT><MAKEINSTANCE eiid="ei2" eventID="e1"/>
    <MAKEINSTANCE eiid="ei7" eventID="e1"/><TLINK lid="l9" relType="AFTER"
    eventInstanceID="ei2" relatedToTime="t0"/></TimeML>"""
)


def links(document: Document) -> list[str]:
    return [f"{link.source} {link.rel_type} {link.target}" for link in document.tlinks]


def test_each_baseline() -> None:
    found = {name: baseline_document(name, KEY) for name in BASELINES[:3]}
    assert links(found["nothing"]) == []
    assert links(found["text-order"]) == [
        "ei2 BEFORE ei2-2",
        "ei7 BEFORE ei2-2",
        "ei2-2 BEFORE ei3",
    ]
    assert links(found["creation-time"]) == [
        "ei2 BEFORE t0",
        "ei7 BEFORE t0",
        "ei2-2 BEFORE t0",
        "ei3 BEFORE t0",
    ]
    for document in found.values():
        assert not document.diagnostics
        assert [event.eid for event in document.events] == ["e1", "e2", "e3"]
        assert timeml.read(timeml.write(document)) == document


@given(documents())
def test_what_text_order_and_creation_time_answer(key: Document) -> None:
    """Against the definition: of two events the one that begins earlier is BEFORE, all are BEFORE
    the creation time, and nothing is contradicted."""
    for name in ("text-order", "creation-time"):
        document = baseline_document(name, key)
        assert timeml.read(timeml.write(document)).entities == document.entities
        graph = build(document, on_conflict="error")
        events = [id for id in document.entities if isinstance(document.entity(id), Event)]
        for number, one in enumerate(events):
            if name == "creation-time" and document.dct is not None:
                assert graph.ask(one, "before", document.dct.tid) is Answer.YES
            for other in events[number + 1 :]:
                same = document.entity(one) is document.entity(other)
                before = name == "text-order" and not same
                assert (graph.ask(one, "before", other) is Answer.YES) == before


def test_baselines_of_the_kit(kit: Path, key: Path, tmp_path: Path) -> None:
    for name in BASELINES[:3]:
        done = run("task", "baseline", name, "--key", key, "--output", tmp_path / name)
        assert done.exit_code == 0, done.stderr
    done = run("score", "--kit", kit, *sorted(tmp_path.iterdir()), "--format", "json")
    assert done.exit_code == 0
    scores = {system["name"]: score_of(system) for system in json.loads(done.stdout)["systems"]}
    # Only the questions whose answer is unknown.
    assert scores["nothing"]["answered"] == scores["nothing"]["correct"] == 14
    done = run("task", "check-submission", *sorted(tmp_path.iterdir()), "--texts", key)
    assert done.exit_code == 0, done.stdout


def test_bad_usage(kit: Path, key: Path, tmp_path: Path) -> None:
    out = ("--key", key, "--output", tmp_path / "out")
    for arguments, message in (
        (["learned", *out], "--gold DIR, the documents with the links, goes with"),
        (["nothing", *out, "--gold", kit / "gold"], "goes with the baseline learned"),
        (["learned", *out, "--gold", kit / "none"], "--gold"),
        (["guess", *out], "'guess' is not one of"),
        (["nothing", "--key", key, "--output", key], "is the key's own folder"),
    ):
        done = run("task", "baseline", *arguments)
        assert done.exit_code == 2, done.output
        assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_documents_without_creation_time_are_named(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.mkdir()
    (key / "a.tml").write_text('<TimeML><TEXT><EVENT eid="x1">a</EVENT></TEXT></TimeML>')
    done = run("task", "baseline", "creation-time", "--key", key, "--output", tmp_path / "out")
    assert done.exit_code == 1
    assert done.stderr == "a.tml: the document has no creation time; left out\n"
    assert timeml.read(tmp_path / "out" / "a.tml").entities == ("eix1",)


def test_a_learned_baseline_does_not_know_the_key(kit: Path, key: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    options = ["--gold", kit / "gold", "--output", tmp_path / "out"]
    done = run("task", "baseline", "learned", "--key", key, *options)
    assert done.exit_code == 2
    assert "without the key's documents: nothing to learn from" in done.stderr
    few = tmp_path / "few"
    few.mkdir()
    name = min(path.name for path in key.iterdir())
    (few / name).write_bytes((key / name).read_bytes())
    done = run("task", "baseline", "learned", "--key", few, *options)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].startswith(name.split(".")[0])
    done = run("score", "--kit", kit, "--verbose", tmp_path / "out")
    assert "trained on" not in done.stderr
