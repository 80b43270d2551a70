"""Fixtures shared by all tests: where the evaluation data and the shipped kit are."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.register_profile("fast", parent=settings.get_profile("default"), max_examples=50)
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2000)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples are drawn, before any test is imported, and let Ctrl-C be heard.

    Half as many where slow tests are left out: who asks for that wants to know soon. What a
    script starts in the background ignores Ctrl-C, and so would every process that tests send it.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    fast = "not slow" in config.option.markexpr
    default = "fast" if fast else "default"
    settings.load_profile(os.environ.get("TIMEGRAPH_HYPOTHESIS_PROFILE", default))


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def kit(root: Path) -> Path:
    """The kit of documents, questions and systems that the project ships."""
    return root / "examples" / "kit"


@pytest.fixture(scope="session")
def data(root: Path) -> Path:
    """The evaluation data; tests that ask for it are skipped, and say so, where it is absent."""
    place = Path(os.environ.get("TIMEGRAPH_DATA", root / ".." / "shared" / "data")).resolve()
    if not place.is_dir():
        pytest.skip(f"evaluation data not found at {place} (set TIMEGRAPH_DATA)")
    return place
