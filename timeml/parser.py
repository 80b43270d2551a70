"""TimeML files, bytes and streams to a :class:`~timeml.document.Document`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, BinaryIO

from timeml import _xml_tree as xml_tree
from timeml._model import (
    CONSTRUCTORS,
    IDS,
    Layout,
    Mark,
    Raw,
    Token,
    attributes,
    ends_by_id,
    names_of,
    scheme_named_by,
)
from timeml._xml_tree import Tree, Visitor, local
from timeml.document import Document, Instance, Timex3, TLink, check_lengths
from timeml.errors import Diagnostic, TimeMLError, faults_named

# TimeML as people write it: in lower case, or with the attributes of other programs.


_ROOT = "TimeML"
_NAMES = (*IDS, "TEXT", "DCT", "DOCID")
_CAMEL = ("TLink", "SLink", "ALink", "MakeInstance", "TimeX3", "DocID", "docID")
_IN_OTHER_CASE = {
    name: name.upper() for name in (*map(str.lower, _NAMES), *map(str.capitalize, _NAMES), *_CAMEL)
}


def spell_as_timeml(tree: Tree) -> None:
    """Rename the elements of a tree that have a name of TimeML in another case, and remember
    which these were. An element is TimeML's if one of this name has an attribute of TimeML."""
    variants = {p + name: kind for p in {"", tree.prefix} for name, kind in _IN_OTHER_CASE.items()}
    found = list(tree.root.iter(*variants))
    kinds: set[str] = {
        element.tag
        for element in found
        if (kind := variants[element.tag]) in IDS
        and not {name.lower() for name in names_of(kind)}.isdisjoint(map(str.lower, element.keys()))
    }
    is_root = local(tree.root.tag).lower() == _ROOT.lower()
    if kinds or is_root:
        kinds |= {tag for tag, kind in variants.items() if kind not in IDS}
    if next(tree.root.iterdescendants("TEXT", tree.prefix + "TEXT"), None) is not None:
        kinds -= {tag for tag, kind in variants.items() if kind == "TEXT"}
    spelt = [(element, variants[element.tag]) for element in found if element.tag in kinds]
    if is_root and local(tree.root.tag) != _ROOT:
        spelt.insert(0, (tree.root, _ROOT))
    for element, name in spelt:
        tree.renamed[element.tag] = tree.prefix + name
        element.tag = tree.prefix + name


def dialect_of(
    tree: Tree, attributes: Iterable[tuple[str, str, str]], line: int | None
) -> tuple[Diagnostic, ...]:
    """One diagnostic if a document is not spelt as TimeML is: with its elements, and its
    ``attributes`` as (element, attribute, attribute of TimeML)."""
    renamed = [*attributes]
    elements = [f"<{local(old)}> for <{local(new)}>" for old, new in tree.renamed.items()]
    others = [f"{kind} {old} for {new}" for kind, old, new in renamed]
    if not elements and not others:
        return ()
    in_case = [old.lower() == new.lower() for _, old, new in renamed]
    which = ["names in another case"] if elements or any(in_case) else []
    which += [] if all(in_case) else ["attributes of tieval"]
    message = f"the file has {' and '.join(which)}, not those of TimeML, and is read all the same"
    return (Diagnostic("dialect", f"{message}: {', '.join([*elements, *others])}", "", line),)


_INSTANCES = 5
"""The index of ``instances`` among the fields of an event."""
_SCHEMES = {"TempEval": "tempeval2"}
"""By root element, the label scheme of files that are not in TimeML's own."""
_FUNCTION = 6
"""The index of ``function_in_document`` among the fields of a timex."""


