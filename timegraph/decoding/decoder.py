"""Decoding: from weights to the best consistent annotation, with a proof of how good it is.

It returns the annotation, what it is worth, which labels were given up, and the chain of chosen
links that each of these runs into. The weighted links of a graph are decoded in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Union

from timegraph._lazy import Later, named_if_missing
from timegraph._pace import in_order
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.decoding.candidates import (
    MODES,
    Candidate,
    CandidateError,
    Mode,
    Spelling,
    Vocabulary,
    by_document,
    candidates_of,
    label_of,
    scheme_of,
    vocabulary_of,
)
from timegraph.graph import TimeGraph
from timegraph.labels import Scheme, find_scheme
from timegraph.links import AnyLink, DistanceLink, Link, Policy
from timegraph.proofs import explain
from timegraph.proofs.search import minimal_conflict
from timegraph.readable_graph import ReadableGraph

if TYPE_CHECKING:
    from timegraph.decoding import local_search, solver
    from timegraph.decoding.local_search import Numbered
    from timegraph.decoding.solver import Solution
else:
    local_search = Later("timegraph.decoding.local_search")
    solver = Later("timegraph.decoding.solver")

Weight = Union[int, Fraction]  # noqa: UP007 (an alias evaluated at run time)
"""A weight: whole where it can be."""


@dataclass(frozen=True, slots=True)
class Outvoted:
    """A pair whose heaviest label was not chosen: both with what they mean and weigh."""

    a: Hashable
    label: str
    b: Hashable
    weight: Weight
    chosen: str
    chosen_weight: Weight
    meaning: AllenSet
    chosen_meaning: AllenSet

    def __str__(self) -> str:
        return f"{self.a} {self.label} {self.b} ({float(self.weight):g}) became {self.chosen}"


@dataclass(frozen=True, slots=True)
class Overruled(Outvoted):
    """The heaviest label of a pair, where another was chosen.

    ``why`` is ``"contradicts"`` if ``chain``, links that were chosen, contradicts it; ``"entails"``
    if the chain entails what was chosen, or, together with the label that was given up,
    ``consequence``: a label that another pair does not have. It is ``"outweighed"`` where no chain
    speaks against the label: something better may remain to be found. ``words`` has the labels
    by which links are printed.
    """

    why: Literal["contradicts", "entails", "outweighed"]
    chain: tuple[AnyLink, ...]
    consequence: Link | None = None
    words: Scheme | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        chain = "; ".join(map(self._in_words, self.chain))
        head = Outvoted.__str__(self)
        if self.why == "outweighed":
            return f"{head}: the others weigh more so"
        if self.consequence is not None:
            entailed = self._in_words(self.consequence)
            return f"{head}: with {chain or 'nothing else'} it entails {entailed}"
        return f"{head}: {chain} {self.why} {'it' if self.why == 'contradicts' else 'that'}"

    def _in_words(self, link: AnyLink) -> str:
        """A link with its label, if the scheme has one for it."""
        if self.words is None or not isinstance(link, Link):
            return str(link)
        label = self.words.label_of(link.relation)
        return str(link) if label is None else f"{link.a} {label} {link.b}"


Pair = tuple[Hashable, Hashable]


def _overruled(
    pair: Outvoted, graph: TimeGraph[Any], meant: Mapping[Pair, AllenSet], decoded: Decoded
) -> Overruled:
    """What a pair that lost its heaviest label runs into. ``graph`` has all chosen links but that
    of the pair itself, leaves out links that contradict, and is the same again afterwards;
    ``meant`` says what the chosen links are."""
    of_pair: dict[str, Any] = {each.name: getattr(pair, each.name) for each in fields(pair)}

    def because(why: Any, chain: tuple[AnyLink, ...], consequence: Link | None = None) -> Overruled:
        return Overruled(
            **of_pair, why=why, chain=chain, consequence=consequence, words=decoded.words.scheme
        )

    says_nothing = len(pair.meaning) == 13
    if not says_nothing:
        answer = explain(graph, pair.a, pair.meaning, pair.b)
        if answer.answer is Answer.NO:
            return because("contradicts", answer.links)
    closed = decoded.mode == "closed"
    if says_nothing or (closed and len(pair.chosen_meaning) < 13):
        entailed = explain(graph, pair.a, pair.chosen_meaning, pair.b)
        if entailed.answer is Answer.YES:
            return because("entails", entailed.links)
    if says_nothing:
        return because("outweighed", ())
    given_up = Link(pair.a, pair.meaning, pair.b, pair.label)
    handle = graph.add(pair.a, pair.meaning, pair.b, pair.label)
    try:
        if graph.conflicts and graph.conflicts[-1].link == given_up:
            return because("contradicts", graph.conflicts[-1].against)
        for a, meaning, b in _changed(graph, meant, decoded) if closed else ():
            chain = explain(graph, a, meaning, b).links
            others = tuple(link for link in chain if link != given_up)
            return because("entails", others, Link(a, meaning, b))
        return because("outweighed", ())
    finally:
        graph.remove(handle)


def _changed(
    graph: TimeGraph[Any], meant: Mapping[Pair, AllenSet], decoded: Decoded
) -> Iterator[tuple[Any, AllenSet, Any]]:
    """Pairs of which the graph entails another label than the one that was chosen."""
    words = decoded.words
    for a, b in decoded.labels:
        strongest = words.strongest(words.seen(graph.relations(a, b)).mask)
        if strongest and words.meanings[strongest] != meant.get((a, b)):
            yield a, words.meanings[strongest], b


@dataclass(frozen=True)
class Decoded:
    """The consistent annotation of greatest weight that was found.

    ``labels`` has the label of each pair, named as in the first candidate of the pair (turned round
    only where the scheme has no label that way). ``value`` is what the labels weigh together; no
    other annotation weighs more than ``bound``; ``optimal`` is whether that is proven to be the
    same. ``loss`` is how much more the heaviest labels of all pairs weigh, which contradict each
    other. ``links`` are the chosen links that claim something, ``given`` what held anyway, with the
    ``timezone`` and ``conventions`` of its graph, ``outvoted`` the pairs that did not get their
    heaviest label, ``words`` the choices there were.
    """

    labels: Mapping[tuple[Hashable, Hashable], str]
    value: Weight
    bound: Weight
    loss: Weight
    optimal: bool
    mode: Mode
    links: tuple[Link, ...] = field(repr=False)
    given: tuple[AnyLink, ...] = field(repr=False)
    outvoted: tuple[Outvoted, ...] = field(repr=False)
    words: Vocabulary = field(repr=False)
    timezone: str | None = field(default=None, repr=False)
    conventions: bool = field(default=True, repr=False)

    def __repr__(self) -> str:
        pairs, value = len(self.labels), float(self.value)
        proof = "optimal" if self.optimal else f"at most {float(self.bound):g} possible"
        return f"<Decoded, {self.mode}: {pairs} pairs, value {value:g}, {proof}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (dict(self.labels), *(getattr(self, f.name) for f in fields(self)[1:]))

    @property
    def gap(self) -> float:
        """How much more, as a share of the value, another annotation could at most weigh."""
        more = Fraction(0 if self.optimal else self.bound - self.value)
        return float(more / max(abs(Fraction(self.value)), Fraction(1)))

    @cached_property
    def graph(self) -> TimeGraph[Any]:
        """The chosen links, and the given ones, as a graph."""
        graph = self._given("error")
        graph.extend(self.links)
        return graph

    @cached_property
    def overruled(self) -> tuple[Overruled, ...]:
        """The heaviest label of each pair that got another, and what it runs into."""
        graph = self._given("drop-link")
        meant = {(link.a, link.b): link.relation for link in self.links}
        handles = dict(zip(meant, graph.extend(self.links), strict=True))
        found = []
        for pair in self.outvoted:
            ends = ((pair.a, pair.b), (pair.b, pair.a))
            kept = next((key for key in ends if key in handles), None)
            links = graph.remove(handles[kept]) if kept else ()
            for entity in (pair.a, pair.b):
                graph.add_entity(entity)
            found.append(_overruled(pair, graph, meant, self))
            if kept:
                (handles[kept],) = graph.extend(links)
        return tuple(found)

    def _given(self, on_conflict: Policy) -> TimeGraph[Any]:
        """A new graph of all entities with what was given."""
        graph: TimeGraph[Any] = TimeGraph(
            on_conflict=on_conflict, timezone=self.timezone, conventions=self.conventions
        )
        for pair in self.labels:
            for entity in pair:
                graph.add_entity(entity)
        graph.extend(self.given)
        return graph


def _again(labels: dict[tuple[Hashable, Hashable], str], *others: Any) -> Decoded:
    return Decoded(MappingProxyType(labels), *others)


Unlisted = Literal["zero", "excluded"]
"""What a label weighs that is not listed for a pair: nothing, or it cannot be chosen."""

_SECONDS_TO_EXPLAIN = 1.0
"""How long it is looked for what leaves no annotation."""

_AHEAD = 32
"""Documents that are under way at a time."""


def decode(
    candidates: Any,
    *,
    labels: str | Scheme,
    mode: Mode = "closed",
    time_limit: float | None = None,
    given: TimeGraph[Any] | Iterable[AnyLink] = (),
    unlisted: Unlisted = "zero",
    seed: int = 0,
    program: bool | None = None,
) -> Decoded:
    """The consistent annotation of greatest weight (MAP inference), and a proven bound.

    ``candidates`` say for pairs of entities what a label weighs: tuples ``(a, b, label, weight)``,
    with a source after them or not; mappings with fields of these names, or with ``weights`` by
    label; or a mapping from ``(a, b)`` to weights by label. Equal ones add up, those of ``(b, a)``
    are turned round. Only differences within a pair count. ``labels`` is the label
    scheme: its name, or one of :mod:`timegraph.labels`.

    ``mode`` says what an annotation is. ``"closed"``: every pair has the strongest label that the
    result entails, and vague exactly where it entails none. ``"links"``: consistent links, at most
    one for a pair; vague claims nothing. ``"order"``: closed without vague (schemes that compare
    starts). ``given`` are links, or a graph, that hold whatever is chosen. ``unlisted="excluded"``
    forbids labels that a pair does not list, as for logarithms of probabilities.

    After ``time_limit`` seconds (by default when the proof is complete, however long that takes)
    the best found is returned, never worse than links added by weight (which is always waited for,
    though thousands of entities take a second), with the bound reached.
    ``program`` says whether the bound comes from the linear program (the extra ``decode``), by
    default where that is installed. The result depends on nothing but the candidates in their
    order, the ``seed`` and these choices, unless time runs out.

    Raises :class:`timegraph.decoding.CandidateError` for candidates that cannot be used,
    :class:`timegraph.labels.SchemeError` for labels that the scheme or the mode lacks, and
    :class:`timegraph.ContradictionError` if what is given contradicts itself.
    """
    scheme = find_scheme(labels) if isinstance(labels, str) else labels
    found = list(candidates_of(candidates, scheme))
    documents = {result.document for result in found}
    if len(documents) > 1:
        raise CandidateError(
            f"these are candidates of {len(documents)} documents; use decode_documents"
        )
    excluded = unlisted == "excluded"
    return _decoded((found, given), scheme, mode, time_limit, excluded, seed, program)


def decode_documents(
    candidates: Any,
    *,
    labels: str | Scheme,
    mode: Mode = "closed",
    time_limit: float | None = None,
    given: Mapping[Hashable, TimeGraph[Any] | Iterable[AnyLink]] = MappingProxyType({}),
    unlisted: Unlisted = "zero",
    seed: int = 0,
    program: bool | None = None,
    executor: Executor | None = None,
) -> Iterator[tuple[Hashable, Decoded]]:
    """:func:`decode` of each document, one after the other, as its candidates come: those of a
    document stand together, and few documents are in memory. ``time_limit`` is for each document,
    ``given`` has by the name of a document what is given there.
    The processes of an ``executor``, such as :class:`timegraph.corpus.Pool`, work on several
    documents at once; the results are the same."""
    scheme = find_scheme(labels) if isinstance(labels, str) else labels
    work = partial(
        _decoded,
        scheme=scheme,
        mode=mode,
        time_limit=time_limit,
        excluded=unlisted == "excluded",
        seed=seed,
        program=program,
    )
    documents = (
        (document, (found, given.get(document, ())))
        for document, found in by_document(candidates_of(candidates, scheme))
    )
    if executor is None:
        return ((document, work(task)) for document, task in documents)
    return in_order(executor, work, documents, _AHEAD)


@named_if_missing()
def _decoded(
    task: tuple[Sequence[Candidate], TimeGraph[Any] | Iterable[AnyLink]],
    scheme: Scheme,
    mode: Mode,
    time_limit: float | None,
    excluded: bool,
    seed: int,
    program: bool | None,
) -> Decoded:
    """One document: its candidates and what is given."""
    from timegraph.decoding.bounds import installed

    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
    if time_limit is not None and not time_limit >= 0:
        raise ValueError(f"time_limit must be a number of seconds from 0 on, not {time_limit!r}")
    words = vocabulary_of(scheme)
    words.check(mode)
    begin = time.monotonic()
    candidates, given = task
    base, relations = _given(given, candidates)
    one = local_search.numbered(candidates, words, mode, excluded=excluded, given=relations)
    if program is None:
        program = installed()
    seconds = None if time_limit is None else max(0, begin + time_limit - time.monotonic())
    solution = solver.solve(one.problem, seconds=seconds, seed=seed, program=program)
    if solution.impossible:
        pairs = [one.ends[k] for k in solution.impossible]
        raise CandidateError(_why_none(candidates, base, words, mode, excluded, pairs))
    return _result(one, solution, base)


def _why_none(
    candidates: Sequence[Candidate],
    base: TimeGraph[Any],
    words: Vocabulary,
    mode: Mode,
    excluded: bool,
    pairs: Iterable[Pair],
) -> str:
    """Which given links and which of these pairs leave no annotation: as few as are found in a
    second."""
    end = time.monotonic() + _SECONDS_TO_EXPLAIN

    def of(pairs: Iterable[object]) -> list[Candidate]:
        among = set(pairs)
        return [each for each in candidates if frozenset((each.a, each.b)) in among]

    def agree(items: list[Any]) -> bool:
        left = end - time.monotonic()
        if left <= 0:
            return True
        some, links = of(items), [item for item in items if not isinstance(item, frozenset)]
        relations = _given(links, some, base)[1]
        problem = local_search.numbered(
            some, words, mode, excluded=excluded, given=relations
        ).problem
        return not solver.solve(problem, seconds=left, seed=0, program=False).impossible

    core = minimal_conflict([*map(frozenset, pairs), *base.links], agree)
    labels: dict[frozenset[Hashable], dict[str, None]] = {}
    for each in of(core):
        said = f"{each.a} {'VAGUE' if each.label is None else each.label} {each.b}"
        labels.setdefault(frozenset((each.a, each.b)), {})[said] = None
    listed = "; ".join(map(" or ".join, labels.values()))
    given = "; ".join(str(item) for item in core if not isinstance(item, frozenset))
    reason = f"what is given ({given}) excludes" if given else "these contradict each other:"
    return (
        f"no consistent annotation exists: {reason} {listed}; give one of these pairs another label"
        + (", or take back what is given" if given else "")
    )


def _given(
    given: TimeGraph[Any] | Iterable[AnyLink],
    candidates: Sequence[Candidate],
    like: TimeGraph[Any] | None = None,
) -> tuple[TimeGraph[Any], list[tuple[Hashable, Hashable, AllenSet]]]:
    """A graph of the given links, and what they entail between entities of candidates. The time
    zone and the conventions are those of a graph that is given, or of one ``like`` it."""
    graph: TimeGraph[Any] = TimeGraph()
    if isinstance(given, TimeGraph):
        like, given = given, given.links
    if like is not None:
        graph = TimeGraph(timezone=like.timezone, conventions=like.conventions)
    given = tuple(given)
    for link in given:
        if isinstance(link, DistanceLink):
            raise CandidateError(
                f"{link}: labels cannot be weighed against lengths and distances; give the links "
                "without them"
            )
    graph.extend(given)
    entities = dict.fromkeys(
        end for candidate in candidates for end in (candidate.a, candidate.b) if end in graph
    )
    relations = [
        (a, b, known)
        for a, b in combinations(entities, 2)
        if len(known := graph.relations(a, b)) < 13
    ]
    return graph, relations


def _result(one: Numbered, solution: Solution, given: TimeGraph[Any]) -> Decoded:
    problem, words = one.problem, one.problem.words
    if solution.chosen is None:
        raise CandidateError(
            "no consistent annotation has been found in time among the labels that the pairs list, "
            "nor a proof that there is none; give a longer time limit"
        )
    labels: dict[tuple[Hashable, Hashable], str] = {}
    links, outvoted = [], []
    value, loss = Fraction(), Fraction()
    spelled = Spelling(words.scheme, one.names)
    chosen = solution.chosen.tolist()
    for pair, (choice, best) in enumerate(zip(chosen, one.heaviest(), strict=True)):
        weights = one.exact[pair]
        value += weights[choice]
        a, b, label, meaning = _named(one, pair, choice, spelled)
        labels[a, b] = label
        if choice:
            links.append(Link(a, meaning, b, one.sources.get((pair, choice), label)))
        if choice != best and weights[best] > weights[choice]:
            loss += weights[best] - weights[choice]
            x, y, heaviest, meant = _named(one, pair, best, spelled)
            turned = (x, y) != (a, b)
            outvoted.append(
                Outvoted(
                    x, heaviest, y, _plain(weights[best]), label, _plain(weights[choice]), meant,
                    meaning.converse if turned else meaning,
                )
            )  # fmt: skip
    whole = problem.value(solution.chosen)
    optimal = solution.bound <= whole
    bound = value if optimal and not one.slack else (solution.bound + one.slack) / one.scale
    return Decoded(
        MappingProxyType(labels), _plain(value), _plain(min(bound, value + loss)), _plain(loss),
        optimal, problem.mode, tuple(links), given.links, tuple(outvoted), words, given.timezone,
        given.conventions,
    )  # fmt: skip


def _named(
    one: Numbered, pair: int, choice: int, spelled: Spelling
) -> tuple[Hashable, Hashable, str, AllenSet]:
    """A choice as the user names it: the ends, the label, and what it means."""
    words: Vocabulary = one.problem.words
    a, b = one.ends[pair]
    choice = words.turned[choice] if one.turned[pair] else choice
    meaning = words.meanings[choice]
    label = spelled.label(meaning)
    if label is None and choice:
        a, b, meaning = b, a, meaning.converse
        label = spelled.label(meaning)
    return a, b, "VAGUE" if label is None else label, meaning


def _plain(weight: Fraction) -> Weight:
    return weight.numerator if weight.denominator == 1 else weight


def decode_graph(graph: ReadableGraph[Any], *, time_limit: float | None = None) -> Decoded:
    """The weighted links of ``graph`` that can hold together and weigh most, at most one of a
    pair, as :func:`timegraph.decode` finds them in the mode ``"links"``.

    Links without a weight are given: they hold whatever is chosen. After ``time_limit`` seconds
    the best found is returned with the bound reached. Raises
    :class:`timegraph.ContradictionError` if what is given contradicts itself, and
    :class:`timegraph.decoding.CandidateError` for graphs with lengths or distances, which cannot be
    weighed against, and for weighted comparisons of ends;
    :class:`timegraph.labels.SchemeError` for links of more than 62 different meanings.
    """
    candidates: list[tuple[Any, Any, str, Any, Any]] = []
    given: TimeGraph[Any] = TimeGraph(timezone=graph.timezone, conventions=graph.conventions)
    lasting = []
    for link in graph.links:
        if getattr(link, "weight", None) is None:
            lasting.append(link)
        elif isinstance(link, Link):
            candidates.append((link.a, link.b, label_of(link.relation), link.weight, link.source))
        else:
            raise CandidateError(
                f"{link}: a comparison of two ends has a weight; say it as a relation of the two"
            )
    given.extend(lasting)
    scheme = scheme_of(label for _, _, label, *_ in candidates)
    return decode(candidates, labels=scheme, mode="links", given=given, time_limit=time_limit)
