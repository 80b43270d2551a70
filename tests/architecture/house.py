"""The source of the project as data: modules, and what each of them imports."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("timegraph", "timeml")
_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")  # of a statement


@dataclass(frozen=True)
class Import:
    """One imported name: ``from base import name``, or ``import base`` where ``name`` is None."""

    line: int
    base: str
    name: str | None
    late: bool  # inside a function, or when first used

    @property
    def full(self) -> str:
        return self.base if self.name is None else f"{self.base}.{self.name}"


def _imported_by_name(call: ast.Call) -> str | None:
    """The module that a call of ``import_module`` or ``Later`` names in a literal string."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else None
    called = call.func.id if isinstance(call.func, ast.Name) else called
    if (
        called in ("import_module", "Later")
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ):
        return str(call.args[0].value)
    return None


@dataclass(frozen=True)
class Module:
    """One source file: its path, such as ``timeml/parser.py``, and its text."""

    path: str
    source: str = field(repr=False)

    @cached_property
    def is_package(self) -> bool:
        return self.path.endswith("__init__.py")

    @cached_property
    def name(self) -> str:
        """The dotted name."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source, filename=self.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @cached_property
    def lines(self) -> int:
        return len(self.source.splitlines())

    @cached_property
    def imports(self) -> list[Import]:
        """Every import statement, however deep, those under ``TYPE_CHECKING`` included, and every
        ``import_module`` or ``Later`` of a name that is written out."""
        return list(self._imports(self.tree, late=False))

    def _imports(self, node: ast.AST, late: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, None, late)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield Import(node.lineno, self.base_of(node), alias.name, late)
        elif isinstance(node, ast.Call) and (name := _imported_by_name(node)):
            yield Import(node.lineno, name, None, late=True)
        inside = late or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for child in self._parts(node):
            yield from self._imports(child, inside)

    def _parts(self, node: ast.AST) -> Iterable[ast.AST]:
        """The nodes within a node in which something may be imported."""
        if self.imports_by_name:
            return ast.iter_child_nodes(node)
        return [part for block in _BLOCKS for part in getattr(node, block, ())]

    @cached_property
    def imports_by_name(self) -> bool:
        """Whether expressions may import something as well."""
        return "import_module(" in self.source or "Later(" in self.source

    def base_of(self, node: ast.ImportFrom) -> str:
        """The full name of the module after ``from``."""
        if not node.level:
            return node.module or ""
        parents = self.name.split(".")
        parents = parents[: len(parents) - node.level + self.is_package]
        return ".".join([*parents, node.module] if node.module else parents)

    @cached_property
    def exports(self) -> tuple[str, ...] | None:
        """What ``__all__`` lists, or, where names are loaded when first used, ``_HOMES``; None
        where there is neither."""
        lists = [self._strings("__all__"), self._strings("_HOMES")]
        return next(filter(None, lists), None)

    def _strings(self, name: str) -> tuple[str, ...] | None:
        """The words of the strings that a module assigns to a name: the values of a dictionary."""
        for node in self.tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AnnAssign):
                targets = [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                value = node.value
                parts = value.values if isinstance(value, ast.Dict) else [value]
                return tuple(
                    word
                    for part in parts
                    for leaf in (ast.walk(part) if part is not None else ())
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                    for word in leaf.value.split()
                )
        return None

    @cached_property
    def functions(self) -> frozenset[str]:
        """The names of the functions that the module defines, methods not included."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        return frozenset(node.name for node in self.tree.body if isinstance(node, kinds))


def within(name: str, package: str) -> bool:
    """Whether the dotted ``name`` is ``package`` or lies in it."""
    return name == package or name.startswith(package + ".")


class Arrow(NamedTuple):
    """One module imports another; ``where`` is the first line that says so."""

    importer: str
    imported: str
    where: str


@dataclass(frozen=True)
class House:
    """The modules of the packages and of cli.py by name, and the paths of the tests."""

    modules: Mapping[str, Module] = field(repr=False)
    tests: frozenset[str] = field(default=frozenset(), repr=False)

    def target(self, found: Import) -> str | None:
        """The module of this house that an import names, if any.

        ``from timegraph import testing`` names a module in its second half.
        """
        if found.full in self.modules:
            return found.full
        return found.base if found.base in self.modules else None

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Who imports whom within the house, each pair once."""
        arrows: dict[tuple[str, str], Arrow] = {}
        for module in self.modules.values():
            for found in module.imports:
                target = self.target(found)
                if target is not None and target != module.name:
                    arrow = Arrow(module.name, target, f"{module.name}:{found.line}")
                    arrows.setdefault((module.name, target), arrow)
        return list(arrows.values())


def house_of(sources: Mapping[str, str]) -> House:
    """A house of files by their paths, such as ``{"timeml/parser.py": "import timegraph"}``."""
    tests = frozenset(path for path in sources if path.startswith("tests/"))
    modules = [Module(path, source) for path, source in sources.items() if path not in tests]
    return House({module.name: module for module in modules}, tests)


def house_at(root: Path) -> House:
    """The house in a folder: the packages, cli.py and the names of the test files."""
    files = [file for package in PACKAGES for file in sorted((root / package).rglob("*.py"))]
    tests = sorted((root / "tests").rglob("test_*.py"))
    sources = dict.fromkeys((test.relative_to(root).as_posix() for test in tests), "")
    for file in [*files, root / "cli.py"]:
        sources[file.relative_to(root).as_posix()] = file.read_text(encoding="utf-8")
    return house_of(sources)
