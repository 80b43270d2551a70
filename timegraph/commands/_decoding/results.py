"""What decoding gave, as a report: a row for each document, and what was given up."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph.report import Column, Report, Table

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded

__all__ = ["Results"]

_COUNTED = ("pairs", "value", "bound", "loss", "overruled")
_COLUMNS = (
    Column("document", kind="key"),
    *(Column(name) for name in _COUNTED),
    Column("gap"),
)
_LABELS = (Column("document", kind="key"), Column("a"), Column("label"), Column("b"))


class _Text(NamedTuple):
    """What is kept of a result; there may be millions of them."""

    document: str | None
    pairs: int
    value: int | float
    bound: int | float
    loss: int | float
    overruled: int
    gap: float
    optimal: bool
    labels: tuple[tuple[str, str, str], ...]
    why: tuple[str, ...] | None

    def record(self) -> dict[str, Any]:
        """As an object of JSON."""
        record = self._asdict()
        record["labels"] = [{"a": a, "label": label, "b": b} for a, label, b in self.labels]
        if self.why is None:
            del record["why"]
        else:
            record["why"] = list(self.why)
        return record


@dataclass(slots=True)
class Results:
    """The results so far, with ``why`` also the reason why a label was given up; text names
    ``most`` of these (0: all). Only a report for programs is ``complete``, with all labels."""

    why: bool
    most: int
    complete: bool = False
    optimal: bool = True
    texts: list[_Text] = field(default_factory=list)
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
        labels: tuple[tuple[str, str, str], ...] = ()
        if self.complete:
            labels = tuple((str(a), label, str(b)) for (a, b), label in decoded.labels.items())
        self.texts.append(
            _Text(
                None if document is None else str(document), len(decoded.labels),
                _number(decoded.value), _number(decoded.bound), _number(decoded.loss),
                len(decoded.outvoted), decoded.gap, decoded.optimal, labels,
                tuple(map(str, outvoted)) if self.why and self.complete else None,
            )
        )  # fmt: skip

    def report(self, **how: str) -> Report:
        """The report; ``how`` says what was decoded and how, in JSON."""
        more = [f"and {self.more:,} more (--max 0 names all)"] if self.more else []
        heading = [*self.given_up, *more]
        rows = tuple(
            (text.document, *(getattr(text, name) for name in _COUNTED), _share(text.gap))
            for text in self.texts
        )
        labels = tuple((text.document, *row) for text in self.texts for row in text.labels)
        records = [text.record() for text in self.texts] if self.complete else []
        return Report(
            [Table(_COLUMNS, rows, name="documents")],
            {**how, "documents": records},
            rows=[Table(_LABELS, labels, name="labels")],
            heading=[*heading, ""] if heading else [],
        )


def _number(weight: Any) -> int | float:
    return weight if isinstance(weight, int) else float(weight)


def _share(gap: float) -> str:
    return "none" if gap == 0 else f"{gap:.2%}"
