"""Statements, one file for each document: a line of text, of JSON or of a table each, which
:mod:`timeml.readers.statements` reads as the same."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Any

from timeml.document import Document
from timeml.readers.statement_lines import (
    ENDINGS,
    FIELDS,
    Data,
    columns_of,
    line_of_text,
    table_row,
    text_of,
)
from timeml.readers.statements import key_of, names_in
from timeml.writers import Losses
from timeml.writers.dated import dates_of
from timeml.writers.flat import flat


def write(
    documents: Mapping[str, Document], losses: Losses, ending: str = ".txt"
) -> dict[str, bytes]:
    """A file for each document: text, or with the ``ending`` of such a file lines of JSON, CSV or
    TSV. A statement that text cannot say is a line of JSON in it. Raises ``ValueError`` for links
    of another scheme than ``allen``."""
    files = {}
    for name, document in losses.each(documents):
        if document.tlinks and document.scheme != "allen":
            raise ValueError(f"{name}: statements have labels of allen, not of {document.scheme}")
        said = [*statements_of(document, losses)]
        if ending in (".csv", ".tsv"):
            content = _table(said, "\t" if ending == ".tsv" else ",", losses)
        else:
            spelled = _in_json if ending == ".jsonl" else _in_text
            content = "".join(f"{spelled(data)}\n" for data in said)
        files[name + (ending if ending in ENDINGS else ".txt")] = content.encode()
    return files


def _in_json(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)


def _in_text(data: Data) -> str:
    line = text_of(data)
    try:
        same = len(line.splitlines()) == 1 and line_of_text(line) == data
    except ValueError:
        same = False
    return line if same else _in_json(data)


def _table(said: list[Data], separator: str, losses: Losses) -> str:
    columns = columns_of(said) or ["a", "relation", "b"]
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    writer.writerow(columns)
    for number, data in enumerate(said, 1):
        row = [FIELDS[column].write(data[column]) if column in data else "" for column in columns]
        try:
            same = table_row(columns, row) == data
        except (ValueError, TypeError):
            same = False
        if same:
            writer.writerow(row)
        else:
            losses.add("statements that a table cannot say", str(number))
    return stream.getvalue()


def statements_of(document: Document, losses: Losses) -> Iterator[Data]:
    """What a document says, in the order of its lines: its links, its other statements, and when
    its time expressions are. Labels are those of the scheme ``allen``."""
    whole = flat(document, losses, instances=True)
    if whole.text.strip():
        losses.add("texts")
    entities = {entity.id: entity for entity in whole.entities}
    linked = {end for link in whole.links for end in (link.source, link.target)}
    spoken = _names(document)
    dates = dates_of(document, losses)
    for entity in whole.entities:
        yield from dates.get(entity.id, ())
        says_nothing = entity.id not in dates and entity.id not in linked | spoken
        if says_nothing and not (document.statements and entity.value in (None, entity.id)):
            losses.add("entities of which nothing is stated", entity.id)
        if entity.spans or entity.words or entity.kind not in (None, "DATE") or entity.attributes:
            losses.add("attributes, words and positions of entities", entity.id)

    def named(id: str) -> Any:
        entity = entities[id]
        return {"date": id} if entity.is_timex and entity.value == id else id

    lines = {link.lid: link.line or 0 for link in document.tlinks}
    said: list[tuple[int, Data]] = []
    for link in whole.links:
        data = {"a": named(link.source), "relation": link.label, "b": named(link.target)}
        source = _source(link.lid, document)
        said.append((lines[link.lid], {**data, **({"source": source} if source else {})}))
        if link.layer or link.attributes:
            losses.add("attributes of links", link.lid)
    several = {
        key_of(stated.data)
        for stated in document.statements
        if "subject" in stated.data and stated.data.get("occurrence", 1) != 1
    }
    for stated in document.statements:
        data = dict(stated.data)
        if "subject" in data and key_of(data) in several:
            data.setdefault("occurrence", 1)
        said.append((stated.line or 0, data))
    yield from (data for _, data in sorted(said, key=itemgetter(0)))


def _names(document: Document) -> set[str]:
    names = [name for stated in document.statements for name in names_in(stated.data)]
    return {str(name["date"]) if isinstance(name, dict) else name for name in names}


def _source(lid: str, document: Document) -> str:
    """Who says a link: in a file of statements what stands behind its line, else its id."""
    if document.scheme != "allen" or not document.name or not lid.startswith(document.name):
        return lid
    place, _, source = lid.removeprefix(document.name).partition(" (")
    return source.removesuffix(")") if place[:1] in (":", "#", "") else lid
