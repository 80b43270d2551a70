"""A family tree drawn by a seed: what its records contradict, and the lines that this stands on.

    python examples/dates/family_tree.py --people 300 --wrong 5

Two of three births are known by their year, some deaths and marriages as well. Whoever lived did so
for 110 years at most, a child is born 11 to 60 years after its mother and not after her death, and
who marries is alive and at least 15. At the end stand records that a clerk got wrong.
"""

from __future__ import annotations

import argparse
import random
from datetime import timedelta
from typing import Any, NamedTuple

from timegraph import TimeGraph
from timegraph.links import Endpoint, ends_of


class Record(NamedTuple):
    """A line of the tree: what it says (``born``, ``died``, ``lived``, ``mother``, ``married``), of
    whom, and of which year or of whom besides."""

    says: str
    who: int
    what: int = 0

    def __str__(self) -> str:
        who, what = f"P{self.who}", f"P{self.what}"
        return {
            "born": f"{who} was born in {self.what}",
            "died": f"{who} died in {self.what}",
            "lived": f"{who} lived 110 years at most",
            "mother": f"{what} is the mother of {who}",
            "married": f"{who} was married in {self.what}",
        }[self.says]


def drawn(people: int, wrong: int, seed: int = 1) -> tuple[list[Record], list[Record]]:
    """The records of so many people, and so many wrong ones, which come last."""
    rng = random.Random(seed)
    born = [1600 + rng.randrange(20) for _ in range(min(people, 20))]
    records: list[Record] = []
    mother_of: dict[int, int] = {}
    known: set[int] = set()
    for who in range(people):
        if who >= len(born):
            mother_of[who] = rng.randrange(max(0, who - 300), who)
            born.append(born[mother_of[who]] + rng.randrange(17, 42))
        if rng.random() < 2 / 3:
            known.add(who)
            records.append(Record("born", who, born[who]))
        records.append(Record("lived", who))
        if who in mother_of:
            records.append(Record("mother", who, mother_of[who]))
        if rng.random() < 0.3:
            records.append(Record("married", who, born[who] + rng.randrange(17, 40)))
        if rng.random() < 0.3:
            records.append(Record("died", who, born[who] + rng.randrange(45, 100)))
    # A child of a mother whose year of birth is known, born when she was 70 or more.
    late = [who for who, mother in mother_of.items() if mother in known and who not in known]
    chosen = rng.sample(late, min(wrong, len(late)))
    return records, [Record("born", w, born[mother_of[w]] + rng.randrange(70, 90)) for w in chosen]


def add(graph: TimeGraph, record: Record, line: str, *, calendar: bool) -> None:
    """Add what a record says; its line is the source. Years are days, as few or as many as they can
    be, or those of the ``calendar``, counted from the dates that are known by then."""

    def years(number: int, days: int) -> Any:
        return f"{number} years" if calendar else timedelta(days=number * days)

    says, who, what = record
    born, died = ends_of(who)
    if says == "born":
        graph.place(born, within=f"{what:04d}", source=line)
    elif says == "died":
        graph.place(died, within=f"{what:04d}", source=line)
    elif says == "lived":
        graph.add_duration(who, at_most=years(110, 366), source=line)
    elif says == "mother":
        ages = {"at_least": years(11, 365), "at_most": years(60, 366)}
        graph.add_distance((what, "start"), born, **ages, source=line)
        graph.add_points(born, "<=", (what, "end"), line)
    else:
        wedding: Endpoint = ("wedding", who, what), "at"
        graph.place(wedding, within=f"{what:04d}", source=line)
        graph.add_distance(born, wedding, at_least=years(15, 365), source=line)
        graph.add_points(wedding, "<=", died, line)


def tree_of(records: list[Record], *, calendar: bool = False) -> TimeGraph:
    """The graph of these records, without those that contradict the ones before them."""
    graph = TimeGraph(on_conflict="drop-link")
    for number, record in enumerate(records, 1):
        add(graph, record, f"line {number}: {record}", calendar=calendar)
    return graph


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--wrong", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calendar", action="store_true", help="count years by the calendar")
    chosen = parser.parse_args()
    records, wrong = drawn(chosen.people, chosen.wrong, chosen.seed)
    graph = tree_of(records + wrong, calendar=chosen.calendar)
    print(f"{len(records) + len(wrong)} records, {len(graph.conflicts)} contradict others:")
    for conflict in graph.conflicts:
        print(f"- {conflict.link.source}")
        for line in dict.fromkeys(link.source for link in conflict.against):
            print(f"    {line}")


if __name__ == "__main__":
    main()
