"""The pages of ``timegraph score --html``: of one kit, or a folder for each of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from timegraph import pictures
from timegraph.commands._shared.html.folder import write_pages, write_score_pages
from timegraph.commands._shared.kits.groups import GroupOptions
from timegraph.commands._shared.kits.opening import AskedKits, Opened
from timegraph.commands._shared.messages import Messages
from timegraph.options import Interpretation
from timegraph.report.scores import GROUPS, score_overviews
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import Table
from timegraph.scoring.qa_tempeval.kits import KitsResult, alone

__all__ = ["write_kits_pages"]

_TITLE = "Scores by question answering"


def write_kits_pages(
    folder: Path,
    asked: AskedKits,
    opened: Opened,
    grouping: GroupOptions,
    options: ReportOptions,
    *,
    interpretation: Interpretation,
    messages: Messages,
) -> None:
    """Write the pages of a run, with the tables that the user chose besides those that every run
    has. Several kits have a folder each, and a page of the tables over all of them."""
    by = tuple(dict.fromkeys((*GROUPS, *grouping.by)))
    if len(opened) > 1:
        by = ("domain", *(one for one in by if one not in ("domain", "document")))
    groups = grouping.only(*by).groups(opened, messages)

    def tables(results: Sequence[KitsResult], shown: ReportOptions) -> list[tuple[str, Table]]:
        overviews = score_overviews(results, shown, groups=groups, statistics=True)
        captions = ("Systems", *(f"By {one.replace(',', ' and ')}" for one in by))
        return list(zip(captions, overviews, strict=True))

    options = replace(options, by=by, format="text")  # whatever the format of the results
    folders = pictures.file_names(opened, "") if len(opened) > 1 else dict.fromkeys(opened, "")
    for kit, one in opened.items():
        own = asked.by_kit[kit]
        write_score_pages(
            folder / folders[kit],
            title=f"{_TITLE}: {kit}" if folders[kit] else _TITLE,
            asked=own,
            opened=one,
            interpretation=interpretation,
            tables=tables(
                [alone(result, kit) for result in own.results],
                replace(options, unusable=own.systems.unusable),
            ),
            messages=messages if len(opened) == 1 else Messages("quiet"),
        )
    if len(opened) > 1:
        links = [(kit, f"{folders[kit]}/index.html") for kit in opened]
        page = pictures.overview_page(_TITLE, tables(asked.results, options), links, asked.warnings)
        write_pages(folder, [("index.html", page)])
        messages.warn(f"open {folder / 'index.html'}")
