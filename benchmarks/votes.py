"""Votes to decode: simulated ones for published corpora, and for random orders and timelines.

Random orders have votes of five annotators: with the probability b a pair has a wrong label that
all of them see, and with the probability j each sees another one. The corpora come from
``TIMEGRAPH_DATA``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Any

from folders import DATA

__all__ = [
    "MOST_TRIADS",
    "NOISES",
    "Document",
    "Labels",
    "Row",
    "claims",
    "discharges",
    "few_triads",
    "first_events",
    "gold_of",
    "in_per_cent",
    "random_order",
    "sparse",
    "timelines",
    "votes_of",
]

NOISES = {"b10": (0.10, 0.10), "b15": (0.15, 0.15), "b22": (0.22, 0.25), "b30": (0.30, 0.30)}
_FILES = {"b10": "b10j10", "b15": "b15j15", "b22": "b22j25", "b30": "b30j30"}

MOST_TRIADS = 5_000
"""Of so many triples of pairs a program with all of them is made, which is what others solve."""

_CALLED = {"b10": "10 %", "b15": "15 %", "b22": "22 to 25 %", "b30": "30 %", "% away": " % away"}

# What a wrong label is, by the true one, and how often.
_WRONG = {
    "before": {"after": 0.45, "vague": 0.40, "equal": 0.15},
    "after": {"before": 0.45, "vague": 0.40, "equal": 0.15},
    "equal": {"before": 0.40, "after": 0.30, "vague": 0.30},
}

Row = dict[str, Any]
Labels = dict[tuple[str, str], str]
Document = tuple[Labels, list[Row]]


def few_triads(rows: Sequence[Row]) -> bool:
    """Whether a document has at most :data:`MOST_TRIADS` triples of pairs."""
    beside: dict[str, set[str]] = {}
    for row in rows:
        beside.setdefault(row["a"], set()).add(row["b"])
        beside.setdefault(row["b"], set()).add(row["a"])
    return sum(len(beside[row["a"]] & beside[row["b"]]) for row in rows) <= 3 * MOST_TRIADS


def in_per_cent(name: str) -> str:
    """The name of a line with its noise as tables have it."""
    for noise, called in _CALLED.items():
        name = name.replace(noise, called)
    return name


def random_order(events: int, noise: str, seed: int) -> list[Row]:
    """Votes for all pairs of a random order, in which about one event in ten equals another, with
    the true label of each."""
    rng = random.Random(f"{events} {noise} {seed}")
    share, jitter = NOISES[noise]
    place = [rng.randrange(20 * events) // 2 for _ in range(events)]
    rows = []
    for a in range(events):
        for b in range(a + 1, events):
            x, y = place[a], place[b]
            gold = "before" if x < y else "after" if x > y else "equal"
            seen = _other(gold, rng) if rng.random() < share else gold
            votes = Counter(_other(seen, rng) if rng.random() < jitter else seen for _ in range(5))
            rows.append({"a": f"e{a}", "b": f"e{b}", "weights": dict(votes), "gold": gold})
    return rows


def _other(label: str, rng: random.Random) -> str:
    wrong = _WRONG.get(label) or {"before": 0.5, "after": 0.4, "equal": 0.1}
    return rng.choices(list(wrong), list(wrong.values()))[0]


def votes_of(corpus: str, noise: str, seed: int = 1) -> Iterator[tuple[str, list[Row]]]:
    """The simulated votes for each document of a corpus."""
    path = DATA / "tlink" / "votes" / f"{corpus}.{_FILES.get(noise, noise)}.{seed}.jsonl"
    if not path.exists():
        raise SystemExit(f"no votes at {path}; set TIMEGRAPH_DATA to the folder of the data")
    with path.open(encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        for document, group in groupby(rows, key=lambda row: row["document"]):
            yield document, list(group)


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


def first_events(rows: Sequence[Row], most: int) -> list[Row]:
    """The pairs of the first events of a document."""
    events = list(dict.fromkeys(row[end] for row in rows for end in ("a", "b")))[:most]
    kept = set(events)
    return [row for row in rows if row["a"] in kept and row["b"] in kept]


def sparse(events: int, seed: int) -> list[Row]:
    """Votes for one and a half pairs an event of a random order, of events that are near."""
    rows = random_order(events, "b10", seed)
    rng = random.Random(seed)
    return rng.sample(rows, 3 * events // 2)


# What openmed 3.1 has candidates for in two discharge summaries, which it made up; in per cent.
_DISCHARGES = (
    "fever BEGINS-ON day-1 97; fever BEFORE therapy 96; therapy BEGINS-ON day-2 95; "
    "therapy BEFORE resolution 94; resolution BEFORE discharge 93; discharge OVERLAP written 92; "
    "discharge BEGINS-ON day-3 91; fever BEFORE resolution 70; discharge BEFORE fever 10",
    "admission BEGINS-ON day-1 97; admission BEFORE observation 96; stay CONTAINS observation 95; "
    "observation ENDS-ON day-2 94; observation BEFORE discharge 93; discharge OVERLAP written 92; "
    "admission BEFORE discharge 70; discharge BEFORE admission 10",
)


def discharges() -> list[list[Row]]:
    """What openmed decodes in its own tests, in THYME's labels."""
    return [
        [
            {"a": a, "b": b, "weights": {label: int(weight)}}
            for a, label, b, weight in map(str.split, text.split(";"))
        ]
        for text in _DISCHARGES
    ]


def claims(events: int, number: int, seed: int) -> list[Row]:
    """Claims that one event is before another, of 0.50 to 0.99 each."""
    rng = random.Random(f"{events} {number} {seed}")
    found: dict[tuple[str, str], int] = {}
    for _ in range(number):
        a, b = rng.sample(range(events), 2)
        pair = f"e{a}", f"e{b}"
        found[pair] = max(found.get(pair, 0), rng.randrange(50, 100))
    return [{"a": a, "b": b, "weights": {"b": weight}} for (a, b), weight in found.items()]


def timelines(events: int, spread: float, seed: int) -> Document:
    """Gold and votes of five who put the events in an order: each event lies a share ``spread`` of
    the whole away from its place in all orders, and as much again in each of them."""
    rng = random.Random(f"{events} {spread} {seed}")
    place = [rng.randrange(20 * events) / 2 for _ in range(events)]
    off = spread * 10 * events
    seen = [rng.gauss(x, off) for x in place]
    orders = [[rng.gauss(x, off) for x in seen] for _ in range(5)]
    gold, rows = {}, []
    for a, b in combinations(range(events), 2):
        pair = {"a": f"e{a}", "b": f"e{b}"}
        votes = Counter(_order(order[a], order[b]) for order in orders)
        rows.append({**pair, "weights": dict(votes)})
        gold[pair["a"], pair["b"]] = _order(place[a], place[b])
    return gold, rows


def _order(x: float, y: float) -> str:
    """How two places compare, if those of one cell are equal."""
    x, y = x // 10, y // 10
    return "before" if x < y else "after" if x > y else "equal"
