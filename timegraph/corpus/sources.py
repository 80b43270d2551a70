"""Documents as work for a process: read here, or sent as bytes to where they are read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import timeml
from timeml import Document, TimeMLError

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["KEPT", "Documents", "Item", "Source", "source_of"]

KEPT = 1000
"""How many documents :class:`Documents` keeps."""


@dataclass(frozen=True)
class Source:
    """A document to read: its bytes, the document itself, or the error that reading it raises.

    ``name`` is its name in the collection, ``path`` its name in errors.
    """

    name: str
    path: str
    data: bytes = b""
    document: Document | None = None
    error: OSError | TimeMLError | None = None

    def __repr__(self) -> str:
        what = self.error or self.document or f"{len(self.data):,} bytes"
        return f"<Source {self.name!r}: {type(what).__name__ if self.error else what}>"

    @classmethod
    def of(cls, collection: Collection, name: str) -> Source:
        """The document of exactly this name. If the file cannot be read, :meth:`read` raises."""
        document = collection.found(name)
        if document is not None:
            return cls(name, document.path, document=document.document, error=document.error)
        path = os.path.join(collection.path, name)
        try:
            return cls(name, path, collection.bytes(name))
        except OSError as error:
            return cls(name, path, error=error)

    @classmethod
    def matching(cls, collection: Collection, name: str) -> Source | None:
        """The document that ``name`` means (:meth:`timeml.Collection.match`), ``None`` if there is
        none. If several files have the name, :meth:`read` raises, and the source has no name."""
        try:
            file = collection.match(name)
        except TimeMLError as error:
            return cls("", name, error=error)
        return None if file is None else cls.of(collection, file)

    def read(self) -> Document:
        """The document; raises as :meth:`timeml.Collection.read` does."""
        if self.error is not None:
            raise self.error
        if self.document is not None:
            return self.document
        try:
            return timeml.read(self.data, name=os.path.basename(self.name))
        except TimeMLError as error:
            raise TimeMLError(error.message, file=self.path, line=error.line) from None


@dataclass(frozen=True)
class Item:
    """One piece of work: its ``name``, unique in a run, the ``sources`` that it reads, and whatever
    else it needs, which must be small and picklable."""

    name: str
    sources: tuple[Source | None, ...] = ()
    rest: Any = None

    def __repr__(self) -> str:
        return f"<Item {self.name!r}: {len(self.sources)} sources>"

    @property
    def size(self) -> int:
        """The bytes of its documents."""
        return sum(len(source.data) for source in self.sources if source is not None)


class Documents(Mapping[str, Document]):
    """Documents of a collection, each read when it is needed; a thousand of them are kept.

    ``names`` has the name of the file for each key. Keys in ``absent`` have documents without
    annotations; the documents in ``kept`` were read before.
    """

    def __init__(
        self,
        collection: Collection,
        names: Mapping[str, str],
        *,
        absent: Iterable[str] = (),
        kept: Mapping[str, Document] = MappingProxyType({}),
    ) -> None:
        self._collection = collection
        self._names = dict(names)
        self._absent = frozenset(absent)
        self._kept = dict(kept)
        for name in self._absent:
            self._kept[name] = Document(name=os.path.basename(name))
        self._last: tuple[str, Document] | None = None

    def __getitem__(self, name: str) -> Document:
        if name in self._kept:
            return self._kept[name]
        if self._last is not None and self._last[0] == name:
            return self._last[1]
        document = self._collection.read(self._names[name])
        if len(self._kept) < KEPT:
            self._kept[name] = document
        self._last = name, document
        return document

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def source(self, name: str) -> Source:
        """One of the documents as bytes; a document that is absent as itself."""
        if name in self._absent:
            return Source(name, name, document=self[name])
        return Source.of(self._collection, self._names[name])


def source_of(documents: Mapping[str, Document], name: str, *, as_bytes: bool) -> Source:
    """One of ``documents`` for an :class:`Item`: its bytes, if wanted (to send
    them) and known, else the document itself."""
    if as_bytes and isinstance(documents, Documents):
        return documents.source(name)
    return Source(name, name, document=documents[name])
