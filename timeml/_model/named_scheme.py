"""How a file names the label scheme of its links, where that is not the one usual in its format.

TimeML has a processing instruction before the root, which other readers pass over::

    <?timegraph labels="matres"?>

Lists of links have a comment of the same content (``# timegraph labels="matres"``), the other formats
a note or a field that is called :data:`LABEL_SCHEME`.
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from timeml._model.layout import INSTRUCTION, Raw

__all__ = ["LABEL_SCHEME", "instruction", "scheme_in", "scheme_named_by", "with_scheme"]

LABEL_SCHEME = "LabelScheme"
"""What the field is called that names the scheme."""

_INSTRUCTION = re.compile(r"""timegraph\s+labels\s*=\s*(["'])([\w.-]+)\1\s*""")


def instruction(scheme: str) -> str:
    """The content of the instruction or comment that names a scheme."""
    return f'timegraph labels="{scheme}"'


def scheme_in(content: str) -> str | None:
    """The scheme that an instruction or comment of this content names."""
    match = _INSTRUCTION.fullmatch(content.strip())
    return None if match is None else match[2]


def scheme_named_by(notes: Iterable[Raw]) -> str | None:
    """The scheme that the first of the instructions before the root names that names one."""
    return next(_schemes(notes), None)


def with_scheme(notes: tuple[Raw, ...], scheme: str) -> tuple[Raw, ...]:
    """What stands before the root of a TimeML file so that it names this scheme: the same if it
    does so already; of TimeML's own labels nothing has to be said."""
    if (scheme_named_by(notes) or "tml") == scheme:
        return notes
    others = tuple(note for note in notes if next(_schemes([note]), None) is None)
    said = () if scheme == "tml" else (Raw(INSTRUCTION, content=instruction(scheme)),)
    return (*others, *said)


def _schemes(notes: Iterable[Raw]) -> Iterator[str]:
    for note in notes:
        scheme = scheme_in(note.content) if note.tag == INSTRUCTION else None
        if scheme is not None:
            yield scheme
