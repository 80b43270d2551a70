"""Proofs as data, and as text in the annotations' own terms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Union

from timegraph._wording import date_in_words
from timegraph.allen import Allen, AllenSet
from timegraph.answer import RelationProof
from timegraph.links import (
    EPOCH,
    AnyLink,
    DistanceConstraint,
    Endpoint,
    Naming,
    Placement,
    PointConstraint,
    called,
    cite,
    endpoint_in_words,
    endpoint_name,
    link_to_json,
    renamed,
)

if TYPE_CHECKING:
    from fractions import Fraction


# The exact steps of a proof: paths of constraints between endpoints, each step by a link.


def each_once(links: Iterable[AnyLink | None]) -> tuple[AnyLink, ...]:
    """The links, each once, in order of use."""
    return tuple({id(link): link for link in links if link is not None}.values())


def reason(link: AnyLink | None, name: Naming | None = None) -> str:
    """What a step of a proof follows from."""
    return "start before end" if link is None else cite(link, name)


class _ByLink(ABC):
    """What steps have in common: a claim, and the link that it follows from."""

    __slots__ = ()
    link: AnyLink | None

    @property
    @abstractmethod
    def claim(self) -> str:
        """What the step says."""

    def text(self, name: Naming | None = None) -> str:
        """The claim and its link, whose entities are called as ``name`` says."""
        return f"{self.claim} ({reason(self.link, name)})"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class ChainStep(_ByLink):
    """``x op y`` by ``link``, which is ``None`` where x and y are an interval's two points."""

    x: Endpoint
    op: str
    y: Endpoint
    link: AnyLink | None

    @property
    def claim(self) -> str:
        """What the step says: ``ei1.end < ei2.start``."""
        return f"{endpoint_name(self.x)} {self.op} {endpoint_name(self.y)}"

    def to_json(self) -> dict[str, Any]:
        """The step as JSON data."""
        return {
            "x": endpoint_name(self.x),
            "op": self.op,
            "y": endpoint_name(self.y),
            "link": None if self.link is None else link_to_json(self.link),
        }


