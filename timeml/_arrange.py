"""Where everything goes in the file that is written: a document's layout joined with its
annotations, also where these are no longer the ones that were read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeml._layout import COMMENT, INSTRUCTION, Layout, Mark, Raw, Token
from timeml.document import ALink, Document, Event, Instance, Signal, SLink, Timex3, TLink

__all__ = ["Link", "Piece", "Span", "arrange"]

Span = Event | Timex3 | Signal
Link = Instance | TLink | SLink | ALink
Piece = str | Raw | Span | Link | Mark
"""A token whose place is filled; the only Mark left is CLOSE."""

_LINK_MARKS = (Mark.MAKEINSTANCE, Mark.TLINK, Mark.SLINK, Mark.ALINK)


def arrange(document: Document) -> list[Piece]:
    """The pieces of the file, in order: as it was read where text and spans are unchanged, else
    with the text's tags set anew (unknown elements keep their place if the text is the same).

    Raises ``ValueError`` for spans that XML cannot hold.
    """
    _check_spans(document)
    layout = document.layout
    tokens = _with_docid(document)
    if tokens is not None:
        bound = _bind(document, tokens, layout.root_is_text)
        if bound is not None:
            return _with_links(document, bound, "" if layout.root_is_text else "\n")
    return _with_links(document, _rebuild(document, tokens), "\n")


def _check_spans(document: Document) -> None:
    """Every span lies in the text and covers what its annotation says."""
    size = len(document.text)
    for span in _spans(document):
        start, end = span.start, span.end
        if start is None or end is None:
            continue
        if not 0 <= start <= end <= size:
            message = f"its span {start}:{end} does not lie in the text of {size} characters"
            raise ValueError(f"{_name(span)}: {message}")
        if document.text[start:end] != span.text:
            message = f"its text is {span.text!r}, but at {start}:{end} the document's text is "
            raise ValueError(f"{_name(span)}: {message}{document.text[start:end]!r}")


def _spans(document: Document) -> list[Span]:
    return [*document.timexes, *document.events, *document.signals]


def _name(span: Span) -> str:
    if isinstance(span, Event):
        return f"EVENT {span.eid}"
    return f"TIMEX3 {span.tid}" if isinstance(span, Timex3) else f"SIGNAL {span.sid}"


def _is_element(token: Token) -> bool:
    return isinstance(token, Raw) and token.tag not in (COMMENT, INSTRUCTION)


def _with_docid(document: Document) -> Sequence[Token] | None:
    """The layout's tokens with the document's id in them; ``None`` if there are none or the id
    cannot be put there."""
    layout = document.layout
    tokens = layout.tokens
    if not tokens:
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
        elif _is_element(token) or (isinstance(token, Mark) and token not in _LINK_MARKS):
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
            if _is_element(token):
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
    layout = document.layout
    inline = list(_nested(document, _kept(layout, document.text)))
    if tokens is None or layout.root_is_text:
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
            if _is_element(token):
                skipped.append(False)
            pieces.append(token)
        index += 1
    if place is None:
        raise ValueError("the layout has no place for the text")
    extra: list[Piece] = []
    for mark, rest in supply.items():
        for span in rest:
            whole: list[Piece] = [span, span.text, Mark.CLOSE]
            if mark is Mark.DCT:
                whole = [Raw("DCT"), *whole, Mark.CLOSE]
            extra += [*whole, "\n\n"]
    return pieces[:place] + extra + pieces[place:]


_Item = tuple[int, int, Raw | Span]


def _kept(layout: Layout, text: str) -> list[_Item]:
    """The unknown elements and comments in the text, with their spans; none if the layout is of
    another text, in which they have no place."""
    found: list[_Item] = []
    pieces: list[str] = []
    position = 0
    inside = layout.root_is_text
    open_: list[tuple[int, Token]] = []
    for token in layout.tokens:
        if isinstance(token, str):
            if inside:
                pieces.append(token)
                position += len(token)
        elif token is Mark.CLOSE:
            index, opener = open_.pop()
            if isinstance(opener, Raw) and opener.is_text:
                inside = False
            elif index >= 0:
                start, _, raw = found[index]
                found[index] = (start, position, raw)
        elif isinstance(token, Raw):
            index = -1
            if inside:
                index = len(found)
                found.append((position, position, token))
            inside = inside or token.is_text
            if _is_element(token):
                open_.append((index, token))
        elif token not in _LINK_MARKS:
            open_.append((-1, token))
    return found if "".join(pieces) == text else []


def _nested(document: Document, kept: list[_Item]) -> Iterator[Piece]:
    """The text with a start and an end piece for each span.

    Of spans with the same start the longer is outside; of equal ones the first that the document
    names, timexes before events before signals.
    """
    items = list(kept)
    for span in _spans(document):
        if span.start is not None and span.end is not None:
            items.append((span.start, span.end, span))
    items.sort(key=lambda item: (item[0], -item[1]))
    text = document.text
    position = 0
    open_: list[_Item] = []
    for start, end, what in items:
        while open_ and open_[-1][1] <= start:
            stop = open_.pop()[1]
            yield text[position:stop]
            position = stop
            yield Mark.CLOSE
        if open_ and open_[-1][1] < end:
            outer = open_[-1][2]
            names = [x.tag if isinstance(x, Raw) else _name(x) for x in (outer, what)]
            raise ValueError(f"{names[0]} and {names[1]} overlap; XML tags must nest")
        yield text[position:start]
        position = start
        yield what
        if not isinstance(what, Raw) or _is_element(what):
            open_.append((start, end, what))
    while open_:
        stop = open_.pop()[1]
        yield text[position:stop]
        position = stop
        yield Mark.CLOSE
    yield text[position:]


def _with_links(document: Document, pieces: list[Piece], separator: str) -> list[Piece]:
    """The pieces with the links in the places of their marks; those for which there is no mark
    follow the last of their kind, or come at the end."""
    instances = document.instances
    order = document.layout.instance_order
    if len(order) == len(instances):
        instances = tuple(instances[index] for index in order)
    given: dict[Mark, Sequence[Link]] = {
        Mark.MAKEINSTANCE: instances,
        Mark.TLINK: document.tlinks,
        Mark.SLINK: document.slinks,
        Mark.ALINK: document.alinks,
    }
    counts = {mark: pieces.count(mark) for mark in _LINK_MARKS}
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
