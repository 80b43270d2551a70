"""The shipped example."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def example(root: Path) -> Path:
    return root / "examples" / "torque"
