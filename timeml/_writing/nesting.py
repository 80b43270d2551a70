"""The annotations of a text as tags that nest."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from timeml._counting import counted
from timeml._model.layout import Layout, Mark, Raw, Token
from timeml._writing.tokens import LINK_MARKS, Span, is_element, name_of
from timeml.document import Document

__all__ = ["check_spans", "nested"]

_Item = tuple[int, int, Raw | Span]


def check_spans(document: Document) -> None:
    """Raise ``ValueError`` for a span outside the text, or with other characters than there."""
    size = len(document.text)
    spans: list[Span] = [*document.timexes, *document.events, *document.signals]
    for span in spans:
        start, end = span.start, span.end
        if start is None or end is None:
            continue
        if not 0 <= start <= end <= size:
            characters = counted(size, "character")
            message = f"its span {start}:{end} is not within the text of {characters}"
            raise ValueError(f"{name_of(span)}: {message}")
        if document.text[start:end] != span.text:
            message = f"its text is {span.text!r}, but the document has "
            message += f"{document.text[start:end]!r} at {start}:{end}"
            raise ValueError(f"{name_of(span)}: {message}")


def nested(document: Document) -> Iterator[str | Raw | Span | Mark]:
    """The text with a token for the start and the end of each span.

    Of spans with the same start, the longer one is outside. Of equal spans, unknown elements are
    outside timexes, these outside events, and these outside signals. Raises ``ValueError`` for
    spans that overlap without nesting.
    """
    kinds = [_unknown_elements(document.layout, document.text)]
    groups: tuple[Sequence[Span], ...] = (document.timexes, document.events, document.signals)
    for spans in groups:
        in_text: list[_Item] = []
        for span in spans:
            if span.start is not None and span.end is not None:
                in_text.append((span.start, span.end, span))
        kinds.append(in_text)
    merged = heapq.merge(*map(_in_order, kinds), key=lambda keyed: keyed[0])
    text = document.text
    position = 0
    open_: list[_Item] = []
    for _, (start, end, item) in merged:
        while open_ and open_[-1][1] <= start:
            stop = open_.pop()[1]
            yield text[position:stop]
            position = stop
            yield Mark.CLOSE
        if open_ and open_[-1][1] < end:
            outer = open_[-1][2]
            names = [node.tag if isinstance(node, Raw) else name_of(node) for node in (outer, item)]
            raise ValueError(f"{names[0]} and {names[1]} overlap, but XML tags must nest")
        yield text[position:start]
        position = start
        yield item
        if not isinstance(item, Raw) or is_element(item):
            open_.append((start, end, item))
    while open_:
        stop = open_.pop()[1]
        yield text[position:stop]
        position = stop
        yield Mark.CLOSE
    yield text[position:]


def _unknown_elements(layout: Layout, text: str) -> list[_Item]:
    """The unknown elements and comments in the text, with their spans.

    Returns none if the layout belongs to another text, because they have no position in this one.
    """
    result: list[_Item] = []
    parts: list[str] = []
    position = 0
    inside = layout.root_is_text
    open_: list[tuple[int, Token]] = []
    for token in layout.tokens or ():
        if isinstance(token, str):
            if inside:
                parts.append(token)
                position += len(token)
        elif token is Mark.CLOSE:
            index, opener = open_.pop()
            if isinstance(opener, Raw) and opener.is_text:
                inside = False
            elif index >= 0:
                start, _, raw = result[index]
                result[index] = (start, position, raw)
        elif isinstance(token, Raw):
            index = -1
            if inside:
                index = len(result)
                result.append((position, position, token))
            inside = inside or token.is_text
            if is_element(token):
                open_.append((index, token))
        elif token not in LINK_MARKS:
            open_.append((-1, token))
    return result if "".join(parts) == text else []


def _in_order(items: list[_Item]) -> list[tuple[tuple[int, int], _Item]]:
    """Items of one kind in the order of their start tags, each with a key for merging kinds.

    Their given order is kept where possible. At the same start, empty items may stand anywhere
    among longer ones; so the key is the farthest end among the items from this one on.
    """
    items.sort(key=lambda item: item[0])
    keyed: list[tuple[tuple[int, int], _Item]] = []
    for start, group in groupby(items, key=lambda item: item[0]):
        same = list(group)
        ends = [end for _, end, _ in same if end > start]
        if ends != sorted(ends, reverse=True):
            same.sort(key=lambda item: -item[1])
        farthest = [*accumulate((end for _, end, _ in reversed(same)), max)][::-1]
        keyed += [((start, -end), item) for end, item in zip(farthest, same, strict=True)]
    return keyed
