"""The tools that timegraph is tested with, for testing other temporal systems.

:mod:`timegraph.testing.strategies`
    Hypothesis strategies for worlds, links, questions and annotations (needs the extra
    ``testing``).
:mod:`timegraph.testing.oracle`
    Slow, simple code that finds the right answers, to compare a fast system with (needs nothing
    else).

``docs/testing.md`` shows how to use both with another reasoner; :func:`check_reasoner` is one line
in a test of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.testing.conformance import LinkTriple, NonconformingError, check_reasoner

__all__ = ["LinkTriple", "NonconformingError", "check_reasoner"]

_HOMES = {"conformance": "LinkTriple NonconformingError check_reasoner"}

__getattr__, __dir__ = lazily(__name__, _HOMES)
