"""Occurrences that do not overlap, in orders that are open: every door answers as the enumeration
of all orders does."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given, strategies as st

from tests.drawing import examples
from timegraph import AllenSet, Answer, ContradictionError, TimedOut, TimeGraph, build
from timegraph.checking import check_document
from timegraph.checking.undecided import open_document, progress_of
from timegraph.commands.main import timegraph
from timegraph.qa import Session
from timegraph.service import Dispatcher
from timegraph.stated_links import Branches, links_of, over_branches
from timeml import Document
from timeml.readers.statement_lines import line_of_text
from timeml.readers.statements import document_of, fact_name

RULE = "ONE employer AT A TIME"
NAMES = [f"Ann employer {who}" for who in ("Acme", "Bolt", "Core", "Dorn")]


def read(lines: list[str]) -> Document:
    rows = [(number, line_of_text(line)) for number, line in enumerate(lines, 1)]
    return document_of([(number, row) for number, row in rows if row is not None], "said.txt")


def worlds(lines: list[str]) -> list[TimeGraph] | None:
    """A graph for each order of the occurrences that can hold; ``None`` if what is stated
    contradicts itself whatever their order."""
    said = [row for line in lines if (row := line_of_text(line)) is not None]
    stated: TimeGraph = TimeGraph(conventions=False)
    try:
        stated.extend(link for row in said for link in links_of(row))
        len(stated.conflicts)
    except (ContradictionError, ValueError):
        return None
    names = dict.fromkeys(fact_name(row) for row in said if "subject" in row)
    found = []
    for order in permutations(names):
        world = stated.copy()
        try:
            for first, second in pairwise(order):
                world.add_points((first, "end"), "<=", (second, "start"))
        except ContradictionError:
            continue
        found.append(world)
    return found


def related(graphs: list[TimeGraph], a: str, b: str) -> AllenSet:
    every = AllenSet()
    for graph in graphs:
        every |= graph.relations(a, b)
    return every


dates = st.sampled_from(["", "", "2015", "2015", "2016", "2015-03", "2015-03-06", "2015-12"])
facts = st.builds(
    lambda start, end: f"{start} | {end}", dates, st.sampled_from(["", "", "", "2015", "2016-02"])
)
ends = st.tuples(st.sampled_from(NAMES), st.sampled_from(["start", "end"])).map(
    lambda end: f'"{end[0]}".{end[1]}'
)
others = st.one_of(
    st.builds(
        '"{}" LASTS AT LEAST {} days'.format, st.sampled_from(NAMES), st.sampled_from([5, 100, 200])
    ),
    st.builds("{} {} {}".format, ends, st.sampled_from(["<", "<="]), ends),
    st.builds('leave DURING "{}"'.format, st.sampled_from(NAMES)),
    st.builds(
        'trip {} "{}"'.format, st.sampled_from(["OVERLAPS", "BEFORE"]), st.sampled_from(NAMES)
    ),
    st.just("leave WITHIN 2015-03"),
    st.just("trip SPANNING 2015-03-06"),
)
lives = st.builds(
    lambda periods, more: [
        RULE,
        *(
            f"Ann | employer | {name[13:]} | {period}"
            for name, period in zip(NAMES, periods, strict=False)
        ),
        *(
            line
            for line in more
            if all(name in NAMES[: len(periods)] for name in NAMES if name in line)
        ),
    ],
    st.lists(facts, min_size=2, max_size=4),
    st.lists(others, max_size=3, unique=True),
)


@examples(20)
@given(lives)
def test_every_door_answers_as_all_orders_together(lines: list[str]) -> None:
    document = read(lines)
    possible = worlds(lines)
    assume(possible is not None)
    session = Session(document)
    graph = session.graph
    plain = graph.plain if isinstance(graph, Branches) else graph
    findings = check_document(document, path="said.txt").findings
    contradicting = any(finding.code == "contradiction" for finding in findings)
    service = Dispatcher()
    service.call("create", graph="g")
    said = [row for line in lines if (row := line_of_text(line)) is not None]
    service.call("add", graph="g", statements=said)
    if not possible:
        assert contradicting
        assert service.call("conflicts", graph="g")["conflicts"]
        assert graph.conflicts
        return
    assert not contradicting
    assert not service.call("conflicts", graph="g")["conflicts"]
    progress = open_document(document, path="said.txt").progress
    counts = Counter[int]()
    names = graph.entities
    for i, j in combinations(range(len(names)), 2):
        a, b = names[i], names[j]
        # A graph knows conventions about dates, too.
        expected = related(possible, a, b) & plain.relations(a, b)
        assert graph.relations(a, b) == expected, (a, b)
        counts[len(expected)] += 1
        asked = {"graph": "g", "a": a, "b": b}
        found = service.call("relations", **asked)["relations"]
        assert AllenSet(found) == expected
        for relation in ("before", "overlaps", AllenSet("before", "meets", "met_by", "after")):
            wanted = AllenSet(relation)
            answer = (
                Answer.YES
                if expected <= wanted
                else Answer.UNKNOWN
                if expected & wanted
                else Answer.NO
            )
            assert graph.ask(a, relation, b) is answer
            listed = [each.value for each in wanted]
            assert service.call("ask", **asked, relation=listed)["answer"] == answer.value
            assert str(service.call("explain", **asked, relation=listed)["answer"]) == answer.value
            if relation == "overlaps":
                assert session.ask(f'IS "{a}" OVERLAPS "{b}"') is answer
    assert progress.settled == counts[1]
    assert progress.known == sum(counts.values()) - counts[13]
    for name in names:
        assert {*graph.before(name)} == {
            other
            for other in names
            if other != name and graph.relations(other, name) == AllenSet("before")
        }
        for side in ("start", "end"):
            for bound, furthest in (("earliest", min), ("latest", max)):
                each = [getattr(world, bound)((name, side)) for world in possible]
                expected_time = None if None in each else furthest(each)
                assert getattr(graph, bound)((name, side)) == expected_time
                told = service.call("when", graph="g", entity=name)[side][bound]
                assert told == (None if expected_time is None else expected_time.isoformat())
        lengths = [world.distance((name, "start"), (name, "end")) for world in possible]
        low = min(lengths, key=lambda length: (length.lower, not length.lower_reached))
        assert graph.distance((name, "start"), (name, "end"))[:1] == low[:1]


YEAR = [RULE, "Ann | employer | Acme | 2015", "Ann | employer | Bolt | 2015"]
THREE = [
    *YEAR,
    "Ann | employer | Core | 2015",
    *(f'"{name}" LASTS AT LEAST 200 days' for name in NAMES[:3]),
]
ENDED = [f"{line} | 2015" if "|" in line else line for line in YEAR]
APART = "before, meets, met_by, after"


def of_file(tmp_path: Path, lines: list[str], *args: str) -> Result:
    path = tmp_path / "said.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command, *more = args
    return CliRunner().invoke(timegraph, [command, str(path), *more])


def test_three_open_orders_can_contradict_together_only(tmp_path: Path) -> None:
    for two in combinations(NAMES[:3], 2):
        lines = [line for line in THREE if any(name[13:] in line for name in two) or line == RULE]
        assert of_file(tmp_path, lines, "check").exit_code == 0
    found = of_file(tmp_path, THREE, "check")
    assert found.exit_code == 1
    assert "one employer at a time per subject" in found.output
    assert "at least 200 days before" in found.output
    assert "1 link left out" in of_file(tmp_path, THREE, "closure").stderr


def test_closure_and_open_decide_orders_that_are_open(tmp_path: Path) -> None:
    closed = of_file(tmp_path, YEAR, "closure").stdout
    assert f"{NAMES[0]}  {APART}  {NAMES[1]}" in closed
    opened = of_file(tmp_path, YEAR, "open").stdout
    assert "0 of 1 pairs are decided (0 %), something is known of 1" in opened
    assert "BEFORE or IBEFORE or IAFTER or AFTER" in opened
    reduced = of_file(tmp_path, YEAR, "closure", "--reduce")
    assert (reduced.exit_code, "TLINK" in reduced.stdout) == (0, False)


def test_times_are_those_of_all_branches(tmp_path: Path) -> None:
    lines = [*ENDED, f'"{NAMES[0]}" LASTS AT LEAST 200 days']
    asked = [f'HOW LONG "{name}"' for name in NAMES[:2]]
    found = of_file(tmp_path, lines, "ask", *asked).stdout.splitlines()
    assert found == ["at least 200 days and less than 365 days", "more than 0 and at most 165 days"]


@pytest.mark.parametrize("more", [[], [f'"{NAMES[0]}" LASTS AT LEAST 3 days']])
def test_of_too_many_orders_an_answer_is_a_bound_and_says_so(
    tmp_path: Path, more: list[str]
) -> None:
    lines = [RULE, *(f"Ann | employer | {name} | 2015" for name in ("Acme", *range(60))), *more]
    found = of_file(tmp_path, lines, "ask", f'WHEN "{NAMES[0]}"')
    assert found.stdout == "2015-01-01 or later\n"
    assert "this is a bound" in found.stderr
    asked = of_file(tmp_path, lines, "ask", f'IS "{NAMES[0]}" OVERLAPS "Ann employer 7"')
    assert asked.stdout == "no\n"
    opened = of_file(tmp_path, lines, "open").stdout
    assert ("at least 0 of 1830 pairs" in opened) is bool(more)
    service = Dispatcher()
    service.call("create", graph="g")
    said = [row for line in lines if (row := line_of_text(line)) is not None]
    service.call("add", graph="g", statements=said)
    start = service.call("when", graph="g", entity=NAMES[0])["start"]
    assert start["bounds"] == ["earliest", "latest"]


def test_where_the_time_is_over_answers_are_bounds() -> None:
    document = read([*YEAR, f'leave DURING "{NAMES[0]}"'])
    graph = build(document, on_conflict="drop-link")
    over = over_branches(graph, document, 0.0)
    assert over.relations("leave", NAMES[1]) == graph.relations("leave", NAMES[1])
    assert not over.exact
    assert (over.before("leave"), over.after("leave")) == ((), ())
    with pytest.raises(TimedOut):
        over.ask("leave", "overlaps", NAMES[1])
    with pytest.raises(TimedOut) as found:
        over.earliest(("leave", "start"))
    assert found.value.known == graph.earliest(("leave", "start"))
    progress = progress_of(document, over)
    assert (progress.settled, progress.exact) == (1, False)


def test_an_entity_without_a_link_in_force_is_asked_about_like_others(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(
        '{"one_at_a_time": "employer"}\n'
        '{"subject": "Ann", "relation": "employer", "object": "Acme", "start": "2015"}\n'
        '{"subject": "Ann", "relation": "employer", "object": "Bolt", "start": "2015"}\n'
        '{"lasts": "nap", "at_least": "3 days", "at_most": "2 days"}\n'
    )
    for command in ("open", "closure"):
        done = CliRunner().invoke(timegraph, [command, str(path)])
        assert done.exit_code == 1
        assert "1 fault in the annotations" in done.stderr
    closed = CliRunner().invoke(timegraph, ["closure", str(path)])
    assert APART in closed.stdout


def test_closure_writes_nothing_of_what_must_not_contradict_itself(tmp_path: Path) -> None:
    lines = [*YEAR, "a BEFORE b", "b BEFORE a"]
    done = of_file(tmp_path, lines, "closure", "--on-conflict", "error")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "nothing is written" in done.stderr


def test_a_graph_of_all_branches_can_be_copied() -> None:
    branches = over_branches(build(read(YEAR)), read(YEAR))
    again = copy(branches)
    assert again.left == branches.left
    assert len(again) == 2


def test_a_search_without_time_says_that_it_did_not_decide() -> None:
    branches = over_branches(build(read(THREE)), read(THREE), 0.0)
    assert branches.conflicts == ()
    assert not branches.exact


@pytest.mark.parametrize("choice", [[], ["tea BEFORE|AFTER rain"]])
def test_a_date_without_a_zone_is_unknown_among_those_with_one(choice: list[str]) -> None:
    fact = "Ann | employer | Acme | 2015-01-01T00:00Z | 2015-06-01T00:00Z"
    session = Session(read([*choice, fact]))
    assert session.ask(f'IS "{NAMES[0]}" BEFORE 2016') is Answer.UNKNOWN
    assert session.ask(f'IS "{NAMES[0]}" BEFORE 2016-03-01T00:00Z') is Answer.YES
