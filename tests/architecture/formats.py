"""Which format is printed is the business of the renderers: nothing else asks for its name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from tests.architecture.house import House, Module, within
from tests.architecture.rule import Fault, Rule

RENDERERS = ("timegraph.report.formats", "timegraph.report.tables", "timegraph.report.findings")
NAMES = frozenset({"text", "json", "csv", "markdown", "latex", "html", "github"})

# Modules that ask all the same: how often, and why.
ASKING = {
    "timegraph.commands.shared.measure_command": (1, "--columns and --decimals do nothing in JSON"),
    "timegraph.commands.ask": (1, "lines of text need no table, and the prompt has only text"),
    "timegraph.commands.view": (5, "a page, a picture or plain characters are drawn, not rendered"),
}
MOST_ASKING = 10


def comparisons(module: Module) -> Iterator[int]:
    """The lines on which something that is called a format is compared with the name of one."""
    for node in module.nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(_names_one, sides)) and any(map(_is_format, sides)):
                yield node.lineno
        elif isinstance(node, ast.match_case) and _names_one(node.pattern):
            yield node.pattern.lineno


def _names_one(side: ast.AST) -> bool:
    return any(isinstance(leaf, ast.Constant) and leaf.value in NAMES for leaf in ast.walk(side))


def _is_format(side: ast.AST) -> bool:
    called = (getattr(leaf, "id", getattr(leaf, "attr", "")) for leaf in ast.walk(side))
    return any("format" in name.lower() for name in called)


def asking(house: House) -> Iterator[Fault]:
    """Comparisons with the name of a format beyond those that ASKING lists."""
    for module in house.modules.values():
        if any(within(module.name, room) for room in RENDERERS):
            continue
        lines = list(comparisons(module))
        allowed, _ = ASKING.get(module.name, (0, ""))
        for line in lines[allowed:]:
            where = f"{module.name}:{line}"
            yield Fault(module.name, where, "asks which format it is; see report/formats")


def counted(house: House) -> Counter[str]:
    """How often each listed module asks."""
    return Counter({name: len(list(comparisons(house.modules[name]))) for name in ASKING})


RULES = (
    Rule(
        "only renderers ask which format it is",
        asking,
        noticed=(
            {"timegraph/commands/a.py": "if format_ == 'json': pass"},
            {"timegraph/report/a.py": "wide = options.format in ('text', 'markdown')"},
            {"timegraph/a.py": "match format:\n    case 'csv': pass"},
        ),
        allowed=(
            {"timegraph/report/formats.py": "if options.format == 'json': pass"},
            {"timegraph/a.py": "if kind == 'text' or format_ == 'timeml': pass"},
        ),
    ),
)
