"""Each fast path of the closure beside the plain way to do the same, in turn, in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import numpy as np
import plain
from graphs import SHAPES, Graph
from measuring import Result, side_by_side

from sections.large import arrays_of
from timegraph._closure import arrays, int_rows, ordering
from timegraph._closure.arrays import constraints
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import MASKS, choose
from timegraph._closure.int_rows import Closure
from timegraph._closure.kernels import bit_rows, dynamic_order
from timegraph._closure.ordering import file_order, order, scratch
from timegraph._compiled import Engine, Kind

__all__ = ["fast_paths"]

_Work = Callable[[], object]


def _row(
    what: str, against: str, shape: str, points: int, where: str,
    fast: _Work, plain_way: _Work, *, times: int = 1, plain_times: int = 0, runs: int = 9,
) -> Result:  # fmt: skip
    """One fast path and what it replaces; seconds of one of ``times`` equal pieces of work, of
    which the plain way does only ``plain_times`` if that is given."""
    ours, other = side_by_side(fast, plain_way, runs=runs)
    ours, other = ours / times, other / (plain_times or times)
    return Result("paths", what, shape, points, ours, against, other, other / ours, note=where)


def _rows(graph: Graph) -> Any:
    rows = choose(graph.points, *graph.arrays(), engine=Engine("bit_rows"))
    assert rows is not None
    return rows


def _index(kind: Kind, shape: str, points: int, budget: int | None = None) -> Any:
    index = choose(*arrays_of(shape, points), engine=Engine(kind, budget))
    assert index is not None
    return index


def _pairs(points: int, count: int) -> tuple[Any, Any]:
    """Pairs of intervals by their start points."""
    first, second = np.random.default_rng(1).integers(0, points // 2, (2, count), np.int32) * 2
    return first, second


def _each(function: Callable[[int, int], int], pairs: tuple[Any, Any]) -> _Work:
    listed = list(zip(*(side.tolist() for side in pairs), strict=True))

    def ask() -> None:
        for a, b in listed:
            function(a, b)

    return ask


def _single_queries() -> Iterator[Result]:
    count = 5_000
    for shape, points in (("document", 2_000), ("dense", 2_000), ("cross-document", 50_000)):
        rows = _rows(SHAPES[shape](points))
        pairs = _pairs(points, count)
        held = *rows.arrays[:3], rows
        own = _each(rows.mask, pairs)
        yield _row(
            "lookups written out", "four labels", shape, points, "bit_row_lookup",
            own, _each(plain.mask_of(rows.label), pairs), times=count,
        )  # fmt: skip
        one = np.zeros(1, np.int32), np.zeros(1, np.int32), np.empty(1, np.uint16)

        def compiled(a: int, b: int) -> int:
            one[0][0], one[1][0] = a, b  # noqa: B023
            bit_rows.masks(rows.arrays, MASKS, *one)  # noqa: B023
            return int(one[2][0])  # noqa: B023

        yield _row(
            "lookups in Python", "calls of a kernel", shape, points, "bit_row_lookup",
            own, _each(compiled, pairs), times=count,
        )  # fmt: skip
        other = {}
        for kind, limit in (("lists", 10**9), ("views of arrays", 0)):
            with patch.object(ordering, "_LISTS_BELOW", limit):
                other[kind] = _each(ordering.mask_function(*held), pairs)
        (what, fast), (against, slow) = sorted(other.items(), reverse=points > 8_192)
        yield _row(what, against, shape, points, "bit_row_lookup", fast, slow, times=count)


def _batches() -> Iterator[Result]:
    count = 100_000
    for shape, points in (("document", 200), ("dense", 2_000), ("cross-document", 50_000)):
        rows = _rows(SHAPES[shape](points))
        a, b = _pairs(points, count)
        held = rows.arrays
        result, other = np.empty(count, np.uint16), np.empty(count, np.uint16)
        weak = np.zeros_like(rows.arrays[1])
        weak[:, 0], weak[:, 1] = len(weak), -1
        yield _row(
            "batch without branches", "with branches", shape, points, "kernels/bit_rows",
            lambda: bit_rows.masks(held, MASKS, a, b, result),  # noqa: B023
            lambda: plain.masks(*held[:3], MASKS, a, b, other), times=count,  # noqa: B023
        )  # fmt: skip
        assert (result == other).all()
        yield _row(
            "batch for strict rows", "for weak rows as well", shape, points, "kernels/bit_rows",
            lambda: bit_rows.masks(held, MASKS, a, b, result),  # noqa: B023
            lambda: bit_rows.masks((*held[:3], weak, held[4]), MASKS, a, b, other),  # noqa: B023
            times=count,
        )  # fmt: skip
    for shape, points, count in (("document", 200, 300), ("dense", 2_000, 100_000)):
        rows = _rows(SHAPES[shape](points))
        numbers = [side // 2 for side in _pairs(points, count)]
        starts, wanted = np.arange(0, points, 2, dtype=np.int32), np.ones(1, np.uint16)
        asked = starts, numbers[0], wanted, numbers[1]
        yield _row(
            f"answers of {count:,} in one kernel", "masks, then numpy", shape, points,
            "kernels/bit_rows", lambda: rows._answers(*asked),  # noqa: B023
            lambda: Closure._answers(rows, *asked), times=count, runs=25,  # noqa: B023
        )  # fmt: skip
    for shape in ("document", "dense"):
        rows = _rows(SHAPES[shape](4_000))
        starts = np.arange(0, 4_000, 2, dtype=np.int32)
        grid = [side.ravel() for side in np.meshgrid(starts, starts, indexing="ij")]
        yield _row(
            "all pairs, a row at a time", "masks of all pairs", shape, 4_000, "kernels/bit_rows",
            lambda: rows.relation_matrix(starts),  # noqa: B023
            lambda: rows.masks(*grid), times=len(starts) ** 2, runs=5,  # noqa: B023
        )  # fmt: skip


class _Scanning(int_rows.IntRows):
    """Integer rows that look at every row when a constraint is added."""

    __slots__ = ()

    def _join(self, x: int, y: int, strict: bool) -> None:
        self._join_by_scanning(x, y, strict)


def _integers() -> Iterator[Result]:
    count = 5_000
    for points in (100, 1_000):
        graph = SHAPES["document"](points)
        small = graph.points, graph.x, graph.op, graph.y
        rows = int_rows.close(*small)
        assert rows is not None
        pairs = _pairs(points, count)
        yield _row(
            "masks from eight bits", "four labels", "document", points, "int_rows",
            _each(rows.mask, pairs), _each(plain.mask_of(rows.label), pairs), times=count,
        )  # fmt: skip
        yield _row(
            "one plane without <=", "two planes", "document", points, "int_rows",
            lambda: int_rows.close(*small),  # noqa: B023
            lambda: int_rows._close_general(graph.points, graph.x, graph.op, graph.y),  # noqa: B023
            runs=25,
        )  # fmt: skip
        starts = range(0, points, 2)
        columns = (side[points // 2 :].tolist() for side in (graph.x, graph.op, graph.y))
        new = list(zip(*columns, strict=True))

        def grown(kind: type[int_rows.IntRows]) -> _Work:
            def add() -> None:
                closure = kind()
                closure.grow(points, starts)  # noqa: B023
                for constraint in new:  # noqa: B023
                    closure.try_add([constraint])

            return add

        yield _row(
            "rows of predecessors", "look at all rows", "document", points, "int_rows",
            grown(int_rows.IntRows), grown(_Scanning), times=len(new), runs=5,
        )  # fmt: skip


def _all_linked(entities: int) -> Graph:
    """Entities in a row, with every link that follows written as well."""
    graph = Graph(2 * entities)
    world = [(float(entity), entity + 0.5) for entity in range(entities)]
    for a in range(entities):
        for b in range(a + 1, entities):
            graph.relate(a, b, world)
    return graph


def _closing() -> Iterator[Result]:
    cases = [(shape, SHAPES[shape](10_000)) for shape in ("document", "chain", "dense")]
    for shape, graph in [*cases, ("all linked", _all_linked(600))]:
        ordered = order(*constraints(graph.points, *graph.arrays()))
        assert ordered is not None
        arena = np.empty(max(1, ordered.words), np.uint64)
        rows = ordered.record, ordered.start, ordered.successor, arena
        yield _row(
            "rows: skip what is reached", "OR all successors", shape, graph.points,
            "kernels/bit_rows", lambda: bit_rows.fill(*rows), lambda: plain.fill(*rows),  # noqa: B023
        )  # fmt: skip
    for shape, points in (("document", 10_000), ("cross-document", 50_000), ("chain", 50_000)):
        graph = SHAPES[shape](points)

        def reused(graph: Graph = graph) -> None:
            _rows(graph)

        def fresh(graph: Graph = graph) -> None:
            arrays._pool.clear()
            _rows(graph)

        yield _row("memory reused", "fresh memory", shape, points, "buffers", reused, fresh, runs=5)


def _indexes() -> Iterator[Result]:
    for shape, points in (("random", 250_000), ("layers", 250_000), ("cross-document", 250_000)):
        index = _index("grail_index", shape, points, 0)
        dag, (a, b) = index._dag, _pairs(points, 100)
        own = lambda: index._one_by_one(a, b)  # noqa: E731, B023
        result = np.empty(len(a), np.uint16)
        search = dag.first, dag.to, dag.upper, MASKS, a, b, result
        yield _row(
            "labels", "a search alone", shape, points, "grail_index",
            own, lambda: plain.search_alone(*search), times=len(a), runs=3,  # noqa: B023
        )  # fmt: skip
        for what, change in (
            ("supports", plain.without_supports),
            ("postorder labels", plain.without_postorder),
        ):
            other = _with(index, change, a, b)
            yield _row(
                what, "the other labels", shape, points, "grail_index", own, other,
                times=len(a), runs=3,
            )  # fmt: skip
    for shape in ("layers", "grid", "many chains"):
        plainer, richer = (_index("grail_index", shape, 250_000, room) for room in (0, 2**31))
        a, b = _pairs(250_000, 500)
        yield _row(
            "further supports", "none", shape, 250_000, "grail_index",
            lambda: richer._one_by_one(a, b), lambda: plainer._one_by_one(a, b),  # noqa: B023
            times=500, runs=3,
        )  # fmt: skip
    for shape in ("random", "band"):
        index = _index("grail_index", shape, 250_000)
        a, b = _pairs(250_000, 50_000)
        few = np.unique(b)[:100]
        b = np.resize(few, len(b))
        yield _row(
            "sweep for 100 targets", "query one by one", shape, 250_000, "reachability",
            lambda: index._by_sweeps(a, b, few), lambda: index._one_by_one(a, b),  # noqa: B023
            times=len(a), runs=3,
        )  # fmt: skip


def _with(index: Any, change: Callable[[Any], Any], a: Any, b: Any) -> _Work:
    node = change(index._node)
    return lambda: plain.masks_by_labels(index, node, a, b)


def _growing() -> Iterator[Result]:
    for points in (2_000, 10_000):
        graph = SHAPES["document"](points)
        starts = np.arange(0, points, 2, dtype=np.int32)
        intervals = starts, starts + 1, np.zeros(len(starts), np.int8)
        columns = (side[points // 2 :].tolist() for side in (graph.x, graph.op, graph.y))
        new = list(zip(*columns, strict=True))

        def in_order() -> None:
            closure = IncrementalClosure(points, *intervals, lambda: _rows(graph))  # noqa: B023
            for constraint in new:  # noqa: B023
                closure.try_add([constraint])

        def in_integers() -> None:
            closure = int_rows.IntRows()
            closure.grow(points, starts.tolist())  # noqa: B023
            for constraint in new:  # noqa: B023
                closure.try_add([constraint])

        def closed_again() -> None:
            for k in range(len(new) - 50, len(new)):  # noqa: B023
                last = points // 2 + k  # noqa: B023
                columns = graph.x[:last], graph.y[:last], graph.op[:last]  # noqa: B023
                choose(points, *columns, engine=Engine("bit_rows"))  # noqa: B023

        for against, other, count in (
            ("integers in Python", in_integers, len(new)),
            ("close after each link", closed_again, 50),
        ):
            yield _row(
                "order kept up link by link", against, "document", points, "incremental",
                in_order, other, times=len(new), plain_times=count, runs=3,
            )  # fmt: skip


def _contradicting() -> Iterator[Result]:
    points = 20_000
    graph = SHAPES["document"](points)
    x, y, op = (side.copy() for side in graph.arrays())
    wrong = np.random.default_rng(1).integers(points // 2, len(x), 10)
    x[wrong], y[wrong] = y[wrong], x[wrong]
    groups = np.arange(len(x), dtype=np.int32)
    positions = np.arange(points, dtype=np.int32)

    def taken(count: int) -> Any:
        new = np.stack((x[:count], op[:count].astype(np.int32), y[:count], groups[:count]), axis=1)
        state = dynamic_order.new_state(positions, 2 * count)
        dynamic_order.take(*state, 0, 0, 0, new, False, *scratch(points, 1))
        return new[:, dynamic_order.GROUP] != dynamic_order.REFUSED

    def all_of_them() -> Any:
        return taken(len(x))

    assert all_of_them().tolist() == file_order(points, x, y, op, groups).tolist()
    yield _row(
        "only what can contradict in file order", "all constraints", "document", points,
        "ordering", lambda: file_order(points, x, y, op, groups), all_of_them, runs=5,
    )  # fmt: skip

    def with_rows() -> None:
        rows = int_rows.IntRows()
        rows.grow(points)
        for constraint in zip(x[:400].tolist(), op[:400].tolist(), y[:400].tolist(), strict=True):
            rows.try_add([constraint])

    def in_order() -> None:
        taken(400)

    yield _row(
        "file order in a kept order", "in integers in Python", "document", points,
        "kernels/dynamic_order", in_order, with_rows, times=400, runs=3,
    )  # fmt: skip


def fast_paths(*, quick: bool) -> Iterator[Result]:
    """Every fast path; ``quick`` leaves out those of large graphs."""
    yield from _integers()
    yield from _single_queries()
    yield from _batches()
    yield from _closing()
    yield from _growing()
    yield from _contradicting()
    if not quick:
        yield from _indexes()
