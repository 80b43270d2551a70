"""Imports inside functions: only where a test of what is loaded at start needs them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.house import House
from tests.architecture.rule import Fault, Rule

# The tests in tests/test_startup.py, and the late imports that each of them needs.
LATE: dict[str, tuple[str, ...]] = {
    "test_a_small_graph_needs_nothing_heavy": (
        "timegraph.readable_graph -> timegraph.decoding.decoder",
        "timegraph.readable_graph -> timegraph.pictures.svg",
        "timegraph.readable_graph -> timegraph.proofs.search",
        "timegraph._closure.int_rows -> timegraph._closure.arrays",
        "timegraph._graph.arguments -> timegraph._graph.values",
        "timegraph._graph.closing -> timegraph._graph.closing_kernels",
        "timegraph._graph.edits -> timegraph._graph.bulk",
        "timegraph.readable_graph -> timegraph._graph.bulk",
        "timegraph._graph.arguments -> timegraph._closure.indexes",
        "timegraph.warming -> timegraph._closure.indexes",
        "timegraph.warming -> timegraph._compiled.jit",
        "timegraph.warming -> timegraph._metric.compiled",
        "timegraph.warming -> timegraph.decoding.solver",
        "timegraph.warming -> timegraph.networks.solver",
    ),
    "test_a_document_without_calendar_loads_none": (
        "timegraph.documents.build -> timegraph.documents.calendar_links",
    ),
    "test_asking_a_small_document_is_light": (
        "timegraph.scoring.annotation_notices -> timegraph.stated_links",
        "timegraph.stated_links -> timegraph.networks",
        "timegraph.qa.answering -> timegraph.stated_links",
        "timegraph.qa.naming -> timeml.readers.statement_lines",
        "timegraph.findings -> timegraph.networks.links",
        "timegraph.commands.shared.corpus_options -> timeml.readers.statements",
        "timegraph.commands.shared.corpus_options -> timeml.readers.timelines",
        "timegraph.commands.shared.named_documents -> timeml.readers.statements",
        "timegraph.commands.ask -> timegraph.commands._prompt",
        "timegraph.commands.shared.options -> timeml.normalize",
        "timegraph.commands.shared.named_documents -> timegraph.dates.tables",
        "timegraph.documents.calendar_links -> timeml.edtf",
        "timeml.timex_value -> timeml._timex.edtf_values",
        "timegraph.qa.answering -> timegraph.qa.answers",
        "timegraph.commands.shared.corpus_options -> timegraph.corpus.runner",
        "timegraph.commands.shared.corpus_options -> timegraph.scoring.run",
        "timegraph.graph -> timegraph._graph.graph_json",
        "timegraph.readable_graph -> timegraph._graph.graph_json",
    ),
    "test_serving_a_small_graph_is_light": (
        "timegraph.documents.build -> timegraph.stated_links",
        "timegraph.stated_links -> timeml.timex_value",
        "timeml.readers.formats -> timeml.readers.statement_lines",
        "timeml.readers.statement_lines -> timeml.edtf",
        "timeml.readers.statements -> timeml._model",
        "timeml.readers.statements -> timeml.document",
        "timegraph.service.commands.serve -> timegraph.service.mcp",
        "timegraph.service.answers -> timegraph.checking.undecided",
        "timegraph.service.answers -> timegraph.corpus.runner",
        "timegraph.service.answers -> timegraph.service.claims",
        "timegraph.service.graphs -> timegraph.documents.build",
        "timegraph.service.graphs -> timegraph.networks",
        "timegraph.service.graphs -> timeml",
        "timegraph.service.claims -> timegraph.qa",
        "timegraph.service.claims -> timeml",
        "timegraph.service.dispatcher -> timegraph.corpus.runner",
    ),
    "test_help_of_every_command_is_light": (
        "timegraph.commands.formats -> timeml.readers.marks",
        "timegraph.commands.main -> timegraph.commands.shared.command",
        "timegraph.corpus.runner -> timegraph.corpus.pool",
        "timegraph.commands.shared.named_documents -> timegraph.corpus.pool",
        "timeml.readers.files -> timeml.parser",
    ),
    "test_a_graph_without_distances_loads_nothing_of_them": (
        "timegraph._graph.edits -> timegraph._graph.distances",
        "timegraph._graph.store -> timegraph._metric.lengths",
        "timegraph._graph.closing -> timegraph._metric.constraints",
        "timegraph._graph.edits -> timegraph._metric.constraints",
        "timegraph._metric.lengths -> timeml.gregorian",
        "timegraph._wording -> timeml.gregorian",
        "timegraph._graph.placing -> timeml.edtf",
        "timegraph.periods -> timeml.edtf",
        "timegraph.periods -> timeml.gregorian",
        "timegraph.graph -> timegraph._graph.distances",
        "timegraph.graph -> timegraph._graph.placing",
        "timegraph.readable_graph -> timegraph._graph.placing",
        "timegraph.proofs.proof -> timegraph.periods",
        "timegraph._graph.graph_json -> timegraph._metric.lengths",
        "timegraph.reduction -> timegraph._metric.constraints",
        "timegraph.readable_graph -> timegraph._graph.distances",
        "timegraph.proofs.search -> timegraph.proofs.distance_proofs",
    ),
    "test_asking_about_order_loads_nothing_of_distances": (
        "timegraph.documents.build -> timegraph.documents.durations",
        "timegraph.qa.answering -> timegraph.qa.distance_answers",
        "timegraph.qa.answers -> timegraph.qa.distance_answers",
        "timegraph.qa.questions -> timegraph._metric.lengths",
    ),
    "test_few_distances_need_nothing_heavy": (
        "timegraph._metric.constraints -> timegraph._metric.compiled",
        "timegraph._metric.closure -> timegraph._metric.compiled",
        "timegraph._graph.arguments -> timegraph._metric.compiled",
    ),
    "test_what_is_to_be_decoded_loads_nothing_heavy": (
        "timegraph.decoding.decoder -> timegraph.decoding.local_search",
        "timegraph.decoding.decoder -> timegraph.decoding.bounds",
        "timegraph.decoding.decoder -> timegraph.decoding.solver",
    ),
    "test_asking_facts_loads_no_rare_forms_of_dates": (
        "timegraph.dates.granules -> timeml.edtf",
        "timegraph.times.naming -> timeml.edtf",
    ),
    "test_scoring_a_kit_loads_nothing_of_facts_and_passages": (
        "timegraph.scoring.qa_tempeval.kits -> timegraph.scoring.qa_tempeval.answer_files",
    ),
    "test_registering_types_with_hypothesis_is_light": (
        "timegraph.testing.hypothesis_plugin -> timegraph.testing.strategies",
    ),
}


def statements(house: House) -> Iterator[tuple[str, int, str]]:
    """Module, line and imported module of each import of ours inside a function."""
    for module in house.modules.values():
        for found in module.imports:
            target = house.target(found)
            if found.late and target is not None:
                yield module.name, found.line, target


def unlisted(house: House) -> Iterator[Fault]:
    """Imports of our own modules inside functions that LATE does not name."""
    for name, line, target in statements(house):
        key = f"{name} -> {target}"
        if not any(key in keys for keys in LATE.values()):
            yield Fault(key, f"{name}:{line}", "is imported inside a function; see LATE")


RULES = (
    Rule(
        "imports stand at the top",
        unlisted,
        noticed=(
            {"timegraph/a.py": "", "timegraph/b.py": "def f():\n    from timegraph import a"},
            {"timeml/a.py": "", "timeml/b.py": "class B:\n  def f(self):\n    import timeml.a"},
        ),
        allowed=(
            {"timegraph/a.py": "", "timegraph/b.py": "from timegraph import a"},
            {"timegraph/b.py": "def f():\n    import numpy"},
            {"timegraph/a.py": "", "timegraph/b.py": "if TYPE_CHECKING:\n    import timegraph.a"},
        ),
    ),
)
