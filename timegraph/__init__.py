"""timegraph: exact temporal reasoning over TimeML annotations and other interval knowledge.

Everything public is loaded when it is first used, so that ``import timegraph`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import fill, lazily
from timegraph._version import NAMESAKE, __version__, shared

if TYPE_CHECKING:
    from timegraph._pace.limits import TimedOut
    from timegraph.allen import Allen, AllenSet, RelationLike, RelationName
    from timegraph.answer import Answer
    from timegraph.decoding import decode
    from timegraph.documents.build import build, relation_for
    from timegraph.documents.durations import Bounds, Length
    from timegraph.graph import GraphSnapshot, TimeGraph
    from timegraph.links import (
        AnyLink,
        Conflict,
        ContradictionError,
        DistanceConstraint,
        DistanceLink,
        Endpoint,
        GraphFormatError,
        Handle,
        Link,
        Placement,
        PointConstraint,
        PointLink,
        Side,
    )
    from timegraph.networks.network import InconsistentError, IntervalNetwork
    from timegraph.options import Policy
    from timegraph.periods import Period
    from timegraph.points import PointOperator
    from timegraph.proofs import Proof, explain
    from timegraph.warming import warm_up

__all__ = [
    "Allen",
    "AllenSet",
    "Answer",
    "AnyLink",
    "Bounds",
    "Conflict",
    "ContradictionError",
    "DistanceConstraint",
    "DistanceLink",
    "Endpoint",
    "GraphFormatError",
    "GraphSnapshot",
    "Handle",
    "InconsistentError",
    "IntervalNetwork",
    "Length",
    "Link",
    "Period",
    "Placement",
    "PointConstraint",
    "PointLink",
    "PointOperator",
    "Policy",
    "Proof",
    "RelationLike",
    "RelationName",
    "Side",
    "TimeGraph",
    "TimedOut",
    "__version__",
    "build",
    "decode",
    "explain",
    "relation_for",
    "warm_up",
]

_HOMES = {
    "allen": "Allen AllenSet RelationLike RelationName",
    "answer": "Answer",
    "decoding": "decode",
    "documents.build": "build relation_for",
    "documents.durations": "Bounds Length",
    "graph": "GraphSnapshot TimeGraph",
    "links": "AnyLink Conflict ContradictionError DistanceConstraint DistanceLink Endpoint "
    "GraphFormatError Handle Link Placement PointConstraint PointLink Side",
    "networks": "InconsistentError IntervalNetwork TimedOut",
    "options": "Policy",
    "periods": "Period",
    "points": "PointOperator",
    "proofs": "Proof explain",
    "warming": "warm_up",
}


__getattr__, __dir__ = lazily(__name__, _HOMES)

fill("saved values", "documents.saved_points:POINTS", "facts.saved_facts:FACTS")
fill("explain", "proofs.search:explain")
fill("decode", "decoding.decoder:decode_graph")
fill("show", "pictures.notebook:show")

if shared():
    import warnings

    warnings.warn(NAMESAKE, stacklevel=2)
