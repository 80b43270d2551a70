"""Questions made from facts, like those of the benchmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.generate.making import Like, generate
    from timegraph.facts.generate.variation import keep_probabilities

__all__ = ["Like", "generate", "keep_probabilities"]

_HOMES = {"making": "Like generate", "variation": "keep_probabilities"}

__getattr__, __dir__ = lazily(__name__, _HOMES)
