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

from typing import TYPE_CHECKING, Any

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
    kinds = [kind for mark in metafunc.definition.iter_markers(_MARK) for kind in mark.args]
    drawn = vectors(*kinds)
    metafunc.parametrize(_FIXTURE, drawn, ids=[f"{v['kind']}-{v['id']}" for v in drawn])


def vectors(*kinds: str) -> list[dict[str, Any]]:
    """The vectors of these kinds, or all: ``vectors.jsonl``, which lies next to this module.

    Each has an ``id``, a ``kind``, ``statements`` and a ``question`` as the schema of
    :mod:`timegraph.service` has them, the ``answer``, and, unless that is unknown, the ``proof``:
    the places of the statements that decide it, none of which can be left out. Those of the kind
    ``policies`` have the ``policy`` too, and which statements it has ``kept_out``. Raises
    ``ValueError`` for a kind that there is not.
    """
    import json  # loaded for tests that ask for vectors
    from importlib.resources import files

    text = files(__package__).joinpath("vectors.jsonl").read_text(encoding="utf-8")
    every = [json.loads(line) for line in text.splitlines()]
    there = list(dict.fromkeys(vector["kind"] for vector in every))
    for kind in kinds:
        if kind not in there:
            raise ValueError(f"there are no vectors of the kind {kind!r}, only {', '.join(there)}")
    return [vector for vector in every if vector["kind"] in (kinds or there)]
