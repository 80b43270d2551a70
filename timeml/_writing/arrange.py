"""The order of everything in the file that is written.

A document's layout is joined with its annotations, even where these are no longer the ones that
were read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timeml._model.attributes import IDS
from timeml._model.layout import Mark, Raw, Token
from timeml._writing.nesting import check_spans, nested
from timeml._writing.tokens import LINK_MARKS, FileToken, Link, Span, is_element
from timeml.document import Document, Event, Instance, Signal, Timex3

__all__ = ["arrange", "exclude"]


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
    skipped: list[bool] = []  # of the open elements: whether the annotation is gone
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
