"""Dated facts: who had whom for what, from when to when; and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.base import FactBase, Found
    from timegraph.facts.fact import Fact, Source
    from timegraph.facts.quadruple_table import (
        Quadruple,
        QuadrupleAnswer,
        Quadruples,
        ReadingError,
        quadruples,
    )
    from timegraph.facts.relations import OneAtATime

__all__ = [
    "Fact",
    "FactBase",
    "Found",
    "OneAtATime",
    "Quadruple",
    "QuadrupleAnswer",
    "Quadruples",
    "ReadingError",
    "Source",
    "quadruples",
]

_HOMES = {
    "base": "FactBase Found",
    "fact": "Fact Source",
    "quadruple_table": "Quadruple QuadrupleAnswer Quadruples ReadingError quadruples",
    "relations": "OneAtATime",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
