"""Systems that classify the relations of given pairs, scored against gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.builder import build, read_links
from timegraph.corpus import Journal, Progress
from timegraph.labels import NOTHING, Scheme
from timegraph.labels.meaning import plain
from timegraph.options import Interpretation
from timegraph.qa.places import Unit
from timegraph.scoring.agreement.compare import label_of
from timegraph.scoring.notices import Notice, links_left_out
from timegraph.scoring.pair_groups import PairGroups, group_fields
from timegraph.scoring.relations.classification import Confusion, start_label
from timegraph.scoring.relations.closure_scores import ClosureScore, StatedLink, count_closure
from timegraph.scoring.signature import Signature, ordered
from timegraph.scoring.system_result import reported
from timegraph.scoring.tempeval3.awareness import names_in_gold
from timegraph.scoring.tempeval3.awareness_counts import AwarenessScore, Side, count_awareness
from timegraph.scoring.tempeval3.pairs import (
    ComparedSystem,
    Gold,
    Pair,
    compare_pairs,
    extra_documents,
)
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = [
    "RELATIONS_BY",
    "RelationsBy",
    "RelationsResult",
    "RelationsScore",
    "score_relations_system",
]

_SIGNATURE = ("align", "on_conflict", "during", "calendar", "coarse", "align_by", "labels")


Labelled = tuple[tuple[str, str], str, str | None]
"""A given pair, its label in gold, and that of the system, ``None`` without a link."""

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
    wanted."""

    confusion: Confusion
    awareness: AwarenessScore
    closure: ClosureScore
    links: int = 0
    contradicting: int = 0
    documents: int = 0
    inconsistent: int = 0
    outside: int = 0
    groups: Mapping[RelationsBy, Mapping[str, Confusion]] = field(default_factory=dict)

    def __add__(self, other: RelationsScore) -> RelationsScore:
        return RelationsScore(
            self.confusion + other.confusion,
            self.awareness + other.awareness,
            self.closure + other.closure,
            self.links + other.links,
            self.contradicting + other.contradicting,
            self.documents + other.documents,
            self.inconsistent + other.inconsistent,
            self.outside + other.outside,
            {
                by: {
                    name: self.group(by, name) + other.group(by, name)
                    for name in {**self.groups.get(by, {}), **other.groups.get(by, {})}
                }
                for by in {**self.groups, **other.groups}
            },
        )

    def group(self, by: RelationsBy, name: str) -> Confusion:
        """The relations on the given pairs of a group; of none if it has no pair."""
        return self.groups.get(by, {}).get(name, Confusion())


@dataclass(frozen=True, kw_only=True, repr=False)
class RelationsResult(ComparedSystem[RelationsScore]):
    """The relations of one system, by gold document."""

    @property
    def score(self) -> RelationsScore:
        """All documents together; there is at least one."""
        first, *others = (score for _, score in self.documents)
        for one in others:
            first += one
        return first

    def totals(self) -> dict[str, AwarenessScore]:
        """The temporal awareness of all documents."""
        return {"temporal awareness": self.score.awareness}


def score_relations_system(
    *,
    gold: Gold,
    system: Collection,
    name: str = "",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    starts: bool = False,
    official: bool = True,
    closure_labels: Iterable[str] = (),
    align: bool = True,
    align_by: AlignBy = "overlap",
    by: Iterable[RelationsBy] = (),
    unit: Unit = "sentences",
    progress: Progress | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Journal | None = None,
) -> RelationsResult:
    """The relations of ``system`` on the pairs that ``gold`` links.

    With ``starts`` labels on pairs are compared by the order of the starts alone
    (:func:`timegraph.scoring.relations.classification.start_label`). With ``official`` closure
    scores of empty sides are 1, as in anaforatools. With ``closure_labels`` they are made of the
    links with these labels alone, on both sides (Clinical TempEval: CONTAINS). Given pairs are also
    scored in groups ``by`` their kind or distance, in ``unit`` s of gold's text. The other options
    are those of :func:`timegraph.scoring.score_awareness_system`.
    """
    labels = frozenset(map(plain, closure_labels))
    wanted = tuple(dict.fromkeys(by))
    measured = compare_pairs(
        partial(
            _score,
            interpretation=interpretation,
            starts=starts,
            official=official,
            labels=labels,
            by=wanted,
            unit=unit,
        ),
        interpretation=interpretation,
        gold=gold,
        system=system,
        name=name or system.path.name,
        align_by=align_by if align else None,
        jobs=jobs,
        executor=executor,
        resume=resume,
        progress=progress,
    )
    return RelationsResult(
        name=name or system.path.name,
        documents=tuple((one.document, one.value) for one in measured),
        signature=Signature.of(
            "relations",
            **ordered(
                _SIGNATURE,
                align="text" if align else "none",
                **interpretation.signature((*gold.schemes, *system.schemes)),
                align_by=align_by if align else "-",
                reading="starts" if starts else "labels",
                empty="1" if official else "undefined",
                closure_labels="+".join(sorted(labels)) or "all",
                **group_fields(wanted, unit),
            ),
        ),
        **reported(measured, extra_documents(system, measured)),
    )


def _score(
    pair: Pair,
    *,
    interpretation: Interpretation,
    starts: bool,
    official: bool,
    labels: frozenset[str],
    by: Sequence[RelationsBy],
    unit: Unit,
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
        closure=count_closure(
            gold=_closed(theirs, labels),
            system=_closed(ours, labels),
            official=official,
        ),
        links=len(ours),
        contradicting=contradicting,
        documents=int(bool(ours)),
        inconsistent=int(bool(contradicting)),
        outside=outside,
        groups=_grouped(given, silent, PairGroups(pair.gold, unit), by) if by else {},
    )
    notices = tuple(links_left_out(graph, pair.file)) if pair.file else ()
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
    given: list[Labelled], silent: str, places: PairGroups, by: Sequence[RelationsBy]
) -> dict[RelationsBy, Mapping[str, Confusion]]:
    """The confusion of the pairs of each group."""
    grouped: dict[RelationsBy, Mapping[str, Confusion]] = {}
    for kind in by:
        members: dict[str, list[Labelled]] = {}
        for one in given:
            members.setdefault(places.of(kind, *one[0]), []).append(one)
        grouped[kind] = {name: _confusion(own, silent) for name, own in members.items()}
    return grouped


def _confusion(given: list[Labelled], silent: str) -> Confusion:
    """How often the labels met; ``silent`` is the one that says nothing."""
    counts = Counter((gold, own) for _, gold, own in given)
    labels = {label for pair in counts for label in pair}
    return Confusion(counts, frozenset({silent} & labels))
