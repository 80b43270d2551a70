"""The methods of temporal awareness: which links are counted, and which of them match.

All are variations of UzZaman & Allen (2011, "Temporal Evaluation", ACL): a link is correct if the
closure of the other side's links entails it. They differ in which links they count; the formulas
are in the docstring of :func:`count_awareness`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal, get_args

from timegraph._graph.arguments import NamedClosure, Statement, inverse, mask_stated
from timegraph.allen import Allen, AllenSet
from timegraph.documents.build import build, label_for, read_links
from timegraph.documents.calendar_links import add_conventions, read_calendar
from timegraph.findings import CitedLink, Describer, Sentence, naming
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING
from timegraph.links import PointLink
from timegraph.options import Choices, Interpretation
from timegraph.proofs import explain
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.measure import FIGURES, PRF, Figure, Measure, Status, single
from timegraph.scoring.pairs import Gold, Pair, pair_task, read_pair
from timegraph.scoring.qa_tempeval.comparison import Unknown, left_open, linked_entities, not_linked
from timegraph.scoring.run import Task
from timegraph.scoring.signature import (
    CountedScore,
    Notice,
    Signature,
    fields_of_reading,
    harmonic_mean,
    ratio,
)
from timeml import Document, TLink
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timeml import Collection


# Links in their order: which of them those before them entail, and which contradict these.


@dataclass(frozen=True, slots=True)
class InOrder:
    """Statements taken one by one: ``added`` ones changed the closure, ``contradicting`` ones were
    left out, and all others were entailed. ``informative`` has the first two kinds in their common
    order."""

    closure: NamedClosure
    added: tuple[Statement, ...]
    contradicting: tuple[Statement, ...]
    informative: tuple[Statement, ...]


def in_order(statements: Iterable[Statement], axioms: Sequence[PointLink] = ()) -> InOrder:
    """Take the statements one by one. One that those before it entail changes nothing; one that
    contradicts them is left out as a whole (the policy ``drop-link``).

    The constraints ``axioms`` hold from the beginning and are not in the result. Raises
    ``ValueError`` if they contradict each other.
    """
    closure = NamedClosure(axioms)
    added: list[Statement] = []
    contradicting: list[Statement] = []
    informative: list[Statement] = []
    for statement in statements:
        a, relation, b = statement
        mask = mask_stated(relation)
        possible = closure.mask(a, b)
        if not possible & ~mask:
            continue
        informative.append(statement)
        if possible & mask:
            closure.add(statement)
            added.append(statement)
        else:
            contradicting.append(statement)
    return InOrder(closure, tuple(added), tuple(contradicting), tuple(informative))


Method = Literal["default", "acl11", "implicit_in_recall"]
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
        self._calendar: tuple[PointLink, ...] = ()
        self._conventions: list[PointLink] = []
        if interpretation.calendar:
            self._calendar = _calendar_of(document, interpretation)
            _, self._conventions = read_calendar(document, interpretation)
        read = [
            (
                (
                    named.get(source, source),
                    _SINGLE.get(meaning.mask, meaning),
                    named.get(target, target),
                ),
                link,
            )
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
        """The links in file order, exact repeats once, with the calendar for axioms, its
        conventions included as far as none of the links contradicts them."""
        statements = dict.fromkeys(self.stated)
        taken = in_order(statements, self._calendar)
        kept = _kept_conventions(taken, self._calendar, self._conventions)
        return in_order(statements, (*self._calendar, *kept)) if kept else taken

    def both_directions(self) -> Iterator[Statement]:
        """Every link and its inverse; a link of an entity with itself once."""
        for stated in self.stated:
            yield stated
            if stated[0] != stated[2]:
                yield inverse(stated)

    def counted(self, method: Method) -> tuple[Statement, ...]:
        """The links of this side that are counted."""
        if method == "acl11":
            return tuple(self.both_directions())
        return self.in_file_order.informative


_SINGLE = {1 << relation.index: relation for relation in Allen}


def _calendar_of(document: Document, interpretation: Interpretation) -> tuple[PointLink, ...]:
    """The constraints of the document's calendar that come before its links. They agree with each
    other unless one id has two timexes; then they are those that :func:`timegraph.build` keeps."""
    graph = build(replace(document, tlinks=()), interpretation, conventions=False)
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    return tuple(
        link for link in graph.links if isinstance(link, PointLink) and id(link) not in left_out
    )


def _kept_conventions(
    taken: InOrder, calendar: tuple[PointLink, ...], conventions: list[PointLink]
) -> tuple[PointLink, ...]:
    """The conventions that contradict nothing of what was taken after the ``calendar`` and nothing
    stronger."""
    if not conventions:
        return ()
    graph = TimeGraph(on_conflict="drop-link")
    graph.extend(calendar)
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

    With a calendar, which each side has for itself, the links "before" a link include it, with its
    conventions as far as none of the side's links contradicts them, and so does the closure that
    decides matches.

    A label that leaves several relations possible (THYME's CONTAINS) matches if the other side
    entails that one of them holds. Labels that say nothing are not counted.

    Raises ``ValueError`` for an unknown method.
    """
    if method not in METHODS:
        raise ValueError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    ours, theirs = system.counted(method), gold.counted(method)
    matched = sum(matching(theirs, system))
    return AwarenessScore(
        precision_matched=sum(matching(ours, gold)),
        system_total=len(ours),
        recall_matched=matched,
        gold_total=len(theirs),
        implicit=_implicit(gold, ours, theirs, matched) if method == "implicit_in_recall" else 0.0,
    )


