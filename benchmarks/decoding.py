"""What decoding costs beside solvers that are free: ``python benchmarks/decoding.py``.

Each line is one instance: how many of its results are proven, the largest gap and the largest time,
with the linear program, without it, and by RC2 of python-sat and CP-SAT of OR-tools, if they are
installed and have at most ``MOST_TRIADS`` triples of pairs to look at. Each method has a process of
its own, since OR-tools and HiGHS cannot share one. What is compiled is loaded before the clock
starts. Times and limits are of the processor, which other work on the machine changes least. Lines
of JSON are written to ``--record``; ``--publish`` writes the table of docs/decoding.md from them.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from page import put_into
from votes import (
    NOISES,
    Row,
    claims,
    discharges,
    few_triads,
    first_events,
    in_per_cent,
    random_order,
    sparse,
    votes_of,
)

__all__ = ["Instance", "all_measured", "instances"]


@dataclass(frozen=True)
class Instance:
    """Candidates of one document, the scheme of their labels, and how they are decoded."""

    name: str
    rows: Sequence[Row]
    labels: str
    mode: str
    seconds: float


def instances(seeds: int) -> Iterator[tuple[str, list[Instance]]]:
    """The lines of the table, each with its instances."""
    for noise in (*NOISES, "misplaced"):
        yield (
            f"OmniTemp {noise}",
            [
                Instance(f"{name} {seed}", rows, "matres", "closed", 5.0)
                for seed in range(1, seeds + 1)
                for name, rows in votes_of("OmniTemp", noise, seed)
            ],
        )
    for events, limit in ((20, 5.0), (30, 30.0), (50, 30.0), (100, 60.0)):
        for noise in NOISES:
            yield (
                f"random order of {events}, {noise}",
                [
                    Instance(
                        f"{seed}", random_order(events, noise, seed), "matres", "closed", limit
                    )
                    for seed in range(1, seeds + 1)
                ],
            )
    for noise in ("b10", "b22"):
        documents = [(name, first_events(rows, 24)) for name, rows in votes_of("NT-6", noise)][:10]
        yield (
            f"NT-6, 24 events, {noise}",
            [Instance(name, rows, "tbd", "closed", 20.0) for name, rows in documents],
        )
    for noise in ("b10", "b22"):
        yield (
            f"TimeBank-Dense, {noise}",
            [
                Instance(name, rows, "tbd", "links", 20.0)
                for name, rows in votes_of("TimeBankDense", noise)
            ],
        )
    for events, limit in ((300, 1.0), (1_000, 5.0)):
        yield (
            f"sparse pairs of {events}",
            [
                Instance(f"{seed}", sparse(events, seed), "tbd", "links", 2 * limit)
                for seed in range(1, seeds + 1)
            ],
        )
    yield (
        "openmed's two summaries",
        [Instance(f"{k}", rows, "thyme", "links", 5.0) for k, rows in enumerate(discharges())],
    )
    for events, number in ((18, 50), (24, 80)):
        yield (
            f"{number} claims of {events} events",
            [
                Instance(f"{seed}", claims(events, number, seed), "tbd", "links", 5.0)
                for seed in range(1, seeds + 1)
            ],
        )


def decoded(instance: Mapping[str, Any], *, program: bool) -> tuple[float, float]:
    """Value and bound of an instance by timegraph."""
    from timegraph import Link
    from timegraph.decoding import decode
    from timegraph.labels import find_scheme

    scheme = find_scheme(instance["labels"])
    given = [Link(a, scheme.meaning(label), b) for a, label, b in instance.get("given", ())]
    result = decode(
        instance["rows"],
        given=given,
        labels=instance["labels"],
        mode=instance["mode"],
        time_limit=instance["seconds"],
        program=program,
    )
    return float(result.value), float(result.bound)


def _triads(instance: Mapping[str, Any]) -> tuple[dict[tuple[int, int], list[int]], list[Any]]:
    """What each choice of each pair weighs, and the triples of choices that no annotation has:
    complete where labels compare starts and all pairs are there."""
    from itertools import combinations, product

    from timegraph.decoding.candidates import vocabulary_of
    from timegraph.labels import find_scheme

    words = vocabulary_of(find_scheme(instance["labels"]))
    number: dict[str, int] = {}
    weights: dict[tuple[int, int], list[int]] = {}
    for row in instance["rows"]:
        a, b = (number.setdefault(row[end], len(number)) for end in ("a", "b"))
        found = weights.setdefault((min(a, b), max(a, b)), [0] * len(words))
        for label, weight in row["weights"].items():
            choice = words.choice(label)
            assert choice is not None
            found[words.turned[choice] if a > b else choice] += weight
    allowed = set(words.triads(instance["mode"]))
    forbidden = [
        [((a, b), i), ((b, c), j), ((a, c), k)]
        for a, b, c in combinations(range(len(number)), 3)
        if weights.keys() >= {(a, b), (b, c), (a, c)}
        for i, j, k in product(range(len(words)), repeat=3)
        if (i, j, k) not in allowed
    ]
    # A given label that entails what it means is the only one of its pair.
    for one, label, other in instance.get("given", ()):
        a, b = number[one], number[other]
        held = words.choice(label)
        held = words.turned[held] if a > b else held
        pair = (min(a, b), max(a, b))
        forbidden += [[(pair, k)] for k in range(len(words)) if k != held]
    return weights, forbidden


def by_rc2(instance: Mapping[str, Any]) -> tuple[float, float]:
    """Value and bound of a dense instance by python-sat; it knows no value before it ends."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    weights, forbidden = _triads(instance)
    formula = WCNF()
    choices = len(next(iter(weights.values())))
    number = {pair: k * choices + 1 for k, pair in enumerate(weights)}
    for pair, first in number.items():
        formula.append(list(range(first, first + choices)))
        for j in range(choices):
            formula.extend([[-(first + i), -(first + j)] for i in range(j)])
            if weights[pair][j]:
                formula.append([first + j], weight=weights[pair][j])
    formula.extend([[-(number[pair] + k) for pair, k in clause] for clause in forbidden])
    with RC2(formula) as solver:
        solver.compute()
        value = sum(map(sum, weights.values())) - solver.cost
    return value, value


