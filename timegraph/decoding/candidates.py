"""Candidates: what voters or classifiers say of pairs, and how much it weighs.

They come as rows in several forms, with or without the name of a document; here all become one.
Nothing is normalised unless the caller names how.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from numbers import Rational
from typing import Any, Literal, get_args

from timegraph._graph.exchange.frames import opened
from timegraph.labels import Scheme, SchemeError, near

__all__ = [
    "SCORES",
    "Candidate",
    "CandidateError",
    "Scores",
    "by_document",
    "candidates_of",
    "weight_of",
]

Scores = Literal["weights", "shares", "log"]
SCORES: tuple[Scores, ...] = get_args(Scores)
"""What the weights of a pair are taken for: as they are; divided by their sum; the logarithm of
that, where what is not listed cannot be chosen."""

_FIELDS = ("a", "b", "label", "weight", "source", "document")


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


def candidates_of(
    rows: Any, scheme: Scheme, *, scores: Scores = "weights", called: str = ""
) -> Iterator[Candidate]:
    """The candidates that ``rows`` say, one after the other; see :func:`timegraph.decode` for the
    forms. ``called`` is what messages call a row, by default its number. Raises
    :class:`CandidateError`, and :class:`timegraph.labels.SchemeError` for a label that the scheme
    lacks."""
    if scores not in SCORES:
        raise ValueError(f"scores must be one of {', '.join(SCORES)}, not {scores!r}")
    if isinstance(rows, Mapping):
        rows = ({"a": a, "b": b, "weights": w} for (a, b), w in _pairs(rows))
    elif not isinstance(rows, Iterable) or hasattr(rows, "columns"):
        rows = _rows_of_table(rows)
    said = (
        candidate
        for number, row in enumerate(rows)
        for candidate in _read(row, called or f"row {number}")
    )
    checked = (_checked(candidate, scheme) for candidate in said)
    return checked if scores == "weights" else _normalised(checked, scores)


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


def _pairs(rows: Mapping[Any, Any]) -> Iterator[tuple[tuple[Any, Any], Any]]:
    for pair, weights in rows.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise CandidateError(f"the keys of a mapping are pairs (a, b), not {pair!r}")
        yield pair, weights


def _rows_of_table(frame: Any) -> Iterator[dict[str, Any]]:
    table = opened(frame)
    missing = [name for name in _FIELDS[:4] if name not in table.columns]
    if missing:
        columns = ", ".join(map(repr, table.columns)) or "none"
        raise CandidateError(f"the table has no column {missing[0]!r}; it has {columns}")
    names = [name for name in _FIELDS if name in table.columns]
    yield from table.select(names).iter_rows(named=True)


def _read(row: Any, place: str) -> Iterator[Candidate]:
    """The candidates of one row."""
    if isinstance(row, Candidate):
        yield row
        return
    if isinstance(row, Mapping):
        missing = [name for name in ("a", "b") if name not in row]
        if missing:
            raise CandidateError(f"{place} has no {missing[0]!r}: {_short(row)}")
        weights = row.get("weights")
        if weights is None:
            if "label" not in row or "weight" not in row:
                raise CandidateError(
                    f"{place} needs 'label' and 'weight', or 'weights' by label: {_short(row)}"
                )
            weights = {row["label"]: row["weight"]}
        if not isinstance(weights, Mapping):
            raise CandidateError(f"{place}: weights are an object of weights by label")
        a, b, source, document = (row.get(name) for name in ("a", "b", "source", "document"))
    elif isinstance(row, tuple) and len(row) in (4, 5):
        a, b, weights = row[0], row[1], {row[2]: row[3]}
        source, document = (row[4] if len(row) == 5 else None), None
    else:
        raise CandidateError(
            f"{place} is not a candidate: give (a, b, label, weight), or fields of these names"
        )
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


def _normalised(candidates: Iterable[Candidate], scores: Scores) -> Iterator[Candidate]:
    """The candidates with the shares of their pairs, or the logarithms of these."""
    from dataclasses import replace

    for _, group in groupby(candidates, key=_voter):
        same = list(group)
        total = sum((candidate.weight for candidate in same), Fraction())
        if total <= 0 or any(candidate.weight < 0 for candidate in same):
            first = same[0]
            raise CandidateError(
                f"the weights of {first.a!r} and {first.b!r} have no shares: they must not be "
                "negative, and not all 0"
            )
        for candidate in same:
            share = candidate.weight / total
            if scores == "shares":
                yield replace(candidate, weight=share)
            elif share:
                yield replace(candidate, weight=Fraction(repr(round(math.log(share), 9))))


def _voter(candidate: Candidate) -> tuple[object, ...]:
    return candidate.document, frozenset((candidate.a, candidate.b)), candidate.source


def _short(row: Mapping[Any, Any]) -> str:
    text = str(dict(row))
    return text if len(text) <= 80 else text[:77] + "..."