def matching(statements: Iterable[Statement], other: Side) -> Iterator[bool]:
    """Of each statement whether the ``other`` side has or entails it."""
    literal, entails = other.literal, other.in_file_order.closure.entails
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


# Temporal awareness, the score of TempEval-3, for documents and for whole systems.
#
# UzZaman & Allen (2011), Temporal Evaluation; UzZaman et al. (2013), SemEval-2013 Task 1:
# TempEval-3. The methods and their formulas are in
# :mod:`timegraph.scoring.awareness`.


# The signature's fields in the order in which they came to be; further ones follow.
_SIGNATURE = ("method", "align", "on_conflict", "during", "calendar", "coarse", "align_by")


def score_awareness(
    *,
    gold: Document,
    system: Document,
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **choices: Unpack[Choices],
) -> AwarenessScore:
    """The temporal awareness of one document that has the ids of ``gold`` already
    (:func:`timeml.align_ids`); ``method`` is one of
    :data:`~timegraph.scoring.awareness.METHODS`, ``interpretation`` and the
    choices by keyword are as in :func:`timegraph.build`.

    With ``calendar`` the timexes of each side are ordered by their values before its links; that
    order is never counted. Raises ``ValueError`` for an unknown method or choice, and for a policy
    other than ``drop-link``: a contradicting link is left out as a whole.
    """
    interpretation = _checked(replace(interpretation, **choices))
    names = _names_in_gold(gold, system)
    return count_awareness(
        gold=Side(gold, interpretation),
        system=Side(system, interpretation, names=names),
        method=method,
    )


def awareness_task(
    *,
    gold: Gold,
    system: Collection,
    name: str = "",
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
    skip_missing: bool = False,
) -> Task[AwarenessScore]:
    """The task that measures the temporal awareness of ``system`` over the documents of ``gold``
    (:func:`timegraph.scoring.read_gold`).

    ``method`` and ``interpretation`` are those of :func:`score_awareness`, which also says what is
    raised; ids are aligned by ``align_by`` as in :func:`timeml.align_ids`, or taken as they are if
    it is ``None`` (files that were normalised before). A document that the system lacks counts as
    one without links; with ``skip_missing`` it does not count at all, as in the script of
    SemEval-2015 Task 4.
    """
    interpretation = _checked(interpretation)
    if method not in METHODS:
        raise ValueError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    return pair_task(
        partial(
            _awareness, method=method, interpretation=interpretation, skip_missing=skip_missing
        ),
        interpretation=interpretation,
        gold=gold,
        system=system,
        name=name or system.path.name,
        align_by=align_by,
        signature=Signature.of(
            "temporal-awareness",
            _SIGNATURE,
            method=method,
            **fields_of_reading(interpretation, (*gold.schemes, *system.schemes), align_by),
            **({"missing": "skipped"} if skip_missing else {}),
        ),
    )


