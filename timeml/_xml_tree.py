"""XML into a tree, safe against hostile input: no network, DTD, external entities or bombs.

This is the only place that configures an XML parser.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from xml.parsers import expat

from lxml import etree

from timeml._model import (
    COMMENT,
    CONSTRUCTORS,
    IDS,
    INSTRUCTION,
    Attributes,
    Mark,
    Raw,
    Reference,
    Token,
    plan,
)
from timeml._positions import wide_to_utf8
from timeml.errors import Diagnostic, TimeMLError, unread_relations

MAX_ATTRIBUTES = 256
"""The limit for one element: lxml takes n * n steps to read n attributes."""

_HUGE = 10_000_000
"""From this size on, libxml2's limits on single nodes would refuse valid documents."""

_MAX_PROLOG = 2**15
"""Bytes before the root element: libxml2 takes n * n steps for n declarations in a DTD."""

_MAX_MESSAGE = 200
"""Characters of libxml2's own words, which may quote the file."""

_MAX_ENTITY = 1_000
_MAX_EXPANDED = 1_000_000

_LAST_LINE = 65_535
"""The last line number that fits into libxml2's nodes."""

_NO_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]*?\?>)?\s*<[A-Za-z_]")

_BLANKS = re.compile(rb"((?:\xef\xbb\xbf)?)(\s+)(<\?xml\s[^>]*?\?>)")


class Tree:
    """A parsed document: its root, what surrounds the root, its lines and entities. ``renamed`` has
    the tags that were spelt in another way in the file, as they were and as they are."""

    def __init__(self, root: Any, data: bytes, encoding: str | None, file: str | None) -> None:
        info = root.getroottree().docinfo
        self.root = root
        self._data = data
        self._encoding = encoding
        self.renamed: dict[str, str] = {}
        self.doctype: str = info.doctype
        self.prefix: str = root.tag[: -len(local(root.tag))]
        self.before = tuple([note(node) for node in root.itersiblings(preceding=True)][::-1])
        self.after = tuple([note(node) for node in root.itersiblings()])
        self._entities = _entities(info, data, file) if self.doctype else {}

    def line(self, element: Any) -> int | None:
        """The line on which an element's start tag ends; ``None`` if it is not known."""
        line: int | None = element.sourceline
        return line if line is not None and line < _LAST_LINE else None

    def lines(self, names: Iterable[str]) -> Iterator[int | None] | None:
        """The lines of all elements of these names in document order.

        Returns ``None`` where libxml2 knows the lines, that is, in a document with few enough of
        them. Elsewhere expat counts them: it has no limit (and gives the line on which a start
        tag begins), but it does not read every encoding.
        """
        if self._data.count(b"\n") < _LAST_LINE:
            return None
        tags = [prefix + name for prefix in {"", self.prefix} for name in names]
        written = [old for old, new in self.renamed.items() if new in tags]
        wanted = {tag.lstrip("{") for tag in (*tags, *written)}
        result: list[int] = []

        def start(name: str, attributes: object) -> None:
            if name in wanted:
                result.append(parser.CurrentLineNumber)

        parser = expat.ParserCreate(self._encoding, namespace_separator="}")
        parser.StartElementHandler = start
        try:
            parser.Parse(self._data, True)
        except (expat.ExpatError, LookupError, ValueError):
            result.clear()
        if len(result) == sum(1 for _ in self.root.iter(*tags)):
            return iter(result)
        return map(self.line, list(self.root.iter(*tags)))

    def entity(self, node: Any, file: str | None) -> tuple[str, bool]:
        """The text of a reference to an entity, and whether the document declares the entity.

        An undeclared entity has its reference as text. Raises :class:`TimeMLError` for an
        external entity.
        """
        if node.name not in self._entities:
            return str(node.text), False
        text = self._entities[node.name]
        if text is None:
            message = f"the external entity {node.name!r} is not loaded; write its text instead"
            raise TimeMLError(message, file=file, line=self.line(node))
        return text, True


