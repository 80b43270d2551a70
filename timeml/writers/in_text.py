"""Entities and links for formats whose annotations all stand in the text.

A creation time outside the text is not an annotation there: how an entity is related to it is said
by an attribute of the entity.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from timeml.readers.draft import DOC_TIME_REL
from timeml.writers.flat import Flat, Link
from timeml.writers.losses import Losses

__all__ = ["InText", "in_text"]


@dataclass(frozen=True, slots=True)
class InText:
    """The links between entities in the text, and the label of the link of an entity with the
    creation time, by the entity's id."""

    links: tuple[Link, ...]
    relative: Mapping[str, str]


def in_text(whole: Flat, name: str, placed: Collection[str], losses: Losses) -> InText:
    """What can be said of the links of a document with the ids ``placed`` in its text; the rest,
    and the entities elsewhere, are lost."""
    dct = None if whole.dct in placed else whole.dct
    links: list[Link] = []
    relative: dict[str, str] = {}
    for link in whole.links:
        layers: tuple[str, ...] = ("",)
        if link.source in placed and link.target in placed:
            links.append(link)
        elif link.source not in placed or link.target != dct:
            what = "links from the creation time" if link.source == dct else "links"
            losses.add(f"{what} with an entity that is not in the text", name, link.lid)
            continue
        elif link.source in relative:
            losses.add("further links of an entity with the creation time", name, link.lid)
            continue
        else:
            relative[link.source] = link.label
            layers = ("", DOC_TIME_REL)
        if link.attributes or link.layer not in layers:
            losses.add("attributes of links", name, link.lid)
    for entity in whole.entities:
        if entity.id == dct:
            # An entity that is related to it brings it back, but not what it is.
            if entity.value or entity.kind or entity.attributes or not relative:
                what = "creation times outside the text (their values and ids)"
                losses.add(what, name, entity.id)
        elif entity.id not in placed:
            losses.add("entities without a position in the text", name, entity.id)
    return InText(tuple(links), relative)
