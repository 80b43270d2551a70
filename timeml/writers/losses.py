"""What a format cannot represent of a document, counted and named."""

from __future__ import annotations

from dataclasses import dataclass

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Loss:
    """One kind of thing that a format cannot represent: what it is (a plural, such as "SLINKs"),
    how many there were, and the first few of them as ``document:id``."""

    what: str
    count: int
    examples: tuple[str, ...]


class Losses:
    """The losses of one conversion, kind by kind in the order in which they are met."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, what: str, document: str, id: str = "") -> None:
        """Count one thing of this kind in ``document``, named by its ``id``."""
        self._counts[what] = self._counts.get(what, 0) + 1
        examples = self._examples.setdefault(what, [])
        if len(examples) < _EXAMPLES:
            examples.append(f"{document}:{id}" if id else document)

    @property
    def counted(self) -> tuple[Loss, ...]:
        """Every kind that was met."""
        return tuple(
            Loss(what, count, tuple(self._examples[what])) for what, count in self._counts.items()
        )
