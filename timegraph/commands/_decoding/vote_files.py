"""Files of votes or scores, a line of JSON each."""

from __future__ import annotations

import json
import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from timegraph.commands._shared.files import BadUsage
from timegraph.corpus.opening import ARCHIVES
from timegraph.decoding.candidates import Candidate, CandidateError, candidates_of
from timegraph.labels import SchemeError
from timegraph.scoring.systems import system_names
from timeml.readers.formats import begins_as

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.labels import Scheme

__all__ = ["are_votes", "candidates_in"]

_DOCUMENTS = (*ARCHIVES, ".tml", ".xml")


def are_votes(path: Path) -> bool:
    """Whether there is a file that begins like none of the formats of documents."""
    if str(path) == "-":
        return True
    if not path.is_file() or path.name.lower().endswith(_DOCUMENTS):
        return False
    return path.name.lower().endswith(".jsonl") or begins_as(path) is None


def candidates_in(paths: Sequence[Path], scheme: Scheme) -> Iterator[Candidate]:
    """What the files say, document by document; of one file as it is read. Of several files each is
    a source, and all are in memory. Raises :class:`BadUsage` for a line that cannot be used, and
    :class:`DocumentsError` for a file that is given twice."""
    if len(paths) == 1:
        return _candidates(paths[0], scheme, None)
    documents: dict[Hashable, list[Candidate]] = {}
    for path, source in zip(paths, system_names(paths, called="voter"), strict=True):
        for candidate in _candidates(path, scheme, source):
            documents.setdefault(candidate.document, []).append(candidate)
    return chain.from_iterable(documents.values())


def _candidates(path: Path, scheme: Scheme, source: str | None) -> Iterator[Candidate]:
    stdin = str(path) == "-"
    with nullcontext(sys.stdin) if stdin else path.open(encoding="utf-8-sig") as lines:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield from _of_line(line, f"{path}:{number}", scheme, source)
        except UnicodeDecodeError:
            raise BadUsage(f"{path}: is not UTF-8; save it as UTF-8") from None


def _of_line(line: str, place: str, scheme: Scheme, source: str | None) -> list[Candidate]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadUsage(f"{place}: is not JSON: {error}") from None
    if not isinstance(row, dict):
        raise BadUsage(f"{place}: is not an object with a, b and weights")
    if source is not None:
        row.setdefault("source", source)
    try:
        return list(candidates_of([row], scheme, called="the line"))
    except (CandidateError, SchemeError) as error:
        raise BadUsage(f"{place}: {error}") from None