def document_of(data: bytes, file: str | None, name: str) -> Document:
    """The document that a file's bytes contain. Raises :class:`TimeMLError`."""
    tree = xml_tree.parse(data, file)
    root = tree.root
    spell_as_timeml(tree)
    unexpected = _check_root(tree, file)
    visitor = Visitor(tree, file)
    line = next(iter(visitor.dialect.values()), None)
    dialect = dialect_of(tree, visitor.dialect, tree.line(root) if tree.renamed else line)
    tlinks = _tlinks(visitor)
    order, lost = _join_instances(visitor)
    dct, timexes = _join_timexes(visitor)
    return Document(
        text="".join(visitor.texts),
        docid=visitor.docid,
        dct=dct,
        events=_annotations(visitor, "EVENT"),
        timexes=timexes,
        signals=_annotations(visitor, "SIGNAL"),
        tlinks=tlinks,
        slinks=tuple(visitor.links["SLINK"]),
        alinks=tuple(visitor.links["ALINK"]),
        scheme=scheme_named_by(tree.before) or _SCHEMES.get(str(root.tag), "tml"),
        name=name,
        layout=Layout(
            root=str(root.tag),
            root_attributes=visitor.attributes(root),
            namespaces=tuple(root.nsmap.items()),
            doctype=tree.doctype,
            before=tree.before,
            after=tree.after,
            tokens=tuple(visitor.tokens),
            root_is_text=visitor.root_is_text,
            instance_order=order,
            lost=lost,
            diagnostics=(*unexpected, *dialect, *visitor.diagnostics),
        ),
    )


def _check_root(tree: xml_tree.Tree, file: str | None) -> tuple[Diagnostic, ...]:
    """Refuse XML without any TimeML; report a root element of another name."""
    name, line = xml_tree.local(tree.root.tag), tree.line(tree.root)
    if name == "TimeML":
        return ()
    message = f"the root element is <{name}>, not <TimeML>"
    known = [prefix + kind for prefix in {"", tree.prefix} for kind in IDS]
    if next(tree.root.iterdescendants(*known), None) is None:
        message += ", and it contains no EVENT, TIMEX3 or TLINK: the file is in another format"
        raise TimeMLError(message, file=file, line=line)
    return (Diagnostic("unexpected-root", message, "", line),)


def _tlinks(visitor: Visitor) -> tuple[TLink, ...]:
    links = visitor.links["TLINK"]
    if visitor.dialect:
        timexes = visitor.spans["TIMEX3"]
        instances = {instance.eiid for instance in visitor.links["MAKEINSTANCE"]}
        links = [ends_by_id(link, timexes, instances) for link in links]
    return tuple(links)


def _annotations(visitor: Visitor, kind: str) -> tuple[Any, ...]:
    construct = CONSTRUCTORS[kind]
    return tuple([construct(*fields) for fields in visitor.spans[kind].values()])


def _join_timexes(visitor: Visitor) -> tuple[Timex3 | None, tuple[Timex3, ...]]:
    """The DCT, and all timexes with the DCT first.

    The DCT is the first TIMEX3 in the element DCT, else the first whose functionInDocument is
    CREATION_TIME, else PUBLICATION_TIME.
    """
    spans = visitor.spans["TIMEX3"]
    creation = visitor.creation
    for function in ("CREATION_TIME", "PUBLICATION_TIME"):
        if creation is None:
            marked = (tid for tid, fields in spans.items() if fields[_FUNCTION] == function)
            creation = next(marked, None)
            if creation is not None:
                number = list(spans).index(creation)
                visitor.tokens[_indices(visitor.tokens, Mark.TIMEX3)[number]] = Mark.DCT
    if creation is None:
        return None, _annotations(visitor, "TIMEX3")
    dct = CONSTRUCTORS["TIMEX3"](*spans.pop(creation))
    return dct, (dct, *_annotations(visitor, "TIMEX3"))


def _indices(tokens: list[Token], mark: Mark) -> list[int]:
    return [index for index, token in enumerate(tokens) if token is mark]