AWARENESS: Measure[AwarenessScore] = Measure(
    name="temporal-awareness",
    figures=(
        *PRF,
        Figure("precision_matched", "P matched"),
        Figure("system_total", "of system"),
        Figure("recall_matched", "R matched"),
        Figure("gold_total", "of gold"),
        Figure("recall_implicit", "implicit", attribute="implicit", rare=True),
    ),
    empty=AwarenessScore(),
    scores=single,
    intervals=FIGURES,
    task=awareness_task,
)
"""Temporal awareness, the score of TempEval-3."""


def _awareness(
    pair: Pair, *, method: Method, interpretation: Interpretation, skip_missing: bool
) -> tuple[AwarenessScore, tuple[Notice, ...]]:
    """The counts of one pair, and notices of the system's links that contradict others."""
    if skip_missing and pair.status == "missing":
        return AwarenessScore(), ()
    gold = Side(pair.gold, interpretation)
    system = Side(pair.system, interpretation, names=names_in_gold(pair))
    score = count_awareness(gold=gold, system=system, method=method)
    if pair.file is None or not system.in_file_order.contradicting:
        return score, ()
    graph = build(pair.system, interpretation)
    return score, tuple(links_left_out(graph, pair.file, words=naming(pair.system)))


def names_in_gold(pair: Pair) -> dict[str, str]:
    """Gold's names for the entities of the pair's system that have one."""
    if pair.alignment is None:
        return _names_in_gold(pair.gold, pair.system)
    return {mine: yours for yours, mine in pair.alignment.entities.items()}


def _checked(interpretation: Interpretation) -> Interpretation:
    if interpretation.on_conflict != "drop-link":
        raise ValueError(
            "temporal awareness leaves out whole links: on_conflict is drop-link, not "
            f"{interpretation.on_conflict!r}"
        )
    if interpretation.durations != "off":
        raise ValueError(
            "temporal awareness counts relations of order: durations must be off, not "
            f"{interpretation.durations!r}"
        )
    return interpretation


def _names_in_gold(gold: Document, system: Document) -> dict[str, str]:
    """Gold's names for entities of ``system`` that have another name there although ids were not
    changed: ``e1`` for ``ei1`` if gold's e1 has no instance, and the reverse. One to one, as ids
    are aligned: of several entities with one name in gold, the first in the document has it."""
    ours, theirs = set(system.entities), set(gold.entities)
    names: dict[str, str] = {}
    for mine in system.entities:
        yours = None if mine in theirs else gold.resolve(mine)
        if yours is not None and yours not in ours:
            names[mine] = yours
            ours.add(yours)
    return names


Judgement = Literal["entailed", "open", "contradicted"]
"""What one side says of a link of the other: that it is true, nothing, or that it is not."""


@dataclass(frozen=True, slots=True)
class JudgedLink:
    """A counted link of one side, ``link`` in its words, and what the other side says of it.

    ``statement`` has gold's names. ``why`` are the links of the other side that this follows from,
    ``reason`` says in words why it leaves the link open, or what else is to be known. ``brief``
    says the same in two words, to count by; of a contradicted link what the other side says
    instead, such as "says AFTER".
    """

    statement: Statement
    link: CitedLink
    sentences: tuple[Sentence, ...]
    judgement: Judgement
    why: tuple[CitedLink, ...] = ()
    reason: str = ""
    brief: str = ""

    @property
    def key(self) -> Statement:
        """The statement, the same for a link and its inverse."""
        a, _, b = self.statement
        return self.statement if a <= b else inverse(self.statement)

    @property
    def ids(self) -> tuple[str, str]:
        """Gold's names of the two entities."""
        return self.statement[0], self.statement[2]


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """A system's document compared with gold's: gold's counted links as the system judges them,
    and its own as gold does. ``names`` has the system's name of each entity by gold's."""

    name: str
    status: Status
    document: Document
    graph: TimeGraph
    names: Mapping[str, str]
    gold_links: tuple[JudgedLink, ...]
    own_links: tuple[JudgedLink, ...]


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A gold document and what the systems make of its text."""

    name: str
    gold: Document
    graph: TimeGraph
    systems: tuple[JudgedSystem, ...]


def judged_documents(
    gold: Gold,
    systems: Mapping[str, Collection],
    *,
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
) -> Iterator[JudgedDocument]:
    """Every document of ``gold`` with every link of the ``systems``, one by one; the choices are
    those of :func:`timegraph.scoring.awareness_task`."""
    for name in gold.documents:
        document = gold.documents[name]
        own_align_by = None if name in gold.failed else align_by
        judged = []
        for system, collection in systems.items():
            source = collection.matching(name)
            pair = read_pair(name, document, source, own_align_by, interpretation)
            judged.append(judge(pair, system, method=method, interpretation=interpretation))
        yield JudgedDocument(name, document, build(document, interpretation), tuple(judged))


def judge(
    pair: Pair,
    name: str = "",
    *,
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
) -> JudgedSystem:
    """The counted links of both sides of one pair; ``name`` is the system's."""
    names = names_in_gold(pair)
    system_names = {yours: mine for mine, yours in names.items()}
    sides = Side(pair.gold, interpretation), Side(pair.system, interpretation, names=names)
    gold = _Judge("gold", pair.gold, sides[0], {}, interpretation)
    system = _Judge("the system", pair.system, sides[1], system_names, interpretation)
    return JudgedSystem(
        name,
        pair.status,
        pair.system,
        system.graph,
        system_names,
        tuple(system.judge(gold, method)),
        tuple(gold.judge(system, method)),
    )


