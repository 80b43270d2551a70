"""Which occurrences a fact can be about: what is near in order, against each one by itself."""

from __future__ import annotations

from hypothesis import given, strategies as st

from timeml.readers.statement_lines import span
from timeml.readers.statements import Occurrences

DATES = st.sampled_from(
    ["1990", "1991", "1992-03", "1992-03-07", "1993", "199X", "1990/1992", "../1992", "1991-05"]
)
FACTS = st.fixed_dictionaries(
    {"subject": st.just("Ann"), "relation": st.just("mayor of"), "object": st.just("Kelp")},
    optional={"start": DATES, "end": DATES, "occurrence": st.sampled_from([1, 2, 3, "first"])},
)
STARTS = st.fixed_dictionaries(
    {"subject": st.just("Ann"), "relation": st.just("mayor of"), "object": st.just("Kelp")},
    optional={"start": DATES, "end": st.sampled_from(["1995", "1993-02"])},
)


def fits(fact: dict, other: dict) -> bool:
    """Whether two facts can be about one occurrence."""
    (start, begun), (end, ended) = span(fact, "start"), span(fact, "end")
    (first, last), (low, high) = span(other, "start"), span(other, "end")
    return (
        start < last and first < begun and end < high and low < ended and start < high
    ) and first < ended


def fitting(stated: list[dict], fact: dict) -> list:
    """The occurrences that a fact can be about, each fact by itself."""
    known: dict = {}
    for other in stated:
        known.setdefault(other.get("occurrence", 1), []).append(other)
    return [which for which, said in known.items() if all(fits(fact, other) for other in said)]


@given(st.lists(FACTS | STARTS, max_size=14), FACTS)
def test_near_ones_are_all_that_fit(facts: list[dict], fact: dict) -> None:
    occurrences, stated = Occurrences(), list[dict]()
    for new in [*facts, fact]:
        assert occurrences.fitting(new) == fitting(stated, new)
        try:
            stated.append(occurrences.add(new))
        except ValueError:
            continue


def test_thousands_of_starts_look_at_few() -> None:
    occurrences = Occurrences()
    facts = [
        {"subject": "a", "relation": "r", "object": "b", "start": f"{1000 + k}"}
        for k in range(2000)
    ]
    for fact in facts:
        occurrences.add(fact)
    (known,) = occurrences._known.values()
    assert len([*known._near(facts[1000])]) <= 3
