"""Dated facts: who had whom for what, from when to when; and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.base import FactBase as FactBase, Found as Found
    from timegraph.facts.fact import Fact as Fact, Source as Source
    from timegraph.facts.quadruple_table import (
        Quadruple as Quadruple,
        QuadrupleAnswer as QuadrupleAnswer,
        Quadruples as Quadruples,
        ReadingError as ReadingError,
        quadruples as quadruples,
    )
    from timegraph.facts.relations import OneAtATime as OneAtATime

_HOMES = {
    "base": "FactBase Found",
    "fact": "Fact Source",
    "quadruple_table": "Quadruple QuadrupleAnswer Quadruples ReadingError quadruples",
    "relations": "OneAtATime",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
