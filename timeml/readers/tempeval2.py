"""The tables of TempEval-2 (Verhagen et al. 2010): a file for each kind of annotation.

``base-segmentation.tab`` has the tokens, ``event-extents.tab`` and ``timex-extents.tab`` a line for
each word of an annotation, ``event-attributes.tab`` and ``timex-attributes.tab`` its attributes,
``dct.txt`` or ``dct.tab`` the creation times, and each ``tlinks-`` file the links of one task,
which keep it as their layer and are called by file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeml.document import Document
from timeml.readers.draft import iso_date
from timeml.readers.files import File
from timeml.readers.tables import Tables, rows

_WORD = ("document", "sentence", "token", "tag", "id", "instance")
_TOKEN = ("document", "sentence", "token", "word")
_LINK = ("document", "id", "id", "label")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the tables in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its table.
    """
    tables = Tables(files, "base-segmentation", _TOKEN)
    layers = tables.layers
    if "dct" in layers:
        for line, (name, date) in rows(layers["dct"], ("document", "date")):
            draft = tables.draft(name, layers["dct"])
            draft.timex("t0", type="DATE", value=iso_date(date), dct=True, line=line)
    for kind in ("timex", "event"):
        if f"{kind}-extents" in layers:
            _annotations(tables, layers[f"{kind}-extents"], layers.get(f"{kind}-attributes"), kind)
    for layer, file in layers.items():
        if re.match("[a-z]links-", layer):
            for line, (name, source, target, label) in rows(file, _LINK):
                one = tables.draft(name, file)
                if layer[0] != "t":
                    one.unread(layer, line)
                    continue
                ends = [one.creation_time() if end == "t0" else end for end in (source, target)]
                one.link(label, *ends, lid=f"{layer}:{line}", layer=layer, line=line)
    return tables.documents()


def _annotations(tables: Tables, extents: File, attributes: File | None, kind: str) -> None:
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