def _join_instances(visitor: Visitor) -> tuple[tuple[int, ...], frozenset[str]]:
    """Give the events their instances; returns ``instance_order`` and ``lost`` of a Layout."""
    events = visitor.spans["EVENT"]
    for fields in events.values():
        fields[_INSTANCES] = []
    taken = set(visitor.spans["TIMEX3"])
    lost: set[str] = set()
    kept: list[Instance] = []
    excluded: dict[int, Instance] = {}
    for number, instance in enumerate(visitor.links["MAKEINSTANCE"]):
        eiid = instance.eiid
        if not eiid or eiid in taken:
            visitor.exclude("MAKEINSTANCE", eiid, instance.line)
            excluded[number] = instance
        elif instance.event_id not in events:
            message = f"MAKEINSTANCE {eiid}: no EVENT has the eid {instance.event_id!r}; left out"
            visitor.diagnostics.append(Diagnostic("dangling-id", message, eiid, instance.line))
            lost.add(eiid)
            excluded[number] = instance
        else:
            taken.add(eiid)
            kept.append(instance)
            events[instance.event_id][_INSTANCES].append(instance)
    if excluded:
        tag = visitor.tree.prefix + "MAKEINSTANCE"
        visitor.tokens = _without(visitor.tokens, excluded, tag)
    joined: list[Instance] = []
    for fields in events.values():
        fields[_INSTANCES] = tuple(fields[_INSTANCES])
        joined += fields[_INSTANCES]
    if joined == kept:
        return (), frozenset(lost)
    index_of = {instance.eiid: index for index, instance in enumerate(joined)}
    return tuple([index_of[instance.eiid] for instance in kept]), frozenset(lost)


def _without(tokens: list[Token], excluded: dict[int, Instance], tag: str) -> list[Token]:
    """The tokens with the excluded MAKEINSTANCEs (by number) as elements without meaning."""
    number = -1
    result: list[Token] = []
    for token in tokens:
        if token is Mark.MAKEINSTANCE:
            number += 1
            if number in excluded:
                result += [Raw(tag, attributes(excluded[number])), Mark.CLOSE]
                continue
        result.append(token)
    return result


Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""What :func:`read` accepts: a path, a document's bytes, or a file open for reading bytes."""


def read(source: Source, *, name: str | None = None) -> Document:
    """The document in a TimeML file (TimeML 1.2 and 1.2.1, TempEval-3 and QA TempEval variants).

    ``source`` is a path, the file's bytes, or a file open in binary mode; ``name`` replaces the
    name taken from it. The file may be in any encoding that it declares and libxml2 knows.
    External entities and DTDs are never loaded; a reference to an entity that the file declares
    becomes its text.

    Without a TEXT element, the text is that of the whole document; several TEXT elements make
    one text. The document creation time is the first TIMEX3 in DCT, else the first
    whose functionInDocument is CREATION_TIME, else PUBLICATION_TIME. An annotation's line is that
    of its start tag (one of them, if the tag extends over several). It is ``None`` after line
    65,534 of files whose encoding expat does not read.

    What can be repaired is repaired, with a diagnostic in :attr:`Document.diagnostics`. Raises
    ``OSError`` (``FileNotFoundError`` ...) with the path if there is no such file or it cannot
    be read; :class:`TimeMLError` with file and line if it is not well-formed XML, not TimeML,
    hostile, or has labels or ids of more than 1,000 characters; ``TypeError`` if ``source`` is
    none of the above.
    """
    data, file = _bytes(source)
    label = file if file is not None else name
    document_name = name if name is not None else os.path.basename(file or "")
    with faults_named(label, "timeml"):
        return check_lengths(document_of(data, label, document_name), label)


def _bytes(source: Source) -> tuple[bytes, str | None]:
    """The bytes of a source and the file's path, where it has one."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if isinstance(source, (str, os.PathLike)):
        if isinstance(source, str) and source.lstrip()[:1] == "<":
            raise TypeError("read() takes a path, bytes or a binary file; encode XML text first")
        path = os.fspath(source)
        with open(path, "rb") as stream:
            return stream.read(), path
    if not hasattr(source, "read"):
        kind = type(source).__name__
        raise TypeError(f"read() takes a path, bytes or a binary file, not {kind}")
    data = source.read()
    if not isinstance(data, bytes):
        raise TypeError("read() needs a file open in binary mode ('rb'), not a text file")
    label = getattr(source, "name", None)
    return data, label if isinstance(label, str) else None