def by_cp_sat(instance: Mapping[str, Any]) -> tuple[float, float, list[str | None]]:
    """Value and bound by OR-tools, in one thread, and the labels of the rows; of three pairs at a
    time alone, so that sparse instances and those of intervals may contradict themselves."""
    from ortools.sat.python import cp_model

    weights, forbidden = _triads(instance)
    model = cp_model.CpModel()
    choices = range(len(next(iter(weights.values()))))
    literal = {(pair, k): model.new_bool_var("") for pair in weights for k in choices}
    for pair in weights:
        model.add_exactly_one(literal[pair, k] for k in choices)
    for clause in forbidden:
        model.add_bool_or([literal[pair, k].negated() for pair, k in clause])
    model.maximize(sum(weights[pair][k] * literal[pair, k] for pair, k in literal))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    begin = time.process_time()

    def watch() -> None:
        while time.process_time() - begin < instance["seconds"]:
            time.sleep(0.1)
        solver.stop_search()

    threading.Thread(target=watch, daemon=True).start()
    solver.solve(model)
    chosen = {pair: k for pair, k in literal if solver.boolean_value(literal[pair, k])}
    return solver.objective_value, solver.best_objective_bound, _named(instance, chosen)


def _named(instance: Mapping[str, Any], chosen: Mapping[tuple[int, int], int]) -> list[str | None]:
    """The label of each row, ``None`` where the scheme has none for the choice this way round."""
    from timegraph.decoding.candidates import vocabulary_of
    from timegraph.labels import find_scheme

    words = vocabulary_of(find_scheme(instance["labels"]))
    number: dict[str, int] = {}
    labels = []
    for row in instance["rows"]:
        a, b = (number.setdefault(row[end], len(number)) for end in ("a", "b"))
        choice = chosen[min(a, b), max(a, b)]
        labels.append(words.names[words.turned[choice] if a > b else choice])
    return labels


METHODS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "program": lambda instance: decoded(instance, program=True),
    "ascent": lambda instance: decoded(instance, program=False),
    "RC2": by_rc2,
    "CP-SAT": by_cp_sat,
}
_BASELINES = {"RC2": "pysat", "CP-SAT": "ortools"}


def _work(method: str) -> None:
    """Decode the instances on stdin, in this process, and print what comes of each."""
    time.monotonic = time.process_time
    for number, line in enumerate(sys.stdin):
        instance = json.loads(line)
        if method not in _BASELINES and not number:
            METHODS[method]({**instance, "rows": instance["rows"][:1]})
            small = random_order(12, "b30", 1)
            METHODS[method]({"rows": small, "labels": "matres", "mode": "closed", "seconds": 5.0})
        begin = time.process_time()
        if method == "RC2":  # which cannot be told to end
            most = int(begin + instance["seconds"]) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        value, bound, *labels = METHODS[method](instance)
        seconds = time.process_time() - begin
        record = {"value": value, "bound": bound, "seconds": seconds, "labels": None}
        print(json.dumps(record | ({"labels": labels[0]} if labels else {})))


