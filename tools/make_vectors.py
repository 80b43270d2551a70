"""Writes ``timegraph/testing/vectors.jsonl``: small questions with answers, for any reasoner.

    python tools/make_vectors.py [--check]

All answers come from definitions: every statement is one or several alternatives, each a set of
bounds on the differences of points; a relation is possible if some alternatives allow it by Floyd
and Warshall (:mod:`timegraph.testing.oracle.dated`). Nothing of the library's engine is used.
Statements that an answer does not need are taken out one by one, so each is small. The same seed
makes the same file; ``--check`` compares it with the one that is there (exit code 1).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.oracle.dated import (  # noqa: E402
    MetricBound,
    Tightest,
    relations_within,
    tightest_bounds,
)
from timegraph.allen import Allen, AllenSet  # noqa: E402
from timegraph.testing import oracle  # noqa: E402

OUT = ROOT / "timegraph" / "testing" / "vectors.jsonl"
NAMES = [relation.value for relation in Allen]
APART = ["before", "meets", "met_by", "after"]
EPOCH = datetime(1970, 1, 1)
DAY = 86_400

Statement = dict[str, Any]
Vector = dict[str, Any]
Bounds = list[MetricBound]


class Definition:
    """What statements say: point 0 is the epoch, then start and end of each entity."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        named = [name for statement in statements for name in entities_of(statement)]
        self.numbers = {name: k for k, name in enumerate(dict.fromkeys(named))}
        self.lasting: Bounds = [
            (self.of(e, "end"), self.of(e, "start"), Fraction(0), True) for e in self.numbers
        ]

    def of(self, entity: str, side: str) -> int:
        return 1 + 2 * self.numbers[entity] + (side == "end")

    def alternatives(self, statement: Statement) -> list[Bounds]:
        """The bounds of each way in which the statement can be true."""
        if "any_of" in statement:
            groups = [[self.alternatives(link) for link in group] for group in statement["any_of"]]
            return [joined(ways) for group in groups for ways in product(*group)]
        if "no_overlap" in statement:
            pairs = combinations(statement["no_overlap"], 2)
            ways = [self.alternatives({"a": a, "relation": APART, "b": b}) for a, b in pairs]
            return [joined(chosen) for chosen in product(*ways)]
        if "b" in statement:
            named = statement["relation"]
            relations = [named] if isinstance(named, str) else named
            a, b = statement["a"], statement["b"]
            return [self.relation(a, Allen(name), b) for name in relations]
        return [self.single(statement)]

    def relation(self, a: str, relation: Allen, b: str) -> Bounds:
        found: Bounds = []
        for x, op, y in constraints_of(relation):
            who = {"a": a, "b": b}
            found += self.order(self.of(who[x[0]], x[1]), op, self.of(who[y[0]], y[1]))
        return found

    def order(self, x: int, op: str, y: int) -> Bounds:
        if op in (">", ">="):
            return self.order(y, {">": "<", ">=": "<="}[op], x)
        turned: Bounds = [(x, y, Fraction(0), False)] if op == "=" else []
        return [(y, x, Fraction(0), op == "<"), *turned]

    def single(self, statement: Statement) -> Bounds:
        """The bounds of what has no alternatives."""
        if "op" in statement:
            return self.order(self.of(*statement["x"]), statement["op"], self.of(*statement["y"]))
        if "of" in statement:
            first, last = extent(statement["within"])
            start, end = (self.of(statement["of"], side) for side in ("start", "end"))
            return [(start, 0, -first, False), (0, end, last, False)]
        if "subject" in statement:
            found: Bounds = []
            for side in ("start", "end"):
                if side in statement:  # the last instant of a date is the first one after it
                    first, last = extent(statement[side])
                    point = self.of(fact_name(statement), side)
                    found += [(point, 0, -first, False), (0, point, last, False)]
            return found
        ends = [(statement.get("lasts"), side) for side in ("start", "end")]
        x, y = (self.of(*statement.get(key, own)) for key, own in zip("xy", ends, strict=True))
        found = []
        if "at_least" in statement:
            found.append((y, x, -seconds(statement["at_least"]), False))
        if "at_most" in statement:
            found.append((x, y, seconds(statement["at_most"]), False))
        return found

    @cached_property
    def branches(self) -> list[Tightest]:
        """The tightest bounds of each consistent choice of alternatives."""

        def chosen(bounds: Bounds, rest: Sequence[list[Bounds]]) -> Iterator[Tightest]:
            tightest = tightest_bounds(self.points, bounds)
            if tightest is None:
                return
            if not rest:
                yield tightest
                return
            for way in rest[0]:
                yield from chosen([*bounds, *way], rest[1:])

        ways = sorted(map(self.alternatives, self.statements), key=len)
        return list(chosen(self.lasting, ways))

    @property
    def points(self) -> int:
        return 1 + 2 * len(self.numbers)

    def relations(self, a: str, b: str) -> list[str]:
        """All relations of which each holds in some world, in Allen's order."""
        ends = [(self.of(e, "start"), self.of(e, "end")) for e in (a, b)]
        found: set[Allen] = set()
        for tightest in self.branches:
            found |= relations_within(tightest, ends[0], ends[1])
        return [relation.value for relation in Allen if relation in found]

    def distance(self, x: int, y: int) -> tuple[tuple[Fraction, bool] | None, ...]:
        """The bounds of y - x: (value, strict) from below and from above."""
        (tightest,) = self.branches
        low = tightest.get((y, x))
        return None if low is None else (-low[0], low[1]), tightest.get((x, y))


