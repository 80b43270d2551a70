"""A plugin of pytest: a test that takes ``temporal_vector`` runs once for each published vector.

::

    @pytest.mark.temporal_vectors("links", "points")  # without it, all kinds
    def test_my_reasoner(temporal_vector):
        question = temporal_vector["question"]
        assert my_answer(temporal_vector["statements"], question) == temporal_vector["answer"]

pytest finds it wherever timegraph is installed, and loads nothing else of timegraph before a test
asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


_FIXTURE, _MARK = "temporal_vector", "temporal_vectors"


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark."""
    about = f"{_MARK}(*kinds): the kinds of vectors of timegraph for which the test runs"
    config.addinivalue_line("markers", about)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes the fixture for each vector of the kinds of its mark."""
    if _FIXTURE not in metafunc.fixturenames:
        return
    from timegraph.testing.vector_file import vectors

    kinds = [kind for mark in metafunc.definition.iter_markers(_MARK) for kind in mark.args]
    drawn = vectors(*kinds)
    metafunc.parametrize(_FIXTURE, drawn, ids=[f"{v['kind']}-{v['id']}" for v in drawn])
