"""Who may import whom: floors from the ground up, and doors that only some may use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.architecture.house import House, within
from tests.architecture.rule import Fault, Rule

# A room may import rooms of its own line and of the lines above it, never of those below it.
# A module belongs to the longest name that it lies in.
TIMEML = """
    errors gregorian
    _timex
    _model _archives
    document
    _positions
    _xml_tree _alignment timex_value plain_dates
    parser writer normalize plain_text edtf
    readers writers
    collection
"""
TIMEGRAPH = """
    _version _lazy _files _wording _pace
    answer allen
    points links
    periods
    labels
    options
    _compiled proofs.proof
    _closure
    _metric _graph
    readable_graph graph
    proofs reduction
    decoding
    repairs networks
    warming
    timeml
    stated_links statements
    dates sentences
    findings documents corpus
    scoring.signature scoring.ratios scoring.statistics
    qa checking dates.tables
    scoring
    report pictures
    commands
    service
    times
    annotation
    facts times.command torque task
    cli __main__
"""


def floors(package: str, table: str) -> dict[str, int]:
    """The floor of each room by its full name; the ground floor is 0."""
    return {
        room if room in ("timeml", "cli") else f"{package}.{room}": height
        for height, rooms in enumerate(table.split("\n"))
        for room in rooms.split()
    }


FLOORS = {"timeml": floors("timeml", TIMEML), "timegraph": floors("timegraph", TIMEGRAPH)}

# What stands beside the floors: tests import it, and it may import everything but commands.
BESIDE = "timegraph.testing"

# What knows time only may read a value of TIMEX3 here.
EXCEPTIONS = {
    ("timegraph._metric.lengths", "timeml.gregorian"),
    ("timegraph._graph.placing", "timeml.edtf"),
    ("timegraph._graph.placing", "timeml.gregorian"),
    ("timegraph._metric.constraints", "timeml.gregorian"),
    ("timegraph._wording", "timeml.gregorian"),
    ("timegraph.periods", "timeml.edtf"),
    ("timegraph.periods", "timeml.gregorian"),
    ("timegraph._graph.distances", "timeml.gregorian"),
    ("timegraph.readable_graph", "timeml.gregorian"),
}

# What a graph does by calling rooms above it, and the types that its methods have of them.
UPWARDS = {
    ("timegraph.readable_graph", "timegraph.decoding.decoder"),
    ("timegraph.readable_graph", "timegraph.pictures.svg"),
    ("timegraph.readable_graph", "timegraph.proofs.search"),
}

# Rooms that only these import, beside themselves.
DOORS = {
    "timegraph._compiled": "timegraph._closure timegraph._metric timegraph._graph "
    "timegraph.networks.kernels timegraph.decoding.kernels timegraph.warming",
    "timegraph._closure": "timegraph._graph timegraph._metric timegraph.networks timegraph.warming",
    "timegraph._metric": "timegraph._graph timegraph.networks timegraph.warming",
    "timegraph._metric.constraints": "timegraph._graph timegraph._metric timegraph.repairs "
    "timegraph.reduction timegraph.proofs",
    "timegraph._metric.lengths": "timegraph._metric timegraph._graph timegraph.documents.durations "
    "timegraph.qa timegraph.pictures.layout timegraph.times",
    "timegraph._graph": "timegraph._metric timegraph.readable_graph timegraph.graph "
    "timegraph.proofs timegraph.repairs timegraph.reduction timegraph.networks.solver",
    "timegraph._graph.graph_json": "timegraph._graph timegraph.readable_graph "
    "timegraph.graph timegraph.networks",
    "timegraph._graph.values": "timegraph._graph timegraph.networks "
    "timegraph.documents.saved_points timegraph.facts.saved_facts",
    "timegraph._graph.distances": "timegraph._graph timegraph.networks "
    "timegraph.documents.durations "
    "timegraph.readable_graph timegraph.graph timegraph.qa timegraph.pictures.layout",
    "timegraph._graph.placing": "timegraph._graph timegraph.readable_graph timegraph.graph "
    "timegraph.proofs timegraph.stated_links",
    "timegraph._graph.arguments": "timegraph._graph timegraph._metric timegraph.warming "
    "timegraph.readable_graph timegraph.graph timegraph.proofs timegraph.scoring.awareness",
    # Measures count; what is wrong with a document is not theirs to know.
    "timegraph.checking": "timegraph.task timegraph.report timegraph.pictures timegraph.service "
    "timegraph.commands",
    "timegraph.commands": "cli timegraph.__main__",
    "timegraph.commands.shared": "timegraph.commands timegraph.facts timegraph.torque "
    "timegraph.task timegraph.times timegraph.annotation timegraph.service",
    "timegraph.testing": "timegraph.facts.strategies",
    "cli": "",
}


def room_of(name: str, rooms: Mapping[str, object]) -> str | None:
    """The innermost of ``rooms`` that the module lies in."""
    return max((room for room in rooms if within(name, room)), key=len, default=None)


def placed(house: House) -> Iterator[Fault]:
    """Modules that no line of the tables names."""
    for name in house.modules:
        if name in FLOORS or within(name, BESIDE):
            continue
        if room_of(name, FLOORS["timeml" if within(name, "timeml") else "timegraph"]) is None:
            yield Fault(name, name, "stands on no floor; give its room a place in layers.py")


def climbing(house: House) -> Iterator[Fault]:
    """Imports that lead to a higher floor, or from the format to time."""
    for importer, imported, where in house.arrows:
        fault = Fault(f"{importer} -> {imported}", where, "")
        if within(importer, "timeml") and not within(imported, "timeml"):
            yield fault.because("timeml knows the format, and nothing of time")
        elif imported == importer.partition(".")[0]:
            yield fault.because("inside a package, import from the module that defines the name")
        elif (importer, imported) not in EXCEPTIONS | UPWARDS and importer not in FLOORS:
            table = FLOORS["timeml" if within(importer, "timeml") else "timegraph"]
            room, other = room_of(importer, table), room_of(imported, table)
            if room and other and table[room] < table[other]:
                yield fault.because(f"{room} stands below {other}")


def trespassing(house: House) -> Iterator[Fault]:
    """Imports of a room whose door is closed to the importer."""
    for importer, imported, where in house.arrows:
        fault = Fault(f"{importer} -> {imported}", where, "")
        door = room_of(imported, DOORS)
        if door is not None and not any(within(importer, r) for r in [door, *DOORS[door].split()]):
            yield fault.because(
                f"only {DOORS[door].replace(' ', ', ') or 'tests'} may import {door}"
            )
        for room in private_rooms(imported):
            if not within(importer, room.rpartition(".")[0]):
                yield fault.because(f"{room} is private to {room.rpartition('.')[0]}")


def private_rooms(name: str) -> Iterator[str]:
    """The private modules and packages on the way to a module: of ``a._b.c`` it is ``a._b``."""
    parts = name.split(".")
    for end, part in enumerate(parts, start=1):
        if part.startswith("_"):
            yield ".".join(parts[:end])


# The files that the examples import from.
THERE = {
    "timegraph/__init__.py": "",
    "timegraph/answer.py": "",
    "timegraph/graph.py": "",
    "timegraph/dates.py": "",
    "timegraph/_closure/choose.py": "",
    "timegraph/_graph/store.py": "",
    "timegraph/_graph/arguments.py": "",
    "timegraph/report/tables.py": "",
    "timegraph/commands/main.py": "",
    "timegraph/commands/shared/command.py": "",
    "timegraph/testing/__init__.py": "",
    "timegraph/testing/oracle.py": "",
    "timegraph/scoring/signature.py": "",
    "timegraph/scoring/pairs.py": "",
    "timeml/__init__.py": "",
    "timeml/document.py": "",
    "timeml/parser.py": "",
    "timeml/timex_value.py": "",
    "timeml/_model.py": "",
    "cli.py": "",
}


def example(path: str, source: str) -> Mapping[str, str]:
    return {**THERE, path: source}


RULES = (
    Rule(
        "each room has a floor",
        placed,
        noticed=(example("timegraph/cellar.py", ""), example("timeml/attic/a.py", "")),
        allowed=(THERE, example("timegraph/facts/fact.py", "")),
    ),
    Rule(
        "no import leads upstairs",
        climbing,
        noticed=(
            example("timeml/errors.py", "import timegraph"),
            example("timeml/parser.py", "from timegraph.answer import Answer"),
            example("timeml/_model.py", "from timeml.document import Document"),
            example("timeml/document.py", "if TYPE_CHECKING:\n    from .parser import read"),
            example("timegraph/graph.py", "from timeml import Document"),
            example("timegraph/graph.py", "def f():\n    import timeml.document"),
            example("timegraph/graph.py", "from timegraph import dates"),
            example("timegraph/graph.py", "from timegraph import TimeGraph"),
            example("timegraph/_closure/choose.py", "from timegraph._graph.store import Store"),
            example("timegraph/_closure/choose.py", "from .. import graph"),
            example("timegraph/scoring/signature.py", "from .pairs import Gold"),
            example("timegraph/dates.py", "import timegraph.report.tables"),
            example("timegraph/report/tables.py", "import cli"),
        ),
        allowed=(
            example("timegraph/dates.py", "from timeml.document import Document"),
            example("timegraph/_graph/bulk.py", "from timegraph._closure import choose"),
            example("timegraph/scoring/awareness/a.py", "from timegraph.scoring import signature"),
            example("timegraph/_graph/placing.py", "from timeml.edtf import When"),
            example("timegraph/__init__.py", "from timegraph.documents.build import build"),
            example("timegraph/testing/worlds.py", "from timegraph.scoring import signature"),
        ),
    ),
    Rule(
        "rooms are entered by their doors",
        trespassing,
        noticed=(
            example("timegraph/graph.py", "from timegraph._closure.choose import Engine"),
            example("timegraph/dates.py", "from timegraph._graph import store"),
            example("timegraph/dates.py", "from timegraph import testing"),
            example("timegraph/dates.py", "from .testing.oracle import Oracle"),
            example("timegraph/report/tables.py", "from timegraph.commands import main"),
            example("timegraph/dates.py", "from timeml._model import Layout"),
            example("timegraph/commands/score.py", "import cli"),
        ),
        allowed=(
            example("timegraph/networks/solve.py", "from timegraph._closure import choose"),
            example("timegraph/repairs.py", "from timegraph._graph.store import Store"),
            example("timegraph/scoring/awareness/a.py", "import timegraph._graph.arguments"),
            example("timegraph/commands/score.py", "from timegraph.commands.shared import files"),
            example("timegraph/testing/worlds.py", "from timegraph.testing import oracle"),
        ),
    ),
)
