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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File, Row, by_layer, rows

_TOKENS = "base-segmentation-morph-syntax"
_DCT = "timex-annotation-dct"
LAYERS = ("tlink-event-dct", "tlink-event-timex", "tlink-main-events", "tlink-subordinate-events")
"""The files of links, in the order in which they are read."""

_ENTITY = ("document", "sentence", "word", "expression", "annotation", "id")
_LINK = ("document", "id", "relation", "id", "comment")
_VALUE = re.compile(r'(\w+)="([^"]*)"')

_Places = Mapping[tuple[str, str, str], Span]
_Entities = dict[tuple[str, str], list[Row]]


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of the layers in one folder, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not of its layer.
    """
    layers = by_layer(files)
    drafts: dict[str, Draft] = {}
    places: dict[tuple[str, str, str], Span] = {}
    if _TOKENS in layers:
        for name, text in _texts(layers[_TOKENS], places):
            drafts[name] = Draft(layers[_TOKENS], name, text)

    def draft(name: str, file: File) -> Draft:
        if name not in drafts:
            drafts[name] = Draft(file, name)
        return drafts[name]

    readers: Mapping[str, Callable[[File], None]] = {
        _DCT: partial(_creation_times, draft),
        "timex-annotation": partial(_timexes, draft, places),
        "event-annotation": partial(_events, draft, places),
        **{layer: partial(_links, draft, layer) for layer in LAYERS},
    }
    for layer, read in readers.items():
        if layer in layers:
            read(layers[layer])
    for layer in sorted(set(layers) - {*readers, _TOKENS}):
        for line, (name, *_) in rows(layers[layer], _LINK, optional=2):
            draft(name, layers[layer]).unread(layer, line)
    for made in drafts.values():
        yield made.document()


_Drafts = Callable[[str, File], Draft]


def _texts(file: File, places: dict[tuple[str, str, str], Span]) -> Iterator[tuple[str, str]]:
    """The text of each document: a line for each sentence, blanks between tokens."""
    texts: dict[str, list[str]] = {}
    lengths: dict[str, int] = {}
    sentences: dict[str, str] = {}
    columns = ("document", "sentence", "word", "token", "morphology", "syntax", "head")
    for line, (name, sentence, word, token, *_) in rows(file, columns, optional=3):
        parts = texts.setdefault(name, [])
        start = lengths.get(name, 0)
        if parts:
            parts.append(" " if sentences[name] == sentence else "\n")
            start += 1
        if (name, sentence, word) in places:
            raise file.error(
                f"{name}: sentence {sentence} has word {word} twice; remove one of the lines", line
            )
        parts.append(token)
        places[name, sentence, word] = start, start + len(token)
        lengths[name], sentences[name] = start + len(token), sentence
    for name, parts in texts.items():
        yield name, "".join(parts)


def _creation_times(draft: _Drafts, file: File) -> None:
    for line, (name, value) in rows(file, ("document", "creation time")):
        draft(name, file).timex("t0", type="DATE", value=value, dct=True, line=line)


def _entities(file: File) -> _Entities:
    """The rows of each annotation, by document and id."""
    rows_of: _Entities = {}
    for row in rows(file, _ENTITY):
        rows_of.setdefault((row.fields[0], row.fields[5]), []).append(row)
    return rows_of


def _spans(one: Draft, id: str, group: Sequence[Row], places: _Places) -> list[Span]:
    """The places of the words of an annotation, neighbours joined."""
    spans: list[Span] = []
    parts: list[Span] = []
    for line, (name, sentence, word, *_) in group:
        place = places.get((name, sentence, word))
        if place is not None:
            parts.append(place)
        elif one.text is not None:
            message = f"{id}: sentence {sentence} has no word {word}; that word is left out"
            one.fault("bad-span", message, id, line)
    for start, end in sorted(parts):
        if spans and start <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans


def _events(draft: _Drafts, places: _Places, file: File) -> None:
    for (name, id), group in _entities(file).items():
        kind, values = _annotation(group)
        one = draft(name, file)
        one.event(
            *(id, _spans(one, id, group, places)),
            class_=kind[0] if kind else None,
            words=group[0].fields[3].strip('"'),
            line=group[0].line,
            extra=tuple(values.items()),
        )


def _timexes(draft: _Drafts, places: _Places, file: File) -> None:
    for (name, id), group in _entities(file).items():
        kind, values = _annotation(group)
        one = draft(name, file)
        # The release repeats the creation time where the text names it: t0 stays what it is.
        values.pop("functionInDocument", None)
        one.timex(
            *(id, _spans(one, id, group, places)),
            type=kind[0] if kind else None,
            value=" ".join(kind[1:]) or None,
            mod=values.pop("mod", None),
            words=group[0].fields[3].strip('"'),
            line=group[0].line,
            extra=tuple(values.items()),
        )


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


def _links(draft: _Drafts, layer: str, file: File) -> None:
    to_dct = layer == "tlink-event-dct"
    columns = _LINK if not to_dct else ("document", "id", "relation", "comment")
    for line, (name, source, label, *others) in rows(file, columns, optional=1):
        one = draft(name, file)
        target = one.creation_time() if to_dct else others[0]
        one.link(label, source, target, lid=f"{layer}:{line}", layer=layer, line=line)
