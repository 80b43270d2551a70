"""Answers that cannot all be true: minimal sets of them, why, and the fewest to drop.

A contradiction is a set of statements that no world makes true together; with any one of them left
out, a world makes the others true. The fewest statements to drop meet every
contradiction; all of these are found as Reiter (1987) does for diagnoses.
"""

from __future__ import annotations

from collections.abc import Collection as AbstractCollection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import relation_for
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, PointConstraint, PointLink, ends_of
from timegraph.options import During
from timegraph.points import PointOperator, constraints_of
from timegraph.proofs import Chain, contradiction
from timegraph.proofs.search import minimal_conflict
from timegraph.qa import Kind, QuestionSet, SetQuestion
from timegraph.repairs import cheapest_hitting_set
from timeml import Collection, Document, RelType, TimeMLError

# What an answer says: a relation between two entities that holds, or that does not.
#
# A *yes* is the conjunction of the endpoint constraints of its relation. A *no* is a disjunction:
# one of these constraints fails. BEFORE fails in one way (b.start <= a.end), INCLUDES in two
# (b.start <= a.start, a.end <= b.end), SIMULTANEOUS in four strict ones. Each way is a single
# constraint of the convex point algebra, so that a set of answers holds iff some choice of a way
# for each no gives a consistent network.


_Triple = tuple[int, PointOperator, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """``a relation b`` that holds or, with ``holds=False``, does not; said by ``source``."""

    a: Hashable
    relation: Allen
    b: Hashable
    holds: bool
    source: Any = None

    @property
    def ways(self) -> tuple[tuple[PointConstraint, ...], ...]:
        """The ways in which the statement can be true: each is a conjunction, and one of them has
        to hold. A yes has one way, a no as many as its relation can fail in."""
        points = *ends_of(self.a), *ends_of(self.b)
        return tuple(
            tuple(PointConstraint(points[p], op, points[q]) for p, op, q in way)
            for way in _ways(self.relation, self.holds)
        )

    def negated(self) -> Statement:
        """What holds iff this does not."""
        return replace(self, holds=not self.holds)

    def __str__(self) -> str:
        return f"{self.a} {self.relation.value} {self.b}: {'yes' if self.holds else 'no'}"


@cache
def _ways(relation: Allen, holds: bool) -> tuple[tuple[_Triple, ...], ...]:
    constraints = constraints_of(AllenSet(relation).mask)
    if holds:
        return (constraints,)
    failures: list[_Triple] = []
    for p, op, q in constraints:
        # not (p < q) is q <= p, not (p <= q) is q < p, not (p = q) is p < q or q < p
        failures += [(p, "<", q), (q, "<", p)] if op == "=" else [(q, _OTHER[op], p)]
    return tuple((failure,) for failure in failures)


_OTHER: dict[PointOperator, PointOperator] = {"<": "<=", "<=": "<"}


def opposite(constraint: PointConstraint) -> PointConstraint:
    """What holds iff a constraint ``<`` or ``<=`` does not."""
    return PointConstraint(constraint.y, _OTHER[constraint.op], constraint.x)


def entities_of(statements: Iterable[Statement]) -> tuple[Hashable, ...]:
    """The entities that the statements are about, each once, in order."""
    return tuple(
        dict.fromkeys(entity for statement in statements for entity in (statement.a, statement.b))
    )


# Which statements can contradict each other at all.
#
# Statements are edges between entities. Two consistent sets that share a single interval are
# consistent together: whatever the one world does around this interval, the other can be
# stretched to fit. So what contradicts itself, and what follows from what, lies within one
# *block*: a biconnected component of the graph (Hopcroft & Tarjan 1973), where any two edges are
# on a common cycle.


_Edges = dict[Hashable, list[tuple[Hashable, int]]]


def blocks(statements: Sequence[Statement]) -> list[tuple[int, ...]]:
    """The numbers of the statements in blocks: each number once, in order, the blocks in the
    order of their first statement. A statement about one entity alone is a block."""
    edges: _Edges = {}
    in_blocks: list[tuple[int, ...]] = []
    for number, statement in enumerate(statements):
        if statement.a == statement.b:
            in_blocks.append((number,))
            continue
        edges.setdefault(statement.a, []).append((statement.b, number))
        edges.setdefault(statement.b, []).append((statement.a, number))
    depth: dict[Hashable, int] = {}
    for root in edges:
        if root not in depth:
            in_blocks += _from_root(root, edges, depth)
    return sorted(in_blocks)


def block_of(statements: Sequence[Statement], number: int) -> tuple[int, ...]:
    """The block that the statement of this number is in."""
    return next(block for block in blocks(statements) if number in block)


def _from_root(
    root: Hashable, edges: _Edges, depth: dict[Hashable, int]
) -> Iterator[tuple[int, ...]]:
    """The blocks of the part of the graph that ``root`` is in, by a depth-first search without
    recursion; ``depth`` gets its entities."""
    depth[root] = 0
    low = {root: 0}
    open_edges: list[int] = []
    used: set[int] = set()
    stack: list[tuple[Hashable, int, Iterable[tuple[Hashable, int]]]] = [
        (root, 0, iter(edges[root]))
    ]
    while stack:
        entity, begun, ahead = stack[-1]
        for other, number in ahead:
            if number in used:
                continue
            used.add(number)
            if other in depth:
                open_edges.append(number)
                low[entity] = min(low[entity], depth[other])
                continue
            depth[other] = low[other] = len(stack)
            stack.append((other, len(open_edges), iter(edges[other])))
            open_edges.append(number)
            break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[entity])
                if low[entity] >= depth[above]:
                    yield tuple(sorted(open_edges[begun:]))
                    del open_edges[begun:]


