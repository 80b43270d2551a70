"""Which paths are networks, and reading them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from timegraph.commands._shared.corpus_options import Chosen
from timegraph.commands._shared.files import BadUsage
from timegraph.networks.files import NamedNetwork, NetworkFormat, networks_in

__all__ = ["read_network", "read_networks"]

_ENDINGS = {"csp": "*.csp", "csp-points": "*.csp", "network": "*.json"}


def read_networks(paths: Sequence[str], chosen: Chosen) -> tuple[list[NamedNetwork], list[str]]:
    """Every network of these paths that is chosen, and what is wrong with files that hold none.
    Raises :class:`BadUsage` if there is no network, or a wanted one is in none of them."""
    if chosen.layers or chosen.texts is not None:
        raise BadUsage("--layer and --texts are for documents, not for networks")
    networks: list[NamedNetwork] = []
    failures = []
    for path in paths:
        try:
            for file in _files(path, chosen):
                networks += _networks_of(file, chosen)
        except OSError as error:
            failures.append(f"{path}: {error.strerror or error}")
        except ValueError as error:
            failures.append(str(error))
    if not networks:
        raise BadUsage("\n".join([*failures, "no PATH holds a network"]))
    by_name = {network.name: network for network in networks}
    return [by_name[name] for name in chosen.pick(by_name)], failures


def read_network(path: str, chosen: Chosen) -> NamedNetwork:
    """The one network in a file; in a file of several the one that is chosen. Raises
    :class:`BadUsage` if there are several, or none."""
    networks, failures = read_networks([path], chosen)
    if failures:
        raise BadUsage(failures[0])
    if len(networks) > 1:
        names = ", ".join(network.name.rpartition("#")[2] for network in networks[:3])
        more = ", ..." if len(networks) > 3 else ""
        raise BadUsage(
            f"{path}: holds {len(networks)} networks; --document NAME takes one: {names}{more}"
        )
    return networks[0]


def _files(path: str, chosen: Chosen) -> Iterator[str]:
    if path == "-" or not Path(path).is_dir():
        yield path
        return
    yield from map(str, sorted(Path(path).rglob(_ENDINGS[str(chosen.format or "csp")])))


def _networks_of(path: str, chosen: Chosen) -> tuple[NamedNetwork, ...]:
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    format = chosen.format or ("csp" if path.lower().endswith(".csp") else "network")
    return networks_in(data, path, cast(NetworkFormat, format))
