"""FactBase: dated facts, and what of them held when.

Every question is answered twice: by the facts that hold *certainly*, in every completion of their
dates, and by those that hold *possibly*, in some (see :mod:`timegraph.facts.base`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import inf
from operator import is_
from typing import Literal

from timegraph._wording import counted
from timegraph.allen import Allen, AllenSet
from timegraph.dates.granules import Granule, as_written, latest_and_earliest, qualities_of
from timegraph.facts.fact import Extent, Fact, Unread, extent_of
from timegraph.facts.relations import (
    ONE_AT_A_TIME,
    OneAtATime,
    Succession,
    Successions,
    key_of,
    problems_of,
    read_statement,
    relation_name,
    relations_called,
)
from timegraph.findings import Finding
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint, Policy, ends_of
from timeml.timex_value import Instant, format_instant

# What holds in every completion of a dated fact, and what in some.
#
# A fact's dates leave open when exactly it began and ended; each choice of two instants that the
# dates allow is a *completion*. *Certain* is what holds in every completion, *possible* what
# holds at some instant in some completion. Time is dense; all bounds come from
# :func:`timegraph.facts.fact.extent_of`.
#
# A question's quantifier is part of what is certain: "in 1990" asks for what held throughout
# 1990, "from 1990 to 1995" or "when he was chancellor" for what held at some time in that period.
# "Before 1990" asks for what held at some time before the first instant of 1990, "after 1990"
# after its last.


def certainly_throughout(fact: Extent, low: Instant | float, high: Instant | float) -> bool:
    """Whether the fact holds at every instant of [``low``, ``high``) in every completion."""
    # S comes as near to start_high as one likes without reaching it.
    return fact.start_high <= low and high <= fact.end_low


def certainly_meets(fact: Extent, period: Extent) -> bool:
    """Whether fact and period have an instant in common in every completion of both."""
    return fact.start_high <= period.end_low and period.start_high <= fact.end_low


def certainly_within(fact: Extent, low: Instant | float, high: Instant | float) -> bool:
    """Whether the fact holds at some instant of [``low``, ``high``) in every completion."""
    # An end at the first instant comes too early; it cannot, where the start does.
    late = fact.end_low > low or fact.start_low == fact.end_low == low
    return fact.start_high <= high and late


def possibly_within(fact: Extent, low: Instant | float, high: Instant | float) -> bool:
    """Whether the fact holds at some instant of [``low``, ``high``) in some completion."""
    return fact.start_low < high and low < fact.end_high


def possibly_meets(fact: Extent, period: Extent) -> bool:
    """Whether fact and period have an instant in common in some completion of both."""
    return fact.start_low < period.end_high and period.start_low < fact.end_high


def period_between(first: Granule, last: Granule) -> Extent | None:
    """The periods that "from ``first`` to ``last``" can mean; ``None`` if it ends before it
    starts."""
    if first.low >= last.high:
        return None
    return Extent(first.low, min(first.high, last.high), max(last.low, first.low), last.high)


# Facts as intervals of a TimeGraph, between instants of the calendar.
#
# Whatever :mod:`timegraph.facts.base` computes from numbers, the graph entails: a fact
# holds throughout a date certainly if "date IS_WITHIN fact" is answered YES, and at some time of
# it possibly unless "date HAVE_COMMON_TIME fact" is answered NO. So ``explain`` proves answers
# from the dates of the facts, and conflicts name the facts that cannot be.


IS_WITHIN = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
"""The relations of a date to a fact that holds throughout the date."""

HAVE_COMMON_TIME = AllenSet(set(Allen) - {Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER})
"""The relations of two intervals that have an instant in common."""


@dataclass(frozen=True, slots=True, order=True)
class CalendarInstant:
    """An instant of the calendar as a point of a graph; prints as its date."""

    instant: Instant

    def __str__(self) -> str:
        return format_instant(self.instant)


def fact_graph(
    facts: Iterable[Fact], dates: Iterable[Granule] = (), *, on_conflict: Policy = "drop-link"
) -> TimeGraph:
    """A graph in which each fact and each of ``dates`` is an interval.

    A fact starts in the granule of its start and ends in that of its end; a date is its granule.
    The instants between which they lie follow each other as on the calendar. A fact that starts
    after it ends contradicts the calendar, and the graph's ``on_conflict`` says what then happens.
    Granules without any bound are passed over among ``dates``.
    """
    all_facts, all_dates = tuple(facts), [date for date in dates if not date.is_open]
    graph = TimeGraph(on_conflict=on_conflict)
    granules = [granule for fact in all_facts for granule in (fact.start, fact.end)] + all_dates
    bounds = {bound for g in granules for bound in (g.first, g.after) if bound is not None}
    for earlier, later in pairwise(sorted(bounds)):
        graph.add_points(_at(earlier), "<", _at(later), "calendar")
    for date in all_dates:
        assert date.first is not None
        assert date.after is not None
        graph.add_points((date, "start"), "=", _at(date.first), "calendar")
        graph.add_points((date, "end"), "=", _at(date.after), "calendar")
    for fact in all_facts:
        graph.add_entity(fact)
        for end, granule in zip(ends_of(fact), (fact.start, fact.end), strict=True):
            source = fact.source or f"{end[1]} in {granule}"
            if granule.first is not None:
                graph.add_points(_at(granule.first), "<=", end, source)
            if granule.after is not None:
                graph.add_points(end, "<", _at(granule.after), source)
    return graph


def years_between(first: Granule, second: Granule) -> int | None:
    """How many years the printed year of ``second`` is after that of ``first``, as benchmarks
    count; ``None`` where one has no first instant."""
    if first.months is None or second.months is None:
        return None
    return second.months // 12 - first.months // 12


def _at(instant: Instant) -> Endpoint:
    return CalendarInstant(instant), "at"


Side = Literal["before", "after"]


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A fact in a base: its position there, and the extents that its dates allow."""

    fact: Fact
    position: int
    extent: Extent


