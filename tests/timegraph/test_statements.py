"""Statements: three spellings with one meaning, occurrences, and one at a time."""

from __future__ import annotations

import csv
import json
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import permutations
from math import inf

import pytest
from hypothesis import example, given, strategies as st

from tests.oracle.dated import MetricBound, tightest_bounds
from timegraph import Answer, Placement, TimeGraph
from timegraph.allen import AllenSet
from timegraph.checking import check_document
from timegraph.documents.build import build
from timegraph.labels import find_scheme
from timegraph.qa import Session, explain_question, parse_question
from timegraph.service.claims import Claim, verify_claims
from timegraph.stated_links import add_orders, links_of, orders, short_of_midnight
from timegraph.statements import Statement, read_statements, resolve
from timeml import TimeMLError, open_collection
from timeml.readers.statement_lines import RELATIONS, named_date, relation_named, spelling_of
from timeml.readers.statements import Occurrences, fact_name

# ---- spellings --------------------------------------------------------------------------------

STORIES = (
    ("storm BEFORE flood   # letter 3", "a", {"a": "storm", "relation": "before", "b": "flood",
                                              "source": "letter 3"}),
    ("storm BEFORE|MEETS flood", "a", {"a": "storm", "relation": "before | meets", "b": "flood"}),
    ('"the flood" DURING 1998-05', "a", {"a": "the flood", "relation": "during",
                                         "b": {"date": "1998-05"}}),
    ('"1998-05" DURING "a ""b"" c"', "a", {"a": "1998-05", "relation": "during", "b": 'a "b" c'}),
    ("storm.end <= flood.start", "x", {"x": ["storm", "end"], "op": "<=", "y": ["flood", "start"]}),
    ("storm.start AT LEAST 2 days AND AT MOST 5 days BEFORE flood.end", "x",
     {"x": ["storm", "start"], "y": ["flood", "end"], "at_least": "2 days", "at_most": "5 days"}),
    ("storm LASTS EXACTLY 3 days", "lasts", {"lasts": "storm", "exactly": "3 days"}),
    ("storm LASTS AT LEAST 3 days", "lasts", {"lasts": "storm", "at_least": "3 days"}),
    ("storm WITHIN 1666-09", "of", {"of": "storm", "within": "1666-09"}),
    ("storm.start WITHIN May 1990", "of", {"of": ["storm", "start"], "within": "May 1990"}),
    ("storm SPANNING 1666-09-02", "of", {"of": "storm", "spanning": "1666-09-02"}),
    ("storm.end AT 1998-05-03T10:00", "of", {"of": ["storm", "end"], "at": "1998-05-03T10:00"}),
    ("Ann | mayor of | Kelp | 1997 | 1999-06", "subject",
     {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "start": "1997",
      "end": "1999-06"}),
    ("Ann | mayor of | Kelp | .. | 1999", "subject",
     {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "end": "1999"}),
    ("Ann | mayor of | Kelp | 2003 | .. | 2   # Herald", "subject",
     {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "start": "2003",
      "occurrence": 2, "source": "Herald"}),
    ("NO OVERLAP lecture seminar exam", "no_overlap",
     {"no_overlap": ["lecture", "seminar", "exam"]}),
    ("ONE employer AT A TIME", "one", {"one_at_a_time": "employer"}),
    ("ONE head of AT A TIME PER OBJECT", "one", {"one_at_a_time": "head of", "per": "object"}),
    ("storm BEFORE flood WEIGHT 3", "a", {"a": "storm", "relation": "before", "b": "flood",
                                          "weight": 3}),
    ("visit DURING morning OR visit DURING evening AND visit AFTER call", "any",
     {"any_of": [[{"a": "visit", "relation": "during", "b": "morning"}],
                 [{"a": "visit", "relation": "during", "b": "evening"},
                  {"a": "visit", "relation": "after", "b": "call"}]]}),
)  # fmt: skip


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[0])
def test_text_and_data_say_the_same_there_and_back(story: tuple[str, str, dict]) -> None:
    text, _, data = story
    assert Statement.parse(text).to_json() == data
    assert str(Statement.of(data)) == text
    assert Statement.of(json.loads(json.dumps(data))).links() == Statement.parse(text).links()


