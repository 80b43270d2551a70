"""Candidates, and the choices that there are: what voters or classifiers say of pairs.

Candidates come as rows in several forms, with or without the name of a document; here all become
one, and nothing is normalised.

What can be chosen for a pair are the distinct meanings of a scheme's labels, as numbers. Choice 0
claims nothing (vague). Every other choice is one meaning, or the converse of one, so that each pair
can be turned round. Labels of the same meaning are one choice.

A *code* stands for what a closed network says of a pair: for schemes that compare starts only the
label of the two starts, else the four labels of the cross pairs of endpoints. All tables here are
computed from the meanings of the labels.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, product, starmap
from numbers import Rational
from typing import Any, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.labels import NOTHING, Scheme, SchemeError, near
from timegraph.points import NONE, OPERATOR_CODES, constraints_of, mask_of_labels, mask_table


class CandidateError(ValueError):
    """A candidate that cannot be used; the message names it and says what to do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """``source`` says ``a label b``, which weighs ``weight``; without a label, that nothing is
    known of the pair."""

    a: Hashable
    b: Hashable
    label: str | None
    weight: Fraction
    source: Any = None
    document: Hashable = None


def candidates_of(rows: Any, scheme: Scheme) -> Iterator[Candidate]:
    """The candidates that ``rows`` say, one after the other; see :func:`timegraph.decode` for the
    forms. Raises :class:`CandidateError`, and :class:`timegraph.labels.SchemeError` for a label
    that the scheme lacks."""
    if isinstance(rows, Mapping):
        rows = starmap(_of_pair, rows.items())
    elif not isinstance(rows, Iterable) or hasattr(rows, "columns"):
        raise TypeError(
            f"candidates are rows, not a {type(rows).__name__}; give the rows of a table as "
            'mappings: to_dict("records") of pandas, to_dicts() of polars, to_pylist() of pyarrow'
        )
    return (
        candidate
        for number, row in enumerate(rows)
        for candidate in candidates_in(row, scheme, f"row {number}")
    )


def candidates_in(row: Any, scheme: Scheme, place: str) -> list[Candidate]:
    """The candidates of one row, which messages call ``place``; raises as
    :func:`candidates_of`."""
    return [_checked(candidate, scheme) for candidate in _read(row, place)]


def by_document(candidates: Iterable[Candidate]) -> Iterator[tuple[Hashable, list[Candidate]]]:
    """The candidates of each document, which stand together. Raises :class:`CandidateError` for a
    document that comes again later."""
    done: set[Hashable] = set()
    for document, group in groupby(candidates, key=lambda one: one.document):
        if document in done:
            raise CandidateError(
                f"the candidates of document {document!r} do not stand together; sort them by "
                "document first"
            )
        done.add(document)
        yield document, list(group)


