"""Questions to a network as text: ``IS a before|meets b``, ``RELATIONS a b``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.links import Link
from timegraph.networks.links import NetworkLink
from timegraph.networks.network import IntervalNetwork

# Questions to a network as text: ``IS a before|meets b``, ``RELATIONS a b``.
#
# ``IS`` takes links with AND and OR between them, AND first, so that one question may be a
# disjunction: ``IS x during a OR x during b``. Relations are Allen's, several separated by ``|``;
# a name with blanks stands in quotes.


_FORMS = "write IS a RELATION b, with AND or OR between several, or RELATIONS a b"


@dataclass(frozen=True, slots=True)
class NetworkQuestion:
    """Whether all links of one of ``groups`` hold or, without groups, how the ``pair`` can lie.

    Names are strings, as the text has them; :meth:`about` has those of a network.
    """

    text: str
    groups: tuple[tuple[Link, ...], ...] = ()
    pair: tuple[Any, Any] | None = None

    def missing(self, network: IntervalNetwork[Any]) -> list[str]:
        """The names that are not an interval of the network, each once."""
        there = _by_text(network)
        return [name for name in dict.fromkeys(self._names()) if name not in there]

    def about(self, network: IntervalNetwork[Any]) -> NetworkQuestion:
        """The question with the network's own names. Raises ``KeyError`` for one that it lacks."""
        there = _by_text(network)
        groups = tuple(
            tuple(Link(there[str(link.a)], link.relation, there[str(link.b)]) for link in group)
            for group in self.groups
        )
        pair = self.pair and (there[self.pair[0]], there[self.pair[1]])
        return NetworkQuestion(self.text, groups, pair)

    def answer(
        self, network: IntervalNetwork[Any], time_limit: float | None = None
    ) -> Answer | AllenSet:
        """Yes, no or unknown, or the possible relations; raises as the network's methods do."""
        asked = self.about(network)
        if asked.pair is not None:
            return network.relations(*asked.pair, time_limit=time_limit)
        return network.ask_any_of(asked.groups, time_limit=time_limit)

    def why(
        self, network: IntervalNetwork[Any], answer: Answer, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide this ``answer``; none for an unknown one."""
        if answer is Answer.UNKNOWN or not self.groups:
            return ()
        return network.explain_any_of(self.about(network).groups, time_limit=time_limit)

    def _names(self) -> Iterator[str]:
        yield from self.pair or ()
        for link in (link for group in self.groups for link in group):
            yield from (str(link.a), str(link.b))


def _by_text(network: IntervalNetwork[Any]) -> Mapping[str, Any]:
    """The intervals by their names as text; of equal ones the first, or one that is a string."""
    names: dict[str, Any] = {}
    for entity in network.entities:
        if isinstance(entity, str) or str(entity) not in names:
            names[str(entity)] = entity
    return names


def parse_network_question(text: str) -> NetworkQuestion:
    """Read a question. Raises ``ValueError``, which says what is wrong and how to write it."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{text!r}: {str(error).lower()}; close the quotes") from None
    kind = words[0].upper() if words else ""
    shown = " ".join(text.split())
    if kind == "RELATIONS":
        if len(words) != 3:
            raise ValueError(f"{text!r} does not name two intervals; write RELATIONS a b")
        return NetworkQuestion(shown, pair=(words[1], words[2]))
    if kind != "IS":
        raise ValueError(f"{text!r} is not a question to a network; {_FORMS}")
    alternatives = _parts(words[1:], "OR")
    return NetworkQuestion(
        shown, tuple(tuple(_link(part, text) for part in _parts(g, "AND")) for g in alternatives)
    )


def _parts(words: Sequence[str], separator: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word.upper() == separator:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _link(words: Sequence[str], text: str) -> Link:
    if len(words) != 3:
        raise ValueError(f"{text!r} is not a question to a network; {_FORMS}")
    a, relations, b = words
    names: Any = [name for name in relations.lower().replace(",", "|").split("|") if name]
    try:
        return Link(a, AllenSet(names), b)
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from None
