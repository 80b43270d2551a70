"""What decoding gains over simpler ways to make one annotation of many votes:
``python benchmarks/voting.py [--only SET] [--seeds N]``.

For each corpus and noise: F1 without vague against gold, pooled over its documents, what the labels
weigh together, and seconds of the processor, by method. *one vote*: what a single voter is expected
to get; *heaviest*: of each pair, which contradict each other; *greedy*: links by falling weight,
those that contradict left out, then what the others entail; *triads*: the best labels of which no
three contradict each other, by OR-tools, as published; *decoded*: :func:`timegraph.decode`. A
dagger marks annotations that contradict themselves. The votes are simulated
(``TIMEGRAPH_DATA``), no system's output.
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
from typing import Any

from decoding import NOISES, Instance, Row, measured, random_order, votes_of
from folders import DATA

__all__ = ["Counts", "Labels", "greedy", "heaviest", "one_vote"]

Pair = tuple[str, str]
Labels = dict[Pair, str]

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
_SECONDS = 20.0


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


def gold_of(corpus: str) -> dict[str, Labels]:
    """The labels of each document."""
    found = {}
    for path in sorted((DATA / "tlink" / "omnitemp" / corpus).glob("*/*.json")):
        pairs = json.loads(path.read_text(encoding="utf-8"))["allPairs"]
        found[path.stem] = {
            (pair["_firstId"], pair["_secondId"]): pair["_relation"]
            .lower()
            .replace("uncertain", "vague")
            for pair in pairs
        }
    return found


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
    from timegraph.decoding.vocabulary import vocabulary_of
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


def triads(rows: Sequence[Row], scheme: str, mode: str) -> Labels:
    """The best labels of which no three contradict each other, nothing if none were found."""
    result = measured(Instance("", rows, scheme, mode, _SECONDS), "CP-SAT")
    if result is None:
        return heaviest(rows)
    return {
        (row["a"], row["b"]): "vague" if not label else _WORDS.get(label, label).lower()
        for row, label in zip(rows, result["labels"], strict=True)
    }


def decoded(rows: Sequence[Row], scheme: str, mode: str) -> Labels:
    """The labels of :func:`timegraph.decode`."""
    from timegraph.decoding import decode

    result = decode(rows, labels=scheme, mode=mode, time_limit=_SECONDS)  # type: ignore[arg-type]
    return {(str(a), str(b)): label for (a, b), label in result.labels.items()}


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


Document = tuple[Labels, list[Row]]


def documents_of(corpus: str, noise: str, seed: int) -> list[Document]:
    """Gold and votes of each document."""
    gold = gold_of(corpus)
    return [(gold[name], rows) for name, rows in votes_of(corpus, noise, seed)]


def orders(events: int, noise: str) -> list[Document]:
    """Gold and votes of a few random orders."""
    found = [random_order(events, noise, seed) for seed in range(1, _ORDERS + 1)]
    return [({(row["a"], row["b"]): row["gold"] for row in rows}, rows) for rows in found]


def figures(
    documents: Sequence[Document], method: str, scheme: str, mode: str
) -> dict[str, float | bool]:
    """F1, weight and seconds of a method, and whether some annotation contradicts itself."""
    counts, weight, broken = Counts(), 0, False
    begin = time.process_time()
    for gold, rows in documents:
        if method == "one vote":
            one_vote(counts, gold, rows)
            continue
        if method == "heaviest":
            labels = heaviest(rows)
        elif method == "greedy":
            labels = greedy(rows, scheme, entailed=mode == "closed")
        else:
            labels = (triads if method == "triads" else decoded)(rows, scheme, mode)
        counts.add(gold, labels)
        weight += sum(row["weights"].get(labels[row["a"], row["b"]], 0) for row in rows)
        broken = broken or contradictory(labels, scheme)
    seconds = time.process_time() - begin
    return {"f1": counts.f1(), "weight": weight, "seconds": seconds, "broken": broken}


def _cell(found: dict[str, float | bool], method: str) -> str:
    more = "" if method == "one vote" else f" ({found['weight']:,}; {found['seconds']:.1f} s)"
    return f"{found['f1']:.1f}{'†' * bool(found['broken'])}{more}"


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


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="lines whose name has these words")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    methods = ["one vote", "heaviest", "greedy", "triads", "decoded"]
    if not find_spec("ortools"):
        methods.remove("triads")
    print(f"| votes | {' | '.join(methods)} |\n|{'---|' * (len(methods) + 1)}")
    for name, documents, scheme, mode in lines(options.seeds):
        if options.only not in name:
            continue
        here = documents()
        found = {method: figures(here, method, scheme, mode) for method in methods}
        if options.record is not None:
            with options.record.open("a", encoding="utf-8") as sink:
                sink.write(json.dumps({"line": name, **found}) + "\n")
        cells = [_cell(found[method], method) for method in methods]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
