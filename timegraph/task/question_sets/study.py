"""Which events people ask about: those that a question set names beside all others.

Events are compared by their class, the number of their links, the number of entities to which gold
determines their relation, and whether gold dates them; pairs of entities by their distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet
from timegraph.scoring.statistics import Interval, jackknife_intervals
from timegraph.task.question_sets.asked import AskedDocument, ask_sets
from timegraph.task.question_sets.distance import BINS, Places
from timegraph.task.question_sets.gold_answers import GoldDocument, read_beside
from timeml import Collection, Document, Event, Timex3

__all__ = ["Compared", "Study", "study_sets"]

_INSIDE = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
_NO_CLASS = "no class"

_Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of the events (or pairs) asked about, ``chosen``, and of the ``others``: a share or
    a mean, ``None`` of none. ``interval`` is that of the difference, chosen less others."""

    part: str
    value: str
    chosen: float | None
    others: float | None
    interval: Interval

    @property
    def difference(self) -> float | None:
        """``chosen`` less ``others``."""
        if self.chosen is None or self.others is None:
            return None
        return self.chosen - self.others


@dataclass(frozen=True, slots=True)
class Study:
    """The figures, and how many documents, events and pairs they are about. ``warnings`` name the
    documents and ids that gold does not have; they do not count."""

    rows: tuple[Compared, ...]
    documents: int
    chosen_events: int
    other_events: int
    chosen_pairs: int
    other_pairs: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Observed:
    """Per document: of each figure the sums over what is chosen and over the others, and how many
    there are of these."""

    events: tuple[int, int]
    pairs: tuple[int, int]
    sums: Counter[tuple[str, str, bool]]


def study_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    *,
    key: Collection,
    gold: Collection,
    interpretation: Interpretation = Interpretation(),
    progress: Callable[[str], object] | None = None,
) -> Study:
    """Compare the events and pairs that ``sets`` ask about with all others of the same documents.

    ``key`` has the documents whose ids the questions use; ``gold`` (which may be the same) those
    with the classes and links, whose graph is made as ``interpretation`` says. *dated* is an event
    that lies within a date or a time by the links; a relation is *determined* if only one of the
    13 is possible. Intervals are those of the jackknife over documents with Student's t
    (:func:`timegraph.scoring.statistics.jackknife_intervals`).
    """
    observed: list[_Observed] = []
    warnings: list[str] = []
    for asked in ask_sets(sets, key, during=interpretation.during):
        key_document = None if gold.path == key.path else asked.document
        beside = read_beside(asked.name, key_document, gold, interpretation)
        warnings += beside.warnings
        if beside.document is None:
            warnings.append(beside.problem)
        else:
            counts, missing = _observed(asked, beside, beside.document)
            observed.append(counts)
            warnings += missing
        if progress is not None:
            progress(asked.name)
    return _study(observed, tuple(warnings))


def _observed(
    asked: AskedDocument, gold: GoldDocument, document: Document
) -> tuple[_Observed, list[str]]:
    chosen, pairs, missing = _chosen(asked, gold, document)
    sums: Counter[tuple[str, str, bool]] = Counter()
    numbers = Counter(end for _, a, b in document.linked for end in {a, b})
    events = [entity for entity in document.entities if isinstance(document.entity(entity), Event)]
    for entity in events:
        for part, value, amount in _figures(entity, gold, document, numbers[entity]):
            sums[part, value, entity in chosen] += amount
    places = Places(document)
    every = {frozenset(pair) for pair in combinations(document.entities, 2)}
    for pair in every:
        a, b = pair
        sums["distance", places.bin(a, b), pair in pairs] += 1
    count = sum(entity in chosen for entity in events)
    return (
        _Observed((count, len(events) - count), (len(pairs & every), len(every - pairs)), sums),
        missing,
    )


def _chosen(
    asked: AskedDocument, gold: GoldDocument, document: Document
) -> tuple[set[str], set[_Pair], list[str]]:
    """The entities and the pairs that questions are about, and what gold lacks of them."""
    chosen: set[str] = set()
    pairs: set[_Pair] = set()
    missing: dict[str, None] = {}
    assert gold.resolve is not None
    for entry in asked.questions:
        question = entry.question.question
        if question is None:
            continue
        entities = [gold.resolve(argument) for argument in question.args]
        for argument, entity in zip(question.args, entities, strict=True):
            if entity is not None:
                chosen.add(entity)
            elif argument not in question.dates:
                missing[f"{asked.name}: gold has no {argument}"] = None
        present = [entity for entity in entities if entity is not None]
        if len(set(present)) == 2:
            pairs.add(frozenset(present))
    return chosen, pairs, list(missing)


def _figures(
    entity: str, gold: GoldDocument, document: Document, links: int
) -> Iterator[tuple[str, str, int]]:
    """Each figure of an event: its part, its value, and the amount."""
    assert gold.graph is not None
    event = document.entity(entity)
    assert isinstance(event, Event)
    yield "class", event.class_ or _NO_CLASS, 1
    yield "links", "mean", links
    graph = gold.graph
    others = (other for other in document.entities if other != entity)
    yield "determined", "mean", sum(len(graph.relations(entity, other)) == 1 for other in others)
    dated = any(
        _is_date(timex) and graph.ask(entity, _INSIDE, timex.tid) is Answer.YES
        for timex in document.timexes
        if timex.tid != entity and timex.tid in graph
    )
    yield "dated", "share", int(dated)


def _is_date(timex: Timex3) -> bool:
    value = timex.value or ""
    return timex.type in ("DATE", "TIME") and bool(value) and not value.endswith("_REF")


def _study(observed: Sequence[_Observed], warnings: tuple[str, ...]) -> Study:
    figures = dict.fromkeys(
        (part, value) for document in observed for part, value, _ in document.sums
    )
    classes = sorted((value for part, value in figures if part == "class"))
    order = [
        *(("class", value) for value in classes),
        *(("links", "mean"), ("determined", "mean"), ("dated", "share")),
        *(("distance", value) for value in BINS if ("distance", value) in figures),
    ]
    counts = [
        [
            *(*document.events, *document.pairs),
            *(document.sums[part, value, side] for part, value in order for side in (True, False)),
        ]
        for document in observed
    ]
    totals = [sum(column) for column in zip(*counts, strict=True)] or [0] * (4 + 2 * len(order))
    measures = {str(k): _difference(k, part) for k, (part, _) in enumerate(order)}
    intervals = jackknife_intervals(counts, measures, bounded=False)
    rows = tuple(
        Compared(part, value, *_ratios(totals, k, part), intervals[str(k)])
        for k, (part, value) in enumerate(order)
    )
    chosen_events, other_events, chosen_pairs, other_pairs = map(int, totals[:4])
    return Study(
        rows, len(observed), chosen_events, other_events, chosen_pairs, other_pairs, warnings
    )


def _ratios(sums: Sequence[float], number: int, part: str) -> tuple[float | None, float | None]:
    """A figure of what is chosen and of the others, from the sums of all columns."""
    of = 2 if part == "distance" else 0
    chosen, others = sums[4 + 2 * number : 6 + 2 * number]
    return (
        chosen / sums[of] if sums[of] else None,
        others / sums[of + 1] if sums[of + 1] else None,
    )


def _difference(number: int, part: str) -> Callable[[Sequence[float]], float | None]:
    def measure(sums: Sequence[float]) -> float | None:
        chosen, others = _ratios(sums, number, part)
        return None if chosen is None or others is None else chosen - others

    return measure
