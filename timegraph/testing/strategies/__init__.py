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

from timegraph.testing.strategies._documents import documents, interval_models
from timegraph.testing.strategies._links import (
    allen_sets,
    any_networks,
    arbitrary_link_sets,
    conjunctions,
    consistent_networks,
    hard_networks,
    link_sets,
    models_with_links,
)
from timegraph.testing.strategies._questions import (
    dated_facts,
    question_set_bytes,
    question_sets,
    questions,
    system_annotations,
)
from timegraph.testing.strategies._serialise import timeml_bytes

__all__ = [
    "allen_sets",
    "any_networks",
    "arbitrary_link_sets",
    "conjunctions",
    "consistent_networks",
    "dated_facts",
    "documents",
    "hard_networks",
    "interval_models",
    "link_sets",
    "models_with_links",
    "question_set_bytes",
    "question_sets",
    "questions",
    "system_annotations",
    "timeml_bytes",
]
