"""Contradicting links, added one by one in file order: what stays in force, what is left out.

A link is given as its constraints. ``drop-link`` leaves out a whole link if it contradicts the
constraints in force; ``drop-constraint`` leaves out only the contradicting constraints, like the
QA TempEval software; ``error`` stops.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from timegraph.testing.oracle.meaning import Constraint
from timegraph.testing.oracle.weak_orders import consistent

__all__ = ["FileOrder", "add_in_file_order", "smallest_contradicted"]

Link = Sequence[Constraint]


@dataclass(frozen=True)
class FileOrder:
    """What is in force and what was left out of each link, in file order.

    ``in_force[i]`` and ``left_out[i]`` are the constraints of the i-th link that were kept and
    that were left out. ``stopped_at`` is the number of the link at which the policy ``error``
    stopped, if it did.
    """

    in_force: tuple[tuple[Constraint, ...], ...]
    left_out: tuple[tuple[Constraint, ...], ...]
    stopped_at: int | None = None

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints in force, in file order."""
        return tuple(constraint for link in self.in_force for constraint in link)

    @property
    def conflicts(self) -> tuple[int, ...]:
        """The numbers of the links that were left out wholly or in part."""
        return tuple(number for number, link in enumerate(self.left_out) if link)


def add_in_file_order(
    entities: Iterable[Hashable], links: Iterable[Link], policy: str
) -> FileOrder:
    """Add the links one by one under ``drop-constraint``, ``drop-link`` or ``error``.

    Under ``error``, neither the link at which it stops nor later links are in force.
    """
    everyone = tuple(entities)
    kept: list[tuple[Constraint, ...]] = []
    dropped: list[tuple[Constraint, ...]] = []
    in_force: tuple[Constraint, ...] = ()
    for number, link in enumerate(links):
        if policy == "drop-constraint":
            good: tuple[Constraint, ...] = ()
            for constraint in link:
                if consistent(everyone, (*in_force, *good, constraint)):
                    good += (constraint,)
        elif policy in ("drop-link", "error"):
            good = tuple(link) if consistent(everyone, (*in_force, *link)) else ()
        else:
            raise ValueError(f"{policy!r} is not a policy")
        bad = tuple(constraint for constraint in link if constraint not in good)
        if bad and policy == "error":
            return FileOrder(tuple(kept), tuple(dropped), stopped_at=number)
        kept.append(good)
        dropped.append(bad)
        in_force += good
    return FileOrder(tuple(kept), tuple(dropped))


def smallest_contradicted(
    entities: Iterable[Hashable], in_force: Sequence[Link], link: Link
) -> Iterator[tuple[int, ...]]:
    """The minimal sets of links in force, by number, that contradict ``link``.

    Without any one of its links, a set no longer contradicts ``link``. Smaller sets come first.
    If the link contradicts itself, the only set is ``()``.
    """
    everyone = tuple(entities)
    cores: list[set[int]] = []
    for size in range(len(in_force) + 1):
        for numbers in combinations(range(len(in_force)), size):
            if any(smaller <= set(numbers) for smaller in cores):
                continue
            together = [constraint for number in numbers for constraint in in_force[number]]
            if not consistent(everyone, (*together, *link)):
                cores.append(set(numbers))
                yield numbers
