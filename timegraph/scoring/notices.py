"""Notices: what a reader of a score should know about the documents behind it, as data.

Notices about annotations are made in :mod:`.annotation_notices`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from timegraph._pace.limits import TimeLimitError
from timegraph._wording.counting import counted
from timegraph.labels import schemes_with
from timegraph.links import FoundLater

if TYPE_CHECKING:
    from timegraph.scoring.signature import Signature

__all__ = [
    "Notice",
    "UnreadLabels",
    "failure_code",
    "much_unread",
    "unread_in_words",
    "unread_labels",
    "unread_relations",
    "within_limit",
]


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
    ``partial-pair``, ``left-out``, ``not-in-key``, ``diagnostic``, ``missing-entity``,
    ``literal-date``, ``not-answered``, ``unknown-question``, ``not-in-set``,
    ``unusable-answer``, ``not-decided``; ``message`` is complete by itself, with document, line and
    id. ``brief`` is the shortest name of what the
    notice is about (``a.tml:12 l3``), for long lists. Where links have labels that are not read,
    there is one notice for the document, with these as ``unread``. A link is left out
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
        for field, value in fields.items():
            object.__setattr__(notice, field, value)
        object.__setattr__(notice, "_find", find)
        return notice

    def __str__(self) -> str:
        return self.message


def failure_code(error: Exception) -> str:
    """The code of the notice that a document failed with this error."""
    return "out-of-time" if isinstance(error, TimeLimitError) else "failed-document"


def within_limit(
    signature: Signature, notices: Iterable[Notice], seconds: float | None
) -> Signature:
    """The signature with the time limit of a document, if these ``notices`` say that one failed
    because of it: another limit, or a faster machine, would give another score."""
    if seconds is None or all(notice.code != "out-of-time" for notice in notices):
        return signature
    return signature.adding(time_limit=f"{seconds:g}")


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
