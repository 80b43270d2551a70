"""Several kits together: the scores of a system, pooled over their questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from timegraph.scoring.qa_tempeval.counts import Score
from timegraph.scoring.qa_tempeval.groups import Grouping, crossed
from timegraph.scoring.qa_tempeval.lists import ListScore, score_lists
from timegraph.scoring.qa_tempeval.results import (
    AnsweredQuestion,
    SystemResult,
    grouped,
    score_of,
)
from timegraph.scoring.signature import Signature

__all__ = ["GroupScore", "KitsResult", "alone", "pool_kits"]


@dataclass(frozen=True, slots=True)
class GroupScore:
    """The score of a group of questions, and that of each document with the kit that it is in."""

    score: Score
    documents: tuple[tuple[str, Score], ...]


@dataclass(frozen=True)
class KitsResult:
    """One system in several kits, or in one.

    ``kits`` names all kits of the run, ``parts`` has the results in those that have the system.
    What is pooled is ``None``, or empty, unless all have it.
    """

    name: str
    kits: tuple[str, ...]
    parts: Mapping[str, SystemResult]
    signature: Signature

    @property
    def lacking(self) -> tuple[str, ...]:
        """The kits that do not have the system."""
        return tuple(kit for kit in self.kits if kit not in self.parts)

    @property
    def lacks(self) -> str:
        """In words, why the system has no figures over all kits; ``""`` if it has."""
        kits = ", ".join(self.lacking)
        return f"{self.name}: not in every kit: it is not in {kits}" if kits else ""

    @cached_property
    def score(self) -> Score | None:
        """The score over the questions of all kits."""
        if self.lacking:
            return None
        return sum((part.score for part in self.parts.values()), Score())

    @cached_property
    def list_score(self) -> ListScore | None:
        """The score of the LIST questions of all kits."""
        if self.lacking:
            return None
        return score_lists([one for part in self.parts.values() for one in part.lists])

    @cached_property
    def documents(self) -> tuple[tuple[str, Score], ...]:
        """The score of each document of all kits, with its kit."""
        if self.lacking:
            return ()
        return tuple(
            (kit, score)
            for kit, part in self.parts.items()
            for score in part.by_document().values()
        )

    def by(self, *groups: Grouping) -> dict[tuple[str, ...], GroupScore]:
        """The score of each group, or of each pair where two kinds of groups are crossed.

        Where no group reaches over several kits, as with domains, the system need not be in all.
        """
        domains = any(group.name in ("domain", "document") for group in groups)
        if self.lacking and not domains:
            return {}
        found: dict[tuple[str, ...], list[tuple[str, AnsweredQuestion]]] = {}
        for kit, part in self.parts.items():
            for one in part.answers:
                for names in crossed(groups, kit, one):
                    found.setdefault(names, []).append((kit, one))
        for place, group in reversed(list(enumerate(groups))):  # the first kind orders last
            ranks = grouped(found, lambda names: (names[place],), group.order)  # noqa: B023
            found = {names: found[names] for own in ranks.values() for names in own}
        scores = {names: _group_score(own) for names, own in found.items()}
        return {names: one for names, one in scores.items() if one.score.questions}


def alone(result: SystemResult, kit: str = "") -> KitsResult:
    """The result of a system in the only kit."""
    return KitsResult(result.name, (kit,), {kit: result}, result.signature)


def pool_kits(
    results: Mapping[str, Sequence[SystemResult]], digests: Mapping[str, str]
) -> list[KitsResult]:
    """The systems of several kits, those of one name together, in the order in which they come.

    ``results`` and ``digests`` (of the question sets) are by kit. With one kit signatures are
    those of its systems; else they name all kits with their digests.
    """
    kits = tuple(results)
    if len(kits) == 1:
        return [alone(result, kits[0]) for result in results[kits[0]]]
    parts: dict[str, dict[str, SystemResult]] = {}
    for kit, own in results.items():
        for result in own:
            parts.setdefault(result.name, {})[kit] = result
    named = ",".join(f"{kit}={digests[kit] or 'none'}" for kit in kits)
    return [
        KitsResult(name, kits, own, _signature([one.signature for one in own.values()], named))
        for name, own in parts.items()
    ]


def _signature(signatures: Sequence[Signature], kits: str) -> Signature:
    """The fields of all signatures, where ``kits`` stand in place of the questions. A field that
    differs has all its values."""
    values: dict[str, dict[str, None]] = {}
    for signature in signatures:
        for key, value in signature.fields:
            values.setdefault(key, {})[value] = None
    fields = ((key, ",".join(own)) for key, own in values.items())
    return Signature(
        tuple(("kits", kits) if key == "questions" else (key, value) for key, value in fields)
    )


def _group_score(answers: Sequence[tuple[str, AnsweredQuestion]]) -> GroupScore:
    by_document: dict[tuple[str, str], list[AnsweredQuestion]] = {}
    for kit, one in answers:
        by_document.setdefault((kit, one.question.document), []).append(one)
    scores = [(kit, score_of(own)) for (kit, _), own in by_document.items()]
    counted = tuple((kit, score) for kit, score in scores if score.questions)
    return GroupScore(sum((score for _, score in counted), Score()), counted)
