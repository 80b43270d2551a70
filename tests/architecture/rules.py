"""All rules of the house."""

from __future__ import annotations

from tests.architecture import (
    chains,
    circles,
    formats,
    kernels,
    late,
    layers,
    libraries,
    names,
    privacy,
    sizes,
)

FAMILIES = (layers, circles, chains, libraries, kernels, privacy, late, sizes, names, formats)
RULES = tuple(rule for family in FAMILIES for rule in family.RULES)
