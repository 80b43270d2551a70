"""What is wrong with facts that can be read: a start after its end, contradictions, repetitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timegraph.facts.completions import certainly_meets
from timegraph.facts.model import Fact, extent_of, problem
from timegraph.facts.relations import exclusive_relations, key_of, relation_name
from timegraph.findings.record import Finding

__all__ = ["problems_of"]


def problems_of(facts: Sequence[Fact]) -> Iterator[Finding]:
    """The problems of ``facts``, in fact order; each concerns the later fact of those involved.

    ``start-after-end``: the fact can never have held, and answers nothing. ``repeated``: the same
    fact with the same dates. ``contradiction``: an exclusive relation ("spouse", "head coach")
    has two objects that certainly overlap, or two for the same printed dates; both are answers.
    ``empty``: there is no fact.
    """
    if not facts:
        yield problem("empty", "there is no fact, so every answer is unknown", severity="warning")
        return
    exclusive = exclusive_relations()
    seen: set[tuple[str, str, str, object, object]] = set()
    rivals: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        extent = extent_of(fact)
        if extent is None:
            yield problem("start-after-end", f"{fact} starts after it ends", at=fact.source)
            continue
        subject, relation = key_of(fact.subject), relation_name(fact.relation)
        whole = (subject, relation, key_of(fact.object), fact.start, fact.end)
        if whole in seen:
            yield problem("repeated", f"{fact} is listed twice", at=fact.source, severity="warning")
            continue
        seen.add(whole)
        if relation not in exclusive or not fact.object:
            continue
        for other in rivals.setdefault((subject, relation), []):
            if key_of(other.object) == key_of(fact.object):
                continue
            held = extent_of(other)
            same = (other.start, other.end) == (fact.start, fact.end)
            if held is not None and (same or certainly_meets(extent, held)):
                where = f" ({other.source})" if other.source else ""
                message = (
                    f"{fact} contradicts {other}{where}: only one {relation} is possible at a "
                    "time; both are kept as answers"
                )
                yield problem("contradiction", message, at=fact.source, severity="warning")
        rivals[subject, relation].append(fact)
