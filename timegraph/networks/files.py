"""Networks in files: GQR's ``.csp`` and saved networks, each by its name."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from timegraph.links import GraphFormatError
from timegraph.networks.csp import read_csp
from timegraph.networks.network import IntervalNetwork

__all__ = ["NamedNetwork", "NetworkFormat", "networks_in"]

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
    called = [own for own, _ in read]
    return tuple(
        NamedNetwork(
            f"{name}#{own}" if called.count(own) == 1 else f"{name}#{own} ({number})", network
        )
        for number, (own, network) in enumerate(read, start=1)
    )
