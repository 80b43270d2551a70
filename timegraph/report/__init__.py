"""Reports: what commands print, as data, and the formats that turn it into text.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.agreement import agreement_report as agreement_report
    from timegraph.report.documents import check_report as check_report
    from timegraph.report.measures import measure_report as measure_report
    from timegraph.report.tables import (
        Cell as Cell,
        Column as Column,
        FindingsSection as FindingsSection,
        Report as Report,
        Table as Table,
        TableOptions as TableOptions,
    )

Format = Literal["text", "json", "csv", "markdown", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of every report."""

FindingFormat = Format | Literal["github"]
FINDING_FORMATS: tuple[FindingFormat, ...] = (*FORMATS, "github")
"""The formats of reports that have findings."""

_HOMES = {
    "agreement": "agreement_report",
    "documents": "check_report",
    "measures": "measure_report",
    "tables": "Cell Column FindingsSection Report Table TableOptions",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
__all__ += ["FINDING_FORMATS", "FORMATS", "FindingFormat", "Format", "render"]
_renderer = lazily(__name__, {"formats": " ".join(f"render_{name}" for name in FINDING_FORMATS)})[0]


def render(report: Report, options: TableOptions) -> str:
    """``report`` in the format of ``options``, ending in a line feed.

    Raises ``ValueError`` for an unknown format, and
    :class:`~timegraph.report.tables.UnknownColumnError` for a column that no table has.
    """
    if options.format not in FINDING_FORMATS:
        listed = ", ".join(FINDING_FORMATS)
        raise ValueError(f"unknown format {options.format!r}; the formats are {listed}")
    text: str = _renderer(f"render_{options.format}")(report, options)
    return text
