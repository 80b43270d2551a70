"""Dated facts: who had whom for what, from when to when; and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.base import FactBase, Found
    from timegraph.facts.fact import (
        OPEN,
        DateError,
        Fact,
        Granule,
        Source,
        Step,
        StepError,
        read_date,
        read_step,
        shift,
    )
    from timegraph.facts.quadruple_table import (
        Quadruple,
        QuadrupleAnswer,
        Quadruples,
        ReadingError,
        quadruples,
    )
    from timegraph.facts.relations import OneAtATime

__all__ = [
    "OPEN",
    "DateError",
    "Fact",
    "FactBase",
    "Found",
    "Granule",
    "OneAtATime",
    "Quadruple",
    "QuadrupleAnswer",
    "Quadruples",
    "ReadingError",
    "Source",
    "Step",
    "StepError",
    "quadruples",
    "read_date",
    "read_step",
    "shift",
]

_HOMES = {
    "base": "FactBase Found",
    "fact": "DateError Fact Granule OPEN Source Step StepError read_date read_step shift",
    "quadruple_table": "Quadruple QuadrupleAnswer Quadruples ReadingError quadruples",
    "relations": "OneAtATime",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
