"""Links of a table: a row for each."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from timegraph._graph.arguments import checked_link, constraints_of_mask
from timegraph._graph.exchange.frames import opened
from timegraph.allen import AllenSet
from timegraph.links import AnyLink, GraphFormatError, Link, PointLink

if TYPE_CHECKING:
    import narwhals as nw


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