# The questions of one or more sets, by document, with the entities that they are about.


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the set in ``file``.

    ``entities`` are those of the key that an IS question is about (a literal date stands for
    itself) and ``relation`` what it asks of them; both are ``None`` for other questions and for
    ids that the key does not have. ``missing`` are these ids.
    """

    file: str
    question: SetQuestion
    entities: tuple[str, str] | None = None
    relation: Allen | None = None
    missing: tuple[str, ...] = ()

    @property
    def statement(self) -> Statement | None:
        """What the answer says; ``None`` unless it is a yes or a no about entities of the key."""
        answer = self.question.answer
        if self.entities is None or self.relation is None or answer in (None, Answer.UNKNOWN):
            return None
        a, b = self.entities
        return Statement(a, self.relation, b, answer is Answer.YES, self)

    @property
    def pair(self) -> tuple[str, Allen, str] | None:
        """What is asked, with the two entities in the order of their ids, so that a question and
        its converse have the same."""
        if self.entities is None or self.relation is None:
            return None
        (a, b), relation = self.entities, self.relation
        return (a, relation, b) if a <= b else (b, relation.converse, a)


@dataclass(frozen=True)
class AskedDocument:
    """A document and the questions about it, in the order of the sets. ``document`` is ``None`` if
    the key does not have it or it cannot be read; ``problem`` says why."""

    name: str
    questions: tuple[Asked, ...]
    document: Document | None = None
    problem: str = ""
    unreadable: bool = False
    statements: tuple[Statement, ...] = field(init=False)

    def __post_init__(self) -> None:
        statements = (asked.statement for asked in self.questions)
        object.__setattr__(self, "statements", tuple(filter(None, statements)))


def ask_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    key: Collection,
    *,
    during: During = "simultaneous",
) -> list[AskedDocument]:
    """The questions of ``sets``, each with its path, by document of ``key``, in the order of the
    first question about each. ``during`` says what DURING and DURING_INV mean."""
    questions: dict[str, list[tuple[str, SetQuestion]]] = {}
    files: dict[str, tuple[str | None, str]] = {}
    for path, question_set in sets:
        for question in question_set.questions:
            if not question.document:
                continue
            if question.document not in files:
                files[question.document] = _file(key, question.document)
            name = files[question.document][0] or question.document
            questions.setdefault(name, []).append((path, question))
    problems = {file or asked: problem for asked, (file, problem) in files.items()}
    return [
        _asked(name, of_document, key, problems[name], during)
        for name, of_document in questions.items()
    ]


def _file(key: Collection, name: str) -> tuple[str | None, str]:
    try:
        file = key.match(name)
    except TimeMLError as error:
        return None, error.message
    return file, "" if file is not None else f"{key.path} has no document {name}"


def _asked(
    name: str,
    questions: Sequence[tuple[str, SetQuestion]],
    key: Collection,
    problem: str,
    during: During,
) -> AskedDocument:
    document = None
    unreadable = False
    if not problem:
        try:
            document = key.read(name)
        except (OSError, TimeMLError) as error:
            problem, unreadable = str(error), True
    resolved = tuple(
        resolved_question(path, question, document, during) for path, question in questions
    )
    return AskedDocument(name, resolved, document, problem, unreadable)


def resolved_question(
    path: str,
    question: SetQuestion,
    document: Document | None,
    during: During = "simultaneous",
) -> Asked:
    """The question of the set ``path``, about entities of ``document``; without a document ids are
    taken as they are typed."""
    asked = question.question
    if asked is None:
        return Asked(path, question)
    meant: list[str] = []
    missing: list[str] = []
    for argument in asked.args:
        entity = argument if document is None else document.resolve(argument)
        if entity is None and argument in asked.dates:
            entity = argument
        if entity is None:
            missing.append(argument)
        else:
            meant.append(entity)
    # Without the document ids are taken as they are typed: equal ids are the same entity.
    if missing or asked.kind is not Kind.IS or not isinstance(asked.relation, RelType):
        return Asked(path, question, missing=tuple(dict.fromkeys(missing)))
    a, b = meant
    return Asked(path, question, (a, b), relation_for(asked.relation, during=during))


# Whether one world can make all statements true: an exact search over the ways of each no.
#
# What each yes says is added first. Then, again and again: a no that what is added makes true is
# satisfied; a way that it makes false is out; a no with one way left must take it. Where several
# ways remain, the no with the fewest is tried way by way, each time with the ways before it
# excluded. What follows from what is decided by :class:`timegraph.TimeGraph` alone.
#
# :class:`timegraph.IntervalNetwork` gives the same verdicts in the same time once its compiled
# search is loaded. Loading it takes as long as all else in a check of an official set, whose
# blocks have at most three statements, so this search stays.


_AT_MOST = ("<", "<=", "=")


NO_DEADLINE = Deadline()
"""All the time in the world."""


def satisfiable(statements: Sequence[Statement], deadline: Deadline = NO_DEADLINE) -> bool:
    """Whether all statements are true in some world.

    Exact. Takes exponential time in the worst case, and raises :class:`TimedOut` once the
    deadline has passed.
    """
    return all(
        world_of_block([statements[number] for number in block], deadline) is not None
        for block in blocks(statements)
    )


def world_of_block(
    statements: Sequence[Statement], deadline: Deadline, begun: TimeGraph | None = None
) -> TimeGraph | None:
    """A graph whose every world makes all statements true; ``None`` if there is none.

    As :func:`satisfiable`, without a look at blocks. ``begun`` has what some statements say.
    """
    graph = TimeGraph() if begun is None else begun.copy()
    for entity in entities_of(statements):
        graph.add_entity(entity)
    pending: list[_Ways] = []
    for statement in statements:
        ways = statement.ways
        if len(ways) > 1:
            pending.append([way for (way,) in ways])
        elif not _added(graph, ways[0]):
            return None
    # Most statements agree with each other, and then the first way that does is mostly enough. The
    # last statement comes first, for it is the one that is new to whoever gathers statements.
    deadline.check()
    world = graph.copy()
    if all(_taken_by(world, ways) for ways in reversed(pending)):
        return world
    stack: list[tuple[TimeGraph, list[PointConstraint], list[_Ways]]] = [(graph, [], pending)]
    while stack:
        deadline.check()
        graph, further, pending = stack.pop()
        graph = graph.copy()
        left = _propagated(graph, pending) if _added(graph, further) else None
        if left is None:
            continue
        if not left:
            return graph
        fewest = min(left, key=len)
        others = [ways for ways in left if ways is not fewest]
        branches = []
        excluded: list[PointConstraint] = []
        for way in fewest:
            branches.append((graph, [*excluded, way], others))
            excluded.append(opposite(way))
        stack.extend(reversed(branches))
    return None


_Ways = list[PointConstraint]


def _propagated(graph: TimeGraph, pending: Iterable[_Ways]) -> list[_Ways] | None:
    """The noes that are still open, each with the ways that are; ``None`` if one has none. Ways
    that have to be taken are added to ``graph``."""
    left = list(pending)
    changed = True
    while changed:
        changed = False
        remaining: list[_Ways] = []
        for ways in left:
            possible: _Ways = []
            for way in ways:
                label = graph.label(way.x, way.y)
                if _entailed(label, way.op):
                    break  # this way is taken already
                if not _excluded(label, way.op):
                    possible.append(way)
            else:
                if not possible:
                    return None
                if len(possible) == 1:
                    graph.add_points(possible[0].x, possible[0].op, possible[0].y)
                    changed = True
                else:
                    remaining.append(possible)
        left = remaining
    return left


def _added(graph: TimeGraph, constraints: Iterable[PointConstraint]) -> bool:
    """Whether the constraints agree with ``graph``, to which they are added then."""
    for constraint in constraints:
        label = graph.label(constraint.x, constraint.y)
        if _excluded(label, constraint.op):
            return False
        if not _entailed(label, constraint.op):
            graph.add_points(constraint.x, constraint.op, constraint.y)
    return True


def _taken_by(graph: TimeGraph, ways: _Ways) -> bool:
    """Whether one of the ways is in force, or agrees with ``graph``, to which it is added then."""
    in_force = any(_entailed(graph.label(way.x, way.y), way.op) for way in ways)
    return in_force or any(_added(graph, [way]) for way in ways)


def added_in_a_way(graph: TimeGraph, statement: Statement) -> bool:
    """Whether a way in which the statement is true agrees with ``graph``, to which it is added;
    if none does, part of one may be."""
    for entity in (statement.a, statement.b):
        graph.add_entity(entity)
    return any(_added(graph, way) for way in statement.ways)


def _entailed(label: str | None, op: str) -> bool:
    """Whether "x op y" agrees with the label of x and y."""
    return label == op or (op == "<=" and label in _AT_MOST)


def _excluded(label: str | None, op: str) -> bool:
    """Whether "x op y" contradicts the label of x and y."""
    if op == "<":
        return label in ("=", ">=", ">")
    return label == ">" or (op == "=" and label == "<")


@dataclass(frozen=True, slots=True)
class Branch:
    """One way in which a contradiction could have been avoided, and why it cannot.

    ``choices`` are the ways taken for the noes that have several, each with its statement.
    ``chain``, whose links have the statements as sources, entails the opposite of ``excluded``,
    which is what one of the statements then says.
    """

    choices: tuple[tuple[Statement, PointConstraint], ...]
    chain: Chain
    excluded: tuple[Statement, PointConstraint]


@dataclass(frozen=True, slots=True)
class Consistency:
    """Whether one world makes all statements about a document true.

    ``consistent`` is ``None`` if the time was up before it was decided. ``contradictions`` are
    minimal sets of numbers of statements; there may be more unless ``all_found``. ``drop`` are
    the fewest statements without which the others agree, of several such sets the first in file
    order; ``None`` if the time was up.
    """

    consistent: bool | None
    contradictions: tuple[tuple[int, ...], ...] = ()
    all_found: bool = True
    drop: tuple[int, ...] | None = ()


def consistency(
    statements: Sequence[Statement],
    *,
    time_limit: float | None = None,
) -> Consistency:
    """Whether some world makes all ``statements`` true; if none does, the contradictions and the
    fewest statements to drop.

    Exact within ``time_limit`` seconds, which hold for the decision and, again, for the search for
    contradictions; after them the parts that are missing are marked as such.
    """
    deadline = Deadline(time_limit)
    decided: list[tuple[int, ...]] = []
    undecided = False
    for block in blocks(statements):
        try:
            if world_of_block([statements[n] for n in block], deadline) is None:
                decided.append(block)
        except TimedOut:
            undecided = True
    if not decided:
        return Consistency(None, (), False, None) if undecided else Consistency(True)
    cores: list[tuple[int, ...]] = []
    least: list[int] | None = None if undecided else []
    complete = not undecided
    deadline = Deadline(time_limit)
    for block in decided:
        found: list[tuple[int, ...]] = []
        dropped = None
        try:
            for core in _contradictions(statements, block, deadline):
                found.append(core)
            # The fewest statements cost least to drop, and of as few the first.
            whole = 4 << len(block)
            prices = {n: whole - (1 << len(block) - k) for k, n in enumerate(block)}
            sets = list(map(frozenset, found))
            dropped = cheapest_hitting_set(sets, deadline.until, prices.__getitem__)
            complete = complete and dropped is not None
        except TimedOut:
            complete = False
        least = None if least is None or dropped is None else [*least, *dropped]
        cores += found
    in_order = tuple(sorted(cores, key=lambda core: (core[-1], len(core), core)))
    return Consistency(False, in_order, complete, None if least is None else tuple(sorted(least)))


def minimal_core(
    statements: Sequence[Statement], numbers: AbstractCollection[int], deadline: Deadline
) -> tuple[int, ...]:
    """Of the statements with these numbers, which no world makes true, a part that cannot be made
    smaller; what comes late in the file is left out first.
    """
    core = sorted(numbers)
    # Whole blocks go first: all of a contradiction lies in one.
    for block in blocks([statements[n] for n in core]):
        members = [core[k] for k in block]
        if world_of_block([statements[n] for n in members], deadline) is None:
            core = members
            break

    return minimal_conflict(
        core, lambda given: satisfiable([statements[n] for n in given], deadline)
    )


def _contradictions(
    statements: Sequence[Statement], block: tuple[int, ...], deadline: Deadline
) -> Iterator[tuple[int, ...]]:
    """Every contradiction within a block, each once: whatever is dropped from each of those found,
    look for one more among the others (Reiter's tree, where equal sets are looked at once)."""
    found: list[tuple[int, ...]] = []
    seen: set[frozenset[int]] = set()
    waiting = [frozenset[int]()]
    while waiting:
        deadline.check()
        dropped = waiting.pop()
        core = next((known for known in found if dropped.isdisjoint(known)), None)
        rest = [n for n in block if n not in dropped]
        if core is None:
            if satisfiable([statements[n] for n in rest], deadline):
                continue
            core = minimal_core(statements, rest, deadline)
            found.append(core)
            yield core
        further = [more for number in core if (more := dropped | {number}) not in seen]
        seen.update(further)
        waiting += further


def branches_of(core: Sequence[Statement], deadline: Deadline = NO_DEADLINE) -> Iterator[Branch]:
    """Why the statements of a contradiction cannot all be true: for each choice among the ways of
    its noes the chain that excludes it, noes with few ways first. A choice is not continued once it
    is excluded, so there may be fewer branches than combinations. Raises :class:`TimedOut` if
    the time is up."""
    in_order = sorted(core, key=lambda statement: len(statement.ways))
    links: list[list[list[AnyLink]]] = [
        [[PointLink(part.x, part.op, part.y, statement) for part in way] for way in statement.ways]
        for statement in in_order
    ]
    stack: list[tuple[int, ...]] = [()]
    while stack:
        deadline.check()
        taken = stack.pop()
        added = [link for ways, k in zip(links, taken, strict=False) for link in ways[k]]
        refuted = _refuted(core, added)
        if refuted is None:
            ways = links[len(taken)]
            stack += [(*taken, k) for k in reversed(range(len(ways)))]
            continue
        yield Branch(
            tuple(
                (statement, statement.ways[k][0])
                for statement, k in zip(in_order, taken, strict=False)
                if len(statement.ways) > 1
            ),
            *refuted,
        )


def _refuted(
    core: Sequence[Statement], links: Sequence[AnyLink]
) -> tuple[Chain, tuple[Statement, PointConstraint]] | None:
    """The chain by which ``links`` contradict one of them, and what this one says; ``None`` if they
    agree."""
    graph = TimeGraph(on_conflict="drop-constraint")
    for entity in entities_of(core):
        graph.add_entity(entity)
    graph.extend(links)
    if not graph.conflicts:
        return None
    link = graph.conflicts[0].link
    assert isinstance(link, PointLink)
    said = PointConstraint(link.x, link.op, link.y)
    return contradiction(graph, graph.conflicts[0]), (link.source, said)
