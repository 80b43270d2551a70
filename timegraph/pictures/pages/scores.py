"""The folder of pages of a score: of one kit, or a folder for each of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.corpus import Source
from timegraph.documents.build import build
from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.folder import (
    INDEX,
    MOST_TIMELINES,
    NO_TIMELINES,
    Resolve,
    Timelines,
    write_pages,
)
from timegraph.pictures.pages.naming import file_names
from timegraph.pictures.pages.runs import overview_page, score_pages
from timegraph.pictures.pages.tables import captioned_tables
from timegraph.scoring.measure import Grouping
from timegraph.scoring.qa_tempeval.answered_questions import DocumentAnswers
from timegraph.scoring.run import Run
from timeml import TimeMLError, align_ids

if TYPE_CHECKING:
    from timegraph.report.tables import Table
    from timegraph.scoring.qa_tempeval.kits import Kit

__all__ = ["write_score_pages"]

_TITLE = "Scores by question answering"

Captioned = Sequence[tuple[str, "Table"]]
"""Tables with their captions."""

Tables = Callable[[Run[DocumentAnswers]], Captioned]
Groupings = Sequence[Grouping[DocumentAnswers]]


def write_score_pages(
    folder: Path,
    run: Run[DocumentAnswers],
    kits: Mapping[str, Kit],
    *,
    groupings: Groupings = (),
    interpretation: Interpretation = Interpretation(),
    title: str = _TITLE,
    tables: Tables | None = None,
    opens: str = "all",
    progress: Callable[[str], object] | None = None,
) -> Path:
    """Write the pages of a run over ``kits`` (:func:`~timegraph.scoring.score_kits` with
    ``explain=True``): tables, every question with what each system answers, and the timelines of
    the systems' documents. Returns the page to open first.

    There is a table with intervals for each of ``groupings``, unless ``tables`` makes others.
    ``opens`` says which questions are listed at first: "all", or those on which systems "differ".
    Several kits have a folder each, and a page of the tables over all of them. ``progress`` is
    called with the name of each document whose timeline is drawn.
    """
    if tables is None:
        run = run.with_statistics()
    made = tables or (lambda part: captioned_tables(part, groupings))
    if len(kits) == 1:
        ((name, kit),) = kits.items()
        _write(folder, title, run, kit, made(run), interpretation, opens, progress)
        return folder / INDEX
    folders = file_names(kits, "")
    for name, kit in kits.items():
        part = run.within(name)
        subfolder = folder / folders[name]
        _write(
            subfolder, f"{title}: {name}", part, kit, made(part), interpretation, opens, progress
        )
    links = [(name, f"{folders[name]}/{INDEX}") for name in kits]
    page = overview_page(title, made(run), links, [*run.warnings, *run.remarks], run.results)
    write_pages(folder, [(INDEX, page)])
    return folder / INDEX


def _write(
    folder: Path,
    title: str,
    run: Run[DocumentAnswers],
    kit: Kit,
    tables: Captioned,
    interpretation: Interpretation,
    opens: str,
    progress: Callable[[str], object] | None,
) -> None:
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    timelines = Timelines()
    if len(run.results) * len(kit.questions.documents) <= MOST_TIMELINES:
        for system, document, address, html, resolve in _timelines(kit, interpretation):
            timelines.add((system, document), address, resolve)
            write_pages(folder, [(address, html)])
            if progress is not None:
                progress(document)
    else:
        notes.append(NO_TIMELINES)

    def view(system: str, document: str, ids: tuple[str, ...]) -> str | None:
        return timelines.view((system, document), ids)

    write_pages(folder, score_pages(title, run.results, tables, notes, view, opens=opens))


def _timelines(
    kit: Kit, interpretation: Interpretation
) -> Iterator[tuple[str, str, str, str, Resolve]]:
    """A system, a document as questions name it, the path of its page, the page, and what ids
    mean."""
    names = file_names(kit.questions.documents)
    folders = file_names(kit.systems.collections, "")
    for system, collection in kit.systems.collections.items():
        for asked in kit.questions.documents:
            source = Source.matching(collection, asked)
            try:
                document = None if source is None else source.read()
                if document is None:
                    continue
                resolve: Resolve = document.resolve
                if kit.key is not None:
                    alignment = align_ids(
                        system=document, key=kit.key[asked], align_by=kit.align_by
                    )
                    document, resolve = alignment.document, alignment.resolve
                graph = build(document, interpretation)
            except (OSError, TimeMLError, ValueError, KeyError):
                continue  # the run itself has said why
            html = page_of(graph, document, home="../../index.html")
            yield system, asked, f"timelines/{folders[system]}/{names[asked]}", html, resolve
