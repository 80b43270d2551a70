"""Weights: from many uncertain votes to the consistent annotation of greatest weight.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.decoding.candidates import MODES, SCORES, Candidate, CandidateError, Mode, Scores
    from timegraph.decoding.decoder import Decoded, Overruled, Unlisted, decode, decode_documents

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
    "candidates": "Candidate CandidateError MODES Mode SCORES Scores",
    "decoder": "Decoded Overruled Unlisted decode decode_documents",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
