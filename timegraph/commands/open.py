"""``timegraph open``: how much annotations decide, and which pairs to annotate next."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import click

from timegraph.checking.undecided import open_documents
from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.named_documents import (
    DocumentPaths,
    NamedDocument,
    document_paths,
    each_document,
)
from timegraph.commands.shared.options import (
    format_option,
    interpretation_options,
    message_options,
    option,
    output_option,
    parallel_options,
)
from timegraph.corpus import Source
from timegraph.labels import SchemeError
from timegraph.options import Interpretation
from timegraph.report.documents import open_report
from timegraph.scoring import Notice
from timegraph.scoring.annotation_notices import annotation_faults
from timegraph.scoring.signature import faulty
from timeml import TimeMLError

_EPILOG = """\b
Examples (from the project root):
  timegraph open --number 3 examples/kit/gold

A pair of entities is decided if the links leave one relation between them. In folders and their
subfolders the files that end in .tml are read; a file that is named is read whatever its ending.

Exit code 0: every document was read; 1: a document could not be read; 2: bad usage, or no DOC
holds a document.
"""


@command_with(
    document_paths("DOC..."),
    interpretation_options(Interpretation(on_conflict="drop-link", calendar=True)),
    option(
        "--number N",
        "How many pairs to show for each document.",
        called="count",
        type=click.IntRange(min=0),
        default=5,
    ),
    call=(format_option, message_options, *parallel_options, output_option),
    epilog=_EPILOG,
    progress="surveying",
)
def command(
    call: Call,
    *,
    documents: DocumentPaths,
    interpretation: Interpretation,
    count: int,
) -> None:
    """Show how much of each DOC is decided, and which pairs of entities to annotate next: nearest
    first, and never a pair that the links determine. A DOC is a file, a folder with its subfolders,
    an archive, or - for stdin."""
    faults: list[Notice] = []
    named, failures = documents.open(call.messages, "nothing to survey: no DOC holds a document")
    surveyed = each_document(
        call,
        "surveying",
        open_documents,
        map(partial(_named_faults, call, interpretation, faults), named),
        len(named),
        count=count,
        interpretation=interpretation,
    )
    unread = [document.failure for document in surveyed if document.failure is not None]
    for failure in unread:
        call.messages.warn(failure)
    call.print(open_report(surveyed))
    call.finish(complete=not (failures or unread or faulty(faults)))


def _named_faults(
    call: Call, interpretation: Interpretation, faults: list[Notice], document: NamedDocument
) -> tuple[Source, str]:
    """The source of a document and its folder, once the faults in its annotations are named."""
    source = document.load()
    with suppress(TimeMLError, OSError, SchemeError):  # reported when its turn comes
        read = source.read()
        name = read.name or document.path
        of_document = list(annotation_faults(read, name, interpretation))
        call.messages.notices(name, of_document)
        faults += of_document
    return source, document.folder
