"""A folder, ``.zip`` or ``.tar.gz`` of documents, matched by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cached_property, partial
from pathlib import Path

from timeml._archives import unpack
from timeml.document import Document, stem
from timeml.errors import TimeMLError, counted
from timeml.readers.files import File, Source
from timeml.readers.formats import FORMATS, FormatName, begins_as
from timeml.readers.reading import files_at, read_files

_ENDING = ".tml"
_INPUT_ENDING = ".te3input"


class Collection:
    """Documents by name, in sorted order.

    Documents are files whose name ends in ``.tml`` (upper or lower case) and does not start with
    a dot; other files are ignored. In a folder these are the files directly in it; with
    ``recursive`` also those in its subfolders, named by their path relative to the folder, with
    ``/``. An archive is read in the same way; folders that contain all of its documents are
    ignored. Nothing is unpacked to disk. Symbolic links to folders are not followed. With
    ``inputs``, files that end in ``.TE3input`` are documents too: the inputs of TempEval-3 and
    QA TempEval have this ending, before or after ``.tml``.

    Where there is no such file, or where ``format`` names one of
    :data:`timeml.readers.FORMATS`, all files are looked at (with a format also those in
    subfolders), and the documents are those of the files that have the format, or any of these
    formats; ``path`` may then be one file. They are named as in the file; documents that share a
    name are named by their paths. ``format="timeml"`` keeps to TimeML.

    Raises ``FileNotFoundError`` if there is nothing at ``path``, ``OSError`` if it cannot be
    read, ``ValueError`` for an unknown format, and :class:`TimeMLError` if it is neither a folder
    nor an archive nor a file of these formats, or an archive that is damaged, encrypted, larger
    than 512 MB unpacked, or contains paths that lead out of it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        recursive: bool = False,
        inputs: bool = False,
        format: FormatName | None = None,
    ) -> None:
        self.path = Path(path)
        self._contents: dict[str, bytes] = {}
        self._found: dict[str, Source] = {}
        self._names: tuple[str, ...] = ()
        if format is None and self.path.is_file():
            begun = begins_as(self.path)
            format = begun if begun in FORMATS else None
        if format in (None, "timeml"):
            endings = (_ENDING, _INPUT_ENDING) if inputs else (_ENDING,)
            if self.path.is_dir():
                self._names = tuple(sorted(_files(self.path, recursive, endings)))
            else:
                wanted = partial(_is_document, endings=endings)
                self._contents = unpack(self.path, wanted, recursive=recursive)
                self._names = tuple(self._contents)
        if format != "timeml" and not self._names:
            files = files_at(self.path, recursive=recursive or format is not None)
            found = read_files(files, format=format)
            self._found = {entry.name: entry for entry in found}
            self._names = tuple(self._found)

    @cached_property
    def _by_key(self) -> list[tuple[Callable[[str], str], dict[str, list[str]]]]:
        """The names by what they are matched by, the strictest first."""
        by_key: list[tuple[Callable[[str], str], dict[str, list[str]]]] = []
        for key in (str, stem, _folded, _bare):
            index: dict[str, list[str]] = {}
            for name in self._names:
                index.setdefault(key(name), []).append(name)
            by_key.append((key, index))
        return by_key

    def _with(self, **changed: object) -> Collection:
        """The collection with some of its state changed."""
        part = copy(self)
        vars(part).pop("_by_key", None)
        vars(part).update(changed)
        return part

    def __repr__(self) -> str:
        return f"<Collection {str(self.path)!r}: {counted(len(self), 'document')}>"

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    @property
    def names(self) -> tuple[str, ...]:
        """The documents' names, sorted by code point; those in files of other formats are in the
        order of the files."""
        return self._names

    def found(self, name: str) -> Source | None:
        """The document with exactly this name as a reader of another format found it; ``None`` for
        TimeML, which is read when it is needed. Raises ``KeyError`` for an unknown document.
        """
        self._check(name)
        return self._found.get(name)

    def source(self, name: str) -> Source:
        """The document with exactly this name, not yet read if it is TimeML; where its file cannot
        be read, :meth:`Source.read` raises. Raises ``KeyError`` for an unknown document."""
        if name in self._found:
            return self._found[name]
        path = os.path.join(self.path, name)
        try:
            return Source(name, path, self.bytes(name))
        except OSError as error:
            return Source(name, path, error=error)

    def matching(self, name: str) -> Source | None:
        """The document that ``name`` means (:meth:`match`), ``None`` if there is none. If several
        files have the name, the source has none, and :meth:`Source.read` raises."""
        try:
            file = self.match(name)
        except TimeMLError as error:
            return Source("", name, error=error)
        return None if file is None else self.source(file)

    @property
    def schemes(self) -> tuple[str, ...]:
        """The label schemes of the documents, sorted: ``("tml",)`` for TimeML."""
        if not self._found:
            return ("tml",)
        return tuple(
            sorted({entry.document.scheme for entry in self._found.values() if entry.document})
        )

    def restricted(self, names: Iterable[str]) -> Collection:
        """The collection with the documents of exactly these names only, in its own order."""
        wanted = frozenset(names)
        return self._with(_names=tuple(name for name in self._names if name in wanted))

    def changed(self, change: Callable[[Source], Source]) -> Collection:
        """The collection with each document in a format other than TimeML changed."""
        return self._with(_found={name: change(entry) for name, entry in self._found.items()})

    def files(self) -> dict[str, File]:
        """The files that the documents in formats other than TimeML are read from, by path."""
        return {file.path: file for file in files_at(self.path, recursive=True)}

    def bytes(self, name: str) -> bytes:
        """The bytes of the document with exactly this name. Raises ``KeyError`` if there is none,
        ``OSError`` if its file cannot be read, ``ValueError`` in other formats than TimeML, where
        a document need not be a file."""
        if name in self._found:
            raise ValueError(f"{self._found[name].path} is not a TimeML file; use read()")
        if name in self._contents:
            return self._contents[name]
        self._check(name)
        return (self.path / name).read_bytes()

    def read(self, name: str) -> Document:
        """The document with exactly this name. Raises as :meth:`bytes` and :func:`timeml.read`."""
        return self.source(name).read()

    def _check(self, name: str) -> None:
        if name not in self._by_key[0][1]:
            raise KeyError(f"no document {name!r} in {self.path}")

    def match(self, name: str) -> str | None:
        """The name of the document that ``name`` means; ``None`` if there is none.

        That is the document with exactly this name, else with the same name apart from the ending
        ``.tml``, else also in other upper and lower case, else also apart from the ending
        ``.TE3input``, before or after ``.tml``. Raises :class:`TimeMLError` if several documents
        fit equally well.
        """
        for key, index in self._by_key:
            names = index.get(key(name), [])
            if len(names) > 1:
                message = f"{name!r} matches several files: {', '.join(names)}; rename all but one"
                raise TimeMLError(message, file=str(self.path))
            if names:
                return names[0]
        return None


