"""Scores of relation classification: labels on given pairs, and closure scores with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as AbstractCollection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.documents.build import build, read_links
from timegraph.findings import naming
from timegraph.labels import NOTHING, Scheme, plain
from timegraph.options import Interpretation
from timegraph.points import constraints_of
from timegraph.scoring.agreement.compare import label_of
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.awareness import AwarenessScore, Side, count_awareness, names_in_gold
from timegraph.scoring.measure import Figure, Measure, Result, Sample, single
from timegraph.scoring.pairs import DISTANCE_FIELDS, Gold, Pair, Places, group_order, pair_task
from timegraph.scoring.run import Run, Task
from timegraph.scoring.signature import (
    CountedScore,
    FoundScore,
    Notice,
    Signature,
    fields_of_reading,
    harmonic_mean,
    ratio,
)
from timegraph.scoring.statistics import Counts, Interval, jackknife_interval
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


# Labels on given pairs: precision, recall and F1, for all labels together and for each.
#
# Gold gives the pairs and the directions; what a system says of other pairs does not count. A
# pair that the system leaves without a link has no label: it costs recall, and is never taken for
# VAGUE.


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often gold's label (first) met the system's (second; ``None``: no link) on given pairs.

    ``nothing`` are the labels that say nothing. The confusions of disjoint documents add up.
    """

    counts: Mapping[tuple[str, str | None], int] = field(default_factory=dict)
    nothing: frozenset[str] = frozenset()

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that gold or the system has, sorted."""
        pairs = self.counts
        return tuple(sorted({label for pair in pairs for label in pair if label is not None}))

    def of(self, label: str) -> FoundScore:
        """The score of one label."""
        return FoundScore(
            self.counts.get((label, label), 0),
            sum(count for (_, of_system), count in self.counts.items() if of_system == label),
            sum(count for (gold, _), count in self.counts.items() if gold == label),
        )

    def counted(self, *, nothing: bool) -> tuple[str, ...]:
        """The labels that count, with or without those that say nothing."""
        return tuple(label for label in self.labels if nothing or label not in self.nothing)

    @property
    def micro(self) -> FoundScore:
        """All labels together; with all pairs labelled, F1 is the accuracy."""
        return sum(map(self.of, self.labels), FoundScore())

    @property
    def micro_said(self) -> FoundScore:
        """:attr:`micro` without the labels that say nothing."""
        return sum(map(self.of, self.counted(nothing=False)), FoundScore())

    @property
    def macro(self) -> float | None:
        """The mean of the labels' F1, over the labels that gold or the system has on given pairs;
        ``None`` without labels."""
        return _mean_f1(map(self.of, self.labels))

    @property
    def macro_said(self) -> float | None:
        """:attr:`macro` without the labels that say nothing."""
        return _mean_f1(map(self.of, self.counted(nothing=False)))

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(Counter(self.counts) + Counter(other.counts), self.nothing | other.nothing)


_STARTS = {-1: "BEFORE", 0: "EQUAL", 1: "AFTER"}


def start_label(relations: AllenSet) -> str:
    """What relations say of the starts alone, as MATRES labels them (Ning et al. 2018): BEFORE,
    AFTER, EQUAL, or VAGUE if several are possible."""
    signs = {relation.signs[0] for relation in relations}
    return _STARTS[signs.pop()] if len(signs) == 1 else "VAGUE"


# The closure scores of Clinical TempEval, as anaforatools computes them (--temporal-closure).
#
# Bethard et al. (2015), SemEval-2015 Task 6. Precision is the share of the system's links that
# gold's links entail, recall the share of gold's links that the system's entail. Unlike in
# temporal awareness, all distinct links count, redundant or not; links that say the same (a
# BEFORE b and b AFTER a, as in anaforatools 1.2) are one. Links that contradict each other are
# not left out: they entail each other's consequences, as far as a path of endpoints leads.


StatedLink = tuple[str, str, AllenSet, str]
"""A link: the entity a, its label, what the label says from a to b, and the entity b."""

Point = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ClosureScore(CountedScore):
    """Gold entails ``precision_matched`` of the ``system_total`` links of the system; the system
    entails ``recall_matched`` of the ``gold_total`` links of gold. With a quirk of anaforatools:
    precision without links of the system is 1, and so is recall without links of gold."""

    precision_matched: int = 0
    system_total: int = 0
    recall_matched: int = 0
    gold_total: int = 0

    @property
    def precision(self) -> float | None:
        """precision_matched / system_total, or 1."""
        return 1.0 if not self.system_total else self.precision_matched / self.system_total

    @property
    def recall(self) -> float | None:
        """recall_matched / gold_total, or 1."""
        return 1.0 if not self.gold_total else self.recall_matched / self.gold_total

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)


def count_closure(
    *, gold: AbstractCollection[StatedLink], system: AbstractCollection[StatedLink]
) -> ClosureScore:
    """The closure score of one document: the links of both sides under common entities, without
    those that say nothing."""
    ours, theirs = _distinct(system), _distinct(gold)
    return ClosureScore(
        _entailed(ours, _Paths(theirs)), len(ours), _entailed(theirs, _Paths(ours)), len(theirs)
    )


def _distinct(links: Iterable[StatedLink]) -> list[StatedLink]:
    """The links without those that say of the same entities what one before them says."""
    distinct: dict[object, StatedLink] = {}
    for link in links:
        a, _, relations, b = link
        said = frozenset(
            (min(x, y), sign, max(x, y)) if sign == "=" else (x, sign, y)
            for x, sign, y in _constraints(a, relations, b)
        )
        distinct.setdefault((frozenset((a, b)), said), link)
    return list(distinct.values())


def _entailed(links: Iterable[StatedLink], paths: _Paths) -> int:
    return sum(paths.entail(link) for link in links)


class _Paths:
    """What links say of endpoints: a weak arc for each ``<=``, a strict one for each ``<``, and
    two weak ones that are marked for each ``=``."""

    def __init__(self, links: Iterable[StatedLink]) -> None:
        self._arcs: dict[Point, list[tuple[Point, str]]] = {}
        self._known: dict[Point, dict[Point, set[str]]] = {}
        for a, _, relations, b in links:
            for entity in (a, b):
                self._arcs.setdefault((entity, "start"), []).append(((entity, "end"), "<"))
                self._arcs.setdefault((entity, "end"), [])
            for x, sign, y in _constraints(a, relations, b):
                self._arcs[x].append((y, sign))
                if sign == "=":
                    self._arcs[y].append((x, sign))

    def entail(self, link: StatedLink) -> bool:
        """Whether paths lead along every constraint of the link."""
        a, _, relations, b = link
        return all(self._holds(*constraint) for constraint in _constraints(a, relations, b))

    def _holds(self, x: Point, sign: str, y: Point) -> bool:
        signs = self._from(x).get(y, set())
        if sign == "<":
            return "<" in signs
        if sign == "<=":
            return bool(signs)
        # Equal by equalities, or by two weak orders that meet.
        back = self._from(y).get(x, set())
        return "=" in signs or (signs == {"<="} and back == {"<="})

    def _from(self, x: Point) -> dict[Point, set[str]]:
        """The points that paths from x lead to, with the signs that these paths have."""
        if x in self._known:
            return self._known[x]
        reached: dict[Point, set[str]] = {}
        stack: list[tuple[Point, str]] = [(x, "=")] if x in self._arcs else []
        while stack:
            point, so_far = stack.pop()
            if so_far in reached.setdefault(point, set()):
                continue
            reached[point].add(so_far)
            stack += [(target, _joined(so_far, sign)) for target, sign in self._arcs[point]]
        self._known[x] = reached
        return reached


def _joined(first: str, second: str) -> str:
    if "<" in (first, second):
        return "<"
    return "<=" if "<=" in (first, second) else "="


def _constraints(a: str, relations: AllenSet, b: str) -> list[tuple[Point, str, Point]]:
    points = ((a, "start"), (a, "end"), (b, "start"), (b, "end"))
    return [(points[p], sign, points[q]) for p, sign, q in constraints_of(relations.mask)]


# What a system says of the relations of documents, counted, with all figures.
#
# Most figures are those of a part; macro F1 needs the counts of every label.


RelationsBy = Literal["kind", "distance"]
RELATIONS_BY: tuple[RelationsBy, ...] = get_args(RelationsBy)
"""What given pairs can be grouped by: what the two entities are, how far apart they stand. Scores
have documents and labels by themselves."""


@dataclass(frozen=True, slots=True)
class RelationsScore:
    """The relations of one document, or of several: those on given pairs, temporal awareness, the
    closure score, and of how many ``links`` of the system so many are ``contradicting``, in
    ``inconsistent`` of the ``documents`` with links. ``outside`` counts links of the system on
    other pairs. ``groups`` has the relations on given pairs by each kind of groups that was
    wanted. Scores of disjoint documents add up; figures are ``None`` where they are undefined."""

    confusion: Confusion = field(default_factory=Confusion)
    awareness: AwarenessScore = field(default_factory=AwarenessScore)
    closure: ClosureScore = field(default_factory=ClosureScore)
    links: int = 0
    contradicting: int = 0
    documents: int = 0
    inconsistent: int = 0
    outside: int = 0
    groups: Mapping[RelationsBy, Mapping[str, Confusion]] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """The given pairs."""
        return sum(self.confusion.counts.values())

    @property
    def contradicting_share(self) -> float | None:
        """The share of the system's links that contradict links before them."""
        return ratio(self.contradicting, self.links)

    @property
    def inconsistent_share(self) -> float | None:
        """The share of the system's documents with links that have such links."""
        return ratio(self.inconsistent, self.documents)

    def group(self, by: RelationsBy, name: str) -> Confusion:
        """The relations on the given pairs of a group; of none if it has no pair."""
        return self.groups.get(by, {}).get(name, Confusion())

    def __add__(self, other: RelationsScore) -> RelationsScore:
        every = {
            by: dict.fromkeys((*self.groups.get(by, {}), *other.groups.get(by, {})))
            for by in {**self.groups, **other.groups}
        }
        groups = {
            by: {name: self.group(by, name) + other.group(by, name) for name in names}
            for by, names in every.items()
        }
        *counted, _ = (field.name for field in fields(self))
        sums: dict[str, Any] = {n: getattr(self, n) + getattr(other, n) for n in counted}
        return RelationsScore(**sums, groups=groups)


