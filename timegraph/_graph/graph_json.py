"""A graph as a JSON document for people and other programs, as a file, and made again from these.

graph.schema.json describes the document: its links are objects, each with what the graph decided
about it.

A file is two lines of JSON, a header with a checksum and the graph in columns, which are read much
faster than an object per link; nothing in it is run. The header has the format, its version, and
the length in bytes and SHA-256 of what follows. The second line is one object:

``on_conflict``
    the policy;
``timezone``, ``conventions``
    the name of the time zone, where there is one, and ``false``, where they are off;
``named``
    the columns of the entities and instants that were added by themselves: ``name`` has positions
    in ``names``, ``is_entity`` 1 or 0, ``links_before`` how many links came before (in files of
    version 1 they are as in the document);
``handles``, ``next_handle``
    the handle of each link, and that of the next one;
``names``, ``sources``
    the names and sources of links, each once, as :mod:`.values` writes them;
``relations``
    the columns of all links that are Allen relations and have no weight, in order: ``a`` and ``b``
    are positions in ``names``, ``relation`` the masks of :attr:`timegraph.AllenSet.mask`,
    ``source`` positions in ``sources``;
``others``
    all other links, each with its position among all links, as in the document;
``left_out``
    the numbers of the constraints that are not in force: the policy decides again, and must come
    to the same.
"""

from __future__ import annotations

import json
from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from importlib.resources import files
from itertools import groupby, repeat
from operator import itemgetter, lt
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from timegraph._files import no_collections
from timegraph._graph.arguments import checked_link, constraints_of_mask
from timegraph._graph.closing import closed
from timegraph._graph.edits import append, append_all, conflicts_of, name_alone
from timegraph._graph.store import GraphState, Store
from timegraph._graph.values import (
    decoded,
    endpoint_from_json,
    flag_from_json,
    name_from_json,
    name_to_json,
    number_from_json,
    number_to_json,
    settings,
    source_from_json,
    source_to_json,
    state_from_json,
    words_from_json,
)
from timegraph._wording import counted
from timegraph.allen import Allen, AllenSet
from timegraph.links import (
    EPOCH,
    POLICIES,
    AnyLink,
    ContradictionError,
    DistanceConstraint,
    DistanceLink,
    Endpoint,
    GraphFormatError,
    Link,
    PlacedAsWritten,
    Placement,
    PointLink,
    RelationColumns,
)
from timegraph.points import BELOW

# Links that are Allen relations, in columns.

COLUMNS = ("a", "relation", "b", "source")
"""The names of the columns."""


def check_positions(name: str, column: Sequence[Any], limit: int) -> None:
    """Raise :class:`GraphFormatError` unless a column has whole numbers from 0 to below
    ``limit``."""
    if not {*map(type, column)} <= {int}:
        raise GraphFormatError(f"{name} must be a list of whole numbers")
    if column and not 0 <= min(column) <= max(column) < limit:
        raise GraphFormatError(f"{name}: numbers go from 0 to {limit - 1}")


def checked_columns(
    columns: Mapping[str, Any], names: Sequence[Hashable], sources: Sequence[Any]
) -> RelationColumns:
    """The columns of a file. Raises :class:`GraphFormatError`, or ``ValueError`` for a set of
    relations that cannot be added, unless a graph takes every link."""
    a, relation, b, source = (columns[name] for name in COLUMNS)
    if not len(a) == len(relation) == len(b) == len(source):
        raise GraphFormatError("relations: the columns differ in length")
    for name, column, limit in (
        ("a", a, len(names)),
        ("relation", relation, 1 << 13),
        ("b", b, len(names)),
        ("source", source, len(sources)),
    ):
        check_positions(f"relations.{name}", column, limit)
    for mask in {*relation}:
        constraints_of_mask(mask)
    return RelationColumns(names, sources, a, relation, b, source)


FORMAT = "timegraph"
VERSION = 2
"""What is written; 1, which had no points of the calendar, is read, too."""

_KEYS = ("format", "version", "on_conflict", "named", "links")
_OPTIONAL = ("next_handle", "timezone", "conventions", "facts")