def _cell(column: str, value: object) -> str:
    if isinstance(value, dict):
        return str(value["date"])
    if isinstance(value, list):
        return " | ".join(value) if column == "no_overlap" else ".".join(value)
    return '"' + str(value).replace('"', '""') + '"' if column in ("a", "b") else str(value)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_says_the_same(tmp_path, separator: str) -> None:
    for kind in ("a", "x", "lasts", "of", "subject", "no_overlap", "one"):
        said = [data for _, of, data in STORIES if of == kind]
        columns = list(dict.fromkeys(key for data in said for key in data))[::-1]
        path = tmp_path / f"{kind}.csv"
        with path.open("w", encoding="utf-8-sig", newline="") as stream:
            writer = csv.writer(stream, delimiter=separator)
            writer.writerow([column.replace("_", " ").title() for column in columns])
            for data in said:
                writer.writerow([_cell(key, data[key]) if key in data else "" for key in columns])
        assert [statement.to_json() for statement in read_statements(path)] == said


def test_lines_of_json_and_text_are_documents(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(data) for _, _, data in STORIES))
    (tmp_path / "a.txt").write_text("\n".join(text for text, _, _ in STORIES))
    json_read, text_read = (
        open_collection(tmp_path / name).read(name) for name in ("a.jsonl", "a.txt")
    )
    assert json_read.entities == text_read.entities
    assert [link.rel_type for link in json_read.tlinks] == [
        link.rel_type for link in text_read.tlinks
    ]
    assert [stated.data for stated in json_read.statements] == [
        stated.data for stated in text_read.statements
    ]


names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]),
                min_size=1, max_size=8).map(str.strip).filter(bool)  # fmt: skip


