"""Questions and facts with uncertain dates of EDTF, against all dates that they can be."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask, otherwise

YEARS = st.integers(1978, 1993)
SPANS = st.tuples(YEARS, YEARS).map(sorted)


@st.composite
def bases(draw: st.DrawFn) -> FactBase:
    spans = draw(st.lists(SPANS, min_size=1, max_size=4))
    return FactBase(
        Fact("Ada", "employer", f"Mill {n}", read_date(str(first)), read_date(str(last)))
        for n, (first, last) in enumerate(spans)
    )


def replies(base: FactBase, question: str) -> tuple[set[str], set[str]]:
    reply = ask(base, question)
    return set(reply.certain or ()), set(reply.possible or ())


@given(bases(), st.sampled_from(["in", "before", "after", "during", "since", "until"]))
def test_a_decade_of_which_one_year_is_meant(base: FactBase, side: str) -> None:
    """Certain is what holds whichever year it is, possible what holds in one; what holds at some
    time in every year of the decade need not hold all of it, so "in" may say less."""
    asked = "Which employer did Ada work for"
    by_year = [replies(base, f"{asked} {side} {year}?") for year in range(1980, 1990)]
    certain, possible = replies(base, f"{asked} {side} 198X?")
    always = set.intersection(*(sure for sure, _ in by_year))
    assert certain <= always
    assert possible == set.union(*(perhaps for _, perhaps in by_year))
    if side not in ("in", "during"):
        assert certain == always


@given(bases(), st.sampled_from(["in", "before", "after", "during"]))
def test_what_is_uncertain_leaves_everything_possible(base: FactBase, side: str) -> None:
    asked = f"Which employer did Ada work for {side} 1985~?"
    certain, possible = replies(base, asked)
    assert not certain
    assert possible == {fact.object for fact in base.facts}
    written = ask(base, asked, as_written=True)
    plain = replies(base, asked.replace("~", ""))
    assert (set(written.certain or ()), set(written.possible or ())) == plain
    assert plain[0] >= certain
    assert plain[1] <= possible


@pytest.mark.parametrize(
    ("start", "answer", "as_written"),
    [("1850~", (), ("Mill",)), ("1850?", (), ("Mill",)), ("185X", ("Mill",), ("Mill",))],
)
def test_both_verdicts(start: str, answer: tuple[str, ...], as_written: tuple[str, ...]) -> None:
    base = FactBase([Fact("Ada", "employer", "Mill", read_date(start), read_date("1900"))])
    reply = ask(base, "Which employer did Ada work for in 1870?")
    assert reply.items == answer
    written = otherwise(base, reply)
    assert (written[0] if written else reply).items == as_written
    if written is not None:
        assert written[1][0].startswith("1850 is ")


def test_a_base_without_such_dates_is_its_own() -> None:
    base = FactBase([Fact("Ada", "employer", "Mill", read_date("1850"), read_date("190X"))])
    assert base.as_written is base
    assert otherwise(base, ask(base, "Which employer did Ada work for in 1870?")) is None
