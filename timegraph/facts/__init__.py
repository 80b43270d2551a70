"""Dated facts: who had whom for what, from when to when; and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.base import FactBase, Found
    from timegraph.facts.dates import OPEN, DateError, Granule, read_date
    from timegraph.facts.fact import Fact, Source
    from timegraph.facts.quadruple_table import (
        Quadruple,
        QuadrupleAnswer,
        Quadruples,
        ReadingError,
        quadruples,
    )
    from timegraph.facts.steps import Step, StepError, read_step, shift
    from timegraph.facts.succession import OneAtATime

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
    "dates": "DateError Granule OPEN read_date",
    "fact": "Fact Source",
    "quadruple_table": "Quadruple QuadrupleAnswer Quadruples ReadingError quadruples",
    "steps": "Step StepError read_step shift",
    "succession": "OneAtATime",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
