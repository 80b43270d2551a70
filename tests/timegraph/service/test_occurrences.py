"""Facts that happen twice, and one at a time, in a service."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from timegraph import TimeGraph
from timegraph.service import Dispatcher, ServiceError
from timegraph.stated_links import add_orders, links_of
from timeml.readers.statements import Occurrences, fact_name


def fact(start: str | None = None, end: str | None = None, **more: Any) -> dict[str, Any]:
    said = {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "start": start, "end": end}
    return {key: value for key, value in {**said, **more}.items() if value is not None}


def employer(who: str, start: str | None = None, end: str | None = None) -> dict[str, Any]:
    return fact(start, end, relation="employer", object=who)


@pytest.fixture
def service() -> Dispatcher:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")
    return dispatcher


def add(service: Dispatcher, *said: dict[str, Any]) -> dict[str, Any]:
    return service.call("add", graph="g", statements=[*said])


def when(service: Dispatcher, entity: str) -> dict[str, Any]:
    return service.call("when", graph="g", entity=entity)


def test_an_office_is_held_twice(service: Dispatcher) -> None:
    answer = add(service, fact("1997", "1999"), fact("2003", "2004"), fact("1997", "1999"))
    assert answer["kept_out"] == []
    names = ["Ann mayor of Kelp", "Ann mayor of Kelp, 2nd", "Ann mayor of Kelp"]
    assert [fact["entity"] for fact in answer["facts"]] == names
    asked = {"a": names[0], "relation": "before", "b": names[1]}
    assert service.call("ask", graph="g", **asked)["answer"] == "yes"
    assert names[1] in service.call("timeline", graph="g")["data"]


def test_what_can_be_about_several_is_refused(service: Dispatcher) -> None:
    add(service, fact("1997", "1999"), fact("2003", "2004"))
    with pytest.raises(ServiceError, match=r'say which: "occurrence": 1, "occurrence": 2'):
        add(service, fact(source="Herald"))
    add(service, fact(source="Herald", occurrence=2))
    with pytest.raises(ServiceError, match="has 2 occurrences"):
        add(service, fact(occurrence=9))


def test_what_must_not_overlap_does_not_where_its_order_is_open(service: Dispatcher) -> None:
    a, b = "Ann employer Acme", "Ann employer Bolt"
    rule = {"one_at_a_time": "employer"}
    add(service, rule, employer("Acme", "2015"), employer("Bolt", "2015"))
    apart = ["before", "meets", "met_by", "after"]
    assert service.call("relations", graph="g", a=a, b=b)["relations"] == apart
    for relation, answer in (("overlaps", "no"), (apart, "yes"), ("before", "unknown")):
        asked = {"graph": "g", "a": a, "relation": relation, "b": b}
        assert service.call("ask", **asked)["answer"] == answer
        assert service.call("ask", **asked, as_of="2100-01-01")["answer"] == answer
        assert service.call("explain", **asked)["answer"] == answer
    claims = [{"a": a, "relation": "during", "b": b}, {"a": a, "relation": "before", "b": b}]
    verdicts = service.call("verify", graph="g", claims=claims)["verdicts"]
    assert [found["verdict"] for found in verdicts] == ["contradicted", "unknown"]
    supposed = [{"a": x, "relation": "during", "b": y} for x, y in (("x", a), ("y", b))]
    asked = {"a": "x", "relation": "equal", "b": "y"}
    assert service.call("what_if", graph="g", statements=supposed, **asked)["answer"] == "no"
    add(service, {"x": [a, "start"], "op": "<", "y": [b, "start"]})
    assert service.call("relations", graph="g", a=a, b=b)["relations"] == apart[:2]


def test_a_fact_that_contradicts_is_kept_out_as_a_whole(service: Dispatcher) -> None:
    add(service, fact("2010", "2015"))
    before = when(service, "Ann mayor of Kelp")
    (kept_out,) = add(service, fact("2008", "2015-03", occurrence=1))["kept_out"]
    assert kept_out["statement"] == "Ann mayor of Kelp is from 2008 and to 2015-03"
    assert when(service, "Ann mayor of Kelp") == before
    service.call("remove", graph="g", ids=[1])
    assert when(service, "Ann mayor of Kelp")["end"]["latest"] == "2015-04-01T00:00:00"


def test_a_newer_value_ends_the_older_one_with_proof(service: Dispatcher) -> None:
    add(service, {"one_at_a_time": "employer"}, employer("Acme", "2001"), employer("Bolt", "2005"))
    assert when(service, "Ann employer Acme")["end"]["latest"].startswith("2006-01-01")
    asked = {"a": "Ann employer Acme", "relation": ["before", "meets"], "b": "Ann employer Bolt"}
    proof = service.call("explain", graph="g", **asked)
    assert proof["answer"] == "yes"
    assert "one employer at a time per subject" in proof["text"]


def test_a_late_statement_closes_nothing_newer(service: Dispatcher) -> None:
    add(service, {"one_at_a_time": "employer"}, employer("Bolt", "2005"))
    add(service, employer("Acme", "2001"))
    assert when(service, "Ann employer Bolt")["end"]["latest"] is None
    assert when(service, "Ann employer Acme")["end"]["latest"].startswith("2006-01-01")


def test_taking_back_a_rule_or_a_value_takes_out_what_followed(service: Dispatcher) -> None:
    rule, _, bolt = add(
        service, {"one_at_a_time": "employer"}, employer("Acme", "2001"), employer("Bolt", "2005")
    )["ids"]
    service.call("remove", graph="g", ids=[bolt])
    assert when(service, "Ann employer Acme")["end"]["latest"] is None
    add(service, employer("Core", "2003"))
    assert when(service, "Ann employer Acme")["end"]["latest"].startswith("2004-01-01")
    service.call("remove", graph="g", ids=[rule])
    assert when(service, "Ann employer Acme")["end"]["latest"] is None


def test_starts_that_links_order_close_as_well_and_open_again(service: Dispatcher) -> None:
    add(service, {"one_at_a_time": "employer"}, employer("Acme"), employer("Bolt", "2005"))
    before = {"x": ["Ann employer Acme", "start"], "op": "<", "y": ["Ann employer Bolt", "start"]}
    (link,) = add(service, before)["ids"]
    assert when(service, "Ann employer Acme")["end"]["latest"].startswith("2006-01-01")
    service.call("remove", graph="g", ids=[link])
    assert when(service, "Ann employer Acme")["end"]["latest"] is None


years = st.sampled_from([None, *map(str, range(2000, 2006))])
changes = st.lists(
    st.tuples(
        st.sampled_from(["add", "add", "add", "remove", "correct"]),
        st.sampled_from(["Acme", "Bolt"]),
        years,
        years,
        st.integers(0, 9),
    ),
    max_size=8,
)


@given(changes)
def test_any_life_is_what_its_statements_say(life: list[tuple[Any, ...]]) -> None:
    """After any changes the graph answers as one in which the statements that are left were said,
    each of the occurrence that it was taken to be about."""
    service = Dispatcher()
    service.call("create", graph="g")
    kept = {add(service, {"one_at_a_time": "employer"})["ids"][0]: {"one_at_a_time": "employer"}}
    for what, who, start, end, place in life:
        if start and end and start > end:
            continue
        said = employer(who, start, end)
        facts = [number for number, data in kept.items() if "subject" in data]
        taken = facts[place % len(facts)] if facts else None
        try:
            if what == "add" or taken is None:
                answer = add(service, said)
            elif what == "remove":
                service.call("remove", graph="g", ids=[taken])
                del kept[taken]
                continue
            else:
                answer = service.call("correct", graph="g", ids=[taken], statements=[said])
                del kept[taken]
        except ServiceError as error:
            assert "say which" in str(error)  # noqa: PT017 (which of the errors it is)
            continue
        ((number, entity),) = ((fact["id"], fact["entity"]) for fact in answer["facts"])
        kept[number] = _named(said, entity)
    names = sorted({fact_name(data) for data in kept.values() if "subject" in data})
    again: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    again.extend(link for data in kept.values() for link in links_of(data))  # type: ignore[misc]
    add_orders(again, kept.values())
    for name in names:
        for side in ("start", "end"):
            found = when(service, name)[side]
            for bound in ("earliest", "latest"):
                moment = getattr(again, bound)((name, side))
                assert found[bound] == (None if moment is None else moment.isoformat())


def _named(said: dict[str, Any], entity: str) -> dict[str, Any]:
    for occurrence in range(1, 10):
        if fact_name({**said, "occurrence": occurrence}) == entity:
            return {**said, "occurrence": occurrence}
    raise AssertionError(entity)


def test_occurrences_can_be_known_again() -> None:
    known = Occurrences([fact("1997", "1999"), fact("2003", occurrence=2)])
    assert known.meant(fact("2003")) == 2


def test_two_dates_of_one_end_that_meet_at_midnight_contradict_each_other(
    service: Dispatcher,
) -> None:
    """Unless the one that contradicts is taken back, in whatever order and graph."""
    service.call("add", graph="g", statements=[{"one_at_a_time": "employer"}])
    add(service, employer("Acme", "2015"), employer("Bolt", "2016"))
    assert service.call("conflicts", graph="g")["conflicts"] == []
    (number,) = add(service, {**employer("Acme", "2016"), "occurrence": 1, "source": "b"})["ids"]
    service.call("load", graph="h", data=service.call("save", graph="g")["data"])
    choice = {"a": "tea", "relation": ["before", "after"], "b": "rain"}
    service.call("create", graph="i")
    said = [choice, employer("Acme", "2015"), {**employer("Acme", "2016"), "occurrence": 1}]
    service.call("add", graph="i", statements=said)
    for graph in "ghi":
        (conflict,) = service.call("conflicts", graph=graph)["conflicts"]
        assert conflict["statement"] == "Ann employer Acme.start is within 2015"
        against = [link["text"] for link in conflict["against"]]
        assert against == ["Ann employer Acme.start is within 2016"]
    add(service, employer("Core", "2020"))
    assert len(service.call("conflicts", graph="g")["conflicts"]) == 1
    service.call("remove", graph="g", ids=[number])
    assert service.call("conflicts", graph="g")["conflicts"] == []
    assert when(service, "Ann employer Acme")["start"]["latest"] == "2016-01-01T00:00:00"


def test_a_date_that_meets_another_of_its_end_is_refused_where_conflicts_are() -> None:
    service = Dispatcher()
    service.call("create", graph="g", on_conflict="error")
    add(service, employer("Acme", None, "2016-01"))
    with pytest.raises(ServiceError, match=r"end is within 2015 .*contradicts.*within 2016-01"):
        add(service, {**employer("Acme", None, "2015"), "occurrence": 1})
    (stated,) = service.call("statements", graph="g")["statements"]
    assert stated["text"] == "Ann employer Acme.end is within 2016-01"
