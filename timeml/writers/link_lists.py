"""Lists of links, ``document TAB id TAB id TAB label``, as of TimeBank-Dense: all documents in one
file, without their texts. The creation time is ``t0``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from timeml._model import instruction
from timeml.document import Document
from timeml.writers import Losses
from timeml.writers.flat import Entity, flat

_CREATION_TIME = "t0"
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
    for name, document in documents.items():
        lines += _lines(name, document, losses)
    return {"links.tsv": "".join(f"{line}\n" for line in lines).encode("utf-8")}


def _lines(name: str, document: Document, losses: Losses) -> list[str]:
    whole = flat(document, name, losses)
    if whole.text.strip():
        losses.add("texts", name)
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
            losses.add("links with an id that stands for another kind in a list", name, link.lid)
        elif name.startswith("#") or any(field is None or not _fits(field) for field in fields):
            losses.add("links with a tab, line break or outer blank in a field", name, link.lid)
        else:
            lines.append("\t".join(field for field in fields if field is not None))
            linked |= {link.source, link.target}
            if link.layer or link.attributes:
                losses.add("attributes of links", name, link.lid)
    for entity in whole.entities:
        if entity.id not in linked:
            losses.add("entities without links", name, entity.id)
        elif any((entity.spans, entity.words, entity.kind, entity.value, entity.mod)) or (
            entity.attributes
        ):
            losses.add("attributes, words and positions of entities", name, entity.id)
    return lines


def _is_said(id: str, entity: Entity) -> bool:
    """Whether the reader takes the id for what it is: an event, a timex, the creation time."""
    if not entity.is_timex:
        return bool(id) and not _TIMEX.fullmatch(id)
    return bool(_TIMEX.fullmatch(id)) and (id == _CREATION_TIME) == entity.is_dct


def _fits(field: str) -> bool:
    return field == field.strip() and not any(mark in field for mark in "\t\r\n")
