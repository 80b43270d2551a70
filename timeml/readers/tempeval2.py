"""The tables of TempEval-2 (Verhagen et al. 2010): a file for each kind of annotation.

``base-segmentation.tab`` has the tokens, ``event-extents.tab`` and ``timex-extents.tab`` a line for
each word of an annotation, ``event-attributes.tab`` and ``timex-attributes.tab`` its attributes,
``dct.txt`` or ``dct.tab`` the creation times, and each ``tlinks-`` file the links of one task,
which keep it as their layer and are called by file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from timeml.document import Document
from timeml.readers.draft import Draft, Span, iso_date
from timeml.readers.files import File, by_layer, rows

_WORD = ("document", "sentence", "token", "tag", "id", "instance")
_TOKEN = ("document", "sentence", "token", "word")
_LINK = ("document", "id", "id", "label")
_Places = Mapping[tuple[str, str, str], Span]


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the tables in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its table.
    """
    tables = by_layer(files)
    drafts: dict[str, Draft] = {}
    places: dict[tuple[str, str, str], Span] = {}
    if "base-segmentation" in tables:
        file = tables["base-segmentation"]
        for name, text in _texts(file, places).items():
            drafts[name] = Draft(file, name, text)

    def draft(name: str, file: File) -> Draft:
        if name not in drafts:
            drafts[name] = Draft(file, name)
        return drafts[name]

    if "dct" in tables:
        for line, (name, date) in rows(tables["dct"], ("document", "date")):
            one = draft(name, tables["dct"])
            one.timex("t0", type="DATE", value=iso_date(date), dct=True, line=line)
    for kind in ("timex", "event"):
        extents = tables.get(f"{kind}-extents")
        if extents is None:
            continue
        values = _attributes(tables.get(f"{kind}-attributes"))
        for (name, id), (line, spans, missing) in _extents(extents, places).items():
            _, given = values.pop((name, id), (line, {}))
            one = draft(name, extents)
            for at, sentence, token in missing if one.text is not None else ():
                message = f"{id}: sentence {sentence} has no token {token}; it is left out"
                one.fault("bad-span", message, id, at)
            if kind == "event":
                class_ = given.pop("class", None)
                one.event(id, spans, class_=class_, extra=tuple(given.items()), line=line)
            else:
                type_, value = given.pop("type", None), given.pop("value", None)
                extra = tuple(given.items())
                one.timex(id, spans, type=type_, value=value, extra=extra, line=line)
        for (name, id), (line, _) in values.items():
            message = f"attributes of {id}, which is not in {extents.base}; left out"
            draft(name, extents).fault("dangling-id", message, id, line)
    for layer, file in tables.items():
        if re.match("[a-z]links-", layer):
            for line, (name, source, target, label) in rows(file, _LINK):
                one = draft(name, file)
                if layer[0] != "t":
                    one.unread(layer, line)
                    continue
                ends = [one.creation_time() if end == "t0" else end for end in (source, target)]
                one.link(label, *ends, lid=f"{layer}:{line}", layer=layer, line=line)
    for made in drafts.values():
        yield made.document()


def _texts(file: File, places: dict[tuple[str, str, str], Span]) -> dict[str, str]:
    texts: dict[str, str] = {}
    before: dict[str, str] = {}
    for line, (name, sentence, token, word) in rows(file, _TOKEN):
        text = texts.get(name, "")
        if text:
            text += " " if before[name] == sentence else "\n"
        if (name, sentence, token) in places:
            raise file.error(
                f"{name}: sentence {sentence} has token {token} twice; remove one of the lines",
                line,
            )
        places[name, sentence, token] = len(text), len(text) + len(word)
        texts[name], before[name] = text + word, sentence
    return texts


class _Extent(NamedTuple):
    """The first line of an annotation, its spans, and the line, sentence and token of each of its
    tokens that the text does not have."""

    line: int
    spans: list[Span]
    missing: list[tuple[int, str, str]]


def _extents(file: File, places: _Places) -> dict[tuple[str, str], _Extent]:
    """The place of each annotation, by document and id."""
    extents: dict[tuple[str, str], _Extent] = {}
    for line, (name, sentence, token, _, id, _) in rows(file, _WORD, optional=1):
        _, spans, missing = extents.setdefault((name, id), _Extent(line, [], []))
        place = places.get((name, sentence, token))
        if place is None:
            missing.append((line, sentence, token))
        elif spans and spans[-1][1] + 1 >= place[0] > spans[-1][0]:
            spans[-1] = spans[-1][0], place[1]
        else:
            spans.append(place)
    return extents


def _attributes(file: File | None) -> dict[tuple[str, str], tuple[int, dict[str, str]]]:
    """The first line and the attributes of each annotation, by document and id."""
    attributes: dict[tuple[str, str], tuple[int, dict[str, str]]] = {}
    if file is not None:
        columns = (*_WORD, "attribute", "value")
        for line, (name, _, _, _, id, _, attribute, value) in rows(file, columns):
            attributes.setdefault((name, id), (line, {}))[1][attribute] = value
    return attributes
