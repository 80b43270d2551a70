"""Hypothesis strategies for worlds, links, questions and annotations.

They follow Hypothesis's own rules for published strategies: keyword arguments with defaults,
sizes as ``min_size`` and ``max_size``, arguments checked when the strategy is made (a wrong one
raises ``hypothesis.errors.InvalidArgument``), and values that shrink to something small.
"""

from timegraph.testing.strategies._links import arbitrary_link_sets, link_sets, models_with_links
from timegraph.testing.strategies._models import interval_models
from timegraph.testing.strategies._relations import allen_sets, conjunctions

__all__ = [
    "allen_sets",
    "arbitrary_link_sets",
    "conjunctions",
    "interval_models",
    "link_sets",
    "models_with_links",
]
