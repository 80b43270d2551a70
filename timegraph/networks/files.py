"""Networks in files: GQR's ``.csp``, several networks in each, and saved networks.

In a ``.csp`` file a network begins with a line that has the number of its last node and, after
``#``, its name; each line ``0 1 ( < m = )`` is a link; a line with a dot ends it (Westphal, Woelfl
& Gantner 2009, GQR: A fast solver for binary qualitative constraint networks).
"""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from timegraph.allen import Allen, AllenSet
from timegraph.links import GraphFormatError, Link
from timegraph.networks.network import IntervalNetwork
from timegraph.networks.solver import mask_of_comparison
from timegraph.points import PointOperator

NetworkFormat = Literal["csp", "csp-points", "network"]
"""GQR's networks of intervals, those of time points, and what ``IntervalNetwork.save`` writes."""


class NamedNetwork(NamedTuple):
    """A network, and the path of its file; in a file of several ``PATH#NAME``."""

    name: str
    network: IntervalNetwork[Any]


def networks_in(data: bytes, name: str, format: NetworkFormat) -> tuple[NamedNetwork, ...]:
    """All networks of a file, in order. Raises :class:`timegraph.networks.CspError` or
    :class:`timegraph.GraphFormatError`, which name the file, for anything else."""
    if format == "network":
        try:
            return (NamedNetwork(name, IntervalNetwork.from_json(data)),)
        except GraphFormatError as error:
            raise GraphFormatError(f"{name}: {error}") from None
    read = read_csp(data, name, points=format == "csp-points")
    names = [title for title, _ in read]
    return tuple(
        NamedNetwork(
            f"{name}#{title}" if names.count(title) == 1 else f"{name}#{title} ({number})", network
        )
        for number, (title, network) in enumerate(read, start=1)
    )


_ALLEN = {
    "=": Allen.EQUAL, "<": Allen.BEFORE, ">": Allen.AFTER, "m": Allen.MEETS, "mi": Allen.MET_BY,
    "o": Allen.OVERLAPS, "oi": Allen.OVERLAPPED_BY, "d": Allen.DURING, "di": Allen.CONTAINS,
    "s": Allen.STARTS, "si": Allen.STARTED_BY, "f": Allen.FINISHES, "fi": Allen.FINISHED_BY,
}  # fmt: skip
_OF_INTERVALS = {label: AllenSet(relation) for label, relation in _ALLEN.items()}

# A point is the start of an interval of which nothing else is said.
_OF_POINTS = {
    label: AllenSet.from_mask(mask_of_comparison(0, [sign]))
    for label, sign in (("<", -1), ("=", 0), (">", 1))
}

# What one comparison of two points says prints as it is written; other sets are choices.
_COMPARISONS: dict[str, PointOperator] = {"<": "<", "<=": "<=", "=": "=", "=>": ">=", ">": ">"}


class _Apart(Link):
    """Two points that differ, which no one comparison says; it prints as a sentence."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.a}.start is before or after {self.b}.start"


_HEADER = re.compile(r"(\d+)\s*(?:#\s*(.*))?")
_LINK = re.compile(r"(\d+)\s+(\d+)\s*\(([^()]*)\)")


class CspError(ValueError):
    """A file is not a list of networks; the message names file, line and way out."""


class _Open(NamedTuple):
    """A network that is being read: its name, the line of its header, and what it has so far."""

    name: str
    line: int
    network: IntervalNetwork[str]


def read_csp(
    data: bytes, name: str, *, points: bool = False
) -> tuple[tuple[str, IntervalNetwork[str]], ...]:
    """All networks of a file with this name, each with its own name; their nodes are ``"0"``,
    ``"1"``, ..., and a link's source is its line (``"file.csp:2"``).

    Nodes are intervals or, with ``points``, time points, which become the starts of intervals.
    Raises :class:`CspError` for what is not a list of networks.
    """
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise CspError(f"{name}: not a text file in UTF-8: {error}") from None
    labels = _OF_POINTS if points else _OF_INTERVALS
    networks: list[tuple[str, IntervalNetwork[str]]] = []
    current: _Open | None = None
    for number, raw in enumerate(lines, start=1):
        line, where = raw.strip(), f"{name}:{number}"
        if not line:
            continue
        if line == ".":
            if current is None:
                raise CspError(f"{where}: a dot ends no network; begin one with its last node")
            networks.append((current.name, current.network))
            current = None
        elif header := _HEADER.fullmatch(line):
            if current is not None:
                raise CspError(
                    f"{where}: a second header; end the network of line {current.line} with a dot"
                )
            current = _begun(
                int(header[1]), header[2] or f"network {len(networks) + 1}", number, where
            )
        else:
            _add(current, line, where, labels)
    if current is not None:
        raise CspError(f"{name}: the network of line {current.line} has no end; add a line: .")
    if not networks:
        raise CspError(f"{name}: there is no network; the first line is its last node: 9 # name")
    return tuple(networks)


_MOST_NODES = 100_000


def _begun(last: int, name: str, line: int, where: str) -> _Open:
    if last > _MOST_NODES:
        raise CspError(f"{where}: {last} nodes are more than {_MOST_NODES}; take fewer")
    network: IntervalNetwork[str] = IntervalNetwork()
    for node in range(last + 1):
        network.add_entity(str(node))
    return _Open(name.strip(), line, network)


def _add(current: _Open | None, line: str, where: str, labels: dict[str, AllenSet]) -> None:
    link = _LINK.fullmatch(line)
    if link is None:
        raise CspError(f"{where}: neither a header (9 # name) nor a link (0 1 ( < m )): {line!r}")
    if current is None:
        raise CspError(f"{where}: a link before the header, a line with the last node: 9 # name")
    a, b = str(int(link[1])), str(int(link[2]))
    for node in (a, b):
        if node not in current.network:
            raise CspError(
                f"{where}: node {node}, but line {current.line} says that the last node is "
                f"{len(current.network) - 1}"
            )
    relations = AllenSet()
    for label in link[3].split():
        if label not in labels:
            raise CspError(f"{where}: unknown label {label!r}; the labels are {' '.join(labels)}")
        relations |= labels[label]
    comparison = labels is _OF_POINTS and _COMPARISONS.get("".join(sorted(set(link[3].split()))))
    if comparison:
        current.network.add_points((a, "start"), comparison, (b, "start"), where)
    else:
        apart = labels is _OF_POINTS and relations == labels["<"] | labels[">"]
        current.network.extend([(_Apart if apart else Link)(a, relations, b, where)])
