"""Checks of what strategies are asked for: what is wrong is named before anything is drawn."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

from hypothesis.errors import InvalidArgument

from timegraph.allen import AllenSet, RelationLike

E = TypeVar("E", bound=Enum)


def check_number(name: str, number: object, *, least: int = 0) -> None:
    """Raise ``InvalidArgument`` unless ``number`` is an integer of at least ``least``."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise InvalidArgument(f"{name}={number!r} is not an integer")
    if number < least:
        raise InvalidArgument(f"{name}={number} is less than {least}")


def check_sizes(min_size: int, max_size: int | None, *, least: int = 0) -> None:
    """Raise ``InvalidArgument`` unless ``least <= min_size <= max_size``."""
    check_number("min_size", min_size, least=least)
    if max_size is not None:
        check_number("max_size", max_size)
        if max_size < min_size:
            raise InvalidArgument(f"max_size={max_size} is less than min_size={min_size}")


def check_collection(name: str, things: Collection[Any], what: str) -> tuple[Any, ...]:
    """The things as a tuple.

    Strings are refused because they are single things here, and sets because their order is not
    reproducible.
    """
    if isinstance(things, (str, bytes, set, frozenset)) or not isinstance(things, Collection):
        # The repr of a document, for example, has many lines.
        raise InvalidArgument(f"{name}={repr(things)[:100]} is not a sequence of {what}")
    return tuple(things)


def check_distinct(entities: Collection[Hashable], name: str = "entities") -> tuple[Hashable, ...]:
    """The entities as a tuple, after a check that they are hashable and distinct."""
    names = check_collection(name, entities, "names")
    try:
        different = len(set(names))
    except TypeError as error:
        raise InvalidArgument(f"{name}={entities!r}: a name must be hashable ({error})") from None
    if different < len(names):
        raise InvalidArgument(f"{name}={entities!r} has a name twice")
    return names


def check_relations(relations: RelationLike | None) -> AllenSet:
    """The set of Allen relations; ``None`` means all of them."""
    if relations is None:
        return AllenSet.all()
    try:
        return AllenSet(relations)
    except (TypeError, ValueError) as error:
        raise InvalidArgument(
            f"relations={relations!r} is not an AllenSet, a relation or several: {error}"
        ) from None


def check_members(name: str, members: Iterable[E | str], kind: type[E]) -> tuple[E, ...]:
    """Members of an enumeration, each given as itself or by its name."""
    single = isinstance(members, (str, kind))
    listed = (members,) if single else check_collection(name, members, kind.__name__)  # type: ignore[arg-type]
    values = []
    for member in listed:
        try:
            values.append(kind(member.strip().upper() if isinstance(member, str) else member))
        except ValueError:
            choices = ", ".join(str(choice.value) for choice in kind)
            raise InvalidArgument(
                f"{name}={members!r}: {member!r} is not a {kind.__name__}; known: {choices}"
            ) from None
    return tuple(values)


def check_model(model: object) -> None:
    """Raise ``InvalidArgument`` unless ``model`` maps entities to ``(start, end)``, start < end."""
    if not isinstance(model, Mapping):
        raise InvalidArgument(f"model={model!r} is not a dict of entity -> (start, end)")
    for entity, interval in model.items():
        if not _is_interval(interval):
            raise InvalidArgument(
                f"model[{entity!r}]={interval!r} is not a pair of numbers (start, end), start < end"
            )


def _is_interval(interval: object) -> bool:
    if not isinstance(interval, tuple) or len(interval) != 2:
        return False
    start, end = interval
    if not isinstance(start, Real) or not isinstance(end, Real):
        return False
    return isfinite(start) and isfinite(end) and bool(start < end)


def check_instants(
    instants: Mapping[Hashable, Any] | Sequence[Hashable] | None,
) -> Mapping[Hashable, int] | tuple[Hashable, ...]:
    """Instants with their numbers, or the names of some."""
    if not isinstance(instants, Mapping):
        return () if instants is None else check_distinct(instants, "instants")
    for name, number in instants.items():
        # NaN is not a point in time: it is not even equal to itself.
        if not isinstance(number, Real) or number != number:
            raise InvalidArgument(f"instants[{name!r}]={number!r} is not a number")
    return dict(instants)