def _labels_sample(systems: Sequence[Sequence[RelationsScore]], *, nothing: bool) -> Sample:
    """The counts of each system by document of which sums make the mean F1 of labels: correct,
    predicted and expected of each label, one after the other."""
    confusions = [[score.confusion for score in scores] for scores in systems]
    every = (confusion for of_system in confusions for confusion in of_system)
    labels = sorted({label for each in every for label in each.counted(nothing=nothing)})
    counts = [
        [[n for label in labels for n in confusion.of(label).counts] for confusion in of_units]
        for of_units in confusions
    ]
    return Sample(counts, _macro)


def _macro(counts: Counts) -> float | None:
    """The mean F1 of the labels that gold or the system has."""
    scores = [FoundScore(*map(round, counts[k : k + 3])) for k in range(0, len(counts), 3)]
    return _mean_f1(score for score in scores if score.system_total or score.gold_total)


def _mean_f1(scores: Iterable[FoundScore]) -> float | None:
    found = [score.f1 or 0.0 for score in scores]
    return ratio(sum(found), len(found))


# The labels on given pairs in groups: by label, by document, and by kinds of pairs.


GROUPS = ("label", "document", *RELATIONS_BY)
"""The kinds of groups that given pairs fall into."""


def group_scores(result: Result[RelationsScore], by: str) -> dict[str, list[FoundScore]]:
    """The score in each document of each group of the kind ``by``, one of :data:`GROUPS`, in the
    order of tables; those of ``kind`` and ``distance`` only if they were counted
    (:func:`relations_task`). Raises ``ValueError`` for a kind that does not exist."""
    if by == "document":
        return {unit.name: [unit.value.confusion.micro] for unit in result.units}
    whole = result.score
    scores = [unit.value for unit in result.units]
    if by == "label":
        labels = whole.confusion.labels
        return {label: [score.confusion.of(label) for score in scores] for label in labels}
    kind = next((kind for kind in RELATIONS_BY if kind == by), None)
    if kind is None:
        raise ValueError(f"{by}: groups are by {', '.join(GROUPS)}")
    order = group_order(by, list(whole.groups.get(kind, {})))
    return {name: [score.group(kind, name).micro for score in scores] for name in order}


