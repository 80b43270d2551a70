"""Other corpora of temporal links, read into :class:`timeml.Document`: one module a format.

A reader's module has a function ``documents(files)``, which yields the documents of one file, or,
where the format spreads documents over several files, of all its files in one folder. Readers of
XML need lxml; no module is loaded before a file of its format is read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from timeml.readers.formats import FORMATS, Format, FormatName, recognise

if TYPE_CHECKING:
    from timeml.readers.files import File, Source, next_to
    from timeml.readers.reading import read_files

__all__ = [
    "FORMATS",
    "File",
    "Format",
    "FormatName",
    "Source",
    "next_to",
    "read_files",
    "recognise",
]

# Most files are TimeML, which is recognised without these.
_HOMES = {"File": "files", "Source": "files", "next_to": "files", "read_files": "reading"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
