"""Proofs: the links behind an answer, and the chains that contradict a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.proofs.proof import (
        Chain as Chain,
        ChainStep as ChainStep,
        DistanceStep as DistanceStep,
        Proof as Proof,
        ProofLine as ProofLine,
        Witness as Witness,
    )
    from timegraph.proofs.search import (
        all_contradictions as all_contradictions,
        contradiction as contradiction,
        contradictions as contradictions,
        explain as explain,
        explain_distance as explain_distance,
    )

_HOMES = {
    "proof": "Chain ChainStep DistanceStep Proof ProofLine Witness",
    "search": "all_contradictions contradiction contradictions explain explain_distance",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