def measured(instance: Instance, method: str) -> dict[str, Any] | None:
    """What a process gives for an instance; ``None`` if it does not end in time."""
    results = all_measured([instance], method)
    return results[0] if results else None


def all_measured(instances: Sequence[Instance], method: str) -> list[dict[str, Any]]:
    """What one process gives for the instances, up to one that does not end in time."""
    done = subprocess.run(
        [sys.executable, __file__, "--work", method],
        input="".join(json.dumps(asdict(instance)) + "\n" for instance in instances),
        capture_output=True,
        text=True,
    )
    if method != "RC2" or done.returncode >= 0:
        done.check_returncode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def _cell(results: Sequence[dict[str, Any] | None]) -> str:
    ended = [result for result in results if result is not None]
    if not ended:
        return "not ended" if len(results) == 1 else f"0 of {len(results)}"
    gaps = [max(r["bound"] - r["value"], 0) / max(abs(r["value"]), 1) for r in ended]
    proven = sum(gap < 1e-9 for gap in gaps)
    seconds = sorted(result["seconds"] for result in ended)
    gap = f", gap {max(gaps):.2%}" if max(gaps) > 1e-9 else ""
    if len(results) == 1:
        return f"{seconds[0]:.2f} s{gap}"
    median = seconds[len(seconds) // 2]
    return f"{proven} of {len(results)}{gap}, {median:.2f} s, at most {seconds[-1]:.2f} s"


def _by_triads(instance: Instance) -> bool:
    """Whether three pairs at a time are all there is to know, and not too many for the others."""
    return (instance.labels, instance.mode) == ("matres", "closed") and few_triads(instance.rows)


def published(records: Sequence[dict[str, Any]]) -> str:
    """The table of the page, from what was recorded last of each instance."""
    lines: dict[str, dict[str, dict[str, dict[str, Any] | None]]] = {}
    for record in records:
        if any(words in record["line"] for words in _NOT_ON_THE_PAGE):
            continue
        results = lines.setdefault(record["line"], {}).setdefault(record["method"], {})
        results[record["name"]] = record if "value" in record else None
    head = ["instances", *(_CALLED[method] for method in METHODS)]
    text = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name, methods in lines.items():
        cells = [_cell([*methods[way].values()]) if way in methods else "" for way in METHODS]
        text.append(f"| {in_per_cent(name)} | {' | '.join(cells)} |")
    return "\n".join(text)


_NOT_ON_THE_PAGE = (
    *("b15", "OmniTemp b22", "random order of 20", "random order of 50", "of 30, b22"),
    *("of 100, b10", "of 100, b22", "NT-6, 24 events, b10", "Dense, b10", "of 300", "50 claims"),
)
"""Lines between others, which say nothing that these do not."""
_CALLED = {"program": "with the extra", "ascent": "without", "RC2": "RC2", "CP-SAT": "CP-SAT"}


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="lines whose name has these words")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--publish", type=Path, metavar="RECORD")
    parser.add_argument("--work", choices=METHODS)
    options = parser.parse_args()
    if options.work:
        _work(options.work)
        return
    if options.publish:
        text = options.publish.read_text(encoding="utf-8")
        put_into("decoding.md", "decoding.py", published([*map(json.loads, text.splitlines())]))
        return
    methods = [
        method
        for method in options.methods.split(",")
        if method not in _BASELINES or find_spec(_BASELINES[method])
    ]
    print(f"| instances | {' | '.join(methods)} |\n|{'---|' * (len(methods) + 1)}")
    for name, found in instances(options.seeds):
        if options.only not in name:
            continue
        cells = []
        for method in methods:
            if method in _BASELINES and not _by_triads(found[0]):
                cells.append("")
                continue
            if method == "RC2":
                results = [measured(instance, method) for instance in found]
            else:
                results = [*all_measured(found, method)]
            if options.record is not None:
                with options.record.open("a", encoding="utf-8") as sink:
                    for instance, result in zip(found, results, strict=True):
                        line = {"line": name, "name": instance.name, "method": method}
                        sink.write(json.dumps({**line, **(result or {}), "labels": None}) + "\n")
            cells.append(_cell(results))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
