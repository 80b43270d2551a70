"""timegraph: exact temporal reasoning over TimeML annotations and other interval knowledge.

Everything public is loaded when it is first used, so that ``import timegraph`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily
from timegraph._version import __version__

if TYPE_CHECKING:
    from timegraph.allen import Allen, AllenSet, RelationLike, RelationName
    from timegraph.answer import Answer
    from timegraph.builder import build, relation_for
    from timegraph.durations import Bounds, Length
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
    from timegraph.options import Policy
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
    "Length",
    "Link",
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
    "__version__",
    "build",
    "explain",
    "relation_for",
    "warm_up",
]

_HOMES = {
    "Allen": "allen",
    "AllenSet": "allen",
    "Answer": "answer",
    "AnyLink": "links",
    "Bounds": "durations",
    "Conflict": "links",
    "ContradictionError": "links",
    "DistanceConstraint": "links",
    "DistanceLink": "links",
    "Endpoint": "links",
    "GraphFormatError": "links",
    "GraphSnapshot": "graph",
    "Handle": "links",
    "Length": "durations",
    "Link": "links",
    "Placement": "links",
    "PointConstraint": "links",
    "PointLink": "links",
    "PointOperator": "points",
    "Policy": "options",
    "Proof": "proofs",
    "RelationLike": "allen",
    "RelationName": "allen",
    "Side": "links",
    "TimeGraph": "graph",
    "build": "builder",
    "explain": "proofs",
    "relation_for": "builder",
    "warm_up": "warming",
}


__getattr__, __dir__ = lazily(__name__, _HOMES)
