"""Lists of links over TimeML documents: TimeBank-Dense, TDDiscourse, MATRES.

A line is a link, with tabs between its fields. TimeBank-Dense and TDDiscourse (Cassidy et al. 2014,
Naik et al. 2019)::

    APW19980227.0468    e1    t0    b

relate event ids and timex ids; ``t0`` is the creation time, whatever its tid in the document.
MATRES (Ning et al. 2018)::

    APW19980227.0468    said    signed    2012    2013    AFTER

relates event instances, whose ``ei`` is missing before the numbers; instance 0 is the creation
time. A list has no text: the entities of its documents are those that it names. Lines
that begin with ``#`` are comments; one may name the label scheme (``timeml._model``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from timeml._model import instruction, scheme_in
from timeml.document import Document
from timeml.readers.draft import Draft, Link
from timeml.readers.files import File
from timeml.writers import Losses
from timeml.writers.flat import Entity, flat

_CREATION_TIME = "t0"

_List = tuple[Draft, dict[str, str], list[Link]]
"""What a list says of one document so far: its annotations, what each id means that its lines
have, and its links."""


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one list, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not a link.
    """
    (file,) = files
    lists: dict[str, _List] = {}
    width = 0
    scheme = ""
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line or line[0] == "#" or line.isspace():
            scheme = scheme or scheme_in(line.lstrip("#")) or ""
            continue
        fields = line.split("\t")
        if len(fields) == 4 and width != 6:
            name, source, target, label = fields
        elif len(fields) == 6:
            name, _, _, source, target, label = fields
        elif len(fields) == 4:
            message = "this line has 4 tab-separated fields, the lines before it have 6"
            raise file.error(f"{message}; is it complete?", number)
        else:
            message = f"a line of a link list has 4 or 6 tab-separated fields, not {len(fields)}"
            raise file.error(f"{message} (document, id, id, label)", number)
        width = width or len(fields)
        # Nearly all lines name a document and ids that an earlier one has named.
        draft, ids, links = lists.get(name) or _list_of(lists, file, name.strip())
        if source not in ids or target not in ids:
            if not (name.strip() and source.strip() and target.strip()):
                raise file.error("a link needs the name of its document and two ids", number)
            for position in (-3, -2):
                _add(draft, ids, fields, position, number)
        links.append((label.strip(), ids[source], ids[target], number))
    for draft, _, links in lists.values():
        draft.links(links)
        yield draft.document(scheme=scheme)


def _list_of(lists: dict[str, _List], file: File, name: str) -> _List:
    return lists.setdefault(name, (Draft(file, name), {}, []))


def _add(draft: Draft, ids: dict[str, str], fields: list[str], position: int, line: int) -> None:
    """Add the annotation that the id at this ``position`` of a line means, unless it is there; its
    first mention says its words."""
    written = fields[position]
    id = written.strip()
    words = ""
    if len(fields) == 6:
        words = fields[position - 2].strip()
        id = _CREATION_TIME if id == "0" else f"ei{id}" if id.isdigit() else id
    if id not in ids.values():
        if id[0] == "t" and id[1:].isdecimal():
            draft.timex(id, dct=id == _CREATION_TIME, line=line)
        else:
            draft.event(id, words=words, line=line)
    ids[written] = id


_SCHEME = "tbd"
"""The labels that the reader expects."""
_TIMEX = re.compile(r"t\d+")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """One file with the links of all documents. Raises ``ValueError`` if their labels are of
    different schemes, since a list names one."""
    schemes = {document.scheme for document in documents.values() if document.tlinks}
    if len(schemes) > 1:
        several = ", ".join(sorted(schemes))
        raise ValueError(f"one list has labels of one scheme, and these are of {several}")
    lines = [f"# {instruction(scheme)}" for scheme in schemes - {_SCHEME}]
    for name, document in losses.each(documents):
        lines += _lines(name, document, losses)
    return {"links.tsv": "".join(f"{line}\n" for line in lines).encode("utf-8")}


def _lines(name: str, document: Document, losses: Losses) -> list[str]:
    whole = flat(document, losses)
    if whole.text.strip():
        losses.add("texts")
    ids: dict[str, str] = {}
    for entity in whole.entities:
        said = _CREATION_TIME if entity.is_dct else entity.id
        if _is_said(said, entity):
            ids[entity.id] = said
    lines = []
    linked: set[str] = set()
    for link in whole.links:
        fields = (name, ids.get(link.source), ids.get(link.target), link.label)
        if fields[1] is None or fields[2] is None:
            losses.add("links with an id that stands for another kind in a list", link.lid)
        elif name.startswith("#") or any(field is None or not _fits(field) for field in fields):
            losses.add("links with a tab, line break or outer blank in a field", link.lid)
        else:
            lines.append("\t".join(field for field in fields if field is not None))
            linked |= {link.source, link.target}
            if link.layer or link.attributes:
                losses.add("attributes of links", link.lid)
    for entity in whole.entities:
        if entity.id not in linked:
            losses.add("entities without links", entity.id)
        elif any((entity.spans, entity.words, entity.kind, entity.value, entity.mod)) or (
            entity.attributes
        ):
            losses.add("attributes, words and positions of entities", entity.id)
    return lines


def _is_said(id: str, entity: Entity) -> bool:
    """Whether the reader takes the id for what it is: an event, a timex, the creation time."""
    if not entity.is_timex:
        return bool(id) and not _TIMEX.fullmatch(id)
    return bool(_TIMEX.fullmatch(id)) and (id == _CREATION_TIME) == entity.is_dct


def _fits(field: str) -> bool:
    return field == field.strip() and not any(mark in field for mark in "\t\r\n")
