"""Groups of questions: by where they come from, what they ask, and how far apart their entities
stand. A group is the name that a function gives to an answered question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product
from typing import Literal, Protocol, cast, get_args

from timegraph.answer import Answer
from timegraph.qa.places import (
    CREATION_TIME,
    NO_PLACE,
    SPLITTER,
    Places,
    Unit,
    bin_names,
    bin_number,
    distance_fields,
)
from timegraph.qa.sources import SourceTable, sources_of
from timegraph.scoring.measure import FIGURES, Grouping, Measured, Scores, single
from timegraph.scoring.qa_tempeval.answered_questions import (
    MALFORMED,
    RELATIONS,
    AnsweredQuestion,
    DocumentAnswers,
    document_of,
    grouped,
    relation_of,
    score_of,
)
from timeml import Collection, Document, align_ids
from timeml.normalize import AlignBy

__all__ = [
    "CREATION_TIME",
    "KINDS",
    "WITHOUT_INTERVALS",
    "KindOfGroup",
    "KitTexts",
    "groupings",
]

KindOfGroup = Literal["domain", "source", "sentence", "distance", "answer", "relation", "document"]
KINDS: tuple[KindOfGroup, ...] = get_args(KindOfGroup)
"""What questions can be grouped by."""

WITHOUT_INTERVALS = ("document", "relation")
"""The kinds that every run has, whatever its questions and its key; their figures have no
intervals."""

_NO_SOURCE = "(no source)"
_WITHIN, _ACROSS = "within", "across"

GroupOf = Callable[[str, AnsweredQuestion], Sequence[str]]
"""The names of the groups that a question of a kit belongs to: one, or of its sources several."""


class KitTexts(Protocol):
    """What questions of a kit can be grouped by besides their own words, such as a
    :class:`~timegraph.scoring.qa_tempeval.kits.Kit`."""

    @property
    def key(self) -> Mapping[str, Document] | None:
        """The key's documents by their names in questions."""

    @property
    def gold(self) -> Collection | None:
        """The documents whose events count; ``None``: those of the key."""

    @property
    def align_by(self) -> AlignBy:
        """How ids of gold are aligned to those of the key."""

    def sources(self) -> SourceTable:
        """The table of sources."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of groups: its ``name``, the function that finds the groups of a question, and the
    names of groups that stand first. ``fields`` are those that it adds to a signature."""

    name: str
    of: GroupOf
    order: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)


def kind_of_group(
    kind: KindOfGroup, kits: Mapping[str, KitTexts], *, unit: Unit = "sentences"
) -> Kind:
    """The groups of one kind for the questions of ``kits``; ``unit`` is that of distances."""
    if kind == "domain":
        return Kind(kind, lambda kit, one: (kit,), tuple(kits))
    if kind == "source":
        tables = {name: kit.sources() for name, kit in kits.items()}
        return Kind(kind, lambda kit, one: sources_of(one.question, tables[kit]) or (_NO_SOURCE,))
    if kind == "answer":
        return Kind(kind, _expected, tuple(map(str, (Answer.YES, Answer.NO, Answer.UNKNOWN))))
    if kind == "relation":
        return Kind(kind, lambda kit, one: relation_of(one), RELATIONS)
    if kind == "document":
        if len(kits) == 1:
            return Kind(kind, lambda kit, one: document_of(one))
        return Kind(kind, lambda kit, one: (f"{kit}/{one.question.document}",))
    distances = _Distances(kits)
    if kind == "sentence":
        return Kind(
            kind,
            lambda kit, one: (_sentence(distances.of(kit, one, "sentences")),),
            (_WITHIN, _ACROSS, CREATION_TIME),
            {"splitter": SPLITTER},
        )
    bins = bin_names(unit)

    def distance(kit: str, one: AnsweredQuestion) -> tuple[str]:
        apart = distances.of(kit, one, unit)
        return (apart if isinstance(apart, str) else bins[bin_number(apart, unit)],)

    fields = distance_fields(unit)
    if unit == "events":
        of = {name: "key" if kit.gold is None else "gold" for name, kit in kits.items()}
        same = len(set(of.values())) == 1
        named = [member if same else f"{name}={member}" for name, member in of.items()]
        fields["events"] = ",".join(dict.fromkeys(named))
    return Kind(kind, distance, (*bins, CREATION_TIME), fields)


