"""Corpora that are tables: a file for each layer of annotation, over all documents of a folder.

A line has tab-separated fields. The first three of a line about a word are its document, its
sentence and its own number; one of the layers has the words themselves, which make the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeml.document import Document
from timeml.errors import counted
from timeml.readers.draft import Draft, Span, TokenText, iso_date, joined
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
            draft, places = self.draft(name, file), []
            for line, (_, sentence, token, *_) in group:
                text = self._texts.get(name)
                place = None if text is None else text.places.get((sentence, token))
                if place is not None:
                    places.append(place)
                elif text is not None:
                    message = f"{id}: sentence {sentence} has no token {token}; it is left out"
                    draft.fault("bad-span", message, id, line)
            yield id, draft, group, joined(places)

    def documents(self) -> Iterator[Document]:
        """The documents."""
        return (draft.document() for draft in self._drafts.values())


# The tables of TempEval-2 (Verhagen et al. 2010): a file for each kind of annotation.
#
# ``base-segmentation.tab`` has the tokens, ``event-extents.tab`` and ``timex-extents.tab`` a line
# for each word of an annotation, ``event-attributes.tab`` and ``timex-attributes.tab`` its
# attributes, ``dct.txt`` or ``dct.tab`` the creation times, and each ``tlinks-`` file the links of
# one task, which keep it as their layer and are called by file and line.


_WORD = ("document", "sentence", "token", "tag", "id", "instance")
_TEMPEVAL2_TOKEN = ("document", "sentence", "token", "word")
_TEMPEVAL2_LINK = ("document", "id", "id", "label")


def tempeval2(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the tables in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its table.
    """
    tables = Tables(files, "base-segmentation", _TEMPEVAL2_TOKEN)
    layers = tables.layers
    if "dct" in layers:
        for line, (name, date) in rows(layers["dct"], ("document", "date")):
            draft = tables.draft(name, layers["dct"])
            draft.timex("t0", type="DATE", value=iso_date(date), dct=True, line=line)
    for kind in ("timex", "event"):
        if f"{kind}-extents" in layers:
            _add_extents(tables, layers[f"{kind}-extents"], layers.get(f"{kind}-attributes"), kind)
    for layer, file in layers.items():
        if re.match("[a-z]links-", layer):
            for line, (name, source, target, label) in rows(file, _TEMPEVAL2_LINK):
                draft = tables.draft(name, file)
                if layer[0] != "t":
                    draft.unread(layer, line)
                    continue
                ends = [draft.creation_time() if end == "t0" else end for end in (source, target)]
                draft.link(label, *ends, lid=f"{layer}:{line}", layer=layer, line=line)
    return tables.documents()


def _add_extents(tables: Tables, extents: File, attributes: File | None, kind: str) -> None:
    """The annotations of a kind with their attributes, which stand in another table."""
    values: dict[tuple[str, str], tuple[int, dict[str, str]]] = {}
    columns = (*_WORD, "attribute", "value")
    for line, (name, _, _, _, id, _, key, word) in rows(attributes, columns) if attributes else ():
        values.setdefault((name, id), (line, {}))[1][key] = word
    for id, draft, group, spans in tables.annotations(extents, _WORD, optional=1):
        line = group[0].line
        _, given = values.pop((draft.name, id), (line, {}))
        if kind == "event":
            class_ = given.pop("class", None)
            draft.event(id, spans, class_=class_, extra=tuple(given.items()), line=line)
        else:
            type_, value = given.pop("type", None), given.pop("value", None)
            extra = tuple(given.items())
            draft.timex(id, spans, type=type_, value=value, extra=extra, line=line)
    for (name, id), (line, _) in values.items():
        message = f"attributes of {id}, which is not in {extents.base}; left out"
        tables.draft(name, extents).fault("dangling-id", message, id, line)


# The layers of the Estonian TimeML corpus (Orasmaa 2014): a file for each, over all documents.
#
# ``event-annotation`` and ``timex-annotation`` have a line for each word of an annotation,
# ``timex-annotation-dct`` the creation times, and four ``tlink-`` files the links, which keep their
# layer and are called by its file and line. They are read in the order DCT, timex, main,
# subordinate. With the tokens of ``base-segmentation-morph-syntax`` next to them documents have
# texts; without, annotations have no place. An annotator's own layers end in ``.ann-a`` and so on
# and are not read.


_ESTONIAN_WORDS = "base-segmentation-morph-syntax"
_DCT = "timex-annotation-dct"
LAYERS = ("tlink-event-dct", "tlink-event-timex", "tlink-main-events", "tlink-subordinate-events")
"""The files of links, in the order in which they are read."""

_ESTONIAN_TOKEN = ("document", "sentence", "word", "token", "morphology", "syntax", "head")
_ENTITY = ("document", "sentence", "word", "expression", "annotation", "id")
_ESTONIAN_LINK = ("document", "id", "relation", "id", "comment")
_VALUE = re.compile(r'(\w+)="([^"]*)"')


def estonian(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the layers in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its layer.
    """
    tables = Tables(files, _ESTONIAN_WORDS, _ESTONIAN_TOKEN, optional=3)
    layers = tables.layers
    if _DCT in layers:
        file = layers.pop(_DCT)
        for line, (name, value) in rows(file, ("document", "creation time")):
            tables.draft(name, file).timex("t0", type="DATE", value=value, dct=True, line=line)
    for layer in ("timex-annotation", "event-annotation"):
        if layer in layers:
            _add_layer(tables, layers.pop(layer), is_timex=layer == "timex-annotation")
    for layer in LAYERS:
        if layer in layers:
            _add_links(tables, layer, layers.pop(layer))
    for layer, file in sorted(layers.items()):
        for line, (name, *_) in rows(file, _ESTONIAN_LINK, optional=2):
            tables.draft(name, file).unread(layer, line)
    return tables.documents()


def _add_layer(tables: Tables, file: File, *, is_timex: bool) -> None:
    for id, draft, group, spans in tables.annotations(file, _ENTITY):
        kind, values = _said_of(group)
        words, line = group[0].fields[3].strip('"'), group[0].line
        if is_timex:
            # The release repeats the creation time where the text names it: t0 stays what it is.
            values.pop("functionInDocument", None)
            draft.timex(
                *(id, spans),
                type=kind[0] if kind else None,
                value=" ".join(kind[1:]) or None,
                mod=values.pop("mod", None),
                words=words,
                line=line,
                extra=tuple(values.items()),
            )
        else:
            class_ = kind[0] if kind else None
            extra = tuple(values.items())
            draft.event(id, spans, class_=class_, words=words, line=line, extra=extra)


def _said_of(group: Sequence[Row]) -> tuple[list[str], dict[str, str]]:
    """What the rows of an annotation say: its class or type and value, and its attributes. Only
    one of the rows has the former."""
    plain: list[str] = []
    values: dict[str, str] = {}
    for row in group:
        text = row.fields[4]
        values |= {name: value for name, value in _VALUE.findall(text) if name != "multiword"}
        plain = plain or _VALUE.sub("", text).split()[1:]
    return plain, values


def _add_links(tables: Tables, layer: str, file: File) -> None:
    to_dct = layer == "tlink-event-dct"
    columns = _ESTONIAN_LINK if not to_dct else ("document", "id", "relation", "comment")
    for line, (name, source, label, *others) in rows(file, columns, optional=1):
        draft = tables.draft(name, file)
        target = draft.creation_time() if to_dct else others[0]
        draft.link(label, source, target, lid=f"{layer}:{line}", layer=layer, line=line)
