"""TimeML files, bytes and streams to a :class:`~timeml.document.Document`."""

from __future__ import annotations

import os
from typing import BinaryIO

from timeml._reading.assemble import document_of
from timeml._reading.positions import check_lengths
from timeml.document import Document
from timeml.errors import faults_named

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""What :func:`read` accepts: a path, a document's bytes, or a file open for reading bytes."""


def read(source: Source, *, name: str | None = None) -> Document:
    """The document in a TimeML file (TimeML 1.2 and 1.2.1, TempEval-3 and QA TempEval variants).

    ``source`` is a path, the file's bytes, or a file open in binary mode; ``name`` replaces the
    name taken from it. The file may be in any encoding that it declares and libxml2 knows.
    External entities and DTDs are never loaded; a reference to an entity that the file declares
    becomes its text.

    Without a TEXT element, the text is that of the whole document; several TEXT elements make
    one text. The document creation time is the first TIMEX3 in DCT, else the first
    whose functionInDocument is CREATION_TIME, else PUBLICATION_TIME. An annotation's line is that
    of its start tag (one of them, if the tag extends over several). It is ``None`` after line
    65,534 of files whose encoding expat does not read.

    What can be repaired is repaired, with a diagnostic in :attr:`Document.diagnostics`. Raises
    ``OSError`` (``FileNotFoundError`` ...) with the path if there is no such file or it cannot
    be read; :class:`TimeMLError` with file and line if it is not well-formed XML, not TimeML,
    hostile, or has labels or ids of more than 1,000 characters; ``TypeError`` if ``source`` is
    none of the above.
    """
    data, file = _bytes(source)
    label = file if file is not None else name
    document_name = name if name is not None else os.path.basename(file or "")
    with faults_named(label, "timeml"):
        return check_lengths(document_of(data, label, document_name), label)


def _bytes(source: Source) -> tuple[bytes, str | None]:
    """The bytes of a source and the file's path, where it has one."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if isinstance(source, (str, os.PathLike)):
        if isinstance(source, str) and source.lstrip()[:1] == "<":
            raise TypeError("read() takes a path, bytes or a binary file; encode XML text first")
        path = os.fspath(source)
        with open(path, "rb") as stream:
            return stream.read(), path
    if not hasattr(source, "read"):
        kind = type(source).__name__
        raise TypeError(f"read() takes a path, bytes or a binary file, not {kind}")
    data = source.read()
    if not isinstance(data, bytes):
        raise TypeError("read() needs a file open in binary mode ('rb'), not a text file")
    label = getattr(source, "name", None)
    return data, label if isinstance(label, str) else None
