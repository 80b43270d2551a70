"""What is added to a graph, as data: links, single endpoint constraints, and conflicts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, NewType, Union, get_args

from timegraph._wording import contradiction_in_words, date_in_words, seconds_in_words
from timegraph.allen import AllenSet
from timegraph.points import PointOperator

if TYPE_CHECKING:
    from fractions import Fraction


Side = Literal["start", "end", "at"]
"""Which point of an interval; an instant is its only point, ``"at"``."""

Endpoint = tuple[Hashable, Side]
"""``(entity, "start")``, ``(entity, "end")``, or ``(instant, "at")``."""


Naming = Callable[[Hashable], str]
"""What a text calls an entity, such as ``ei21 "cited"``."""


PLAIN = frozenset({str, int, tuple})
"""Types of names that are not dates."""


def ends_of(entity: Hashable) -> tuple[Endpoint, Endpoint]:
    """The two endpoints of an interval."""
    return (entity, "start"), (entity, "end")


Handle = NewType("Handle", int)
"""What names one link of a graph, so that it can be removed: a number from 0 on, never given
twice by one graph. Copies of the graph, and a graph that was saved and loaded, keep it."""

Policy = Literal["error", "drop-constraint", "drop-link"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
"""What to do with a link that contradicts those before it."""

EPOCH: Endpoint = ("1970-01-01T00:00", "at")
"""The instant that dates in a graph are counted from."""


class Calendar:
    """The source of what the calendar says; there are two, :data:`CALENDAR` and :data:`DATED`."""

    __slots__ = ("_name",)
    of_calendar: ClassVar[bool] = True

    def __init__(self, name: str) -> None:
        self._name = name

    def __str__(self) -> str:
        return "calendar"

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> str:
        return self._name  # pickled by name, so that there is never another one


CALENDAR = Calendar("CALENDAR")
"""The ``source`` of every constraint that the calendar of documents makes; prints as
``calendar``."""

DATED = Calendar("DATED")
"""The ``source`` of what a graph knows of dates by themselves; prints as ``calendar``."""


@dataclass(frozen=True, slots=True)
class PointConstraint:
    """``x op y`` between two endpoints; ``op`` is ``"<"``, ``"<="`` or ``"="``."""

    x: Endpoint
    op: PointOperator
    y: Endpoint

    def __str__(self) -> str:
        return f"{endpoint_name(self.x)} {self.op} {endpoint_name(self.y)}"


def endpoint_name(point: Endpoint) -> str:
    """``ei1.start``; an instant by its key."""
    return str(point[0]) if point[1] == "at" else f"{point[0]}.{point[1]}"


def endpoint_in_words(point: Endpoint) -> str:
    """``the end of ei1``; an instant in its own words."""
    key, side = point
    if side != "at":
        return f"the {side} of {key}"
    return str(getattr(key, "in_words", key))


@dataclass(frozen=True, slots=True)
class Link:
    """``a relation b``, from ``source`` (anything: a TLINK, a string, ``None``). ``weight`` is how
    much speaks for it, a finite number; without one it holds whatever speaks against it."""

    a: Hashable
    relation: AllenSet
    b: Hashable
    source: Any = None
    weight: Any = field(default=None, repr=False, kw_only=True)

    def __str__(self) -> str:
        return f"{self.a} {' | '.join(r.value for r in self.relation)} {self.b}"


_SET = [Link.__dict__[name].__set__ for name in ("a", "relation", "b", "source", "weight")]


@dataclass(frozen=True, slots=True)
class RelationColumns:
    """Links without weights as columns: ``a`` and ``b`` have positions in ``names``, ``source`` in
    ``sources``, and ``relation`` has masks of relations."""

    names: Sequence[Hashable]
    sources: Sequence[Any]
    a: Sequence[int]
    relation: Sequence[int]
    b: Sequence[int]
    source: Sequence[int]

    def __len__(self) -> int:
        return len(self.a)

    def __iter__(self) -> Iterator[Link]:
        return iter(self.links(0, len(self)))

    def part(self, first: int, stop: int) -> RelationColumns:
        """The links from ``first`` to before ``stop``."""
        columns = (self.a, self.relation, self.b, self.source)
        return RelationColumns(self.names, self.sources, *(c[first:stop] for c in columns))

    def links(self, first: int, stop: int) -> list[Link]:
        """Those from ``first`` to before ``stop``. Filling the slots column by column takes a third
        of the time of ``map(Link, ...)``."""
        links: list[Link] = [*map(object.__new__, repeat(Link, stop - first))]
        masks, name_at = self.relation[first:stop], self.names.__getitem__
        sets = {mask: AllenSet.from_mask(mask) for mask in {*masks}}
        columns: tuple[Iterator[Any], ...] = (
            map(name_at, self.a[first:stop]),
            map(sets.__getitem__, masks),
            map(name_at, self.b[first:stop]),
            map(self.sources.__getitem__, self.source[first:stop]),
            repeat(None),
        )
        for set_field, column in zip(_SET, columns, strict=True):
            deque(map(set_field, links, column), maxlen=0)
        return links


@dataclass(frozen=True, slots=True)
class PointLink:
    """A single endpoint constraint from ``source``, with a weight as a :class:`Link` has it."""

    x: Endpoint
    op: PointOperator
    y: Endpoint
    source: Any = None
    weight: Any = field(default=None, repr=False, kw_only=True)

    def __str__(self) -> str:
        return f"{endpoint_name(self.x)} {self.op} {endpoint_name(self.y)}"


@dataclass(frozen=True, slots=True)
class DistanceLink:
    """The distance ``y - x``, said by ``source``: at least ``at_least`` and at most ``at_most``
    seconds (``None``: no bound), or more and less where ``more`` and ``less`` are true.

    ``words`` is how the distance was given ("3 days"), for people. ``steps`` has the two lengths
    where they have months, which are as long as they are from the date of ``x``.
    """

    x: Endpoint
    y: Endpoint
    at_least: Fraction | None
    at_most: Fraction | None
    source: Any = None
    more: bool = False
    less: bool = False
    words: str = ""
    steps: Any = None

    def __str__(self) -> str:
        return (
            f"{endpoint_name(self.y)} - {endpoint_name(self.x)} is {self.words or self._bounds()}"
        )

    def _bounds(self) -> str:
        low = "" if self.at_least is None else f"{'more than' if self.more else 'at least'} "
        high = "" if self.at_most is None else f"{'less than' if self.less else 'at most'} "
        parts = [f"{low}{seconds_in_words(self.at_least)}"] if self.at_least is not None else []
        parts += [f"{high}{seconds_in_words(self.at_most)}"] if self.at_most is not None else []
        return " and ".join(parts) or "anything"


@dataclass(frozen=True, slots=True)
class Placement:
    """An interval or a point in time, said by ``source``: ``start`` is not before ``earliest`` and
    ``end`` not after ``latest`` (seconds since 1970-01-01T00:00; ``None``: no bound).

    ``start`` and ``end`` are the same for a point. An interval may also start by ``latest_start``
    and end at ``earliest_end`` or later. ``zoned`` is whether the time was given with a
    zone, and ``words`` how it was given. ``strict`` is whether no bound is reached. A date with
    ``?``, ``~`` or ``%`` gives no bound but ``as_written``.

    ``half_open`` names those of ``latest`` and ``latest_start`` that are where a day or another
    period ends. By convention they are not reached, where nothing contradicts that; so what lies
    within a day is *before* what lies within the next.
    """

    start: Endpoint
    end: Endpoint
    earliest: Fraction | None
    latest: Fraction | None
    source: Any = None
    zoned: bool = False
    words: str = ""
    latest_start: Fraction | None = None
    earliest_end: Fraction | None = None
    strict: bool = False
    as_written: PlacedAsWritten | None = None
    half_open: tuple[str, ...] = ()

    def __str__(self) -> str:
        whole = self.start != self.end
        return f"{self.start[0] if whole else endpoint_name(self.start)} is {self.words}"


class PlacedAsWritten(NamedTuple):
    """The bounds of a :class:`Placement` whose date has ``?``, ``~`` or ``%``, if these say
    nothing; and what they say: ``("1850 is approximate",)``."""

    earliest: Fraction | None
    latest: Fraction | None
    latest_start: Fraction | None
    earliest_end: Fraction | None
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DistanceConstraint:
    """``y - x <= value`` in seconds between two endpoints; ``<`` if ``strict``. ``clock`` comes
    after dates in words: " UTC" in graphs with a time zone."""

    x: Endpoint
    y: Endpoint
    value: Fraction
    strict: bool = False
    clock: str = ""

    def __str__(self) -> str:
        x, y = endpoint_name(self.x), endpoint_name(self.y)
        if self.x == EPOCH != self.y:
            return (
                f"{y} is {'before' if self.strict else 'at the latest'} "
                f"{date_in_words(self.value)}{self.clock}"
            )
        if self.y == EPOCH != self.x:
            date = date_in_words(-self.value)
            return f"{x} is {'after' if self.strict else 'at the earliest'} {date}{self.clock}"
        if not self.value:
            return f"{y} {'<' if self.strict else '<='} {x}"
        if self.value > 0:
            most = "less than" if self.strict else "at most"
            return f"{y} is {most} {seconds_in_words(self.value)} after {x}"
        least = "more than" if self.strict else "at least"
        return f"{y} is {least} {seconds_in_words(-self.value)} before {x}"


AnyLink = Union[Link, PointLink, DistanceLink, Placement]  # noqa: UP007 (an alias evaluated at run time)
"""Everything that a graph takes in."""


def renamed(link: Any, name: Naming | None) -> Any:
    """The link, which may be a choice of a network, with its entities called as ``name`` says, for
    texts; instants keep their names. Without ``name`` it is the link itself."""
    if name is None:
        return link
    if hasattr(link, "renamed"):
        return link.renamed(name)
    if isinstance(link, Link):
        return replace(link, a=name(link.a), b=name(link.b))
    if isinstance(link, Placement):
        return replace(link, start=called(link.start, name), end=called(link.end, name))
    return replace(link, x=called(link.x, name), y=called(link.y, name))


def called(point: Endpoint, name: Naming | None) -> Endpoint:
    """An endpoint with its entity called as ``name`` says, for texts."""
    key, side = point
    return point if name is None or side == "at" else (name(key), side)


class FoundLater:
    """Fields that are computed when they are first read: nobody may ever ask for them."""

    __slots__ = ("_find",)
    _find: Callable[[], tuple[Any, ...]] | None

    _LATER: ClassVar[tuple[str, ...]] = ()

    @property
    def found(self) -> bool:
        """Whether all fields are there."""
        return getattr(self, "_find", None) is None

    def __getattr__(self, name: str) -> Any:
        # Only called where the field has no value yet.
        if name not in self._LATER:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        find = self._find
        if find is not None:
            for field, value in zip(self._LATER, find(), strict=True):
                object.__setattr__(self, field, value)
            # The fields come first: another thread that sees no function finds them.
            object.__setattr__(self, "_find", None)
        return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class Conflict(FoundLater):
    """A link that was left out, wholly or in part.

    ``constraints`` are its endpoint constraints that contradict what was in force before it;
    ``against`` are links before it, in force, that contradict one of them together: those of a
    chain with the fewest link steps, in the order in which they were added. There are none where
    the link contradicts itself, as "a before a" does. :func:`timegraph.proofs.contradiction` gives
    the chain step by step, :func:`timegraph.proofs.contradictions` one for each constraint.
    """

    link: AnyLink
    constraints: tuple[PointConstraint | DistanceConstraint, ...]
    against: tuple[AnyLink, ...]

    _LATER: ClassVar[tuple[str, ...]] = ("constraints", "against")

    @classmethod
    def found_later(
        cls,
        link: AnyLink,
        find: Callable[
            [], tuple[tuple[PointConstraint | DistanceConstraint, ...], tuple[AnyLink, ...]]
        ],
    ) -> Conflict:
        """The conflict of ``link`` whose ``constraints`` and ``against`` are what ``find`` returns,
        which is called when one of them is first read."""
        conflict: Conflict = object.__new__(cls)
        object.__setattr__(conflict, "link", link)
        object.__setattr__(conflict, "_find", find)
        return conflict

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For notebooks: the words in place of the data."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """For notebooks: the link and those that it contradicts."""
        from html import escape

        against = "".join(f"<li>{escape(str(link))}</li>" for link in self.against)
        what = "; ".join(map(str, self.constraints))
        return (
            f"<p>{escape(str(self.link))} was left out ({escape(what)}); it contradicts</p>"
            f"<ul>{against or '<li>itself</li>'}</ul>"
        )

    def text(self, name: Naming | None = None) -> str:
        """Which links the link contradicts, with sources that are text; their entities are called
        as ``name`` says."""
        link, *against = (_sourced(link, name) for link in (self.link, *self.against))
        return contradiction_in_words(link, self.constraints, against)

    def __str__(self) -> str:
        return self.text()


def _sourced(link: AnyLink, name: Naming | None) -> str:
    words = str(renamed(link, name))
    return f"{link.source}: {words}" if isinstance(link.source, str) else words


class ContradictionError(ValueError):
    """A link contradicts the links before it, and was not added.

    ``conflict`` has the link and those that it contradicts. ``added`` is the number of links that
    the same call had added before it and that stay in the graph; only
    :meth:`timegraph.TimeGraph.extend` adds more than one. The message calls entities as ``name``
    says.
    """

    conflict: Conflict
    added: int
    _message: str | None = None  # made when it is first read, as the conflict is
    _name: Naming | None = None

    def __init__(self, conflict: Conflict, added: int = 0, name: Naming | None = None) -> None:
        super().__init__()
        self.conflict = conflict
        self.added = added
        self._name = name

    def __str__(self) -> str:
        if self._message is None:
            before = ("nothing was added", "the link before it was added")
            few = self.added < 2
            outcome = before[self.added] if few else f"the {self.added} links before it were added"
            self._message = (
                f"{self.conflict.text(self._name)}; {outcome}. Leave the link out, or make the "
                "graph with on_conflict='drop-link' or 'drop-constraint'"
            )
        return self._message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @property
    def args(self) -> tuple[Any, ...]:  # type: ignore[override]
        """The message, as other errors have it."""
        return (str(self),)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.conflict, self.added), {"_message": str(self)}


class GraphFormatError(ValueError):
    """What was to be read as a graph is damaged, is not a graph, or is newer than this version, or
    an edge or a row of it does not say a link; the message names the place."""


def words_of(link: Any) -> str:
    """A link in words; a TLINK in its own label (``ei19 BEFORE t8``)."""
    if isinstance(link, Link) and hasattr(link.source, "rel_type"):
        return f"{link.a} {link.source.rel_type} {link.b}"
    return str(link)


def name_of(link: Any) -> str | None:
    """The id of a TLINK, or any other source as text; ``None`` if it has none."""
    name = getattr(link.source, "lid", link.source)
    return None if name is None else str(name) or None


def line_of(link: Any) -> int | None:
    """The line of the TLINK in its file, if known."""
    line = getattr(link.source, "line", None)
    return line if isinstance(line, int) else None


def named(link: Any) -> str:
    """The name and the words of a link (``l14: ei19 BEFORE t8``), or its words alone."""
    name = name_of(link)
    return words_of(link) if name is None else f"{name}: {words_of(link)}"


def cite(link: Any, name: Naming | None = None) -> str:
    """A link as an explanation names it: by its name and words, or, for a TLINK without lid, by
    its line and words (``line 3: e1 BEFORE e2``). Its entities are called as ``name`` says."""
    link = renamed(link, name)
    line = line_of(link) if name_of(link) is None else None
    return named(link) if line is None else f"line {line}: {named(link)}"


def link_to_json(link: Any) -> dict[str, Any]:
    """A link as JSON data; ``line`` and ``lid`` are those of a TLINK source, else ``null``."""
    return {
        "text": cite(link),
        "lid": getattr(link.source, "lid", None) or None,
        "line": line_of(link),
        "source": name_of(link),
    }
