"""TimeML: the annotations of a document as data, read from and written to XML.

Names are loaded when they are first used, so that ``import timeml`` does not load lxml.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from timeml._model import Position as Position
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

_HOMES = {
    "_model": "Position",
    "_positions": "Positions positions",
    "collection": "Collection open_collection",
    "document": "ALink Document Event Instance RelType SLink Signal TLink Timex3",
    "errors": "Diagnostic TimeMLError",
    "normalize": "Alignment PartialPair TextDifference align_ids",
    "parser": "read",
    "writer": "write write_pieces",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
