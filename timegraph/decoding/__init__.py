"""Weights: from many uncertain votes to the consistent annotation of greatest weight.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.decoding.candidates import SCORES, Candidate, CandidateError, Scores
    from timegraph.decoding.decoder import Unlisted, decode, decode_documents
    from timegraph.decoding.outvoted import Overruled
    from timegraph.decoding.result import Decoded
    from timegraph.decoding.vocabulary import MODES, Mode

__all__ = [
    "MODES",
    "SCORES",
    "Candidate",
    "CandidateError",
    "Decoded",
    "Mode",
    "Overruled",
    "Scores",
    "Unlisted",
    "decode",
    "decode_documents",
]

_HOMES = {
    "candidates": "SCORES Candidate CandidateError Scores",
    "decoder": "Unlisted decode decode_documents",
    "outvoted": "Overruled",
    "result": "Decoded",
    "vocabulary": "MODES Mode",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
