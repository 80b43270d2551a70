"""Requests to the dispatcher, changed at random, as lines of bytes.

    python tools/fuzz_service.py --minutes 15 --seed 1

Each line must have one answer of the published shape, or none for a notification; none may fail by
a fault of the library, take 10 seconds, or touch a graph that it does not name. The first line that
does is printed, and the exit code is 1. At the end the kinds of answers and the memory are printed.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import resource
import sys
import time
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from timegraph.service import Dispatcher, Limits, service_schema  # noqa: E402
from timegraph.service.dispatcher import answer_line  # noqa: E402

GRAPHS = ("g", "h", "untouched")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 10**400, 1.5, -1e308, "", " ", "g", "a", "b", "start", "end"),
    *("before", "before | after", "1998", "0000", "9999-12-31", "XXXX-W60", "PT0S", "-3 days"),
    *("3 days", "\x00", "\u202e", "\U0001f600", "x" * 3000, [], {}, [[]], ["a", "start"]),
    *(["a", "at"], {"a": "a", "relation": "before", "b": "a"}, "9999999999999 years"),
    *({"date": "2024-05"}, {"date": "1998-05-03T10:00Z"}, {"date": "9999-12-31"}),
)
BYTES = (b"{", b"}", b"[" * 60, b'"', b"\\", b"\\ud800", b"\xff", b"\0", b"NaN", b"1e999", b",,")


def requests() -> list[dict[str, Any]]:
    """The examples of the schema, and one request of each method besides."""
    link = {"a": "a", "relation": "before", "b": "b"}
    pair = {"graph": "g", **link}
    dated = {"a": "a", "relation": "during", "b": {"date": "1998"}}
    statements = [
        *(link, {"x": ["a", "end"], "op": "<=", "y": ["c", "start"]}),
        {"of": "a", "within": "1998"},
        {"x": ["a", "start"], "y": ["b", "end"], "at_least": "1 day", "at_most": "P2M"},
        *({"lasts": "a", "exactly": "3 days"}, {"of": ["a", "start"], "at": "1998-05-03T10:00"}),
        {"subject": "A", "relation": "r", "object": "B", "start": "1997", "end": "1999-06"},
    ]
    choices: list[dict[str, Any]] = [{"no_overlap": ["a", "b", "c"]}, {"any_of": [[link], [link]]}]
    choices.append({"a": "a", "relation": ["before", "after"], "b": "c"})
    ends = ("when", "before", "after", "how_long")
    found: list[tuple[str, dict[str, Any]]] = [
        *(("create", {"graph": name, "on_conflict": "error"}) for name in "gh"),
        *(("add", {"graph": name, "statements": statements}) for name in "gh"),
        *(("add", {"graph": "g", "statements": [statement]}) for statement in statements),
        *((name, pair) for name in ("ask", "relations", "explain")),
        *((name, {"graph": "g", **dated}) for name in ("ask", "relations", "explain")),
        *(("what_if", {"graph": name, **dated, "statements": [dated]}) for name in "gh"),
        ("what_if", {**pair, "statements": statements}),
        *(("remove", {"graph": "g", "ids": [k]}) for k in (1, 2, 5)),
        ("correct", {"graph": "g", "ids": [1], "statements": statements}),
        *(("add", {"graph": "h", "statements": [*choices, link]}) for _ in range(3)),
        *((name, {"graph": graph, "entity": "a"}) for name in ends for graph in "gh"),
        *((name, {"graph": "h", **link}) for name in ("ask", "relations", "explain")),
        ("what_if", {"graph": "h", **link, "statements": choices}),
        *((name, {"graph": "h"}) for name in ("order", "save", "drop")),
        ("how_long", {"graph": "g", "x": ["a", "start"], "y": ["b", "end"]}),
        *((name, {"graph": "g"}) for name in ("order", "timeline", "conflicts", "open_pairs")),
        *((name, {"graph": "g"}) for name in ("statements", "save", "drop")),
        ("timeline", {"graph": "h"}),
        ("verify", {"graph": "g", "claims": [link, {"question": "IS a BEFORE b"}, *statements]}),
        *(("graphs", {}), ("schema", {})),
        ("load_document", {"graph": "d", "text": "<TimeML><TEXT>a</TEXT></TimeML>"}),
        *(("drop", {"graph": "d"}), ("drop", {"graph": "s"})),
        ("load", {"graph": "d", "data": {"format": "timegraph"}}),
    ]
    for method in service_schema()["properties"]["method"]["enum"]:
        examples = service_schema()["$defs"][method].get("examples", ())
        found += [(method, example) for example in examples]
    return [{"jsonrpc": "2.0", "id": 1, "method": name, "params": given} for name, given in found]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each value inside a value: what holds it, and its key there."""
    if not isinstance(value, (dict, list)):
        return []
    found = []
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        found += [(value, key), *places(item)]
    return found


