"""timegraph: exact temporal reasoning over TimeML annotations and other interval knowledge.

Everything public is loaded when it is first used, so that ``import timegraph`` costs nothing.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from timegraph._lazy import lazily
from timegraph._version import __version__

if TYPE_CHECKING:
    from timegraph.allen import Allen, AllenSet
    from timegraph.answer import Answer
    from timegraph.builder import build, relation_for
    from timegraph.graph import GraphSnapshot, TimeGraph
    from timegraph.links import (
        Conflict,
        ContradictionError,
        DistanceConstraint,
        DistanceLink,
        GraphFormatError,
        Handle,
        Link,
        Placement,
        PointConstraint,
        PointLink,
    )
    from timegraph.proofs import Proof, explain
    from timegraph.warming import warm_up

__all__ = [
    "Allen",
    "AllenSet",
    "Answer",
    "Conflict",
    "ContradictionError",
    "DistanceConstraint",
    "DistanceLink",
    "GraphFormatError",
    "GraphSnapshot",
    "Handle",
    "Link",
    "Placement",
    "PointConstraint",
    "PointLink",
    "Proof",
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
    "Conflict": "links",
    "ContradictionError": "links",
    "DistanceConstraint": "links",
    "DistanceLink": "links",
    "GraphFormatError": "links",
    "GraphSnapshot": "graph",
    "Handle": "links",
    "Link": "links",
    "Placement": "links",
    "PointConstraint": "links",
    "PointLink": "links",
    "Proof": "proofs",
    "TimeGraph": "graph",
    "build": "builder",
    "explain": "proofs",
    "relation_for": "builder",
    "warm_up": "warming",
}


__getattr__, __dir__ = lazily(__name__, _HOMES)

# An application decides whether and where the library's log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())
