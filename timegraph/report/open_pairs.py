"""What ``timegraph open`` prints: how much is decided, and the pairs to annotate next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from timegraph._wording.counting import counted
from timegraph.checking.survey import NextPair, OpenDocument
from timegraph.checking.unsettled import Progress
from timegraph.documents.build import label_for
from timegraph.report.plain_text import printable
from timegraph.report.report import Report
from timegraph.report.tables import Cell, Column, Table

__all__ = ["open_report"]

_SUMMARY = (
    Column("folder"),
    Column("documents"),
    Column("events"),
    Column("linked_events", "linked"),
    Column("pairs"),
    Column("settled", "decided"),
    Column("share", "share"),
    Column("known"),
    Column("islands"),
)
_PAIRS = ("document", "a", "a_words", "b", "b_words", "possible", "score", "sentence")


def open_report(documents: Sequence[OpenDocument]) -> Report:
    """The report: CSV has a row for each pair to annotate, Markdown, LaTeX and HTML the summary,
    text and JSON both."""
    summary = _summary(documents)
    return Report(
        tables=[summary],
        rows=[_pairs(documents)],
        record={
            "documents": [_document(document) for document in documents],
            "folders": summary.records,
        },
        heading=[printable(line) for document in documents for line in _lines(document)],
    )


def _lines(document: OpenDocument) -> Iterator[str]:
    progress = document.progress
    if progress is None:
        return
    yield (
        f"{document.path}: {progress.settled} of {progress.pairs} pairs are decided "
        f"({_percent(progress)}), something is known of {progress.known}; "
        f"{progress.linked_events} of {progress.events} events are in a link"
    )
    sizes = [len(island) for island in progress.islands]
    if len(sizes) > 1:
        several = [str(size) for size in sizes if size > 1]
        single = len(sizes) - len(several)
        parts = [f"{', '.join(several)} entities"] if several else []
        parts += [counted(single, "single entity", "single entities")] if single else []
        yield f"  {len(sizes)} islands that no link connects: {' and '.join(parts)}"
    if document.pairs:
        yield "  to annotate next:"
    for pair in document.pairs:
        yield f"    {pair.a} and {pair.b}: {_possible(pair)}"
        yield from (f"      | {sentence}" for sentence in pair.sentences)
    yield ""


def _percent(progress: Progress) -> str:
    return f"{100 * progress.settled / progress.pairs:.0f} %" if progress.pairs else "-"


def _possible(pair: NextPair) -> str:
    relations = pair.pair.possible
    score = "" if pair.pair.score is None else f" (score {pair.pair.score:g})"
    if len(relations) == 13:
        return f"any relation{score}"
    # Annotators know the relations by the names of TimeML.
    return f"{' or '.join(label_for(relation).value for relation in relations)}{score}"


def _summary(documents: Sequence[OpenDocument]) -> Table:
    folders: dict[str, list[Progress]] = {}
    for document in documents:
        in_folder = folders.setdefault(document.folder or ".", [])
        if document.progress is not None:
            in_folder.append(document.progress)
    rows = [_row(folder, group) for folder, group in folders.items()]
    if len(rows) > 1:
        rows.append(_row("all", [progress for group in folders.values() for progress in group]))
    return Table(_SUMMARY, tuple(rows), name="folders")


def _row(folder: str, group: Sequence[Progress]) -> tuple[Cell, ...]:
    pairs, settled = (
        sum(progress.pairs for progress in group),
        sum(progress.settled for progress in group),
    )
    return (
        folder,
        len(group),
        sum(progress.events for progress in group),
        sum(progress.linked_events for progress in group),
        pairs,
        settled,
        settled / pairs if pairs else None,
        sum(progress.known for progress in group),
        sum(len(progress.islands) for progress in group),
    )


def _pairs(documents: Sequence[OpenDocument]) -> Table:
    rows = tuple(
        (
            document.path,
            pair.a.id,
            pair.a.words,
            pair.b.id,
            pair.b.words,
            " ".join(relation.value for relation in pair.pair.possible),
            pair.pair.score,
            " ".join(map(str, pair.sentences)),
        )
        for document in documents
        for pair in document.pairs
    )
    return Table(tuple(map(Column, _PAIRS)), rows, name="pairs")


def _document(document: OpenDocument) -> dict[str, Any]:
    progress = document.progress
    if progress is None:
        return {"path": document.path, "error": document.error, "line": document.line}
    return {
        "path": document.path,
        "events": progress.events,
        "linked_events": progress.linked_events,
        "entities": progress.entities,
        "pairs": progress.pairs,
        "settled": progress.settled,
        "known": progress.known,
        "islands": [list(island) for island in progress.islands],
        "next": [
            {
                "a": pair.a.to_json(),
                "b": pair.b.to_json(),
                "possible": [relation.value for relation in pair.pair.possible],
                "score": pair.pair.score,
                "sentences": [sentence.to_json() for sentence in pair.sentences],
            }
            for pair in document.pairs
        ],
    }
