"""What decoding gave, as a report: a row for each document, and what was given up."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from timegraph.report import Column, Report, Table

if TYPE_CHECKING:
    from timegraph.decoding.result import Decoded

__all__ = ["Results"]

_COUNTED = ("pairs", "value", "bound", "loss", "overruled")
_COLUMNS = (
    Column("document", kind="key"),
    *(Column(name) for name in _COUNTED),
    Column("gap"),
)
_LABELS = (Column("document", kind="key"), Column("a"), Column("label"), Column("b"))


@dataclass(slots=True)
class Results:
    """The results so far, with ``why`` also the reason why a label was given up; text names
    ``most`` of these (0: all)."""

    why: bool
    most: int
    optimal: bool = True
    documents: list[dict[str, Any]] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, document: Hashable, decoded: Decoded) -> None:
        """One more document."""
        self.optimal = self.optimal and decoded.optimal
        outvoted: tuple[object, ...] = decoded.overruled if self.why else decoded.outvoted
        room = self.most - len(self.given_up) if self.most else len(outvoted)
        head = "" if document is None else f"{document}: "
        self.given_up += [f"{head}{pair}" for pair in outvoted[:room]]
        self.more += max(len(outvoted) - room, 0)
        self.documents.append(self._record(document, decoded))

    def report(self, **how: str) -> Report:
        """The report; ``how`` says what was decoded and how, in JSON."""
        rows = tuple(
            (record["document"], *(record[name] for name in _COUNTED), _share(record["gap"]))
            for record in self.documents
        )
        labels = tuple(
            (record["document"], link["a"], link["label"], link["b"])
            for record in self.documents
            for link in record["labels"]
        )
        more = [f"and {self.more:,} more (--max 0 names all)"] if self.more else []
        heading = [*self.given_up, *more]
        return Report(
            [Table(_COLUMNS, rows, name="documents")],
            {**how, "documents": self.documents},
            rows=[Table(_LABELS, labels, name="labels")],
            heading=[*heading, ""] if heading else [],
        )

    def _record(self, document: Hashable, decoded: Decoded) -> dict[str, Any]:
        record: dict[str, Any] = {
            "document": None if document is None else str(document),
            "pairs": len(decoded.labels),
            "value": _number(decoded.value),
            "bound": _number(decoded.bound),
            "loss": _number(decoded.loss),
            "gap": decoded.gap,
            "optimal": decoded.optimal,
            "overruled": len(decoded.outvoted),
            "labels": [
                {"a": str(a), "label": label, "b": str(b)}
                for (a, b), label in decoded.labels.items()
            ],
        }
        if self.why:
            record["why"] = [str(overruled) for overruled in decoded.overruled]
        return record


def _number(weight: Any) -> int | float:
    return weight if isinstance(weight, int) else float(weight)


def _share(gap: float) -> str:
    return "none" if gap == 0 else f"{gap:.2%}"
