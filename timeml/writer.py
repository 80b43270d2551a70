"""A :class:`~timeml.document.Document` to TimeML, UTF-8."""

from __future__ import annotations

import heapq
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby, islice

from timeml._model import (
    COMMENT,
    ELEMENTS,
    IDS,
    INSTRUCTION,
    Mark,
    Raw,
    Reference,
    Token,
    attributes,
    with_scheme,
)
from timeml.document import (
    ALink,
    Attributes,
    Document,
    Event,
    Instance,
    Signal,
    SLink,
    Timex3,
    TLink,
)
from timeml.errors import counted
from timeml.plain_text import UNWRITABLE

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


_Item = tuple[int, int, Span]


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


def nested(document: Document) -> Iterator[str | Span | Mark]:
    """The text with a token for the start and the end of each span.

    Of spans with the same start, the longer one is outside. Of equal spans, timexes are outside
    events, and these outside signals. Raises ``ValueError`` for spans that overlap without nesting.
    """
    groups: tuple[Sequence[Span], ...] = (document.timexes, document.events, document.signals)
    kinds: list[list[_Item]] = [
        [
            (span.start, span.end, span)
            for span in spans
            if span.start is not None and span.end is not None
        ]
        for spans in groups
    ]
    merged = heapq.merge(*map(_in_order, kinds), key=lambda keyed: keyed[0])
    text = document.text
    position = 0
    open_: list[_Item] = []
    for _, (start, end, span) in merged:
        while open_ and open_[-1][1] <= start:
            stop = open_.pop()[1]
            yield text[position:stop]
            position = stop
            yield Mark.CLOSE
        if open_ and open_[-1][1] < end:
            names = f"{name_of(open_[-1][2])} and {name_of(span)}"
            raise ValueError(f"{names} overlap, but XML tags must nest")
        yield text[position:start]
        position = start
        yield span
        open_.append((start, end, span))
    while open_:
        stop = open_.pop()[1]
        yield text[position:stop]
        position = stop
        yield Mark.CLOSE
    yield text[position:]


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

    Where text and spans are unchanged, the order is the one that was read. Else the tags in TEXT
    are laid out again, without what else was among them; and where the spans outside TEXT are other
    ones, or the file has no TEXT, all of the file. Raises ``ValueError`` for spans that XML cannot
    hold.
    """
    check_spans(document)
    tokens = _with_docid(document)
    root_is_text = document.layout.root_is_text
    placed = None
    if tokens is not None:
        placed = _place(document, tokens, root_is_text)
        if placed is None and not root_is_text:
            placed = _place(document, tokens, root_is_text, text_again=True)
    if placed is None:
        placed, root_is_text = _lay_out(document), False
    return exclude(document, _with_links(document, placed, root_is_text))


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
    document: Document, tokens: Sequence[Token], root_is_text: bool, *, text_again: bool = False
) -> list[FileToken] | None:
    """The tokens with the spans in place of their marks; the marks of links stay. With
    ``text_again`` all that is in a TEXT is laid out again, in the first of them.

    Returns ``None`` if tokens and spans do not fit each other.
    """
    supply = {
        mark: iter([span for span in spans if span.start is None or not text_again])
        for mark, spans in _by_mark(document).items()
    }
    text = document.text
    result: list[FileToken] = []
    open_: list[tuple[FileToken, int]] = []
    inside = root_is_text
    position = end = 0
    for index, token in enumerate(tokens):
        if index < end:
            continue
        if isinstance(token, str):
            if inside:
                if not text.startswith(token, position):
                    return None
                position += len(token)
            result.append(token)
        elif isinstance(token, Raw):
            result.append(token)
            if token.is_text and text_again:
                if open_:
                    return None  # within another element its text would be that one's, too
                result += [*(() if end else nested(document)), Mark.CLOSE]
                end, position = _close(tokens, index) + 1, len(text)
            elif is_element(token):
                open_.append((token, 0))
                inside = inside or token.is_text
        elif token is Mark.CLOSE:
            opener, first = open_.pop()
            if isinstance(opener, Raw):
                inside = inside and not opener.is_text
            elif isinstance(opener, (Event, Timex3, Signal)):
                content = "".join([t for t in result[first:] if isinstance(t, str)])
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


def _lay_out(document: Document) -> list[FileToken]:
    """The usual elements of a file, with the text and all spans."""
    result: list[FileToken] = ["\n\n"]
    if document.docid is not None:
        result += [*_docid(document.docid), "\n\n"]
    for spans in _by_mark(document).values():
        for span in spans:
            if span.start is None:
                own: list[FileToken] = [span, span.text, Mark.CLOSE]
                result += [Raw("DCT"), *own, Mark.CLOSE] if span is document.dct else own
                result.append("\n\n")
    return [*result, Raw("TEXT", is_text=True), *nested(document), Mark.CLOSE, "\n\n"]


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


_NAME = re.compile(r"(?:\{[^{}]*\})?[^\W\d][\w.\-\u00b7]*")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = {**_TEXT, **str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})}
_XML = "xml", "http://www.w3.org/XML/1998/namespace"


def write(document: Document, path: str | os.PathLike[str] | None = None) -> bytes:
    """The document as a TimeML file in UTF-8, which is also written to ``path`` if given.

    A document that was read keeps the layout of its file: unknown elements and attributes,
    comments, white space, the order of elements. If its text or spans are no longer those of the
    file, the tags in TEXT are laid out again, without unknown elements and comments there. Reading
    the result gives an equal document, provided that the annotations are in text order.

    Raises ``ValueError`` for what XML cannot hold (spans that overlap without nesting, control
    characters) and for spans that do not fit the text; ``OSError`` if ``path`` cannot be written.
    """
    data = _checked("".join(_Tags(document).pieces(arrange(document)))).encode("utf-8")
    if path is not None:
        with open(path, "wb") as stream:
            stream.write(data)
    return data


def write_pieces(document: Document, tlinks: Iterable[TLink]) -> Iterator[str]:
    """The text of :func:`write` for the document with these TLINKs instead of its own, piece by
    piece, so that the links need not fit into memory. Raises as :func:`write` does."""
    rest = iter(tlinks)
    own = (*islice(rest, len(document.tlinks)), *islice(rest, 1))
    tokens = arrange(replace(document, tlinks=own))
    last = own[-1] if len(own) > len(document.tlinks) else None
    # The links that follow go where the last one is, each in a line of its own if that one is.
    return map(_checked, _Tags(document).pieces(_followed(tokens, last, rest)))


def _followed(
    tokens: Iterable[FileToken], last: TLink | None, more: Iterable[TLink]
) -> Iterator[FileToken]:
    before: FileToken = ""
    for token in tokens:
        yield token
        if token is last:
            for link in more:
                yield "\n" if isinstance(before, str) and before.endswith("\n") else ""
                yield link
        before = token


class _Tags:
    """The characters of a file, token by token; ``open`` are the elements that have not ended, and
    ``begun`` whether the start tag of the last one is still without its end."""

    def __init__(self, document: Document) -> None:
        self.document = document
        layout = document.layout
        self.prefix = layout.root[: -len(layout.root.rpartition("}")[2])]
        self.prefixes = [*layout.namespaces, _XML]
        self.names: dict[tuple[str, bool], str] = {}
        self.open: list[str] = []
        self.begun = False

    def pieces(self, tokens: Iterable[FileToken]) -> Iterator[str]:
        """The text of the file."""
        layout = self.document.layout
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield f"{layout.doctype}\n" if layout.doctype else ""
        yield from map(self.note, with_scheme(layout.before, self.document.scheme))
        declared = [(f"xmlns:{k}" if k else "xmlns", uri) for k, uri in layout.namespaces]
        yield self.start(layout.root, layout.root_attributes, declared)
        yield from map(self.token, tokens)
        yield self.end()
        yield from map(self.note, layout.after)
        yield "\n"

    def token(self, token: FileToken) -> str:
        if isinstance(token, str):
            written = token if isinstance(token, Reference) else token.translate(_TEXT)
            return self.inside(written) if token else ""
        if token is Mark.CLOSE:
            return self.end()
        if isinstance(token, Raw):
            if token.tag in (COMMENT, INSTRUCTION):
                return self.inside(self.note(token))
            return self.start(token.tag, token.attributes)
        assert not isinstance(token, Mark)
        tag = self.start(self.prefix + ELEMENTS[type(token)], attributes(token))
        return tag if isinstance(token, (Event, Timex3, Signal)) else tag + self.end()

    def inside(self, content: str) -> str:
        """Content of the element that began last."""
        content, self.begun = ">" * self.begun + content, False
        return content

    def start(self, tag: str, given: Attributes, declared: Iterable[tuple[str, str]] = ()) -> str:
        """A start tag, with the name spaces that it needs and the root does not declare."""
        new: dict[str, str] = {}
        name = self.named(tag, new, is_tag=True)
        pairs = [
            f' {self.named(key, new)}="{value.translate(_VALUE)}"'
            for key, value in dict(given).items()
        ]
        spaces = (*declared, *((f"xmlns:{key}", uri) for uri, key in new.items()))
        pairs[:0] = [f' {key}="{uri.translate(_VALUE)}"' for key, uri in spaces]
        opening = self.inside(f"<{name}{''.join(pairs)}")
        self.open.append(name)
        self.begun = True
        return opening

    def end(self) -> str:
        name = self.open.pop()
        closing, self.begun = "/>" if self.begun else f"</{name}>", False
        return closing

    def named(self, written: str, new: dict[str, str], *, is_tag: bool = False) -> str:
        """A name in Clark notation as it stands in a tag."""
        known = self.names.get((written, is_tag))
        return self._named(written, new, is_tag) if known is None else known

    def _named(self, written: str, new: dict[str, str], is_tag: bool) -> str:
        if not _NAME.fullmatch(written):
            raise ValueError(f"{written!r} is not a name in XML")
        uri, _, local = written[1:].rpartition("}") if written[0] == "{" else ("", "", written)
        known = [prefix for prefix, space in self.prefixes if space == uri and (prefix or is_tag)]
        if uri and not known:
            return f"{new.setdefault(uri, f'ns{len(new)}')}:{local}"
        name = self.names[written, is_tag] = f"{known[0]}:{local}" if uri and known[0] else local
        return name

    def note(self, raw: Raw) -> str:
        """A comment or processing instruction."""
        target, _, content = raw.content.partition(" ")
        return f"<!--{raw.content}-->" if raw.tag == COMMENT else f"<?{target} {content}?>"


def _checked(text: str) -> str:
    wrong = UNWRITABLE.search(text)
    if wrong:
        raise ValueError(f"XML cannot hold the character {wrong[0]!r}; remove it")
    return text
