"""The part of the question language that speaks of distances.

``IS a AT LEAST 3 DAYS BEFORE b``, ``LIST WITHIN 3 MONTHS AFTER a``, ``HOW LONG a`` and ``HOW LONG
BETWEEN a.end b.start``. A length is one of :meth:`timegraph.TimeGraph.add_distance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from timegraph._metric.lengths import length_of
from timegraph._wording.counting import quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from timeml import Document


class Comparison(Enum):
    """How a distance compares with a length; WITHIN is for LIST questions."""

    AT_LEAST = "AT LEAST"
    AT_MOST = "AT MOST"
    MORE_THAN = "MORE THAN"
    LESS_THAN = "LESS THAN"
    EXACTLY = "EXACTLY"
    WITHIN = "WITHIN"

    __repr__ = Enum.__str__  # can be pasted back


@dataclass(frozen=True, slots=True)
class DistanceRelation:
    """``AT LEAST 3 DAYS BEFORE``: of a and b, what the distance between them is.

    ``side`` is ``"BEFORE"`` or ``"AFTER"``: "a 3 days before b" speaks of b.start - a.end, "a 3
    days after b" of a.start - b.end. All but AT LEAST and MORE THAN also say that this is above 0.
    ``length`` is text in upper case.
    """

    comparison: Comparison
    length: str
    side: str

    @property
    def value(self) -> str:
        """The relation as questions have it."""
        return f"{self.comparison.value} {self.length} {self.side}"

    def asked_of(self, *args: str) -> str:
        """The words of a question after IS or LIST."""
        return f"{' '.join(args[:-1])} {self.value} {args[-1]}".strip()


@dataclass(frozen=True, slots=True)
class Gap:
    """The two ends, ``"start"`` or ``"end"``, between which HOW LONG BETWEEN asks."""

    first: Literal["start", "end"]
    second: Literal["start", "end"]

    @property
    def value(self) -> str:
        """The relation as questions have it."""
        return "BETWEEN"

    def asked_of(self, *args: str) -> str:
        """The words of a question after HOW LONG."""
        return f"BETWEEN {args[0]}.{self.first} {args[1]}.{self.second}"


class DistanceForm(NamedTuple):
    """A form of question that has a length: what it should read, and what it compares."""

    example: str
    comparisons: tuple[Comparison, ...]


IS_FORM = DistanceForm(
    "IS a AT LEAST 3 DAYS BEFORE b",
    tuple(member for member in Comparison if member is not Comparison.WITHIN),
)
LIST_FORM = DistanceForm("LIST WITHIN 3 MONTHS AFTER a", (Comparison.WITHIN,))

_SIDES = ("BEFORE", "AFTER")
_FIRST = {member.value.split()[0] for member in Comparison}
_NUMBER = "-+0123456789"


def is_distance(words: Sequence[str]) -> bool:
    """Whether words after ``IS a``, or after ``LIST``, speak of a distance and not of order
    alone, as far as they are written well."""
    if len(words) < 2:
        return False
    first = words[0].upper()
    if first == Comparison.WITHIN.value:
        rest = [word.upper() for word in words[1:]]
        return len(rest) > 1 and (rest[0][0] in _NUMBER or any(side in rest for side in _SIDES))
    return first in _FIRST or first[0] in _NUMBER


def parse_distance(words: Sequence[str], form: DistanceForm) -> tuple[DistanceRelation, str]:
    """The relation in words such as ``AT LEAST 3 DAYS BEFORE b``, and the word after it.

    Raises ``ValueError`` that names the part which is not understood.
    """
    comparison, rest = _comparison(words, form)
    upper = [word.upper() for word in rest]
    places = [place for place, word in enumerate(upper) if word in _SIDES]
    if not places:
        last = f"after {quoted(' '.join(rest))}" if rest else "at the end"
        raise ValueError(f"BEFORE or AFTER is missing {last}; {_reads(form)}")
    place = places[0]
    length = " ".join(upper[:place])
    if not length:
        raise ValueError(f"the length before {rest[place]!r} is missing; {_reads(form)}")
    try:
        length_of(length)
    except ValueError as error:
        raise ValueError(
            str(error) if len(length) < 60 else f"{quoted(length)} is not a length"
        ) from None
    after = rest[place + 1 :]
    if not after:
        raise ValueError(f"an id or a date is missing after {rest[place]!r}; {_reads(form)}")
    if len(after) > 1:
        raise ValueError(f"{quoted(' '.join(after[1:]))} is not understood; {_reads(form)}")
    return DistanceRelation(comparison, length, upper[place]), after[0]


def _comparison(words: Sequence[str], form: DistanceForm) -> tuple[Comparison, Sequence[str]]:
    names = ", ".join(member.value for member in form.comparisons)
    for member in form.comparisons:
        member_words = member.value.split()
        if [word.upper() for word in words[: len(member_words)]] == member_words:
            return member, words[len(member_words) :]
    first = words[0].upper()
    if first in ("AT", "MORE", "LESS"):
        following = "LEAST or MOST" if first == "AT" else "THAN"
        instead = f", not {quoted(words[1])}" if len(words) > 1 else ""
        raise ValueError(f"{words[0]!r} must be followed by {following}{instead}; {_reads(form)}")
    raise ValueError(f"one of {names} is missing before {quoted(words[0])}; {_reads(form)}")


_ENDS: dict[str, Literal["start", "end"]] = {"start": "start", "end": "end"}


def parse_gap(words: Sequence[str]) -> tuple[Gap, tuple[str, str]]:
    """The ends and the entities in two words such as ``a.end b.start``."""
    ends = []
    for word in words:
        entity, _, side = word.rpartition(".")
        end = _ENDS.get(side.lower())
        if not entity or end is None:
            raise ValueError(
                f"{quoted(word)} is not an endpoint; write the id or date with .start or .end, as "
                "in HOW LONG BETWEEN a.end b.start"
            )
        ends.append((entity, end))
    (first, first_side), (second, second_side) = ends
    return Gap(first_side, second_side), (first, second)


def _reads(form: DistanceForm) -> str:
    return f"write it like {form.example}"


# The answer to a HOW LONG question.


@dataclass(frozen=True, slots=True)
class LengthAnswer:
    """How long something lasts: ``lower <= seconds <= upper``, ``None`` for no bound.

    ``lower_reached`` and ``upper_reached`` say whether it can be as long as the bound itself.
    ``words`` is the same in words: ``at least 2 days and less than 4 days``, or ``unknown``.
    """

    lower: Fraction | None
    upper: Fraction | None
    lower_reached: bool
    upper_reached: bool
    words: str

    def in_words(self, document: Document, *, possible: bool = False) -> str:
        """``at least 3 days``."""
        return self.words

    def to_json(self) -> dict[str, Any]:
        """The bounds as JSON data: ``seconds`` is a whole number, or a fraction as text."""
        return {
            "at_least": _bound(self.lower, self.lower_reached),
            "at_most": _bound(self.upper, self.upper_reached),
            "words": self.words,
        }


def _bound(seconds: Fraction | None, reached: bool) -> dict[str, Any] | None:
    if seconds is None:
        return None
    whole = seconds.denominator == 1
    return {"seconds": int(seconds) if whole else str(seconds), "reached": reached}
