"""Graphs for programs in other languages and for agents: one dispatcher for every door.

A request is data, as ``service.schema.json`` describes it (JSON Schema 2020-12), and names its
graph; there are no sessions. :class:`Dispatcher` answers it, whichever door it came through:
Python, lines of JSON (:mod:`timegraph.service.dispatcher`) or MCP (:mod:`timegraph.service.mcp`).

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.service.claims import (
        Claim as Claim,
        Verdict as Verdict,
        Verified as Verified,
        verify as verify,
    )
    from timegraph.service.dispatcher import Dispatcher as Dispatcher
    from timegraph.service.graphs import Limits as Limits, ServiceError as ServiceError
    from timegraph.service.schema import service_schema as service_schema

_HOMES = {
    "claims": "Claim Verdict Verified verify",
    "dispatcher": "Dispatcher",
    "schema": "service_schema",
    "graphs": "Limits ServiceError",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
