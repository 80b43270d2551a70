"""Systems that classify the relations of given pairs, scored against gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph.allen import AllenSet
from timegraph.corpus import Progress
from timegraph.documents.build import build, read_links
from timegraph.findings.naming import naming
from timegraph.labels import NOTHING, Scheme
from timegraph.labels.meaning import plain
from timegraph.options import Interpretation
from timegraph.qa.places import Unit
from timegraph.scoring.agreement.compare import label_of
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.awareness.awareness_counts import Side, count_awareness
from timegraph.scoring.awareness.measure import names_in_gold
from timegraph.scoring.measure import Figure, Measure, Result, single
from timegraph.scoring.notices import Notice
from timegraph.scoring.pair_groups import PairGroups, group_fields
from timegraph.scoring.pairs import Gold, Pair, pair_task
from timegraph.scoring.relations.classification import Confusion, start_label
from timegraph.scoring.relations.closure_scores import StatedLink, count_closure
from timegraph.scoring.relations.score import RelationsBy, RelationsScore, relation_sample
from timegraph.scoring.run import Run, Task, Workers, run_measure
from timegraph.scoring.signature import Signature, ordered
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices
    from timeml import Collection

__all__ = ["RELATIONS", "relations_task", "remark_on_gold", "score_relations_system"]

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
    official: bool = True,
    closure_labels: Iterable[str] = (),
    align_by: AlignBy | None = "overlap",
    by: Iterable[RelationsBy] = (),
    unit: Unit = "sentences",
) -> Task[RelationsScore]:
    """The task that scores the relations of ``system`` on the pairs that ``gold`` links.

    With ``starts`` labels on pairs are compared by the order of the starts alone
    (:func:`timegraph.scoring.relations.classification.start_label`). With ``official`` closure
    scores of empty sides are 1, as in anaforatools. With ``closure_labels`` they are made of the
    links with these labels alone, on both sides (Clinical TempEval: CONTAINS). Given pairs are also
    scored in groups ``by`` their kind or distance, in ``unit`` s of gold's text. The other inputs
    are those of :func:`timegraph.scoring.awareness_task`.
    """
    labels = frozenset(map(plain, closure_labels))
    kinds = tuple(dict.fromkeys(by))
    return pair_task(
        partial(
            _score,
            interpretation=interpretation,
            starts=starts,
            official=official,
            labels=labels,
            by=kinds,
            unit=unit,
        ),
        interpretation=interpretation,
        gold=gold,
        system=system,
        name=name or system.path.name,
        align_by=align_by,
        signature=Signature.of(
            "relations",
            **ordered(
                _SIGNATURE,
                align="none" if align_by is None else "text",
                **interpretation.signature((*gold.schemes, *system.schemes)),
                align_by=align_by or "-",
                reading="starts" if starts else "labels",
                empty="1" if official else "undefined",
                closure_labels="+".join(sorted(labels)) or "all",
                **group_fields(kinds, unit),
            ),
        ),
    )


_TESTED = ("micro", "macro", "micro_said", "macro_said", "awareness", "closure_f1")

RELATIONS: Measure[RelationsScore] = Measure(
    name="relations",
    figures=(
        Figure("pairs"),
        Figure("micro", "micro F1"),
        Figure("macro", "macro F1"),
        Figure("micro_said", "micro F1 (clear)"),
        Figure("macro_said", "macro F1 (clear)"),
        Figure("awareness", "awareness F1", attribute="awareness_f1"),
        Figure("closure_precision", "closure P"),
        Figure("closure_recall", "closure R"),
        Figure("closure_f1", "closure F1"),
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
    sampled=relation_sample,
    notes=(
        "clear: without labels that say nothing, such as VAGUE; contradicting, inconsistent: "
        "shares of the system's links and documents that contradict links before them",
    ),
)
"""The relations on the pairs that gold links, and what they entail."""


def score_relations_system(
    *,
    gold: Gold,
    system: Collection,
    name: str = "",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    starts: bool = False,
    official: bool = True,
    closure_labels: Iterable[str] = (),
    align_by: AlignBy | None = "overlap",
    by: Iterable[RelationsBy] = (),
    unit: Unit = "sentences",
    progress: Progress | None = None,
    workers: Workers = Workers(),
    **choices: Unpack[Choices],
) -> Result[RelationsScore]:
    """The relations of ``system`` on the pairs that ``gold`` links: :data:`RELATIONS` run on one
    system, with the inputs of :func:`relations_task` and the choices by keyword of
    :func:`timegraph.build`.

    ``progress`` is called with the name of each document when it is done; ``workers`` are those of
    :func:`timegraph.scoring.run_measure`. A document that is missing or cannot be read, on either
    side, counts as one without annotations and is named.
    """
    task = relations_task(
        gold=gold,
        system=system,
        name=name,
        interpretation=replace(interpretation, **choices),
        starts=starts,
        official=official,
        closure_labels=closure_labels,
        align_by=align_by,
        by=by,
        unit=unit,
    )
    return run_measure(RELATIONS, [task], workers=workers, progress=progress).results[0]


def remark_on_gold(
    run: Run[RelationsScore], closure_labels: Iterable[str] = ()
) -> Run[RelationsScore]:
    """The run, with a remark if gold has no links. Raises ``ValueError`` if it has none with one of
    the ``closure_labels``, of which the closure scores were to be made."""
    scores = [result.score for result in run.results if not result.lacking]
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
    given: list[Labelled], silent: str, places: PairGroups, by: Sequence[RelationsBy]
) -> dict[RelationsBy, Mapping[str, Confusion]]:
    """The confusion of the pairs of each group."""
    grouped: dict[RelationsBy, Mapping[str, Confusion]] = {}
    for kind in by:
        members: dict[str, list[Labelled]] = {}
        for pair in given:
            members.setdefault(places.of(kind, *pair[0]), []).append(pair)
        grouped[kind] = {name: _confusion(pairs, silent) for name, pairs in members.items()}
    return grouped


def _confusion(given: list[Labelled], silent: str) -> Confusion:
    """How often the labels met; ``silent`` is the one that says nothing."""
    counts = Counter((gold, system) for _, gold, system in given)
    labels = {label for pair in counts for label in pair}
    return Confusion(counts, frozenset({silent} & labels))
