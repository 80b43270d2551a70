"""LIST questions: the entities that certainly, or possibly, stand in a relation.

Each relation requires of an entity y, in terms of start and end points:

=================  ======================================================================
``BEFORE x``       y.end < x.start (Allen's before, as in ``IS y BEFORE x``)
``AFTER x``        x.end < y.start
``SINCE x``        x.start <= y.start: y begins when x begins or later
``WITHIN x``       x.start <= y.start and y.end <= x.end: y does not reach beyond x
``BETWEEN x z``    x.end <= y.start and y.end <= z.start: y fits into the gap, touching allowed
=================  ======================================================================

``WITHIN 3 DAYS AFTER x`` is about distances (:mod:`timegraph.qa.distances`).

The arguments themselves are never listed. UzZaman, Llorens & Allen (2012), "Evaluating Temporal
Information Understanding with Temporal Question Answering", define the types of questions but not
their endpoints; the definitions above are those of this library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.findings.record import named
from timegraph.qa.questions import Kind, ListRelation, Question, Resolve, entity_of
from timeml.document import Event

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.qa.questions import AnyRelation
    from timeml import Document


Listed = Literal["all", "events", "timexes"]
LISTED: tuple[Listed, ...] = ("all", "events", "timexes")
"""Which entities a LIST question is about."""

_BEFORE, _AFTER = AllenSet(Allen.BEFORE), AllenSet(Allen.AFTER)
_SINCE = AllenSet(r for r in Allen if r.signs[0] >= 0)
_WITHIN = AllenSet(r for r in Allen if r.signs[0] >= 0 and r.signs[3] <= 0)
_NOT_BEFORE_ITS_END = AllenSet([Allen.AFTER, Allen.MET_BY])
_NOT_AFTER_ITS_START = AllenSet([Allen.BEFORE, Allen.MEETS])

_REQUIRED = {
    ListRelation.BEFORE: (_BEFORE,),
    ListRelation.AFTER: (_AFTER,),
    ListRelation.SINCE: (_SINCE,),
    ListRelation.WITHIN: (_WITHIN,),
    ListRelation.BETWEEN: (_NOT_BEFORE_ITS_END, _NOT_AFTER_ITS_START),
}


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The entities for which the relation is ``certain``, and those for which it is ``possible``
    but not certain; both by graph id and in text order."""

    certain: tuple[str, ...]
    possible: tuple[str, ...]

    def in_words(self, document: Document, *, possible: bool = False) -> str:
        """``ei21 cited, ei24 ordered`` or ``none``, and what is possible if that is wanted."""
        certain = ", ".join(named(document, entity) for entity in self.certain) or "none"
        if not possible:
            return certain
        others = ", ".join(named(document, entity) for entity in self.possible) or "none"
        return f"{certain}; possibly {others}"

    def to_json(self) -> dict[str, Any]:
        """The ids as JSON data."""
        return {"certain": list(self.certain), "possible": list(self.possible)}


def answer_list(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    listed: Listed = "all",
    resolve: Resolve | None = None,
) -> ListAnswer:
    """The answer of ``graph``, built from ``document``, to a LIST question.

    Literal dates must have been given to :func:`timegraph.build`. The list is empty if the graph
    lacks an entity that the question names. ``listed`` says which entities may be listed;
    ``resolve`` is as for :func:`answer_question`. Raises ``ValueError`` for other questions and for
    an unknown ``listed``.
    """
    relation = question.relation
    if question.kind is not Kind.LIST or relation is None:
        raise ValueError(f"{question} does not ask for a list; ask a LIST question")
    if listed not in LISTED:
        raise ValueError(f"listed must be one of {', '.join(LISTED)}, not {listed!r}")
    resolved = [
        entity_of(graph, resolve or document.resolve, argument) for argument in question.args
    ]
    arguments = tuple(entity for entity in resolved if entity is not None and entity in graph)
    if len(arguments) < len(resolved):
        return ListAnswer((), ())
    answers_of = _asking(graph, relation, arguments)
    if relation is ListRelation.BETWEEN and not _has_gap(graph, *arguments):
        return ListAnswer((), ())
    certain, possible = [], []
    for entity in document.entities:
        if not is_listed(document, entity, listed) or entity in arguments or entity not in graph:
            continue
        answers = answers_of(entity)
        if all(answer is Answer.YES for answer in answers):
            certain.append(entity)
        elif Answer.NO not in answers:
            possible.append(entity)
    return ListAnswer(tuple(certain), tuple(possible))


def _asking(
    graph: TimeGraph, relation: AnyRelation, arguments: tuple[str, ...]
) -> Callable[[str], Collection[Answer]]:
    """A function of an entity whose answers are all yes if the entity stands in ``relation`` to
    the arguments."""
    if not isinstance(relation, ListRelation):
        # Imported here, since most questions are not about distances.
        from timegraph.qa.distances import asking_distance

        return asking_distance(graph, relation, *arguments)
    required = tuple(zip(_REQUIRED[relation], arguments, strict=True))
    return lambda entity: [graph.ask(entity, asked, other) for asked, other in required]


def _has_gap(graph: TimeGraph, first: str, second: str) -> bool:
    # An entity takes time, so that it does not fit into an empty gap. If there is a gap, what each
    # endpoint allows by itself is allowed together: no other cycle has both constraints.
    return graph.label((second, "start"), (first, "end")) not in ("<", "<=", "=")


def is_listed(document: Document, entity: str, listed: Listed) -> bool:
    """Whether an entity of ``document`` may be listed."""
    return listed == "all" or isinstance(document.entity(entity), Event) is (listed == "events")
