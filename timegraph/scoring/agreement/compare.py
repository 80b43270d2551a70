"""What a group of annotators, aligned with the first of them, agree about in one text.

*Links as annotated*: a label of a pair of entities is what the link between them says from the
earlier entity in the text to the later; labels that say the same (SIMULTANEOUS and IDENTITY) are
the same label, and a link the other way round has the converse label. *Through closure*: what all
the links of an annotator entail of a pair, whether or not they linked it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from timegraph.allen import AllenSet
from timegraph.labels import NOTHING, Scheme
from timegraph.options import Interpretation
from timegraph.scoring.agreement.coefficients import Ratings, rate
from timegraph.scoring.agreement.texts import (
    Pair,
    SharedText,
    entailed_pairs,
    stated_pairs,
)
from timegraph.scoring.notices import Notice, links_left_out

__all__ = [
    "LINKED_BY",
    "LinkedBy",
    "Relations",
    "TextAgreement",
    "compare",
    "entailed_labels",
    "label_of",
]

LinkedBy = Literal["all", "any", "two"]
LINKED_BY: tuple[LinkedBy, ...] = get_args(LinkedBy)
"""Which pairs count: those that all annotators linked; those that any linked, where no link is a
label of its own; those that at least two linked, where no link is a missing value (only for three
annotators or more, since two are all otherwise)."""

NO_LINK = "(no link)"


@dataclass(frozen=True, slots=True)
class Relations:
    """What two annotators say of pairs of entities, counted.

    ``equal``: both say the same; ``compatible``: something else, which can be true beside it;
    ``contradicting``: what cannot; ``one_open``: only one says anything, ``both_open``: neither.
    """

    equal: int = 0
    compatible: int = 0
    contradicting: int = 0
    one_open: int = 0
    both_open: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers in the order of the fields."""
        return tuple(getattr(self, one.name) for one in fields(self))

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(self.counts)

    def __add__(self, other: Relations) -> Relations:
        return Relations(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))


@dataclass(frozen=True, slots=True)
class TextAgreement:
    """What a group of annotators agree about in one text.

    ``ratings`` has the labels of links by which pairs count. ``stated`` and ``entailed`` are for
    two annotators only: of pairs that both linked, what the links say; of all pairs of shared
    entities, what each annotator's links entail. ``elsewhere`` counts links of an entity that
    not all have, ``repeated`` further links of a pair that say something else.
    """

    name: str
    entities: int
    ratings: Mapping[LinkedBy, Ratings]
    stated: Relations | None = None
    entailed: Relations | None = None
    elsewhere: int = 0
    repeated: int = 0
    notices: tuple[Notice, ...] = ()


def compare(text: SharedText, interpretation: Interpretation) -> TextAgreement:
    """Compare the annotators of one text."""
    scheme = interpretation.scheme(text.documents[0].scheme)
    during = interpretation.during
    everyone = range(len(text.documents))
    stated = [stated_pairs(text, k, interpretation) for k in everyone]
    pairs = sorted({pair for one in stated for pair in one.relations})
    labels: dict[AllenSet, str] = {}

    def label(relations: AllenSet | None) -> str | None:
        if relations is None:
            return None
        if relations not in labels:
            labels[relations] = label_of(relations, scheme, during)
        return labels[relations]

    rows = [[label(one.relations.get(pair)) for one in stated] for pair in pairs]
    ratings: dict[LinkedBy, Ratings] = {
        "all": rate((row for row in rows if None not in row), len(everyone)),
        "any": rate(([one or NO_LINK for one in row] for row in rows), len(everyone)),
    }
    notices: list[Notice] = [*text.notices]
    said = entailed = None
    if len(everyone) > 2:
        ratings["two"] = rate(rows, len(everyone))
    else:
        first, second = (one.relations for one in stated)
        both = [(first[pair], second[pair]) for pair in pairs if pair in first and pair in second]
        said = _relations(Counter(map(_stated_class, both)))
        closures = []
        for k in everyone:
            relations, graph = entailed_pairs(text, k, interpretation)
            closures.append(relations)
            notices += links_left_out(graph, text.files[k])
        entailed = _through_closure(closures[0], closures[1], len(text.entities), scheme, during)
    return TextAgreement(
        name=text.name,
        entities=len(text.entities),
        ratings=ratings,
        stated=said,
        entailed=entailed,
        elsewhere=sum(one.elsewhere for one in stated),
        repeated=sum(one.repeated for one in stated),
        notices=tuple(notices),
    )


def label_of(relations: AllenSet, scheme: Scheme, during: str = "simultaneous") -> str:
    """The name of a label that leaves exactly these relations possible, from the earlier entity to
    the later: the scheme's first of that meaning, or ``converse of`` one."""
    name = scheme.label_of(relations, during=during)
    if name is None:
        turned = scheme.label_of(relations.converse, during=during)
        return str(relations) if turned is None else f"converse of {turned}"
    return name or "(empty)"


def _stated_class(said: tuple[AllenSet, AllenSet]) -> str:
    one, other = said
    open_ends = (one == NOTHING) + (other == NOTHING)
    if open_ends:
        return "both_open" if open_ends == 2 else "one_open"
    if one == other:
        return "equal"
    return "compatible" if one & other else "contradicting"


def _through_closure(
    first: Mapping[Pair, AllenSet],
    second: Mapping[Pair, AllenSet],
    entities: int,
    scheme: Scheme,
    during: str,
) -> Relations:
    """What two closures say of all pairs of so many entities.

    A closure determines a pair if it entails a label of the scheme that says something. Two that
    exclude each other contradict, whether or not both entail a label.
    """
    known: dict[AllenSet, frozenset[str]] = {}

    def determined(relations: AllenSet) -> frozenset[str]:
        if relations not in known:
            known[relations] = entailed_labels(relations, scheme, during)
        return known[relations]

    counts: Counter[str] = Counter()
    for pair in first.keys() | second.keys():
        one, other = first.get(pair, NOTHING), second.get(pair, NOTHING)
        if not one & other:
            counts["contradicting"] += 1
            continue
        labels = determined(one), determined(other)
        if all(labels):
            counts["equal" if labels[0] == labels[1] else "compatible"] += 1
        else:
            counts["one_open" if any(labels) else "both_open"] += 1
    counts["both_open"] += entities * (entities - 1) // 2 - counts.total()
    return _relations(counts)


def entailed_labels(
    relations: AllenSet, scheme: Scheme, during: str = "simultaneous"
) -> frozenset[str]:
    """The labels of a scheme that are right if only these relations are possible; none if they
    leave open which label is. Labels that say nothing are not among them."""
    return frozenset(
        name
        for name in scheme.names
        if (meaning := scheme.meaning(name, during=during)) is not None
        and meaning != NOTHING
        and relations <= meaning
    )


def _relations(counts: Mapping[str, int]) -> Relations:
    return Relations(**{one.name: counts.get(one.name, 0) for one in fields(Relations)})
