"""What an answer is that is unknown, if ``?``, ``~`` and ``%`` of dates are taken at their word."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.links import ContradictionError, Placement
from timegraph.proofs.proof import Proof

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["answer_as_written"]

Prove = Callable[["TimeGraph", Hashable, AllenSet, Hashable], Proof]


def answer_as_written(graph: TimeGraph, unknown: Proof, prove: Prove) -> str | None:
    """The answer if the marks say nothing, and what those say that it follows from: "yes as
    written, 1850 is approximate"; ``None`` if it is unknown then, too."""
    if unknown.answer is not Answer.UNKNOWN:
        return None
    try:
        written = graph.as_written()
    except ContradictionError:
        return "as written the dates contradict each other"
    if written is graph:
        return None
    proof = prove(written, unknown.a, unknown.relation, unknown.b)
    if proof.answer is Answer.UNKNOWN:
        return None
    because = dict.fromkeys(
        words
        for link in proof.links
        if isinstance(link, Placement) and link.as_written is not None
        for words in link.as_written.because
    )
    return f"{proof.answer} as written, {', '.join(because)}"
