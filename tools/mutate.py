"""Changes the code in small ways, one at a time, and tells which changes no test notices.

    python tools/mutate.py                        a sample of 15 minutes over all modules
    python tools/mutate.py --minutes 60 graph     one module, longer
    python tools/mutate.py --list points          what would be changed, without running anything
    python tools/mutate.py --only points:41:compare:0

Nothing on disk is touched: each mutant is compiled in a process of its own, forked from one that
holds pytest and Hypothesis already, and imported in place of the module. Its module's tests (the
fast ones; MODULES says which, those that notice most first) run until one fails. A mutant is
killed if a test fails or the time is up, and survives if all pass. Survivors are no verdict: some
mean the same as the original, and the rest are what to write tests for. Needs fork, thus no
Windows. Not part of CI: a thorough run takes hours.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.machinery
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GRAPH = [
    f"tests/timegraph/{name}.py"
    for name in ("test_graph", "test_invariants", "test_retract", "test_graph_properties")
]
SCORING = "tests/timegraph/scoring"

MODULES = {
    "graph": ("timegraph/graph.py", GRAPH),
    "_log": ("timegraph/_log.py", GRAPH),
    "_settling": ("timegraph/_settling.py", [*GRAPH, "tests/timegraph/test_online.py"]),
    "_conflicts": ("timegraph/_conflicts.py", GRAPH),
    "_small": ("timegraph/_small.py", GRAPH),
    "allen": ("timegraph/allen.py", ["tests/timegraph/test_allen.py"]),
    "points": ("timegraph/points.py", ["tests/timegraph/test_points.py", *GRAPH]),
    "builder": (
        "timegraph/builder.py",
        ["tests/timegraph/test_builder.py", "tests/test_pipeline.py", "tests/test_properties.py"],
    ),
    "counts": ("timegraph/scoring/counts.py", [f"{SCORING}/test_counts.py"]),
    "lists": (
        "timegraph/scoring/lists.py",
        [f"{SCORING}/test_lists.py", f"{SCORING}/test_tempeval_qa.py"],
    ),
}

COMPARE = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATE = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change; ``name`` finds it again as long as the module stays as it is."""

    module: str
    line: int
    kind: str
    number: int
    before: str
    after: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line}:{self.kind}:{self.number}"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in a node's place."""
    changed: Any
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[at] = COMPARE[type(operator)]()
            yield "compare", changed
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATE:
        changed = copy.deepcopy(node)
        changed.op = OPERATE[type(node.op)]()
        yield "operate", changed
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "bool", changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield "unary", copy.deepcopy(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "constant", ast.Constant(node.value + 1)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        for value in (True, False):
            if isinstance(node, ast.While) and value:
                continue
            changed = copy.deepcopy(node)
            changed.test = ast.Constant(value)
            yield "branch", changed
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "return", ast.Return(ast.Constant(None))
    elif isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise)):
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield "delete", ast.Pass()
    elif isinstance(node, ast.Continue):
        yield "loop", ast.Break()
    elif isinstance(node, ast.Break):
        yield "loop", ast.Continue()
    if isinstance(node, ast.AugAssign):
        yield "delete", ast.Pass()


def places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every node that runs, with its parent, the field that holds it and its index there.
    Annotations, type checking, texts of errors and ``__all__`` are none of these."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) == "__all__":
                continue
            yield node, name, at, child
            if not isinstance(child, ast.Raise):
                yield from places(child)


def mutants(module: str) -> list[Mutant]:
    """Every change of a module, in the order of its lines."""
    tree = ast.parse((ROOT / MODULES[module][0]).read_text(encoding="utf-8"))
    found = []
    counted: Counter[tuple[int, str]] = Counter()
    for parent, name, at, node in list(places(tree)):
        for kind, changed in changes(node):
            held = getattr(parent, name)
            if at is None:
                setattr(parent, name, changed)
            else:
                held[at] = changed
            ast.copy_location(changed, node)
            whole = ast.fix_missing_locations(copy.deepcopy(tree))
            if at is None:
                setattr(parent, name, held)
            else:
                held[at] = node
            line = getattr(node, "lineno", 0)
            before, after = (ast.unparse(one).split("\n")[0][:70] for one in (node, changed))
            found.append(Mutant(module, line, kind, counted[line, kind], before, after, whole))
            counted[line, kind] += 1
    return sorted(found, key=lambda mutant: (mutant.line, mutant.kind, mutant.number))


