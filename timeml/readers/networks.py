"""Networks of intervals as documents of statements: GQR's ``.csp``, and networks that were saved.

In a ``.csp`` file a network begins with a line that has the number of its last node and, after
``#``, its name; each line ``0 1 ( < m = )`` is a link; a line with a dot ends it (Westphal, Woelfl
& Gantner 2009, GQR: A fast solver for binary qualitative constraint networks). Nodes are intervals
or time points, which become the starts of intervals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from timeml.errors import TimeMLError
from timeml.readers.files import whole
from timeml.readers.statement_lines import Data, Row, checked
from timeml.readers.statements import document_of

if TYPE_CHECKING:
    from timeml.document import Document
    from timeml.readers.files import File

_ALLEN = {
    "=": "equal", "<": "before", ">": "after", "m": "meets", "mi": "met_by", "o": "overlaps",
    "oi": "overlapped_by", "d": "during", "di": "contains", "s": "starts", "si": "started_by",
    "f": "finishes", "fi": "finished_by",
}  # fmt: skip
_COMPARISONS = {"<": "<", "<=": "<=", "=": "=", "=>": ">=", ">": ">"}
_APART = ["before", "meets", "overlaps", "contains", "finished_by",
          "after", "met_by", "overlapped_by", "during", "finishes"]  # fmt: skip
_HEADER = re.compile(r"(\d+)\s*(?:#\s*(.*))?")
_LINK = re.compile(r"(\d+)\s+(\d+)\s*\(([^()]*)\)")
_MOST_NODES = 100_000


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The networks of intervals in a ``.csp`` file."""
    return _networks(files[0], points=False)


def of_points(files: Sequence[File]) -> Iterator[Document]:
    """The networks of time points in a ``.csp`` file."""
    return _networks(files[0], points=True)


class _Open(NamedTuple):
    """A network that is being read: its name, the line of its header, its last node, its rows."""

    name: str
    line: int
    last: int
    rows: list[Row]


def _networks(file: File, *, points: bool) -> Iterator[Document]:
    current: _Open | None = None
    count = 0

    def fault(message: str) -> TimeMLError:
        return TimeMLError(message, file=file.path, line=number)

    for number, raw in enumerate(file.text().splitlines(), 1):
        line = raw.strip()
        if line == ".":
            if current is None:
                raise fault("a dot ends no network; begin one with its last node")
            nodes = map(str, range(current.last + 1))
            yield document_of(current.rows, current.name, place=file.base, names=nodes)
            current = None
        elif header := _HEADER.fullmatch(line):
            if current is not None:
                raise fault(f"a second header; end the network of line {current.line} with a dot")
            count += 1
            if int(header[1]) > _MOST_NODES:
                raise fault(f"{header[1]} nodes are more than {_MOST_NODES}; take fewer")
            name = (header[2] or f"network {count}").strip()
            current = _Open(name, number, int(header[1]), [])
        elif line:
            link = _LINK.fullmatch(line)
            if link is None:
                raise fault(f"neither a header (9 # name) nor a link (0 1 ( < m )): {line!r}")
            if current is None:
                raise fault("a link before the header, a line with the last node: 9 # name")
            beyond = next((node for node in (link[1], link[2]) if int(node) > current.last), None)
            if beyond is not None:
                what = f"node {int(beyond)}, but line {current.line} says that the last node is"
                raise fault(f"{what} {current.last}")
            a, b, labels = str(int(link[1])), str(int(link[2])), link[3].split()
            unknown = next((x for x in labels if x not in ("<=>" if points else _ALLEN)), None)
            if unknown is not None:
                known = " ".join("<=>" if points else _ALLEN)
                raise fault(f"unknown label {unknown!r}; the labels are {known}")
            said = _compared(a, labels, b) if points else _related(a, labels, b)
            current.rows.extend(Row(number, data) for data in said)
    if current is not None:
        raise TimeMLError(
            f"the network of line {current.line} has no end; add a line: .", file=file.path
        )
    if not count:
        raise TimeMLError(
            "there is no network; the first line is its last node: 9 # name", file=file.path
        )