def to_json(state: GraphState) -> dict[str, Any]:
    """The graph as JSON data; see :meth:`timegraph.TimeGraph.to_json`."""
    closed(state)
    store = state.store
    return {
        "format": FORMAT,
        "version": VERSION,
        "on_conflict": state.policy,
        **settings(store),
        "named": [
            {"entity" if is_entity else "instant": name_to_json(key), "links_before": before}
            for (key, is_entity), before in store.named.items()
        ],
        "links": [link_to_json(store, number, state.kept) for number in range(len(store.links))],
        "next_handle": store.next_handle,
    }


def named_from_json(value: Any) -> list[NamedAlone]:
    """The entities and instants that were added by themselves, read again."""
    if not isinstance(value, list):
        raise GraphFormatError(f"named must be a list, not {type(value).__name__}")
    alone: list[NamedAlone] = []
    for number, entry in enumerate(value):
        where = f"named[{number}]"
        kind = next(
            (key for key in ("entity", "instant") if isinstance(entry, dict) and key in entry), ""
        )
        if (
            not kind
            or entry.keys() != {kind, "links_before"}
            or type(entry["links_before"]) is not int
        ):
            raise GraphFormatError(
                f'{where}: an object with "entity" or "instant", and "links_before"'
            )
        alone.append((name_from_json(entry[kind], where), kind == "entity", entry["links_before"]))
    return alone


def check_header(data: Any, format: str, newest: int = VERSION) -> None:
    """Raise :class:`GraphFormatError` unless this has the format and a version that is known."""
    if not isinstance(data, Mapping) or data.get("format") != format:
        what = "network" if format.endswith("network") else "graph"
        raise GraphFormatError(f'not a saved {what}: there is no "format": "{format}"')
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise GraphFormatError(f"version must be a whole number from 1 on, not {version!r}")
    if version > newest:
        raise GraphFormatError(
            f"version {version} is newer than {newest}, the newest that this timegraph reads; "
            "update timegraph"
        )


def from_json(data: Any, memory_budget: int | None) -> GraphState:
    """The graph again; see :meth:`timegraph.TimeGraph.from_json`."""
    data = decoded(data)
    try:
        return _from_json(data, memory_budget)
    except RecursionError:
        raise GraphFormatError("it has a name or a source that is nested too deeply") from None


def _from_json(data: Any, memory_budget: int | None) -> GraphState:
    check_header(data, FORMAT)
    for key in _KEYS:
        if key not in data:
            raise GraphFormatError(f"{key!r} is missing")
    unknown = [key for key in data if key not in (*_KEYS, *_OPTIONAL)]
    if unknown:
        keys = ", ".join((*_KEYS, *_OPTIONAL))
        raise GraphFormatError(f"unknown key {unknown[0]!r}; the keys are {keys}")
    policy, links = data["on_conflict"], data["links"]
    if policy not in POLICIES:
        raise GraphFormatError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    if not isinstance(links, list):
        raise GraphFormatError(f"links must be a list, not {type(links).__name__}")
    stored = [link_from_json(link, f"links[{number}]") for number, link in enumerate(links)]
    state = state_from_json(data, memory_budget)
    handles = [link["handle"] for link in links if "handle" in link]
    if handles and len(handles) < len(links):
        missing = next(number for number, link in enumerate(links) if "handle" not in link)
        raise GraphFormatError(f"links[{missing}]: has no handle, where other links have one")
    last = handles[-1] if handles else -1
    following = data.get("next_handle", last + 1 if type(last) is int else None)
    given = handles if handles or not links else None
    restore(state, stored, named_from_json(data["named"]), given, following)
    closed(state)
    if policy == "error" and 0 in state.kept:
        raise ContradictionError(conflicts_of(state)[0])
    store = state.store
    for number, link in enumerate(stored):
        constraints = store.constraints_of_link(number)
        left_out = [k - constraints.start for k in constraints if not state.kept[k]]
        if link.left_out and list(link.left_out) != left_out:
            raise GraphFormatError(
                f"links[{number}].left_out: {list(link.left_out)} are left out here, but "
                f"{left_out} contradict the links before"
            )
    return state


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what :func:`to_json` gives."""
    text = files(__package__).joinpath("graph.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


_RELATIONS = [relation.value for relation in Allen]
_ALWAYS = ("kind", "handle", "source", "bounds", "left_out", "weight")
_BOUNDS = ("earliest", "latest", "latest_start", "earliest_end")


class _Form(NamedTuple):
    """How a field of a link is written, and read: a value that stands ``where``."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def _end(point: Endpoint) -> list[Any]:
    return [name_to_json(point[0]), point[1]]


