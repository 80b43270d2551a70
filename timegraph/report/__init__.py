"""Reports: what commands print, as data, and the formats that turn it into text.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.agreement import agreement_report as agreement_report
    from timegraph.report.compare import compare_report as compare_report
    from timegraph.report.documents import check_report as check_report
    from timegraph.report.formats import (
        FINDING_FORMATS as FINDING_FORMATS,
        FORMATS as FORMATS,
        FindingFormat as FindingFormat,
        Format as Format,
        render as render,
    )
    from timegraph.report.measures import measure_report as measure_report
    from timegraph.report.relations import relations_report as relations_report
    from timegraph.report.report import (
        FindingsSection as FindingsSection,
        Report as Report,
        TableOptions as TableOptions,
    )
    from timegraph.report.tables import Cell as Cell, Column as Column, Table as Table

_HOMES = {
    "agreement": "agreement_report",
    "compare": "compare_report",
    "documents": "check_report",
    "formats": "FINDING_FORMATS FORMATS FindingFormat Format render",
    "measures": "measure_report",
    "relations": "relations_report",
    "report": "FindingsSection Report TableOptions",
    "tables": "Cell Column Table",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
