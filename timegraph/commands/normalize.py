"""``timegraph normalize``: a system's files with the ids of the key."""

from __future__ import annotations

from pathlib import Path

import timeml
from timegraph._files import write_bytes
from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.folders import check_folder, output_folder_option
from timegraph.commands.shared.options import (
    format_option,
    message_options,
    path_argument,
    path_option,
)
from timegraph.commands.shared.score_options import align_by_option
from timegraph.commands.shared.terminal.progress import with_count
from timegraph.corpus.runner import open_documents
from timegraph.report import Cell, Column, Format, Report, Table
from timegraph.scoring import Notice, alignment_notices, annotation_faults
from timegraph.scoring.signature import faulty
from timeml.normalize import AlignBy

_EPILOG = """\b
Example (from the project root):
  timegraph normalize --key examples/kit/eval-questions/question-events \\
      examples/kit/systems/hasty --output aligned
"""

_COLUMNS = (
    Column("document"),
    Column("entities"),
    Column("key_entities", "in key"),
    Column("aligned"),
    Column("partial"),
)


@command_with(
    path_argument("system"),
    path_option("--key DIR", "The documents whose ids are used.", required=True),
    output_folder_option(),
    align_by_option,
    message_options,
    format_option,
    epilog=_EPILOG,
    progress="normalizing",
)
def command(
    call: Call,
    *,
    system: Path,
    key: Path,
    target: Path,
    align_by: AlignBy,
    format_: Format,
) -> None:
    """Write the documents of SYSTEM, a folder or archive, with the ids of the key.

    Events and time expressions are paired with the key's by their position in the text; what has
    no counterpart gets a fresh id. One line is printed for each document: how many entities it
    has, how many its key has, how many were paired, and how many pairs do not cover the same
    characters (--verbose lists these).
    """
    # What is written is TimeML, so that is what is read.
    systems = open_documents(system, "system", format="timeml")
    keys = open_documents(key, "--key", format="timeml")
    check_folder(target, [(system, "the system"), (key, "the key")])
    key_documents = {name: keys.read(name) for name in keys.names}
    target.mkdir(parents=True, exist_ok=True)
    rows: list[tuple[Cell, ...]] = []
    notices: list[Notice] = []
    of_key = [
        notice
        for name, document in key_documents.items()
        for notice in annotation_faults(document, name)
    ]
    call.messages.notices("key", of_key)
    used = set()
    for name, key_document in with_count(key_documents.items(), "aligning", len(key_documents)):
        try:
            file = systems.match(name)
            if file is None:
                notices.append(Notice("missing-document", name, f"{name}: not in the system", name))
                continue
            used.add(file)
            document = systems.read(file)
            alignment = timeml.align_ids(system=document, key=key_document, align_by=align_by)
            written = target / name
            written.parent.mkdir(parents=True, exist_ok=True)
            write_bytes([timeml.write(alignment.document)], written)
        except ValueError as error:
            notices.append(Notice("failed-document", name, str(error), name))
            continue
        notices += alignment_notices(alignment, name, file)
        notices += annotation_faults(document, file)
        ids = {id for _, id in alignment.pairs}
        rows.append(
            (
                name,
                len(alignment.document.entities),
                len(key_document.entities),
                len(ids.intersection(key_document.entities)),
                len(alignment.partial),
            )
        )
    notices += [
        Notice("extra-document", name, f"{name}: not in the key; not written", name)
        for name in systems.names
        if name not in used
    ]
    call.messages.notices(system.name, notices)
    table = Table(_COLUMNS, tuple(rows), name="documents")
    call.print(Report([table]), format_)
    lost = any(notice.code in ("failed-document", "missing-document") for notice in notices)
    call.finish(complete=bool(rows) and not lost and not faulty([*notices, *of_key]))
