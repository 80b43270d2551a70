"""The weighted links of a graph, decoded: those that can hold together and weigh most."""

from __future__ import annotations

from typing import Any

from timegraph.decoding.candidates import CandidateError
from timegraph.decoding.decoder import decode
from timegraph.decoding.result import Decoded
from timegraph.decoding.vocabulary import label_of, scheme_of
from timegraph.graph import TimeGraph
from timegraph.links import Link

__all__ = ["decode_graph"]


def decode_graph(graph: TimeGraph[Any], *, time_limit: float | None = None) -> Decoded:
    """The weighted links of ``graph`` that can hold together and weigh most, at most one of a
    pair, as :func:`timegraph.decode` finds them in the mode ``"links"``.

    Links without a weight are given: they hold whatever is chosen. After ``time_limit`` seconds
    the best found is returned with the bound reached. Raises
    :class:`timegraph.ContradictionError` if what is given contradicts itself, and
    :class:`timegraph.decoding.CandidateError` for graphs with lengths or distances, which cannot be
    weighed against, and for weighted comparisons of ends;
    :class:`timegraph.labels.SchemeError` for links of more than 62 different meanings.
    """
    candidates: list[tuple[Any, Any, str, Any, Any]] = []
    given: TimeGraph[Any] = TimeGraph(timezone=graph.timezone, conventions=graph.conventions)
    lasting = []
    for link in graph.links:
        if getattr(link, "weight", None) is None:
            lasting.append(link)
        elif isinstance(link, Link):
            candidates.append((link.a, link.b, label_of(link.relation), link.weight, link.source))
        else:
            raise CandidateError(
                f"{link}: a comparison of two ends has a weight; say it as a relation of the two"
            )
    given.extend(lasting)
    scheme = scheme_of(label for _, _, label, *_ in candidates)
    return decode(candidates, labels=scheme, mode="links", given=given, time_limit=time_limit)
