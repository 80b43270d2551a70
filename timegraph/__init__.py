"""timegraph: exact temporal reasoning over TimeML annotations and other interval knowledge.

Everything public is loaded when it is first used, so that ``import timegraph`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import fill, lazily
from timegraph._version import NAMESAKE, __version__ as __version__, shared

if TYPE_CHECKING:
    from timegraph._pace import TimedOut as TimedOut
    from timegraph.allen import (
        Allen as Allen,
        AllenSet as AllenSet,
        RelationLike as RelationLike,
        RelationName as RelationName,
    )
    from timegraph.answer import Answer as Answer
    from timegraph.decoding import decode as decode
    from timegraph.documents.build import build as build, relation_for as relation_for
    from timegraph.documents.durations import Bounds as Bounds, Length as Length
    from timegraph.graph import GraphSnapshot as GraphSnapshot, TimeGraph as TimeGraph
    from timegraph.links import (
        AnyLink as AnyLink,
        Conflict as Conflict,
        ContradictionError as ContradictionError,
        DistanceConstraint as DistanceConstraint,
        DistanceLink as DistanceLink,
        Endpoint as Endpoint,
        GraphFormatError as GraphFormatError,
        Handle as Handle,
        Link as Link,
        Placement as Placement,
        PointConstraint as PointConstraint,
        PointLink as PointLink,
        Side as Side,
    )
    from timegraph.networks.network import (
        InconsistentError as InconsistentError,
        IntervalNetwork as IntervalNetwork,
    )
    from timegraph.options import Policy as Policy
    from timegraph.periods import Period as Period
    from timegraph.points import PointOperator as PointOperator
    from timegraph.proofs import Proof as Proof, explain as explain
    from timegraph.warming import warm_up as warm_up

_HOMES = {
    "_version": "__version__",
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


__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)

fill("saved values", "documents.saved_points", "facts.saved_facts")

if shared():
    import warnings

    warnings.warn(NAMESAKE, stacklevel=2)
