"""The published vectors: small questions with their answers, for reasoners in any language."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def vectors(*kinds: str) -> list[dict[str, Any]]:
    """The vectors of these kinds, or all: ``vectors.jsonl``, which lies next to this module.

    Each has an ``id``, a ``kind``, ``statements`` and a ``question`` as the schema of
    :mod:`timegraph.service` has them, the ``answer``, and, unless that is unknown, the ``proof``:
    the places of the statements that decide it, none of which can be left out. Those of the kind
    ``policies`` have the ``policy`` too, and which statements it has ``kept_out``. Raises
    ``ValueError`` for a kind that there is not.
    """
    text = files(__package__).joinpath("vectors.jsonl").read_text(encoding="utf-8")
    every = [json.loads(line) for line in text.splitlines()]
    there = list(dict.fromkeys(vector["kind"] for vector in every))
    for kind in kinds:
        if kind not in there:
            raise ValueError(f"there are no vectors of the kind {kind!r}, only {', '.join(there)}")
    return [vector for vector in every if vector["kind"] in (kinds or there)]
