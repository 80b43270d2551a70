"""How distances, times and dates are added to a graph: methods of :class:`timegraph.TimeGraph`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, NoReturn

from timegraph._graph.store import GraphState, names_of
from timegraph.links import AnyLink, Endpoint, Handle, Link

PLAIN = frozenset({str, int, tuple})
"""Types of names that are not dates."""


def keys_that_may_be_dates(links: Iterable[AnyLink]) -> list[Hashable]:
    """The entities that links name and that are of other types than :data:`PLAIN`."""
    keys: list[Hashable] = []
    for link in links:
        if type(link) is Link:
            if type(link.a) not in PLAIN:
                keys.append(link.a)
            if type(link.b) not in PLAIN:
                keys.append(link.b)
        else:
            named = names_of(link)
            keys += [key for key, is_entity in named if is_entity and type(key) not in PLAIN]
    return keys


class DatingMethods:
    """The methods of a graph that say how long, how far apart, and when."""

    _live: GraphState
    _lock: RLock

    def add_distance(
        self,
        x: Endpoint,
        y: Endpoint,
        *,
        at_least: Any = None,
        at_most: Any = None,
        exactly: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add bounds on the distance ``y - x`` of two endpoints:
        ``add_distance(("a", "end"), ("b", "start"), at_least="3 days")``.

        A length is text (``"3 days"``, ``"2 years 3 months"``, ISO 8601 ``"P1Y2M"``), a
        ``timedelta``, or a whole or rational number of seconds, which may be below 0. Months are as
        long as they are from the date of ``x``, if that is known, else as anywhere in the calendar;
        so are days and weeks as text in a graph with a time zone.
        Raises ``TypeError`` and ``ValueError`` for what is not a length, else as :meth:`add` does.
        """
        from timegraph._graph import distances  # most graphs have no distances

        zone = distances.zone_of(self._live)
        link = distances.distance_link(x, y, at_least, at_most, source, exactly, zone)
        return self._added_at(link, x, y)

    def add_duration(
        self,
        entity: Hashable,
        exactly: Any = None,
        *,
        at_least: Any = None,
        at_most: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add how long an interval lasts: exactly so long, or at least and at most."""
        from timegraph._graph import distances  # most graphs have no distances

        zone = distances.zone_of(self._live)
        link = distances.duration_link(entity, exactly, at_least, at_most, source, zone)
        return self._added_at(link, link.x)

    def place(
        self,
        point: Any,
        *unnamed: NoReturn,
        within: Any = None,
        at: Any = None,
        start: Any = None,
        end: Any = None,
        spanning: Any = None,
        source: Any = None,
    ) -> Handle:
        """Place an endpoint, or an interval, in time.

        ``within``: at some time in a date. ``spanning``: exactly a :class:`Period`, a value that
        names one, or a pair of times. ``start`` and ``end``: when it starts and ends. ``at``: an
        endpoint at the first instant of a ``date``, or at a ``datetime``.

        A time is a ``date`` (some time in that day), a ``datetime``, a value of EDTF or TIMEX3
        (``"1998-05"``, ``"156X"``; ``?`` and ``~`` give no bound), or a pair (earliest, latest), of
        which one may be ``None``. What lies in a day, or another date, ends before that does,
        unless a link says otherwise. Raises ``ValueError`` and ``TypeError`` for what is not a
        time, for ends before starts, for times with and without zone in a graph without
        ``timezone``, for a ``datetime`` that its clocks skip or show twice, and
        :class:`ContradictionError` as :meth:`add` does.
        """
        if unnamed:
            raise TypeError(
                f"place() takes a time by name: write within={unnamed[0]!r}, or at=, start=, end=, "
                "spanning="
            )
        from timegraph._graph import distances  # most graphs have no dates
        from timegraph._graph.dates import placing

        link = placing.placement(
            point,
            within=within,
            at=at,
            start=start,
            end=end,
            spanning=spanning,
            source=source,
            zone=distances.zone_of(self._live),
        )
        return self._added_at(link, link.start)

    def _added_at(self, link: AnyLink, *points: Endpoint) -> Handle:
        """Add a link between endpoints, which may be those of dates."""
        for point in points:
            named = type(point) is tuple and len(point) == 2 and point[1] != "at"
            if named and type(point[0]) not in PLAIN:
                return self._added_beside_dates(link)
        return self._added(link)

    def _added_beside_dates(self, link: AnyLink) -> Handle:
        """Add a link after the dates that it names; if it cannot be added, these are not either. A
        link with an instant places its interval."""
        with self._lock:
            (link,) = self._without_instants([link])
            with self._beside_dates([link]):
                return self._added(link)

    def _without_instants(self, links: Sequence[AnyLink]) -> list[AnyLink]:
        """The links, with placements instead of those between an interval and an instant."""
        from timegraph._graph import instants  # most graphs have no dates

        return [
            instants.placement(self._live, link)
            if type(link) is Link and instants.given(link.a, link.b)
            else link
            for link in links
        ]

    @contextmanager
    def _beside_dates(self, links: Sequence[AnyLink]) -> Iterator[None]:
        """Have the dates that these links name among the entities, for who holds the lock and adds
        the links; if that fails, only those that links in the graph name."""
        dates = self._add_dates(*keys_that_may_be_dates(links))
        first = len(self._live.store.links)
        try:
            yield
        except BaseException:
            there = {key for link in self._live.store.links[first:] for key, _ in names_of(link)}
            for date in dates:
                if date not in there:
                    self.remove_entity(date)
            raise

    def _added(self, link: AnyLink) -> Handle:
        raise NotImplementedError

    def _add_dates(self, *keys: Any) -> list[Any]:
        raise NotImplementedError

    def remove_entity(self, entity: Any) -> tuple[AnyLink, ...]:
        """See :class:`timegraph.TimeGraph`."""
        raise NotImplementedError
