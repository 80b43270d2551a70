"""The exact steps of a proof; tests/timegraph/proofs/test_proof.py has how they print."""

from __future__ import annotations

from timegraph import AllenSet, Link
from timegraph.proofs.proof import each_once


def test_links_are_named_once_in_order() -> None:
    first, second = (Link("a", AllenSet("before"), other) for other in "bc")
    assert each_once([second, None, first, second]) == (second, first)
