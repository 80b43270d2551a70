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
    pairs_by_definition,
    possible_under,
    relation_of,
)
from timegraph.testing.oracle.proof_checker import check_contradiction, check_proof
from timegraph.testing.oracle.scores import (
    Counts,
    answer,
    certainly,
    cohen_kappa,
    count_answers,
    fleiss_kappa,
    krippendorff_alpha,
    pair_classes,
    specific_agreement,
)
from timegraph.testing.oracle.weak_orders import (
    FileOrder,
    add_in_file_order,
    closed_labels,
    consistent,
    relations_by_brute_force,
    relations_by_closure,
    smallest_contradicted,
    worlds,
)

__all__ = [
    "specific_agreement",
    "pair_classes",
    "krippendorff_alpha",
    "fleiss_kappa",
    "cohen_kappa",
    "Counts",
    "DEFINITIONS",
    "FileOrder",
    "add_in_file_order",
    "answer",
    "certainly",
    "check_contradiction",
    "check_proof",
    "closed_labels",
    "compose",
    "consistent",
    "constraints_of",
    "link_constraints",
    "converse",
    "count_answers",
    "holds",
    "holds_in",
    "pairs_by_definition",
    "possible_under",
    "relation_of",
    "relations_by_brute_force",
    "relations_by_closure",
    "smallest_contradicted",
    "worlds",
]
