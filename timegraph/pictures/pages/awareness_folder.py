"""The folder of pages of temporal awareness: every counted link of every system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.options import Interpretation
from timegraph.pictures.page import page_of
from timegraph.pictures.pages.awareness import awareness_pages
from timegraph.pictures.pages.folder import (
    INDEX,
    MOST_TIMELINES,
    NO_TIMELINES,
    Timelines,
    names_in,
    write_pages,
)
from timegraph.pictures.pages.naming import FileNames, file_names
from timegraph.report.measures import run_tables
from timegraph.scoring.awareness.awareness_counts import AwarenessScore, Method
from timegraph.scoring.awareness.judged_links import (
    JudgedDocument,
    JudgedSystem,
    judged_documents,
)
from timegraph.scoring.measure import by_unit
from timegraph.scoring.pairs import Gold
from timegraph.scoring.run import Run
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["write_awareness_pages"]

_TITLE = "Temporal awareness"


def write_awareness_pages(
    folder: Path,
    run: Run[AwarenessScore],
    *,
    gold: Gold,
    systems: Mapping[str, Collection],
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
) -> Path:
    """Write the tables of a run of :data:`~timegraph.scoring.AWARENESS` over ``systems``, with
    intervals, every link, and the timelines of gold and the systems. Returns the page to open
    first."""
    run = run.with_statistics() if len(gold.documents) > 1 else run
    names = list(systems)
    drawn = (len(names) + 1) * len(gold.documents) <= MOST_TIMELINES
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    if not drawn:
        notes.append(NO_TIMELINES)
    timelines = Timelines()
    files = file_names(gold.documents)
    folder_names = FileNames("")
    folders = {name: folder_names.of(name or "gold") for name in ("", *names)}

    def judged() -> Iterator[JudgedDocument]:
        for document in judged_documents(
            gold, systems, method=method, interpretation=interpretation, align_by=align_by
        ):
            if drawn:
                write_pages(folder, _timelines(document))
            yield document

    def _timelines(document: JudgedDocument) -> Iterator[tuple[str, str]]:
        for system in (None, *document.systems):
            side = document if system is None else system
            text = document.gold if system is None else system.document
            if not len(side.graph):
                continue
            address = (
                f"timelines/{folders['' if system is None else system.name]}/{files[document.name]}"
            )
            own_names = {} if system is None else system.names
            key = None if system is None else system.name, document.name
            timelines.add(key, address, names_in(side.graph, own_names))
            yield address, page_of(side.graph, text, home="../../index.html")

    def view(
        document: JudgedDocument, system: JudgedSystem | None, ids: tuple[str, ...]
    ) -> str | None:
        return timelines.view((system and system.name, document.name), ids)

    tables = [*run_tables(run), *run_tables(run, [by_unit(run.measure)])]
    captioned = list(zip(("Systems", "By document"), tables, strict=True))
    pages = awareness_pages(_TITLE, judged(), names, captioned, notes, view, results=run.results)
    write_pages(folder, pages)
    return folder / INDEX
