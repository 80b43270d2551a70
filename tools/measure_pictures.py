"""Measures what a reader meets on the pages of documents, as Chromium shows them.

    python tools/measure_pictures.py [--each N] [--size 1400x900] FOLDER_OR_FILE...

Reads the TimeML documents there (every N-th of them), with and without calendar, and prints what
DESIGN promises of pictures: claims of position that the graph does not entail, labels that cross a
bar or another label, words that move when something is selected, pairs whose filled ink is nested
or equal without being so, and how much of what is certain can be seen at once. Everything is read
from the page. Needs the extra ``browser`` and a Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from timegraph import Allen, AllenSet, TimeGraph, build  # noqa: E402
from timegraph.pictures import page_of  # noqa: E402
from timeml import Document, read  # noqa: E402
from tools.chromium import chromium  # noqa: E402

BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])
WITHIN = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
EQUAL = AllenSet([Allen.EQUAL])

READ = """() => {
  const box = (node) => {
    const found = node.getBoundingClientRect();
    return [found.left, found.top, found.right, found.bottom];
  };
  const bars = [...document.querySelectorAll('svg .section')].flatMap((section, k) =>
    [...section.querySelectorAll('.bar')].map((bar) => {
      const row = bar.closest('.row');
      const [line, core] = [row.querySelector('.line'), row.querySelector('.core')];
      const words = bar.querySelector('text:not(.same)');
      return { e: Number(bar.dataset.e), section: k, line: line && box(line),
        ink: core && box(core), words: box(words), text: words.textContent };
    }));
  const seen = [...document.querySelectorAll('svg [data-a]')]
    .filter((arrow) => arrow.getClientRects().length);
  return {
    bars, ticks: [...document.querySelectorAll('svg .tick')].map(box),
    arrows: seen.map((arrow) => [Number(arrow.dataset.a), Number(arrow.dataset.b)]),
    seen: box(document.querySelector('#picture')),
  };
}"""
WORDS = "() => [...document.querySelectorAll('mark')].map(mark => mark.getBoundingClientRect().top)"
SELECT = """e => { const node = document.querySelector(`mark[data-e="${e}"]`);
  const text = document.querySelector('#text'), top = [text.scrollTop, scrollY];
  if (node) node.click(); text.scrollTop = top[0]; scrollTo(0, top[1]); return Boolean(node); }"""

Rect = Sequence[float]


def meet(one: Rect, other: Rect, slack: float = 1.0) -> bool:
    """Whether two boxes overlap by more than ``slack`` pixels both ways."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > slack
        and min(one[3], other[3]) - max(one[1], other[1]) > slack
    )


def crosses(words: Rect, bar: Rect) -> bool:
    """Whether words overlap a bar without lying in it."""
    inside = words[0] >= bar[0] - 1 and words[2] <= bar[2] + 1
    return meet(words, bar) and not inside


def within(one: Rect, other: Rect) -> bool:
    return one[0] >= other[0] - 0.5 and one[2] <= other[2] + 0.5


def inside(box: Rect, seen: Rect, height: int) -> bool:
    """Whether a box is wholly in what is seen of the picture."""
    return (
        box[0] >= seen[0] - 1
        and box[1] >= seen[1] - 1
        and box[2] <= seen[2] + 1
        and box[3] <= min(seen[3], height) + 1
    )


def figures(graph: TimeGraph, page: Any, height: int) -> Counter[str]:
    """What is counted on the page of a graph."""
    found: Counter[str] = Counter()
    drawn = page.evaluate(READ)
    names, bars = graph.entities, drawn["bars"]
    found["entities"] = len(names)
    found["bars"] = len(bars)
    found["entities drawn twice"] = len(bars) - len({bar["e"] for bar in bars})
    on_screen = {bar["e"] for bar in bars if inside(bar["words"], drawn["seen"], height)}
    found["entities on the first screen"] = len(on_screen)
    found["labels"] = len(bars)
    found["labels shortened"] = sum("\N{HORIZONTAL ELLIPSIS}" in bar["text"] for bar in bars)
    found["dates"] = len(drawn["ticks"])
    found["dates on the first screen"] = sum(
        inside(box, drawn["seen"], height) for box in drawn["ticks"]
    )
    for k, bar in enumerate(bars):
        lines = [other["line"] for other in bars if other["line"]]
        inks = [other["ink"] for other in bars if other["ink"]]
        others = [other["words"] for j, other in enumerate(bars) if j != k]
        if (
            any(crosses(bar["words"], line) for line in (*lines, *inks))
            or any(meet(bar["words"], words) for words in others)
            or any(meet(bar["words"], ink) for ink in inks if ink is not bar["ink"])
        ):
            found["labels that cross something"] += 1
    shown, at_once = set(map(tuple, drawn["arrows"])), set()
    placed = [bar for bar in bars if bar["line"]]
    for a, b in permutations(placed, 2):
        if a["section"] != b["section"] or a["e"] == b["e"]:
            continue
        if a["line"][2] < b["line"][0] - 0.25:
            shown.add((a["e"], b["e"]))
            if a["e"] in on_screen and b["e"] in on_screen:
                at_once.add((a["e"], b["e"]))
        if a["ink"] and b["ink"] and within(a["ink"], b["ink"]):
            equal = within(b["ink"], a["ink"])
            kind = "equal" if equal else "nested"
            found[f"pairs drawn {kind}"] += 1
            relations = graph.relations(names[a["e"]], names[b["e"]])
            found[f"pairs drawn {kind}, not entailed"] += not relations <= (
                EQUAL if equal else WITHIN
            )
    found["claims"] = len(shown)
    found["false claims"] = sum(not graph.relations(names[a], names[b]) <= BEFORE for a, b in shown)
    before = sum(graph.relations(a, b) <= BEFORE for a, b in permutations(names, 2))
    found["entailed befores"] = before
    found["entailed befores shown"] = len(shown)
    found["entailed befores shown on the first screen"] = len(at_once)
    words = page.evaluate(WORDS)
    entity = next((k for k in range(len(names)) if page.evaluate(SELECT, k)), None)
    if entity is not None:
        moved = page.evaluate(WORDS)
        found["words"] = len(words)
        found["words that move on selecting"] = sum(
            abs(x - y) > 0.5 for x, y in zip(words, moved, strict=True)
        )
    return found


def pages(paths: Sequence[Path]) -> Iterator[tuple[str, Document, TimeGraph]]:
    for path in paths:
        document = read(path)
        for calendar in (False, True):
            kind = "with calendar" if calendar else "without calendar"
            yield kind, document, build(document, on_conflict="drop-link", calendar=calendar)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--each", type=int, default=1, help="only every N-th document")
    parser.add_argument("--size", default="1400x900", help="of the window")
    parser.add_argument("--documents", action="store_true", help="print each document, too")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    paths = sorted(
        path
        for root in options.paths
        for path in ([root] if root.is_file() else root.glob("**/*.tml"))
    )[:: options.each]
    from playwright.sync_api import sync_playwright

    totals: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        target = Path(folder) / "page.html"
        for kind, document, graph in pages(paths):
            target.write_text(page_of(graph, document), encoding="utf-8")
            page.goto(f"file://{target}")
            found = figures(graph, page, height)
            totals.setdefault(kind, Counter()).update(found)
            if options.documents:
                print(document.name, kind, dict(found), flush=True)
        browser.close()
    print(f"{len(paths)} documents, {width} x {height}")
    for kind, found in totals.items():
        print(f"\n{kind}")
        for name, number in found.items():
            print(f"  {name}: {number:,}")


if __name__ == "__main__":
    main()
