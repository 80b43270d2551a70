"""Runs of the shipped kit's two systems, for every measure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from timegraph.scoring import (
    AWARENESS,
    ENTITIES,
    AwarenessScore,
    DocumentAnswers,
    EntityRow,
    FoundScore,
    KitInput,
    Run,
    open_kit,
    read_gold,
    run_measure,
    score_kit,
)
from timeml import Collection, open_collection


@pytest.fixture(scope="session")
def systems(kit: Path) -> list[Collection]:
    return [open_collection(kit / "systems" / name) for name in ("careful", "hasty")]


@pytest.fixture(scope="session")
def scored(kit: Path) -> Run[DocumentAnswers]:
    return score_kit(open_kit(KitInput(folder=kit)), explain=True)


@pytest.fixture(scope="session")
def awareness(kit: Path, systems: list[Collection]) -> Run[AwarenessScore]:
    gold = read_gold(open_collection(kit / "gold"))
    return run_measure(AWARENESS, [AWARENESS.task(gold=gold, system=system) for system in systems])


@pytest.fixture(scope="session")
def entities(kit: Path, systems: list[Collection]) -> Run[Mapping[EntityRow, FoundScore]]:
    gold = read_gold(open_collection(kit / "gold"))
    return run_measure(ENTITIES, [ENTITIES.task(gold=gold, system=system) for system in systems])
