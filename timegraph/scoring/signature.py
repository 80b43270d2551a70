"""Signatures: every choice that can change a score, in one line to print with it.

The idea is that of sacreBLEU (Post 2018, "A Call for Clarity in Reporting BLEU Scores"): two
scores may be compared if their signatures are equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from operator import add
from typing import Any, ClassVar, TypeVar

from timegraph._pace import TimeLimitError
from timegraph._version import __version__
from timegraph._wording import counted
from timegraph.labels import schemes_with
from timegraph.links import FoundLater
from timegraph.options import Interpretation

# Notices: what a reader of a score should know about the documents behind it, as data.
#
# Notices about annotations are made in :mod:`.annotation_notices`.


@dataclass(frozen=True, slots=True)
class UnreadLabels:
    """The labels in a document that its scheme does not have, and how many links have each; the
    labels that it has; how many links there are; and whose the document is."""

    scheme: str
    unknown: tuple[tuple[str, int], ...]
    known: frozenset[str]
    links: int
    owner: str = ""

    @property
    def count(self) -> int:
        """How many links are not read."""
        return sum(count for _, count in self.unknown)

    @property
    def is_much(self) -> bool:
        """Whether more than a tenth of the links are not read: figures are then of the others."""
        return 10 * self.count > self.links


@dataclass(frozen=True, slots=True)
class Notice(FoundLater):
    """One line about one document, or one question.

    ``code`` is one of ``missing-document``, ``failed-document``, ``out-of-time``, ``extra-
    document``, ``unread-labels``, ``unread-relation``, ``not-in-gold``, ``differing-text``,
    ``partial-pair``, ``left-out``, ``not-in-key``, ``bare-key``, ``diagnostic``,
    ``whole-document``, ``missing-entity``, ``literal-date``, ``not-answered``,
    ``unknown-question``, ``not-in-set``, ``unusable-answer``, ``not-decided``, ``trained-on``,
    ``choices``;
    ``message`` is complete by itself, with document, line and id. ``brief`` is the shortest name of
    what the notice is about (``a.tml:12 l3``), for long lists. Where links have labels that are
    not read, there is one notice for the document, with these as ``unread``. A link is left out
    ``by_calendar`` if it would be kept without the calendar.
    """

    code: str
    document: str
    message: str
    brief: str
    unread: UnreadLabels | None = None
    by_calendar: bool = False

    _LATER: ClassVar[tuple[str, ...]] = ("message", "brief")

    @classmethod
    def found_later(
        cls,
        code: str,
        document: str,
        find: Callable[[], tuple[str, str]],
        *,
        by_calendar: bool = False,
    ) -> Notice:
        """The notice whose ``message`` and ``brief`` are what ``find`` returns, which is called
        when one of them is first read."""
        notice: Notice = object.__new__(cls)
        fields = {"code": code, "document": document, "unread": None, "by_calendar": by_calendar}
        for key, value in fields.items():
            object.__setattr__(notice, key, value)
        object.__setattr__(notice, "_find", find)
        return notice

    def __str__(self) -> str:
        return self.message


def failure_code(error: Exception) -> str:
    """The code of the notice that a document failed with this error."""
    return "out-of-time" if isinstance(error, TimeLimitError) else "failed-document"


NO_PREDICTION = "no prediction"
_SHOWN = 3


def gaps_in(
    questions: Sequence[str],
    silent: Sequence[tuple[str, str]],
    predicted: Iterable[str],
    *,
    counts: bool = True,
) -> Iterator[Notice]:
    """What a system does not answer of questions that have these ids, each with why, and which ids
    of its predictions are not those of a question; ``counts`` says that the first are wrong."""
    if silent:
        number = f"{len(silent):,} of {counted(len(questions), 'question')} not answered"
        meaning = "they count as wrong" if counts else "they are left out"
        yield Notice("unanswered", "", f"{number}; {meaning}", counted(len(silent), "question"))
    for id, why in silent:
        yield Notice("not-answered", id, f"{id}: {why}", id)
    known = {*questions}
    if extra := [id for id in predicted if id not in known]:
        more = f" and {len(extra) - _SHOWN} more" if len(extra) > _SHOWN else ""
        message = f"predicts unknown questions: {', '.join(extra[:_SHOWN])}{more}"
        yield Notice("unknown-question", "", message, counted(len(extra), "prediction"))


def within_limit(
    signature: Signature, notices: Iterable[Notice], seconds: float | None
) -> Signature:
    """The signature with the time limit of a document, if these ``notices`` say that one failed
    because of it: another limit, or a faster machine, would give another score."""
    if seconds is None or all(notice.code != "out-of-time" for notice in notices):
        return signature
    return signature.adding(time_limit=f"{seconds:g}")


def faulty(notices: Iterable[Notice]) -> bool:
    """Whether the annotations of a document have faults, or many labels that are not read."""
    listed = list(notices)
    codes = {"diagnostic", "whole-document", "unread-relation"}
    return any(notice.code in codes for notice in listed) or much_unread(listed)


def much_unread(notices: Iterable[Notice]) -> bool:
    """Whether more than a tenth of the links of a document have labels that are not read."""
    return any(notice.unread is not None and notice.unread.is_much for notice in notices)


def unread_labels(notices: Iterable[Notice]) -> list[str]:
    """What labels are not read, by their number, in a line for each owner of documents: with the
    scheme that has all of them, and whether that is more than a tenth of the links of some."""
    owners: dict[str, list[UnreadLabels]] = {}
    for notice in notices:
        if notice.unread is not None:
            owners.setdefault(notice.unread.owner, []).append(notice.unread)
    return [
        f"{owner}: {unread_in_words(unread)}" if owner else unread_in_words(unread)
        for owner, unread in owners.items()
    ]


def unread_relations(notices: Sequence[Notice]) -> list[str]:
    """What relations are not read, in a line for each of the first documents."""
    if len(notices) == 1:  # whose heading names the document
        return [notices[0].message.removeprefix(f"{notices[0].document}: ")]
    lines = [notice.message for notice in notices[:3]]
    more = counted(len(notices) - 3, "more document", "more documents")
    return [*lines, f"relations of {more} are not read"] if len(notices) > 3 else lines


def unread_in_words(unread: Sequence[UnreadLabels]) -> str:
    """What labels are not read, by their number, in one line."""
    labels: Counter[str] = Counter()
    for document in unread:
        labels.update(dict(document.unknown))
    total = counted(sum(document.links for document in unread), "link")
    named = ", ".join(f"{label or '(none)'} {count:,}" for label, count in labels.most_common(10))
    more = ", ..." if len(labels) > 10 else ""
    schemes = " or ".join(sorted({document.scheme for document in unread}))
    be = "is" if labels.total() == 1 else "are"
    text = f"{labels.total():,} of {total} {be} not read, with labels that are not of the scheme"
    text += f" {schemes}: {named}{more}"
    much = sum(document.is_much for document in unread)
    if much:
        text += f"; in {counted(much, 'document')} more than a tenth of the links"
    others = schemes_with(frozenset(labels).union(*(document.known for document in unread)))
    return f"{text}; --labels {' or '.join(others)} has all of them" if others else text


@dataclass(frozen=True, slots=True)
class Signature:
    """The fields ``key:value`` of one measure in a fixed order, with the version last.

    Fields are only ever added, before the version; a field that an older signature lacks had the
    default with which it was added. Values do not contain ``|``.
    """

    fields: tuple[tuple[str, str], ...]
    version: str = __version__

    def __post_init__(self) -> None:
        for key, value in (*self.fields, ("version", self.version)):
            if "|" in key + value or ":" in key or not value:
                raise ValueError(f"{key}:{value} cannot stand in a signature")

    @classmethod
    def of(cls, measure: str, order: Sequence[str] = (), /, **fields: str) -> Signature:
        """The signature of ``measure`` with ``fields``: those named in ``order`` first, in that
        order, so that a measure keeps the order in which its fields were added. ``_`` in a name is
        written ``-``."""
        first = {name: fields[name] for name in order if name in fields}
        return cls((("measure", measure),)).adding(**(first | fields))

    def adding(self, **fields: str) -> Signature:
        """This signature with ``fields`` after those it has."""
        named = ((key.replace("_", "-"), value) for key, value in fields.items())
        return Signature((*self.fields, *named), self.version)

    def __str__(self) -> str:
        pairs = (*self.fields, ("version", self.version))
        return "|".join(f"{key}:{value}" for key, value in pairs)


def fields_of_reading(
    interpretation: Interpretation, schemes: Iterable[str], align_by: str | None
) -> dict[str, str]:
    """The fields that say how links of these label schemes are read, and how ids are aligned."""
    align = "none" if align_by is None else "text"
    return {"align": align, **interpretation.signature(schemes), "align_by": align_by or "-"}


# Precision, recall and F1, for every measure that is made of counts.


Counted = TypeVar("Counted", bound="CountedScore")


def ratio(part: float, whole: float) -> float | None:
    """``part / whole``; ``None``, for undefined, if there is no whole."""
    return part / whole if whole else None


def f1_of_counts(*, correct: float, predicted: float, expected: float) -> float | None:
    """``2 correct / (predicted + expected)``: the harmonic mean of precision and recall where both
    are defined. ``None`` if nothing was predicted and nothing expected."""
    return ratio(2 * correct, predicted + expected)


def harmonic_mean(precision: float | None, recall: float | None) -> float | None:
    """F1 of ratios whose numerators differ: 0 if one of them is 0 or only one is defined,
    ``None`` if neither is."""
    if precision is None and recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


class CountedScore:
    """A score that is made of counts and adds up: ``score + score`` is the score of two disjoint
    sets of documents. Subclasses are frozen dataclasses, all of whose fields are counts with the
    default 0; their properties are the figures, ``None`` where one is undefined. A sum of shares
    may be a :class:`~fractions.Fraction`: then it does not depend on the order of what is added."""

    __slots__ = ()

    @property
    def counts(self) -> tuple[float, ...]:
        """The counts, in the order of the constructor's arguments; exact sums as floats."""
        return tuple(
            float(count) if isinstance(count, Fraction) else count for count in _exact(self)
        )

    def __add__(self: Counted, other: Counted) -> Counted:
        if type(other) is not type(self):
            return NotImplemented
        kind: Any = type(self)
        total: Counted = kind(*map(add, _exact(self), _exact(other)))
        return total


@dataclass(frozen=True, slots=True)
class FoundScore(CountedScore):
    """How many of ``system_total`` and ``gold_total`` annotations, or labels of given pairs, match
    each other. Ratios are ``None`` where they are undefined."""

    matched: int = 0
    system_total: int = 0
    gold_total: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.matched <= min(self.system_total, self.gold_total):
            raise ValueError(f"more matched than there are, or negative counts: {self}")

    @property
    def precision(self) -> float | None:
        """matched / system_total; ``None`` if the system has no annotations."""
        return ratio(self.matched, self.system_total)

    @property
    def recall(self) -> float | None:
        """matched / gold_total; ``None`` if gold has no annotations."""
        return ratio(self.matched, self.gold_total)

    @property
    def f1(self) -> float | None:
        """2 matched / (system_total + gold_total); ``None`` if neither side has annotations."""
        return f1_of_counts(
            correct=self.matched, predicted=self.system_total, expected=self.gold_total
        )


def _exact(score: CountedScore) -> tuple[float | Fraction, ...]:
    dataclass: Any = score
    return tuple(getattr(score, count.name) for count in fields(dataclass))
