"""What is loaded when: importing is light, and a command loads only what it needs.

Each test runs Python in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

HEAVY = ("numpy", "numba", "networkx")

SMALL_DOCUMENT = """\
<?xml version="1.0" ?>
<TimeML>
<DOCID>small</DOCID>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-04" functionInDocument="CREATION_TIME">May 4</TIMEX3></DCT>
<TEXT>The pump <EVENT eid="e1" class="OCCURRENCE">failed</EVENT> before it was
<EVENT eid="e2" class="OCCURRENCE">repaired</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<MAKEINSTANCE eiid="ei2" eventID="e2" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
</TimeML>
"""  # noqa: E501 - a line break inside the creation time would be part of it


def loaded_by(code: str, watched: tuple[str, ...]) -> tuple[set[str], str]:
    """Which of the watched packages a fresh Python loads while it runs ``code``, and its output.

    What is there before does not count: a tool that measures coverage loads much in each process.
    """
    before = "import sys; there = set(sys.modules)\n"
    report = f"""
for name in {watched!r}:
    if name in sys.modules and name not in there:
        print("loaded", name, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", before + textwrap.dedent(code) + report],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = {line.split()[1] for line in done.stderr.splitlines() if line.startswith("loaded ")}
    return loaded, done.stdout


def command_line(*arguments: str) -> str:
    return f"""
        import sys
        from timegraph.commands.main import main
        sys.argv = ["timegraph", *{list(arguments)!r}]
        try:
            main()
        except SystemExit as end:
            assert not end.code, end.code
    """


def test_loading_is_noticed() -> None:
    assert loaded_by("import networkx", ("networkx", "lxml"))[0] == {"networkx"}


@pytest.mark.parametrize("package", ["timegraph", "timeml"])
def test_importing_a_package_is_light(package: str) -> None:
    assert loaded_by(f"import {package}", (*HEAVY, "lxml", "click"))[0] == set()


def test_what_is_to_be_decoded_loads_nothing_heavy() -> None:
    code = "from timegraph.decoding import Candidate, Decoded, decode, decode_documents"
    assert loaded_by(code, (*HEAVY, "highspy"))[0] == set()


def test_a_small_graph_needs_nothing_heavy(tmp_path: Path) -> None:
    loaded, _ = loaded_by(
        f"""
        import pickle
        from timegraph import Answer, TimeGraph

        graph = TimeGraph()
        graph.add("a", "before", "b")
        graph.add("b", "meets", "c")
        assert graph.ask("a", "before", "c") is Answer.YES
        assert pickle.loads(pickle.dumps(graph)).ask("c", "before", "a") is Answer.NO
        graph.save({str(tmp_path / "graph")!r})
        assert TimeGraph.load({str(tmp_path / "graph")!r}).ask("c", "before", "a") is Answer.NO
        """,
        (*HEAVY, "lxml", "logging", "timegraph.pictures"),
    )
    assert loaded == set()


def test_a_document_without_calendar_loads_none(tmp_path: Path) -> None:
    document = tmp_path / "small.tml"
    document.write_text(SMALL_DOCUMENT, encoding="utf-8")
    loaded, _ = loaded_by(
        f"""
        from timegraph import build
        from timeml import read

        build(read({str(document)!r}))
        """,
        (*HEAVY, "timegraph.documents.calendar_links", "timeml.timex_value"),
    )
    assert loaded == set()


def test_the_order_of_the_calendar_needs_no_distances(tmp_path: Path) -> None:
    timexes = (
        f'<TIMEX3 tid="t{day}" type="DATE" value="2020-05-0{day}">x</TIMEX3>' for day in (1, 2)
    )
    document = tmp_path / "days.tml"
    document.write_text(f"<TimeML><TEXT>{' '.join(timexes)}</TEXT></TimeML>", encoding="utf-8")
    loaded, output = loaded_by(
        f"""
        from timegraph import build
        from timeml import read

        print(build(read({str(document)!r}), calendar=True).ask("t1", "before", "t2"))
        """,
        (
            *HEAVY,
            "timegraph._graph.distances",
            "timegraph._graph.placing",
            "timegraph.periods",
        ),
    )
    assert (loaded, output) == (set(), "yes\n")


def test_a_graph_without_distances_loads_nothing_of_them() -> None:
    unwanted = ("timegraph._metric", "timegraph._graph.distances")
    unwanted += ("fractions", "datetime")
    loaded, _ = loaded_by(
        """
        from timegraph import TimeGraph, explain

        graph = TimeGraph(on_conflict="drop-link")
        graph.add("a", "before", "b")
        graph.add("b", "before", "a")
        assert len(graph.conflicts) == 1
        explain(graph, "a", "before", "b")
        """,
        unwanted,
    )
    assert loaded == set()


def test_few_distances_need_nothing_heavy() -> None:
    loaded, _ = loaded_by(
        """
        from timegraph import TimeGraph
        from timegraph.proofs import explain_distance

        graph = TimeGraph(on_conflict="drop-link")
        graph.add_duration("a", "3 days")
        graph.add_duration("a", "4 days")
        graph.add("a", "before", "b")
        assert len(graph.conflicts) == 1
        assert graph.distance(("a", "start"), ("b", "start")).lower == 3 * 86_400
        assert explain_distance(graph, ("a", "start"), ("b", "start"))
        """,
        HEAVY,
    )
    assert loaded == set()


def test_help_is_light() -> None:
    loaded, output = loaded_by(command_line("--help"), (*HEAVY, "lxml"))
    assert "score" in output
    assert loaded == set()


def test_serving_a_small_graph_is_light() -> None:
    loaded, _ = loaded_by(
        """
        from timegraph.service import Dispatcher

        call = Dispatcher().call
        call("create", graph="g")
        call("add", graph="g", statements=[{"a": "a", "relation": "before", "b": "b"}])
        assert call("ask", graph="g", a="b", relation="before", b="a") == {"answer": "no"}
        """,
        (
            *(*HEAVY, "lxml", "click", "mcp", "socketserver", "difflib"),
            # The vocabulary of statements is in timeml, but not what reads documents and dates.
            *("timeml.document", "timeml.edtf", "timeml.parser"),
            *(
                "timegraph.documents.build",
                "timegraph.checking",
                "timegraph.proofs",
                "timegraph.qa",
            ),
            *("timegraph.pictures", "timegraph.corpus", "timegraph.service.claims"),
        ),
    )
    assert loaded == set()


COMMANDS = (
    "ask",
    "awareness",
    "check",
    "closure",
    "compare",
    "convert",
    "entities",
    "open",
    "questions",
    "task",
    "score",
    "serve",
    "times",
    "torque",
    "verify",
    "view",
    "warm-up",
)


def test_help_of_every_command_is_light() -> None:
    """One process asks for all of it and says after which command something is there."""
    unwanted = (*HEAVY, "lxml", "scipy", "matplotlib")
    loaded, output = loaded_by(
        f"""
        import sys
        from timegraph.commands.main import main

        for command in {COMMANDS!r}:
            sys.argv = ["timegraph", command, "--help"]
            try:
                main()
            except SystemExit as end:
                assert not end.code, end.code
            heavy = set({unwanted!r}) & (set(sys.modules) - there)
            assert not heavy, f"timegraph {{command}} --help loads {{heavy}}"
        """,
        unwanted,
    )
    assert all(f"timegraph {command}" in output for command in COMMANDS)
    assert loaded == set()


def test_asking_a_small_document_is_light(tmp_path: Path) -> None:
    document = tmp_path / "small.tml"
    document.write_text(SMALL_DOCUMENT, encoding="utf-8")
    # The second line is not heavy, but adds up: what one document does not need is not loaded.
    unwanted = (
        *HEAVY,
        *(
            "timegraph.corpus",
            "timegraph.proofs.search",
            "timegraph.scoring.awareness",
            "timegraph.commands._prompt",
            "timegraph.qa.answers",
            "timegraph.dates.tables",
            "timeml.edtf",
            "pathlib",
        ),
        *("timegraph.report.tables", "timeml.normalize", "timeml.writer", "zipfile", "hashlib"),
    )
    loaded, output = loaded_by(command_line("ask", str(document), "IS ei1 BEFORE ei2"), unwanted)
    assert output.split()[-1].lower() == "yes"
    assert loaded == set()


def test_scoring_a_kit_loads_nothing_of_facts_and_passages() -> None:
    loaded, output = loaded_by(
        command_line("score", "--kit", str(ROOT / "examples" / "kit")),
        (
            "timegraph.facts",
            "timegraph.torque",
            "timegraph.facts.scoring",
            "networkx",
            "timegraph.qa.answers",
            "timegraph.qa.contradictions",
            "timeml.edtf",
        ),
    )
    assert "careful" in output
    assert loaded == set()


def test_a_command_does_not_look_for_garbage_at_exit() -> None:
    _, output = loaded_by(
        f"""
        import atexit
        import gc

        atexit.register(lambda: print("frozen" if gc.get_freeze_count() else "not frozen"))
{command_line("--help")}""",
        (),
    )
    assert output.splitlines()[-1] == "frozen"


@pytest.mark.parametrize("question", ["IS ei1 BEFORE ei2", "LIST AFTER ei1", "WHEN ei1"])
def test_asking_about_order_loads_nothing_of_distances(tmp_path: Path, question: str) -> None:
    document = tmp_path / "small.tml"
    document.write_text(SMALL_DOCUMENT, encoding="utf-8")
    unwanted = (
        "timegraph._metric",
        "timegraph._graph.distances",
        "timegraph.qa.distance_answers",
    )
    loaded, _ = loaded_by(command_line("ask", str(document), question), unwanted)
    assert loaded == set()


def test_asking_facts_loads_no_rare_forms_of_dates() -> None:
    question = "Which employer did Ida Holm work for in May 1987?"
    command = command_line("facts", "ask", "examples/facts/career.csv", question)
    loaded, output = loaded_by(command, (*HEAVY, "timeml.edtf", "timegraph.dates.tables"))
    assert output == "Sund and Sons Foundry\n"
    assert loaded == set()


def test_registering_types_with_hypothesis_is_light() -> None:
    loaded, _ = loaded_by(
        """
        import hypothesis
        from timegraph.testing.hypothesis_plugin import register

        register()
        """,
        (*HEAVY, "lxml", "timegraph.testing.strategies", "timegraph.qa.answering"),
    )
    assert loaded == set()


def test_a_suite_that_asks_for_no_vector_loads_nothing() -> None:
    loaded, _ = loaded_by(
        "from timegraph.testing import pytest_plugin",
        (*HEAVY, "lxml", "hypothesis", "timegraph.graph"),
    )
    assert loaded == set()
