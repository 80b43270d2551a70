"""From a document to the tokens of its file."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

from timeml._model.annotations import COMMENT, INSTRUCTION, Layout, Mark, Raw, Token
from timeml._model.attributes import IDS
from timeml.document import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink
from timeml.errors import counted

# The tokens of a file that is written: those of a layout, with annotations for their marks.


Span = Event | Timex3 | Signal
"""An annotation with start and end tag."""

Link = Instance | TLink | SLink | ALink
"""An annotation without content."""

FileToken = str | Raw | Span | Link | Mark
"""A token of the file; the only mark in a finished file is CLOSE."""

LINK_MARKS = (Mark.MAKEINSTANCE, Mark.TLINK, Mark.SLINK, Mark.ALINK)


def is_element(token: Token | FileToken) -> bool:
    """Whether a token starts an element that becomes no annotation."""
    return isinstance(token, Raw) and token.tag not in (COMMENT, INSTRUCTION)


def name_of(span: Span) -> str:
    """A span as messages name it."""
    if isinstance(span, Event):
        return f"EVENT {span.eid}"
    return f"TIMEX3 {span.tid}" if isinstance(span, Timex3) else f"SIGNAL {span.sid}"


# The annotations of a text as tags that nest.


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


# The order of everything in the file that is written.
#
# A document's layout is joined with its annotations, even where these are no longer the ones that
# were read.


def arrange(document: Document) -> list[FileToken]:
    """The tokens of the file, in order.

    Where text and spans are unchanged, the order is the one that was read. Elsewhere the tags in
    the text are laid out again; unknown elements keep their position if the text is the same.
    Raises ``ValueError`` for spans that XML cannot hold.
    """
    check_spans(document)
    layout = document.layout
    tokens = _with_docid(document)
    if tokens is not None:
        placed = _place(document, tokens, layout.root_is_text)
        if placed is not None:
            return exclude(document, _with_links(document, placed, layout.root_is_text))
    return exclude(document, _with_links(document, _lay_out(document, tokens), False))


def _with_docid(document: Document) -> Sequence[Token] | None:
    """The layout's tokens with the document's id in them.

    Returns ``None`` if there are no tokens, or if the id cannot be put among them.
    """
    layout = document.layout
    tokens = layout.tokens
    if tokens is None:
        return None
    for index, token in enumerate(tokens):
        if isinstance(token, Raw) and token.tag.rpartition("}")[2] == "DOCID":
            end = _close(tokens, index)
            content = "".join([t for t in tokens[index:end] if isinstance(t, str)])
            if (content.strip() or None) == document.docid:
                return tokens
            if not layout.root_is_text and not any(isinstance(t, Mark) for t in tokens[index:end]):
                return (*tokens[: index + 1], document.docid or "", *tokens[end:])
            return None
    if document.docid is None:
        return tokens
    return None if layout.root_is_text else ("\n\n", *_docid(document.docid), *tokens)


def _docid(docid: str) -> tuple[Token, ...]:
    return Raw("DOCID"), docid, Mark.CLOSE


def _close(tokens: Sequence[Token], start: int) -> int:
    """The index of the CLOSE of the element that starts at index ``start``."""
    depth = 0
    for index in range(start, len(tokens)):
        token = tokens[index]
        if token is Mark.CLOSE:
            depth -= 1
            if not depth:
                return index
        elif is_element(token) or (isinstance(token, Mark) and token not in LINK_MARKS):
            depth += 1
    raise ValueError("the layout has an element without an end")


def _by_mark(document: Document) -> dict[Mark, Sequence[Span]]:
    """The spans by mark, in the order in which their marks stand in the file."""
    return {
        Mark.DCT: () if document.dct is None else (document.dct,),
        Mark.EVENT: document.events,
        Mark.SIGNAL: document.signals,
        Mark.TIMEX3: document.timexes[document.dct is not None :],
    }


def _place(
    document: Document, tokens: Sequence[Token], root_is_text: bool
) -> list[FileToken] | None:
    """The tokens with the spans in place of their marks; the marks of links stay.

    Returns ``None`` if tokens and spans do not fit each other.
    """
    supply = {mark: iter(spans) for mark, spans in _by_mark(document).items()}
    text = document.text
    result: list[FileToken] = []
    open_: list[tuple[FileToken, int]] = []
    inside = root_is_text
    position = 0
    for token in tokens:
        if isinstance(token, str):
            if inside:
                if not text.startswith(token, position):
                    return None
                position += len(token)
            result.append(token)
        elif isinstance(token, Raw):
            if is_element(token):
                open_.append((token, 0))
                inside = inside or token.is_text
            result.append(token)
        elif token is Mark.CLOSE:
            opener, index = open_.pop()
            if isinstance(opener, Raw):
                inside = inside and not opener.is_text
            elif isinstance(opener, (Event, Timex3, Signal)):
                content = "".join([t for t in result[index:] if isinstance(t, str)])
                if opener.text != content or (inside and opener.end != position):
                    return None
            result.append(token)
        elif token in supply:
            span = next(supply[token], None)
            if span is None or span.start != (position if inside else None):
                return None
            open_.append((span, len(result)))
            result.append(span)
        else:
            result.append(token)
    left = any(next(rest, None) is not None for rest in supply.values())
    return None if left or position != len(text) else result


def _lay_out(document: Document, tokens: Sequence[Token] | None) -> list[FileToken]:
    """The text with new tags, within the given tokens or, where these have no TEXT, within our
    own."""
    marks = None if tokens is None else _outside(tokens)
    if tokens is None or marks is None:
        head = () if document.docid is None else (*_docid(document.docid), "\n\n")
        tokens = ("\n\n", *head, Raw("TEXT", is_text=True), Mark.CLOSE, "\n\n")
        marks = {}
    placed, left = _place_outside(document, marks)
    result: list[FileToken] = []
    home = _longest_text(tokens)
    text_start = 0  # index in ``result`` of the TEXT that holds the text
    skipped: list[bool] = []  # of the open elements: whether the annotation was removed
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if isinstance(token, Raw) and token.is_text:
            if index == home:
                text_start = len(result)
                result += [token, *nested(document), Mark.CLOSE]
            else:
                result += [token, Mark.CLOSE]
            index = _close(tokens, index)
        elif index in marks:
            span = placed.get(index)
            skipped.append(span is None)
            if span is not None:
                result.append(span)
                if span.text != marks[index][1]:
                    result.append(span.text)
                    end = _close(tokens, index)
                    left += [placed[inner] for inner in range(index + 1, end) if inner in placed]
                    index = end - 1
        elif token is Mark.CLOSE:
            if not skipped.pop():
                result.append(token)
        elif not isinstance(token, Mark) or token in LINK_MARKS:
            if is_element(token):
                skipped.append(False)
            result.append(token)
        index += 1
    extra: list[FileToken] = []
    for span in left:
        extra += [span, span.text, Mark.CLOSE]
        if span is document.dct:
            extra[-3:] = [Raw("DCT"), *extra[-3:], Mark.CLOSE]
        extra.append("\n\n")
    return result[:text_start] + extra + result[text_start:]


def _longest_text(tokens: Sequence[Token]) -> int:
    """The index of the TEXT with the most tokens. Where there are several, it gets all text."""
    texts = [i for i, t in enumerate(tokens) if isinstance(t, Raw) and t.is_text]
    return max(texts, key=lambda index: _close(tokens, index) - index)


def _outside(tokens: Sequence[Token]) -> dict[int, tuple[Mark, str]] | None:
    """The marks of spans outside the text, by index, each with the characters in it.

    Returns ``None`` if the text has no element of its own.
    """
    result: dict[int, tuple[Mark, str]] = {}
    has_text = False
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if isinstance(token, Raw) and token.is_text:
            has_text = True
            index = _close(tokens, index)
        elif isinstance(token, Mark) and token is not Mark.CLOSE and token not in LINK_MARKS:
            content = tokens[index + 1 : _close(tokens, index)]
            if any(isinstance(t, Raw) and t.is_text for t in content):
                return None
            result[index] = token, "".join([t for t in content if isinstance(t, str)])
        index += 1
    return result if has_text else None


def _place_outside(
    document: Document, marks: dict[int, tuple[Mark, str]]
) -> tuple[dict[int, Span], list[Span]]:
    """The spans outside the text: those for which there is a mark, by its index, and the others.

    Where there are more marks than spans, marks with other characters are left empty.
    """
    placed: dict[int, Span] = {}
    left: list[Span] = []
    for mark, every in _by_mark(document).items():
        spans = [span for span in every if span.start is None]
        free = [index for index, (kind, _) in marks.items() if kind is mark]
        for done, span in enumerate(spans):
            surplus = len(free) - (len(spans) - done)
            while surplus > 0 and marks[free[0]][1] != span.text:
                free.pop(0)
                surplus -= 1
            if free:
                placed[free.pop(0)] = span
            else:
                left.append(span)
    return placed, left


def _instances(document: Document) -> Sequence[Instance]:
    """The instances in the order of their elements, if it still gives this document."""
    instances = document.instances
    order = document.layout.instance_order
    if len(order) != len(instances):
        return instances
    ordered = [instances[index] for index in order]
    latest: dict[str, int] = {}
    for index, instance in zip(order, ordered, strict=True):
        if index < latest.get(instance.event_id, -1):
            return instances
        latest[instance.event_id] = index
    return ordered


def _with_links(document: Document, tokens: list[FileToken], root_is_text: bool) -> list[FileToken]:
    """The tokens with the links in place of their marks.

    Links for which there is no mark follow the last of their kind, or come at the end.
    """
    links: dict[Mark, Sequence[Link]] = {
        Mark.MAKEINSTANCE: _instances(document),
        Mark.TLINK: document.tlinks,
        Mark.SLINK: document.slinks,
        Mark.ALINK: document.alinks,
    }
    counts = {mark: tokens.count(mark) for mark in LINK_MARKS}
    supply = {mark: iter(every) for mark, every in links.items()}
    result: list[FileToken] = []
    in_text = [root_is_text]  # of the open elements: whether a line end would change a text
    for token in tokens:
        if isinstance(token, Mark) and token is not Mark.CLOSE:
            counts[token] -= 1
            link = next(supply[token], None)
            while link is not None:
                result.append(link)
                link = next(supply[token], None) if not counts[token] else None
                if link is not None and not in_text[-1]:
                    result.append("\n")
            continue
        result.append(token)
        if token is Mark.CLOSE:
            in_text.pop()
        elif isinstance(token, (Event, Timex3, Signal)):
            in_text.append(True)
        elif isinstance(token, Raw) and is_element(token):
            in_text.append(in_text[-1] or token.is_text)
    for rest in supply.values():
        for link in rest:
            result += [link] if root_is_text else [link, "\n"]
    return result


def exclude(document: Document, tokens: list[FileToken]) -> list[FileToken]:
    """The tokens of a file, where elements that were left out lose an id that would now count.

    An EVENT may have been left out because its id was in use. It would be read as an annotation
    if the one that used the id has since been removed, renamed, or moved behind it.
    """
    root = document.layout.root
    prefix = root[: -len(root.rpartition("}")[2])]
    kinds = {tag: kind for kind in IDS for tag in (kind, prefix + kind)}
    if not any(isinstance(token, Raw) and token.tag in kinds for token in tokens):
        return tokens
    eids = {event.eid for event in document.events}
    seen = {("MAKEINSTANCE", timex.tid) for timex in document.timexes}
    result: list[FileToken] = []
    for token in tokens:
        if isinstance(token, Raw) and token.tag in kinds:
            kind = kinds[token.tag]
            attributes = dict(token.attributes)
            key = kind, attributes.get(IDS[kind], "")
            lost = kind == "MAKEINSTANCE" and attributes.get("eventID") not in eids
            if key not in seen and not lost:
                others = tuple(pair for pair in token.attributes if pair[0] != IDS[kind])
                result.append(replace(token, attributes=others))
                continue
        elif isinstance(token, Event):
            seen.add(("EVENT", token.eid))
        elif isinstance(token, Timex3):
            seen.add(("TIMEX3", token.tid))
        elif isinstance(token, Signal):
            seen.add(("SIGNAL", token.sid))
        elif isinstance(token, Instance):
            seen.add(("MAKEINSTANCE", token.eiid))
        result.append(token)
    return result
