"""The question language: ``IS a REL b``, ``LIST BEFORE|AFTER|SINCE|WITHIN a``,
``LIST BETWEEN a b`` and ``WHEN a``; and questions about distances: ``IS a AT LEAST 3 DAYS BEFORE
b``, ``LIST WITHIN 3 MONTHS AFTER a``, ``HOW LONG a`` and ``HOW LONG BETWEEN a.end b.start``.

The first is the language of QA TempEval (Llorens et al. 2015, SemEval Task 5), the others those
that UzZaman, Llorens and Allen (2012, "Evaluating Temporal Information Understanding with Temporal
Question Answering") added. The words of the language may be in upper or lower case, with
any white space between them; ids are kept as they are, since ``e1`` and ``E1`` are two ids in XML.
A question may end in a question mark, and AND may stand between the two arguments of BETWEEN.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from timegraph._wording import quoted
from timegraph.allen import Allen, AllenSet
from timeml import RelType
from timeml.document import Event

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.graph import TimeGraph
    from timegraph.labels import Scheme
    from timeml import Document


# The part of the question language that compares two ends: ``IS ei1.start BEFORE ei2.start``.
#
# Annotations that compare starts only (MATRES, TCR) answer such questions where BEFORE, which is
# about whole intervals, stays open.


Side = Literal["start", "end"]
_SIDES: dict[str, Side] = {"start": "start", "end": "end"}
_SIGNS = {"BEFORE": -1, "AFTER": 1, "SIMULTANEOUS": 0}


@dataclass(frozen=True, slots=True)
class EndpointRelation:
    """``label`` (BEFORE, AFTER or SIMULTANEOUS) between the ``first`` end of a and the ``second``
    of b."""

    first: Side
    label: str
    second: Side

    @property
    def value(self) -> str:
        """The relation as questions have it."""
        return self.label

    @property
    def meaning(self) -> AllenSet:
        """The relations of a and b for which it holds."""
        return _of_ends(2 * (self.first == "end") + (self.second == "end"), self.label)

    def asked_of(self, *args: str) -> str:
        """The words of a question after IS."""
        return f"{args[0]}.{self.first} {self.label} {args[1]}.{self.second}"


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """Several of Allen's relations, of which one holds, as statements have them:
    ``before | meets``."""

    value: str

    @property
    def meaning(self) -> AllenSet:
        """The relations of a and b for which it holds."""
        return AllenSet(Allen.parse(name) for name in self.value.split(" | "))

    def asked_of(self, *args: str) -> str:
        """The words of a question after IS."""
        return f"{args[0]} {self.value.replace(' ', '')} {args[1]}"


def parse_endpoints(a: str, label: str, b: str) -> tuple[EndpointRelation, tuple[str, str]] | None:
    """The relation and the entities in the words of ``IS a.start BEFORE b.start``; ``None`` if
    neither ``a`` nor ``b`` is an end. Raises ``ValueError`` if one is, or if the relation is not
    one of two instants."""
    (first, first_side), (second, second_side) = _end_of(a), _end_of(b)
    if first_side is None and second_side is None:
        return None
    if first_side is None or second_side is None:
        whole = a if first_side is None else b
        raise ValueError(
            f"{quoted(whole)} is an interval, the other an end; compare two ends, as in "
            "IS a.start BEFORE b.start"
        )
    if label.upper() not in _SIGNS:
        raise ValueError(
            f"two ends are {', '.join(_SIGNS)}, not {quoted(label)}; write it like "
            "IS a.start BEFORE b.start"
        )
    return EndpointRelation(first_side, label.upper(), second_side), (first, second)


def _end_of(word: str) -> tuple[str, Side | None]:
    """The entity and the side in ``a.start``; a word that has none, with ``None``."""
    entity, _, side = word.rpartition(".")
    end = _SIDES.get(side.lower())
    return (word, None) if end is None or not entity else (entity, end)


def compares_starts(scheme: Scheme) -> bool:
    """Whether all that the labels of a scheme say is about starts."""
    meanings = (scheme.meaning(label) for label in scheme.names)
    return all(
        meaning is None or meaning in (*_OF_STARTS.values(), AllenSet.all()) for meaning in meanings
    )


def _of_ends(pair: int, label: str) -> AllenSet:
    """The relations with this order of the two ends that have so many pairs of ends before them."""
    return AllenSet(relation for relation in Allen if relation.signs[pair] == _SIGNS[label])


_OF_STARTS = {label: _of_ends(0, label) for label in _SIGNS}


def starts_alone(graph: TimeGraph, a: str, relation: RelType, b: str) -> str | None:
    """What to say of an unknown answer to "a BEFORE b" or AFTER where the order of the starts is
    known; ``None`` if it is not."""
    if relation not in (RelType.BEFORE, RelType.AFTER) or a not in graph or b not in graph:
        return None
    possible = graph.relations(a, b)
    for label, meaning in _OF_STARTS.items():
        if possible <= meaning:
            return f"only starts are known: IS {a}.start {label} {b}.start is yes"
    return None


class Kind(Enum):
    """What a question asks for: a yes or no, a list of entities, a time, or a length of time."""

    IS = "IS"
    LIST = "LIST"
    WHEN = "WHEN"
    HOW_LONG = "HOW LONG"

    __repr__ = Enum.__str__  # can be pasted back


class ListRelation(Enum):
    """The relations of LIST questions; only BETWEEN takes two arguments."""

    BEFORE = "BEFORE"
    AFTER = "AFTER"
    SINCE = "SINCE"
    WITHIN = "WITHIN"
    BETWEEN = "BETWEEN"

    __repr__ = Enum.__str__  # can be pasted back

    @property
    def arguments(self) -> int:
        """How many entities follow the relation."""
        return 2 if self is ListRelation.BETWEEN else 1


_FORMS = (
    "IS a RELATION b | IS a AT LEAST 3 DAYS BEFORE b | LIST BEFORE|AFTER|SINCE|WITHIN a | "
    "LIST WITHIN 3 DAYS AFTER a | LIST BETWEEN a b | WHEN a | HOW LONG a | "
    "HOW LONG BETWEEN a.end b.start"
)

# No XML id starts with a digit or a sign, or has a blank; TIMEX3 dates (1998-05, 199, -0044) and
# those of EDTF do. Other values could be ids: those that have a place in time and are unlikely ids
# count as dates.
_DATE = re.compile(
    r"[-+?~%]?\d|[-?~%]*(?-i:(?=X*\d)[\dX]{4})(?!\w)|[\[{]|\.\./|/|Y-?\d{5}|.* |"
    r"(?:BC\d{2,4}|FY\d{4})(?:-|$)|(?:PAST|PRESENT|FUTURE)_REF$",
    re.IGNORECASE,
)
# The page of QA TempEval writes the id of an event as event[eid23].
_IN_BRACKETS = re.compile(r"^[^\W\d_]+\[([^][]+)\]")
_QUOTED = re.compile(r'"[^"]*"?[^\s"]*|\S+')

AnyRelation: TypeAlias = (
    "RelType | ListRelation | EndpointRelation | StatedRelation | DistanceRelation | Gap"
)
"""What a question can ask of its arguments."""

_LONGEST_HINTED = 40
"""No relation resembles a longer word, and finding that out takes long."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``args`` are entity ids or literal dates, two for IS, LIST BETWEEN and HOW
    LONG BETWEEN.

    ``relation`` is a :class:`~timeml.RelType` for IS, an :class:`EndpointRelation` for IS about two
    ends, a :class:`StatedRelation` for IS with several relations, a :class:`ListRelation` for LIST,
    or for IS and LIST a :class:`DistanceRelation`; a :class:`Gap` for HOW LONG BETWEEN, and
    ``None`` for WHEN and HOW LONG. In IS questions DURING is TimeML's
    relation, not Allen's.
    """

    kind: Kind
    relation: (
        RelType | ListRelation | EndpointRelation | StatedRelation | DistanceRelation | Gap | None
    )
    args: tuple[str, ...]

    @property
    def dates(self) -> tuple[str, ...]:
        """The arguments that have the form of a date (``1998-05``, ``1984?``), or that stood in
        quotes and have several words ("one year after May 1990"). A document may have one of them
        as an id all the same; then the id is meant."""
        return tuple(arg for arg in self.args if _DATE.match(arg))

    @property
    def about_distance(self) -> bool:
        """Whether the question asks for a distance, or compares one with a length."""
        plain = self.relation is None or isinstance(self.relation, (RelType, ListRelation))
        return self.kind is Kind.HOW_LONG or not (plain or self.about_ends)

    @property
    def about_ends(self) -> bool:
        """Whether the question compares two ends: ``IS a.start BEFORE b.start``."""
        return hasattr(self.relation, "meaning")

    @property
    def group(self) -> str | None:
        """The name of the relation where questions are grouped by relation: for all lengths that
        of the comparison, ``AT LEAST``; ``None`` if there is no relation."""
        comparison = getattr(self.relation, "comparison", self.relation)
        return None if comparison is None else comparison.value

    def __str__(self) -> str:
        relation, args = self.relation, tuple(map(_written, self.args))
        if relation is None:
            return " ".join((self.kind.value, *args))
        if not isinstance(relation, (RelType, ListRelation)):
            return f"{self.kind.value} {relation.asked_of(*args)}"
        if self.kind is Kind.IS:
            return f"IS {args[0]} {relation.value} {args[1]}"
        return " ".join((self.kind.value, relation.value, *args))


def parse_question(text: str) -> Question:
    """The question in ``text``.

    Raises ``ValueError`` for text that is not a question, for an unknown relation, and for too many
    or too few arguments; the message says what the language has instead. What stands in double
    quotes is one argument.

    >>> parse_question("is ei1 before  ei2")
    Question(kind=Kind.IS, relation=RelType.BEFORE, args=('ei1', 'ei2'))
    """
    if '"' not in text:
        return parse_words(text, text.split(), hint=True)
    if '""' in text:
        raise ValueError(f"{quoted(text)} has nothing between its double quotes")
    # A question mark in quotes is part of a date.
    plain = parse_words(text, [_marked(word) for word in _QUOTED.findall(text)], hint=True)
    return replace(plain, args=tuple(arg.replace(_MARK, "?") for arg in plain.args))


_MARK = "\0"


def _marked(word: str) -> str:
    """A word without its quotes, what is a question mark in them kept apart."""
    quoted, quote, end = word[1:].partition('"') if word[0] == '"' else (word, "", "")
    return f"{quoted.replace('?', _MARK) if quote else quoted}{end}"


def _written(argument: str) -> str:
    """An argument as it stands in a question."""
    return f'"{argument}"' if " " in argument or argument[-1:] == "?" else argument


def parse_words(text: str, words: list[str], *, hint: bool) -> Question:
    """:func:`parse_question` of ``text``, which is split into ``words`` already.

    Guessing what an unknown relation may mean takes longer than all the rest; without ``hint`` it
    is left out.
    """
    if "[" in text:
        words = [_IN_BRACKETS.sub(r"\1", word) for word in words]
    if words and words[-1].endswith("?"):
        words = _without_mark(words)
    first = words[0].upper() if words else ""
    if not first:
        raise ValueError(f"the question is empty; the forms of a question are {_FORMS}")
    if first == "IS":
        return _is(text, words[1:], hint)
    if first == "LIST":
        return _list(text, words[1:], hint)
    if first == "WHEN":
        _expect(text, words[1:], 1, "WHEN a")
        return Question(Kind.WHEN, None, (words[1],))
    if first == "HOW":
        return _how_long(text, words[1:])
    meant = " ".join(
        word.upper() if _is_relation([word]) else word for word in ("IS", *text.split())
    )
    guess = f"; did you mean {quoted(meant)}?" if _is_relation(words[1:2]) else ";"
    raise ValueError(
        f"{quoted(text)} is not a question{guess} the forms of a question are {_FORMS}"
    )


def _is_relation(words: list[str]) -> bool:
    return bool(words) and words[0].upper() in RelType.__members__


def _without_mark(words: list[str]) -> list[str]:
    """The words without the question marks at their end: no id and no date ends in one."""
    *before, last = words
    while not (last := last.rstrip("?")) and before:
        *before, last = before
    return [*before, last] if last else before


def _without_and(words: list[str]) -> list[str]:
    """The two arguments of BETWEEN without the AND between them; other words as they are."""
    between = len(words) == 3 and words[1].upper() == "AND"
    return [words[0], words[2]] if between else words


# A table, since a question set may have a million lines.
_REL_TYPES = {
    **{member.value: member for member in RelType},
    "OVERLAPED_BY": RelType.parse("OVERLAPED_BY"),
}


def _is(text: str, words: list[str], hint: bool) -> Question:
    relation = _REL_TYPES.get(words[1].upper()) if len(words) == 3 else None
    if relation is None and len(words) > 2:
        asked = _is_distance(words)
        if asked is not None:
            return asked
    _expect(text, words, 3, "IS a RELATION b")
    a, label, b = words
    if "." in a or "." in b:
        ends = parse_endpoints(a, label, b)
        if ends is not None:
            return Question(Kind.IS, *ends)
    if relation is None:
        raise ValueError(_unknown(label, list(_REL_TYPES), hint))
    # Many questions are about few ids: each id is kept in memory once.
    return Question(Kind.IS, relation, (sys.intern(a), sys.intern(b)))


def _is_distance(words: list[str]) -> Question | None:
    """The question if it is about a distance."""
    form = IS_FORM
    if is_distance(words[1:]):
        relation, other = parse_distance(words[1:], form)
        return Question(Kind.IS, relation, (words[0], other))
    if len(words) > 3 and is_distance(words):
        raise ValueError(
            f"an id or a date is missing before {quoted(words[0])}; write it like {form.example}"
        )
    return None


def _how_long(text: str, words: list[str]) -> Question:
    if not words or words[0].upper() != "LONG":
        instead = f", not {quoted(words[0])}" if words else ""
        raise ValueError(f"HOW must be followed by LONG{instead}; write it like HOW LONG a")
    rest = words[1:]
    if not rest or rest[0].upper() != "BETWEEN":
        _expect(text, rest, 1, "HOW LONG a")
        return Question(Kind.HOW_LONG, None, (rest[0],))
    ends = _without_and(rest[1:])
    _expect(text, ends, 2, "HOW LONG BETWEEN a.end b.start")
    relation, args = parse_gap(ends)
    return Question(Kind.HOW_LONG, relation, args)


def _list(text: str, words: list[str], hint: bool) -> Question:
    if not words:
        _expect(text, words, 2, "LIST RELATION a")
    try:
        relation = ListRelation(words[0].upper())
    except ValueError:
        relations = [member.value for member in ListRelation]
        raise ValueError(_unknown(words[0], relations, hint)) from None
    if relation is ListRelation.WITHIN and len(words) > 2 and is_distance(words):
        within, argument = parse_distance(words, LIST_FORM)
        return Question(Kind.LIST, within, (argument,))
    is_pair = relation.arguments == 2
    arguments = _without_and(words[1:]) if is_pair else words[1:]
    form = "a b" if is_pair else "a"
    _expect(text, arguments, relation.arguments, f"LIST {relation.value} {form}")
    return Question(Kind.LIST, relation, tuple(arguments))


def _expect(text: str, words: list[str], count: int, form: str) -> None:
    if len(words) == count:
        return
    wrong = "is incomplete"
    if len(words) > count:
        wrong = f"has more words after {quoted(words[count - 1])}"
        form += "; a name of several words stands in double quotes"
    raise ValueError(f"{quoted(text)} {wrong}; write it like {form}")


def _unknown(label: str, labels: list[str], hint: bool) -> str:
    if not hint:
        return f"unknown relation {quoted(label)}"
    from difflib import get_close_matches

    close = get_close_matches(label.upper(), labels, n=1) if len(label) <= _LONGEST_HINTED else []
    meant = f"; did you mean {close[0]}?" if close else ""
    return f"unknown relation {quoted(label)}{meant} (known: {', '.join(labels[:16])})"


# From the ids in a question to entities of the document and the graph.


Resolve: TypeAlias = Callable[[str], "str | None"]
"""From an id in a question to the entity that it means, ``None`` if there is none."""


def entity_of(graph: TimeGraph, resolve: Resolve, argument: str) -> str | None:
    """The entity of ``graph`` that an argument of a question means: the result of ``resolve`` or,
    for a literal date, the date itself if the graph was built with it; else ``None``."""
    entity = resolve(argument)
    return argument if entity is None and argument in graph else entity


def missing_entities(
    document: Document, question: Question, *, resolve: Resolve | None = None
) -> tuple[str, ...]:
    """The arguments of ``question`` that ``document`` has no entity for, in order, each once;
    literal dates are among them. ``resolve`` is as for :func:`answer_question`."""
    resolved = resolve or document.resolve
    return tuple(arg for arg in dict.fromkeys(question.args) if resolved(arg) is None)


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

_DIRECTIONS = ("BEFORE", "AFTER")
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
        return len(rest) > 1 and (
            rest[0][0] in _NUMBER or any(side in rest for side in _DIRECTIONS)
        )
    return first in _FIRST or first[0] in _NUMBER


def parse_distance(words: Sequence[str], form: DistanceForm) -> tuple[DistanceRelation, str]:
    """The relation in words such as ``AT LEAST 3 DAYS BEFORE b``, and the word after it.

    Raises ``ValueError`` that names the part which is not understood.
    """
    comparison, rest = _comparison(words, form)
    upper = [word.upper() for word in rest]
    places = [place for place, word in enumerate(upper) if word in _DIRECTIONS]
    if not places:
        last = f"after {quoted(' '.join(rest))}" if rest else "at the end"
        raise ValueError(f"BEFORE or AFTER is missing {last}; {_reads(form)}")
    place = places[0]
    length = " ".join(upper[:place])
    if not length:
        raise ValueError(f"the length before {rest[place]!r} is missing; {_reads(form)}")
    from timegraph._metric.lengths import length_of  # most questions have no length

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


def parse_gap(words: Sequence[str]) -> tuple[Gap, tuple[str, str]]:
    """The ends and the entities in two words such as ``a.end b.start``."""
    ends = []
    for word in words:
        entity, end = _end_of(word)
        if end is None:
            raise ValueError(
                f"{quoted(word)} is not an endpoint; write the id or date with .start or .end, as "
                "in HOW LONG BETWEEN a.end b.start"
            )
        ends.append((entity, end))
    (first, first_side), (second, second_side) = ends
    return Gap(first_side, second_side), (first, second)


def _reads(form: DistanceForm) -> str:
    return f"write it like {form.example}"


# Which entities a LIST question may list.


Listed = Literal["all", "events", "timexes"]
LISTED: tuple[Listed, ...] = ("all", "events", "timexes")
"""Which entities a LIST question is about."""


def is_listed(document: Document, entity: str, listed: Listed) -> bool:
    """Whether an entity of ``document`` may be listed."""
    return listed == "all" or isinstance(document.entity(entity), Event) is (listed == "events")


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
