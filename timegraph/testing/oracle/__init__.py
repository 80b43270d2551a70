"""Definitions in slow, simple code, with which the fast code is compared.

The oracle shares names and data types with the rest of the library (``Allen``, ``AllenSet``,
``Answer``, ``Proof``, documents) and no algorithm: every definition here is plain Python that
compares numbers, enumerates or counts. Constraints are plain data, ``(point, sign, point)``
with a point ``(entity, "start" | "end")`` and a sign ``<``, ``<=`` or ``=``.
"""

from timegraph.testing.oracle.agreement import (
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    pair_classes,
    specific_agreement,
)
from timegraph.testing.oracle.alignment import pairs_by_definition
from timegraph.testing.oracle.answers import answer, certainly
from timegraph.testing.oracle.closure import closed_labels, relations_by_closure
from timegraph.testing.oracle.dated import dated_relations, dated_world
from timegraph.testing.oracle.decoding import (
    best_annotation,
    bound_by_definition,
    is_annotation,
    least_removal,
)
from timegraph.testing.oracle.facts import (
    completions,
    facts_at,
    facts_meeting,
    months_of,
    next_by_start,
    next_facts,
    official_months,
    printed_position,
    timeqa_holds,
)
from timegraph.testing.oracle.file_order import (
    FileOrder,
    add_in_file_order,
    smallest_contradicted,
)
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
from timegraph.testing.oracle.networks import network_relations, network_worlds
from timegraph.testing.oracle.orders import covers, link_steps
from timegraph.testing.oracle.proof_checker import check_contradiction, check_proof
from timegraph.testing.oracle.question_sets import AnswersByWorlds
from timegraph.testing.oracle.scores import Counts, count_answers
from timegraph.testing.oracle.timex import search_span
from timegraph.testing.oracle.weak_orders import consistent, relations_by_brute_force, worlds

__all__ = [
    "specific_agreement",
    "pair_classes",
    "krippendorff_alpha",
    "fleiss_kappa",
    "cohen_kappa",
    "AnswersByWorlds",
    "Counts",
    "DEFINITIONS",
    "FileOrder",
    "add_in_file_order",
    "answer",
    "certainly",
    "check_contradiction",
    "check_proof",
    "closed_labels",
    "completions",
    "compose",
    "consistent",
    "constraints_of",
    "link_constraints",
    "link_steps",
    "converse",
    "covers",
    "count_answers",
    "dated_relations",
    "dated_world",
    "facts_at",
    "facts_meeting",
    "holds",
    "holds_in",
    "least_removal",
    "months_of",
    "network_relations",
    "network_worlds",
    "next_by_start",
    "next_facts",
    "official_months",
    "pairs_by_definition",
    "possible_under",
    "printed_position",
    "relation_of",
    "relations_by_brute_force",
    "relations_by_closure",
    "search_span",
    "best_annotation",
    "bound_by_definition",
    "is_annotation",
    "smallest_contradicted",
    "timeqa_holds",
    "worlds",
]