def group_interval(scores: Sequence[FoundScore]) -> Interval:
    """The interval of the F1 of one group of pairs, or label, by document."""
    counts = [score.counts for score in scores]
    return jackknife_interval(counts, lambda sums: FoundScore(*map(round, sums)).f1)


# Systems that classify the relations of given pairs, scored against gold.


_SIGNATURE = ("align", "on_conflict", "during", "calendar", "coarse", "align_by", "labels")

Labelled = tuple[tuple[str, str], str, str | None]
"""A given pair, its label in gold, and that of the system, ``None`` without a link."""


def relations_task(
    *,
    gold: Gold,
    system: Collection,
    name: str = "",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    starts: bool = False,
    closure_labels: Iterable[str] = (),
    align_by: AlignBy | None = "overlap",
    by: Iterable[RelationsBy] = (),
) -> Task[RelationsScore]:
    """The task that scores the relations of ``system`` on the pairs that ``gold`` links.

    With ``starts`` labels on pairs are compared by the order of the starts alone
    (:func:`start_label`). With ``closure_labels`` closure scores are made of the links with these
    labels alone, on both sides (Clinical TempEval: CONTAINS). Given pairs are also scored in groups
    ``by`` their kind or distance in gold's text. The other inputs are those of
    :func:`timegraph.scoring.awareness_task`.
    """
    labels = frozenset(map(plain, closure_labels))
    kinds = tuple(dict.fromkeys(by))
    return pair_task(
        partial(
            _score,
            interpretation=interpretation,
            starts=starts,
            labels=labels,
            by=kinds,
        ),
        interpretation=interpretation,
        gold=gold,
        system=system,
        name=name or system.path.name,
        align_by=align_by,
        signature=Signature.of(
            "relations",
            _SIGNATURE,
            **fields_of_reading(interpretation, (*gold.schemes, *system.schemes), align_by),
            reading="starts" if starts else "labels",
            empty="1",
            closure_labels="+".join(sorted(labels)) or "all",
            **(DISTANCE_FIELDS if "distance" in kinds else {}),
        ),
    )


