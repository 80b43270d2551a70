"""How much a file and a folder may hold, and which modules have a test of their name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.architecture.house import House, Module, within
from tests.architecture.rule import Fault, Rule

MOST_LINES = 400
MOST_FILES = 20

# Files that may have more lines, and why.
MORE_LINES = {
    "timegraph._closure.int_rows": 430,  # rows as whole numbers, and their squares
    "timegraph.readable_graph": 420,  # a method for each question
    "timegraph._graph.exchange.graph_json": 600,  # what is written and read stand side by side
    "timegraph.networks.network": 600,  # how a network changes, and a method for each question
    "timegraph.networks.kernels.search": 600,  # machine code is valid for one whole file
}

# Folders that may hold more, and why.
MORE_FILES = {
    "timegraph/_graph": 21,  # the state of one graph, and all that is done with it
    "tests/timegraph/_graph": 21,  # a test for each of these files
    "timegraph/report": 21,  # a file for each thing that is reported
    "tests/timegraph/report": 21,  # a test for each of these files
    "timegraph/testing/oracle": 22,  # a slow twin of each room
    "timeml/readers": 21,  # a file for each format, and what they share
    "tests/timeml/readers": 22,  # a test for each of these files, and for all of them together
    "tests/timegraph/commands": 25,  # a test for each command, and the width of all of them
}


def long_files(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        most = MORE_LINES.get(module.name, MOST_LINES)
        if module.lines > most:
            reason = f"has {module.lines} lines; {most} are the limit"
            yield Fault(module.name, module.name, reason)


def full_folders(house: House) -> Iterator[Fault]:
    """Folders of the packages or of the tests with too many files, subfolders not counted."""
    for folder, files in files_by_folder(house).items():
        most = MORE_FILES.get(folder, MOST_FILES)
        if files > most:
            yield Fault(folder, folder, f"holds {files} files; {most} are the limit")


def files_by_folder(house: House) -> Counter[str]:
    """How many files of Python lie directly in each folder."""
    paths = [module.path for module in house.modules.values()] + sorted(house.tests)
    return Counter(path.rpartition("/")[0] for path in paths)


# Rooms whose modules have no test of their own name, and the test that holds them to their promise.
TESTED_BY = {
    "timegraph.__main__": "tests/test_cli.py",
    "timegraph._files": "tests/timegraph/commands/_shared/test_files.py",
    "timegraph.readable_graph": "tests/timegraph/test_graph.py",
    "timegraph.builder": "tests/timegraph/test_lazy.py",
    "timegraph.labels.documents": "tests/timegraph/documents/test_labels.py",
    "timegraph.commands.main": "tests/test_cli.py",
    "timegraph.commands.questions._inputs": "tests/timegraph/commands/questions/test_check.py",
    "timegraph.commands.torque": "tests/timegraph/commands/torque/test_torque.py",
    "timegraph._closure.kernels": "tests/timegraph/_closure/kernels/test_kernels.py",
    "timegraph._metric.kernels": "tests/timegraph/_metric/test_compiled.py",
    # Each is a step of one search, which is held to all annotations.
    **dict.fromkeys(
        [
            f"timegraph.decoding.{name}"
            for name in (
                *(
                    "ascent",
                    "chains",
                    "kernels",
                    "local_search",
                    "numbering",
                    "outvoted",
                    "overruled",
                ),
                *("problem", "program", "result", "state", "tree"),
            )
        ],
        "tests/timegraph/decoding/test_decoder.py",
    ),
    "timegraph._metric.protocol": "tests/timegraph/_metric/test_network.py",
    "timegraph.networks": "tests/timegraph/networks/test_network.py",
    "timegraph.report.closure": "tests/timegraph/documents/test_closure.py",
    **{
        f"timegraph.service.{name}": "tests/timegraph/service/test_dispatcher.py"
        for name in ("errors", "statements", "graphs", "answers", "changes")
    },
    "timegraph.scoring.notices": "tests/timegraph/scoring/test_annotation_notices.py",
    "timegraph.testing.oracle": "tests/timegraph/testing/test_oracle.py",
    "timegraph.testing.random_networks": "tests/timegraph/networks/test_network.py",
    "timegraph.testing.strategies": "tests/timegraph/testing/test_strategies.py",
}


def test_of(module: Module) -> str:
    """The test of the same name: of ``timeml/_model/layout.py`` it is
    ``tests/timeml/_model/test_layout.py``."""
    folder, _, file = module.path.rpartition("/")
    return "/".join(filter(None, ["tests", folder, f"test_{file.lstrip('_')}"]))


def untested(house: House) -> Iterator[Fault]:
    """Modules without a test of their name that TESTED_BY does not cover either."""
    for module in house.modules.values():
        # The face of a package holds nothing but names; tests/test_public_api.py looks at them.
        if module.is_package or test_of(module) in house.tests:
            continue
        if not any(within(module.name, room) for room in TESTED_BY):
            yield Fault(module.name, module.name, f"has no {test_of(module)}; see TESTED_BY")


def nameless(house: House) -> Iterator[Fault]:
    """Folders of modules without __init__.py, which packaging would leave out."""
    for module in house.modules.values():
        folder = module.path.rpartition("/")[0]
        if folder and folder.replace("/", ".") not in house.modules:
            yield Fault(folder, module.name, f"has no {folder}/__init__.py")


def long_file(lines: int) -> str:
    return "a = 1\n" * lines


RULES = (
    Rule(
        "files are short",
        long_files,
        noticed=({"timegraph/a.py": long_file(MOST_LINES + 1)},),
        allowed=({"timegraph/a.py": long_file(MOST_LINES)},),
    ),
    Rule(
        "folders hold few files",
        full_folders,
        noticed=({f"timegraph/qa/a{n}.py": "" for n in range(MOST_FILES + 1)},),
        allowed=({f"timegraph/{n % 2}/a{n}.py": "" for n in range(2 * MOST_FILES)},),
    ),
    Rule(
        "folders are packages",
        nameless,
        noticed=({"timegraph/__init__.py": "", "timegraph/facts/fact.py": ""},),
        allowed=({"timegraph/__init__.py": "", "timegraph/a.py": "", "cli.py": ""},),
    ),
    Rule(
        "each module has a test of its name",
        untested,
        noticed=({"timegraph/a.py": "", "tests/timegraph/test_b.py": ""},),
        allowed=(
            {"timegraph/_a.py": "", "tests/timegraph/test_a.py": ""},
            {"timegraph/_a/b.py": "", "tests/timegraph/_a/test_b.py": ""},
            {"timegraph/a/__init__.py": ""},
            {"timegraph/testing/oracle/alignment.py": ""},
            {"cli.py": "", "tests/test_cli.py": ""},
        ),
    ),
)