def _nothing(a: str) -> Data:
    """What no times satisfy."""
    return {"x": [a, "start"], "op": "<", "y": [a, "start"]}


def _related(a: str, labels: Sequence[str], b: str) -> Iterator[Data]:
    if not labels:
        yield _nothing(a)
    elif len({*labels}) < len(_ALLEN):
        yield {"a": a, "relation": " | ".join(_ALLEN[x] for x in dict.fromkeys(labels)), "b": b}


def _compared(a: str, labels: Sequence[str], b: str) -> Iterator[Data]:
    signs = "".join(sorted({*labels}))
    if not labels or (a == b and signs == "<>"):
        yield _nothing(a)
    elif signs in _COMPARISONS:
        yield {"x": [a, "start"], "op": _COMPARISONS[signs], "y": [b, "start"]}
    elif signs == "<>":
        yield {"a": a, "relation": " | ".join(_APART), "b": b}


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
        entries.sort(key=lambda entry: entry[0])
        names = [_name(entry["entity"]) for entry in graph["named"]]
        rows = [Row(None, checked(said)) for _, link in entries for said in _statements(link)]
    except (KeyError, TypeError, ValueError) as error:
        raise file.error(f"is not a saved network: {error}; load it in Python") from None
    plain = [name for name in names if isinstance(name, str)]
    yield document_of(rows, file.base, names=plain)


def _name(value: Any) -> Any:
    """A name in JSON as statements have it."""
    if isinstance(value, Mapping):
        if value.keys() != {"period"}:
            raise ValueError(f"statements have names and dates, not {value}")
        return {"date": value["period"]}
    return str(value)


def _end(value: Sequence[Any]) -> list[str]:
    name = _name(value[0])
    if not isinstance(name, str):
        raise ValueError("statements compare ends of names, not of dates")
    return [name, value[1]]


def _related_in(link: Mapping[str, Any]) -> Data:
    a, b = _name(link["a"]), _name(link["b"])
    return {"a": a, "relation": " | ".join(link["relation"]), "b": b}


def _statements(link: Mapping[str, Any]) -> Iterator[Data]:
    source = link.get("source")
    source = {} if source is None else {"source": str(source)}
    if "no_overlap" in link:
        yield {"no_overlap": [*map(_name, link["no_overlap"])], **source}
    elif "any_of" in link:
        yield {"any_of": [[*map(_related_in, group)] for group in link["any_of"]], **source}
    elif "b" in link:
        said = _related_in(link) if link["relation"] else _nothing(_name(link["a"]))
        yield {**said, **source}
    elif "op" in link:
        yield {"x": _end(link["x"]), "op": link["op"], "y": _end(link["y"]), **source}
    elif "x" in link:
        x, y = _end(link["x"]), _end(link["y"])
        whole = x[0] == y[0] and (x[1], y[1]) == ("start", "end")
        ends = {"lasts": x[0]} if whole else {"x": x, "y": y}
        yield {**ends, **_lengths(link), **source}
    else:
        for data in _placed(link):
            yield {**data, **source}


def _lengths(link: Mapping[str, Any]) -> Data:
    if link.get("more") or link.get("less"):
        raise ValueError(f"statements have no length of more or less than: {link['words']}")
    lengths = {}
    for part in link["words"].split(" and "):
        key = next(key for key in ("at_least", "at_most", "exactly") if part.startswith(
            key.replace("_", " ")))  # fmt: skip
        lengths[key] = part[len(key) + 1 :]
    return lengths


def _placed(link: Mapping[str, Any]) -> Iterator[Data]:
    start, end = _end(link["start"]), _end(link["end"])
    of: Any = start if start == end else start[0]
    for part in link["words"].split(" and "):
        key, _, date = part.partition(" ")
        if key in ("from", "to"):
            yield {"of": start if key == "from" else end, "within": date}
        else:
            yield {"of": of, "spanning" if key == "exactly" else key: date}
