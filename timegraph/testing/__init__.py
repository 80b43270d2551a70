"""What timegraph is tested with, for those who test temporal systems of their own.

:mod:`timegraph.testing.strategies`
    Hypothesis strategies for worlds, links, questions and annotations (needs the extra
    ``testing``).
:mod:`timegraph.testing.oracle`
    Slow and obviously right answers to compare a fast system with (needs nothing else).

``docs/testing.md`` shows how to use both on a reasoner that is not this one.
"""

__all__: list[str] = []