def _as_it_is(value: Any, where: str = "") -> Any:
    return value


def _relations(names: Any, where: str) -> AllenSet:
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list):
        raise GraphFormatError(f"{where} must be a list of names of relations, not {names!r}")
    unknown = [name for name in names if name not in _RELATIONS]
    if unknown:
        raise GraphFormatError(
            f"{where}: unknown Allen relation {unknown[0]!r}; the relations are "
            f"{', '.join(_RELATIONS)}"
        )
    return AllenSet(map(Allen, names))


def _length(length: Any) -> dict[str, Any] | None:
    if length is None:
        return None
    entry = {"months": length.months, "seconds": number_to_json(length.seconds)}
    if length.changes is not None:
        entry |= {"days": length.days, "changes": [*length.changes]}
    return entry


def _months(value: Any, where: str) -> tuple[Any, Any] | None:
    if value is None:
        return None
    from timegraph._metric.lengths import Length  # most graphs have no distances

    def length(steps: Any) -> Length | None:
        if steps is None:
            return None
        if not {"months", "seconds"} <= steps.keys() <= {"months", "seconds", "days", "changes"}:
            raise ValueError(steps)
        seconds = number_from_json(steps["seconds"], where)
        months = steps["months"]
        if seconds is None or type(months) is not int or months < 0 or (months and seconds < 0):
            raise ValueError(steps)
        return Length(seconds, months, *_days(steps))

    try:
        least, most = value
        return length(least), length(most)
    except (TypeError, ValueError, AttributeError, KeyError):
        raise GraphFormatError(
            f'{where}: two lengths {{"months": 3, "seconds": 0}} or null, not {value!r}'
        ) from None


def _days(length: Mapping[str, Any]) -> tuple[int, tuple[int, int] | None]:
    """How many days of a length are steps of the calendar, and how long the clocks make them."""
    if "days" not in length and "changes" not in length:
        return 0, None
    days, (low, high) = length["days"], length["changes"]
    if {*map(type, (days, low, high))} != {int} or low > high:
        raise ValueError(length)
    return days, (low, high)


def _written(bounds: PlacedAsWritten) -> dict[str, Any]:
    numbers = {key: number_to_json(getattr(bounds, key)) for key in _BOUNDS}
    return {**numbers, "because": [*bounds.because]}


def _read_written(value: Any, where: str) -> PlacedAsWritten:
    if not isinstance(value, dict) or value.keys() != {*_BOUNDS, "because"}:
        raise GraphFormatError(f"{where}: an object with {', '.join(_BOUNDS)} and because")
    first, last, starts, ends = (number_from_json(value[key], f"{where}.{key}") for key in _BOUNDS)
    because = value["because"]
    if not isinstance(because, list) or {*map(type, because)} - {str}:
        raise GraphFormatError(f"{where}.because: is not a list of texts")
    return PlacedAsWritten(first, last, starts, ends, tuple(because))


