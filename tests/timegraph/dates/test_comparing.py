"""Uncertain dates compared: against all completions, and the laws of a partial order."""

from __future__ import annotations

import random
from datetime import date, datetime, timezone
from itertools import pairwise, permutations
from math import inf

import pytest
from hypothesis import assume, given, strategies as st

from tests.oracle.facts import DatedByGranules, compared
from timegraph import Answer
from timegraph.dates import DateComparison, EdtfError, compare, in_certain_order
from timeml.edtf import When

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
_FIELDS = ("before", "after", "within", "intersects", "equal")

_YEARS = st.sampled_from(["1984", "1985", "1986", "198X"])
_MONTHS = st.sampled_from(["1984-05", "1984-06", "1985-01", "1984-0X", "198X-12", "1984-34"])
_DAYS = st.sampled_from(["1984-05-31", "1984-06-01", "1985-01-01", "1984-XX-01"])
_SINGLE = st.one_of(_YEARS, _MONTHS, _DAYS)
_ENDS = st.sampled_from(["1984", "1985", "1984-05", "1984-06", "1984-05-31", "1984-06-01"])


@st.composite
def _values(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(["single", "single", "interval", "set"]))
    if kind == "single":
        return draw(_SINGLE)
    if kind == "set":
        return f"[{draw(_ENDS)},{draw(_ENDS)}]"
    return f"{draw(_ENDS)}/{draw(_ENDS)}"


def _granules(when: When) -> DatedByGranules:
    starts, ends = when.extent
    every = [list(part.between(-inf, inf)) for part in (starts, ends) if part is not None]
    return every[0], every[1] if len(every) > 1 else None


def _read(value: str) -> When:
    try:
        return When(value)
    except EdtfError:
        assume(False)
        raise


@given(_values(), _values())
def test_all_completions_of_both_decide(a: str, b: str) -> None:
    first, second = _granules(_read(a)), _granules(_read(b))
    assume(sum(len(part or ()) for date in (first, second) for part in date) < 8)
    found = compare(a, b)
    assert {name: getattr(found, name) for name in _FIELDS} == compared(first, second)


@given(_values(), _values())
def test_laws_of_two(a: str, b: str) -> None:
    _read(a), _read(b)
    one, other = compare(a, b), compare(b, a)
    assert (one.before, one.after) == (other.after, other.before)
    assert (one.intersects, one.equal) == (other.intersects, other.equal)
    assert (one.before is YES) <= (one.intersects is NO)
    assert (one.within is YES) <= (one.intersects is YES)
    assert compare(a, a).before is not YES
    assert compare(When(a), When(b)) == one


@given(_values(), _values(), _values())
def test_before_is_a_strict_partial_order(a: str, b: str, c: str) -> None:
    for value in (a, b, c):
        _read(value)
    if compare(a, b).before is YES and compare(b, c).before is YES:
        assert compare(a, c).before is YES


@given(st.lists(_values(), max_size=7))
def test_sorting_keeps_the_certain_order_and_else_the_given_one(values: list[str]) -> None:
    for value in values:
        _read(value)
    order = in_certain_order(values)
    assert sorted(order) == sorted(values)
    for n, early in enumerate(order):
        assert not any(compare(late, early).before is YES for late in order[n + 1 :])
    # Of those that may come next, the first that was given.
    rest = list(values)
    for value in order:
        free = [x for x in rest if not any(compare(y, x).before is YES for y in rest)]
        assert value == free[0]
        rest.remove(value)


@pytest.mark.parametrize(
    ("a", "b", "relation", "answer"),
    [
        ("2024-05-01", "2024-05-02", "before", YES),
        ("1964-02", "1964/2008", "within", UNKNOWN),
        ("1970", "1964/2008", "within", YES),
        ("1984-05", "1984", "before", UNKNOWN),  # baptised in May 1984, born 1984: possible
        ("1850~", "2020", "before", UNKNOWN),
        ("1984", "1984", "equal", UNKNOWN),
        ("156X-12-25", "1565-11", "equal", NO),
        ("156X-12-25", "1565", "within", UNKNOWN),
        ("[..1760-12-03]", "1761", "before", YES),
        ("[..1760-12-03]", "1760-12-04", "intersects", NO),
        ("XXXX-12-25", "1984-12", "intersects", UNKNOWN),
        ("XXXX-12-25", "1984-11", "intersects", NO),
        ("1985/..", "1984", "after", YES),
        ("1985/", "1990", "intersects", UNKNOWN),
        ("2000/2001", "2002", "before", YES),
        ("2024-05-01T09:00:00Z", "2024-05-03", "before", YES),
        ("2024-05-01T09:00:00Z", "2024-05-01", "within", UNKNOWN),
    ],
)
def test_examples(a: str, b: str, relation: str, answer: Answer) -> None:
    assert getattr(compare(a, b), relation) is answer


def test_as_written_takes_qualifiers_at_their_word() -> None:
    assert compare("1850~", "2020", as_written=True).before is YES
    assert compare("1984?", "1984-05", as_written=True) == compare("1984", "1984-05")


def test_dates_of_python() -> None:
    assert compare(date(2024, 5, 1), "2024-05-02").before is YES
    early = datetime(2024, 5, 1, 9, tzinfo=timezone.utc)
    assert compare(early, datetime(2024, 5, 1, 9, 0, 1, tzinfo=timezone.utc)).before is YES
    assert isinstance(compare("1984", date(1984, 1, 1)), DateComparison)
    with pytest.raises(EdtfError):
        compare("soon", "1984")


def test_sorting_with_a_key_and_mixed_zones() -> None:
    rows = [("b", "1990"), ("a", "1850~"), ("c", "1984"), ("d", "1984-05-01T00:00:00Z")]
    order = in_certain_order(rows, key=lambda row: row[1])
    assert [name for name, _ in order] == ["a", "c", "d", "b"] or order[-1][0] == "b"
    written = in_certain_order(["1990", "1850~"], as_written=True)
    assert written == ["1850~", "1990"]
    for values in permutations(["1984-03", "1984", "1984-05"]):
        order_ = in_certain_order(values)
        assert order_.index("1984-03") < order_.index("1984-05")


def test_many_are_sorted_in_linear_steps() -> None:
    values = [f"{1000 + n % 900}" for n in random.Random(1).sample(range(5_000), 5_000)]
    order = in_certain_order(values)
    assert all(one <= other for one, other in pairwise(order))
