"""The page of a measure that has only tables to show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from timegraph.pictures.pages.folder import INDEX, write_pages
from timegraph.pictures.pages.matrix import matrices_html
from timegraph.pictures.pages.runs import overview_page
from timegraph.report.measures import run_tables
from timegraph.report.tables.model import Table
from timegraph.scoring.measure import Grouping
from timegraph.scoring.run import Run

__all__ = ["captioned_tables", "write_table_pages"]


def captioned_tables(
    run: Run[Any], groupings: Sequence[Grouping[Any]] = ()
) -> list[tuple[str, Table]]:
    """The table of all systems and one for each kind of groups, each with its caption."""
    (overview,) = run_tables(run)
    grouped = run_tables(run, groupings) if groupings else []
    names = ("By " + grouping.name.replace(",", " and ") for grouping in groupings)
    return [("Systems", overview), *zip(names, grouped, strict=True)]


def write_table_pages(
    folder: Path,
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    title: str,
    tables: Sequence[tuple[str, Table]] = (),
    confusion: Table | None = None,
) -> Path:
    """Write a page with a plot and the tables of a run, one for each of ``groupings``, and further
    ``tables`` with their captions. ``confusion`` (system, label in gold, label given, count) is
    drawn as a matrix for each system. Returns its path."""
    captioned = [*captioned_tables(run, groupings), *tables]
    notes = [*run.warnings, *run.remarks]
    notes += [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    matrices = "" if confusion is None else matrices_html(confusion)
    write_pages(
        folder, [(INDEX, overview_page(title, captioned, (), notes, run.results, matrices))]
    )
    return folder / INDEX
