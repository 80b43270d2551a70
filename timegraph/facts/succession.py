""" "No longer" by succession: what a subject has one at a time, or one subject at a time has.

Two facts of such a relation are rivals, which never hold at one time. Of rivals a and b, a comes
before b in every world iff b had certainly not ended when a began: how late a can begin, and how
early b can end, follow from their own dates and from the rivals that come before and after them.
Nothing else follows: time is dense, so that any order that keeps these steps has a world, in which
each fact begins right after those before it. So the latest end of a fact is the latest start of
those that it comes before, and nothing has to be searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from typing import NamedTuple

from timegraph.facts.dates import until
from timegraph.facts.fact import Extent, Fact, extent_of
from timegraph.facts.relations import key_of, relation_name

__all__ = ["ONE_AT_A_TIME", "OneAtATime", "Succession", "Successions"]


@dataclass(frozen=True, slots=True)
class OneAtATime:
    """Relations in which a subject has one object at a time ("head coach" of a team), and those
    in which an object has one subject ("position held": an office has one holder)."""

    one_object: tuple[str, ...] = ()
    one_subject: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.one_object or self.one_subject)

    def __str__(self) -> str:
        """``one-object=head coach,spouse;one-subject=office``; ``open`` without relations."""
        sides = (("one-object", self.one_object), ("one-subject", self.one_subject))
        named = [(side, sorted({*map(relation_name, names)})) for side, names in sides]
        return ";".join(f"{side}={','.join(names)}" for side, names in named if names) or "open"

    def missing(self, facts: Sequence[Fact]) -> list[str]:
        """The relations, as they were given, of which there is no fact."""
        there = {relation_name(fact.relation) for fact in facts}
        given = dict.fromkeys((*self.one_object, *self.one_subject))
        return [name for name in given if relation_name(name) not in there]

    def rivals(self, facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact, str]]:
        """Each two facts that cannot hold at one time, in fact order, and what there is one of:
        "object" or "subject". The same from two sources are not rivals, nor is what has no object,
        which says that nothing is known."""
        for single, names in (("object", self.one_object), ("subject", self.one_subject)):
            relations = {*map(relation_name, names)}
            groups: dict[tuple[str, str], dict[Fact, None]] = {}
            for fact in facts if relations else ():
                relation = relation_name(fact.relation)
                if relation in relations and fact.object and extent_of(fact) is not None:
                    shared = fact.subject if single == "object" else fact.object
                    groups.setdefault((relation, key_of(shared)), {})[fact] = None
            for group in groups.values():
                for a, b in combinations(group, 2):
                    if key_of(_named(a, single)) != key_of(_named(b, single)):
                        yield a, b, single


ONE_AT_A_TIME = OneAtATime()
"""No relation: open ends stay open."""


class Succession(NamedTuple):
    """Why a fact had ended: it is the first of ``facts``, each of which came before the next.
    ``one`` says for each step what there is one of, "object" or "subject"."""

    facts: tuple[Fact, ...]
    one: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """The steps of the proof in words."""
        for before, after, single in zip(self.facts, self.facts[1:], self.one, strict=False):
            name = _named(after, single)
            source = f"; {after.source}" if after.source and str(after.source) else ""
            yield (
                f"{_named(before, single)} ({before.dates}) came before {name} ({after.dates}"
                f"{source}): there is one {single} at a time, and {name} had not ended when "
                f"{_named(before, single)} began"
            )


_Steps = Mapping[Fact, Mapping[Fact, str]]


class Successions:
    """What comes before what among facts, and what contradicts itself."""

    def __init__(self, facts: Sequence[Fact], one_at_a_time: OneAtATime) -> None:
        rivals = [*one_at_a_time.rivals(facts)]
        self.contradictions: list[tuple[Fact, Fact, str]]
        """The rivals that certainly hold at one time, in fact order."""
        certain, self.contradictions = _compared(rivals, _steps_of(rivals))
        contradicting = set(self.contradictions)
        left = [pair for pair in rivals if pair not in contradicting]
        followed, further = _compared(left, _steps_of(left, follow=True))
        self.contradictions += further
        # From a contradiction everything follows; what follows from two facts alone is kept.
        self._steps: _Steps = certain if further else followed

    def ended(self, fact: Fact) -> tuple[Fact, Succession] | None:
        """A fact of open end with the latest end that it has in any world, and why; ``None`` for
        others. That it lasted until then is not said: only what comes later is excluded."""
        chains = [Succession((fact,))]
        seen = {fact}
        for chain in chains if fact.end.after is None else ():
            for following, single in self._steps.get(chain.facts[-1], {}).items():
                if following not in seen:
                    seen.add(following)
                    chains.append(Succession((*chain.facts, following), (*chain.one, single)))
        nearest = min(chains[1:], key=lambda chain: _latest_start(chain.facts[-1]), default=None)
        if nearest is None or _latest_start(nearest.facts[-1]) == inf:
            return None
        start, end = nearest.facts[-1].start, nearest.facts[-1].end
        date = start if start.high <= end.high else end
        if date.high <= fact.end.low:  # with contradictions elsewhere
            return None
        return replace(fact, end=until(date, since=fact.end)), nearest


def _named(fact: Fact, single: str) -> str:
    return fact.object if single == "object" else fact.subject


def _latest_start(fact: Fact) -> float:
    return float(_extent(fact).start_high)


def _extent(fact: Fact) -> Extent:
    extent = extent_of(fact)
    assert extent is not None, "what can never have held has no rivals"
    return extent


def _steps_of(
    rivals: Sequence[tuple[Fact, Fact, str]], *, follow: bool = False
) -> Callable[[Fact, Fact], bool]:
    """Whether the first of two facts comes before the second, as far as their own dates say or, if
    ``follow`` says so, those of all rivals before and after them."""
    extents = {fact: _extent(fact) for a, b, _ in rivals for fact in (a, b)}
    latest = {fact: extent.start_high for fact, extent in extents.items()}
    earliest = {fact: extent.end_low for fact, extent in extents.items()}
    changed = follow
    while changed:
        changed = False
        for pair in rivals:
            for a, b in (pair[:2], pair[1::-1]):
                if latest[a] <= earliest[b] and (
                    earliest[a] > earliest[b] or latest[b] < latest[a]
                ):
                    earliest[b] = max(earliest[a], earliest[b])
                    latest[a] = min(latest[a], latest[b])
                    changed = True
    return lambda a, b: latest[a] <= earliest[b]


def _compared(
    rivals: Sequence[tuple[Fact, Fact, str]], precedes: Callable[[Fact, Fact], bool]
) -> tuple[_Steps, list[tuple[Fact, Fact, str]]]:
    """Which rivals come before which, and those of which each would have to come first."""
    steps: dict[Fact, dict[Fact, str]] = {}
    contradictions = []
    for a, b, single in rivals:
        forth, back = precedes(a, b), precedes(b, a)
        if forth and back:
            contradictions.append((a, b, single))
        elif forth or back:
            first, second = (a, b) if forth else (b, a)
            steps.setdefault(first, {})[second] = single
    return steps, contradictions
