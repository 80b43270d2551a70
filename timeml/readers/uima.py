"""UIMA CAS as XMI and as JSON, exports of INCEpTION and other tools, read by dkpro-cassis.

The types of XMI are in ``TypeSystem.xml`` next to it, those of JSON in the file. Annotations that
have the features Governor and Dependent, source and target, or arg1 and arg2, are relations: links
from the first to the second, named by their first text feature. Of cTAKES' relations only those of
time are read, with the labels of THYME, and the property docTimeRel of an event is a link with the
creation time. Links of slots and chains, and whatever else joins annotations, are counted. Other
annotations are timexes if their type, or one of their text features, is the name of a time
expression (:mod:`timeml.readers.draft`), and events if their type is called like an event or
a relation joins them. Syntax and segmentation are left alone.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from timeml import _xml_tree as xml_tree
from timeml.document import Document
from timeml.errors import TimeMLError
from timeml.readers.draft import Draft, is_creation_time, is_timex, timex_type
from timeml.readers.files import File, line_of, whole

_TYPES = ("TypeSystem.xml", "typesystem.xml")
_ENDS = (
    *(("Governor", "Dependent"), ("source", "target"), ("Source", "Target")),
    ("arg1", "arg2"),
)
_REFERENCES = ("sofa", "argument", *(name for ends in _ENDS for name in ends))
_CTAKES = "org.apache.ctakes."
_BUILT_IN = (
    *("uima.", "de.tudarmstadt.ukp.dkpro.core.api.", "de.tudarmstadt.ukp.clarin."),
    f"{_CTAKES}typesystem.type.syntax.",
)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file.

    Raises :class:`timeml.TimeMLError` if it is not a CAS, if its types are not there, or if
    dkpro-cassis is not installed.
    """
    (file,) = files
    cas, lines = _cas(file)
    name = re.sub(r"\.(?:xmi|json|xml)$", "", file.base, flags=re.IGNORECASE)
    draft = Draft(file, name, cas.sofa_string)
    relations: list[tuple[Any, Any, Any]] = []
    annotations = []
    for structure in cas.select_all_fs():
        line = lines.get(structure.xmiID)
        ends = _ends_of(structure)
        if ends is not None and _is_read(structure.type):
            relations.append((structure, *ends))
            continue
        for kind, number in _joins(structure).items():
            draft.unread(kind, line, number)
        if ends is None and _is_annotation(structure):
            if not isinstance(structure.end, int):
                what = f"structure {structure.xmiID}: its end is {structure.end!r}"
                raise file.error(f"{what}, not a number; correct it", line)
            annotations.append(structure)
    joined = {id(end) for _, *ends in relations for end in ends}
    names: dict[int, str] = {}
    of_ctakes = False
    for structure in sorted(annotations, key=lambda each: (each.begin, -each.end, each.xmiID)):
        line = lines.get(structure.xmiID)
        _annotation(draft, structure, id(structure) in joined, names, line)
        properties = getattr(getattr(structure, "event", None), "properties", None)
        label = getattr(properties, "docTimeRel", None)
        if label and id(structure) in names:
            of_ctakes = True
            draft.relate_to_creation(names[id(structure)], label, line)
    for number, (structure, source, target) in enumerate(relations, start=1):
        texts = _texts(structure)
        label = texts.get("category") or next(iter(texts.values()), _short(structure.type))
        of_ctakes = of_ctakes or structure.type.name.startswith(_CTAKES)
        ends = names.get(id(source), ""), names.get(id(target), "")
        draft.link(label, *ends, lid=f"l{number}", line=lines.get(structure.xmiID))
    yield draft.document(scheme="thyme" if of_ctakes else "")


def _short(type_: Any) -> str:
    return str(type_.name.rpartition(".")[2])


def _is_annotation(one: Any) -> bool:
    return isinstance(getattr(one, "begin", None), int) and hasattr(one, "end")


def _is_read(type_: Any) -> bool:
    """Whether a relation of this type is a link: not syntax, and of cTAKES' those of time."""
    if type_.name.startswith(_CTAKES):
        return "Temporal" in _short(type_) or (
            type_.supertype is not None and _is_read(type_.supertype)
        )
    return not type_.name.startswith(_BUILT_IN)


def _joins(one: Any) -> dict[str, int]:
    """How many links to annotations a structure that is not read has, by their kind: slots, the
    next element of a chain, or two and more annotations that it joins."""
    found: dict[str, int] = {}
    if _is_annotation(getattr(one, "next", None)):
        return {_short(one.type): 1}
    if one.type.name.startswith(_BUILT_IN):
        return found
    values = {
        feature.name: getattr(one, feature.name)
        for feature in one.type.all_features
        if feature.name != "sofa"
    }
    for name, value in values.items():
        elements = getattr(value, "elements", None)
        targets = [each for each in elements or () if _is_annotation(getattr(each, "target", None))]
        if targets:
            found[f"{_short(one.type)}:{name}"] = len(targets)
    ends = [getattr(value, "argument", value) for value in values.values()]
    if sum(map(_is_annotation, ends)) > 1:
        found[_short(one.type)] = 1
    return found


class _Structure(NamedTuple):
    """A feature structure as the file has it: its id, type, features and line."""

    id: object
    type: object
    features: Mapping[str, object]
    line: int | None


