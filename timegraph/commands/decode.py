"""``timegraph decode``: the consistent annotation of greatest weight."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.declaring import choice_option, option, path_argument, switch
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.options import (
    candidate_labels_option,
    format_option,
    output_option,
)
from timegraph.decoding import MODES, SCORES, CandidateError, Decoded, Mode, Scores
from timegraph.decoding import decode_documents as decode
from timegraph.labels import Scheme
from timegraph.report import Column, Format, Report, Table

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph decode examples/decoding/votes.jsonl --labels matres
  timegraph decode examples/decoding/votes.jsonl --labels matres \\
      --mode links --why

VOTES has a line of JSON for each pair, those of a document in a row: {"document": "d", "a": "e1",
"b": "e2", "weights": {"BEFORE": 4, "AFTER": 1}}; or for each candidate, with "label", "weight" and,
if you like, "source". CSV and JSON have the labels, text what was given up. docs/decoding.md says
what the modes mean.

Exit code 0: proven to be the best; 1: the time was up for some document, whose result may not be
the best (its gap is printed); 2: bad usage.
"""

_COUNTED = ("pairs", "value", "bound", "loss", "overruled")
_COLUMNS = (
    Column("document", kind="key"),
    *(Column(name) for name in _COUNTED),
    Column("gap"),
)
_LABELS = (Column("document", kind="key"), Column("a"), Column("label"), Column("b"))


@command_with(
    path_argument("votes", "VOTES"),
    candidate_labels_option,
    choice_option(
        "--mode MODE",
        MODES,
        "What an annotation is: closed under what it entails, any consistent links, or an order.",
        default="closed",
    ),
    choice_option(
        "--scores KIND",
        SCORES,
        "What weights are taken for: as they are, shares of their pair, or logarithms of these.",
        default="weights",
    ),
    option(
        "--time-limit SECONDS",
        "How long to search in each document; then the best found, with its bound.",
        called="seconds",
        type=click.FloatRange(min=0),
    ),
    switch("--why", "Name each label that was given up, and the chosen links that exclude it."),
    format_option,
    output_option,
    epilog=_EPILOG,
    progress="decoding",
)
def command(
    call: Call,
    *,
    votes: Path,
    labels: Scheme,
    mode: Mode,
    scores: Scores,
    seconds: float | None,
    why: bool,
    format_: Format,
) -> None:
    """Find the consistent annotation of greatest weight, from the votes or scores of models, runs
    or annotators, with a proven bound of how much better any other could be."""
    try:
        results = list(
            decode(_rows(votes), labels=labels, mode=mode, scores=scores, time_limit=seconds)
        )
    except CandidateError as error:
        raise BadUsage(f"{votes}: {error}") from None
    call.print(_report(results, why), format_)
    call.finish(complete=all(decoded.optimal for _, decoded in results))


def _rows(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise BadUsage(f"{path}:{number}: is not JSON: {error}") from None
                if not isinstance(row, dict):
                    raise BadUsage(f"{path}:{number}: is not an object with a, b and weights")
                yield row


def _report(results: list[tuple[Any, Decoded]], why: bool) -> Report:
    documents = [_record(document, decoded, why) for document, decoded in results]
    rows = tuple(
        (record["document"], *(record[name] for name in _COUNTED), _share(record["gap"]))
        for record in documents
    )
    labels = tuple(
        (record["document"], link["a"], link["label"], link["b"])
        for record in documents
        for link in record["labels"]
    )
    given_up = [
        f"{document}: {overruled}" if document is not None else str(overruled)
        for document, decoded in results
        if why
        for overruled in decoded.overruled
    ]
    return Report(
        [Table(_COLUMNS, rows, name="documents")],
        {"documents": documents},
        rows=[Table(_LABELS, labels, name="labels")],
        heading=[*given_up, ""] if given_up else [],
    )


def _record(document: Any, decoded: Decoded, why: bool) -> dict[str, Any]:
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
            {"a": str(a), "label": label, "b": str(b)} for (a, b), label in decoded.labels.items()
        ],
    }
    return record | ({"why": [str(overruled) for overruled in decoded.overruled]} if why else {})


def _number(weight: Any) -> int | float:
    return weight if isinstance(weight, int) else float(weight)


def _share(gap: float) -> str:
    return "none" if gap == 0 else f"{gap:.2%}"
