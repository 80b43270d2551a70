"""Proofs as a person reads them: one step a line, neighbouring steps of the calendar as one.

A line is a link in its own words, or what several steps of the calendar say together, with the
dates: "t3 is before t5: 16 June 2010 is before 6 December 2010 (calendar)". Each follows from what
it cites; that intervals start before they end is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Union

from timegraph._wording.dates import date_in_words
from timegraph.citations import cite
from timegraph.links import (
    EPOCH,
    AnyLink,
    DistanceConstraint,
    Endpoint,
    Naming,
    Placement,
    PointConstraint,
    called,
    endpoint_in_words,
    renamed,
)
from timegraph.proofs.steps import Chain, ChainStep, DistanceStep

if TYPE_CHECKING:
    from fractions import Fraction

Step = Union[ChainStep, DistanceStep]  # noqa: UP007 (an alias evaluated at run time)

__all__ = ["ProofLine", "lines_of"]


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
    own = [step.link is not None and _is_calendar(step.link) for step in steps]
    free = [step.link is None for step in steps]
    belongs = list(own)
    for n in range(1, len(steps) - 1):
        if free[n] and own[n - 1] and own[n + 1]:
            belongs[n] = True
    return list(zip(steps, belongs, strict=True))


def _is_calendar(link: AnyLink) -> bool:
    """Whether the calendar says this, or a convention about it; such sources say so."""
    return bool(getattr(link.source, "of_calendar", False))


def _of_calendar(run: Sequence[Step], name: Naming | None) -> ProofLine:
    links = tuple({id(step.link): step.link for step in run if step.link is not None}.values())
    claim = _together(run)
    sources = dict.fromkeys(str(link.source) for link in links)
    dates = _dates(run)
    shown = replace(claim, x=called(claim.x, name), y=called(claim.y, name))
    own = links[0] if len(links) == 1 else None
    if isinstance(own, Placement) and own.zoned and own.start != own.end:
        # Its own words have the time of its zone, where the claim is in UTC.
        by_convention = ", by convention" * any(map(_convention, run))
        return ProofLine(f"{renamed(own, name)} ({own.source}{by_convention})", links, claim)
    said = ", ".join(sources) + ", by convention" * any(map(_convention, run))
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