def _cas(file: File) -> tuple[Any, dict[object, int | None]]:
    """What dkpro-cassis makes of the file, and the line of each feature structure by its id."""
    try:
        import cassis  # an extra, which only these files need
    except ImportError:
        message = "a UIMA CAS is read by dkpro-cassis; pip install 'timegraph-qa[uima]'"
        raise file.error(message) from None
    text = file.text()
    structures: list[_Structure] = []
    declared: Container[str] = ()
    where = "%TYPES"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about types that are declared and not used
            if text.lstrip()[:1] == "{":
                content = whole(file)
                structures = list(_in_json(content))
                declared = set(content.get("%TYPES") or ())
                cas = cassis.load_cas_from_json(text)
            else:
                # Ours refuses what an XML parser should not be given.
                structures = list(_in_xmi(xml_tree.parse_plain(file.data, file.path)))
                types = next(filter(None, map(file.next_to, _TYPES)), None)
                if types is None:
                    raise file.error(f"its type system is missing; put {_TYPES[0]} next to it", 1)
                xml_tree.parse_plain(types, _TYPES[0])
                system = cassis.load_typesystem(io.BytesIO(types))
                where, declared = _TYPES[0], {type_.name for type_ in system.get_types()}
                cas = cassis.load_cas_from_xmi(io.BytesIO(file.data), typesystem=system)
    except TimeMLError:
        raise
    except Exception as error:  # it raises all kinds for what is not a CAS
        fault = _fault(structures, declared, where)
        if fault is not None:
            raise file.error(*fault) from None
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"is not a readable UIMA CAS: {what}; export the file again"
        raise file.error(message, 1) from None
    return cas, {structure.id: structure.line for structure in structures}


def _in_json(content: Any) -> Iterator[_Structure]:
    """The feature structures of a CAS as JSON."""
    listing = content.get("%FEATURE_STRUCTURES")
    listed = isinstance(listing, list)
    for number, item in enumerate(listing) if listed else (listing or {}).items():
        id = item.get("%ID", number) if listed else int(number)
        yield _Structure(id, item.get("%TYPE"), item, line_of(item))


def _in_xmi(tree: xml_tree.Tree) -> Iterator[_Structure]:
    """The feature structures of a CAS as XMI, which has a name space for each package."""
    for child in tree.root.iterchildren("*"):
        space, _, name = str(child.tag)[1:].rpartition("}")
        package = re.sub(r"^http:///|\.ecore$", "", space).replace("/", ".")
        id = child.get("{http://www.omg.org/XMI}id", "")
        features = {
            f"@{key}" if key in _REFERENCES else key: child.get(key) for key in child.attrib
        }
        kind = name if package == "uima.noNamespace" else f"{package}.{name}"
        yield _Structure(
            int(id) if id.isdecimal() and len(id) < 19 else id, kind, features, tree.line(child)
        )


def _fault(
    structures: Sequence[_Structure], declared: Container[str], where: str
) -> tuple[str, int | None] | None:
    """What is wrong with the first structure that has a visible fault, and its line; ``where`` the
    types are declared."""
    ids = {str(structure.id) for structure in structures}
    for structure in structures:
        what = f"structure {structure.id}"
        if not isinstance(structure.type, str):
            return f"{what} has no type; export the file again", structure.line
        plain = structure.type.removesuffix("[]")
        if not plain.startswith("uima.") and plain not in declared:
            return (
                f"{what} is a {plain}, which {where} does not declare; add the type",
                structure.line,
            )
        for key, value in structure.features.items():
            if key in ("begin", "end") and not str(value).isdigit():
                return f"{what}: its {key} is {value!r}, not a number; correct it", structure.line
            if key[:1] == "@" and value is not None and str(value) not in ids:
                message = f"{what}: its {key[1:]} is {value!r}, and no structure has this id"
                return f"{message}; correct it", structure.line
    return None


def _ends_of(one: Any) -> tuple[Any, Any] | None:
    """The ends of a relation; ``None`` for what is not one."""
    features = {feature.name for feature in one.type.all_features}
    for source, target in _ENDS:
        if source in features and target in features:
            first, second = getattr(one, source), getattr(one, target)
            # Those of cTAKES stand in structures of their own.
            return getattr(first, "argument", first), getattr(second, "argument", second)
    return None


def _texts(one: Any) -> dict[str, str]:
    """The text features of an annotation, in the order of their declaration."""
    values = ((feature.name, getattr(one, feature.name)) for feature in one.type.all_features)
    return {name: value for name, value in values if isinstance(value, str) and value}


def _annotation(
    draft: Draft, one: Any, joined: bool, names: dict[int, str], line: int | None
) -> None:
    short = _short(one.type)
    if one.type.name.startswith(_BUILT_IN) and not joined:
        return
    texts = _texts(one)
    kind = next((value for value in texts.values() if is_timex(value)), None)
    name = f"x{one.xmiID}"
    spans = [(one.begin, one.end)]
    if is_timex(short) or kind is not None:
        value = texts.get("value")
        draft.timex(
            *(name, spans),
            type=texts.get("timex3Class") or texts.get("type") or timex_type(kind or short),
            value=value,
            dct=is_creation_time(kind or short) or is_creation_time(short),
            line=line,
            extra=tuple(texts.items()),
        )
    elif joined or "event" in short.lower():
        class_ = next(iter(texts.values()), short)
        draft.event(name, spans, class_=class_, line=line, extra=tuple(texts.items()))
    else:
        return
    names[id(one)] = name
