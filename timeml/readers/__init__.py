"""Other corpora of temporal links, read into :class:`timeml.Document`: one module a format.

A reader's module has a function ``documents(files)``, which yields the documents of one file, or,
where the format spreads documents over several files, of all its files in one folder. Readers of
XML need lxml; no module is loaded before a file of its format is read.
"""

from __future__ import annotations

from timeml.readers.files import File
from timeml.readers.formats import FORMATS, Format, recognise
from timeml.readers.reading import Found, read_files

__all__ = ["FORMATS", "File", "Format", "Found", "read_files", "recognise"]
