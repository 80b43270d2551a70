"""Dates with ``?``, ``~`` or ``%``, taken at their word: links beside those that give no bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from timegraph.links import AnyLink, Placement

__all__ = ["links_as_written"]


def links_as_written(links: Iterable[AnyLink]) -> list[AnyLink]:
    """What the placements with such dates say if the marks say nothing."""
    found: list[AnyLink] = []
    for link in links:
        if isinstance(link, Placement) and link.as_written is not None:
            earliest, latest, latest_start, earliest_end, _ = link.as_written
            found.append(
                replace(
                    link,
                    earliest=earliest,
                    latest=latest,
                    latest_start=latest_start,
                    earliest_end=earliest_end,
                    words=f"{link.words} as written",
                )
            )
    return found
