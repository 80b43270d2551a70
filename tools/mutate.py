"""Changes the code in small ways, one at a time, and prints the changes that no test notices.

    pip install '.[dev,mutation]'
    python tools/mutate.py                                20 random mutants of each of MODULES
    python tools/mutate.py --sample 0 timegraph.points    all mutants of one module

Cosmic Ray makes the mutants and runs the fast tests of the module's name and those in MODULES. It
works in a copy of the folder, so that nothing here changes. A mutant is killed if a test fails or
takes three times as long as usual, and survives if all tests pass. Not every survivor is a gap:
some are equivalent to the original and some are only slower; write tests for the others. This is
not part of CI: a thorough run takes hours.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.architecture.house import House, house_at  # noqa: E402

GRAPH = ("tests/timegraph/test_graph.py", "tests/timegraph/test_graph_properties.py")

# Modules to mutate by default, and tests that notice their mistakes beside the one of their name.
MODULES = {
    "timegraph.allen": GRAPH,
    "timegraph.points": GRAPH,
    "timegraph.graph": GRAPH,
    "timegraph.documents.build": ("tests/test_pipeline.py", "tests/test_properties.py"),
    "timegraph.reduction": (),
    "timegraph._graph.store": GRAPH,
    "timegraph._graph.closing": GRAPH,
    "timegraph._graph.edits": (*GRAPH, "tests/timegraph/proofs/test_search.py"),
    "timegraph._closure.int_rows": GRAPH,
    "timegraph.scoring.signature": (),
    "timegraph.scoring.qa_tempeval.comparison": (),
    "timegraph.scoring.pairs": ("tests/timegraph/commands/test_awareness.py",),
    "timegraph.scoring.awareness": ("tests/timegraph/commands/test_awareness.py",),
    "timegraph.scoring.entities": (),
}


def tests_of(name: str, house: House) -> list[str]:
    """The tests that should notice a change of a module: that of its name, else those of its room,
    and those in :data:`MODULES`."""
    folder, _, file = f"tests/{house.modules[name].path}".rpartition("/")
    own = f"{folder}/test_{file.lstrip('_')}"
    room = sorted(test for test in house.tests if test.rpartition("/")[0] == folder)
    return list(dict.fromkeys([*([own] if own in house.tests else room), *MODULES.get(name, ())]))


def copied(target: Path) -> Path:
    """A copy of all tracked files as they are now."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    return target


def not_run(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The spans of annotations, decorators and code for type checkers, where changes have no
    effect."""
    spans = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.ClassDef):
            parts += node.decorator_list
        elif isinstance(node, ast.FunctionDef):
            parts += [node.returns, *node.decorator_list]
        elif isinstance(node, (ast.arg, ast.AnnAssign)):
            parts.append(node.annotation)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            if isinstance(part, (ast.expr, ast.stmt)):
                end = part.end_lineno or part.lineno, part.end_col_offset or 0
                spans.append(((part.lineno, part.col_offset), end))
    return spans


def tried(
    folder: Path, module: str, tests: list[str], sample: int, seed: int
) -> tuple[int, list[str]]:
    """How many mutants of a module were run, and the changes that survived."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

    path = f"{module.replace('.', '/')}.py"
    python = shlex.quote(sys.executable)
    test = f"{python} -m pytest -q -x -p no:cacheprovider -m 'not slow' {' '.join(tests)}"
    # Python recognises stale bytecode by size and second of the source, in which mutants may agree.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}
    options: dict[str, Any] = {"cwd": folder, "env": environment, "stdout": subprocess.DEVNULL}
    begin = time.monotonic()
    if subprocess.run(test, shell=True, check=False, **options).returncode:
        raise SystemExit(f"{module}: its tests fail without any change; fix that first")
    limit = 10 + 3 * (time.monotonic() - begin)
    config, session = folder / "mutation.toml", folder / f"{module}.sqlite"
    config.write_text(
        f'[cosmic-ray]\nmodule-path = "{path}"\ntimeout = {limit:.1f}\nexcluded-modules = []\n'
        f"test-command = {json.dumps(test)}\n[cosmic-ray.distributor]\nname = 'local'\n"
    )
    cosmic_ray = [str(Path(sys.executable).with_name("cosmic-ray"))]
    subprocess.run([*cosmic_ray, "init", str(config), str(session)], check=True, **options)
    nothing = not_run(folder / path)
    with use_db(str(session), WorkDB.Mode.open) as database:
        items = [
            item.job_id
            for item in database.work_items
            if not any(first <= item.mutations[0].start_pos < last for first, last in nothing)
        ]
        chosen = set(random.Random(seed).sample(items, min(sample or len(items), len(items))))
        others = [item.job_id for item in database.work_items if item.job_id not in chosen]
        database.set_multiple_results(others, WorkResult(WorkerOutcome.SKIPPED))
    subprocess.run([*cosmic_ray, "exec", str(config), str(session)], check=True, **options)
    with use_db(str(session), WorkDB.Mode.open) as database:
        survived = [
            result.diff or ""
            for job, result in database.results
            if job in chosen and result.test_outcome == TestOutcome.SURVIVED
        ]
    return len(chosen), survived


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as timegraph.graph")
    parser.add_argument("--sample", type=int, default=20, help="mutants per module; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="which sample (default: 0)")
    given = parser.parse_args()
    house = house_at(ROOT)
    for module in given.modules:
        if module not in house.modules or not tests_of(module, house):
            parser.error(f"{module!r} is not a module of the project that has a test")
    rows = []
    with tempfile.TemporaryDirectory(prefix="timegraph-mutants.") as folder:
        copy = copied(Path(folder))
        for module in given.modules or MODULES:
            run, survivors = tried(copy, module, tests_of(module, house), given.sample, given.seed)
            for diff in survivors:
                changed = [line for line in diff.splitlines() if line[:1] in ("@", "+", "-")]
                print(f"survived in {module}", *changed[2:], sep="\n  ", flush=True)
            rows.append((module, run - len(survivors), run))
            print(f"{module}: {rows[-1][1]} of {run} killed", flush=True)
    killed, all_run = sum(row[1] for row in rows), sum(row[2] for row in rows)
    print(f"\n{killed} of {all_run} mutants killed ({killed / max(1, all_run):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
