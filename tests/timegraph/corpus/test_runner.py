"""Work over many documents: the same results however it is spread, and none lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from timegraph import build, corpus
from timegraph.corpus import (
    Item,
    Pool,
    Source,
    WorkerError,
    runner,
)
from timeml import Collection, Document, open_collection, read

GOOD = b"""<?xml version="1.0" ?>
<TimeML><DOCID>d</DOCID>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-04" functionInDocument="CREATION_TIME">now</TIMEX3></DCT>
<TEXT>It <EVENT eid="e1" class="OCCURRENCE">rose</EVENT> and <EVENT eid="e2" class="OCCURRENCE">fell</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<MAKEINSTANCE eiid="ei2" eventID="e2" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
</TimeML>
"""  # noqa: E501 - a line break inside the annotations would be part of the text

ITEMS = [Item(f"d{number:03}", rest=number) for number in range(100)]


# What workers do is defined in modules that they can import.


def square(item: Item) -> int:
    return int(item.rest) ** 2


def entities_of(document: Document) -> tuple[str, ...]:
    return document.entities


def stumble(item: Item) -> int:
    if item.rest == 30:
        raise LookupError("a fault of the function")
    return square(item)


class Inline(Executor):
    """Does each task when it is submitted, and counts what is under way."""

    def __init__(self) -> None:
        self.tasks: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.append(len(args[-1]))
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ten documents, of which one is no XML and one cannot be read at all."""
    place = tmp_path / "documents"
    place.mkdir()
    for number in range(10):
        (place / f"d{number}.tml").write_bytes(GOOD.replace(b">d<", f">{number}<".encode()))
    (place / "d3.tml").write_bytes(b"<TimeML><TEXT>")
    return place


# Equal to one process


@pytest.mark.parametrize(
    "chunk", [7, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in (None, 1, 1000))]
)
def test_processes_give_what_one_gives_in_order(chunk: int | None) -> None:
    expected = [item.rest**2 for item in ITEMS]
    assert list(corpus.run(square, ITEMS, jobs=2, chunk=chunk)) == expected
    assert list(corpus.run(square, ITEMS)) == expected


def test_any_executor_serves() -> None:
    with ThreadPoolExecutor(3) as threads:
        found = list(corpus.run(square, ITEMS, executor=threads, chunk=3))
    assert found == [item.rest**2 for item in ITEMS]


def test_a_document_that_cannot_be_parsed_fails_alone(folder: Path) -> None:
    documents = open_collection(folder)
    alone = list(corpus.map_documents(entities_of, documents))
    assert [one.name for one in alone if one.error] == ["d3.tml"]
    assert str(folder / "d3.tml") in str(alone[3].error)
    assert alone[4].value == ("t0", "ei1", "ei2")
    assert list(corpus.map_documents(entities_of, documents, jobs=2, chunk=2)) == alone


def test_a_file_that_vanishes_fails_alone(folder: Path) -> None:
    documents = open_collection(folder)
    (folder / "d5.tml").unlink()
    found = list(corpus.map_documents(entities_of, documents, jobs=2))
    assert [one.name for one in found if one.error] == ["d3.tml", "d5.tml"]
    assert "No such file" in str(found[5].error)


def test_graphs_come_back_from_workers(folder: Path) -> None:
    found = list(corpus.map_documents(build, open_collection(folder), jobs=2))
    graph = found[0].value
    assert graph is not None
    assert graph.ask("ei2", "after", "ei1") is build(read(GOOD)).ask("ei2", "after", "ei1")


# Nothing piles up


def test_items_are_read_no_further_than_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Item]:
        for number in count():
            taken.append(number)
            yield Item(str(number), rest=number)

    with Pool(2) as pool:
        found = corpus.run(square, endless(), executor=pool, chunk=5, ahead=3)
        assert list(islice(found, 20)) == [number**2 for number in range(20)]
        # Four chunks are out, at most three more are under way, and one is being filled.
        assert len(taken) <= (4 + 3 + 1) * 5
        del found


def test_chunks_are_as_large_as_they_may_be() -> None:
    inline = Inline()
    assert len(list(corpus.run(square, ITEMS, executor=inline))) == 100
    assert inline.tasks == [64, 36]
    inline = Inline()
    list(corpus.run(square, ITEMS, executor=inline, total=4, chunk=30))
    assert inline.tasks == [30, 30, 30, 10]


def test_large_documents_make_small_chunks() -> None:
    megabytes = [Item(str(n), (Source("n", "n", bytes(2**20)),), n) for n in range(20)]
    inline = Inline()
    assert len(list(corpus.run(square, megabytes, executor=inline))) == 20
    assert inline.tasks == [8, 8, 4]


def test_a_small_corpus_is_shared_out() -> None:
    inline = Inline()
    inline.jobs = 2  # type: ignore[attr-defined]
    list(corpus.run(square, ITEMS[:16], executor=inline, total=16))
    assert inline.tasks == [2] * 8


# What goes wrong


def test_a_fault_of_the_function_ends_the_run_with_its_place() -> None:
    with pytest.raises(LookupError, match="a fault of the function") as caught:
        list(corpus.run(stumble, ITEMS, jobs=2, chunk=10))
    assert "stumble" in str(caught.value.__cause__)


def test_threads_take_any_function() -> None:
    with ThreadPoolExecutor(1) as threads:
        assert list(corpus.run(lambda item: 0, ITEMS[:2], executor=threads)) == [0, 0]


@pytest.mark.parametrize("number", [1.5, True, "2", float("nan")])
def test_what_is_no_whole_number_is_refused(number: object, folder: Path) -> None:
    with pytest.raises(ValueError, match="jobs is a whole number, not"):
        corpus.run(square, ITEMS, jobs=number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="jobs is a whole number, not"):
        corpus.map_documents(build, open_collection(folder), jobs=number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="jobs is a whole number, not"):
        Pool(number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="chunk is a whole number, not"):
        corpus.run(square, ITEMS, chunk=number)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["jobs", "chunk", "ahead"])
def test_numbers_below_one_are_refused(option: str) -> None:
    with pytest.raises(ValueError, match=f"{option} is at least 1, not 0"):
        corpus.run(square, ITEMS, **{option: 0})  # type: ignore[arg-type]


def test_another_version_on_a_worker_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with Pool(1) as pool:
        monkeypatch.setattr(runner, "__version__", "0.0.0")
        with pytest.raises(WorkerError, match=r"this program 0\.0\.0; install the same"):
            list(corpus.run(square, ITEMS, executor=pool))


def test_progress_is_told_of_each_document(folder: Path) -> None:
    documents: Collection = open_collection(folder)
    for jobs in (1, 2):
        told: list[str] = []
        list(corpus.map_documents(entities_of, documents, jobs=jobs, progress=told.append))
        assert told == list(documents.names)