def parse_plain(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document in which no text stands behind an entity of its own. Raises
    :class:`TimeMLError`."""
    tree = parse(data, file)
    for node in tree.root.iter(etree.Entity) if tree.doctype else ():
        message = f"the entity reference &{node.name}; is not read; write its text instead"
        raise TimeMLError(message, file=file, line=tree.line(node))
    return tree


def parse(data: bytes, file: str | None) -> Tree:
    """The tree of an XML document. Raises :class:`TimeMLError`."""
    data, encoding = wide_to_utf8(data, file)
    early = _BLANKS.match(data)
    if early:
        # Many files have blanks before the declaration, which is an error. Moved behind it, they
        # do no harm, and the lines keep their numbers.
        mark, blanks, declaration = early.groups()
        data = mark + declaration + blanks + data[early.end() :]
    if b"\r" in data:
        # XML demands the same; libxml2 does not count lines that end in CR alone.
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    options: dict[str, Any] = {
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        "dtd_validation": False,
        "attribute_defaults": False,
        "huge_tree": len(data) > _HUGE,
        "encoding": encoding,
    }
    try:
        _check_prolog(data, options, file)
        root = etree.fromstring(data, etree.XMLParser(**options))
    except TimeMLError:  # it is a ValueError, too
        raise
    except etree.XMLSyntaxError as error:
        if not data.removeprefix(BOM_UTF8).strip(b" \t\r\n\0"):
            what = "contains only NUL bytes" if b"\0" in data else "is empty"
            message = f"the document {what}; download or copy the file again"
            raise TimeMLError(message, file=file, line=1) from None
        message = _explain(error)
        if b"\0" in data:
            message += "; it has a NUL byte: download or copy the file again"
        raise TimeMLError(message, file=file, line=error.lineno or 1) from None
    except (ValueError, LookupError) as error:
        raise TimeMLError(f"not well-formed XML: {error}", file=file, line=1) from None
    return Tree(root, data, encoding, file)


def _check_prolog(data: bytes, options: dict[str, Any], file: str | None) -> None:
    """Refuse a document with a long DTD.

    Only the parser knows the encoding and whether there is a DTD. So it gets the beginning of the
    document, and must have met the root element by then.
    """
    if len(data) <= _MAX_PROLOG or _NO_PROLOG.match(data):
        return
    parser = etree.XMLPullParser(events=("start",), **options)
    parser.feed(data[:_MAX_PROLOG])
    if next(iter(parser.read_events()), None) is None:
        message = f"the root element does not begin within {_MAX_PROLOG >> 10} KB"
        raise TimeMLError(f"{message}; shorten what precedes it", file=file, line=1)


_HINTS = (
    ("EntityRef", "a bare & must be written &amp;"),
    ("not defined", "write the character itself instead"),
    ("encoding", "declare the encoding that the file has, or save it as UTF-8"),
    ("amplification", "write the text of the entities instead"),
    ("Attribute references external entity", "write its text instead"),
    ("Premature end", "is the file complete?"),
    ("Couldn't find end", "is the file complete?"),
    ("AttValue", 'put the values of attributes in quotes (relType="BEFORE")'),
    ("Start tag expected", "this is not XML"),
    ("Document is empty", "this is not XML"),
)


def _explain(error: etree.XMLSyntaxError) -> str:
    """What is wrong and what to do, without the position that libxml2 repeats in its text."""
    message = re.sub(r",?\s*line \d+, column \d+.*$", "", error.msg or str(error), flags=re.DOTALL)
    message = message.strip()[:_MAX_MESSAGE]
    if "Excessive depth" in message:
        return "elements are nested too deeply for TimeML"
    hint = next((hint for part, hint in _HINTS if part in message), "")
    return f"not well-formed XML: {message}" + (f"; {hint}" if hint else "")


def _entities(info: Any, data: bytes, file: str | None) -> dict[str, str | None]:
    """The texts of the entities that the document itself declares; ``None`` for external ones.

    libxml2 expands references in attribute values on every access, which is harmless only if
    entities are short and plain. Raises :class:`TimeMLError` for all others.
    """
    result: dict[str, str | None] = {}
    longest, length = "", 0
    for entity in info.internalDTD.iterentities() if info.internalDTD is not None else ():
        content = entity.content
        result[entity.name] = content
        if content and ("&" in content or "<" in content):
            message = f"entity {entity.name!r} contains markup or other entities"
            line = _line_of_entity(entity.name, data)
            raise TimeMLError(f"{message}; write its text instead", file=file, line=line)
        if content and len(content) > length:
            longest, length = entity.name, len(content)
    if length > _MAX_ENTITY or length * data.count(b"&") > _MAX_EXPANDED + len(data):
        message = "the entities expand to too much text; write their text instead"
        raise TimeMLError(message, file=file, line=_line_of_entity(longest, data))
    return result


def _line_of_entity(name: str, data: bytes) -> int:
    """The line on which a DTD declares an entity, or that of the DTD if no declaration is visible.

    libxml2 does not know these lines, and an entity may hide a declaration.
    """
    declared = rb"<!ENTITY\s+(?:%\s+)?" + re.escape(name.encode()) + rb"\s"
    match = re.search(declared, data) or re.search(rb"<!DOCTYPE", data)
    return data.count(b"\n", 0, match.start()) + 1 if match else 1


def local(tag: Any) -> str:
    """A tag's name without its namespace."""
    return str(tag).rpartition("}")[2]


def note(node: Any) -> Raw:
    """A comment or processing instruction."""
    if node.tag is etree.Comment:
        return Raw(COMMENT, content=node.text or "")
    return Raw(INSTRUCTION, content=f"{node.target} {node.text or ''}".rstrip())


# The one walk over a parsed tree, which collects everything in it in file order.


_MAX_DEPTH = 256
"""libxml2's own limit for ordinary files. For huge files its limit is too high for recursion."""

_OTHER_LINK = re.compile("[A-Z_]+LINK|[a-z]link").fullmatch
"""Causal-TimeBank's CLINK, and others."""

_MARKS = {kind: Mark[kind] for kind in IDS}
_START = {"EVENT": 2, "TIMEX3": 3, "SIGNAL": 1}
"""The index of ``start`` among the fields of these; ``end`` and ``text`` follow it."""


class Visitor:
    """Tokens and annotations in the order in which they come; nothing is joined yet.

    ``spans`` holds the fields of each EVENT, TIMEX3 and SIGNAL by id, as lists, because the
    instances of an event are not known before the end of the file. ``links`` holds all other
    annotations. The methods are optimised: half of the time that reading takes is spent here.
    """

    def __init__(self, tree: Tree, file: str | None) -> None:
        self.tree = tree
        self.file = file
        self.handlers = _handlers(tree.prefix)
        self.lines = tree.lines(IDS)
        self.tokens: list[Token] = []
        self.position = 0
        self.length = 0  # of the text so far, without the TEXT element that is open
        self.texts: list[str] = []
        self.spans: dict[str, dict[str, list[Any]]] = {"EVENT": {}, "TIMEX3": {}, "SIGNAL": {}}
        self.links: dict[str, list[Any]] = {kind: [] for kind in IDS if kind not in _START}
        self.creation: str | None = None
        self.in_dct = False
        self.docid: str | None = None
        self.diagnostics: list[Diagnostic] = []
        self.dialect: dict[tuple[str, str, str], int | None] = {}  # and where it is first
        self.unread: dict[str, list[int | None]] = {}  # where links are that TimeML does not have
        root = tree.root
        self.root_is_text = next(root.iterdescendants("TEXT", tree.prefix + "TEXT"), None) is None
        self.content(root, self.root_is_text, 0)
        if self.root_is_text:
            self.texts.append(characters(self.tokens))
        if self.unread:
            counts = {name: len(lines) for name, lines in self.unread.items()}
            self.diagnostics.append(unread_relations(counts, next(iter(self.unread.values()))[0]))

    def content(self, element: Any, inside: bool, depth: int) -> None:
        """Visit all that is between an element's tags; ``inside`` says whether it is text."""
        if depth > _MAX_DEPTH:
            message = f"elements are nested more than {_MAX_DEPTH} deep; this is not TimeML"
            raise TimeMLError(message, file=self.file, line=self.tree.line(element))
        tokens = self.tokens
        handler_of = self.handlers.get
        text = element.text
        if text:
            tokens.append(text)
            self.position += len(text)
        for child in element:
            handle, kind = handler_of(child.tag, _OTHER)
            handle(self, child, kind, inside, depth)
            text = child.tail
            if text:
                tokens.append(text)
                self.position += len(text)

    def fields(self, child: Any, kind: str) -> tuple[Any, ...]:
        """The fields of an annotation that the attributes of its element give."""
        names = tuple(child.keys())
        if len(names) > MAX_ATTRIBUTES:
            raise self.too_many_attributes(child)
        pick, constants, unknown, dialect = plan(kind, names)
        values: list[Any] = child.values()
        extra = tuple([(names[index], values[index]) for index in unknown]) if unknown else ()
        values += constants
        values.append(extra)
        values.append(child.sourceline if self.lines is None else next(self.lines))
        for written, meant in dialect:
            self.dialect.setdefault((kind, written, meant), values[-1])
        return pick(values)

    def attributes(self, element: Any) -> Attributes:
        """The attributes of any element. Raises :class:`TimeMLError` if there are too many."""
        if len(element.attrib) > MAX_ATTRIBUTES:
            raise self.too_many_attributes(element)
        return tuple(element.items())

    def too_many_attributes(self, element: Any) -> TimeMLError:
        message = f"an element has {len(element.attrib)} attributes; this is not TimeML"
        return TimeMLError(message, file=self.file, line=self.tree.line(element))

    def link(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a MAKEINSTANCE, TLINK, SLINK or ALINK."""
        self.links[kind].append(CONSTRUCTORS[kind](*self.fields(child, kind)))
        self.tokens.append(_MARKS[kind])
        if child.text is not None or len(child):
            self.content(child, inside, depth + 1)

    def span(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit an EVENT, TIMEX3 or SIGNAL."""
        fields = list(self.fields(child, kind))
        identifier = fields[0]
        known = self.spans[kind]
        if not identifier or identifier in known:
            first_token = len(self.tokens)
            self.other(child, "", inside, depth)
            self.exclude(kind, identifier, fields[-1], characters(self.tokens[first_token:]))
            return
        known[identifier] = fields
        tokens = self.tokens
        mark = _MARKS[kind]
        if self.in_dct and self.creation is None and mark is Mark.TIMEX3:
            self.creation = identifier
            mark = Mark.DCT
        first_token, start = len(tokens), self.position
        tokens.append(mark)
        if len(child):
            self.content(child, inside, depth + 1)
            text = characters(tokens[first_token:])
        else:
            text = child.text or ""
            if text:
                tokens.append(text)
                self.position += len(text)
        tokens.append(Mark.CLOSE)
        index = _START[kind]
        fields[index + 2] = text
        if inside:
            fields[index] = start
            fields[index + 1] = self.position

    def note(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a comment or processing instruction."""
        self.tokens.append(note(child))

    def reference(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a reference to an entity: it becomes text if the file declares the entity."""
        text, declared = self.tree.entity(child, self.file)
        if not declared:
            message = f"the file does not declare the entity {text}; the text keeps it as it is"
            line = self.tree.line(child)
            self.diagnostics.append(Diagnostic("unresolved-entity", message, "", line))
        if text:
            self.tokens.append(text if declared else Reference(text))
            self.position += len(text)

    def text(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit a TEXT element. Several are joined to one text."""
        if inside:
            self.other(child, kind, inside, depth)
            return
        first_token = len(self.tokens)
        self.tokens.append(Raw(str(child.tag), self.attributes(child), is_text=True))
        self.position = self.length
        self.content(child, True, depth + 1)
        self.length = self.position
        self.texts.append(characters(self.tokens[first_token:]))
        self.tokens.append(Mark.CLOSE)

    def other(self, child: Any, kind: str, inside: bool, depth: int) -> None:
        """Visit an element that becomes no annotation."""
        first_token = len(self.tokens)
        name = str(child.tag)
        if _OTHER_LINK(name.rpartition("}")[2]):
            self.unread.setdefault(name, []).append(self.tree.line(child))
        self.tokens.append(Raw(name, self.attributes(child)))
        outer = self.in_dct
        self.in_dct = outer or kind == "DCT"
        self.content(child, inside, depth + 1)
        self.in_dct = outer
        if kind == "DOCID" and self.docid is None:
            self.docid = characters(self.tokens[first_token:]).strip() or None
        self.tokens.append(Mark.CLOSE)

    def exclude(self, kind: str, identifier: str, line: int | None, text: str = "") -> None:
        """Report an annotation of this ``text`` that stays in the layout only."""
        if identifier:
            words = f' "{" ".join(text.split())[:40]}"' if text.strip() else ""
            message = f"{kind} {identifier}{words}: another annotation has the same id; left out"
            self.diagnostics.append(Diagnostic("duplicate-id", message, identifier, line))
        else:
            message = f"{kind} without {IDS[kind]}: nothing can refer to it; left out"
            self.diagnostics.append(Diagnostic("missing-id", message, "", line))


_Handler = tuple[Callable[[Visitor, Any, str, bool, int], None], str]

_OTHER: _Handler = (Visitor.other, "")
_ELEMENTS: dict[str, _Handler] = {
    **{kind: (Visitor.span, kind) for kind in _START},
    **{kind: (Visitor.link, kind) for kind in IDS if kind not in _START},
    "TEXT": (Visitor.text, "TEXT"),
    "DCT": (Visitor.other, "DCT"),
    "DOCID": (Visitor.other, "DOCID"),
}
_HANDLERS: dict[Any, _Handler] = {
    **_ELEMENTS,
    etree.Comment: (Visitor.note, COMMENT),
    etree.ProcessingInstruction: (Visitor.note, INSTRUCTION),
    etree.Entity: (Visitor.reference, "&"),
}


def _handlers(prefix: str) -> dict[Any, _Handler]:
    """The handlers by tag, for elements in no namespace and in that of the root."""
    if not prefix:
        return _HANDLERS
    return {**_HANDLERS, **{prefix + name: handler for name, handler in _ELEMENTS.items()}}


def characters(tokens: Iterable[Token]) -> str:
    """The character data of a sequence of tokens."""
    return "".join([token for token in tokens if isinstance(token, str)])
