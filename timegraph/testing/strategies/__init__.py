"""Hypothesis strategies for worlds, links, questions and annotations.

They follow Hypothesis's own rules for published strategies: keyword arguments with defaults,
sizes as ``min_size`` and ``max_size``, arguments checked when the strategy is made (a wrong one
raises ``hypothesis.errors.InvalidArgument``), and values that shrink to something small.
"""

try:
    import hypothesis as _hypothesis  # noqa: F401
except ImportError:
    raise ImportError(
        "the strategies need hypothesis, which is not installed: "
        "pip install 'timegraph-qa[testing]'"
    ) from None

from timegraph.testing.strategies._links import (
    allen_sets,
    arbitrary_link_sets,
    conjunctions,
    documents,
    interval_models,
    link_sets,
    models_with_links,
)
from timegraph.testing.strategies._questions_and_facts import dated_facts, questions

__all__ = [
    "allen_sets",
    "arbitrary_link_sets",
    "conjunctions",
    "dated_facts",
    "documents",
    "interval_models",
    "link_sets",
    "models_with_links",
    "questions",
]