class Finder(importlib.abc.MetaPathFinder):
    """Gives a module other code than its file holds."""

    def __init__(self, name: str, code: CodeType) -> None:
        self._name = name
        self._code = code

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]
        assert spec is not None
        assert isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        spec.loader.get_code = lambda fullname: self._code  # type: ignore[method-assign]
        return spec


def run_tests(module: str, tree: ast.Module | None) -> int:
    """In the forked process: the module's tests, against ``tree`` in its place."""
    import pytest

    path, tests = MODULES[module]
    if tree is not None:
        name = path.removesuffix(".py").replace("/", ".")
        sys.meta_path.insert(0, Finder(name, compile(tree, path, "exec")))
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    # Hypothesis is loaded already, which pytest would warn of.
    quiet += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*quiet, "-m", "not slow", "--hypothesis-profile=mutants", *tests]))


def outcome(module: str, tree: ast.Module | None, seconds: float) -> str:
    """``killed``, ``timeout`` or ``survived``."""
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            os.setpgid(0, 0)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            status = run_tests(module, tree)
        os._exit(status)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "survived" if status == 0 else "killed"
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "timeout"


def prepare() -> None:
    """Load what all mutants need and none of ours, so that forking is cheap."""
    import hypothesis
    import numpy  # noqa: F401
    import pytest  # noqa: F401

    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    settings = hypothesis.settings
    settings.register_profile(
        "mutants",
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        max_examples=60,
        database=None,
        derandomize=True,
        # The first failure is enough: it need not be the smallest.
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )


def sample(modules: Sequence[str], seed: int) -> list[Mutant]:
    """All mutants, shuffled so that any beginning is a sample of all modules."""
    found = [mutant for module in modules for mutant in mutants(module)]
    random.Random(seed).shuffle(found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(MODULES)}")
    parser.add_argument("--minutes", type=float, default=15, help="stop after (default: 15)")
    parser.add_argument("--seed", type=int, default=0, help="which sample (default: 0)")
    parser.add_argument("--list", action="store_true", help="list the mutants and run none")
    parser.add_argument("--only", action="append", metavar="NAME", help="run just this mutant")
    given = parser.parse_args()
    modules = given.modules or list(dict.fromkeys(n.split(":")[0] for n in given.only or MODULES))
    unknown = [module for module in modules if module not in MODULES]
    if unknown:
        parser.error(f"no module {unknown[0]!r}; there are {', '.join(MODULES)}")
    todo = sample(modules, given.seed)
    if given.only:
        todo = [mutant for mutant in todo if mutant.name in given.only]
    if given.list:
        for mutant in sorted(todo, key=lambda m: (m.module, m.line, m.kind, m.number)):
            print(f"{mutant.name}: {mutant.before} -> {mutant.after}")
        return 0
    prepare()
    limits: dict[str, float] = {}
    for module in modules:
        alike = [one for one in limits if MODULES[one][1] == MODULES[module][1]]
        if alike:
            limits[module] = limits[alike[0]]
            continue
        begin = time.monotonic()
        if outcome(module, None, 600) != "survived":
            print(f"{module}: its tests fail without any change; mend that first")
            return 2
        limits[module] = 10 + 3 * (time.monotonic() - begin)
        print(f"{module}: its tests take {time.monotonic() - begin:.1f} s", flush=True)
    results: Counter[tuple[str, str]] = Counter()
    end = time.monotonic() + 60 * given.minutes
    for mutant in todo:
        if time.monotonic() > end:
            break
        result = outcome(mutant.module, mutant.tree, limits[mutant.module])
        results[mutant.module, result] += 1
        if result == "survived":
            print(f"survived {mutant.name}: {mutant.before} -> {mutant.after}", flush=True)
    print(f"\n{sum(results.values())} of {len(todo)} mutants run")
    for module in modules:
        killed = results[module, "killed"] + results[module, "timeout"]
        run = killed + results[module, "survived"]
        share = f"{killed / run:.0%}" if run else "-"
        print(f"{module:10} {killed:4} of {run:4} killed  {share}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