class _Judge:
    """One side, and what it says of the other's links. ``own`` has its names of entities where
    they are not gold's."""

    def __init__(
        self,
        who: str,
        document: Document,
        side: Side,
        own: Mapping[str, str],
        interpretation: Interpretation,
    ) -> None:
        self._who, self.side, self._own = who, side, own
        self.graph = build(document, interpretation)
        self._linked = linked_entities(self.graph)
        self.describer = Describer(document)

    def judge(self, other: _Judge, method: Method) -> Iterator[JudgedLink]:
        """The links that are counted for the ``other`` side, as this side judges them."""
        counted = other.side.counted(method)
        for statement, matched in zip(counted, matching(counted, self.side), strict=True):
            yield self._judged(statement, other, matched=matched)

    def name_of(self, entity: str) -> str:
        """This side's name of an entity."""
        return self._own.get(entity, entity)

    def cited(self, statement: Statement) -> tuple[CitedLink, tuple[Sentence, ...]]:
        """A link of this side, or its inverse, in its words."""
        tlinks = self.side.tlinks
        tlink = tlinks.get(statement) or tlinks[inverse(statement)]
        a, _, b = statement
        sentences = self.describer.sentences([self.name_of(a), self.name_of(b)])
        return self.describer.link(tlink), sentences

    def _judged(self, statement: Statement, other: _Judge, *, matched: bool) -> JudgedLink:
        link, sentences = other.cited(statement)
        a, relation, b = statement
        stated, words = AllenSet(relation), other.describer
        of: dict[str, Hashable | None] = {
            other.name_of(entity): name if (name := self.name_of(entity)) in self.graph else None
            for entity in (a, b)
        }
        if None in of.values():
            absent = None if matched else not_linked(of, words, self._linked, self._who)
            judgement: Judgement = "entailed" if matched else "open"
            return JudgedLink(statement, link, sentences, judgement, (), *_reasons(absent))
        first, second = self.name_of(a), self.name_of(b)
        possible = self.graph.relations(first, second)
        if matched and not possible <= stated:
            reason = f"{self._who} has the link itself, which contradicts its other links"
            return JudgedLink(statement, link, sentences, "entailed", (), reason)
        if matched or not possible & stated:
            proof = explain(self.graph, first, stated, second)
            why = tuple(map(self.describer.link, proof.links))
            judgement = "entailed" if matched else "contradicted"
            reason = "" if why or matched else "an entity is simultaneous with itself"
            brief = "" if matched else _instead(possible)
            return JudgedLink(statement, link, sentences, judgement, why, reason, brief)
        absent = not_linked(of, words, self._linked, self._who)
        absent = absent or left_open(self.graph, first, second)
        return JudgedLink(statement, link, sentences, "open", (), *_reasons(absent))


def _reasons(unknown: Unknown | None) -> tuple[str, str]:
    """Why a link is left open, in words and in two words."""
    return ("", "") if unknown is None else (str(unknown), unknown.reason)


def _instead(possible: AllenSet) -> str:
    """What a side says of a pair, if that is one relation."""
    if len(possible) != 1:
        return "contradicts"
    (relation,) = possible
    return f"says {label_for(relation).value}"