@dataclass(frozen=True, slots=True)
class Found:
    """The facts that answer a question, in fact order: certainly, and possibly.

    ``known`` is false if the base has no fact of the subject and relation asked for, or finds none
    among those that it has while a line about them could not be read: then the answer is unknown,
    which is not the same as the empty set.
    """

    certain: tuple[Fact, ...] = ()
    possible: tuple[Fact, ...] = ()
    known: bool = True


_UNKNOWN = Found(known=False)
_Test = Callable[[Extent], bool]
_Span = tuple["Instant | float", "Instant | float"]


class FactBase:
    """Facts, found by subject and relation; names are compared by
    :func:`timegraph.facts.relations.key_of`.

    Facts that start after they end hold never, and are listed in :attr:`problems` with whatever
    else is wrong. ``loose`` is for facts whose subjects and relations were guessed from labels
    ("Rector of Central European University"): questions may then name them in other words.
    ``one_at_a_time`` has the relations in which open facts had ended when another certainly
    followed: :attr:`facts` has them with that end, and :attr:`ended` says why; :attr:`names` has
    the subjects by their :func:`timegraph.facts.relations.key_of`. ``unread`` are the lines that
    may state more facts. A base does not change; queries are thread-safe.
    """

    def __init__(
        self,
        facts: Iterable[Fact] = (),
        *,
        loose: bool = False,
        one_at_a_time: OneAtATime = ONE_AT_A_TIME,
        unread: Iterable[Unread] = (),
    ) -> None:
        self._given = tuple(facts)
        self.unread = tuple(unread)
        self.one_at_a_time = one_at_a_time
        self._successions = Successions(self._given, one_at_a_time) if one_at_a_time else None
        self.ended: dict[Fact, Succession] = {}
        self.facts: tuple[Fact, ...] = tuple(map(self._followed, self._given))
        self.loose = loose
        self._rows: dict[str, dict[str, list[Row]]] = {}
        self.names: dict[str, str] = {}
        for position, fact in enumerate(self.facts):
            extent = extent_of(fact)
            key = key_of(fact.subject)
            self.names.setdefault(key, fact.subject)
            rows = self._rows.setdefault(key, {}).setdefault(relation_name(fact.relation), [])
            if extent is not None:
                rows.append(Row(fact, position, extent))
        for line in self.unread:
            if line.subject:
                rows_of = self._rows.setdefault(key_of(line.subject), {})
                self.names.setdefault(key_of(line.subject), line.subject)
                if line.relation:
                    rows_of.setdefault(relation_name(line.relation), [])

    def _followed(self, fact: Fact) -> Fact:
        """The fact, with an end if one certainly followed it."""
        succession = self._successions.ended(fact) if self._successions else None
        if succession is None:
            return fact
        ended, self.ended[ended] = succession
        return ended

    def __len__(self) -> int:
        return len(self.facts)

    def __repr__(self) -> str:
        facts, subjects = counted(len(self.facts), "fact"), counted(len(self._rows), "subject")
        return f"<FactBase: {facts} of {subjects}>"

    @cached_property
    def problems(self) -> tuple[Finding, ...]:
        """What is wrong with the facts: see :func:`timegraph.facts.relations.problems_of`."""
        return tuple(problems_of(self._given, self._successions))

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects of the facts, each once, in fact order."""
        return tuple(self.names.values())

    @cached_property
    def objects(self) -> Mapping[str, str]:
        """The objects of the facts as they write them, by their
        :func:`timegraph.facts.relations.key_of`."""
        return {key_of(fact.object): fact.object for fact in self.facts if fact.object}

    @cached_property
    def as_written(self) -> FactBase:
        """The base with the ``?``, ``~`` and ``%`` of its dates taken at their word; itself if
        they have none."""
        facts = [
            replace(fact, start=as_written(fact.start), end=as_written(fact.end))
            if qualities_of(fact.start) or qualities_of(fact.end)
            else fact
            for fact in self._given
        ]
        return self if all(map(is_, facts, self._given)) else self.like(facts)

    def like(
        self, facts: Iterable[Fact] | None = None, *, one_at_a_time: OneAtATime | None = None
    ) -> FactBase:
        """A base that differs from this one only in what is passed."""
        return FactBase(
            self._given if facts is None else facts,
            loose=self.loose,
            one_at_a_time=one_at_a_time or self.one_at_a_time,
            unread=self.unread,
        )

    def unread_about(self, subject: str, relations: Iterable[str] = ()) -> tuple[Unread, ...]:
        """The lines left out that may state facts about ``subject`` of one of ``relations``, by
        default of any."""
        if not self.unread:
            return ()
        names = {*map(relation_name, relations)}
        names |= {meant for name in relations for meant in self.relations_meant(subject, name)}
        return tuple(line for line in self.unread if _may_state(line, key_of(subject), names))

    def relations(self, subject: str) -> tuple[str, ...]:
        """The relations of which there are facts about ``subject``, in fact order."""
        return tuple(self._rows.get(key_of(subject), ()))

    def knows(self, subject: str) -> bool:
        """Whether there is a fact about ``subject``."""
        return key_of(subject) in self._rows

    def name_of(self, subject: str) -> str:
        """``subject`` as the facts write it, or as it is if there is no fact about it."""
        return self.names.get(key_of(subject), subject)

    def holders(self, relation: str) -> tuple[str, ...]:
        """The subjects that have facts of just this ``relation``, in fact order."""
        return tuple(self._holders.get(relation_name(relation), ()))

    @cached_property
    def _holders(self) -> Mapping[str, Sequence[str]]:
        holders: dict[str, list[str]] = {}
        for key, of_subject in self._rows.items():
            for name in of_subject:
                holders.setdefault(name, []).append(self.names[key])
        return holders

    def relations_meant(self, subject: str, relation: str) -> tuple[str, ...]:
        """The relations of ``subject`` in this base that ``relation`` may mean: itself, or, for a
        word with several meanings on either side ("title", "head/chair"), those that share one."""
        of_subject = self._rows.get(key_of(subject), {})
        name = relation_name(relation)
        if name in of_subject:
            return (name,)
        called = relations_called(relation)
        return tuple(
            present
            for present in of_subject
            if present in called or name in relations_called(present)
        )

    def rows(self, subject: str, relation: str) -> Sequence[Row] | None:
        """The facts about ``subject`` of ``relation`` that can have held at all, in fact order;
        ``None`` if there are none, not even such that end before they start.

        A word with several meanings ("title") stands for all of them.
        """
        of_subject = self._rows.get(key_of(subject))
        if of_subject is None:
            return None
        rows = of_subject.get(relation_name(relation))
        if rows is not None:
            return rows
        meant = self.relations_meant(subject, relation)
        if not meant:
            return None
        rows = [row for name in meant for row in of_subject[name]]
        return sorted(rows, key=lambda row: row.position)

    def events(self, subject: str, relation: str, object: str) -> Sequence[Row] | None:
        """The facts that ``subject`` had ``object`` for its ``relation``; ``None`` if there is
        no fact of the subject and relation."""
        rows, key = self.rows(subject, relation), key_of(object)
        return None if rows is None else [row for row in rows if key_of(row.fact.object) == key]

    # ---- what held when -----------------------------------------------------------------

    def at(self, subject: str, relation: str, date: Granule) -> Found:
        """What held in ``date``: certain is what held throughout it, possible what can have
        held at some instant of it."""
        low, high = date.low, date.high
        return self._where(
            subject,
            relation,
            lambda extent: certainly_throughout(extent, low, high),
            lambda extent: possibly_within(extent, low, high),
        )

    def during(
        self, subject: str, relation: str, period: Granule | Extent | Sequence[Row]
    ) -> Found:
        """What held at some time during ``period``: a date, a period that is known as far as an
        :class:`Extent` says, or the time of facts (as :meth:`events` returns them).

        Several facts are several occurrences of an event; each counts. A fact does not answer a
        question about its own time.
        """
        if isinstance(period, Granule):
            return self._within(subject, relation, (period.low, period.high))
        periods = [period] if isinstance(period, Extent) else [row.extent for row in period]
        return self._where(
            subject,
            relation,
            lambda extent: any(certainly_meets(extent, other) for other in periods),
            lambda extent: any(possibly_meets(extent, other) for other in periods),
            without=() if isinstance(period, Extent) else period,
        )

    def relative(self, subject: str, relation: str, side: Side, date: Granule) -> Found:
        """What held at some time before (or after) ``date``."""
        first, after = latest_and_earliest(date) if date.is_vague else (date.low, date.high)
        if side == "before":
            return self._within(subject, relation, (-inf, date.low), (-inf, first))
        return self._within(subject, relation, (date.high, inf), (after, inf))

    def neighbours(self, subject: str, relation: str, side: Side, events: Sequence[Row]) -> Found:
        """What started last before an event (or first after it), among the facts of the
        relation; possible is all that some completion makes next, and several occurrences of
        the event have the union of their neighbours.

        The event never answers itself, nor does another fact with the same object, if it is of
        the same relation.
        """
        rows = self.rows(subject, relation)
        if rows is None or self.unread_about(subject, (relation,)):
            return _UNKNOWN  # a fact that was not read may lie between
        others = without_events(rows, events)

        def nearest(is_next: Callable[[Extent, Extent, list[Extent]], bool]) -> Iterator[Row]:
            for row in others:
                rivals = [rival.extent for rival in others if rival is not row]
                for event in events:
                    left, right = (row, event) if side == "before" else (event, row)
                    if is_next(left.extent, right.extent, rivals):
                        yield row

        return Found(_in_order(nearest(_next_in_all)), _in_order(nearest(_next_in_some)))

    def _within(
        self, subject: str, relation: str, sure: _Span, perhaps: _Span | None = None
    ) -> Found:
        """What held at some time of ``sure`` certainly, and of ``perhaps`` possibly."""
        return self._where(
            subject,
            relation,
            lambda extent: certainly_within(extent, *sure),
            lambda extent: possibly_within(extent, *(perhaps or sure)),
        )

    def _where(
        self,
        subject: str,
        relation: str,
        certain: _Test,
        possible: _Test,
        without: Sequence[Row] = (),
    ) -> Found:
        """That nothing fits is not an answer where a line about what is asked was not read."""
        rows = self.rows(subject, relation)
        positions = {row.position for row in without}
        others = [row for row in rows or () if row.position not in positions]
        fitting = [row for row in others if possible(row.extent)]
        if rows is None or (not fitting and self.unread_about(subject, (relation,))):
            return _UNKNOWN
        return Found(_in_order(r for r in others if certain(r.extent)), _in_order(fitting))


def _may_state(line: Unread, subject: str, relations: Collection[str]) -> bool:
    """Whether a line that was not read may be about a subject and one of the relations."""
    named, relation = line.subject, line.relation
    statement = None if named else read_statement(line.text)
    if statement is not None and key_of(statement.subject) == subject:
        named, relation = statement.subject, statement.relation
    if not named:
        return re.search(rf"(?<!\w){re.escape(subject)}(?!\w)", key_of(line.text)) is not None
    about = key_of(named) == subject
    return about and not (relations and relation and relation_name(relation) not in relations)


def without_events(rows: Sequence[Row], events: Sequence[Row]) -> list[Row]:
    """The rows that are not among ``events`` and share no event's object and relation."""
    keys = {(key_of(e.fact.object), relation_name(e.fact.relation)) for e in events}
    return [
        row
        for row in rows
        if (key_of(row.fact.object), relation_name(row.fact.relation)) not in keys
    ]


def _next_in_some(left: Extent, right: Extent, rivals: Iterable[Extent]) -> bool:
    """Whether some completion starts ``left`` before ``right`` and no rival between them."""
    return left.start_low < right.start_high and all(
        rival.start_low < left.start_high or rival.start_high > right.start_low for rival in rivals
    )


def _next_in_all(left: Extent, right: Extent, rivals: Iterable[Extent]) -> bool:
    """Whether every completion starts ``left`` before ``right`` and no rival between them."""
    return left.start_high <= right.start_low and all(
        rival.start_high <= left.start_low or rival.start_low >= right.start_high
        for rival in rivals
    )


def _in_order(rows: Iterable[Row]) -> tuple[Fact, ...]:
    distinct = {row.position: row.fact for row in rows}
    return tuple(distinct[position] for position in sorted(distinct))
