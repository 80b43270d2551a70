"""What is wrong with a network."""

from __future__ import annotations

from typing import Any

from timegraph.links import Conflict, ContradictionError
from timegraph.networks.links import shown

__all__ = ["InconsistentError"]


class InconsistentError(ContradictionError):
    """The network has no world, so there is nothing to ask about.

    ``links`` contradict each other, while no part of them does; ``conflict`` has the last of them
    against the others.
    """

    def __init__(self, links: tuple[Any, ...]) -> None:
        named = "; ".join(map(shown, links))
        super().__init__(Conflict(links[-1], (), links[:-1]))
        self._message = (
            f"the network is inconsistent: these contradict each other: {named}; remove one of them"
        )
        self.links = links

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.links,)