_TESTED = ("micro", "macro", "micro_said", "macro_said", "awareness", "closure_f1")

RELATIONS: Measure[RelationsScore] = Measure(
    name="relations",
    figures=(
        Figure("pairs"),
        Figure("micro", "micro F1", attribute="confusion.micro.f1"),
        Figure("macro", "macro F1", attribute="confusion.macro"),
        Figure("micro_said", "micro F1 (clear)", attribute="confusion.micro_said.f1"),
        Figure("macro_said", "macro F1 (clear)", attribute="confusion.macro_said"),
        Figure("awareness", "awareness F1", attribute="awareness.f1"),
        Figure("closure_precision", "closure P", attribute="closure.precision"),
        Figure("closure_recall", "closure R", attribute="closure.recall"),
        Figure("closure_f1", "closure F1", attribute="closure.f1"),
        Figure("links"),
        Figure("outside"),
        Figure("contradicting", "contradicting links", attribute="contradicting_share"),
        Figure("inconsistent", "inconsistent documents", attribute="inconsistent_share"),
    ),
    empty=RelationsScore(),
    scores=single,
    intervals=_TESTED,
    tested=_TESTED[0],
    also_tested=_TESTED[1:],
    best=(*_TESTED, "closure_precision", "closure_recall"),
    task=relations_task,
    sampled={
        "macro": partial(_labels_sample, nothing=True),
        "macro_said": partial(_labels_sample, nothing=False),
    },
    notes=(
        "clear: without labels that say nothing, such as VAGUE; contradicting, inconsistent: "
        "shares of the system's links, and of its documents with links, that contradict links "
        "before them",
    ),
)
"""The relations on the pairs that gold links, and what they entail."""


def remark_on_gold(
    run: Run[RelationsScore], closure_labels: Iterable[str] = ()
) -> Run[RelationsScore]:
    """The run, with a remark if gold has no links. Raises ``ValueError`` if it has none with one of
    the ``closure_labels``, of which the closure scores were to be made."""
    scores = [result.score for result in run.results]
    labels = list(closure_labels)
    if labels and scores and not any(score.closure.gold_total for score in scores):
        raise ValueError(f"no link of gold has the label {' or '.join(labels)}")
    if not scores or any(score.pairs for score in scores):
        return run
    remark = "the gold documents have no links, so no pair can be classified"
    return replace(run, remarks=(*run.remarks, remark))