@cache
def constraints_of(relation: Allen) -> tuple[oracle.Constraint, ...]:
    return oracle.constraints_of("a", AllenSet(relation), "b")


def joined(ways: Sequence[Bounds]) -> Bounds:
    return [bound for bounds in ways for bound in bounds]


def entities_of(statement: Statement) -> list[str]:
    """The entities that a statement names."""
    if "any_of" in statement:
        return [
            name for group in statement["any_of"] for link in group for name in entities_of(link)
        ]
    if "subject" in statement:
        return [fact_name(statement)]
    keys = [statement[key] for key in ("a", "b", "lasts", "of") if key in statement]
    points = [statement[key][0] for key in "xy" if key in statement]
    return [*keys, *points, *statement.get("no_overlap", ())]


def fact_name(statement: Statement) -> str:
    return f"{statement['subject']} {statement['relation']} {statement['object']}"


def extent(value: str) -> tuple[Fraction, Fraction]:
    """The first instant of a year, a month or a day, and the first one after it."""
    year, *rest = map(int, value.split("-"))
    first = datetime(year, *([*rest, 1, 1][:2]))
    if len(rest) == 2:
        after = first + timedelta(days=1)
    elif rest:
        after = datetime(year + rest[0] // 12, rest[0] % 12 + 1, 1)
    else:
        after = datetime(year + 1, 1, 1)
    return tuple(Fraction((moment - EPOCH) // timedelta(seconds=1)) for moment in (first, after))  # type: ignore[return-value]


def seconds(length: str) -> Fraction:
    """``"3 days"`` or ``"2 hours"``."""
    number, unit = length.split()
    return Fraction(int(number) * {"day": DAY, "hour": 3600}[unit.rstrip("s")])


def counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"


# ---- questions ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def definition_of(statements: str) -> Definition:
    """The definition of statements in JSON, of which several questions are asked in a row."""
    return Definition(json.loads(statements))


def answer_to(statements: Sequence[Statement], question: dict[str, Any]) -> Any:
    """The answer by definition; ``None`` if the statements contradict each other, or do not name
    what is asked about."""
    definition = definition_of(json.dumps(statements))
    method = question["method"]
    asked = [
        question[key][0] if key in "xy" else question[key]
        for key in question
        if key in ("a", "b", "x", "y", "entity")
    ]
    if not set(asked) <= set(definition.numbers) or not definition.branches:
        return None
    if method == "how_long":
        x, y = (definition.of(*question[key]) for key in "xy")
        low, high = definition.distance(x, y)
        return {
            "at_least": None if low is None else int(low[0]),
            "at_most": None if high is None else int(high[0]),
            "at_least_reached": low is None or not low[1],
            "at_most_reached": high is None or not high[1],
        }
    if method == "when":
        return {side: window(definition, question["entity"], side) for side in ("start", "end")}
    possible = definition.relations(question["a"], question["b"])
    if method == "relations":
        return possible
    relation = question["relation"]
    wanted = {relation} if isinstance(relation, str) else set(relation)
    return "yes" if set(possible) <= wanted else "unknown" if set(possible) & wanted else "no"


def window(definition: Definition, entity: str, side: str) -> dict[str, str | None]:
    low, high = definition.distance(0, definition.of(entity, side))

    def text(bound: tuple[Fraction, bool] | None) -> str | None:
        return None if bound is None else (EPOCH + timedelta(seconds=int(bound[0]))).isoformat()

    return {"earliest": text(low), "latest": text(high)}


def shrunk(statements: list[Statement], question: dict[str, Any]) -> list[Statement]:
    """The statements without those that the answer does not need."""
    answer = answer_to(statements, question)
    for statement in list(statements):
        rest = [other for other in statements if other is not statement]
        if answer_to(rest, question) == answer:
            statements = rest
    return statements


def vectors_of(
    kind: str, statements: list[Statement], question: dict[str, Any], extra: Statement | None
) -> Iterator[Vector]:
    """A vector whose answer needs each statement but ``extra``, and, for an answer of yes or no,
    one that is unknown since a statement is missing."""
    needed = shrunk(statements, question)
    answer = answer_to(needed, question)
    if len(needed) < 2 or answer in (None, "unknown", NAMES):
        return
    said = list(needed)
    if extra not in (None, *needed) and answer_to([extra, *needed], question) == answer:
        said.insert(len(said) // 2, extra)
    proof = [k for k, statement in enumerate(said) if statement in needed]
    yield {"kind": kind, "statements": said, "question": question, "answer": answer, "proof": proof}
    for statement in needed if answer in ("yes", "no") else ():
        rest = [other for other in needed if other is not statement]
        if answer_to(rest, question) == "unknown":
            yield {"kind": kind, "statements": rest, "question": question, "answer": "unknown"}
            return


# ---- kinds ----------------------------------------------------------------------------------


def link(a: str, relation: Any, b: str) -> Statement:
    return {"a": a, "relation": relation, "b": b}


def of_sets() -> Iterator[Vector]:
    """The converse of each of the 82 sets that comparisons of endpoints can express."""
    from timegraph.testing.strategies._links import all_conjunctions

    for relations in all_conjunctions():
        names = [relation.value for relation in relations]
        said = [link("a", names[0] if len(names) == 1 else names, "b")]
        question = {"method": "relations", "a": "b", "b": "a"}
        answer = answer_to(said, question)
        proof = [] if answer == NAMES else [0]
        yield {
            "kind": "sets",
            "statements": said,
            "question": question,
            "answer": answer,
            "proof": proof,
        }


def of_composition() -> Iterator[Vector]:
    """Allen's table: what two links say of their outer entities."""
    for first, second in product(NAMES, NAMES):
        said = [link("a", first, "b"), link("b", second, "c")]
        question = {"method": "relations", "a": "a", "b": "c"}
        answer = answer_to(said, question)
        proof = [] if answer == NAMES else [0, 1]
        yield {
            "kind": "composition",
            "statements": said,
            "question": question,
            "answer": answer,
            "proof": proof,
        }


def drawn_link(draw: random.Random, names: Sequence[str]) -> Statement:
    a, b = draw.sample(names, 2)
    return link(a, draw.choice(NAMES), b)


Drawn = tuple[list[Statement], dict[str, Any]]


def asked(draw: random.Random, names: Sequence[str], said: Sequence[Statement]) -> dict[str, Any]:
    """A question for the relations of two entities, or for some that are certain or excluded."""
    a, b = draw.sample(names, 2)
    question = {"method": "relations", "a": a, "b": b}
    possible = answer_to(said, question)
    if draw.random() < 0.3 or not possible or possible == NAMES:
        return question
    excluded = [name for name in NAMES if name not in possible]
    relation = possible if draw.random() < 0.6 else draw.sample(excluded, 1)
    return {
        "method": "ask",
        "a": a,
        "relation": relation if len(relation) > 1 else relation[0],
        "b": b,
    }


def draw_links(draw: random.Random) -> Drawn:
    """Links that are true in one world."""
    names = "abcde"[: draw.randint(3, 5)]
    world = {name: sorted(draw.sample(range(7), 2)) for name in names}
    said = []
    for _ in range(7):
        a, b = draw.sample(names, 2)
        said.append(link(a, Allen.between(tuple(world[a]), tuple(world[b])).value, b))
    return said, asked(draw, names, said)


def draw_points(draw: random.Random) -> Drawn:
    """Comparisons of endpoints, true in one world."""
    names = "abcd"
    world = {name: sorted(draw.sample(range(6), 2)) for name in names}
    said = []
    for _ in range(9):
        x, y = ([name, draw.choice(["start", "end"])] for name in draw.sample(names, 2))
        at = [world[name][side == "end"] for name, side in (x, y)]
        ops = ["<", "<="] if at[0] < at[1] else [">", ">="] if at[0] > at[1] else ["=", "<=", ">="]
        said.append({"x": x, "op": draw.choice(ops), "y": y})
    return said, asked(draw, names, said)


def draw_dates(draw: random.Random) -> Drawn:
    """Entities within dates of one year or two, and links."""
    said: list[Statement] = []
    for name in "abc":
        month, day = draw.choice([2, 3, 12]), draw.choice([1, 15, 28])
        forms = [f"199{draw.choice('79')}", f"1998-{month:02}", f"1998-{month:02}-{day:02}"]
        said.append({"of": name, "within": draw.choice(forms)})
    relations = ["before", "meets", "during", "starts", "finishes", "equal"]
    said += [link(draw.choice("abc"), draw.choice(relations), "d") for _ in range(2)]
    question = draw.choice(
        [asked(draw, "abcd", said), {"method": "when", "entity": draw.choice("abcd")}]
    )
    return said, question


def draw_metric(draw: random.Random) -> Drawn:
    """Lengths, distances and links."""
    said: list[Statement] = []
    for name in "abc":
        number = draw.randint(1, 5)
        which = draw.choice([["at_least"], ["at_most"], ["at_least", "at_most"]])
        limits = {key: counted(number + (key == "at_most"), "day") for key in which}
        said.append({"lasts": name, **limits})
    x, y = draw.sample("abc", 2)
    limit = {draw.choice(["at_least", "at_most"]): counted(draw.randint(1, 60), "hour")}
    said.append(
        {"x": [x, draw.choice(["start", "end"])], "y": [y, draw.choice(["start", "end"])], **limit}
    )
    for a, b in (("a", "b"), ("b", "c")):
        said.append(link(a, draw.choice(["before", "meets", "during", "overlaps", "starts"]), b))
    sides = [[name, draw.choice(["start", "end"])] for name in draw.sample("abc", 2)]
    how_long = {"method": "how_long", "x": sides[0], "y": sides[1]}
    return said, draw.choice([asked(draw, "abc", said), how_long])


def draw_facts(draw: random.Random) -> Drawn:
    """Dated facts about who was what."""
    said: list[Statement] = []
    for subject in ("Ann", "Ben", "Cid"):
        fact: Statement = {"subject": subject, "relation": "mayor of", "object": "Kelp"}
        first = draw.randint(1990, 1996)
        last = first + draw.randint(0, 4)
        forms = [{"start": f"{first}"}, {"start": f"{first}-0{draw.randint(1, 9)}"}]
        ends = [{}, {"end": f"{last}-1{draw.randint(0, 2)}"}, {"end": f"{last + 1}"}]
        said.append({**fact, **draw.choice(forms), **draw.choice(ends)})
    names = [fact_name(fact) for fact in said]
    when = {"method": "when", "entity": draw.choice(names)}
    return said, draw.choice([asked(draw, names, said), asked(draw, names, said), when])


def draw_choices(draw: random.Random) -> Drawn:
    """Any sets of relations, alternatives and sets without overlap, with a length or two."""
    names = "abcd"[: draw.randint(3, 4)]
    said: list[Statement] = []
    for _ in range(draw.randint(2, 4)):
        a, b = draw.sample(names, 2)
        said.append(link(a, sorted(draw.sample(NAMES, draw.randint(1, 3)), key=NAMES.index), b))
    form = draw.randrange(3)
    if form == 0:
        said.append({"no_overlap": draw.sample(names, 3)})
    elif form == 1:
        said.append({"any_of": [[drawn_link(draw, names)] for _ in range(2)]})
    else:
        said += [{"lasts": name, "at_least": "2 days"} for name in names[:1]]
        said += [{"lasts": name, "at_most": "1 day"} for name in names[1:2]]
    return said, asked(draw, names, said)


def of_drawn(kind: str, draws: Callable[[random.Random], Drawn], count: int) -> Iterator[Vector]:
    draw = random.Random(f"timegraph {kind}")
    seen: set[str] = set()
    while len(seen) < count:
        statements, question = draws(draw)
        if answer_to(statements, question) is None:
            continue
        extra = draw.choice(statements) if draw.random() < 0.5 else None
        for vector in vectors_of(kind, statements, question, extra):
            key = json.dumps(vector)
            if key not in seen and len(seen) < count:
                seen.add(key)
                yield vector


def of_policies(count: int) -> Iterator[Vector]:
    """Links of which the last that matters contradicts the others, under each policy."""
    draw = random.Random("timegraph policies")
    found = 0
    while found < count:
        said = [drawn_link(draw, "abc") for _ in range(4)]
        smallest = contradiction_of(said)
        if smallest is None:
            continue
        found += 1
        for policy in ("drop-link", "drop-constraint", "error"):
            yield policy_vector(smallest, policy)


def constraints(statements: Sequence[Statement]) -> list[tuple[Any, ...]]:
    return [
        oracle.constraints_of(
            statement["a"], AllenSet(Allen(statement["relation"])), statement["b"]
        )
        for statement in statements
    ]


def contradiction_of(said: list[Statement]) -> list[Statement] | None:
    """The smallest links that contradict each other, of which there are two or more."""
    for size in range(2, len(said) + 1):
        for links in combinations(said, size):
            order = oracle.add_in_file_order("abc", constraints(links), "drop-link")
            if order.conflicts:
                return list(links)
    return None


def policy_vector(said: list[Statement], policy: str) -> Vector:
    names = sorted({name for statement in said for name in entities_of(statement)})
    question = {"method": "relations", "a": names[0], "b": names[1]}
    order = oracle.add_in_file_order(names, constraints(said), policy)
    vector: Vector = {
        "kind": "policies",
        "policy": policy,
        "statements": said,
        "question": question,
    }
    if order.stopped_at is not None:
        return {**vector, "answer": "contradiction", "proof": [*range(len(said))]}
    pair = (names[0], names[1])
    possible = oracle.relations_by_closure(names, order.constraints)[pair]
    answer = [relation.value for relation in possible]
    return {**vector, "answer": answer, "kept_out": [*order.conflicts]}


KINDS: dict[str, tuple[Callable[[random.Random], Drawn], int]] = {
    "links": (draw_links, 120),
    "points": (draw_points, 80),
    "calendar": (draw_dates, 80),
    "metric": (draw_metric, 80),
    "facts": (draw_facts, 60),
    "choices": (draw_choices, 100),
}


def of_its_method(vector: Vector) -> Vector:
    """The vector in a kind whose questions all have one method: ask, or the one that it names."""
    method = vector["question"]["method"]
    return vector if method == "ask" else {**vector, "kind": f"{vector['kind']}-{method}"}


def lines() -> Iterator[str]:
    """The file, line by line."""
    number = 0
    every = [*of_sets(), *of_composition(), *of_policies(25)]
    for kind, (draws, count) in KINDS.items():
        every += map(of_its_method, of_drawn(kind, draws, count))
    for number, vector in enumerate(every, 1):
        yield json.dumps({"id": f"v{number}", **vector}, separators=(",", ":")) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    text = "".join(lines())
    if not args.check:
        OUT.write_text(text, encoding="utf-8")
    elif OUT.read_text(encoding="utf-8") != text:
        print(f"{OUT}: not what this script makes; run it without --check")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
