"""Where everything goes in the file that is written: a document's layout joined with its
annotations, also where these are no longer the ones that were read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeml._kept_out import silenced
from timeml._layout import Mark, Raw, Token
from timeml._nesting import LINK_MARKS, Span, check_spans, is_element, nested
from timeml.document import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink

__all__ = ["Link", "Piece", "Span", "arrange"]

Link = Instance | TLink | SLink | ALink
Piece = str | Raw | Span | Link | Mark
"""A token whose place is filled; the only Mark left is CLOSE."""


def arrange(document: Document) -> list[Piece]:
    """The pieces of the file, in order: as it was read where text and spans are unchanged, else
    with the text's tags set anew (unknown elements keep their place if the text is the same).

    Raises ``ValueError`` for spans that XML cannot hold.
    """
    check_spans(document)
    layout = document.layout
    tokens = _with_docid(document)
    if tokens is not None:
        bound = _bind(document, tokens, layout.root_is_text)
        if bound is not None:
            return _finished(document, bound, "" if layout.root_is_text else "\n")
    return _finished(document, _rebuild(document, tokens), "\n")


def _finished(document: Document, pieces: list[Piece], separator: str) -> list[Piece]:
    return silenced(document, _with_links(document, pieces, separator))


def _with_docid(document: Document) -> Sequence[Token] | None:
    """The layout's tokens with the document's id in them; ``None`` if there are none or the id
    cannot be put there."""
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


def _close(tokens: Sequence[Token], index: int) -> int:
    """The index of the CLOSE of the element that starts at ``index``."""
    depth = 0
    for place in range(index, len(tokens)):
        token = tokens[place]
        if token is Mark.CLOSE:
            depth -= 1
            if not depth:
                return place
        elif is_element(token) or (isinstance(token, Mark) and token not in LINK_MARKS):
            depth += 1
    raise ValueError("the layout has an element without end")


class _Supply:
    """The annotations by mark, in the order in which their marks stand in the file."""

    def __init__(self, document: Document, *, outside_only: bool = False) -> None:
        spans: dict[Mark, Sequence[Span]] = {
            Mark.DCT: () if document.dct is None else (document.dct,),
            Mark.EVENT: document.events,
            Mark.SIGNAL: document.signals,
            Mark.TIMEX3: document.timexes[document.dct is not None :],
        }
        self.spans: dict[Mark, Iterator[Span]] = {
            mark: iter([a for a in given if a.start is None] if outside_only else given)
            for mark, given in spans.items()
        }


def _bind(document: Document, tokens: Sequence[Token], root_is_text: bool) -> list[Piece] | None:
    """The tokens with the spans in their places; ``None`` if they do not fit any more.
    The marks of links stay."""
    supply = _Supply(document).spans
    text = document.text
    pieces: list[Piece] = []
    open_: list[tuple[Piece, int]] = []
    inside = root_is_text
    position = 0
    for token in tokens:
        if isinstance(token, str):
            if inside:
                if not text.startswith(token, position):
                    return None
                position += len(token)
            pieces.append(token)
        elif isinstance(token, Raw):
            if is_element(token):
                open_.append((token, 0))
                inside = inside or token.is_text
            pieces.append(token)
        elif token is Mark.CLOSE:
            piece, place = open_.pop()
            if isinstance(piece, Raw):
                inside = inside and not piece.is_text
            elif isinstance(piece, (Event, Timex3, Signal)):
                content = "".join([p for p in pieces[place:] if isinstance(p, str)])
                if piece.text != content or (inside and piece.end != position):
                    return None
            pieces.append(token)
        elif token in supply:
            span = next(supply[token], None)
            if span is None or span.start != (position if inside else None):
                return None
            open_.append((span, len(pieces)))
            pieces.append(span)
        else:
            pieces.append(token)
    left = any(next(rest, None) is not None for rest in supply.values())
    return None if left or position != len(text) else pieces


def _rebuild(document: Document, tokens: Sequence[Token] | None) -> list[Piece]:
    """The text's tags set anew in the frame of the tokens, or in a frame of our own."""
    inline = nested(document)
    if tokens is None or not any(isinstance(t, Raw) and t.is_text for t in tokens):
        head = () if document.docid is None else (*_docid(document.docid), "\n\n")
        tokens = ("\n\n", *head, Raw("TEXT", is_text=True), Mark.CLOSE, "\n\n")
    supply = _Supply(document, outside_only=True).spans
    pieces: list[Piece] = []
    index = 0
    place: int | None = None  # of the first TEXT
    skipped: list[bool] = []  # of the open elements: whether the annotation is gone
    while index < len(tokens):
        token = tokens[index]
        if isinstance(token, Raw) and token.is_text:
            index = _close(tokens, index)
            if place is None:
                place = len(pieces)
                pieces += [token, *inline, Mark.CLOSE]
        elif isinstance(token, Mark) and token in supply:
            span = next(supply[token], None)
            end = _close(tokens, index)
            content = tokens[index + 1 : end]
            if span is None:
                skipped.append(True)
            elif span.text == "".join([t for t in content if isinstance(t, str)]):
                pieces.append(span)
                skipped.append(False)
            else:
                pieces += [span, span.text, Mark.CLOSE]
                index = end
        elif token is Mark.CLOSE:
            if not skipped.pop():
                pieces.append(token)
        else:
            if is_element(token):
                skipped.append(False)
            pieces.append(token)
        index += 1
    assert place is not None  # since there is a TEXT among the tokens
    extra: list[Piece] = []
    for mark, rest in supply.items():
        for span in rest:
            whole: list[Piece] = [span, span.text, Mark.CLOSE]
            if mark is Mark.DCT:
                whole = [Raw("DCT"), *whole, Mark.CLOSE]
            extra += [*whole, "\n\n"]
    return pieces[:place] + extra + pieces[place:]


def _instances(document: Document) -> Sequence[Instance]:
    """The instances in the order that their elements had, if that still is one of them."""
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


def _with_links(document: Document, pieces: list[Piece], separator: str) -> list[Piece]:
    """The pieces with the links in the places of their marks; those for which there is no mark
    follow the last of their kind, or come at the end."""
    given: dict[Mark, Sequence[Link]] = {
        Mark.MAKEINSTANCE: _instances(document),
        Mark.TLINK: document.tlinks,
        Mark.SLINK: document.slinks,
        Mark.ALINK: document.alinks,
    }
    counts = {mark: pieces.count(mark) for mark in LINK_MARKS}
    supply = {mark: iter(links) for mark, links in given.items()}
    result: list[Piece] = []
    for piece in pieces:
        if not isinstance(piece, Mark) or piece is Mark.CLOSE:
            result.append(piece)
            continue
        link = next(supply[piece], None)
        if link is not None:
            result.append(link)
        counts[piece] -= 1
        if not counts[piece]:
            for link in supply[piece]:
                result += [separator, link]
    for rest in supply.values():
        for link in rest:
            result += [link, separator]
    return result
