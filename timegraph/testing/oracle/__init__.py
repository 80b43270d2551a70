"""Definitions in slow, simple code, with which the fast code is compared.

The oracle shares names and data types with the rest of the library (``Allen``, ``AllenSet``,
``Answer``, ``Proof``, documents) and no algorithm: every definition here is plain Python that
compares numbers, enumerates or counts. Constraints are plain data, ``(point, sign, point)``
with a point ``(entity, "start" | "end")`` and a sign ``<``, ``<=`` or ``=``.
"""

from timegraph.testing.oracle.meaning import (
    DEFINITIONS,
    compose,
    constraints_of,
    converse,
    holds,
    holds_in,
    link_constraints,
    possible_under,
    relation_of,
)
from timegraph.testing.oracle.weak_orders import (
    FileOrder,
    add_in_file_order,
    answer,
    closed_labels,
    consistent,
    relations_by_brute_force,
    relations_by_closure,
    worlds,
)

__all__ = [
    "DEFINITIONS",
    "FileOrder",
    "add_in_file_order",
    "answer",
    "closed_labels",
    "compose",
    "consistent",
    "constraints_of",
    "link_constraints",
    "converse",
    "holds",
    "holds_in",
    "possible_under",
    "relation_of",
    "relations_by_brute_force",
    "relations_by_closure",
    "worlds",
]
