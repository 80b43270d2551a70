"""The entity scores of TempEval-3: whether a system finds events, timexes and their attributes.

UzZaman et al. (2013), SemEval-2013 Task 1: TempEval-3. Annotations are paired by their position in
the text, as in the alignment of ids (:func:`timeml.align_ids`): EVENT with EVENT, TIMEX3 with
TIMEX3, one to one. A pair matches in the mode ``relaxed`` if the spans overlap in any character,
and in the mode ``strict`` if they are the same, white space aside (where the texts differ: if they
have the same characters). The creation time is part of the input, so that it is not counted, nor
is the annotation that is paired with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.scoring.measure import FIGURES, PRF, Figure, Measure, Scores
from timegraph.scoring.pairs import Gold, Pair, pair_task
from timegraph.scoring.run import Task
from timegraph.scoring.signature import FoundScore, Notice, Signature
from timeml import Alignment, Document, Event, Timex3, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


@dataclass(frozen=True, slots=True)
class EntityRow:
    """What a score counts: a tag, how spans match, and the attribute that must be equal too
    (``None``: spans alone)."""

    layer: str
    mode: str
    attribute: str | None = None

    def __str__(self) -> str:
        return f"{self.layer} {self.attribute or self.mode}"


_ATTRIBUTES = {
    "EVENT": ("class", "tense", "aspect", "polarity", "modality", "pos"),
    "TIMEX3": ("type", "value"),
}

ENTITY_ROWS: tuple[EntityRow, ...] = tuple(
    row
    for layer, attributes in _ATTRIBUTES.items()
    for row in (
        EntityRow(layer, "strict"),
        EntityRow(layer, "relaxed"),
        *(EntityRow(layer, "relaxed", attribute) for attribute in attributes),
    )
)
"""Every row of scores, in the order of tables."""


def score_entities(
    *, gold: Document, system: Document, align_by: AlignBy = "overlap"
) -> Mapping[EntityRow, FoundScore]:
    """The scores of one document for each of :data:`ENTITY_ROWS`.

    An attribute is correct if both sides have the same value, or both have none; a missing
    modality, which TimeML allows, is the modality NONE. Attributes of a MAKEINSTANCE are those of
    the event's first one, or of the EVENT itself if it has none. For an attribute, the pairs that
    match in the mode ``relaxed`` and agree on it are counted, out of all annotations of a side, as
    in TempEval-3. ``align_by`` says which annotations pair, as in :func:`timeml.align_ids`.
    """
    return _scores(gold, system, align_ids(system=system, key=gold, align_by=align_by))


def entities_task(
    *, gold: Gold, system: Collection, name: str = "", align_by: AlignBy = "overlap"
) -> Task[Mapping[EntityRow, FoundScore]]:
    """The task that measures the entities of ``system`` over the documents of ``gold``
    (:func:`timegraph.scoring.read_gold`); ``align_by`` is that of :func:`score_entities`."""
    return pair_task(
        _pair_scores,
        gold=gold,
        system=system,
        name=name or system.path.name,
        align_by=align_by,
        signature=Signature.of(
            "entities", match="text", dct="no", attributes="relaxed", align_by=align_by
        ),
    )


def _by_labels(scores: Mapping[EntityRow, FoundScore]) -> Scores:
    return {(row.layer, row.mode, row.attribute): score for row, score in scores.items()}


ENTITIES: Measure[Mapping[EntityRow, FoundScore]] = Measure(
    name="entities",
    labels=("layer", "mode", "attribute"),
    figures=(
        *PRF,
        Figure("matched"),
        Figure("system_total", "of system"),
        Figure("gold_total", "of gold"),
    ),
    empty=FoundScore(),
    scores=_by_labels,
    intervals=FIGURES,
    task=entities_task,
)
"""The entity scores of TempEval-3, one for each of :data:`ENTITY_ROWS`."""


def _pair_scores(pair: Pair) -> tuple[Mapping[EntityRow, FoundScore], tuple[Notice, ...]]:
    return _scores(pair.gold, pair.original, pair.alignment), ()


def _scores(
    gold: Document, system: Document, alignment: Alignment | None
) -> Mapping[EntityRow, FoundScore]:
    ours, theirs = _annotations(system), _annotations(gold)
    aligned = () if alignment is None else alignment.pairs
    for mine, yours in aligned:
        if (mine in ours) != (yours in theirs):
            ours.pop(mine, None)
            theirs.pop(yours, None)
    pairs = [(mine, yours) for mine, yours in aligned if mine in ours and yours in theirs]
    same = _on_same_characters(gold, system, alignment)
    result = {}
    for row in ENTITY_ROWS:
        alike = [
            (mine, yours)
            for mine, yours in pairs
            if _layer(ours[mine]) == row.layer
            and (
                row.attribute is None
                or _value(ours[mine], row.attribute) == _value(theirs[yours], row.attribute)
            )
            and (row.mode != "strict" or (mine, yours) in same)
        ]
        result[row] = FoundScore(
            len(alike),
            sum(_layer(annotation) == row.layer for annotation in ours.values()),
            sum(_layer(annotation) == row.layer for annotation in theirs.values()),
        )
    return result


def _annotations(document: Document) -> dict[str, Event | Timex3]:
    timexes = document.timexes[document.dct is not None :]
    annotations: Iterable[Event | Timex3] = (*document.events, *timexes)
    return {
        annotation.eid if isinstance(annotation, Event) else annotation.tid: annotation
        for annotation in annotations
    }


def _layer(one: Event | Timex3) -> str:
    return "EVENT" if isinstance(one, Event) else "TIMEX3"


def _on_same_characters(
    gold: Document, system: Document, alignment: Alignment | None
) -> set[tuple[str, str]]:
    """The pairs that match in the mode ``strict``: by their words and places, or by their spans
    alone where a document is without its text."""
    if alignment is None:
        return set()
    if not (gold.text.strip() and system.text.strip()):
        partial = {(pair.system_id, pair.key_id) for pair in alignment.partial}
        return set(alignment.pairs) - partial
    ours, theirs = _annotations(system), _annotations(gold)
    same_text = alignment.difference is None
    positions = (_positions(system, ours), _positions(gold, theirs)) if same_text else ({}, {})
    return {
        (mine, yours)
        for mine, yours in alignment.pairs
        if mine in ours
        and yours in theirs
        and _characters(ours[mine]) == _characters(theirs[yours])
        and positions[0].get(mine) == positions[1].get(yours)
    }


def _positions(document: Document, annotations: Mapping[str, Event | Timex3]) -> dict[str, int]:
    """How many characters, white space aside, precede each annotation in the text."""
    positions: dict[str, int] = {}
    count = offset = 0
    starts = [
        (annotation.start, id)
        for id, annotation in annotations.items()
        if annotation.start is not None
    ]
    for start, id in sorted(starts):
        count += len("".join(document.text[offset:start].split()))
        offset = start
        positions[id] = count
    return positions


def _characters(one: Event | Timex3) -> str:
    return "".join(one.text.split()).casefold()


def _value(one: Event | Timex3, attribute: str) -> str | None:
    if isinstance(one, Timex3):
        return one.type if attribute == "type" else one.value
    if attribute == "class":
        return one.class_
    of_instance: str | None = getattr(one.instances[0], attribute) if one.instances else None
    value = dict(one.extra).get(attribute) if of_instance is None else of_instance
    return value or "NONE" if attribute == "modality" else value
