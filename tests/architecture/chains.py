"""How deep the house is: the longest chain of files, each of which imports the next.

``__init__`` files are left out: a name that one of them shows is imported from the file that
defines it. Late imports, those under ``TYPE_CHECKING`` and ``import_module`` count, but not what a
graph calls upwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.architecture.house import House, Import, Module
from tests.architecture.layers import UPWARDS
from tests.architecture.rule import Fault, Rule

MOST_IN_A_CHAIN = 26
"""How long the longest chain may be. It may only fall."""


def files_below(house: House) -> dict[str, set[str]]:
    """Each file, and the files that it imports."""
    files = {name: module for name, module in house.modules.items() if not module.is_package}
    below = {name: set(_imported(house, module)) - {name} for name, module in files.items()}
    for importer, imported in UPWARDS & {(name, other) for name in below for other in below[name]}:
        below[importer].remove(imported)
    return below


def _imported(house: House, module: Module) -> Iterator[str]:
    for statement in module.imports:
        yield from _homes(house, statement)


def _homes(house: House, statement: Import) -> Iterator[str]:
    """The files behind one imported name."""
    target = house.target(statement)
    if target is None:
        return
    if not house.modules[target].is_package:
        yield target
    elif target == statement.base and statement.name is not None:
        for shown in house.modules[target].imports:
            if shown.name == statement.name and house.target(shown) != target:
                yield from _homes(house, shown)


def longest_chain(below: Mapping[str, set[str]]) -> tuple[str, ...]:
    """The files of a longest chain, the topmost first; an import that closes a circle, which is a
    fault of its own, is left out."""
    chains: dict[str, tuple[str, ...]] = {}
    under_way: set[str] = set()

    def chain(name: str) -> tuple[str, ...]:
        if name not in chains:
            under_way.add(name)
            others = sorted(below[name] - under_way)
            chains[name] = (name, *max(map(chain, others), key=len, default=()))
            under_way.remove(name)
        return chains[name]

    return max(map(chain, sorted(below)), key=len, default=())


def _too_deep(house: House) -> Iterator[Fault]:
    chain = longest_chain(files_below(house))
    if len(chain) > MOST_IN_A_CHAIN:
        reason = (
            f"{len(chain)} files in a row; {MOST_IN_A_CHAIN} are the limit: {' -> '.join(chain)}"
        )
        yield Fault("depth", chain[0], reason)


def _row(length: int) -> dict[str, str]:
    """A house of so many files, each of which imports the next."""
    last = {f"timegraph/f{length}.py": ""}
    return last | {
        f"timegraph/f{n}.py": f"from timegraph.f{n + 1} import x" for n in range(1, length)
    }


RULES = (
    Rule(
        "chains of imports are short",
        _too_deep,
        noticed=(
            _row(MOST_IN_A_CHAIN + 1),
            _row(MOST_IN_A_CHAIN)
            | {
                f"timegraph/f{MOST_IN_A_CHAIN}.py": "def f():\n    import_module('timegraph.g.h')",
                "timegraph/g/h.py": "",
            },
            _row(MOST_IN_A_CHAIN)
            | {
                f"timegraph/f{MOST_IN_A_CHAIN}.py": "from timegraph.g import x",
                "timegraph/g/__init__.py": "from timegraph.g.h import x",
                "timegraph/g/h.py": "",
            },
        ),
        allowed=(_row(MOST_IN_A_CHAIN),),
    ),
)
