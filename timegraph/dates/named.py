"""Named periods ("the Second World War"), found by their names.

They are read from a file that the user gives (:mod:`timegraph.dates.columns`), since sources
differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timeml.edtf import Bound


class PeriodsError(ValueError):
    """A file that has no named periods, or a name with several meanings; the message says why."""


@dataclass(frozen=True, slots=True)
class NamedPeriod:
    """A period by its name. It starts at ``starts[0]`` or later and before ``starts[1]``, and ends
    after ``ends[0]`` and before ``ends[1]``: seconds since 1970-01-01T00:00, or infinite. ``dates``
    and ``source`` say so to a person."""

    name: str
    starts: tuple[Bound, Bound]
    ends: tuple[Bound, Bound]
    dates: str = field(compare=False)
    source: str = field(default="", compare=False)

    def __str__(self) -> str:
        where = f" [{self.source}]" if self.source else ""
        return f"{self.name} ({self.dates}){where}"


@dataclass(frozen=True)
class NamedPeriods:
    """Periods that are found by their names, in any case and with or without "the"."""

    periods: tuple[NamedPeriod, ...] = ()

    def __len__(self) -> int:
        return len(self.periods)

    def find(self, name: str) -> NamedPeriod | None:
        """The period of that name, ``None`` if there is none. Raises :class:`PeriodsError` for a
        name that several periods with different dates have."""
        meant = self._index.get(_key(name), ())
        if len({(period.starts, period.ends) for period in meant}) > 1:
            shown = "; ".join(f"{period.dates} [{period.source}]" for period in meant[:_SHOWN])
            more = f"; and {len(meant) - _SHOWN} more" if len(meant) > _SHOWN else ""
            raise PeriodsError(
                f"{name!r} is the name of {len(meant)} periods with different dates ({shown}{more})"
                "; give a file that has one of them"
            )
        return meant[0] if meant else None

    def names(self, text: str) -> bool:
        """Whether a period has that name."""
        return _key(text) in self._index

    def said_of(self, text: str) -> str:
        """``text`` with "during" for "in" and "throughout" before the name of a period."""
        return self._leads.sub("during ", text) if self.periods else text

    @cached_property
    def _index(self) -> Mapping[str, tuple[NamedPeriod, ...]]:
        index: dict[str, tuple[NamedPeriod, ...]] = {}
        for period in self.periods:
            name = _key(period.name)
            index[name] = (*index.get(name, ()), period)
        return index

    @cached_property
    def _leads(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self._index, key=len, reverse=True))
        return re.compile(rf"\b(?:in|throughout)\s+(?=(?:the\s+)?(?:{names})(?!\w))", re.IGNORECASE)


_SHOWN = 3
NO_PERIODS = NamedPeriods()


def _key(name: str) -> str:
    return re.sub(r"^the\s", "", " ".join(name.split()).casefold())
