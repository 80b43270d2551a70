"""Claimed facts that a timeline lacks, under the rule that there is one at a time: against the
enumeration of all orders in which they can have followed each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from tests.timegraph.service.test_lives import DATES, RULE, worlds
from timegraph.service import Dispatcher
from timegraph.service.claims import Claim, verify_claims
from timegraph.statements import Statement
from timeml import open_collection
from timeml.readers.statement_lines import text_of

DATED = st.tuples(*[st.none() | st.sampled_from(DATES)] * 2)


def fact(object: str, dates: tuple[str | None, str | None]) -> dict[str, Any]:
    data = {"subject": "Ann", "relation": "employer", "object": object}
    sides = zip(("start", "end"), dates, strict=True)
    return data | {side: date for side, date in sides if date is not None}


def in_order(data: Mapping[str, Any]) -> bool:
    """Whether the dates are those of a fact: what ends before it starts is refused."""
    return bool(worlds({"it": [data]}))


@given(st.lists(DATED, min_size=1, max_size=3), DATED)
def test_a_claimed_fact_is_contradicted_where_no_order_is_left(
    lived: list[tuple[str | None, str | None]], claimed: tuple[str | None, str | None]
) -> None:
    known = [fact(name, dates) for name, dates in zip("ABD", lived, strict=False)]
    claim = fact("C", claimed)
    assume(all(map(in_order, (*known, claim))))
    lives = {data["object"]: [data] for data in known}
    assume(worlds(lives))
    service = Dispatcher()
    service.call("create", graph="g")
    service.call("add", graph="g", statements=[RULE, *known])
    assume(not service.call("conflicts", graph="g")["conflicts"])
    expected = "unknown" if worlds({**lives, "C": [claim]}) else "contradicted"
    (verdict,) = service.call("verify", graph="g", claims=[claim])["verdicts"]
    assert verdict["verdict"] == expected, (known, claim)
    assert bool(verdict["links"]) == (expected == "contradicted")


def verdict_of(said: list[dict[str, Any]], claim: str, folder: Path) -> tuple[str, str]:
    path = folder / "known.txt"
    path.write_text("\n".join(map(text_of, said)), encoding="utf-8")
    collection = open_collection(path)
    document = collection.read(*collection.names)
    statement = Statement.parse(claim)
    links, data = statement.links(), statement.to_json()
    (found,) = verify_claims([Claim("1", links, fact=data)], document)
    return found.verdict.value, found.reason


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Ann | employer | B | 2002", "contradicted"),
        ("Ann | employer | B | 2000 | 2001", "unknown"),
        ("Ann | employer | B | 2000 | 2002", "contradicted"),
        ("Ann | employer | B | 2003", "unknown"),
        ("Ann | employer | A | 2002", "contradicted"),
        ("Ann | employer | A | 2001", "supported"),
        ("Ben | employer | A | 2002", "unknown"),
        ("Ann | school | B | 2002", "unknown"),
    ],
)
def test_one_employer_at_a_time(claim: str, verdict: str, tmp_path: Path) -> None:
    said = [RULE, fact("A", ("2001", "2003"))]
    found, reason = verdict_of(said, claim, tmp_path)
    assert found == verdict
    if claim.startswith("Ann | employer | B | 2002"):
        assert "one employer at a time per subject" in reason
        assert "known.txt:2" in reason or "Ann employer A is from 2001 and to 2003" in reason


def test_without_the_rule_a_fact_that_is_lacking_stays_unknown(tmp_path: Path) -> None:
    said = [fact("A", ("2001", "2003"))]
    assert verdict_of(said, "Ann | employer | B | 2002", tmp_path)[0] == "unknown"


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize(
    ("dates", "free", "one_at_a_time"),
    [
        ("2012 | 2013", "unknown", "unknown"),
        ("2015 | 2017", "supported", "supported"),
        ("2016 | 2018", "contradicted", "contradicted"),
        ("2014 | 2016", "contradicted", "contradicted"),
        ("2010 | 2024", "contradicted", "contradicted"),
        ("2017 | 2018", "unknown", "unknown"),
        ("2018 | 2019", "unknown", "contradicted"),
        ("2020 | 2021", "supported", "supported"),
        ("2023 | 2024", "unknown", "unknown"),
        ("2016", "contradicted", "contradicted"),
        ("2023", "unknown", "unknown"),
        ("2023 | 2024 | 1", "contradicted", "contradicted"),
        ("2023 | 2024 | 3", "unknown", "unknown"),
    ],
)
def test_a_fact_may_have_happened_once_more(
    dates: str, free: str, one_at_a_time: str, ruled: bool, tmp_path: Path
) -> None:
    said = [fact("A", ("2015", "2017")), {**fact("A", ("2020", "2021")), "occurrence": 2}]
    said += [RULE, fact("B", ("2018-03", "2019-10"))] if ruled else []
    found, _ = verdict_of(said, f"Ann | employer | A | {dates}", tmp_path)
    assert found == (one_at_a_time if ruled else free)
