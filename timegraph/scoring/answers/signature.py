"""The signature of scores of answers: every choice that can move them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from timegraph.facts.readers.records import Record
from timegraph.scoring.answers.systems import AnswerOptions
from timegraph.scoring.signature import Signature

__all__ = ["answers_digest", "answers_signature"]


def answers_signature(measure: str, records: Sequence[Record], options: AnswerOptions) -> Signature:
    """The signature of ``measure`` over ``records``.

    ``questions`` are the first 8 hex digits of the SHA-256 of the questions, their answers and
    their facts. The facts of the engine are those of the data (``oracle``).
    """
    readings = dict.fromkeys(options.reading or r.reading or "certain" for r in records)
    return Signature.of(
        measure,
        questions=answers_digest(records),
        facts="oracle",
        reading="+".join(sorted(readings)) or "none",
        open_ends=str(options.one_at_a_time),
        split=options.official.split,
        commas=options.official.commas,
        empty_golds=options.official.empty_golds,
        missing=options.missing,
    )


def answers_digest(records: Iterable[Record]) -> str:
    """The first 8 hex digits of the SHA-256 of the questions, their answers and their facts."""
    digest = hashlib.sha256()
    facts_of: dict[int, tuple[str, ...]] = {}  # many questions share a base
    for record in records:
        facts: tuple[str, ...] = ()
        if record.base is not None:
            facts = facts_of.get(id(record.base)) or tuple(map(str, record.base.facts))
            facts_of[id(record.base)] = facts
        parts = (record.id, record.question, *(record.golds or ()), *facts)
        digest.update("\0".join(parts).encode("utf-8", "surrogatepass") + b"\1")
    return digest.hexdigest()[:8]
