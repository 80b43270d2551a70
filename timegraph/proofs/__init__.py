"""Proofs: the links behind an answer, and the chains that contradict a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.proofs.proof import Chain, ChainStep, DistanceStep, Proof, ProofLine, Witness
    from timegraph.proofs.search import (
        all_contradictions,
        contradiction,
        contradictions,
        explain,
        explain_distance,
    )

__all__ = [
    "Chain",
    "ChainStep",
    "DistanceStep",
    "Proof",
    "ProofLine",
    "Witness",
    "all_contradictions",
    "contradiction",
    "contradictions",
    "explain",
    "explain_distance",
]

_HOMES = {
    "proof": "Chain ChainStep DistanceStep Proof ProofLine Witness",
    "search": "all_contradictions contradiction contradictions explain explain_distance",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
