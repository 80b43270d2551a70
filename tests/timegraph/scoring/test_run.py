"""Running a measure: what became of each document, kits, workers, and what a run says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from timegraph.corpus import Item
from timegraph.scoring import (
    FoundScore,
    Measure,
    Notice,
    Signature,
    Task,
    Unusable,
    Workers,
    run_measure,
)
from timegraph.scoring.measure import PRF, Measured, Status, single

STATUSES: tuple[Status, ...] = ("found", "missing", "failed")
MEASURE: Measure[FoundScore] = Measure(
    name="found",
    figures=PRF,
    empty=FoundScore(),
    scores=single,
    unit="page",
    units="pages",
    task=lambda: None,
)


def notice(text: str) -> Notice:
    return Notice("diagnostic", "a.tml", text, text)


UNITS = (
    Measured("a.tml", FoundScore(1, 1, 1), "found", (notice("one"), notice("two")), "A.tml"),
    Measured("b.tml", FoundScore(0, 0, 1), "missing"),
    Measured("c.tml", FoundScore(0, 0, 2), "failed", (notice("three"),), "c.tml"),
    Measured("d.tml", FoundScore(1, 2, 1), "found", file="d.tml"),
)


def unit_of(item: Item) -> Measured[FoundScore]:
    unit: Measured[FoundScore] = item.rest
    return unit


def task(name: str, units: Sequence[Measured[FoundScore]] = UNITS, **options: Any) -> Task[Any]:
    return Task(
        system=name,
        signature=options.pop("signature", Signature.of("found")),
        items=lambda as_bytes: (Item(unit.name, rest=unit) for unit in units),
        count=unit_of,
        total=len(units),
        **options,
    )


def test_every_unit_is_named_by_its_status() -> None:
    extra = task("s", remarks=lambda units: [notice(f"extra of {len(units)}")])
    (result,) = run_measure(MEASURE, [extra]).results
    assert [result.having(status) for status in STATUSES] == [
        ("a.tml", "d.tml"),
        ("b.tml",),
        ("c.tml",),
    ]
    assert list(map(str, result.notices)) == ["one", "two", "three", "extra of 4"]
    assert not result.complete
    assert result.score == FoundScore(2, 3, 5)


def half(item: Item) -> Measured[int]:
    return Measured(item.name, item.rest // 2, file=item.name)


HALVES: Measure[int] = Measure(
    name="halves",
    figures=(),
    empty=FoundScore(),
    scores=lambda value: single(FoundScore(value, value, value)),
    task=lambda: None,
)


@pytest.mark.parametrize("executor", [None, lambda: ThreadPoolExecutor(2)])
def test_units_are_counted_in_order_and_completed_together(
    executor: Callable[[], ThreadPoolExecutor] | None,
) -> None:
    names: list[str] = []
    asked: list[bool] = []

    def items(as_bytes: bool) -> Iterator[Item]:
        asked.append(as_bytes)
        return (Item(f"d{n}", rest=n) for n in range(5))

    def finish(units: Sequence[Measured[int]]) -> Sequence[Measured[int]]:
        return [*units, Measured("last", sum(unit.value for unit in units))]

    workers = None if executor is None else executor()
    counted = Task(
        system="s",
        signature=Signature.of("halves"),
        items=items,
        count=half,
        total=5,
        finish=finish,
    )
    run = run_measure(HALVES, [counted], workers=Workers(executor=workers), progress=names.append)
    if workers is not None:
        workers.shutdown()
    (result,) = run.results
    assert [unit.value for unit in result.units] == [0, 0, 1, 1, 2, 4]
    assert names == [unit.name for unit in result.units][:-1] == ["d0", "d1", "d2", "d3", "d4"]
    # What goes to other workers travels as bytes.
    assert asked == [workers is not None]


def test_a_run_is_complete_if_all_is_there_and_could_be_read() -> None:
    good = task("good", UNITS[:1])
    assert run_measure(MEASURE, [good]).complete
    assert not run_measure(MEASURE, [task("bad")]).complete
    assert not run_measure(MEASURE, [good], incomplete=True).complete
    lost = Unusable("lost", "there is no such folder")
    run = run_measure(MEASURE, [good], unusable=[lost], warnings=["odd gold"])
    assert not run.complete
    assert run.unusable == (lost,)
    assert run.warnings == ("odd gold",)
    assert repr(run) == "<Run of found: good>"
    assert repr(good) == "<Task good: 1 item>"


def test_statistics_are_there_if_they_are_wanted() -> None:
    tasks = [task("one"), task("other", [UNITS[0], *UNITS[1:]])]
    assert run_measure(MEASURE, tasks).statistics is None
    assert run_measure(MEASURE, tasks).remarks == ()
    run = run_measure(MEASURE, tasks, statistics=True, seed=3, against="other")
    assert run.statistics is not None
    assert (run.statistics.seed, run.statistics.against) == (3, "other")
    with pytest.raises(ValueError, match="no system is called x; the systems are one, other"):
        run_measure(MEASURE, tasks, statistics=True, against="x")


def test_a_system_that_could_not_be_measured_is_one_beside_another_of_its_name() -> None:
    twice = Unusable("one", "given twice")
    run = run_measure(MEASURE, [task("one")], unusable=[twice])
    assert run.unusable == (twice,)


def test_statistics_may_be_added_later() -> None:
    tasks = [task("one", UNITS[:4]), task("other", UNITS[:4])]
    plain, whole = run_measure(MEASURE, tasks), run_measure(MEASURE, tasks, statistics=True)
    assert plain.with_statistics() == whole
    assert whole.with_statistics() is whole
    remarked = replace(plain, remarks=("odd gold",)).with_statistics()
    assert remarked.remarks == ("odd gold", *whole.remarks)


@pytest.mark.parametrize(("number", "words"), [(1, "1 page only: "), (4, "4 pages only: ")])
def test_few_units_are_remarked_where_intervals_are_wanted(number: int, words: str) -> None:
    tasks = [task("s", UNITS[:number])]
    (remark,) = run_measure(MEASURE, tasks, statistics=True).remarks
    assert remark.startswith(words)
    assert run_measure(MEASURE, tasks).remarks == ()
