"""With lxml and click alone everything works on documents of ordinary size, with the same results.

What needs numpy, numba or networkx all the same says so in one line.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KIT = "examples/kit"
GOLD, CAREFUL, HASTY = f"{KIT}/gold", f"{KIT}/systems/careful", f"{KIT}/systems/hasty"
BRIDGE = f"{GOLD}/news-bridge-reopens.tml"

pytestmark = pytest.mark.slow

# Python that refuses what the small environment lacks, as if it were not installed.
SMALL = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "numba", "llvmlite", "networkx"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
"""
COMMAND = """
from timegraph.commands.main import main

sys.argv[0] = "timegraph"
main()
"""

WORKS = {
    "score": ["score", "--kit", KIT],
    "score, pages and statistics": ["score", "--kit", KIT, "--confidence", "--html", "pages"],
    "score by answer": ["score", "--kit", KIT, "--by", "answer", "--format", "json"],
    "compare": ["compare", "--kit", KIT, "careful", "hasty"],
    "ask": [
        "ask",
        "--why",
        f"{GOLD}/blog-sourdough-diary.tml",
        "IS e11 BEFORE e13",
        "LIST BEFORE e9",
    ],
    "ask about lengths": ["ask", "--why", BRIDGE, "IS ei5 AT LEAST 1 DAY BEFORE ei4", "WHEN ei4"],
    "check": ["check", HASTY],
    "check and repair": ["check", "--repair", HASTY],
    "closure": ["closure", BRIDGE],
    "reduction": ["closure", "--reduce", BRIDGE],
    "view": ["view", BRIDGE, "--output", "bridge.html"],
    "convert": ["convert", "--to", "brat", "--output", "brat", GOLD],
    "awareness": ["awareness", "--gold", GOLD, CAREFUL, HASTY],
    "entities": ["entities", "--gold", GOLD, CAREFUL],
    "relations": ["relations", "--gold", GOLD, CAREFUL],
    "agreement": ["agreement", "examples/agreement/ada", "examples/agreement/ben"],
    "facts": ["facts", "ask", "examples/facts/career.csv", "Which team did Ada play for in 1990?"],
    "facts generate": ["facts", "generate", "timeqa", "examples/facts/career.csv", "--seed", "1"],
    "torque": [
        "torque",
        "score",
        "examples/torque/passages.json",
        "examples/torque/predictions.jsonl",
    ],
    "questions check": [
        "questions",
        "check",
        "--key",
        f"{KIT}/eval-questions/question-events",
        f"{KIT}/eval-questions/question-set.txt",
    ],
    "questions draw": [
        "questions",
        "draw",
        GOLD,
        "--output",
        "drawn",
        "--number",
        "20",
        "--seed",
        "1",
    ],
}
SAYS_SO = {
    "open": (["open", GOLD], "numpy"),
    "warm-up": (["warm-up"], "numpy"),
}


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    examples = folder / "examples"
    if not examples.exists():
        examples.symlink_to(ROOT / "examples")
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize("arguments", WORKS.values(), ids=WORKS)
def test_results_are_those_of_the_normal_install(arguments: list[str], tmp_path: Path) -> None:
    small = run(tmp_path / "small", SMALL + COMMAND, *arguments)
    normal = run(tmp_path / "normal", "import sys\n" + COMMAND, *arguments)
    assert (small.returncode, small.stderr) == (normal.returncode, normal.stderr)
    assert small.stdout == normal.stdout


@pytest.mark.parametrize(("arguments", "library"), SAYS_SO.values(), ids=SAYS_SO)
def test_what_needs_more_says_so(arguments: list[str], library: str, tmp_path: Path) -> None:
    done = run(tmp_path, SMALL + COMMAND, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"Error: this needs {library}, which is not installed: pip install {library}\n"
    )


NEEDS_MORE = {
    "timegraph.IntervalNetwork()": "numpy",
    "timegraph.decode([('a', 'b', 'b', 1)], labels='tbd')": "numpy",
    "list(timegraph.decoding.decode_documents([('a', 'b', 'b', 1)], labels='tbd'))": "numpy",
    "graph.decoded()": "numpy",
    "graph.ask_many(['a'], 'before', ['b'])": "numpy",
    "graph.relation_matrix()": "numpy",
    "timegraph.warm_up()": "numpy",
    "graph.to_networkx()": "networkx",
}


def test_what_needs_more_in_a_program_says_so(tmp_path: Path) -> None:
    code = f"""
import timegraph, timegraph.decoding, timegraph.networks
graph = timegraph.TimeGraph()
graph.add("a", "before", "b", weight=2)
for door in {list(NEEDS_MORE)!r}:
    try:
        print(eval(door))
    except ModuleNotFoundError as error:
        print(error)
"""
    done = run(tmp_path, SMALL + code)
    assert done.stdout.splitlines() == [
        f"this needs {library}, which is not installed: pip install {library}"
        for library in NEEDS_MORE.values()
    ]


def test_a_graph_in_a_program_needs_no_more(tmp_path: Path) -> None:
    code = """
from timegraph import TimeGraph, explain
graph = TimeGraph()
graph.add("a", "before", "b")
graph.place("a", within="2024-05-03")
graph.add_distance(("a", "end"), ("b", "start"), at_least="2 days")
print(graph.ask("b", "after", "a"), graph.earliest(("b", "start")))
print(explain(graph, "a", "before", "b"))
graph.save("a.timegraph")
print(TimeGraph.load("a.timegraph").links == graph.links)
"""
    small = run(tmp_path, SMALL + code)
    assert (small.returncode, small.stderr) == (0, "")
    assert small.stdout == run(tmp_path, code).stdout
