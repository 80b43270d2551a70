"""The columns that a user chooses, by machine name or by heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timegraph.report.tables.table import Column, Table

__all__ = ["UnknownColumnError", "choose_columns", "machine_name"]


class UnknownColumnError(ValueError):
    """No column has the name, or several have; the message lists those there are."""


def machine_name(name: str, columns: Sequence[Column]) -> str:
    """The machine name of the column that a user calls ``name``: by that name or by its heading,
    where " [95% interval]" may be left out; case counts only where columns differ by nothing else.

    Raises :class:`UnknownColumnError` if there is none, or if several have the heading.
    """
    ambiguous: list[str] = []
    for fold in (str, str.casefold):
        for called in (lambda column: column.name, lambda column: column.shown, _heading):
            matching = dict.fromkeys(c.name for c in columns if fold(called(c)) == fold(name))
            if len(matching) == 1:
                return next(iter(matching))
            ambiguous = ambiguous or list(matching)
    if ambiguous:
        raise UnknownColumnError(f"several columns are called {name}: {', '.join(ambiguous)}")
    raise _unknown(name, columns)


def _heading(column: Column) -> str:
    """The heading without what an interval adds to it: "P" of "P [95% interval]"."""
    return column.shown.split(" [")[0]


def _unknown(name: str, columns: Sequence[Column]) -> UnknownColumnError:
    from difflib import get_close_matches

    names = dict.fromkeys(
        f"{column.name} (with {column.needs})" if column.needs else column.name
        for column in columns
        if column.kind != "provenance"
    )
    spelt = {
        title.casefold(): title for column in columns for title in (column.name, _heading(column))
    }
    close = get_close_matches(name.casefold(), spelt, n=1)
    guess = f"; did you mean {spelt[close[0]]}?" if close else "."
    machine_names = {column.name for column in columns}
    headings = [title for title in spelt.values() if title not in machine_names]
    also = f"; by their headings: {', '.join(headings)}" if headings else ""
    return UnknownColumnError(
        f"no column is called {name}{guess} Columns: {', '.join(names)}{also}"
    )


def choose_columns(tables: Sequence[Table], names: Sequence[str]) -> list[Table]:
    """``tables`` with the columns called ``names``, in this order.

    Columns that say what a row is about come before the others unless they are named, and
    signatures stay. A table none of whose figures is named is left as it is, if another one has
    some. Raises :class:`UnknownColumnError` for a name that no table has.
    """
    if not names:
        return list(tables)
    every = [column for table in tables for column in table.columns]
    order = dict.fromkeys(machine_name(name, every) for name in names)
    places = []
    for table in tables:
        place = {column.name: k for k, column in enumerate(table.columns)}
        places.append([place[name] for name in order if name in place])
    has_figures = [
        any(table.columns[k].kind == "figure" and k not in table.keys for k in numbers)
        for table, numbers in zip(tables, places, strict=True)
    ]
    return [
        _with_columns(table, numbers) if figures or not any(has_figures) else table
        for table, numbers, figures in zip(tables, places, has_figures, strict=True)
    ]


def _with_columns(table: Table, numbers: Sequence[int]) -> Table:
    keys = [k for k in table.keys if k not in numbers]
    last = [k for k, column in enumerate(table.columns) if column.kind == "provenance"]
    order = [*keys, *numbers, *(k for k in last if k not in numbers)]
    place = {old: new for new, old in enumerate(order)}
    return replace(
        table,
        columns=tuple(table.columns[k] for k in order),
        rows=tuple(tuple(row[k] for k in order) for row in table.rows),
        best=frozenset((i, place[k]) for i, k in table.best if k in place),
        marks={(i, place[k]): mark for (i, k), mark in table.marks.items() if k in place},
    )
