"""Who contributed a question: field six of an IS question, or a table beside the set.

An IS question names its sources after the answer, as ``source=NAME[,NAME]``. The further fields of
LIST and WHEN are the expected list, so the sources of these questions, and of any question with
another field six, stand in ``sources.tsv`` beside the set: number, document, sources.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from timegraph.qa.question_sets import QuestionSetError, SetQuestion
from timegraph.qa.questions import Kind

__all__ = [
    "SOURCE",
    "SOURCE_FILE",
    "SourceTable",
    "read_source_table",
    "source_field",
    "source_table",
    "sources_of",
]

SOURCE = re.compile(r"source=[^,]+(,[^,]+)*")
"""Field six of an IS question that names its sources."""

SOURCE_FILE = "sources.tsv"
"""The name of the table, in the folder of the question set."""

SourceTable = Mapping[tuple[str, str], tuple[str, ...]]
"""The sources of questions by number and document."""

_HEADER = ("number", "document", "source")


def sources_of(question: SetQuestion, table: SourceTable | None = None) -> tuple[str, ...]:
    """The sources of a question; none if it does not say and the table does not have it."""
    if question.kind is Kind.IS and len(question.rest) > 1 and SOURCE.fullmatch(question.rest[1]):
        return tuple(name.strip() for name in question.rest[1][len("source=") :].split(","))
    return (table or {}).get((question.number, question.document), ())


def source_field(sources: Iterable[str]) -> str:
    """Field six for these sources."""
    return f"source={','.join(sources)}"


def source_table(rows: Sequence[tuple[str, str, Sequence[str]]]) -> str:
    """The table for questions by number, document and sources."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(_HEADER)
    for number, document, sources in rows:
        writer.writerow((number, document, ",".join(sources)))
    return out.getvalue()


def read_source_table(questions: str | os.PathLike[str]) -> SourceTable:
    """The table beside the question set in this file; empty if there is none.

    Raises :class:`QuestionSetError` for a table with other columns, ``OSError`` if it cannot be
    read.
    """
    path = Path(questions).parent / SOURCE_FILE
    if not path.is_file():
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise QuestionSetError(f"{path}: is not UTF-8; save it as UTF-8", str(path), 1) from None
    rows = list(csv.reader(io.StringIO(text), delimiter="\t"))
    names_of: dict[tuple[str, str], tuple[str, ...]] = {}
    for line, row in enumerate(rows, start=1):
        if not row or (line == 1 and tuple(row) == _HEADER):
            continue
        if len(row) != len(_HEADER) or not row[2].strip():
            message = (
                f"{path}:{line}: a line has a number, a document and its sources, separated by tabs"
            )
            raise QuestionSetError(message, str(path), line)
        number, document, names = row
        names_of[number, document] = tuple(name.strip() for name in names.split(","))
    return names_of
