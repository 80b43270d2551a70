"""timegraph: exact temporal reasoning over TimeML annotations and other interval knowledge.

Everything public is loaded when it is first used, so that ``import timegraph`` costs nothing.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

from timegraph._version import __version__

if TYPE_CHECKING:
    from timegraph.allen import Allen, AllenSet
    from timegraph.answer import Answer
    from timegraph.builder import build, relation_for
    from timegraph.graph import TimeGraph
    from timegraph.links import Conflict, ContradictionError, Link, PointConstraint, PointLink
    from timegraph.proofs import Proof, explain

__all__ = [
    "Allen",
    "AllenSet",
    "Answer",
    "Conflict",
    "ContradictionError",
    "Link",
    "PointConstraint",
    "PointLink",
    "Proof",
    "TimeGraph",
    "__version__",
    "build",
    "explain",
    "relation_for",
]

_HOMES = {
    "Allen": "allen",
    "AllenSet": "allen",
    "Answer": "answer",
    "Conflict": "links",
    "ContradictionError": "links",
    "Link": "links",
    "PointConstraint": "links",
    "PointLink": "links",
    "Proof": "proofs",
    "TimeGraph": "graph",
    "build": "builder",
    "explain": "proofs",
    "relation_for": "builder",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


# An application decides whether and where the library's log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())