def groupings(
    by: Sequence[str], kits: Mapping[str, KitTexts], *, unit: Unit = "sentences"
) -> dict[str, Grouping[DocumentAnswers]]:
    """The kinds of groups of each table, by their names: of ``"relation"`` one, of
    ``"source,distance"`` two, whose groups are crossed. Raises ``ValueError`` for a kind that does
    not exist."""
    groupings: dict[str, Grouping[DocumentAnswers]] = {}
    for name in by:
        if not set(name.split(",")) <= set(KINDS):
            raise ValueError(f"{name}: groups are by {', '.join(KINDS)}")
        names = cast("list[KindOfGroup]", name.split(","))
        kinds = tuple(kind_of_group(kind, kits, unit=unit) for kind in names)
        groupings[name] = Grouping(
            name,
            partial(_split, kinds),
            arrange=partial(_arranged, kinds),
            fields={key: value for kind in kinds for key, value in kind.fields.items()},
            drawn=name not in WITHOUT_INTERVALS,
            figures=("questions", "answered", "correct", "coverage", *FIGURES),
            within_stratum=not {"domain", "document"}.isdisjoint(names),
        )
    return groupings


def _split(kinds: Sequence[Kind], unit: Measured[DocumentAnswers]) -> dict[tuple[str, ...], Scores]:
    """The score of a document's questions in each group that has some."""
    groups: dict[tuple[str, ...], list[AnsweredQuestion]] = {}
    for answered in unit.value.answers:
        for names in product(*(kind.of(unit.stratum, answered) for kind in kinds)):
            groups.setdefault(names, []).append(answered)
    scores = {names: score_of(answers) for names, answers in groups.items()}
    return {names: single(score) for names, score in scores.items() if score.questions}


def _arranged(kinds: Sequence[Kind], groups: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The groups in the order of tables; the first kind orders last."""
    names = list(groups)
    for position, kind in reversed(list(enumerate(kinds))):
        by_name = grouped(names, lambda group: (group[position],), kind.order)  # noqa: B023
        names = [group for members in by_name.values() for group in members]
    return names


def _expected(kit: str, one: AnsweredQuestion) -> tuple[str]:
    return (MALFORMED if one.question.answer is None else str(one.question.answer),)


def _sentence(apart: int | str) -> str:
    return apart if isinstance(apart, str) else _ACROSS if apart else _WITHIN


class _Distances:
    """The distances between the entities of questions; of each document the places are found
    once."""

    def __init__(self, kits: Mapping[str, KitTexts]) -> None:
        self._kits = kits
        self._places = lru_cache(maxsize=None)(self._found)

    def of(self, kit: str, one: AnsweredQuestion, unit: Unit) -> int | str:
        """The distance, or the name of the group of questions that have none."""
        question = one.question.question
        if question is None:
            return MALFORMED
        located = self._places(kit, one.question.document, unit)
        if located is None:
            return NO_PLACE
        places, resolve = located
        a, b = map(resolve, question.args)
        if a is None or b is None:
            return NO_PLACE
        if places.is_creation_time(a) or places.is_creation_time(b):
            return CREATION_TIME
        apart = places.apart(a, b, unit)
        return NO_PLACE if apart is None else apart

    def _found(
        self, kit: str, document: str, unit: Unit
    ) -> tuple[Places, Callable[[str], str | None]] | None:
        texts = self._kits[kit]
        key = None if texts.key is None else texts.key.get(document)
        if key is None:
            return None
        if unit != "events" or texts.gold is None:
            return Places(key), key.resolve
        name = texts.gold.match(document)
        if name is None:
            return None
        gold = texts.gold.read(name)
        alignment = align_ids(system=gold, key=key, align_by=texts.align_by)
        return Places(alignment.document), alignment.resolve
