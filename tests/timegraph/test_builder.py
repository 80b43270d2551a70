"""What TimeML's relations mean, and what is refused."""

from __future__ import annotations

import pytest

from timegraph import Allen
from timegraph.builder import relation_for
from timeml import RelType


def test_every_type_has_a_relation_and_its_converse() -> None:
    pairs = {
        RelType.BEFORE: (RelType.AFTER, Allen.BEFORE),
        RelType.IBEFORE: (RelType.IAFTER, Allen.MEETS),
        RelType.IS_INCLUDED: (RelType.INCLUDES, Allen.DURING),
        RelType.BEGINS: (RelType.BEGUN_BY, Allen.STARTS),
        RelType.ENDS: (RelType.ENDED_BY, Allen.FINISHES),
        RelType.OVERLAPS: (RelType.OVERLAPPED_BY, Allen.OVERLAPS),
        RelType.SIMULTANEOUS: (RelType.IDENTITY, Allen.EQUAL),
        RelType.DURING: (RelType.DURING_INV, Allen.EQUAL),
    }
    for one, (other, allen) in pairs.items():
        assert relation_for(one) is allen
        assert relation_for(other) is allen.converse
    assert len(RelType) == 2 * len(pairs)


def test_during_follows_its_option() -> None:
    for during, one, other in (
        ("simultaneous", Allen.EQUAL, Allen.EQUAL),
        ("contained", Allen.DURING, Allen.CONTAINS),
    ):
        assert relation_for(RelType.DURING, during=during) is one  # type: ignore[arg-type]
        assert relation_for(RelType.DURING_INV, during=during) is other  # type: ignore[arg-type]


@pytest.mark.parametrize("rel_type", [RelType.DURING, RelType.DURING_INV])
def test_another_reading_of_during_is_refused(rel_type: RelType) -> None:
    with pytest.raises(ValueError, match=r"simultaneous.*contained.*not 'inside'"):
        relation_for(rel_type, during="inside")  # type: ignore[arg-type]
    for other in ("", "a", "zzz"):
        with pytest.raises(ValueError, match="during is one of"):
            relation_for(rel_type, during=other)  # type: ignore[arg-type]
