"""Networks of distances from textbooks, papers and lecture notes, with the results published there.

Each has its source and what the source says: bounds, distances, schedules, or that there is no
solution. What a source leaves to the reader was worked out by hand, and says so. All are also
compared with Floyd and Warshall, pair by pair. A network of *bounds* lists ``(x, y, least, most)``,
that y - x is at least and at most so long; *arcs* are shortest-path problems ``(x, y, most)``;
*jobs* are projects: durations, and which job has to end before which other starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from tests.oracle.dated import MetricBound, tightest_bounds
from timegraph import ContradictionError, TimeGraph
from timegraph.links import Endpoint

Number = Fraction | int | None
Pair = tuple[str, str]
Bound = tuple[str, str, Number, Number]


@dataclass(frozen=True)
class Example:
    """A network with what its source says of it; ``expected`` has bounds of y - x for pairs (x, y),
    ``(None, upper)`` where only one side is given."""

    name: str
    source: str
    bounds: Sequence[Bound]
    expected: Mapping[Pair, tuple[Number, Number]] = field(default_factory=dict)
    solution: Mapping[str, int] = field(default_factory=dict)
    consistent: bool = True
    cycle: frozenset[Pair] = frozenset()


def arcs(*lines: str) -> list[Bound]:
    """Bounds ``x y most``, one per line."""
    words = (line.split() for text in lines for line in text.strip().splitlines())
    return [(x, y, None, Fraction(most)) for x, y, most in words]


def differences(text: str) -> list[Bound]:
    """Constraints ``j i b`` that say x_j - x_i <= b, one per line."""
    words = (line.split() for line in text.strip().splitlines())
    return [(f"x{i}", f"x{j}", None, Fraction(b)) for j, i, b in words]


def project(jobs: Mapping[str, int], before: Sequence[Pair], length: int) -> list[Bound]:
    """The bounds of a project that takes ``length`` in all, between 0 and its end."""
    bounds: list[Bound] = [("0", "end", length, length)]
    for job, duration in jobs.items():
        bounds.append(("0", f"{job}+", 0, None))
        bounds.append((f"{job}+", f"{job}-", duration, duration))
        bounds.append((f"{job}-", "end", 0, None))
    return bounds + [(f"{one}-", f"{other}+", 0, None) for one, other in before]


def starts(**jobs: tuple[int, int]) -> dict[Pair, tuple[Number, Number]]:
    """The earliest and the latest start of each job."""
    return {("0", f"{job}+"): span for job, span in jobs.items()}


def distances(source: str, **to: str) -> dict[Pair, tuple[Number, Number]]:
    """The lengths of shortest paths from one vertex."""
    return {(source, name.lstrip("v")): (None, Fraction(most)) for name, most in to.items()}


DMP = "Dechter, Meiri & Pearl (1991), Temporal constraint networks, AI 49: 61-95, example 1.1"
CLRS = "Cormen, Leiserson, Rivest & Stein, Introduction to Algorithms"
ALGS4 = "Sedgewick & Wayne, Algorithms, 4th edition, section 4.4"
TRAIN_EXAM = (
    "exam question on simple temporal networks, transtutors.com/questions/this-question-is-about-"
    "simple-temporal-networks-stns-and-simple-temporal-networks-wi-11404899.htm"
)
TAYLOR = "Taylor, Introduction to Management Science, solutions to chapter 8"


def commuters(john: tuple[int, Number], fred: tuple[int, int]) -> list[Bound]:
    """Minutes after 7:00. John left between 7:10 and 7:20, Fred arrived between 8:00 and 8:10, and
    John arrived 10 to 20 minutes after Fred left."""
    return [
        ("0", "john leaves", 10, 20),
        ("john leaves", "john arrives", *john),
        ("fred leaves", "fred arrives", *fred),
        ("0", "fred arrives", 60, 70),
        ("fred leaves", "john arrives", 10, 20),
    ]


CAR, BUS = (30, 40), (60, None)
FREDS_CAR, CARPOOL = (20, 30), (40, 50)

TINY_EWD = """
4 5 0.35
5 4 0.35
4 7 0.37
5 7 0.28
7 5 0.28
5 1 0.32
0 4 0.38
0 2 0.26
7 3 0.39
1 3 0.29
2 7 0.34
6 2 0.40
3 6 0.52
6 0 0.58
6 4 0.93
"""

TRAIN = [
    ("7:00", "leave", 50, 60),
    ("leave", "station", 10, 15),
    ("station", "train", 0, None),
    ("7:00", "train", 80, 80),
    ("arrive", "work", 0, None),
    ("7:00", "work", None, 120),
]  # fmt: skip

EXAMPLES = (
    Example(
        "both by car, Fred in a carpool",
        f"{DMP}; bounds by hand",
        commuters(CAR, CARPOOL),
        {
            ("0", "john leaves"): (10, 20),
            ("0", "john arrives"): (40, 50),
            ("0", "fred leaves"): (20, 30),
            ("0", "fred arrives"): (60, 70),
            ("john leaves", "fred leaves"): (10, 20),
        },
    ),
    Example(
        "both in their own cars",
        f"{DMP}; bounds by hand",
        commuters(CAR, FREDS_CAR),
        {("0", "john arrives"): (40, 60), ("0", "fred leaves"): (30, 50)},
    ),
    Example(
        "John by bus, Fred by car: all at the last minute",
        f"{DMP}; bounds by hand: 7:10 + 60 minutes is 8:10, so Fred left 20 minutes before",
        commuters(BUS, FREDS_CAR),
        {
            ("0", "john leaves"): (10, 10),
            ("0", "john arrives"): (70, 70),
            ("0", "fred leaves"): (50, 50),
            ("0", "fred arrives"): (70, 70),
        },
    ),
    Example(
        "John by bus, Fred in a carpool: impossible",
        f"{DMP}; by hand: Fred left at 7:50 or later and arrived by 8:10",
        commuters(BUS, CARPOOL),
        consistent=False,
    ),
    Example(
        "eight difference constraints",
        f"{CLRS}, section 24.4 (22.4 in the 4th edition), with the solution (-5, -3, 0, -1, -4)",
        differences("1 2 0\n1 5 -1\n2 5 1\n3 1 5\n4 1 4\n4 3 -1\n5 3 -3\n5 4 -3"),
        solution={"x1": -5, "x2": -3, "x3": 0, "x4": -1, "x5": -4},
    ),
    Example(
        "ten difference constraints",
        f"{CLRS}, exercise 24.4-1 (22.4-1), with the solution (-5, -3, 0, -1, -6, -8)",
        differences("1 2 1\n1 4 -4\n2 3 2\n2 5 7\n2 6 5\n3 6 10\n4 2 2\n5 1 -1\n5 4 3\n6 3 -8"),
        solution={"x1": -5, "x2": -3, "x3": 0, "x4": -1, "x5": -6, "x6": -8},
    ),
    Example(
        "nine difference constraints without a solution",
        f"{CLRS}, exercise 24.4-2 (22.4-2); five of them add up to -1",
        differences("1 2 4\n1 5 5\n2 4 -6\n3 2 1\n4 1 3\n4 3 5\n4 5 10\n5 3 -4\n5 4 -8"),
        consistent=False,
        cycle=frozenset({("x1", "x4"), ("x4", "x2"), ("x2", "x3"), ("x3", "x5"), ("x5", "x1")}),
    ),
    Example(
        "five vertices from s",
        f"{CLRS}, figure 24.4 (22.4)",
        arcs("s t 6\ns y 7\nt x 5\nt y 8\nt z -4\nx t -2\ny x -3\ny z 9\nz x 7\nz s 2"),
        distances("s", t="2", x="4", y="7", z="-2"),
    ),
    Example(
        "all pairs of five vertices",
        f"{CLRS}, figure 25.1 (23.1 and 23.4)",
        arcs("1 2 3\n1 3 8\n1 5 -4\n2 4 1\n2 5 7\n3 2 4\n4 1 2\n4 3 -5\n5 4 6"),
        distances("1", v2="1", v3="-3", v4="2", v5="-4")
        | distances("2", v1="3", v3="-4", v4="1", v5="-1")
        | distances("3", v1="7", v2="4", v4="5", v5="3")
        | distances("4", v1="2", v2="-1", v3="-5", v5="-2")
        | distances("5", v1="8", v2="5", v3="1", v4="6"),
    ),
    Example(
        "all pairs of four vertices",
        "Wikipedia, Floyd-Warshall algorithm, example",
        arcs("1 3 -2\n2 1 4\n2 3 3\n3 4 2\n4 2 -1"),
        distances("1", v2="-1", v3="-2", v4="0")
        | distances("2", v1="4", v3="2", v4="4")
        | distances("3", v1="5", v2="1", v4="2")
        | distances("4", v1="3", v2="-1", v3="1"),
    ),
    Example(
        "tinyEWD",
        f"{ALGS4}, output of DijkstraSP tinyEWD.txt 0",
        arcs(TINY_EWD),
        distances("0", v1="1.05", v2="0.26", v3="0.99", v4="0.38", v5="0.73", v6="1.51", v7="0.60"),
    ),
    Example(
        "tinyEWDn",
        f"{ALGS4}, output of BellmanFordSP tinyEWDn.txt 0",
        arcs(
            TINY_EWD.replace("6 2 0.40", "6 2 -1.20")
            .replace("6 0 0.58", "6 0 -1.40")
            .replace("6 4 0.93", "6 4 -1.25")
        ),
        distances("0", v1="0.93", v2="0.26", v3="0.99", v4="0.26", v5="0.61", v6="1.51", v7="0.60"),
    ),
    Example(
        "tinyEWDnc",
        f"{ALGS4}, output of BellmanFordSP tinyEWDnc.txt 0: the cycle 4->5 0.35, 5->4 -0.66",
        arcs(TINY_EWD.replace("5 4 0.35", "5 4 -0.66")),
        consistent=False,
        cycle=frozenset({("4", "5"), ("5", "4")}),
    ),
    Example(
        "ten jobs in parallel",
        f"{ALGS4}, output of CPM jobsPC.txt: each start is the earliest; 173 in all",
        project(
            dict(zip("0123456789", (41, 51, 50, 36, 38, 45, 21, 32, 32, 29), strict=True)),
            list(zip("00016677899", "17923838246", strict=True)),
            173,
        ),
        {
            ("0", f"{job}+"): (start, None)
            for job, start in enumerate((0, 41, 123, 91, 70, 0, 70, 41, 91, 41))
        },
    ),
    Example(
        "two cars to assemble",
        "Russell & Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, section 11.1: "
        "85 minutes; the first car has 15 to spare",
        project(
            {"E1": 30, "W1": 30, "I1": 10, "E2": 60, "W2": 15, "I2": 10},
            [("E1", "W1"), ("W1", "I1"), ("E2", "W2"), ("W2", "I2")],
            85,
        ),
        starts(E1=(0, 15), W1=(30, 45), I1=(60, 75), E2=(0, 0), W2=(60, 60), I2=(75, 75)),
    ),
    Example(
        "seven activities, 20 in all",
        f"{TAYLOR}, first table of times (page 114): earliest and latest starts",
        project(
            {"12": 7, "13": 10, "24": 6, "34": 5, "35": 4, "45": 3, "56": 2},
            [
                ("12", "24"),
                ("13", "34"),
                ("13", "35"),
                ("24", "45"),
                ("34", "45"),
                ("35", "56"),
                ("45", "56"),
            ],
            20,
        ),
        {
            ("0", f"{activity}+"): span
            for activity, span in {
                "12": (0, 2),
                "13": (0, 0),
                "24": (7, 9),
                "34": (10, 10),
                "35": (10, 14),
                "45": (15, 15),
                "56": (18, 18),
            }.items()
        },
    ),
    Example(
        "thirteen activities, 38 in all",
        f"{TAYLOR}, second table of times (page 115): earliest and latest starts",
        project(
            {
                "12": 8,
                "13": 10,
                "14": 9,
                "25": 6,
                "26": 4,
                "35": 5,
                "45": 0,
                "47": 7,
                "57": 12,
                "58": 15,
                "69": 18,
                "78": 4,
                "89": 7,
            },
            [
                ("12", "25"),
                ("12", "26"),
                ("13", "35"),
                ("14", "45"),
                ("14", "47"),
                ("25", "57"),
                ("25", "58"),
                ("35", "57"),
                ("35", "58"),
                ("45", "57"),
                ("45", "58"),
                ("26", "69"),
                ("47", "78"),
                ("57", "78"),
                ("58", "89"),
                ("78", "89"),
            ],
            38,
        ),
        {
            ("0", f"{activity}+"): span
            for activity, span in {
                "12": (0, 1),
                "13": (0, 0),
                "14": (0, 6),
                "25": (8, 9),
                "26": (8, 16),
                "35": (10, 10),
                "45": (9, 15),
                "47": (9, 20),
                "57": (15, 15),
                "58": (15, 16),
                "69": (12, 20),
                "78": (27, 27),
                "89": (31, 31),
            }.items()
        },
    ),
    Example(
        "a design project of 16 hours",
        "lecture notes, studylib.net/doc/8378728, example 1, table 2; critical A-B-D-E-G",
        project(
            {"A": 6, "B": 2, "C": 2, "D": 3, "F": 2, "E": 4, "G": 1},
            [("A", "B"), ("A", "C"), ("B", "D"), ("C", "F"), ("D", "E"), ("F", "E"), ("E", "G")],
            16,
        ),
        starts(A=(0, 0), B=(6, 6), D=(8, 8), E=(11, 11), G=(15, 15), C=(6, 7), F=(8, 9)),
    ),
    Example(
        "to work by train",
        f"{TRAIN_EXAM}, part a; bounds by hand, in minutes after 7:00",
        [*TRAIN, ("train", "arrive", 30, 50)],
        {("7:00", "leave"): (50, 60), ("7:00", "arrive"): (110, 120), ("7:00", "work"): (110, 120)},
    ),
    Example(
        "to work by train, which takes exactly 45 minutes",
        f"{TRAIN_EXAM}, part b; by hand: 8:20 and 45 minutes is after 9:00",
        [*TRAIN, ("train", "arrive", 45, 45)],
        consistent=False,
    ),
)


def at(name: str) -> Endpoint:
    return name, "at"


def add(graph: TimeGraph, x: str, y: str, least: Number, most: Number) -> None:
    """y - x is at least and at most so long; lengths that are negative run the other way."""
    source = (x, y)
    if least is not None and least < 0:
        graph.add_distance(at(y), at(x), at_most=-least, source=source)
        least = None
    if most is not None and most < 0:
        graph.add_distance(at(y), at(x), at_least=-most, source=source)
        most = None
    if least is not None or most is not None:
        graph.add_distance(at(x), at(y), at_least=least, at_most=most, source=source)


def names_of(example: Example) -> list[str]:
    return list(dict.fromkeys(name for x, y, *_ in example.bounds for name in (x, y)))


def as_oracle(example: Example) -> list[MetricBound]:
    number = {name: k for k, name in enumerate(names_of(example))}
    found: list[MetricBound] = []
    for x, y, least, most in example.bounds:
        if most is not None:
            found.append((number[x], number[y], Fraction(most), False))
        if least is not None:
            found.append((number[y], number[x], -Fraction(least), False))
    return found


consistent = pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if example.consistent], ids=lambda one: one.name
)
inconsistent = pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if not example.consistent], ids=lambda one: one.name
)


def graph_of(example: Example) -> TimeGraph:
    graph = TimeGraph()
    for bound in example.bounds:
        add(graph, *bound)
    return graph


def test_there_are_twenty() -> None:
    assert len(EXAMPLES) == len({example.name for example in EXAMPLES}) == 20
    assert all(example.source for example in EXAMPLES)


@consistent
def test_published_bounds_are_entailed_and_no_tighter_ones(example: Example) -> None:
    graph = graph_of(example)
    for (x, y), (lower, upper) in example.expected.items():
        bounds = graph.distance(at(x), at(y))
        assert lower is None or bounds.lower == lower
        assert upper is None or bounds.upper == upper
    assert example.expected or example.solution


@consistent
def test_published_solutions_and_schedules_satisfy_everything(example: Example) -> None:
    times = {point[0]: time for point, time in graph_of(example).schedule().items()}
    for solution in [times, *([example.solution] if example.solution else [])]:
        for x, y, least, most in example.bounds:
            distance = solution[y] - solution[x]
            assert least is None or distance >= least
            assert most is None or distance <= most


@consistent
def test_all_pairs_are_those_of_floyd_and_warshall(example: Example) -> None:
    graph, names = graph_of(example), names_of(example)
    tightest = tightest_bounds(len(names), as_oracle(example))
    assert tightest is not None
    for a, x in enumerate(names):
        for b, y in enumerate(names):
            known = tightest.get((a, b))
            assert graph.distance(at(x), at(y)).upper == (None if known is None else known[0])


@inconsistent
def test_without_a_solution_the_last_link_of_a_cycle_is_refused(example: Example) -> None:
    assert tightest_bounds(len(names_of(example)), as_oracle(example)) is None
    with pytest.raises(ContradictionError) as caught:
        graph_of(example)
    conflict = caught.value.conflict
    cycle = {link.source for link in (conflict.link, *conflict.against)}
    if example.cycle:
        assert cycle == example.cycle
