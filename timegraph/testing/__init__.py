"""The tools that timegraph is tested with, for testing other temporal systems.

:mod:`timegraph.testing.strategies`
    Hypothesis strategies for worlds, links, questions and annotations (needs the extra
    ``testing``).
:mod:`timegraph.testing.oracle`
    Slow, simple code that finds the right answers, to compare a fast system with (needs nothing
    else).

``docs/testing.md`` shows how to use both with another reasoner. :func:`check_reasoner` is
one line in a test of it, :class:`ReasonerMachine` tests one that changes, and :func:`vectors` are
questions with answers for any language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.testing.conformance import (
        LinkTriple as LinkTriple,
        NonconformingError as NonconformingError,
        ReasonerMachine as ReasonerMachine,
        check_reasoner as check_reasoner,
    )
    from timegraph.testing.pytest_plugin import vectors as vectors

_HOMES = {
    "conformance": "LinkTriple NonconformingError ReasonerMachine check_reasoner",
    "pytest_plugin": "vectors",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
