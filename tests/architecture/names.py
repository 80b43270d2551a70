"""What a module says of itself: a docstring, its public names, and nothing on stdout."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.house import House, Module, within
from tests.architecture.privacy import is_private
from tests.architecture.rule import Fault, Rule


def undocumented(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        if not ast.get_docstring(module.tree):
            yield Fault(module.name, module.name, "has no docstring")


def private_exports(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        for name in filter(is_private, module.exports or ()):
            yield Fault(f"{module.name}.{name}", module.name, "exports a private name")


def unknown_names(house: House) -> Iterator[Fault]:
    """Names that are imported from a module of ours that neither exports nor defines them.

    ``__all__`` lists what users import; what it leaves out is for the house, unless its name begins
    with an underscore.
    """
    for module in house.modules.values():
        for found in module.imports:
            target = house.target(found)
            if target is None or found.name is None or target == found.full:
                continue
            exports = house.modules[target].exports
            inside = not is_private(found.name) and found.name in defined(house.modules[target])
            if exports is not None and found.name not in exports and not inside:
                where = f"{module.name}:{found.line}"
                yield Fault(f"{module.name} -> {found.full}", where, "is not in its __all__")


def defined(module: Module) -> set[str]:
    """What the module defines at its top."""
    names = set()
    for node in module.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def clashes(house: House) -> Iterator[Fault]:
    """Modules with the name of a function that their package exports.

    Importing ``package.explain`` would put the module where the function belongs.
    """
    for package in (module for module in house.modules.values() if module.is_package):
        inside = [module for module in house.modules.values() if within(module.name, package.name)]
        for module in inside:
            name = module.name.removeprefix(package.name + ".").partition(".")[0]
            if module is not package and name in exported_functions(package, inside):
                yield Fault(module.name, module.name, f"{package.name} exports a function {name}")


def exported_functions(package: Module, inside: list[Module]) -> set[str]:
    functions = {name for module in inside for name in module.functions}
    return functions & set(package.exports or ())


def prints(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "pprint"):
                where = f"{module.name}:{node.lineno}"
                yield Fault(module.name, where, "the library never prints")


MOST_CALLED_ONE = 5
"""So many loops may call what they run over ``one``: there is nothing better where it is an end of
a pair, or one of two things of a kind."""


def called_one(house: House) -> Iterator[Fault]:
    """Every loop and comprehension over ``one``, if there are more than a few."""
    places = [
        f"{module.name}:{node.target.lineno}"
        for module in house.modules.values()
        for node in module.nodes
        if isinstance(node, (ast.For, ast.comprehension))
        and any(isinstance(part, ast.Name) and part.id == "one" for part in ast.walk(node.target))
    ]
    if len(places) > MOST_CALLED_ONE:
        reason = f"{len(places)} loops run over 'one'; {MOST_CALLED_ONE} are the limit"
        for place in places:
            yield Fault(place, place, reason)


RULES = (
    Rule(
        "loops say what they run over",
        called_one,
        noticed=(
            {"timegraph/a.py": "for one in links: ...\n" * (MOST_CALLED_ONE + 1)},
            {"timegraph/a.py": "x = [one for k, one in links]\n" * (MOST_CALLED_ONE + 1)},
        ),
        allowed=(
            {"timegraph/a.py": "for one in pair: ...\nfor link in links: ...\n" * MOST_CALLED_ONE},
        ),
    ),
    Rule(
        "modules have docstrings",
        undocumented,
        noticed=({"timegraph/a.py": "import json"},),
        allowed=({"timegraph/a.py": '"""What it holds."""'},),
    ),
    Rule(
        "public names have no underscore",
        private_exports,
        noticed=({"timegraph/a.py": "__all__ = ['_b', 'c']"},),
        allowed=({"timegraph/a.py": "__all__ = ['__version__']"},),
    ),
    Rule(
        "names are imported from where they are public",
        unknown_names,
        noticed=(
            {
                "timeml/document.py": "__all__ = ['Document']",
                "timegraph/a.py": "from timeml.document import secret",
            },
            {
                "timeml/document.py": "__all__ = ['Document']\ndef _secret(): ...",
                "timegraph/a.py": "from timeml.document import _secret",
            },
            {"timegraph/a.py": "__all__ = ['A']", "timegraph/b.py": "from .a import _B"},
        ),
        allowed=(
            {
                "timeml/document.py": "__all__ = ['Document']",
                "timegraph/a.py": "from timeml import document\nfrom json import secret",
            },
            {
                "timeml/document.py": "__all__ = ['Document']\ndef found(): ...",
                "timegraph/a.py": "from timeml.document import found",
            },
        ),
    ),
    Rule(
        "no module hides a function",
        clashes,
        noticed=(
            {
                "timegraph/__init__.py": "__all__ = ['explain']",
                "timegraph/explain.py": "def explain(): ...",
            },
        ),
        allowed=(
            {
                "timegraph/__init__.py": "__all__ = ['explain']",
                "timegraph/proofs.py": "def explain(): ...",
            },
        ),
    ),
    Rule(
        "the library never prints",
        prints,
        noticed=({"timegraph/a.py": "def f():\n    print(1)"},),
        allowed=({"timegraph/a.py": "text.print(1)"},),
    ),
)
