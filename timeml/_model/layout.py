"""What a TimeML file contains besides its annotations, and the order of everything in it.

A layout is the file as a flat sequence of tokens in file order:

* ``str``: character data (a :class:`Reference` where the file has an entity reference);
* :class:`Raw`: the start of an element that no field of the document holds (TEXT, DCT, DOCID, any
  unknown element, an annotation that was left out), or a whole comment or processing instruction;
* :class:`Mark`: the position of an annotation. The k-th ``Mark.EVENT`` is the k-th of
  ``document.events`` and so on. Attributes and ids are never repeated here, so a document with
  renamed ids or other links keeps its layout;
* ``Mark.CLOSE``: the end of the latest element still open (a :class:`Raw`, EVENT, TIMEX3, SIGNAL).
  Links, instances, comments and processing instructions have none.

This module uses neither XML libraries nor the annotation classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from timeml.errors import Diagnostic

__all__ = ["COMMENT", "INSTRUCTION", "Attributes", "Layout", "Mark", "Raw", "Reference", "Token"]

Attributes = tuple[tuple[str, str], ...]
"""Names and values of attributes, in file order."""

COMMENT = "!--"
INSTRUCTION = "?"


class Mark(Enum):
    """The position of an annotation in a layout, or the end of an element."""

    EVENT = "EVENT"
    TIMEX3 = "TIMEX3"
    DCT = "the TIMEX3 that is the document creation time"
    SIGNAL = "SIGNAL"
    MAKEINSTANCE = "MAKEINSTANCE"
    TLINK = "TLINK"
    SLINK = "SLINK"
    ALINK = "ALINK"
    CLOSE = "end tag"


@dataclass(frozen=True, slots=True)
class Raw:
    """The start of an element as in the file; names are in Clark notation (``{uri}name``).

    Where ``tag`` is ``"!--"`` (comment) or ``"?"`` (processing instruction), ``content`` is its
    content. ``is_text`` marks an element whose characters are (part of) the document's text.
    """

    tag: str
    attributes: Attributes = ()
    content: str = ""
    is_text: bool = False


class Reference(str):
    """Character data of the form ``&name;``: a reference to an entity that is not resolved."""

    __slots__ = ()


Token = str | Raw | Mark


@dataclass(frozen=True, slots=True)
class Layout:
    """The root element of a file, its tokens, and what the reader reported.

    ``tokens`` is ``None`` for a document that was not read from a file; the writer then lays it
    out itself. ``root_is_text`` is true where there is no TEXT element, so that the characters of
    the root are the text. ``instance_order`` is the order of the MAKEINSTANCE elements, as indices
    into ``document.instances``; it is empty if they are in the order of ``instances``. ``lost``
    are the eiids of MAKEINSTANCE elements that are in the tokens only, because the file lacks
    their event. ``format`` is the format of the file, as :mod:`timeml.readers` names it.
    """

    root: str = "TimeML"
    root_attributes: Attributes = ()
    namespaces: tuple[tuple[str | None, str], ...] = ()
    doctype: str = ""
    before: tuple[Raw, ...] = ()
    after: tuple[Raw, ...] = ()
    tokens: tuple[Token, ...] | None = None
    root_is_text: bool = False
    instance_order: tuple[int, ...] = ()
    lost: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)
    format: str = "timeml"