def _score(
    pair: Pair,
    *,
    interpretation: Interpretation,
    starts: bool,
    labels: frozenset[str],
    by: Sequence[RelationsBy],
) -> tuple[RelationsScore, tuple[Notice, ...]]:
    names = names_in_gold(pair)
    scheme = interpretation.scheme(pair.gold.scheme)
    theirs = _links(pair.gold, interpretation, {})
    ours = _links(pair.system, interpretation, names)
    given, outside = _labels_given(theirs, ours, scheme, interpretation, starts=starts)
    silent = "VAGUE" if starts else label_of(NOTHING, scheme, interpretation.during)
    graph = build(pair.system, interpretation)
    contradicting = len(graph.conflicts)
    score = RelationsScore(
        confusion=_confusion(given, silent),
        awareness=count_awareness(
            gold=Side(pair.gold, interpretation),
            system=Side(pair.system, interpretation, names=names),
        ),
        closure=count_closure(gold=_closed(theirs, labels), system=_closed(ours, labels)),
        links=len(ours),
        contradicting=contradicting,
        documents=int(bool(ours)),
        inconsistent=int(bool(contradicting)),
        outside=outside,
        groups=_grouped(given, silent, Places(pair.gold), by) if by else {},
    )
    notices = (
        tuple(links_left_out(graph, pair.file, words=naming(pair.system))) if pair.file else ()
    )
    return score, notices


def _links(
    document: Document, interpretation: Interpretation, names: Mapping[str, str]
) -> list[StatedLink]:
    """The links of a document by gold's names, with their labels as they are written."""
    return [
        (names.get(a, a), link.rel_type, meaning, names.get(b, b))
        for link, a, meaning, b in read_links(document, interpretation)
    ]


def _closed(links: list[StatedLink], labels: frozenset[str]) -> list[StatedLink]:
    """The links of which closure scores are made; without ``labels`` all that say something."""
    said = [link for link in links if link[2] != NOTHING]
    return [link for link in said if plain(link[1]) in labels] if labels else said


def _labels_given(
    gold: list[StatedLink],
    system: list[StatedLink],
    scheme: Scheme,
    interpretation: Interpretation,
    *,
    starts: bool,
) -> tuple[list[Labelled], int]:
    """The pairs that gold links with the labels of both, and how many links of the system are on
    others. Of several links of a pair on one side the first counts."""

    def label(relations: AllenSet) -> str:
        return start_label(relations) if starts else label_of(relations, scheme, during)

    during = interpretation.during
    given: dict[frozenset[str], tuple[str, AllenSet, str]] = {}
    for a, _, relations, b in gold:
        given.setdefault(frozenset((a, b)), (a, relations, b))
    said: dict[frozenset[str], AllenSet] = {}
    outside = 0
    for a, _, relations, b in system:
        pair = frozenset((a, b))
        if pair not in given:
            outside += 1
            continue
        said.setdefault(pair, relations if given[pair][0] == a else relations.converse)
    return [
        ((a, b), label(relations), label(said[pair]) if pair in said else None)
        for pair, (a, relations, b) in given.items()
    ], outside


def _grouped(
    given: list[Labelled], silent: str, places: Places, by: Sequence[RelationsBy]
) -> dict[RelationsBy, Mapping[str, Confusion]]:
    """The confusion of the pairs of each group."""
    grouped: dict[RelationsBy, Mapping[str, Confusion]] = {}
    for kind in by:
        members: dict[str, list[Labelled]] = {}
        for pair in given:
            members.setdefault(places.group(kind, *pair[0]), []).append(pair)
        grouped[kind] = {name: _confusion(pairs, silent) for name, pairs in members.items()}
    return grouped


def _confusion(given: list[Labelled], silent: str) -> Confusion:
    """How often the labels met; ``silent`` is the one that says nothing."""
    counts = Counter((gold, system) for _, gold, system in given)
    labels = {label for pair in counts for label in pair}
    return Confusion(counts, frozenset({silent} & labels))
