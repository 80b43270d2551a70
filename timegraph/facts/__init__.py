"""Dated facts: who had whom for what, from when to when; and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.base import FactBase, Found
    from timegraph.facts.fact import Fact, Source
    from timegraph.facts.relations import OneAtATime

__all__ = [
    "Fact",
    "FactBase",
    "Found",
    "OneAtATime",
    "Source",
]

_HOMES = {
    "base": "FactBase Found",
    "fact": "Fact Source",
    "relations": "OneAtATime",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
