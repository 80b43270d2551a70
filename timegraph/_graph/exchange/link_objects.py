"""Links as JSON objects, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from timegraph._graph.exchange.restoring import StoredLink
from timegraph._graph.exchange.values import (
    endpoint_from_json,
    name_from_json,
    name_to_json,
    number_from_json,
    number_to_json,
    source_from_json,
    source_to_json,
)
from timegraph._graph.store import Store
from timegraph.allen import Allen, AllenSet
from timegraph.links import (
    EPOCH,
    AnyLink,
    DistanceLink,
    Endpoint,
    GraphFormatError,
    Link,
    PlacedAsWritten,
    Placement,
    PointLink,
)
from timegraph.points import BELOW

__all__ = ["link_from_json", "link_to_json"]

_KEYS = {
    "relation": ("a", "relation", "b"),
    "points": ("x", "op", "y"),
    "distance": ("x", "y", "at_least", "at_most", "more", "less", "words", "months"),
    "placement": (
        *("start", "end", "earliest", "latest", "zoned", "words"),
        *("latest_start", "earliest_end", "strict", "as_written"),
    ),
}
_RELATIONS = [relation.value for relation in Allen]
_ALWAYS = ("kind", "handle", "source", "bounds", "left_out", "weight")


def link_to_json(store: Store, number: int, kept: bytearray) -> dict[str, Any]:
    """Link ``number`` of a store as a JSON object. Raises ``TypeError``, naming the link, for a
    name or a source that has no JSON form."""
    link = store.links[number]
    own = store.constraints_of_link(number)
    try:
        found = {"kind": "", "handle": store.handles[number]} | _fields(link)
        found["source"] = source_to_json(link.source)
        if isinstance(link, (Link, PointLink)) and link.weight is not None:
            found["weight"] = _weight_to_json(link.weight)
        if isinstance(link, DistanceLink) and link.steps is not None:
            # Months were counted from the dates that were known when the link was added.
            found["bounds"] = [_bound(store, k) for k in own]
    except TypeError as error:
        raise TypeError(f"{link}: {error}") from None
    left_out = [k - own.start for k in own if not kept[k]]
    return found | ({"left_out": left_out} if left_out else {})


def _fields(link: AnyLink) -> dict[str, Any]:
    if isinstance(link, Link):
        return {
            "kind": "relation",
            "a": name_to_json(link.a),
            "relation": [relation.value for relation in link.relation],
            "b": name_to_json(link.b),
        }
    if isinstance(link, PointLink):
        return {"kind": "points", "x": _end(link.x), "op": link.op, "y": _end(link.y)}
    if isinstance(link, Placement):
        return {
            "kind": "placement",
            "start": _end(link.start),
            "end": _end(link.end),
            "earliest": number_to_json(link.earliest),
            "latest": number_to_json(link.latest),
            "zoned": link.zoned,
            "words": link.words,
            # Only where they say something, so that older versions read the others.
            **{
                key: number_to_json(value)
                for key in ("latest_start", "earliest_end")
                if (value := getattr(link, key)) is not None
            },
            **({"strict": True} if link.strict else {}),
            **({"as_written": _written(link.as_written)} if link.as_written else {}),
        }
    return {
        "kind": "distance",
        "x": _end(link.x),
        "y": _end(link.y),
        "at_least": number_to_json(link.at_least),
        "at_most": number_to_json(link.at_most),
        "more": link.more,
        "less": link.less,
        "words": link.words,
        "months": None if link.steps is None else [_length(step) for step in link.steps],
    }


def _written(bounds: PlacedAsWritten) -> dict[str, Any]:
    numbers = {key: number_to_json(getattr(bounds, key)) for key in _BOUNDS}
    return {**numbers, "because": [*bounds.because]}


_BOUNDS = ("earliest", "latest", "latest_start", "earliest_end")


def _weight_to_json(weight: int | float | Fraction) -> int | float | str | None:
    return weight if isinstance(weight, float) else number_to_json(weight)


def _weight_from_json(value: Mapping[str, Any], where: str) -> int | float | Fraction | None:
    """A weight as :func:`timegraph._graph.arguments.checked_weight` takes it."""
    weight = value.get("weight")
    if isinstance(weight, float):
        return weight
    return number_from_json(weight, f"{where}.weight")


def _end(point: Endpoint) -> list[Any]:
    return [name_to_json(point[0]), point[1]]


def _length(length: Any) -> dict[str, Any] | None:
    if length is None:
        return None
    found = {"months": length.months, "seconds": number_to_json(length.seconds)}
    if length.changes is not None:
        found |= {"days": length.days, "changes": [*length.changes]}
    return found


def _bound(store: Store, k: int) -> list[Any]:
    x, y = (_end(store.points[column[k]]) for column in (store.xs, store.ys))
    return [x, y, number_to_json(store.bounds[k]), store.ops[k] == BELOW]


def link_from_json(value: Any, where: str) -> StoredLink:
    """The link again. Raises :class:`GraphFormatError`, which says ``where``, for anything else;
    what :func:`timegraph._graph.arguments.checked_link` refuses is left to it."""
    if not isinstance(value, Mapping) or str(value.get("kind")) not in _KEYS:
        raise GraphFormatError(f"{where}: a link is an object with a kind: {', '.join(_KEYS)}")
    kind = value["kind"]
    unknown = [key for key in value if key not in (*_ALWAYS, *_KEYS[kind])]
    needed = _KEYS[kind] if kind in ("relation", "points") else _KEYS[kind][:4]
    missing = [key for key in needed if key not in value]
    if unknown or missing:
        what = f"has no {missing[0]!r}" if missing else f"has an unknown key {unknown[0]!r}"
        raise GraphFormatError(f"{where}: a link of the kind {kind!r} {what}")
    source = source_from_json(value.get("source"), f"{where}.source")
    link = _READERS[kind](value, source, where)
    if "weight" in value and not isinstance(link, (Link, PointLink)):
        raise GraphFormatError(f"{where}: a link of the kind {kind!r} has no weight")
    bounds = [*_bounds(value["bounds"], f"{where}.bounds", link)] if "bounds" in value else None
    return StoredLink(
        link,
        bounds,
        _numbers(value.get("left_out", []), f"{where}.left_out"),
    )


def _relation(value: Mapping[str, Any], source: Any, where: str) -> Link:
    relation = value["relation"]
    names = [relation] if isinstance(relation, str) else relation
    if not isinstance(names, list):
        raise GraphFormatError(
            f"{where}.relation must be a list of names of relations, not {relation!r}"
        )
    unknown = [name for name in names if name not in _RELATIONS]
    if unknown:
        raise GraphFormatError(
            f"{where}.relation: unknown Allen relation {unknown[0]!r}; the relations are "
            f"{', '.join(_RELATIONS)}"
        )
    relations = AllenSet(map(Allen, names))
    a, b = (name_from_json(value[key], f"{where}.{key}") for key in "ab")
    return Link(a, relations, b, source, weight=_weight_from_json(value, where))


def _points(value: Mapping[str, Any], source: Any, where: str) -> PointLink:
    x, y = (endpoint_from_json(value[key], f"{where}.{key}") for key in "xy")
    weight = _weight_from_json(value, where)
    return PointLink(x, value["op"], y, source, weight=weight)


def _placement(value: Mapping[str, Any], source: Any, where: str) -> Placement:
    start, end = (endpoint_from_json(value[key], f"{where}.{key}") for key in ("start", "end"))
    earliest, latest = (
        number_from_json(value[key], f"{where}.{key}") for key in ("earliest", "latest")
    )
    zoned = _flag(value, "zoned", where)
    starts, ends = (
        number_from_json(value.get(key), f"{where}.{key}")
        for key in ("latest_start", "earliest_end")
    )
    words, strict = _words(value, where), _flag(value, "strict", where)
    bounds = value.get("as_written")
    written = None if bounds is None else _read_written(bounds, f"{where}.as_written")
    placed = earliest, latest, source, zoned, words, starts, ends, strict, written
    return Placement(start, end, *placed)


def _read_written(value: Mapping[str, Any], where: str) -> PlacedAsWritten:
    first, last, starts, ends = (number_from_json(value[key], f"{where}.{key}") for key in _BOUNDS)
    because = value["because"]
    if not isinstance(because, list) or {*map(type, because)} - {str}:
        raise GraphFormatError(f"{where}.because: is not a list of texts")
    return PlacedAsWritten(first, last, starts, ends, tuple(because))


def _distance(value: Mapping[str, Any], source: Any, where: str) -> DistanceLink:
    x, y = (endpoint_from_json(value[key], f"{where}.{key}") for key in "xy")
    least, most = (
        number_from_json(value[key], f"{where}.{key}") for key in ("at_least", "at_most")
    )
    more, less = (_flag(value, key, where) for key in ("more", "less"))
    steps = _steps(value.get("months"), f"{where}.months")
    return DistanceLink(x, y, least, most, source, more, less, _words(value, where), steps)


def _steps(value: Any, where: str) -> tuple[Any, Any] | None:
    if value is None:
        return None
    from timegraph._metric.lengths import Length  # most graphs have no distances

    def length(one: Any) -> Length | None:
        if one is None:
            return None
        if not {"months", "seconds"} <= one.keys() <= {"months", "seconds", "days", "changes"}:
            raise ValueError(one)
        seconds = number_from_json(one["seconds"], where)
        months = one["months"]
        if seconds is None or type(months) is not int or months < 0 or (months and seconds < 0):
            raise ValueError(one)
        return Length(seconds, months, *_days(one))

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


def _flag(value: Mapping[str, Any], key: str, where: str) -> bool:
    found = value.get(key, False)
    if not isinstance(found, bool):
        raise GraphFormatError(f"{where}.{key} must be true or false, not {found!r}")
    return found


def _words(value: Mapping[str, Any], where: str) -> str:
    found = value.get("words", "")
    if not isinstance(found, str):
        raise GraphFormatError(f"{where}.words must be a string, not {found!r}")
    return found


_READERS: dict[str, Callable[[Mapping[str, Any], Any, str], AnyLink]] = {
    "relation": _relation,
    "points": _points,
    "distance": _distance,
    "placement": _placement,
}
