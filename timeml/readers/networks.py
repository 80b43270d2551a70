"""Networks of intervals as documents of statements: GQR's ``.csp``, and networks that were saved.

In a ``.csp`` file a network begins with a line that has the number of its last node and, after
``#``, its name; each line ``0 1 ( < m = )`` is a link; a line with a dot ends it (Westphal, Woelfl
& Gantner 2009, GQR: A fast solver for binary qualitative constraint networks). Nodes are intervals
or time points, which become the starts of intervals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from timeml.readers.files import whole
from timeml.readers.statement_lines import Data, Row, checked, lengths
from timeml.readers.statements import document_of

if TYPE_CHECKING:
    from timeml.document import Document
    from timeml.readers.files import File

_ALLEN = {
    "=": "equal", "<": "before", ">": "after", "m": "meets", "mi": "met_by", "o": "overlaps",
    "oi": "overlapped_by", "d": "during", "di": "contains", "s": "starts", "si": "started_by",
    "f": "finishes", "fi": "finished_by",
}  # fmt: skip
_APART = ("before | meets | overlaps | contains | finished_by | "
          "after | met_by | overlapped_by | during | finishes")  # fmt: skip
_OF_POINTS = {"<": "<", "<=": "<=", "=": "=", "=>": ">=", ">": ">", "<>": _APART, "<=>": ""}
_LINE = re.compile(r"(\.)|(\d+)\s*(?:#\s*(.*))?|(\d+)\s+(\d+)\s*\(([^()]*)\)")
_MOST_NODES = 100_000


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The networks of intervals in a ``.csp`` file."""
    return _networks(files[0], points=False)


def of_points(files: Sequence[File]) -> Iterator[Document]:
    """The networks of time points in a ``.csp`` file."""
    return _networks(files[0], points=True)


def _networks(file: File, *, points: bool) -> Iterator[Document]:
    begun, last, count, name = 0, 0, 0, ""
    rows: list[Row] = []
    for number, line in enumerate(map(str.strip, file.text().splitlines()), 1):
        match = _LINE.fullmatch(line)
        if not line:
            continue
        if match is None:
            what = f"neither a header (9 # name) nor a link (0 1 ( < m )): {line!r}"
            raise file.error(what, number)
        dot, nodes, title, a, b, labels = match.groups()
        if nodes:
            if begun:
                what = f"a second header; end the network of line {begun} with a dot"
                raise file.error(what, number)
            begun, last, count, rows = number, int(nodes), count + 1, []
            if last > _MOST_NODES:
                raise file.error(f"{last} nodes are more than {_MOST_NODES}; take fewer", number)
            name = (title or f"network {count}").strip()
        elif not begun:
            what = "a link before the header, a line with the last node: 9 # name"
            what = "a dot ends no network; begin one with its last node" if dot else what
            raise file.error(what, number)
        elif dot:
            yield document_of(rows, name, place=file.base, names=map(str, range(last + 1)))
            begun = 0
        else:
            try:
                relation = _relation(labels, points)
            except ValueError as error:
                raise file.error(str(error), number) from None
            first, second = int(a), int(b)
            if first > last or second > last:
                node = first if first > last else second
                what = f"node {node}, but line {begun} says that the last node is {last}"
                raise file.error(what, number)
            if relation != "":
                rows.append(Row(number, _stated(str(first), relation, str(second))))
    if begun:
        raise file.error(f"the network of line {begun} has no end; add a line: .")
    if not count:
        raise file.error("holds no network; the first line of one is its last node: 9 # name")


@lru_cache(maxsize=1024)
def _relation(labels: str, points: bool) -> str | None:
    """The relations, or the operator of points, that labels stand for; ``None`` for none at all,
    and "" for all of them."""
    names = dict.fromkeys(labels.split())
    unknown = next((x for x in names if x not in ("<=>" if points else _ALLEN)), None)
    if unknown is not None:
        known = " ".join("<=>" if points else _ALLEN)
        raise ValueError(f"unknown label {unknown!r}; the labels are {known}")
    if points or not names:
        return _OF_POINTS["".join(sorted(names))] if names else None
    return "" if len(names) == len(_ALLEN) else " | ".join(map(_ALLEN.__getitem__, names))


def _stated(a: str, relation: str | None, b: str) -> Data:
    """What a link says of two nodes; what no times satisfy if ``relation`` is ``None``."""
    if relation is None or (relation == _APART and a == b):
        return {"x": [a, "start"], "op": "<", "y": [a, "start"]}
    if relation[0] in "<=>":
        return {"x": [a, "start"], "op": relation, "y": [b, "start"]}
    return {"a": a, "relation": relation, "b": b}


# ---- saved networks ---------------------------------------------------------------------------


def saved(files: Sequence[File]) -> Iterator[Document]:
    """The network that ``IntervalNetwork.save`` wrote: its links as statements, in order."""
    (file,) = files
    data = whole(file)
    try:
        graph, choices = data["graph"], data["choices"]
        handles = zip(data["handles"], graph["links"], strict=True)
        entries = [(number, link) for number, link in handles if number is not None]
        entries += [(choice["handle"], choice) for choice in choices]
        entries.sort(key=itemgetter(0))
        names = [_plain(entry["entity"]) for entry in graph["named"]]
        rows = [Row(None, checked(said)) for _, link in entries for said in _statements(link)]
    except (KeyError, TypeError, ValueError) as error:
        raise file.error(f"is not a saved network: {error}; load it in Python") from None
    plain = [name for name in names if isinstance(name, str)]
    yield document_of(rows, file.base, names=plain)


_FIELDS = ("a", "relation", "b", "x", "op", "y", "no_overlap", "any_of")
_PLACED = {"within": "within", "exactly": "spanning", "at": "at", "from": "within", "to": "within"}


def _plain(value: Any) -> Any:
    """Names, ends, and links of groups as statements have them."""
    if isinstance(value, list):
        return [*map(_plain, value)]
    if not isinstance(value, Mapping):
        return str(value)
    if "period" in value:
        return {"date": value["period"]}
    return {key: _plain(value[key]) for key in _FIELDS if key in value} or value


def _statements(link: Mapping[str, Any]) -> Iterator[Data]:
    """What a link says: of a distance and a place what its words say."""
    source = {} if link.get("source") is None else {"source": str(link["source"])}
    if link.get("relation") == []:
        yield {**_stated(str(link["a"]), None, ""), **source}
    elif link.get("kind") == "distance":
        if link.get("more") or link.get("less"):
            raise ValueError(f"statements have no length of more or less than: {link['words']}")
        ends = _plain(link)
        (a, side), (b, other) = ends["x"], ends["y"]
        ends = {"lasts": a} if (a, side, other) == (b, "start", "end") else ends
        yield {**ends, **lengths(link["words"].split()), **source}
    elif link.get("kind") == "placement":
        start, end = _plain([link["start"], link["end"]])
        both = start if start == end else start[0]
        for word, _, date in (part.partition(" ") for part in link["words"].split(" and ")):
            of = {"from": start, "to": end}.get(word, both)
            yield {"of": of, _PLACED[word]: date, **source}
    else:
        yield {**_plain(link), **source}
