"""Checks of arguments that several strategies share."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from hypothesis.errors import InvalidArgument

__all__ = ["check_distinct", "check_model", "check_sizes"]


def check_sizes(min_size: int, max_size: int | None, *, least: int = 0) -> None:
    """Raise ``InvalidArgument`` unless ``least <= min_size <= max_size``."""
    for name, size in (("min_size", min_size), ("max_size", max_size)):
        if size is not None and (not isinstance(size, int) or isinstance(size, bool)):
            raise InvalidArgument(f"{name}={size!r} is no integer")
    if min_size < least:
        raise InvalidArgument(f"min_size={min_size} is less than {least}")
    if max_size is not None and max_size < min_size:
        raise InvalidArgument(f"max_size={max_size} is less than min_size={min_size}")


def check_distinct(entities: Collection[Hashable]) -> tuple[Hashable, ...]:
    """The entities as a tuple; ``InvalidArgument`` if one occurs twice or they are a string."""
    if isinstance(entities, (str, bytes)) or not isinstance(entities, Collection):
        raise InvalidArgument(f"entities={entities!r} is no sequence of entities")
    found = tuple(entities)
    if len(set(found)) < len(found):
        raise InvalidArgument(f"entities={entities!r} names an entity twice")
    return found


def check_model(model: object) -> None:
    """``InvalidArgument`` unless ``model`` maps entities to ``(start, end)``, start < end."""
    if not isinstance(model, dict):
        raise InvalidArgument(f"model={model!r} is no dict of entity -> (start, end)")
    for entity, interval in model.items():
        if not isinstance(interval, tuple) or len(interval) != 2 or not interval[0] < interval[1]:
            raise InvalidArgument(
                f"model[{entity!r}]={interval!r} is no pair (start, end) with start < end"
            )
