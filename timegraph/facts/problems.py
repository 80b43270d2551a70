"""What is wrong with facts that can be read: a start after its end, contradictions, repetitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timegraph.facts.fact import Fact, extent_of, problem
from timegraph.facts.relations import key_of, relation_name
from timegraph.facts.succession import Successions
from timegraph.findings.record import Finding

__all__ = ["problems_of"]


def problems_of(facts: Sequence[Fact], successions: Successions | None = None) -> Iterator[Finding]:
    """The problems of ``facts``, in fact order; each concerns the later fact of those involved.

    ``start-after-end``: the fact can never have held, and answers nothing. ``repeated``: the same
    fact with the same dates. ``contradiction``: two facts certainly hold at one time, though the
    user says that there is one; both are answers. ``empty``: there is no fact.
    """
    if not facts:
        yield problem("empty", "there is no fact, so every answer is unknown", severity="warning")
        return
    rivals: dict[Fact, list[tuple[Fact, str]]] = {}
    for early, late, single in successions.contradictions if successions else ():
        rivals.setdefault(late, []).append((early, single))
    seen: set[tuple[str, str, str, object, object]] = set()
    for fact in facts:
        if extent_of(fact) is None:
            yield problem("start-after-end", f"{fact} starts after it ends", at=fact.source)
            continue
        subject, relation = key_of(fact.subject), relation_name(fact.relation)
        whole = (subject, relation, key_of(fact.object), fact.start, fact.end)
        if whole in seen:
            yield problem("repeated", f"{fact} is listed twice", at=fact.source, severity="warning")
            continue
        seen.add(whole)
        for other, single in rivals.get(fact, ()):
            where = f" ({other.source})" if other.source else ""
            message = (
                f"{fact} contradicts {other}{where}: {relation} has one {single} at a time; both "
                "are kept as answers"
            )
            yield problem("contradiction", message, at=fact.source, severity="warning")
