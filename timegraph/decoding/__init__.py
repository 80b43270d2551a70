"""Weights: from many uncertain votes to the consistent annotation of greatest weight.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.decoding.candidates import (
        MODES as MODES,
        Candidate as Candidate,
        CandidateError as CandidateError,
        Mode as Mode,
    )
    from timegraph.decoding.decoder import (
        Decoded as Decoded,
        Overruled as Overruled,
        Unlisted as Unlisted,
        decode as decode,
        decode_documents as decode_documents,
    )

_HOMES = {
    "candidates": "Candidate CandidateError MODES Mode",
    "decoder": "Decoded Overruled Unlisted decode decode_documents",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