def _half_open(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not {*map(str, value)} <= {"latest", "latest_start"}:
        raise GraphFormatError(f"{where} must be a list of latest and latest_start")
    return tuple(value)


_NAME, _END = _Form(name_to_json, name_from_json), _Form(_end, endpoint_from_json)
_NUMBER = _Form(number_to_json, number_from_json)
_FLAG, _TEXT = _Form(_as_it_is, flag_from_json), _Form(_as_it_is, words_from_json)
_FORMS: dict[str, tuple[type[Any], dict[str, _Form]]] = {
    "relation": (
        Link,
        {
            "a": _NAME,
            "relation": _Form(lambda relation: [member.value for member in relation], _relations),
            "b": _NAME,
        },
    ),
    "points": (PointLink, {"x": _END, "op": _Form(_as_it_is, _as_it_is), "y": _END}),
    "distance": (
        DistanceLink,
        {
            **dict.fromkeys(("x", "y"), _END),
            **dict.fromkeys(("at_least", "at_most"), _NUMBER),
            **dict.fromkeys(("more", "less"), _FLAG),
            "words": _TEXT,
            "months": _Form(
                lambda steps: None if steps is None else [*map(_length, steps)], _months
            ),
        },
    ),
    "placement": (
        Placement,
        {
            **dict.fromkeys(("start", "end"), _END),
            **dict.fromkeys(("earliest", "latest"), _NUMBER),
            "zoned": _FLAG,
            "words": _TEXT,
            **dict.fromkeys(("latest_start", "earliest_end"), _NUMBER),
            "strict": _FLAG,
            "as_written": _Form(_written, _read_written),
            "half_open": _Form(list, _half_open),
        },
    ),
}
"""The types of links by their kinds, with the fields of each in order."""
_RARE = {"latest_start", "earliest_end", "strict", "as_written", "half_open"}
"""Written only where they say something, so that older versions read the others."""
_ATTRIBUTES = {"months": "steps"}
"""What fields are called in links, where that is something else."""


def link_to_json(store: Store, number: int, kept: bytearray) -> dict[str, Any]:
    """Link ``number`` of a store as a JSON object. Raises ``TypeError``, naming the link, for a
    name or a source that has no JSON form."""
    link = store.links[number]
    constraints = store.constraints_of_link(number)
    try:
        fields = {"kind": "", "handle": store.handles[number]} | fields_to_json(link)
        fields["source"] = source_to_json(link.source)
        if isinstance(link, (Link, PointLink)) and link.weight is not None:
            weight = link.weight
            fields["weight"] = weight if isinstance(weight, float) else number_to_json(weight)
        if isinstance(link, DistanceLink) and link.steps is not None:
            # Months were counted from the dates that were known when the link was added.
            fields["bounds"] = [_bound(store, k) for k in constraints]
    except TypeError as error:
        raise TypeError(f"{link}: {error}") from None
    left_out = [k - constraints.start for k in constraints if not kept[k]]
    return fields | ({"left_out": left_out} if left_out else {})


def fields_to_json(link: AnyLink) -> dict[str, Any]:
    """The kind of a link, and the fields that links of this kind have."""
    kind, forms = next((k, forms) for k, (of, forms) in _FORMS.items() if isinstance(link, of))
    fields: dict[str, Any] = {"kind": kind}
    for name, form in forms.items():
        value = getattr(link, _ATTRIBUTES.get(name, name))
        if name not in _RARE or not (value is None or value is False or value == ()):
            fields[name] = form.write(value)
    return fields


def _bound(store: Store, k: int) -> list[Any]:
    x, y = (_end(store.points[column[k]]) for column in (store.xs, store.ys))
    return [x, y, number_to_json(store.bounds[k]), store.ops[k] == BELOW]


def link_from_json(value: Any, where: str) -> StoredLink:
    """The link again. Raises :class:`GraphFormatError`, which says ``where``, for anything else;
    what :func:`timegraph._graph.arguments.checked_link` refuses is left to it."""
    if not isinstance(value, Mapping) or str(value.get("kind")) not in _FORMS:
        raise GraphFormatError(f"{where}: a link is an object with a kind: {', '.join(_FORMS)}")
    kind = value["kind"]
    link_type, forms = _FORMS[kind]
    unknown = [key for key in value if key not in (*_ALWAYS, *forms)]
    missing = [key for key in [*forms][:4] if key not in value]
    if unknown or missing:
        what = f"has no {missing[0]!r}" if missing else f"has an unknown key {unknown[0]!r}"
        raise GraphFormatError(f"{where}: a link of the kind {kind!r} {what}")
    given = {
        _ATTRIBUTES.get(name, name): form.read(value[name], f"{where}.{name}")
        for name, form in forms.items()
        if name in value
    }
    if "weight" in value:
        if kind not in ("relation", "points"):
            raise GraphFormatError(f"{where}: a link of the kind {kind!r} has no weight")
        weight = value["weight"]
        is_exact = not isinstance(weight, float)
        given["weight"] = number_from_json(weight, f"{where}.weight") if is_exact else weight
    link = link_type(**given, source=source_from_json(value.get("source"), f"{where}.source"))
    bounds = [*_bounds(value["bounds"], f"{where}.bounds", link)] if "bounds" in value else None
    return StoredLink(
        link,
        bounds,
        _numbers(value.get("left_out", []), f"{where}.left_out"),
    )


def _bounds(
    value: Any, where: str, link: AnyLink
) -> Iterable[tuple[Endpoint, Endpoint, Fraction, bool]]:
    if not isinstance(value, list):
        raise GraphFormatError(f"{where} must be a list of bounds, not {value!r}")
    if not isinstance(link, DistanceLink) or link.steps is None:
        raise GraphFormatError(f"{where}: only a distance in months has bounds")
    for bound in value:
        if not (isinstance(bound, list) and len(bound) == 4 and isinstance(bound[3], bool)):
            raise GraphFormatError(f"{where}: a bound is [x, y, seconds, strict], not {bound!r}")
        seconds = number_from_json(bound[2], where)
        if seconds is None:
            raise GraphFormatError(f"{where}: a bound has seconds, not null")
        x, y = endpoint_from_json(bound[0], where), endpoint_from_json(bound[1], where)
        # A step from a date ends at a date, which is counted from 1970.
        if not {x, y} <= {link.x, link.y, EPOCH}:
            raise GraphFormatError(f"{where}: a bound is between the endpoints of its link")
        yield x, y, seconds, bound[3]


def _numbers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(
        type(position) is int and position >= 0 for position in value
    ):
        raise GraphFormatError(f"{where} must be a list of positions of constraints, not {value!r}")
    return tuple(value)


NamedAlone = tuple[Hashable, bool, int]
"""An entity (``True``) or instant that was added by itself, and the number of links before it."""


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link, the bounds that it had where it has months, and the positions of those of its
    constraints that are not in force."""

    link: AnyLink
    bounds: Sequence[tuple[Endpoint, Endpoint, Fraction, bool]] | None = None
    left_out: Sequence[int] = ()


def restore(
    state: GraphState,
    links: Iterable[StoredLink | range],
    named: Sequence[NamedAlone],
    handles: Sequence[Any] | None = None,
    next_handle: Any = None,
    *,
    relations: RelationColumns | None = None,
) -> None:
    """Add all of this to an empty state, where it waits to be closed.

    A range of ``links`` stands for these rows of ``relations``. Raises :class:`GraphFormatError`,
    which has the position of the link, for what a graph does not take. Without ``handles`` the
    links have new ones.
    """
    waiting = deque(named)
    number = 0
    for stored in links:
        if isinstance(stored, range):
            assert relations is not None
            first = stored.start
            while first < stored.stop:
                _add_alone(state, waiting, number)
                until_next = waiting[0][2] - number if waiting else 0
                stop = min(stored.stop, first + until_next) if until_next > 0 else stored.stop
                append_all(state, relations.part(first, stop))
                number += stop - first
                first = stop
        else:
            _add_alone(state, waiting, number)
            state.current = None  # months ask for dates, of all that was added by columns, too
            try:
                _append(state, stored)
            except (TypeError, ValueError) as error:
                raise GraphFormatError(f"links[{number}]: {error}") from None
            number += 1
    _add_alone(state, waiting, number)
    state.current = None
    if waiting:
        key, _, before = waiting[0]
        raise GraphFormatError(
            f"named: {key!r} stands after {before} links, and there are {number}, or the list "
            "is not in order"
        )

    if handles is not None:
        _set_handles(state.store, handles, next_handle)


def _set_handles(store: Store, handles: Sequence[Any], next_handle: Any) -> None:
    numbers = [*handles, next_handle]
    rising = {*map(type, numbers)} == {int} and all(map(lt, numbers, numbers[1:]))
    if not rising or numbers[0] < 0 or numbers[-1] >= 2**63:
        _refuse_handles(numbers)
    if len(handles) != len(store.links):
        raise GraphFormatError(f"handles: {len(handles)} for {counted(len(store.links), 'link')}")
    store.handles, store.next_handle = array("q", handles), next_handle


def _refuse_handles(numbers: Sequence[Any]) -> None:
    before = -1
    for number, handle in enumerate(numbers):
        where = f"links[{number}].handle" if number < len(numbers) - 1 else "next_handle"
        if type(handle) is not int or not 0 <= handle < 2**63:
            raise GraphFormatError(f"{where} must be a whole number from 0 on, not {handle!r}")
        if handle <= before:
            raise GraphFormatError(f"{where}: {handle} comes after {before}; handles rise")
        before = handle


def _append(state: GraphState, stored: StoredLink) -> None:
    append(state, checked_link(stored.link))
    if stored.bounds is None:
        return
    store = state.store
    saved = [(x, y, seconds, strict) for x, y, seconds, strict in stored.bounds]
    bounds = map(store.constraint, store.constraints_of_link(len(store.links) - 1))
    counted_again = [
        (bound.x, bound.y, bound.value, bound.strict)
        for bound in bounds
        if isinstance(bound, DistanceConstraint)
    ]
    if saved != counted_again:
        what = "; ".join(str(DistanceConstraint(*bound)) for bound in saved) or "none"
        should = "; ".join(str(DistanceConstraint(*bound)) for bound in counted_again)
        raise GraphFormatError(
            f"bounds are {what}, but its months, from the dates before it, say {should}; correct "
            "the link, or leave its bounds out"
        )


def _add_alone(state: GraphState, waiting: deque[NamedAlone], links: int) -> None:
    store, here = state.store, []
    while waiting and waiting[0][2] == links:
        here.append(waiting.popleft())
    for is_entity, group in groupby(here, itemgetter(1)):
        if is_entity:
            keys = [key for key, _, _ in group]
            store.intervals(keys)
            new = [name for name in zip(keys, repeat(True)) if name not in store.named]
            store.named.update(dict.fromkeys(new, links))
        else:
            for key, _, _ in group:
                name_alone(state, key, False)


# A graph as a file of columns.


_FILE = "timegraph file"


def content_of(state: GraphState) -> list[bytes]:
    """What the file of a graph holds, in pieces; raises as :meth:`timegraph.TimeGraph.save`."""
    body = json.dumps(_body(state), separators=(",", ":"), allow_nan=False).encode("ascii")
    header = {
        "format": _FILE,
        "version": VERSION,
        "bytes": len(body),
        "sha256": sha256(body).hexdigest(),
    }
    return [json.dumps(header).encode("ascii"), b"\n", body, b"\n"]


def _body(state: GraphState) -> dict[str, Any]:
    closed(state)
    store = state.store
    # Each once, with its position; sources that are not text by what they are.
    names, sources = dict[Any, int](), dict[Any, tuple[int, Any]]()
    columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
    others = []
    for number, link in enumerate(store.links):
        if not isinstance(link, Link) or link.weight is not None:
            others.append([number, link_to_json(store, number, state.kept)])
            continue
        columns["a"].append(names.setdefault(link.a, len(names)))
        columns["relation"].append(link.relation.mask)
        columns["b"].append(names.setdefault(link.b, len(names)))
        source = link.source
        key = source if type(source) is str else id(source)
        columns["source"].append(sources.setdefault(key, (len(sources), source))[0])
    named = {
        "name": [names.setdefault(key, len(names)) for key, _ in store.named],
        "is_entity": [int(is_entity) for _, is_entity in store.named],
        "links_before": [*store.named.values()],
    }
    for _, value in sources.values():
        try:
            source_to_json(value)
        except TypeError as error:
            its = next(link for link in store.links if link.source is value)
            raise TypeError(f"{its}: {error}") from None
    return {
        "on_conflict": state.policy,
        **settings(store),
        "named": named,
        "handles": store.handles.tolist(),
        "next_handle": store.next_handle,
        "names": [*map(name_to_json, names)],
        "sources": [source_to_json(value) for _, value in sources.values()],
        "relations": columns,
        "others": others,
        "left_out": [k for k, kept in enumerate(state.kept) if not kept],
    }


@no_collections()
def load(path: str | PathLike[str], memory_budget: int | None) -> GraphState:
    """Read a graph; see :meth:`timegraph.TimeGraph.load`."""
    try:
        return _state(Path(path).read_bytes(), memory_budget)
    except IsADirectoryError:
        message = "is a folder; name the file that TimeGraph.save wrote"
        raise GraphFormatError(f"{path}: {message}") from None
    except GraphFormatError as error:
        raise GraphFormatError(f"{path}: {error}") from None


def _state(content: bytes, memory_budget: int | None) -> GraphState:
    head, _, body = content.partition(b"\n")
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        header = None
    check_header(header, _FILE)
    body = body[:-1] if body.endswith(b"\n") else body
    if len(body) != header.get("bytes") or sha256(body).hexdigest() != header.get("sha256"):
        raise GraphFormatError(
            f"the file is damaged or was changed: {len(body)} bytes follow the first line, where "
            f"{header.get('bytes')} were written, or their checksum differs"
        )
    try:
        return _restored(json.loads(body), memory_budget)
    except (
        ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError,
    ) as error:  # fmt: skip
        if isinstance(error, GraphFormatError):
            raise
        raise GraphFormatError(f"the file was not written by timegraph: {error!r}") from None


def _restored(data: Any, memory_budget: int | None) -> GraphState:
    policy = data["on_conflict"]
    if policy not in POLICIES:
        raise GraphFormatError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    names = data["names"]
    if type(names) is not list:
        raise GraphFormatError(f"names must be a list, not {type(names).__name__}")
    if not {*map(type, names)} <= {str}:
        names = [name_from_json(name, f"names[{k}]") for k, name in enumerate(names)]
    sources = [
        source_from_json(source, f"sources[{k}]") for k, source in enumerate(data["sources"])
    ]
    relations = checked_columns(data["relations"], names, sources)
    state = state_from_json(data, memory_budget)
    others = [
        (at, link_from_json(link, f"others[{k}]")) for k, (at, link) in enumerate(data["others"])
    ]
    named = _named(data["named"], names)
    links = _in_order(len(relations), others)
    restore(state, links, named, data["handles"], data["next_handle"], relations=relations)
    constraints = len(state.store.xs)
    for k in data["left_out"]:
        if not 0 <= k < constraints:
            raise GraphFormatError(
                f"left_out: constraint {k} does not exist; the last is {constraints - 1}"
            )
    if data["left_out"]:
        closed(state)
        left_out = [k for k, kept in enumerate(state.kept) if not kept]
        if policy == "error" or data["left_out"] != left_out:
            raise GraphFormatError(
                f"left_out: {_shown(data['left_out'])} are left out here, but {_shown(left_out)} "
                "contradict what comes before"
            )
    elif policy == "error":  # the first question finds out whether that is so
        state.kept = bytearray(b"\1") * constraints
        state.closure = state.current = None
    return state


def _shown(numbers: Sequence[int]) -> str:
    """Numbers of constraints, of many the first five."""
    named = ", ".join(map(str, numbers[:5])) or "none"
    return named if len(numbers) <= 5 else f"{named} and {len(numbers) - 5} more"


def _named(data: Any, names: Sequence[Hashable]) -> list[NamedAlone]:
    if isinstance(data, list):
        return named_from_json(data)
    name, is_entity, before = (data[key] for key in ("name", "is_entity", "links_before"))
    check_positions("named.name", name, len(names))
    check_positions("named.is_entity", is_entity, 2)
    if not {*map(type, before)} <= {int} or not len(name) == len(is_entity) == len(before):
        raise GraphFormatError("named must be three lists of whole numbers of the same length")
    return [*zip(map(names.__getitem__, name), map(bool, is_entity), before, strict=True)]


def _in_order(
    relations: int, others: Iterable[tuple[int, StoredLink]]
) -> Iterator[range | StoredLink]:
    """All links, each of ``others`` at its position, and between them ranges of relations."""
    row = 0
    for number, (at, stored) in enumerate(others):
        stop = at - number
        if stop < row:
            raise GraphFormatError(f"others: position {at} comes after {row + number - 1}")
        if stop > relations:
            raise GraphFormatError(f"others: there are no {at} links before position {at}")
        if row < stop:
            yield range(row, stop)
        row = stop
        yield stored
    if row < relations:
        yield range(row, relations)