def _of_pair(pair: Any, weights: Any) -> dict[str, Any]:
    """An item of a mapping as a row."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise CandidateError(f"the keys of a mapping are pairs (a, b), not {pair!r}")
    return {"a": pair[0], "b": pair[1], "weights": weights}


def _read(row: Any, place: str) -> Iterator[Candidate]:
    if isinstance(row, Candidate):
        yield row
        return
    if isinstance(row, tuple) and len(row) in (4, 5):
        row = dict(zip(("a", "b", "label", "weight", "source"), row, strict=False))
    if not isinstance(row, Mapping):
        raise CandidateError(
            f"{place} is not a candidate: give (a, b, label, weight), or fields of these names"
        )
    missing = next((name for name in ("a", "b") if name not in row), None)
    if missing is not None:
        raise CandidateError(f"{place} has no {missing!r}: {_short(row)}")
    weights = row.get("weights")
    if weights is None:
        named = "label" if "label" in row else "relation"
        if named not in row or "weight" not in row:
            raise CandidateError(
                f"{place} needs 'label' and 'weight', or 'weights' by label: {_short(row)}"
            )
        weights = {row[named]: row["weight"]}
    if not isinstance(weights, Mapping):
        raise CandidateError(f"{place}: weights are an object of weights by label")
    a, b, source, document = (row.get(name) for name in ("a", "b", "source", "document"))
    for label, weight in weights.items():
        if label is None:
            raise CandidateError(f"{place} has no label: {a!r} and {b!r}")
        yield Candidate(a, b, label, weight_of(weight, a, label, b), source, document)


def weight_of(weight: Any, a: Any, label: Any, b: Any) -> Fraction:
    """The weight of a candidate, exactly; floats by the decimal digits that they are printed
    with. Raises :class:`CandidateError` for what is not a finite number."""
    what = f"the weight of {a!r} {label} {b!r}"
    if isinstance(weight, bool) or not isinstance(weight, (int, float, Rational, Decimal)):
        try:
            weight = float(weight)  # numpy's numbers
        except (TypeError, ValueError):
            raise CandidateError(f"{what} is {weight!r}, not a number") from None
    if isinstance(weight, float):
        if not math.isfinite(weight):
            raise CandidateError(f"{what} is {weight}; leave the candidate out, or give a number")
        return Fraction(repr(float(weight)))
    if isinstance(weight, Decimal) and not weight.is_finite():
        raise CandidateError(f"{what} is {weight}; leave the candidate out, or give a number")
    return Fraction(weight)


def _checked(one: Candidate, scheme: Scheme) -> Candidate:
    for end in (one.a, one.b):
        try:
            missing = end is None or end != end
            hash(end)
        except TypeError:
            raise CandidateError(f"{end!r} cannot name an entity") from None
        if missing:
            raise CandidateError(f"a candidate {one.label!r} names no entity ({end!r})")
    if one.a == one.b:
        raise CandidateError(
            f"the candidate {one.a!r} {one.label} {one.b!r} relates an entity to itself"
        )
    if one.label is None:
        return one
    if not isinstance(one.label, str) or scheme.meaning(one.label) is None:
        meant = near(str(one.label), scheme.names)
        hint = f"did you mean {meant}?" if meant else f"it has {', '.join(scheme.names)}"
        raise SchemeError(f"the scheme {scheme.name!r} has no label {one.label!r}; {hint}")
    return one


def _short(row: Mapping[Any, Any]) -> str:
    text = str(dict(row))
    return text if len(text) <= 80 else text[:77] + "..."


Mode = Literal["closed", "links", "order"]
MODES: tuple[Mode, ...] = get_args(Mode)
"""What an annotation is: closed under what it entails, any consistent links, or a total order."""

MOST_CHOICES = 62
"""Sets of choices are bits of whole numbers of 64 bits."""

Arc = tuple[int, int, int]
"""From a point, to a point, 2 where it is strict: points of a before those of b."""

_STARTS = frozenset({0, 2})


@dataclass(frozen=True)
class Vocabulary:
    """The choices of a scheme; ``names`` has a label for each, ``None`` where only the converse
    has one. ``turned`` has the converse of each choice."""

    scheme: Scheme
    meanings: tuple[AllenSet, ...]
    names: tuple[str | None, ...]
    turned: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.meanings)

    def __reduce__(self) -> tuple[object, ...]:
        return vocabulary_of, (self.scheme,)  # its tables are large

    @cached_property
    def points(self) -> int:
        """How many points of an entity matter: 1 (its start) or 2."""
        used = {
            p
            for meaning in self.meanings
            for x, _, y in constraints_of(meaning.mask)
            for p in (x, y)
        }
        return 1 if used <= _STARTS else 2

    @cached_property
    def arcs(self) -> tuple[tuple[Arc, ...], ...]:
        """What each choice claims, between points 0 .. 2 * ``points`` - 1: those of a, then b."""
        return tuple(map(self.arcs_of, self.meanings))

    def arcs_of(self, relations: AllenSet) -> tuple[Arc, ...]:
        """What relations claim, between the same points."""
        row: list[Arc] = []
        for x, operator, y in constraints_of(relations.mask):
            p, q = (x, y) if self.points == 2 else (x // 2, y // 2)
            strength = 2 if OPERATOR_CODES[operator] == 0 else 1
            row.append((p, q, strength))
            if operator == "=":
                row.append((q, p, strength))
        return tuple(row)

    def choice(self, label: str | None) -> int | None:
        """The number of a label, ``None`` if the scheme lacks it; 0 for no label."""
        meaning = NOTHING if label is None else self.scheme.meaning(label)
        return None if meaning is None else self.meanings.index(meaning)

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The relations that each code leaves possible, as masks; 0 for codes that cannot be."""
        if self.points == 2:
            return mask_table()
        return tuple(
            mask_of_labels(label, NONE, NONE, NONE) if label < 6 else 0 for label in range(8)
        )

    def seen(self, relations: AllenSet) -> AllenSet:
        """Relations, as far as the labels show them: by starts alone where they compare these."""
        if self.points == 2:
            return relations
        signs = {relation.signs[0] for relation in relations}
        return AllenSet([relation for relation in NOTHING if relation.signs[0] in signs])

    def entailed(self, mask: int) -> tuple[int, ...]:
        """The choices that hold whichever of these relations holds."""
        return tuple(k for k, meaning in enumerate(self.meanings) if mask & ~meaning.mask == 0)

    def strongest(self, mask: int) -> int | None:
        """The strongest choice entailed by these relations; ``None`` if several are strongest."""
        holding = self.entailed(mask)
        best = min(holding, key=lambda k: len(self.meanings[k]))
        return best if all(self.meanings[best] <= self.meanings[k] for k in holding) else None

    @cached_property
    def classes(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """The class of each code (-1: cannot be), and the choices that each class entails."""
        kinds: dict[tuple[int, ...], int] = {}
        numbers = [
            kinds.setdefault(self.entailed(mask), len(kinds)) if mask else -1
            for mask in self.possible
        ]
        return tuple(numbers), tuple(kinds)

    def check(self, mode: Mode) -> None:
        """Raise :class:`SchemeError` if the labels cannot be used in this mode."""
        name = self.scheme.name
        if len(self) > MOST_CHOICES:
            raise SchemeError(
                f"{name!r} has {len(self)} different meanings, with those of turned pairs; "
                f"{MOST_CHOICES} are the limit: decode links of fewer kinds"
            )
        if mode == "order" and self.points == 2:
            raise SchemeError(
                f"mode 'order' needs labels that compare starts only, as matres; {name!r} compares "
                "intervals: use mode 'closed' or 'links'"
            )
        if mode != "closed":
            return
        for mask in {mask for mask in self.possible if mask}:
            if self.strongest(mask) is None:
                both = " and ".join(
                    str(self.names[k] or f"converse of {self.names[self.turned[k]]}")
                    for k in self._strongest(mask)[:2]
                )
                raise SchemeError(
                    f"mode 'closed' needs one strongest label for each pair, but in {name!r} a "
                    f"pair can be both {both}; use mode 'links'"
                )

    def _strongest(self, mask: int) -> list[int]:
        holding = self.entailed(mask)
        return [k for k in holding if not any(self.meanings[j] < self.meanings[k] for j in holding)]

    def triads(self, mode: Mode) -> tuple[tuple[int, int, int], ...]:
        """The choices for (a, b), (b, c), (a, c) that three entities can have together: those that
        do not contradict each other and, closed, entail nothing stronger."""
        return _triads(self, mode)


@lru_cache(maxsize=64)
def _triads(words: Vocabulary, mode: Mode) -> tuple[tuple[int, int, int], ...]:
    choices = range(1 if mode == "order" else 0, len(words))
    sets, converses = words.meanings, [meaning.converse for meaning in words.meanings]
    step = {(i, j): sets[i].compose(sets[j]) for i in choices for j in choices}
    back = {(i, j): sets[i].compose(converses[j]) for i in choices for j in choices}
    forth = {(i, j): converses[i].compose(sets[j]) for i in choices for j in choices}
    allowed = []
    for ab, bc, ac in product(choices, repeat=3):
        left = sets[ab] & back[ac, bc], sets[bc] & forth[ab, ac], sets[ac] & step[ab, bc]
        if not all(left):
            continue
        if mode != "closed" or all(
            words.strongest(mask.mask) == k for mask, k in zip(left, (ab, bc, ac), strict=True)
        ):
            allowed.append((ab, bc, ac))
    return tuple(allowed)


@lru_cache(maxsize=64)
def vocabulary_of(scheme: Scheme) -> Vocabulary:
    """The choices of a scheme."""
    meanings = [NOTHING]
    for label in scheme.names:
        meaning = scheme.meaning(label)
        assert meaning is not None
        meanings += [way for way in {meaning: 0, meaning.converse: 0} if way not in meanings]
    numbers = {meaning: number for number, meaning in enumerate(meanings)}
    return Vocabulary(
        scheme,
        tuple(meanings),
        tuple(scheme.label_of(meaning) for meaning in meanings),
        tuple(numbers[meaning.converse] for meaning in meanings),
    )


class Spelling:
    """The labels of a scheme as the user writes them: one that the candidates have as it stands
    there, another in the same way, short or long, in capitals or not."""

    def __init__(self, scheme: Scheme, used: Mapping[AllenSet, str]) -> None:
        self.scheme, self.labels = scheme, dict[AllenSet, str | None](used)
        self.lower = bool(used) and all(label == label.lower() for label in used.values())
        self.short = bool(used) and all(len(label) <= _SHORT for label in used.values())

    def label(self, meaning: AllenSet) -> str | None:
        """The label of a meaning, ``None`` if the scheme has none."""
        if meaning not in self.labels:
            names = [name for name in self.scheme.names if self.scheme.meaning(name) == meaning]
            alike = [name for name in names if (len(name) <= _SHORT) == self.short]
            label = next(iter([*alike, *names]), None)
            lowered = label is not None and self.lower
            self.labels[meaning] = label.lower() if lowered and label is not None else label
        return self.labels[meaning]


_SHORT = 2
"""Letters of a short label, such as "ii" for IS_INCLUDED."""


def label_of(relation: AllenSet) -> str:
    """Relations as the label of a scheme."""
    return " | ".join(member.value for member in relation)


def scheme_of(labels: Iterable[str]) -> Scheme:
    """The scheme of such labels."""
    meant = {label: label for label in labels}
    return Scheme("relations", "the relations of a graph's links", tuple(meant.items()))
