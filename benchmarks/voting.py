"""What decoding gains over simpler ways to make one annotation of many votes:
``python benchmarks/voting.py [--only SET] [--methods M,M] [--seeds N] [--record FILE]``. Then
``--publish FILE`` writes the table of docs/decoding.md.

For each corpus and noise: F1 without vague against gold, pooled over its documents, what the labels
weigh together, and seconds of the processor, by method. *one vote*: what a single voter is expected
to get; *heaviest*: of each pair, which contradict each other; *greedy*: links by falling weight,
those that contradict left out, then, of starts, what the others entail; *triads*: the best labels
of which no three contradict each other, by OR-tools, as published, where no document has more than
``MOST_TRIADS`` triples of pairs; *decoded*: :func:`timegraph.decode`. These two have ``--limit``
seconds for a document; what is not proven then is counted, with the gap over all documents. A
dagger marks annotations that contradict themselves. The votes are simulated (``TIMEGRAPH_DATA``),
no system's output; *timelines* are votes of five who each put all events in an order.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import mean
from typing import Any

from decoding import Instance, all_measured
from page import put_into
from votes import (
    NOISES,
    Document,
    Labels,
    Row,
    few_triads,
    gold_of,
    in_per_cent,
    random_order,
    timelines,
    votes_of,
)

__all__ = [
    "Counts",
    "Labels",
    "greedy",
    "heaviest",
    "one_vote",
    "published",
    "read_records",
    "timelines",
]


# The scheme of each corpus, the mode that fits its gold, and how many seeds there are.
CORPORA = {
    "OmniTemp": ("matres", "closed", 3),
    "MATRES": ("matres", "closed", 1),
    "NT-6-18": ("tbd", "closed", 3),
    "NT-6": ("tbd", "closed", 1),
    "TimeBankDense": ("tbd", "links", 1),
}
_SIZES = (10, 20, 30, 40, 50)
_ORDERS = 5
_SPREADS = (0.02, 0.05, 0.1)
_METHODS = ("one vote", "heaviest", "greedy", "triads", "decoded")


@dataclass
class Counts:
    """Pairs, fractions of them for a single vote."""

    right: float = 0
    predicted: float = 0
    gold: float = 0

    def add(self, gold: Labels, labels: Labels) -> None:
        """Count the labels of a document; vague is none."""
        self.gold += sum(label != "vague" for label in gold.values())
        self.predicted += sum(label != "vague" for label in labels.values())
        self.right += sum(label == gold[pair] != "vague" for pair, label in labels.items())

    def f1(self) -> float:
        """In per cent."""
        return 200 * self.right / max(self.predicted + self.gold, 1e-9)


def one_vote(counts: Counts, gold: Labels, rows: Sequence[Row]) -> None:
    """Count what one of the voters gets, as is to be expected."""
    for row in rows:
        total, true = sum(row["weights"].values()), gold[row["a"], row["b"]]
        counts.gold += true != "vague"
        counts.predicted += 1 - row["weights"].get("vague", 0) / total
        counts.right += row["weights"].get(true, 0) / total if true != "vague" else 0


def heaviest(rows: Sequence[Row]) -> Labels:
    """The label of most votes for each pair, the first of equal ones."""
    return {(r["a"], r["b"]): max(r["weights"], key=r["weights"].__getitem__) for r in rows}


def greedy(rows: Sequence[Row], scheme: str, *, entailed: bool) -> Labels:
    """Labels by falling weight; with ``entailed``, pairs get what the others entail."""
    from timegraph import TimeGraph
    from timegraph.decoding.candidates import vocabulary_of
    from timegraph.labels import find_scheme

    labels, found = heaviest(rows), find_scheme(scheme)
    words = vocabulary_of(found)
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    order = sorted(rows, key=lambda row: -row["weights"][labels[row["a"], row["b"]]])
    for row in order:
        for end in ("a", "b"):
            graph.add_entity(row[end])
    kept = dict.fromkeys(labels, "vague")
    for row in order:
        pair = row["a"], row["b"]
        meaning = found.meaning(labels[pair])
        assert meaning is not None
        before = len(graph.conflicts)
        graph.add(pair[0], meaning, pair[1])
        if len(graph.conflicts) == before:
            kept[pair] = labels[pair]
    if not entailed:
        return kept
    return {
        pair: _name(words, words.strongest(words.seen(graph.relations(*pair)).mask) or 0)
        for pair in labels
    }


def _name(words: Any, choice: int) -> str:
    return "vague" if choice == 0 else _WORDS.get(words.names[choice], words.names[choice]).lower()


_WORDS = {"b": "before", "a": "after", "i": "includes", "ii": "is_included", "s": "equal"}


@dataclass
class Outcome:
    """Labels of each document, and what they cost: seconds, proven documents, proven bounds."""

    labels: list[Labels]
    seconds: float
    proven: int | None = None
    bound: float | None = None


def triads(documents: Sequence[Document], scheme: str, mode: str, limit: float) -> Outcome:
    """The best labels of which no three contradict each other, of each pair alone where no better
    ones were found."""
    instances = [Instance("", rows, scheme, mode, limit) for _, rows in documents]
    results = all_measured(instances, "CP-SAT")
    labels = [
        {
            (row["a"], row["b"]): "vague" if not label else _WORDS.get(label, label).lower()
            for row, label in zip(rows, result["labels"], strict=True)
        }
        for (_, rows), result in zip(documents, results, strict=True)
    ]
    proven = sum(result["bound"] - result["value"] < 0.5 for result in results)
    seconds, bound = (sum(result[name] for result in results) for name in ("seconds", "bound"))
    return Outcome(labels, seconds, proven, bound)


def decoded(documents: Sequence[Document], scheme: str, mode: str, limit: float) -> Outcome:
    """The labels of :func:`timegraph.decode`."""
    from timegraph.decoding import decode

    decode(documents[0][1][:1], labels=scheme, mode=mode)  # type: ignore[arg-type]
    outcome = Outcome([], 0, 0, 0)
    for _, rows in documents:
        begin = time.process_time()
        result = decode(rows, labels=scheme, mode=mode, time_limit=limit)  # type: ignore[arg-type]
        outcome.seconds += time.process_time() - begin
        outcome.labels.append({(str(a), str(b)): name for (a, b), name in result.labels.items()})
        outcome.proven += result.optimal
        outcome.bound += float(result.bound)
    return outcome


def contradictory(labels: Labels, scheme: str) -> bool:
    """Whether labels contradict each other."""
    from timegraph import TimeGraph
    from timegraph.labels import find_scheme

    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    for (a, b), label in labels.items():
        meaning = find_scheme(scheme).meaning(label)
        assert meaning is not None
        graph.add(a, meaning, b)
    return bool(graph.conflicts)


def documents_of(corpus: str, noise: str, seed: int) -> list[Document]:
    """Gold and votes of each document."""
    gold = gold_of(corpus)
    return [(gold[name], rows) for name, rows in votes_of(corpus, noise, seed)]


def orders(events: int, noise: str) -> list[Document]:
    """Gold and votes of a few random orders."""
    found = [random_order(events, noise, seed) for seed in range(1, _ORDERS + 1)]
    return [({(row["a"], row["b"]): row["gold"] for row in rows}, rows) for rows in found]


def figures(
    documents: Sequence[Document], method: str, scheme: str, mode: str, limit: float
) -> dict[str, Any]:
    """F1, weight and seconds of a method, whether some annotation contradicts itself, and how far
    the weight is proven to be the greatest."""
    counts = Counts()
    if method == "one vote":
        for gold, rows in documents:
            one_vote(counts, gold, rows)
        return {"f1": counts.f1()}
    begin = time.process_time()
    if method == "heaviest":
        outcome = Outcome([heaviest(rows) for _, rows in documents], 0)
    elif method == "greedy":
        entailed = (scheme, mode) == ("matres", "closed")
        outcome = Outcome([greedy(rows, scheme, entailed=entailed) for _, rows in documents], 0)
    else:
        way = triads if method == "triads" else decoded
        outcome = way(documents, scheme, mode, limit)
    seconds = outcome.seconds or time.process_time() - begin
    weight = 0
    for (gold, rows), labels in zip(documents, outcome.labels, strict=True):
        counts.add(gold, labels)
        weight += sum(row["weights"].get(labels[row["a"], row["b"]], 0) for row in rows)
    broken = any(contradictory(labels, scheme) for labels in outcome.labels)
    return {
        "f1": counts.f1(),
        "weight": weight,
        "seconds": seconds,
        "broken": broken,
        "proven": outcome.proven,
        "bound": outcome.bound,
    }


def _cell(found: dict[str, Any] | None) -> str:
    if found is None:
        return ""
    if "weight" not in found:
        return f"{found['f1']:.1f}"
    more = "" if found["proven"] is None else f", {found['proven']} proven{_gap(found)}"
    kept = f"{found['weight']:,}; {found['seconds']:.1f} s{more}"
    return f"{found['f1']:.1f}{'†' * bool(found['broken'])} ({kept})"


def _gap(found: dict[str, Any]) -> str:
    """How much more the bounds of all documents allow, if it is anything."""
    share = (found["bound"] - found["weight"]) / max(found["weight"], 1)
    return f", gap {share:.2%}" if share > 1e-9 else ""


def lines(seeds: int) -> Iterator[tuple[str, Callable[[], list[Document]], str, str]]:
    """The lines of the table: name, documents, scheme and mode."""
    for corpus, (scheme, mode, most) in CORPORA.items():
        for noise in (*NOISES, "misplaced"):
            if corpus == "NT-6" and noise in ("b15", "b30"):
                continue
            for seed in range(1, min(most, seeds) + 1):
                documents = partial(documents_of, corpus, noise, seed)
                yield f"{corpus} {noise}, seed {seed}", documents, scheme, mode
    for events in _SIZES:
        yield f"random orders of {events}, b22", partial(orders, events, "b22"), "matres", "closed"
    for spread in _SPREADS:
        documents = partial(_timelines, 16, spread)
        yield f"timelines of 16, {spread:.0%} away", documents, "matres", "closed"


def _timelines(events: int, spread: float) -> list[Document]:
    return [timelines(events, spread, seed) for seed in range(1, 21)]


def read_records(path: Path) -> list[dict[str, Any]]:
    """What was measured, by line; methods of a line may have been measured apart."""
    lines: dict[str, dict[str, Any]] = {}
    for text in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(text)
        lines.setdefault(record["line"], {}).update(record)
    return [*lines.values()]


def published(records: Sequence[dict[str, Any]]) -> str:
    """The table of the page: a row for each set of votes, over its seeds."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        name = record["line"].partition(", seed")[0]
        if not any(words in name for words in _NOT_ON_THE_PAGE):
            rows.setdefault(name, []).append(record)
    text = [
        "| votes | one vote | heaviest | greedy | triads | decoded | above the heaviest | proven |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, seeds in rows.items():
        cells = [_mean(seeds, method) for method in _METHODS]
        cells.append(", ".join(f"{r['decoded']['f1'] - r['heaviest']['f1']:+.1f}" for r in seeds))
        number = sum(record["documents"] for record in seeds)
        whole = {
            key: sum(record["decoded"][key] for record in seeds)
            for key in ("weight", "bound", "proven")
        }
        cells.append(f"{whole['proven']} of {number}{_gap(whole)}")
        text.append(f"| {in_per_cent(name)} | {' | '.join(cells)} |")
    return "\n".join(text)


_NOT_ON_THE_PAGE = (
    *("b15", "NT-6-18", "timelines of 16, 2%", "timelines of 16, 10%"),
    *("OmniTemp b22", "TimeBankDense b22", "MATRES b22", "MATRES misplaced"),
    *(f"random orders of {events}," for events in (10, 20, 40)),
)
"""Lines between others, which say nothing that these do not."""


def _mean(seeds: Sequence[dict[str, Any]], method: str) -> str:
    if not all(record.get(method) for record in seeds):
        return ""
    broken = any(record[method].get("broken") for record in seeds)
    return f"{mean(record[method]['f1'] for record in seeds):.1f}{'†' * broken}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="lines whose name has these words")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--methods", default=",".join(_METHODS))
    parser.add_argument("--limit", type=float, default=2.0, help="seconds for a document")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--publish", type=Path, metavar="RECORD")
    options = parser.parse_args()
    if options.publish:
        put_into("decoding.md", "voting.py", published(read_records(options.publish)))
        return
    time.monotonic = time.process_time  # limits are of the processor
    methods = [name for name in _METHODS if name in options.methods.split(",")]
    print(f"| votes | {' | '.join(methods)} |\n|{'---|' * (len(methods) + 1)}")
    for name, documents, scheme, mode in lines(options.seeds):
        if options.only not in name:
            continue
        here = documents()
        few = find_spec("ortools") and all(few_triads(rows) for _, rows in here)
        found: dict[str, Any] = {
            method: figures(here, method, scheme, mode, options.limit)
            for method in methods
            if method != "triads" or few
        }
        if options.record is not None:
            with options.record.open("a", encoding="utf-8") as sink:
                sink.write(json.dumps({"line": name, "documents": len(here), **found}) + "\n")
        cells = [_cell(found.get(method)) for method in methods]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
