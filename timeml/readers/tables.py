"""Corpora that are tables: a file for each layer of annotation, over all documents of a folder.

A line has tab-separated fields. The first three of a line about a word are its document, its
sentence and its own number; one of the layers has the words themselves, which make the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeml.document import Document
from timeml.errors import counted
from timeml.readers.draft import Draft, Span, TokenText, joined
from timeml.readers.files import File
from timeml.readers.formats import stem_of


class Row(NamedTuple):
    """One line: its number from 1, and its fields without blanks around them."""

    line: int
    fields: list[str]


def rows(file: File, columns: tuple[str, ...], *, optional: int = 0) -> Iterator[Row]:
    """The rows of a file that has these ``columns``, the last of which may be missing; empty lines
    and those that begin with ``#`` are left out.

    Raises :class:`timeml.TimeMLError` for a row of another length.
    """
    most = len(columns)
    least = most - optional
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line.strip() or line[0] == "#":
            continue
        fields = list(map(str.strip, line.split("\t")))
        if len(fields) != most:
            while len(fields) > most and not fields[-1]:
                fields.pop()
            if not least <= len(fields) <= most:
                message = f"a line has {counted(len(fields), 'tab-separated field')}, not {most}"
                raise file.error(f"{message} ({', '.join(columns)})", number)
            fields += [""] * (most - len(fields))
        yield Row(number, fields)


class Tables:
    """The files of one folder by their layers, and the documents that they are about, in the order
    in which they are first named. The layer ``words`` has their texts, if it is there.

    Raises :class:`timeml.TimeMLError` for two files of one layer, and for a word that comes twice.
    """

    def __init__(
        self, files: Sequence[File], words: str, columns: tuple[str, ...], *, optional: int = 0
    ) -> None:
        self.layers: dict[str, File] = {}
        for file in files:
            other = self.layers.setdefault(stem_of(file.base), file)
            if other is not file:
                raise file.error(f"{other.base} has the same layer; keep one of them", 1)
        self._texts: dict[str, TokenText] = {}
        self._drafts: dict[str, Draft] = {}
        if words in self.layers:
            file = self.layers.pop(words)
            for line, (name, sentence, token, word, *_) in rows(file, columns, optional=optional):
                text = self._texts.setdefault(name, TokenText())
                if not text.add((sentence, token), sentence, word):
                    twice = f"{name}: sentence {sentence} has token {token} twice"
                    raise file.error(f"{twice}; remove one of the lines", line)
            for name, text in self._texts.items():
                self._drafts[name] = Draft(file, name, text.text)

    def draft(self, name: str, file: File) -> Draft:
        """The document of this name, which ``file`` is about."""
        if name not in self._drafts:
            self._drafts[name] = Draft(file, name)
        return self._drafts[name]

    def annotations(
        self, file: File, columns: tuple[str, ...], *, optional: int = 0
    ) -> Iterator[tuple[str, Draft, list[Row], list[Span]]]:
        """Each annotation of a table with a line for each of its words: its id, its document, its
        rows, and where it stands."""
        at = columns.index("id")
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in rows(file, columns, optional=optional):
            groups.setdefault((row.fields[0], row.fields[at]), []).append(row)
        for (name, id), group in groups.items():
            one, places = self.draft(name, file), []
            for line, (_, sentence, token, *_) in group:
                text = self._texts.get(name)
                place = None if text is None else text.places.get((sentence, token))
                if place is not None:
                    places.append(place)
                elif text is not None:
                    message = f"{id}: sentence {sentence} has no token {token}; it is left out"
                    one.fault("bad-span", message, id, line)
            yield id, one, group, joined(places)

    def documents(self) -> Iterator[Document]:
        """The documents."""
        return (draft.document() for draft in self._drafts.values())
