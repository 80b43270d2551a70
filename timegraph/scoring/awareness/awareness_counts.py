"""The methods of temporal awareness: which links are counted, and which of them match.

All are variations of UzZaman & Allen (2011, "Temporal Evaluation", ACL): a link is correct if the
closure of the other side's links entails it. They differ in which links they count; the formulas
are in the docstring of :func:`count_awareness`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

from timegraph._graph.named_closure import NamedClosure, Statement, inverse
from timegraph.allen import Allen, AllenSet
from timegraph.documents.build import build, read_links
from timegraph.documents.calendar_links import add_conventions, read_calendar
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING
from timegraph.links import PointLink
from timegraph.options import Choices, Interpretation
from timegraph.scoring.awareness.file_order import InOrder, in_order
from timegraph.scoring.awareness.minimal_links import in_text_order, reduced_closure
from timegraph.scoring.ratios import CountedScore, harmonic_mean, ratio
from timeml import Document, TLink

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "METHODS",
    "AwarenessScore",
    "Method",
    "Side",
    "WeakLabelsError",
    "count_awareness",
    "matching",
]

Method = Literal["default", "acl11", "implicit_in_recall", "minimal"]
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True, slots=True)
class AwarenessScore(CountedScore):
    """The counts of temporal awareness; those of disjoint documents add up.

    Gold entails ``precision_matched`` of the ``system_total`` links counted for the system; the
    system entails ``recall_matched`` of the ``gold_total`` links counted for gold. ``implicit`` is
    what the method ``implicit_in_recall`` adds to the latter, and 0 for other methods.
    """

    precision_matched: int = 0
    system_total: int = 0
    recall_matched: int = 0
    gold_total: int = 0
    implicit: float = 0.0

    def __post_init__(self) -> None:
        if not (
            0 <= self.precision_matched <= self.system_total
            and 0 <= self.recall_matched <= self.gold_total
            and self.implicit >= 0
        ):
            raise ValueError(f"more matched than there are, or negative counts: {self}")

    @property
    def precision(self) -> float | None:
        """precision_matched / system_total; ``None`` if the system has no links."""
        return ratio(self.precision_matched, self.system_total)

    @property
    def recall(self) -> float | None:
        """(recall_matched + implicit) / gold_total; ``None`` if gold has no links."""
        return ratio(self.recall_matched + self.implicit, self.gold_total)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; 0 if one of them is 0 or only one is
        defined, ``None`` if neither is."""
        return harmonic_mean(self.precision, self.recall)