def changed(draw: random.Random, request: dict[str, Any]) -> bytes:
    """The line of a request after changes of its values, and sometimes of its bytes."""
    request = deepcopy(request)
    for _ in range(draw.choice((0, 0, 1, 1, 2))):
        inner = places(request.get("params")) if draw.random() < 0.9 else []
        holder, key = draw.choice(inner or places(request))
        action = draw.randrange(4)
        if action == 0:
            holder[key] = deepcopy(draw.choice(VALUES))
        elif action == 1:
            del holder[key]
        elif action == 2 and isinstance(holder, list):
            holder *= draw.choice((2, 50))
        elif isinstance(holder, dict):
            other = draw.choice(("a", "x", "of", "lasts", "at", "graph", "as_of", "\u00e9"))
            holder[other] = deepcopy(draw.choice(VALUES))
        if not places(request):
            break
    line = json.dumps(request, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
    if draw.random() < 0.2:
        place = draw.randrange(len(line) + 1)
        line = line[:place] + draw.choice(BYTES) + line[place + draw.randrange(3) :]
    return line.replace(b"\n", b" ")[:200_000] + b"\n"


def names(line: bytes) -> bool:
    """Whether a line can mean the graph that nobody touches."""
    return b"untouched" in line


def fault(dispatcher: Dispatcher, line: bytes, kinds: Counter[str]) -> str | None:
    """What is wrong with the answer to a line."""
    begin = time.process_time()
    answer = answer_line(dispatcher, line)
    if time.process_time() - begin > 10:
        return "slow"
    if answer is None:
        kinds["no answer"] += 1
        return None
    data = json.loads(answer)
    error = data.get("error")
    kinds["result" if error is None else error["data"]["kind"]] += 1
    if set(data) not in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}):
        return "shape"
    return "internal" if error and error["data"]["kind"] == "internal" else None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    dispatcher = Dispatcher(limits=Limits(graphs=50, entities=200, statements=500))
    dispatcher.call("create", graph="untouched")
    link = {"a": "a", "relation": "meets", "b": "b"}
    dispatcher.call("add", graph="untouched", statements=[link])
    whole = dispatcher.call("save", graph="untouched")
    logging.disable(logging.WARNING)
    kinds: Counter[str] = Counter()
    every = requests()
    end = time.monotonic() + 60 * args.minutes
    half: int | None = None
    while time.monotonic() < end:
        line = changed(draw, draw.choice(every))
        what = None if names(line) else fault(dispatcher, line, kinds)
        if what is None and dispatcher.call("save", graph="untouched") != whole:
            what = "another graph touched"
        if what is not None:
            print(f"{what}: {line[:2000]!r}")
            return 1
        if half is None and time.monotonic() > end - 30 * args.minutes:
            half = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{sum(kinds.values()):,} lines: {dict(kinds.most_common())}")
    print(f"memory at most {most // 1024} MB, after half the time {(half or most) // 1024} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
