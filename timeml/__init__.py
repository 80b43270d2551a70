"""TimeML: the annotations of a document as data, read from and written to XML.

Names are loaded when they are first used, so that ``import timeml`` does not load lxml.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from timeml._model import Position
    from timeml._positions import Positions as Positions, positions as positions
    from timeml.collection import Collection as Collection, open_collection as open_collection
    from timeml.document import (
        ALink as ALink,
        Document as Document,
        Event as Event,
        Instance as Instance,
        RelType as RelType,
        Signal as Signal,
        SLink as SLink,
        Timex3 as Timex3,
        TLink as TLink,
    )
    from timeml.errors import Diagnostic as Diagnostic, TimeMLError as TimeMLError
    from timeml.normalize import (
        Alignment as Alignment,
        PartialPair as PartialPair,
        TextDifference as TextDifference,
        align_ids as align_ids,
    )
    from timeml.parser import read as read
    from timeml.writer import write as write, write_pieces as write_pieces

_MODULES = {
    "ALink": "document",
    "Alignment": "normalize",
    "Collection": "collection",
    "Diagnostic": "errors",
    "Document": "document",
    "Event": "document",
    "Instance": "document",
    "PartialPair": "normalize",
    "Position": "_model",
    "Positions": "_positions",
    "RelType": "document",
    "SLink": "document",
    "Signal": "document",
    "TLink": "document",
    "TextDifference": "normalize",
    "TimeMLError": "errors",
    "Timex3": "document",
    "align_ids": "normalize",
    "open_collection": "collection",
    "positions": "_positions",
    "read": "parser",
    "write": "writer",
    "write_pieces": "writer",
}

__all__ = [
    "ALink",
    "Alignment",
    "Collection",
    "Diagnostic",
    "Document",
    "Event",
    "Instance",
    "PartialPair",
    "Position",
    "Positions",
    "RelType",
    "SLink",
    "Signal",
    "TLink",
    "TextDifference",
    "TimeMLError",
    "Timex3",
    "align_ids",
    "open_collection",
    "positions",
    "read",
    "write",
    "write_pieces",
]


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
