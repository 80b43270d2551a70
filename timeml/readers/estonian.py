"""The layers of the Estonian TimeML corpus (Orasmaa 2014): a file for each, over all documents.

``event-annotation`` and ``timex-annotation`` have a line for each word of an annotation,
``timex-annotation-dct`` the creation times, and four ``tlink-`` files the links, which keep their
layer and are called by its file and line. They are read in the order DCT, timex, main,
subordinate. With the tokens of ``base-segmentation-morph-syntax`` next to them documents have
texts; without, annotations have no place. An annotator's own layers end in ``.ann-a`` and so on
and are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeml.document import Document
from timeml.readers.files import File
from timeml.readers.tables import Row, Tables, rows

_TOKENS = "base-segmentation-morph-syntax"
_DCT = "timex-annotation-dct"
LAYERS = ("tlink-event-dct", "tlink-event-timex", "tlink-main-events", "tlink-subordinate-events")
"""The files of links, in the order in which they are read."""

_TOKEN = ("document", "sentence", "word", "token", "morphology", "syntax", "head")
_ENTITY = ("document", "sentence", "word", "expression", "annotation", "id")
_LINK = ("document", "id", "relation", "id", "comment")
_VALUE = re.compile(r'(\w+)="([^"]*)"')


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the layers in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its layer.
    """
    tables = Tables(files, _TOKENS, _TOKEN, optional=3)
    layers = tables.layers
    if _DCT in layers:
        file = layers.pop(_DCT)
        for line, (name, value) in rows(file, ("document", "creation time")):
            tables.draft(name, file).timex("t0", type="DATE", value=value, dct=True, line=line)
    for layer in ("timex-annotation", "event-annotation"):
        if layer in layers:
            _annotations(tables, layers.pop(layer), is_timex=layer == "timex-annotation")
    for layer in LAYERS:
        if layer in layers:
            _links(tables, layer, layers.pop(layer))
    for layer, file in sorted(layers.items()):
        for line, (name, *_) in rows(file, _LINK, optional=2):
            tables.draft(name, file).unread(layer, line)
    return tables.documents()


def _annotations(tables: Tables, file: File, *, is_timex: bool) -> None:
    for id, draft, group, spans in tables.annotations(file, _ENTITY):
        kind, values = _annotation(group)
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


def _annotation(group: Sequence[Row]) -> tuple[list[str], dict[str, str]]:
    """What the rows of an annotation say: its class or type and value, and its attributes. Only
    one of the rows has the former."""
    plain: list[str] = []
    values: dict[str, str] = {}
    for row in group:
        text = row.fields[4]
        values |= {name: value for name, value in _VALUE.findall(text) if name != "multiword"}
        plain = plain or _VALUE.sub("", text).split()[1:]
    return plain, values


def _links(tables: Tables, layer: str, file: File) -> None:
    to_dct = layer == "tlink-event-dct"
    columns = _LINK if not to_dct else ("document", "id", "relation", "comment")
    for line, (name, source, label, *others) in rows(file, columns, optional=1):
        one = tables.draft(name, file)
        target = one.creation_time() if to_dct else others[0]
        one.link(label, source, target, lid=f"{layer}:{line}", layer=layer, line=line)
