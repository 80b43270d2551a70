"""From the ids in a question to entities of the document and the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.qa.questions import Question
    from timeml import Document

__all__ = ["Resolve", "entity_of", "missing_entities"]

Resolve: TypeAlias = Callable[[str], "str | None"]
"""From an id in a question to the entity that it means, ``None`` if there is none."""


def entity_of(graph: TimeGraph, resolve: Resolve, argument: str) -> str | None:
    """The entity of ``graph`` that an argument of a question means: the result of ``resolve`` or,
    for a literal date, the date itself if the graph was built with it; else ``None``."""
    entity = resolve(argument)
    return argument if entity is None and argument in graph else entity


def missing_entities(
    document: Document, question: Question, *, resolve: Resolve | None = None
) -> tuple[str, ...]:
    """The arguments of ``question`` that ``document`` has no entity for, in order, each once;
    literal dates are among them. ``resolve`` is as for :func:`answer_question`."""
    resolved = resolve or document.resolve
    return tuple(arg for arg in dict.fromkeys(question.args) if resolved(arg) is None)