@given(names, st.sampled_from(sorted(set(RELATIONS.values()))), names, names)
def test_any_names_come_back_from_text(a: str, relation: str, b: str, source: str) -> None:
    data = {"a": a, "relation": relation_named(relation), "b": b, "source": source}
    assert Statement.parse(str(Statement.of(data))).to_json() == data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("storm BEFOR flood", "did you mean before"),
        ("storm", "is not a statement"),
        ("x WITHIN 1998-13", "1998-13"),
        ("x WITHIN 1998-5", "1998-05"),
        ("x LASTS MORE THAN 3 days", "AT LEAST"),
        ("ONE employer AT A TIME PER DAY", "per must be one of"),
        ("a.end <= b", "NAME.start or NAME.end"),
        ("Ann | at | Kelp | 1 | 2 | 3 | 4", "subject | relation | object"),
        ("| at | Kelp | 2020", "the subject is empty; a fact is: subject | relation | object"),
        ("Ann || Kelp | 2020", "the relation is empty"),
        ("Ann | at |  | 2020", "the object is empty"),
        ("Ann | at |", "the object is empty"),
        ("BEFORE | | AFTER", "the relation is empty"),
        ("| | |", "the subject is empty"),
        ("Ann | at | Kelp|Bay | 2020", "Bay"),
        ("storm BEFOR|MEETS|AFTER flood", "did you mean before"),
        ('"a storm BEFORE flood   # letter', "has a quote that is not closed"),
        ('storm" BEFORE flood', "has a quote that is not closed"),
        ('Ann | at | "Kelp | 2020', "has a quote that is not closed"),
        (
            "storm AT 2024-05-01T10:00   # letter",
            "two ends; write storm.start AT 2024-05-01T10:00, storm.end AT 2024-05-01T10:00$",
        ),
        ('"a storm" AT 2024-05-01', 'write "a storm".start AT 2024-05-01, "a storm".end AT'),
        ("storm WITHIN {2023,2024}", "is several dates, not one; write '.2023,2024.'"),
        ("storm.end WITHIN {2023, 2024}", "is several dates, not one"),
        ("storm DURING {2023,2024}", "is several dates, not one"),
    ],
)
def test_what_is_not_a_statement_is_refused_with_the_way_out(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("|", r"\|")):
        Statement.parse(text).links()


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("a,relation,b\nx,before,y\nx,befor,y\n", 3, "did you mean before"),
        ('a,relation,b\nx,within,"{2023,2024}"\n', 2, "is several dates, not one"),
        ("a,relation,b\nx,before\n", 2, "the row has 2 fields, the heading 3"),
        ("a,relation,b\nx\n", 2, "the row has 1 field, the heading 3"),
        ('{"a": "x", "relation": "before", "b": "y"}\n{"a": "x", "b": "y"}\n', 2, "relation"),
        ('{"a": "x", "relation": "before", "b": "y"}\n{"a"\n', 2, "delimiter"),
        ('x BEFORE y\n"x BEFORE z\n', 2, "has a quote that is not closed"),
        ("x BEFORE y\nx BEFORE z\nx BEFORE\n", 3, "is not a statement"),
    ],
)
def test_a_fault_in_a_file_has_its_line(tmp_path, content: str, line: int, message: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(content)
    with pytest.raises(TimeMLError, match=message) as raised:
        list(read_statements(path))
    assert (raised.value.line, raised.value.file) == (line, str(path))


@pytest.mark.parametrize(
    "text",
    ["Ann | at | Kelp || 2022", "Ann | at | Kelp | | 2022", "Ann|at|Kelp||2022",
     "Ann | at |Kelp| .. | 2022", "Ann | at | Kelp | | 2022 |", '"Ann" | at | "Kelp" || 2022'],
)  # fmt: skip
def test_a_fact_is_split_at_every_bar(text: str) -> None:
    assert Statement.parse(text) == Statement.parse("Ann | at | Kelp | .. | 2022")


@pytest.mark.parametrize("label", find_scheme("tml").names)
def test_relations_of_timeml_mean_what_they_do_there(label: str) -> None:
    (link,) = Statement.parse(f"a {label.lower()} b").links()
    if label == "DURING":  # Allen's
        assert link.relation == AllenSet("during")
    else:
        assert link.relation == find_scheme("tml").meaning(label)


def test_one_of_a_set_of_dates_is_a_place_and_brackets_in_quotes_a_name() -> None:
    assert Statement.parse("x WITHIN [2023,2024]").to_json() == {"of": "x", "within": "[2023,2024]"}
    for name in ("{2023,2024}", "[2023,2024]", "[1]", "{a}", "2023"):
        data = {"a": name, "relation": "before", "b": "y"}
        assert Statement.parse(str(Statement.of(data))).to_json() == data


def test_a_text_of_bars_without_blanks_may_be_of_another_format() -> None:
    assert spelling_of("1|storm|flood\n2|flood|repair\n") is None
    assert spelling_of("Ann | at | Kelp || 2022\n") == "text"


@pytest.mark.parametrize("bar", ["|", " | ", "| ", " |"])
def test_relations_may_stand_between_bars(bar: str) -> None:
    said = Statement.parse(f'"a storm" {bar.join(("BEFORE", "MEETS", "OVERLAPS"))} flood')
    assert said == Statement.parse('"a storm" BEFORE|MEETS|OVERLAPS flood')
    data = {"a": "a | b", "relation": "before | meets | overlaps", "b": "c|d e f"}
    assert Statement.parse(f'"a | b" {said.to_json()["relation"]} "c|d e f"').to_json() == data


def test_a_heading_that_says_nothing_names_the_columns(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("who,what\nAnn,slept\n")
    with pytest.raises(TimeMLError, match="columns are 'who', 'what'; a table of statements has a"):
        list(read_statements(path))


# ---- occurrences ------------------------------------------------------------------------------


def fact(start: str | None = None, end: str | None = None, **more: object) -> dict:
    said = {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "start": start, "end": end}
    return {key: value for key, value in {**said, **more}.items() if value is not None}


def test_a_fact_happens_twice_and_each_is_named() -> None:
    known = Occurrences()
    said = [fact("1997", "1999"), fact("2003"), fact(end="2004"), fact("1997", "1999")]
    assert [fact_name(known.add(stated)) for stated in said] == [
        "Ann mayor of Kelp", "Ann mayor of Kelp, 2nd", "Ann mayor of Kelp, 2nd", "Ann mayor of Kelp"
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r'happened 2 times.*"occurrence": 1, "occurrence": 2'):
        known.add(fact())
    with pytest.raises(ValueError, match="has 2 occurrences; the next one is 3, not 7"):
        known.add(fact(occurrence=7))


def test_an_occurrence_of_which_nothing_is_said_is_not_there() -> None:
    known = Occurrences()
    _, second = known.add(fact("1997", "1999")), known.add(fact("2003", "2004"))
    known = Occurrences([second])
    assert known.meant(fact("2003")) == 2
    assert known.meant(fact("1990", "1991")) == 1
    assert Occurrences().meant(fact()) == 1


GRID = 4
YEARS = range(2000, 2004)
granules = st.sampled_from([None, *(f"{y}" for y in YEARS), *(f"{y}-{m:02}" for y in YEARS
                                                              for m in (1, 7))])  # fmt: skip
DAY = 86400


def span_of(granule: str | None) -> tuple[float, float]:
    """A granule in quarters of months from 2000, computed here by hand."""
    if granule is None:
        return -inf, inf
    year, _, month = granule.partition("-")
    begin = (int(year) - 2000) * 12
    return (begin * GRID, (begin + 12) * GRID) if not month else (
        (begin + int(month) - 1) * GRID, (begin + int(month)) * GRID)  # fmt: skip


def possible(said: list[dict]) -> list[tuple[int, ...]]:
    """The orders in which such periods can follow each other without overlap, by trying all."""
    found = []
    for order in permutations(range(len(said))):
        now = Fraction(-1000)
        for number in order:
            start, end = span_of(said[number].get("start")), span_of(said[number].get("end"))
            begun = max(now, start[0])
            ended = max(begun + Fraction(1, 100), end[0])
            if begun >= start[1] or ended >= end[1]:
                break
            now = ended
        else:
            found.append(order)
    return found


lives = st.lists(st.tuples(granules, granules), min_size=2, max_size=4)


@given(lives)
def test_orders_are_those_of_every_possible_sequence(life: list[tuple]) -> None:
    said = [fact(*pair, occurrence=number) for number, pair in enumerate(life, 1)]
    if not all(possible([stated]) for stated in said):
        return  # it ends before it starts, which is refused where it is read
    worlds = possible(said)
    names = [fact_name(stated) for stated in said]
    for order in orders(said):
        first, second = names.index(order.first), names.index(order.second)
        before = {world.index(first) < world.index(second) for world in worlds}
        if not order.open:
            assert before <= {True}
        elif len(said) == 2:
            assert before == {True, False}, "what is open has both orders"


@given(lives)
def test_a_graph_is_closed_by_the_orders(life: list[tuple]) -> None:
    """What a graph knows of occurrences holds in every sequence that is possible."""
    said = [fact(*pair, occurrence=number) for number, pair in enumerate(life, 1)]
    worlds = possible(said)
    if not worlds:
        return
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    for one in said:
        try:
            graph.extend(Statement.of(one).links())  # type: ignore[arg-type]
        except ValueError:
            return  # it ends before it starts
    add_orders(graph, said)
    names = [fact_name(stated) for stated in said]
    for a, b in permutations(range(len(said)), 2):
        before = {world.index(a) < world.index(b) for world in worlds}
        answer = graph.ask(names[a], ["before", "meets"], names[b]).value
        assert answer == "unknown" or (answer == "yes") == (before == {True})
    assert not graph.conflicts


@given(st.lists(st.tuples(granules, granules), min_size=2, max_size=2))
@example([("2000", "2002"), ("2001", "2003")])
def test_two_occurrences_contradict_each_other_if_their_dates_exclude_both_orders(
    life: list[tuple],
) -> None:
    said = [fact(*pair, occurrence=number) for number, pair in enumerate(life, 1)]
    dates, epoch = list[MetricBound](), 0
    for start, stated in ((1, said[0]), (3, said[1])):
        dates.append((start + 1, start, Fraction(0), True))
        for point, side in ((start, "start"), (start + 1, "end")):
            low, after = span_of(stated.get(side))
            if low > -inf:
                dates += [
                    (point, epoch, Fraction(-low), False),
                    (epoch, point, Fraction(after), True),
                ]
    if tightest_bounds(5, dates) is None:
        return  # one of them ends before it starts
    in_order = [(3, 2, Fraction(0), False)], [(1, 4, Fraction(0), False)]
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    for stated in said:
        graph.extend(Statement.of(stated).links())  # type: ignore[arg-type]
    add_orders(graph, said)
    excluded = all(tightest_bounds(5, [*dates, *order]) is None for order in in_order)
    assert bool(graph.conflicts) == excluded
    if excluded:
        names = [fact_name(stated) for stated in said]
        (conflict,) = graph.conflicts
        assert {link.start[0] for link in conflict.against if isinstance(link, Placement)} == {
            *names
        }


@given(lives, st.tuples(granules, granules))
def test_a_fact_is_about_the_occurrence_that_its_dates_allow(life: list[tuple], new) -> None:
    known: dict[int, list[dict]] = {}
    occurrences = Occurrences()
    for pair in [*life, new]:
        one = fact(*pair)
        if possible([one]):
            expected = _meant(one, known)
            if expected is None:
                with pytest.raises(ValueError, match="say which"):
                    occurrences.add(one)
            else:
                assert occurrences.add(one).get("occurrence", 1) == expected
                known.setdefault(expected, []).append(one)


def _meant(one: dict, known: dict[int, list[dict]]) -> int | None:
    """The rule in other words; ``None`` where several can be meant."""
    if "start" in one and "end" in one:
        for number, said in known.items():
            if one["start"] in [o.get("start") for o in said] and one["end"] in [
                o.get("end") for o in said
            ]:
                return number
        return len(known) + 1
    fitting = [number for number, said in known.items() if _together([one, *said])]
    if len(fitting) > 1:
        return None
    return fitting[0] if fitting else len(known) + 1


def _together(said: list[dict]) -> bool:
    """Whether one period is all of this, on a grid."""
    starts, ends = ([span_of(one.get(side)) for one in said] for side in ("start", "end"))
    low, high = max(s[0] for s in starts), min(s[1] for s in starts)
    first, last = max(e[0] for e in ends), min(e[1] for e in ends)
    return low < high and first < last and max(low, first) < last and low < last


days = st.lists(
    st.sampled_from(("2000", "2001", "2000-12", "2001-01", "2000-12-31", "2001-01-01")), max_size=2
)


@given(days, days)
@example(["2000", "2001"], [])
@example(["2001-01"], ["2000-12-31", "2001"])
def test_dates_of_one_occurrence_contradict_each_other_if_no_day_has_them_all(
    starts: list[str], ends: list[str]
) -> None:
    """Tried with all starts and ends from November 2000 to February 2001, in steps of six hours."""
    said = [fact(start=day) for day in starts] + [fact(end=day) for day in ends]
    names = [str(date(2000, 11, 1) + timedelta(k // 4)) for k in range(4 * 120)]
    begun, ended = (
        [k for k, day in enumerate(names) if all(day.startswith(one) for one in stated)]
        for stated in (starts, ends)
    )
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.extend(link for statement in said for link in links_of(statement))  # type: ignore[misc]
    graph.extend(short_of_midnight(graph, said))
    assert bool(graph.conflicts) != (bool(begun and ended) and begun[0] < ended[-1])


@pytest.mark.parametrize("choice", ["", '{"no_overlap": ["tea", "rain"]}'])
def test_a_file_in_which_dates_of_one_end_meet_at_midnight_contradicts_itself(
    tmp_path, choice: str
) -> None:
    said = [fact("2015", source="chat 1"), fact("2016-01-01T00:00", occurrence=1)]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([*map(json.dumps, said), choice]))
    (finding,) = check_document(open_collection(path).read("a.jsonl"), path=path).findings
    first = "a.jsonl:1 (chat 1): Ann mayor of Kelp.start is within 2015"
    second = "a.jsonl:2: Ann mayor of Kelp.start is within 2016-01-01T00:00"
    assert finding.message.startswith(first)
    assert finding.message.endswith(f" contradicts {second}")
    document = open_collection(path).read("a.jsonl")
    claimed = Statement.of(fact("2016-03", occurrence=1))
    (verified,) = verify_claims([Claim(str(claimed), claimed.links())], document)
    assert verified.verdict.value == "disputed"


def test_an_end_at_midnight_agrees_with_the_day_before() -> None:
    name = fact_name(fact())
    for last, midnight in (("2015-12-31", "2016-01-01T00:00:00"), ("2015", "2015-12-31T24:00")):
        said = [fact(end=midnight), fact(end=last, occurrence=1)]
        graph: TimeGraph[str] = TimeGraph()
        graph.extend(link for statement in said for link in links_of(statement))  # type: ignore[misc]
        assert short_of_midnight(graph, said) == []
        assert graph.latest((name, "end")) == datetime(2016, 1, 1)


def test_one_occurrence_may_end_where_the_next_starts() -> None:
    said = [fact(end="2015"), fact(start="2016", occurrence=2), fact(end="2015-12", occurrence=1)]
    graph: TimeGraph[str] = TimeGraph()
    graph.add(fact_name(said[0]), "meets", fact_name(said[1]))
    graph.extend(link for statement in said for link in links_of(statement))  # type: ignore[misc]
    add_orders(graph, said)
    assert short_of_midnight(graph, said) == []
    assert graph.latest((fact_name(said[0]), "end")) == datetime(2016, 1, 1)


# ---- one at a time ----------------------------------------------------------------------------


def employer(who: str, start: str | None = None, end: str | None = None) -> Statement:
    return Statement.of(fact(start, end, relation="employer", object=who))


RULE = Statement.of({"one_at_a_time": "employer"})


def test_a_newer_value_closes_the_older_one() -> None:
    resolved = resolve(employer("Bolt", "2005"), [RULE, employer("Acme", "2001")])
    (closing,) = resolved.closings
    assert (str(closing.of), closing.until) == ("Ann | employer | Acme | 2001", "2005")
    assert "one employer at a time per subject" in closing.why


def test_a_late_statement_about_an_older_time_closes_nothing_newer() -> None:
    resolved = resolve(employer("Acme", "2001"), [RULE, employer("Bolt", "2005")])
    (closing,) = resolved.closings
    assert fact_name(closing.of.data) == "Ann employer Acme"
    assert closing.until == "2005"


def test_starts_that_are_not_ordered_close_nothing() -> None:
    assert not resolve(employer("Bolt", "2005"), [RULE, employer("Acme", "2005")]).closings
    (order,) = orders([RULE.data, employer("Acme", "2005").data, employer("Bolt", "2005").data])
    assert order.open


def test_without_the_rule_both_go_on() -> None:
    assert not resolve(employer("Bolt", "2005"), [employer("Acme", "2001")]).closings


def test_a_stated_end_is_not_moved_and_the_conflict_is_named(tmp_path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ONE employer AT A TIME\nAnn | employer | Acme | 2001 | 2007   # Herald\n"
                    "Ann | employer | Bolt | 2005\n")  # fmt: skip
    graph = build(open_collection(path).read("a.txt"), on_conflict="drop-link")
    (conflict,) = graph.conflicts
    assert "one employer at a time per subject" in str(conflict.link.source)
    assert {link.source.lid for link in conflict.against} == {"a.txt:2 (Herald)", "a.txt:3"}


@pytest.mark.parametrize(
    "rules",
    [
        [{"one_at_a_time": "employer"}] * 2,
        [{"one_at_a_time": "employer"}, {"one_at_a_time": "employer", "per": "both"}],
    ],
)
def test_a_rule_that_is_stated_twice_is_one_rule(rules: list[dict]) -> None:
    acme, bolt = employer("Acme", "2015", "2017").data, employer("Bolt", "2018").data
    once = [{"one_at_a_time": "employer", "per": rules[-1].get("per", "subject")}]
    assert orders([*rules, acme, acme]) == []
    assert orders([*rules, acme, bolt]) == orders([*once, acme, bolt]) != []


OPEN = """ONE employer AT A TIME
Ann | employer | Acme | 2015
Ann | employer | Bolt | 2015
leave DURING "Ann employer Acme"
trip DURING "Ann employer Bolt"
"""


def test_what_must_not_overlap_does_not_where_its_order_is_open(tmp_path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OPEN)
    document = open_collection(path).read("a.txt")
    session = Session(document)
    for pair in ('"Ann employer Acme" {} "Ann employer Bolt"', "leave {} trip"):
        for relation in ("OVERLAPS", "SIMULTANEOUS", "INCLUDES"):
            question = parse_question("IS " + pair.format(relation))
            assert session.ask(question) is Answer.NO
            proof = explain_question(session.graph, document, question)
            assert "one employer at a time" in str(proof)
        assert session.ask(f"IS {pair.format('BEFORE')}") is Answer.UNKNOWN
    claims = [
        Claim(a, Statement.of({"a": a, "relation": "during", "b": b}).links())
        for a, b in [("Ann employer Acme", "Ann employer Bolt"), ("leave", "trip")]
    ]
    verdicts = [found.verdict.value for found in verify_claims(claims, document)]
    assert verdicts == ["contradicted", "contradicted"]


def test_of_many_open_orders_a_question_takes_its_own(tmp_path) -> None:
    path = tmp_path / "a.txt"
    facts = [f"Ann | employer | Firm{number} | 2015\n" for number in range(60)]
    length = '"Ann employer Firm3" LASTS AT LEAST 3 days\n'
    for more in ("", length):
        path.write_text("ONE employer AT A TIME\n" + "".join(facts) + more)
        session = Session(open_collection(path).read("a.txt"))
        assert session.ask('IS "Ann employer Firm3" OVERLAPS "Ann employer Firm50"') is Answer.NO
        assert session.graph.exact is not bool(more)


def test_what_certainly_overlaps_contradicts_the_rule(tmp_path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OPEN + "leave EQUAL trip\n")
    (conflict,) = build(open_collection(path).read("a.txt"), on_conflict="drop-link").conflicts
    assert "one employer at a time per subject" in str(conflict.link.source)


def test_a_stated_relation_is_before_the_convention_of_dates(tmp_path) -> None:
    text = """ONE employer AT A TIME
Ann | employer | Acme | 2010 | 2015
Ann | employer | Bolt | 2016
"Ann employer Acme" MEETS "Ann employer Bolt"
"""
    path = tmp_path / "a.txt"
    path.write_text(text)
    graph = build(open_collection(path).read("a.txt"))
    assert graph.ask("Ann employer Acme", "meets", "Ann employer Bolt").value == "yes"
    path.write_text(text.replace("2016", "2014"))
    graph = build(open_collection(path).read("a.txt"), on_conflict="drop-link")
    assert graph.conflicts


def test_relations_order_what_dates_do_not(tmp_path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ONE employer AT A TIME\nAnn | employer | Acme\nAnn | employer | Bolt\n"
                    '"Ann employer Acme".start < "Ann employer Bolt".start\n')  # fmt: skip
    graph = build(open_collection(path).read("a.txt"))
    assert graph.ask("Ann employer Acme", ["before", "meets"], "Ann employer Bolt").value == "yes"


def test_dates_are_read_as_people_write_them() -> None:
    assert named_date("May 1990") == named_date("1990-05")
    assert (
        named_date("1990-05-01").place.earliest == (date(1990, 5, 1) - date(1970, 1, 1)).days * DAY
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a BEFORE|AFTER b\na MEETS b\n", "contradiction"),
        ("NO OVERLAP a b\na OVERLAPS b\n", "contradiction"),
        ("a LASTS AT LEAST 3 days AND AT MOST 2 days\na BEFORE b\n", "bad-statement"),
        ("a.start AT 2024-01-01T10:00Z\nb.start AT 2024-01-01T10:00\n", "bad-statement"),
    ],
)
def test_what_a_graph_leaves_out_is_a_finding(tmp_path, text: str, code: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    document = open_collection(path).read("a.txt")
    assert [finding.code for finding in check_document(document, path="a.txt").findings] == [code]
    assert set(build(document).entities) >= {"a"}


# ---- dates in questions -----------------------------------------------------------------------

DATES = ("1998", "1998-05", "1998-05-03", "1998-05-04", "1998-06", "1999")


@pytest.mark.parametrize("choice", ["", "NO OVERLAP a b\n"])
@given(
    places=st.lists(
        st.tuples(
            st.sampled_from("xyz"), st.sampled_from(("WITHIN", "SPANNING")), st.sampled_from(DATES)
        ),
        max_size=3,
        unique_by=lambda place: place[0],
    ),
    date_asked=st.sampled_from(DATES),
    order=st.sampled_from(("", "x BEFORE y\n", "z OVERLAPS x\n")),
    asked=st.sampled_from(
        [
            *(("BEFORE", "before"), ("AFTER", "after"), ("IS_INCLUDED", "during")),
            *(("IBEFORE", "meets"), ("SIMULTANEOUS", "equal"), ("INCLUDES", "contains")),
        ]
    ),
)
def test_a_question_relates_statements_to_the_dates_that_it_names(
    tmp_path_factory, choice: str, places: list, date_asked: str, order: str, asked: tuple[str, str]
) -> None:
    path = tmp_path_factory.mktemp("dates") / "days.txt"
    lines = "".join(f"{name} {how} {place}\n" for name, how, place in places)
    path.write_text(f"x EQUAL x\n{lines}{order}{choice}", encoding="utf-8")
    graph: TimeGraph = TimeGraph(on_conflict="drop-link")
    for name, how, place in places:
        graph.place(name, **{how.lower(): place})
    if order:
        graph.add(*order.split())
    graph.place("it", spanning=date_asked)
    label, relation = asked
    expected = graph.ask("x", relation, "it") if "x" in graph else Answer.UNKNOWN
    session = Session(open_collection(path).read("days.txt"))
    found = session.ask(f"IS x {label} {date_asked}")
    if choice and expected is not Answer.UNKNOWN:
        # In networks a day that ends may meet the next: less is certain, and nothing else.
        assert found in (expected, Answer.UNKNOWN)
    else:
        assert found == expected
    # What else is asked changes nothing.
    session.ask("IS x BEFORE 1999-W01")
    assert session.ask(f"IS x {label} {date_asked}") == found


@pytest.mark.parametrize("choice", ["", "p BEFORE|AFTER q\n"])
def test_a_named_date_of_another_clock_is_reported_and_stays_open(tmp_path, choice: str) -> None:
    lines = "x BEFORE 2001-05-05T10:00Z\ny AFTER 2001-06-05T10:00\nz BEFORE x\n"
    (tmp_path / "clocks.txt").write_text(lines + choice, encoding="utf-8")
    document = open_collection(tmp_path).read("clocks.txt")
    (found,) = check_document(document, path="clocks.txt").findings
    assert (found.code, found.place) == ("bad-statement", "clocks.txt:2")
    assert "2001-06-05T10:00: some times have a time zone" in found.message
    session = Session(document)
    assert session.ask("IS z BEFORE 2001-05-05T11:00Z") is Answer.YES
    assert session.ask("IS x BEFORE y") is Answer.UNKNOWN


def test_quotes_that_do_not_close_are_refused_where_their_row_begins(tmp_path) -> None:
    rows = 'a,relation,b\nstorm,before,flood\nflood,before,"repair\nrepair,before,storm\n'
    (tmp_path / "open.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(TimeMLError, match="quotes of this row do not close") as found:
        open_collection(tmp_path).read("open.csv")
    assert found.value.line == 3
