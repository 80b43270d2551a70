"""Temporal awareness, the score of TempEval-3, for documents and for whole systems.

UzZaman & Allen (2011), Temporal Evaluation; UzZaman et al. (2013), SemEval-2013 Task 1: TempEval-3.
The methods and their formulas are in :mod:`timegraph.scoring.awareness.awareness_counts`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph.corpus import Progress
from timegraph.documents.build import build
from timegraph.findings.naming import naming
from timegraph.options import Interpretation
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.awareness.awareness_counts import METHODS, AwarenessScore, Method, Side
from timegraph.scoring.awareness.awareness_counts import count_awareness as _count
from timegraph.scoring.measure import FIGURES, PRF, Figure, Measure, Result, single
from timegraph.scoring.notices import Notice
from timegraph.scoring.pairs import Gold, Pair, pair_task
from timegraph.scoring.run import Task, Workers, run_measure
from timegraph.scoring.signature import Signature, ordered
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices
    from timeml import Collection

__all__ = [
    "AWARENESS",
    "awareness_task",
    "names_in_gold",
    "score_awareness",
    "score_awareness_system",
]

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
    :data:`~timegraph.scoring.awareness.awareness_counts.METHODS`, ``interpretation`` and the
    choices by keyword are as in :func:`timegraph.build`.

    With ``calendar`` the timexes of each side are ordered by their values before its links; that
    order is never counted. Raises ``ValueError`` for an unknown method or choice, and for a policy
    other than ``drop-link``: a contradicting link is left out as a whole.
    """
    interpretation = _checked(replace(interpretation, **choices))
    names = _names_in_gold(gold, system)
    return _count(
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
            **ordered(
                _SIGNATURE,
                method=method,
                align="none" if align_by is None else "text",
                **interpretation.signature((*gold.schemes, *system.schemes)),
                align_by=align_by or "-",
                **({"missing": "skipped"} if skip_missing else {}),
            ),
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


def score_awareness_system(
    *,
    gold: Gold,
    system: Collection,
    name: str = "",
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
    progress: Progress | None = None,
    workers: Workers = Workers(),
    **choices: Unpack[Choices],
) -> Result[AwarenessScore]:
    """The temporal awareness of ``system`` over the documents of ``gold``: :data:`AWARENESS` run on
    one system, with the inputs of :func:`awareness_task` and the choices by keyword of
    :func:`timegraph.build`.

    ``progress`` is called with the name of each document when it is done; ``workers`` are those of
    :func:`timegraph.scoring.run_measure`. A document that is missing or cannot be read, on either
    side, counts as one without annotations and is named. Raises as :func:`score_awareness`.
    """
    task = awareness_task(
        gold=gold,
        system=system,
        name=name,
        method=method,
        interpretation=replace(interpretation, **choices),
        align_by=align_by,
    )
    return run_measure(AWARENESS, [task], workers=workers, progress=progress).results[0]


def _awareness(
    pair: Pair, *, method: Method, interpretation: Interpretation, skip_missing: bool
) -> tuple[AwarenessScore, tuple[Notice, ...]]:
    """The counts of one pair, and notices of the system's links that contradict others."""
    if skip_missing and pair.status == "missing":
        return AwarenessScore(), ()
    gold = Side(pair.gold, interpretation)
    system = Side(pair.system, interpretation, names=names_in_gold(pair))
    score = _count(gold=gold, system=system, method=method)
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
            "temporal awareness counts relations of order: durations are off, not "
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
