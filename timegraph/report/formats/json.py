"""Reports as JSON: all figures with all their digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from timegraph._version import __version__
from timegraph.report.report import Report, TableOptions

__all__ = ["SCHEMA", "json_object", "json_pieces", "render_json"]

SCHEMA = 2
"""The version of the shape of what is written."""


def render_json(report: Report, options: TableOptions) -> str:
    """The record of the report; columns and decimals do not change it."""
    return json_object(report.content)


def json_object(content: Mapping[str, object]) -> str:
    """``content`` as a JSON object that begins with ``schema`` and ``version``, as every command
    writes it; ends in a line feed. ``None`` becomes ``null``."""
    import json  # here, since most commands print text

    whole = {"schema": SCHEMA, "version": __version__, **content}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def json_pieces(
    content: Mapping[str, object], name: str, items: Iterable[Mapping[str, object]]
) -> Iterator[str]:
    """The text of :func:`json_object` for ``content`` with the list ``items`` as its last member
    ``name``, piece by piece: the list need not fit into memory."""
    import json

    yield json_object({**content, name: []}).removesuffix("]\n}\n")
    encode = json.JSONEncoder(ensure_ascii=False, indent=2, allow_nan=False).encode
    before = "\n    "
    for item in items:
        yield before + encode(item).replace("\n", "\n    ")
        before = ",\n    "
    yield "]\n}\n" if before == "\n    " else "\n  ]\n}\n"
