"""TimeML as people write it: in lower case, or with the attributes of other programs."""

from __future__ import annotations

from collections.abc import Iterable

from timeml._model.attributes import IDS, names_of
from timeml._reading.xml_tree import Tree, local
from timeml.errors import Diagnostic

__all__ = ["dialect_of", "spell_as_timeml"]

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
