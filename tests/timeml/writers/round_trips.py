"""Documents written in a format and read back, against what was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

import timeml
from timeml import Document
from timeml.readers import File, read_files
from timeml.writers import Loss, write_as

Links = Counter[tuple[str, str, str]]


def there_and_back(
    format: str, documents: Mapping[str, Document]
) -> tuple[dict[str, Document], tuple[Loss, ...]]:
    """The documents after writing and reading, by name, and what was lost."""
    files, losses = write_as(format, documents)
    if format == "timeml":
        return {name[:-4]: timeml.read(data, name=name) for name, data in files.items()}, losses
    named = [
        File(name, name, partial(files.__getitem__, name), files.get)
        for name in files
        if not name.endswith(".txt")
    ]
    found = read_files([one for one in named if one.data.strip()], format=format)
    assert [one.error for one in found if one.error] == []
    return {one.document.name: one.document for one in found if one.document}, losses


def entities(document: Document, *, places: bool) -> dict[str, tuple[str, object, object]]:
    """The kind and, with ``places``, the span of each entity; the creation time is ``DCT``."""
    result: dict[str, tuple[str, object, object]] = {}
    for id in document.entities:
        one = document.entity(id)
        start, end = one.start, one.end
        if start is None or end is None or start == end or not places:
            start = end = None  # empty spans are in TimeML only
        else:  # brat refuses line ends
            words = document.text[start:end]
            end -= len(words) - len(words.rstrip("\r\n"))
            start += len(words) - len(words.lstrip("\r\n"))
        result[called(document, id)] = (type(one).__name__, start, end)
    return result


def links(document: Document) -> Links:
    """The links by what they say, each with its number."""
    found: Links = Counter()
    for link in document.tlinks:
        source, target = document.resolve_end(link.source), document.resolve_end(link.target)
        if source is not None and target is not None:
            found[called(document, source), link.rel_type, called(document, target)] += 1
    return found


def called(document: Document, id: str) -> str:
    """The id of an entity, ``DCT`` for the creation time, which formats call what they like."""
    return "DCT" if document.dct is not None and document.dct.tid == id else id


def lost(losses: tuple[Loss, ...], words: str) -> int:
    """How many things were lost whose description has these words."""
    return sum(loss.count for loss in losses if words in loss.what)


def check(format: str, documents: Mapping[str, Document], *, places: bool = True) -> int:
    """Whether nothing is invented, and what is missing is counted; how many links came back."""
    back, losses = there_and_back(format, documents)
    assert set(back) <= set(documents)
    links_before = links_after = entities_before = entities_after = 0
    for name, document in documents.items():
        read = back.get(name, Document())
        ours, theirs = entities(document, places=places), entities(read, places=places)
        assert theirs.items() - ours.items() == set()
        written, came_back = links(document), links(read)
        assert came_back - written == Counter()
        links_before += written.total()
        links_after += came_back.total()
        entities_before += len(ours)
        entities_after += len(theirs)
    missing = lost(losses, "links with") + lost(losses, "links from") + lost(losses, "links of an")
    missing += lost(losses, "links whose") - lost(losses, "links with an end that is not an")
    assert links_before - links_after == missing
    if entities_after < entities_before:
        assert losses
    return links_after