@dataclass(frozen=True, slots=True)
class DistanceStep(_ByLink):
    """``y - x <= value`` in seconds (``<`` if ``strict``) by ``link``, which is ``None`` where x is
    the end and y the start of an interval."""

    x: Endpoint
    y: Endpoint
    value: Fraction
    strict: bool
    link: AnyLink | None

    @property
    def claim(self) -> str:
        """What the step says: ``ei2.start - ei1.end <= 3 days``."""
        return str(DistanceConstraint(self.x, self.y, self.value, self.strict))

    def to_json(self) -> dict[str, Any]:
        """The step as JSON data; ``seconds`` is a whole number or a fraction as text."""
        return {
            "x": endpoint_name(self.x),
            "y": endpoint_name(self.y),
            "seconds": str(self.value),
            "strict": self.strict,
            "link": None if self.link is None else link_to_json(self.link),
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """A path of constraints that entails ``conclusion`` (``<`` or ``<=``)."""

    conclusion: PointConstraint | DistanceConstraint
    steps: tuple[ChainStep | DistanceStep, ...]

    @property
    def cost(self) -> int:
        """The number of link steps; a link used twice counts twice."""
        return sum(step.link is not None for step in self.steps)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chain uses, each once, in order of use."""
        return each_once(step.link for step in self.steps)

    def __str__(self) -> str:
        return f"{self.conclusion}: {'; '.join(map(str, self.steps))}"

    def to_json(self) -> dict[str, Any]:
        """The chain as JSON data."""
        return {
            "conclusion": str(self.conclusion),
            "steps": [step.to_json() for step in self.steps],
        }


class Chains(tuple[Chain, ...]):
    """Chains that print as text, one a line."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))


# Proofs as a person reads them: one step a line, neighbouring steps of the calendar as one.
#
# A line is a link in its own words, or what several steps of the calendar say together, with the
# dates: "t3 is before t5: 16 June 2010 is before 6 December 2010 (calendar)". Each follows from
# what it cites; that intervals start before they end is left out.


Step = Union[ChainStep, DistanceStep]  # noqa: UP007 (an alias evaluated at run time)


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line of a proof, and the links that it follows from. Of steps of the calendar it has the
    ``claim`` that they make together, and between which ``points`` of the calendar."""

    text: str
    links: tuple[AnyLink, ...]
    claim: PointConstraint | DistanceConstraint | None = None

    def __str__(self) -> str:
        return self.text


def lines_of(chains: Iterable[Chain], name: Naming | None = None) -> tuple[ProofLine, ...]:
    """The lines of these chains, each once, in the order of use; entities are called as ``name``
    says."""
    lines = (line for chain in chains for line in _lines(chain.steps, name))
    said: dict[object, ProofLine] = {}
    for line in lines:
        said.setdefault(_said(line), line)
    return tuple(said.values())


def _said(line: ProofLine) -> object:
    """What lines have in common that say the same: of an equality its points, in either order."""
    claim = line.claim
    if isinstance(claim, PointConstraint) and claim.op == "=":
        return frozenset({claim.x, claim.y})
    return line.text


def _lines(steps: Sequence[Step], name: Naming | None) -> Iterator[ProofLine]:
    for calendar, group in groupby(_structure_beside(steps), lambda pair: pair[1]):
        run = [step for step, _ in group]
        if calendar:
            yield _of_calendar(run, name)
        else:
            for step in run:
                if step.link is not None:
                    yield ProofLine(f"{cite(step.link, name)}{_convention(step)}", (step.link,))


def _convention(step: Step) -> str:
    """By which convention a step is strict, if it is by one."""
    link = step.link
    if not isinstance(link, Placement) or isinstance(step, ChainStep):
        return ""
    if not step.strict or link.strict or step.x != EPOCH:
        return ""
    date = f"{date_in_words(step.value)}{' UTC' if link.zoned else ''}"
    return f" (calendar, by convention: before {date})"


def _structure_beside(steps: Sequence[Step]) -> list[tuple[Step, bool]]:
    """Each step, and whether it belongs to a run of the calendar's: start before end does between
    two of these."""
    # Whether the calendar says this, or a convention about it: such sources say so.
    own = [bool(step.link and getattr(step.link.source, "of_calendar", False)) for step in steps]
    free = [step.link is None for step in steps]
    belongs = list(own)
    for n in range(1, len(steps) - 1):
        if free[n] and own[n - 1] and own[n + 1]:
            belongs[n] = True
    return list(zip(steps, belongs, strict=True))


def _of_calendar(run: Sequence[Step], name: Naming | None) -> ProofLine:
    links, claim = each_once(step.link for step in run), _together(run)
    sources = dict.fromkeys(str(link.source) for link in links)
    dates = _dates(run)
    shown = replace(claim, x=called(claim.x, name), y=called(claim.y, name))
    own = links[0] if len(links) == 1 else None
    by_convention = ", by convention" * any(map(_convention, run))
    if isinstance(own, Placement) and own.zoned and own.start != own.end:
        # Its own words have the time of its zone, where the claim is in UTC.
        return ProofLine(f"{renamed(own, name)} ({own.source}{by_convention})", links, claim)
    said = ", ".join(sources) + by_convention
    return ProofLine(f"{_in_words(shown)}{f': {dates}' if dates else ''} ({said})", links, claim)


def _together(run: Sequence[Step]) -> PointConstraint | DistanceConstraint:
    """What the steps say together."""
    x, y = run[0].x, run[-1].y
    values = [step.value for step in run if not isinstance(step, ChainStep)]
    if values:
        strict = any(step.strict for step in run if not isinstance(step, ChainStep))
        return DistanceConstraint(x, y, sum(values[1:], values[0]), strict)
    signs = {step.op for step in run if isinstance(step, ChainStep)}
    return PointConstraint(x, "<" if "<" in signs else "<=" if "<=" in signs else "=", y)


_COMPARED = {"<": "is before", "<=": "is not after", "=": "is"}


def _dates(run: Sequence[Step]) -> str:
    """What the calendar says of the first and the last of its points on the way."""
    points = [step.x for step in run[1:]]
    named = [n for n, (key, _) in enumerate(points) if hasattr(key, "period_in_words")]
    if not named:
        return ""
    first, last = points[named[0]], points[named[-1]]
    if first == last:
        return endpoint_in_words(first)
    between = _together(run[named[0] + 1 : named[-1] + 1])
    period, other = _period(first), _period(last)
    if period and other and period[1] <= other[0]:
        names = [key.period_in_words for key, _ in (first, last)]  # type: ignore[attr-defined]
        strict = between.op == "<" if isinstance(between, PointConstraint) else between.strict
        word = "is before" if period[1] < other[0] or strict else "is followed by"
        return f"{names[0]} {word} {names[1]}"
    return _compared(between)


def _period(point: Endpoint) -> tuple[Fraction, Fraction] | None:
    period: tuple[Fraction, Fraction] | None = getattr(point[0], "period", None)
    return period


def _in_words(claim: PointConstraint | DistanceConstraint) -> str:
    (a, of_a), (b, of_b) = claim.x, claim.y
    if isinstance(claim, PointConstraint) and (of_a, of_b) == ("end", "start"):
        relation = {"<": f"is before {b}", "<=": f"is over when {b} starts",
                    "=": f"ends as {b} starts"}  # fmt: skip
        return f"{a} {relation[claim.op]}"
    return _compared(claim)


def _compared(claim: PointConstraint | DistanceConstraint) -> str:
    if isinstance(claim, DistanceConstraint):
        from timegraph.periods import period_of  # most graphs have no dates

        early, late = period_of(claim.y[0]), period_of(claim.x[0])
        if early is not None and late is not None and early.after <= late.first:
            return f"{early.in_words} is before {late.in_words}"
        return str(claim)
    return f"{endpoint_in_words(claim.x)} {_COMPARED[claim.op]} {endpoint_in_words(claim.y)}"


@dataclass(frozen=True, slots=True)
class Witness:
    """A possible world: all endpoints from earliest to latest, equal ones in one group."""

    relation: Allen
    order: tuple[tuple[Endpoint, ...], ...]

    @classmethod
    def of_points(
        cls, relation: Allen, names: Sequence[Endpoint], groups: Iterable[Iterable[int]]
    ) -> Witness:
        """The world of these groups of points, which have ``names`` by their numbers."""
        return cls(relation, tuple(tuple(map(names.__getitem__, group)) for group in groups))

    def of(self, *entities: Hashable) -> str:
        """The order of these entities' endpoints alone, as text."""
        groups = (
            " = ".join(endpoint_name(point) for point in group if point[0] in entities)
            for group in self.order
        )
        return " < ".join(group for group in groups if group)

    def to_json(self) -> dict[str, Any]:
        """The world as JSON data."""
        order = [[endpoint_name(point) for point in group] for group in self.order]
        return {"relation": self.relation.value, "order": order}


@dataclass(frozen=True, slots=True)
class Proof(RelationProof):
    """Why "a relation b" is answered as it is.

    YES and NO have ``chains``; UNKNOWN has two ``witnesses``: the relation holds in the first
    and not in the second. ``possible`` is the set of relations that can still hold. Texts call
    the entities as ``name`` says, by default by themselves; data has the entities. ``as_written``
    says what an UNKNOWN answer is if ``?`` and ``~`` of dates say nothing: "yes as written, 1850 is
    approximate".
    """

    chains: tuple[Chain, ...]
    witnesses: tuple[Witness, ...]
    as_written: str | None = field(default=None, repr=False)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chains use, each once, in order of use."""
        return each_once(step.link for chain in self.chains for step in chain.steps)

    @property
    def steps(self) -> tuple[ChainStep | DistanceStep, ...]:
        """The exact steps of all chains, one after the other."""
        return tuple(step for chain in self.chains for step in chain.steps)

    @property
    def shown(self) -> tuple[ProofLine, ...]:
        """The steps as a person reads them; see :mod:`timegraph.proofs.proof`."""
        return lines_of(self.chains, self.name)

    def _reasons(self) -> list[str]:
        return [*map(str, self.shown)] if self.chains else []

    def _open(self, possible: str) -> str:
        holds, fails = self.witnesses
        written = "" if self.as_written is None else f"; {self.as_written}"
        possible = "any relation" if self.possible == AllenSet.all() else possible
        return (
            f"{written}: it holds if {holds.of(self.a, self.b)}, "
            f"not if {fails.of(self.a, self.b)}; still possible: {possible}"
        )

    @property
    def _axiom(self) -> str:
        return "an interval equals itself" if self.a == self.b else "start is before end"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For notebooks: the words in place of the data."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """For notebooks: the answer and the chains of links behind it."""
        from html import escape

        chains = "".join(
            f"<li>{escape(str(chain.conclusion))}, since<ol>"
            + "".join(f"<li>{escape(step.text(self.name))}</li>" for step in chain.steps)
            + "</ol></li>"
            for chain in self.chains
        )
        return f"<p><b>{self.answer}</b>: {escape(self.text())}</p><ul>{chains}</ul>"

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data: plain dicts, lists and strings."""
        written = {} if self.as_written is None else {"as_written": self.as_written}
        return {
            **RelationProof.to_json(self),
            "chains": [chain.to_json() for chain in self.chains],
            "witnesses": [witness.to_json() for witness in self.witnesses],
            **written,
        }
