"""The links of a graph, and what follows from them, as tables of other libraries."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from timegraph._closure.int_rows import free_memory
from timegraph._graph.arguments import checked_link, constraints_of_mask
from timegraph._graph.bulk import relation_matrix
from timegraph._graph.closing import closed
from timegraph._graph.exchange.frames import Backend, check_backend, narwhals_, opened
from timegraph._graph.store import GraphState, Store
from timegraph.allen import AllenSet
from timegraph.citations import name_of, words_of
from timegraph.links import AnyLink, DistanceLink, GraphFormatError, Link, Placement, PointLink

if TYPE_CHECKING:
    import narwhals as nw


# The constraints of many relations, as arrays.


def append_arrays(
    store: Store,
    names: Sequence[Hashable],
    a: Sequence[int],
    masks: Sequence[int],
    b: Sequence[int],
) -> None:
    """Add the entities and the constraints of links, which are the next ones of the store: from
    position ``a`` to position ``b`` of ``names`` one of the relations of a mask holds."""
    firsts, seconds = np.array(a, np.intc), np.array(b, np.intc)
    starts = _starts(store, names, firsts, seconds)
    points = starts[firsts], starts[firsts] + 1, starts[seconds], starts[seconds] + 1
    distinct, kinds = np.unique(np.array(masks), return_inverse=True)
    groups = [constraints_of_mask(mask) for mask in distinct.tolist()]
    counts = np.array([len(group) for group in groups])[kinds]
    offsets = np.cumsum(counts) - counts
    total = int(counts.sum())
    xs, ops, ys = np.empty(total, np.intc), np.empty(total, np.int8), np.empty(total, np.intc)
    for kind, group in enumerate(groups):
        rows = np.flatnonzero(kinds == kind)
        for number, (p, op, q) in enumerate(group):
            where = offsets[rows] + number
            xs[where], ops[where], ys[where] = points[p][rows], op, points[q][rows]
    links = np.arange(len(store.links), len(store.links) + len(masks), dtype=np.intc)
    for column, values in (
        (store.xs, xs),
        (store.ops, ops),
        (store.ys, ys),
        (store.link_of, np.repeat(links, counts)),
    ):
        column.frombytes(values.tobytes())


def _starts(
    store: Store,
    names: Sequence[Hashable],
    firsts: np.ndarray[tuple[int], np.dtype[np.intc]],
    seconds: np.ndarray[tuple[int], np.dtype[np.intc]],
) -> np.ndarray[tuple[int], np.dtype[np.intc]]:
    """The start point of each position that is named; new entities are added in the order in
    which links name them."""
    positions, first_at = np.unique(np.stack([firsts, seconds], axis=1).ravel(), return_index=True)
    positions = positions[np.argsort(first_at)]
    entities = [names[position] for position in positions.tolist()]
    store.intervals(entities)
    starts = np.zeros(len(names), np.intc)
    starts[positions] = np.fromiter(map(store.starts.__getitem__, entities), np.intc, len(entities))
    return starts


_BYTES_PER_ROW = 150
_NOTHING_KNOWN = AllenSet.all().mask


def links_table(state: GraphState, backend: Backend) -> Any:
    """A row for each link; see :meth:`timegraph.TimeGraph.links_table`."""
    check_backend(backend)
    nw = narwhals_()
    closed(state)
    rows = [_row(state.store, number, state.kept) for number in range(len(state.store.links))]
    columns = [*zip(*rows, strict=True)] or [()] * 12
    a, b = columns[2], columns[5]
    names, kind = _names([*a, *b])
    types = {
        "handle": nw.Int64,
        "kind": nw.String,
        "a": kind,
        "a_side": nw.String,
        "relation": nw.String,
        "b": kind,
        "b_side": nw.String,
        "at_least": nw.Float64,
        "at_most": nw.Float64,
        "source": nw.String,
        "words": nw.String,
        "left_out": nw.Int64,
    }
    data = {name: [*column] for name, column in zip(types, columns, strict=True)}
    data |= {"a": names[: len(rows)], "b": names[len(rows) :]}
    return _table([_series(name, data[name], types[name], backend) for name in types])


def _row(store: Store, number: int, kept: bytearray) -> tuple[Any, ...]:
    link = store.links[number]
    left_out = sum(not kept[k] for k in store.constraints_of_link(number))
    source = name_of(link)
    what = *_what(link), None if source is None else _text(source), _text(words_of(link)), left_out
    return store.handles[number], *what


def _what(link: AnyLink) -> tuple[Any, ...]:
    if isinstance(link, Link):
        return "relation", link.a, None, _words(link.relation.mask), link.b, None, None, None
    if isinstance(link, PointLink):
        return "points", *link.x, link.op, *link.y, None, None
    if isinstance(link, Placement):
        limits = _seconds(link.earliest), _seconds(link.latest)
        return "placement", *link.start, "placement", *link.end, *limits
    assert isinstance(link, DistanceLink)
    limits = _seconds(link.at_least), _seconds(link.at_most)
    return "distance", *link.x, "distance", *link.y, *limits


def _text(value: object) -> str:
    """As text that UTF-8 can have: half a surrogate pair becomes an escape."""
    text = str(value)
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _seconds(value: Any) -> float | None:
    return None if value is None else float(value)


def _names(names: Sequence[Hashable]) -> tuple[list[Any], Any]:
    """Names as a column takes them, and its type: whole numbers, or text. Raises ``ValueError``
    if two names are the same text."""
    nw = narwhals_()
    if names and all(type(name) is int and -(2**63) <= name < 2**63 for name in names):
        return [*names], nw.Int64
    texts: dict[str, Hashable] = {}
    for name in dict.fromkeys(names):
        other = texts.setdefault(_text(name), name)
        if other != name:
            raise ValueError(
                f"the names {other!r} and {name!r} are the same text, so a table cannot "
                "distinguish them; to_json() can"
            )
    return [*map(_text, names)], nw.String


def relations_table(state: GraphState, backend: Backend) -> Any:
    """A row for each pair; see :meth:`timegraph.TimeGraph.relations_table`."""
    check_backend(backend)
    nw = narwhals_()
    entities = [*state.store.starts]
    count = len(entities)
    needed = count * (count - 1) * _BYTES_PER_ROW
    if needed > free_memory():
        raise MemoryError(
            f"a table of {count * (count - 1):,} pairs needs about {needed / 2**30:.1f} GB, more "
            "than is free; relation_matrix() needs less, and relations() answers for one pair"
        )
    names, kind = _names(entities)
    firsts, seconds = np.nonzero(~np.eye(count, dtype=bool))
    masks = relation_matrix(state)[firsts, seconds]
    distinct, codes = np.unique(masks, return_inverse=True)

    def gathered(name: str, values: Iterable[Any], dtype: Any, positions: Any) -> Any:
        column = _series(name, [*values], dtype, backend)[positions]
        return nw.maybe_reset_index(column)

    words = [None if mask == _NOTHING_KNOWN else _words(mask) for mask in distinct.tolist()]
    columns = (
        gathered("a", names, kind, firsts),
        gathered("relation", words, nw.String, codes),
        gathered("b", names, kind, seconds),
        nw.new_series("mask", masks, nw.UInt16, backend=backend),
    )
    return _table(columns)


def _series(name: str, values: list[Any], dtype: Any, backend: Backend) -> Any:
    nw = narwhals_()
    # To make text of a column, pandas before 3 writes "None" for what is missing.
    inferred = backend == "pandas" and dtype == nw.String
    return nw.new_series(name, values, None if inferred else dtype, backend=backend)


def _table(columns: Iterable[Any]) -> Any:
    frames = [column.to_frame() for column in columns]
    return narwhals_().concat(frames, how="horizontal").to_native()


@cache
def _words(mask: int) -> str:
    return " | ".join(relation.value for relation in AllenSet.from_mask(mask))


# Links of a table: a row for each.


def links_of_table(
    frame: Any,
    a: str,
    relation: str,
    b: str,
    source: str | None,
    a_side: str | None,
    b_side: str | None,
) -> list[AnyLink]:
    """The links that the rows say, checked; see :meth:`timegraph.TimeGraph.extend_from_table`."""
    if (a_side is None) != (b_side is None):
        raise ValueError("give both a_side= and b_side=, or neither")
    table = opened(frame)
    there = table.columns
    named = [a, relation, b, *(column for column in (source, a_side, b_side) if column is not None)]
    missing = [name for name in named if name not in there]
    if missing:
        known_columns = ", ".join(map(repr, there)) or "none"
        raise GraphFormatError(f"the table has no column {missing[0]!r}; it has {known_columns}")
    first, said, second = (_filled(table, name) for name in (a, relation, b))
    sources = [None] * len(first) if source is None else _values(table, source)
    if a_side is None or b_side is None:
        a_sides = b_sides = [None] * len(first)
    else:
        a_sides, b_sides = _values(table, a_side), _values(table, b_side)
    relations_of: dict[Hashable, AllenSet] = {}
    links: list[AnyLink] = []
    rows = zip(first, said, second, sources, a_sides, b_sides, strict=True)
    for row, (x, what, y, origin, x_side, y_side) in enumerate(rows):
        _check_name(a, row, x)
        _check_name(b, row, y)
        if x_side is None and y_side is None:
            links.append(Link(x, _relation(what, relations_of, relation, row), y, origin))
            continue
        for column, side in ((a_side, x_side), (b_side, y_side)):
            if side not in ("start", "end", "at"):
                raise _error(column, row, f"a side is start, end or at, not {side!r}")
        try:
            links.append(checked_link(PointLink((x, x_side), what, (y, y_side), origin)))
        except (TypeError, ValueError) as error:
            raise _error(relation, row, error) from None
    return links


def _relation(what: Any, relations_of: dict[Hashable, AllenSet], column: str, row: int) -> AllenSet:
    """A relation, its name, several (``"before | meets"``), or a list of them."""
    if isinstance(what, str) and what in relations_of:
        return relations_of[what]
    try:
        parts: Any = [*map(str.strip, what.split("|"))] if isinstance(what, str) else what
        relations = AllenSet(parts)
        constraints_of_mask(relations.mask)
    except (TypeError, ValueError) as error:
        raise _error(column, row, error) from None
    if isinstance(what, str):
        relations_of[what] = relations
    return relations


def _values(table: nw.DataFrame[Any], name: str) -> list[Any]:
    """A column with ``None`` for each value that is missing."""
    column = table[name]
    nulls: list[bool] = column.is_null().to_list()
    values: list[Any] = column.to_list()
    return [None if null else value for null, value in zip(nulls, values, strict=True)]


def _filled(table: nw.DataFrame[Any], name: str) -> list[Any]:
    """A column in which nothing may be missing."""
    values = _values(table, name)
    if None in values:
        raise _error(name, values.index(None), "the value is missing")
    return values


def _check_name(column: str, row: int, value: Any) -> None:
    try:
        hash(value)
    except TypeError:
        raise _error(column, row, f"{value!r} cannot name an entity") from None
    if value != value:
        raise _error(column, row, "NaN cannot name an entity")


def _error(column: str | None, row: int, what: object) -> GraphFormatError:
    return GraphFormatError(f"column {column!r}, row {row}: {what}")