class WeakLabelsError(ValueError):
    """The method ``minimal`` was asked for labels that do not name single relations."""

    def __init__(self) -> None:
        super().__init__(
            "the method minimal counts single relations, and these labels leave several possible; "
            "choose another method"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class Side:
    """The links of one document, gold's or the system's, as the methods use them.

    ``interpretation`` and the choices by keyword are those of :func:`timegraph.build`. What the
    ``calendar`` says of the document's own timexes holds before its first link, and is never
    counted. ``names`` has the other side's names of entities, where they differ: an event is known
    by its eiid, or by its eid if it has no instance. Raises ``ValueError`` for a value
    that a choice does not have.
    """

    def __init__(
        self,
        document: Document,
        interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
        *,
        names: Mapping[str, str] | None = None,
        **choices: Unpack[Choices],
    ) -> None:
        interpretation = replace(interpretation, **choices)
        named = names or {}
        self._entities = tuple(named.get(entity, entity) for entity in document.entities)
        self._calendar: tuple[PointLink, ...] = ()
        self._conventions: tuple[PointLink, ...] = ()
        if interpretation.calendar:
            self._calendar = _calendar_of(document, interpretation)
            self._conventions = read_calendar(document, interpretation).conventions
        read = [
            ((named.get(source, source), _stated(meaning), named.get(target, target)), link)
            for link, source, meaning, target in read_links(document, interpretation)
            if meaning != NOTHING
        ]
        self.stated: tuple[Statement, ...] = tuple(statement for statement, _ in read)
        """Every link that says something in file order, repeats included."""
        self.tlinks: dict[Statement, TLink] = dict(read[::-1])
        """The first link that says so in the file."""

    @cached_property
    def literal(self) -> frozenset[Statement]:
        """Every link and its inverse."""
        return frozenset(s for stated in self.stated for s in (stated, inverse(stated)))

    @cached_property
    def in_file_order(self) -> InOrder:
        """The links in file order, exact repeats once."""
        return self._taken(lambda axioms: in_order(dict.fromkeys(self.stated), axioms))

    @cached_property
    def in_text_order(self) -> InOrder:
        """The links by the positions of their entities in the text, whatever their file order.

        Raises ``ValueError`` where a label leaves several relations possible: the reduction of a
        closure is one of single relations.
        """
        if any(isinstance(relation, AllenSet) for _, relation, _ in self.stated):
            raise WeakLabelsError
        return self._taken(lambda axioms: in_text_order(self.stated, self._entities, axioms))

    def _taken(self, take: Callable[[Sequence[PointLink]], InOrder]) -> InOrder:
        """The links, with the calendar for axioms, its conventions included as far as none of the
        links contradicts them."""
        taken = take(self._calendar)
        kept = _kept_conventions(taken, self._conventions)
        return take((*taken.axioms, *kept)) if kept else taken

    @cached_property
    def minimal(self) -> tuple[Statement, ...]:
        """The reduction of the closure, without what the calendar entails, and each contradicting
        link once."""
        taken = self.in_text_order
        linked = {entity for a, _, b in self.stated for entity in (a, b)}
        entities = [entity for entity in self._entities if entity in linked]
        return reduced_closure(taken.closure, entities, taken.axioms) + taken.contradicting

    def both_directions(self) -> Iterator[Statement]:
        """Every link and its inverse; a link of an entity with itself once."""
        for stated in self.stated:
            yield stated
            if stated[0] != stated[2]:
                yield inverse(stated)

    def closure(self, method: Method) -> NamedClosure:
        """The closure of this side, its calendar included."""
        return (self.in_text_order if method == "minimal" else self.in_file_order).closure

    def counted(self, method: Method) -> tuple[Statement, ...]:
        """The links of this side that are counted."""
        if method == "acl11":
            return tuple(self.both_directions())
        return self.minimal if method == "minimal" else self.in_file_order.informative


_SINGLE = {1 << relation.index: relation for relation in Allen}


def _stated(meaning: AllenSet) -> Allen | AllenSet:
    """What a link says, as statements have it."""
    return _SINGLE.get(meaning.mask, meaning)


def _calendar_of(document: Document, interpretation: Interpretation) -> tuple[PointLink, ...]:
    """The constraints of the document's calendar that come before its links. They agree with each
    other unless one id has two timexes; then they are those that :func:`timegraph.build` keeps."""
    graph = build(replace(document, tlinks=()), interpretation, conventions=False)
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    return tuple(
        link for link in graph.links if isinstance(link, PointLink) and id(link) not in left_out
    )


def _kept_conventions(taken: InOrder, conventions: tuple[PointLink, ...]) -> tuple[PointLink, ...]:
    """The conventions that contradict nothing of what was taken and nothing stronger."""
    if not conventions:
        return ()
    graph = TimeGraph(on_conflict="drop-link")
    graph.extend(taken.axioms)
    for a, relation, b in taken.added:
        graph.add(a, relation, b)
    before = len(graph.links)
    add_conventions(graph, conventions)
    return tuple(link for link in graph.links[before:] if isinstance(link, PointLink))


def count_awareness(*, gold: Side, system: Side, method: Method = "default") -> AwarenessScore:
    """The counts of one document; both sides have the same ids.

    A link matches if the other side's closure entails it, or if the other side has the same link
    or its inverse (otherwise a contradicting link would not even match itself).

    ``default`` counts the links that those before them in the file do not entail, contradicting
    links included, as the TempEval-3 toolkit does.

    ``acl11`` counts every link in both directions, repeats as often as they occur, and a link of
    an entity with itself once.

    ``implicit_in_recall`` counts as ``default`` does, but adds w = 0.99 / (1 + n (n - 1) / 2 - m)
    to the numerator of recall for each counted link of the system that gold entails although
    neither the link nor its inverse is among gold's counted links. n is the number of entities
    that occur in counted links of both sides, m the number of gold's counted links that match; w
    is 0 where its denominator is not positive.

    ``minimal`` counts a transitive reduction of the closure
    (:func:`timegraph.scoring.awareness.minimal_links.reduced_closure`) and each contradicting link
    once. Links are added in text order, so that their order in the file does not matter.

    With a calendar, which each side has for itself, the links "before" a link include it, with its
    conventions as far as none of the side's links contradicts them, and so does the closure that
    decides matches; the reduction is that of what is entailed beyond the calendar.

    A label that leaves several relations possible (THYME's CONTAINS) matches if the other side
    entails that one of them holds; ``minimal`` cannot count such labels and raises
    :class:`WeakLabelsError`. Labels that say nothing are not counted.

    Raises ``ValueError`` for an unknown method.
    """
    if method not in METHODS:
        raise ValueError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    ours, theirs = system.counted(method), gold.counted(method)
    matched = sum(matching(theirs, system, method))
    return AwarenessScore(
        precision_matched=sum(matching(ours, gold, method)),
        system_total=len(ours),
        recall_matched=matched,
        gold_total=len(theirs),
        implicit=_implicit(gold, ours, theirs, matched) if method == "implicit_in_recall" else 0.0,
    )


def matching(statements: Iterable[Statement], other: Side, method: Method) -> Iterator[bool]:
    """Of each statement whether the ``other`` side has or entails it, as ``method`` closes it."""
    literal, entails = other.literal, other.closure(method).entails
    return (statement in literal or entails(statement) for statement in statements)


def _implicit(
    gold: Side, ours: tuple[Statement, ...], theirs: tuple[Statement, ...], matched: int
) -> float:
    common = _entities(ours) & _entities(theirs)
    denominator = 1 + len(common) * (len(common) - 1) // 2 - matched
    if denominator <= 0:
        return 0.0
    explicit = {s for statement in theirs for s in (statement, inverse(statement))}
    entails = gold.in_file_order.closure.entails
    return 0.99 / denominator * sum(s not in explicit and entails(s) for s in ours)


def _entities(statements: Iterable[Statement]) -> set[str]:
    return {entity for a, _, b in statements for entity in (a, b)}
