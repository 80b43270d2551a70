"""Many relations at once; test_relation_columns.py holds them against single ones."""

from __future__ import annotations

from timegraph._graph.bulk import append_arrays
from timegraph._graph.store import Store
from timegraph.allen import AllenSet
from timegraph.points import OPERATOR_CODES

BEFORE, EQUAL = (AllenSet(name).mask for name in ("before", "equal"))


def test_entities_are_numbered_as_links_name_them() -> None:
    store = Store()
    store.instant("t")
    append_arrays(store, ["x", "c", "a", "b"], [2, 3], [BEFORE, EQUAL], [3, 1])
    assert store.starts == {"a": 1, "b": 3, "c": 5}
    found = [*zip(store.xs, store.ops, store.ys, store.link_of, strict=True)]
    less, same = OPERATOR_CODES["<"], OPERATOR_CODES["="]
    assert found == [(2, less, 3, 0), (3, same, 5, 1), (4, same, 6, 1)]