def open_collection(
    path: str | os.PathLike[str],
    *,
    recursive: bool = False,
    inputs: bool = False,
    format: FormatName | None = None,
) -> Collection:
    """The documents in a folder, ``.zip`` or ``.tar.gz``; see :class:`Collection`."""
    return Collection(path, recursive=recursive, inputs=inputs, format=format)


def _folded(name: str) -> str:
    return stem(name).casefold()


def bare_name(name: str) -> str:
    """A document's name without ``.tml`` and ``.TE3input``, in whatever order it has them: of
    ``a.tml.TE3input`` it is ``a``."""
    while name.lower().endswith((_ENDING, _INPUT_ENDING)):
        name = name[: name.rindex(".")]
    return name


def _bare(name: str) -> str:
    return bare_name(name).casefold()


def _is_document(name: str, endings: tuple[str, ...]) -> bool:
    return name.lower().endswith(endings) and not os.path.basename(name).startswith(".")


def _files(folder: Path, recursive: bool, endings: tuple[str, ...]) -> Iterator[str]:
    """The documents in a folder, by their relative path."""
    for place, _, files in os.walk(folder, onerror=_raise):
        for file in files:
            path = os.path.join(place, file)
            # Reading a pipe or a device may never end. A link to nothing is an error to report.
            if _is_document(file, endings) and (os.path.isfile(path) or not os.path.exists(path)):
                yield Path(path).relative_to(folder).as_posix()
        if not recursive:
            return


def _raise(error: OSError) -> None:
    raise error
