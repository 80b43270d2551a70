"""Characters that XML can hold, and attributes that TimeML does not know but allows."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["EXTRA", "Attributes", "texts"]

Attributes = tuple[tuple[str, str], ...]


# What XML 1.0 allows, but for CR, which no XML reader hands on as it is.
_CHARACTERS = st.characters(
    exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff", include_characters="\t\n"
)


def texts(*, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[str]:
    """Character data."""
    return st.text(_CHARACTERS, min_size=min_size, max_size=max_size)


# None of these is an attribute of TimeML; the last two are such as only careless readers refuse.
_NAMES = ("note", "origin", "größe", "{http://www.w3.org/XML/1998/namespace}lang")

EXTRA: st.SearchStrategy[Attributes] = st.just(()) | st.lists(
    st.tuples(st.sampled_from(_NAMES), texts(max_size=4)),
    unique_by=lambda pair: pair[0],
    min_size=1,
    max_size=2,
).map(tuple)
"""Up to two attributes of one element that TimeML has no name for."""
