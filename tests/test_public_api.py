"""What is public, in one place to read. A name that appears or disappears here is a decision."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

PUBLIC = {
    "timegraph": """
        Allen AllenSet Answer AnyLink Bounds Conflict ContradictionError DistanceConstraint
        DistanceLink Endpoint GraphFormatError GraphSnapshot Handle InconsistentError
        IntervalNetwork Length Link Period Placement PointConstraint PointLink PointOperator Policy
        Proof RelationLike RelationName Side TimeGraph TimedOut __version__ build decode
        explain relation_for warm_up
    """,
    "timeml": """
        ALink Alignment Collection Diagnostic Document Event Instance PartialPair Position
        Positions RelType SLink Signal TLink TextDifference TimeMLError Timex3 align_ids
        open_collection positions read write write_pieces
    """,
    "timegraph.checking": """
        CheckedDocument ExplainedConflict OpenDocument OpenPair Progress
        RULES Repairs Rule Selection UnknownRuleError check_document
        check_documents next_pairs open_documents open_pairs write_repaired
    """,
    "timegraph.findings": """
        CitedLink Describer Finding Mark Mention SEVERITIES Sentence Severity
    """,
    "timegraph.qa": """
        AnyAnswer CalendarPoint Comparison DistanceProof DistanceRelation EndpointRelation Gap
        Kind KnownDistance
        LISTED LengthAnswer ListAnswer
        ListRelation Listed Question QuestionSet QuestionSetError
        Session SetQuestion WhenAnswer answer_how_long answer_in_words answer_list answer_question
        answer_to_json answer_when explain_question missing_entities parse_question read_questions
    """,
    "timegraph.scoring": """
        ANSWER_RULES AWARENESS Agreement AnsweredList AnsweredQuestion AnsweredTime
        AwarenessScore CountedScore DecodedText Difference DocumentAnswers ENTITIES ENTITY_ROWS
        EntityRow Figure FoundScore Gold Grouping Interval KeyFilesError Kit KitInput
        ListScore Measure Measured Method Notice QA_TEMPEVAL QuestionContext
        RELATIONS Result Run Score Signature Statistics Task Unknown Unusable
        Workers answer_findings
        answers_of awareness_task compare_systems
        decode_annotations entities_task
        holm jackknife_interval list_score mcnemar
        measure_agreement open_kit open_systems paired_randomisation questions_beside_key
        questions_task read_gold read_key run_measure score_answers score_awareness
        score_entities score_kit
        score_system
    """,
    "timegraph.report": """
        Cell Column FINDING_FORMATS FORMATS FindingFormat FindingsSection Format Report
        Table TableOptions agreement_report check_report measure_report
        render
    """,
    "timegraph.proofs": """
        Chain ChainStep DistanceStep Proof ProofLine Witness all_contradictions contradiction
        contradictions explain explain_distance
    """,
    "timegraph.decoding": """
        Candidate CandidateError Decoded MODES Mode Overruled Unlisted decode
        decode_documents
    """,
    "timegraph.networks": """
        AnyOf InconsistentError IntervalNetwork NetworkLink NoOverlap Scenario TimedOut
    """,
    "timegraph.service": """
        Claim Dispatcher Limits ServiceError Verdict Verified service_schema verify
    """,
    "timegraph.repairs": """
        Repair TooManySteps independent_conflicts smallest_repair
    """,
    "timegraph.options": """
        CALENDAR_READINGS CHOICES COARSE CalendarReading Choice Choices Coarse DURATIONS DURING
        Durations During
        Interpretation LABELS Labels NoEffectError POLICIES Policy SchemeName
    """,
    "timegraph.labels": """
        Fit NOTHING SCHEMES Scheme SchemeError TranslatedLabel find_scheme near read_scheme
        schemes_with
        translation
    """,
    "timegraph.documents": """
        TranslatedDocument translate_labels
    """,
    "timeml.readers": """
        FORMATS File Format FormatName Source next_to read_files recognise
    """,
    "timeml.writers": """
        FORMATS Format FormatName Loss Losses write_as
    """,
    "timegraph.corpus": """
        Documents Item Outcome Pool Progress Source TimeLimitError
        WorkerError map_documents run time_limit
    """,
    "timeml.plain_text": """
        creation_time make_document plain_text title_of unwritable
    """,
    "timeml.timex_value": """
        CalendarInterval DAY Duration FLOATING_BEFORE_ZONED Instant READINGS REASONS Reading
        Reference UNTRUSTED Unresolvable ZONED_BEFORE_FLOATING add_months clock_of date_of
        day_number days_in_month format_instant format_period interpret length_limits parse_value
    """,
    "timeml.edtf": """
        Bound EdtfDate EdtfError EdtfInterval EdtfSet EdtfValue Extent Granules Moment
        When exact_period moment parse_edtf
    """,
    "timegraph.dates": """
        DateComparison DateError EdtfError Granule Moment OPEN Step StepError When compare
        in_certain_order read_date read_step shift
    """,
    "timegraph.facts": """
        Fact FactBase Found OneAtATime Quadruple QuadrupleAnswer Quadruples ReadingError Source
        quadruples
    """,
    "timegraph.facts.readers": """
        Dataset ReadFacts Record UnreadableError read_csv read_dataset read_facts_file
        read_group read_lines read_wikidata
    """,
    "timegraph.facts.scoring": """
        ANSWERS AnswerOptions Answered AnsweringSystem ENGINE Figures
        OfficialOptions Predictions answer_grouping answers_of prediction_lines read_predictions
        score_facts
    """,
    "timegraph.annotation": """
        Annotator CONTRADICTIONS Contradictions GROUPS ModelError annotate train
    """,
    "timegraph.statements": """
        Closing Resolved Statement read_networks read_statements resolve
    """,
    "timegraph.times": """
        TIMES Comparison Named Stretch TimeOptions TimePair TimesScore Verdict assert_same_time
        compare_answers evaluate_metric inspect_scorer lm_eval_results named read_time_pairs
        score_times time_grouping
    """,
    "timegraph.torque": """
        PassageSet TORQUE TorqueError TorqueScore align_passages answer_passages contrast_groups
        read_passages read_predictions score_torque torque_grouping
    """,
    "timegraph.task.drawing": """
        Drawn DrawnDocument draw_questions
    """,
    "timegraph.pictures": """
        Picture THEMES Theme Timeline
        draw_svg draw_text file_names
        index_of page_of show
        timeline_of write_agreement_page write_awareness_pages write_score_pages
        write_table_pages
    """,
    "timegraph.testing": """
        LinkTriple NonconformingError ReasonerMachine check_reasoner vectors
    """,
    "timegraph.testing.oracle": """
        DEFINITIONS FileOrder add_in_file_order answer
        closed_labels compose consistent constraints_of converse
        holds holds_in link_constraints
        possible_under relation_of relations_by_brute_force
        relations_by_closure worlds
    """,
    "timegraph.facts.strategies": """
        facts
    """,
    "timegraph.testing.strategies": """
        allen_sets arbitrary_link_sets conjunctions dated_facts
        documents interval_models link_sets
        models_with_links questions     """,
}

NAMES = [(package, name) for package, names in PUBLIC.items() for name in names.split()]
NAME_IDS = [f"{package}.{name}" for package, name in NAMES]


def public_object(package: str, name: str) -> object:
    return getattr(importlib.import_module(package), name)


def is_class(thing: object) -> typing.TypeGuard[type]:
    """Whether it is a class; Python 3.10 says so of ``tuple[str, int]`` too."""
    return isinstance(thing, type) and not isinstance(thing, types.GenericAlias)


def installed(module: str) -> bool:
    return find_spec(module.partition(".")[0]) is not None


CHECKER_NAMES: dict[str, dict[str, object]] = {}


def names_for_checkers(module: str) -> dict[str, object]:
    """The module's names, with those it has under ``TYPE_CHECKING`` only, to stay light."""
    if module in CHECKER_NAMES:
        return CHECKER_NAMES[module]
    source = inspect.getsource(importlib.import_module(module))
    # Kept before it is complete: modules may import each other for the checker's eyes.
    names = CHECKER_NAMES[module] = dict(vars(sys.modules[module]))
    hidden = [
        line
        for node in ast.parse(source).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for line in node.body
    ]
    for line in hidden:
        home = line.module if isinstance(line, ast.ImportFrom) else None
        if isinstance(line, ast.ImportFrom) and home and home.startswith(("timegraph", "timeml")):
            theirs = names_for_checkers(home)
            names |= {a.asname or a.name: theirs[a.name] for a in line.names if a.name in theirs}
        elif isinstance(line, ast.ImportFrom) and home and not installed(home):
            # An optional library: what it would give may be anything.
            names |= {a.asname or a.name: typing.Any for a in line.names}
        else:
            exec(compile(ast.Module([line], []), module, "exec"), names)
    return names


def home_of(thing: object) -> str:
    """The module that defines a public object."""
    module = getattr(inspect.unwrap(thing) if callable(thing) else thing, "__module__", "")
    if module in sys.modules:
        return str(module)
    # Hypothesis makes a composite strategy's function in a module that it throws away.
    return next(
        name
        for name, home in list(sys.modules.items())
        if name.startswith(("timegraph.", "timeml."))  # and not a test that was imported before it
        and any(value is thing for value in vars(home).values())
        and not hasattr(home, "__path__")
    )


def hints_of(thing: object, home: str) -> dict[str, object]:
    return typing.get_type_hints(thing, localns=names_for_checkers(home))


def callables_of(thing: object) -> list[tuple[str, Callable[..., object]]]:
    """The function itself, or the public methods and properties that a class defines."""
    if is_class(thing):
        found: list[tuple[str, Callable[..., object]]] = []
        for name, member in vars(thing).items():
            if name.startswith("_"):
                continue
            if isinstance(member, (staticmethod, classmethod)):
                member = member.__func__
            elif isinstance(member, property):
                member = member.fget
            elif not inspect.isroutine(member) and hasattr(member, "func"):
                member = member.func  # functools.cached_property
            if isinstance(member, types.FunctionType):
                found.append((f"{thing.__qualname__}.{name}", member))
        return found
    thing = inspect.unwrap(thing) if callable(thing) else thing
    if isinstance(thing, types.FunctionType):
        return [(thing.__qualname__, thing)]
    return []


@pytest.mark.parametrize("package", PUBLIC)
def test_a_package_exports_exactly_this(package: str) -> None:
    exported = importlib.import_module(package).__all__
    assert sorted(exported) == sorted(PUBLIC[package].split())
    assert len(exported) == len(set(exported))


@pytest.mark.parametrize("package", PUBLIC)
def test_dir_shows_what_is_public(package: str) -> None:
    # Names that are loaded lazily must be found by completion all the same.
    module = importlib.import_module(package)
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("package", PUBLIC)
def test_a_missing_name_is_an_attribute_error(package: str) -> None:
    module = importlib.import_module(package)
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name  # noqa: B018


@pytest.mark.parametrize(("package", "name"), NAMES, ids=NAME_IDS)
def test_a_public_name_exists_and_is_documented(package: str, name: str) -> None:
    thing = public_object(package, name)
    if name.startswith("__"):
        return
    if is_class(thing) or inspect.isroutine(thing) or inspect.ismodule(thing):
        text = inspect.getdoc(thing) or ""
        # A dataclass without a docstring gets its signature as one.
        assert text, f"{package}.{name} has no docstring"
        assert not text.startswith(f"{name}("), f"{package}.{name} has no docstring of its own"
    missing = [
        where
        for where, member in callables_of(thing)
        if str(getattr(member, "__module__", "")).split(".")[0] in ("timegraph", "timeml")
        and not inspect.getdoc(member)
    ]
    assert missing == []


@pytest.mark.parametrize(("package", "name"), NAMES, ids=NAME_IDS)
def test_the_type_hints_of_a_public_name_resolve(package: str, name: str) -> None:
    thing = public_object(package, name)
    # What Hypothesis annotates its machines with cannot be resolved from here.
    if is_class(thing) and "hypothesis.stateful" not in {base.__module__ for base in thing.__mro__}:
        hints_of(thing, home_of(thing))
    for where, member in callables_of(thing):
        hints = hints_of(member, home_of(thing))
        parameters = inspect.signature(member).parameters
        bare = [p for p in parameters if p not in ("self", "cls") and p not in hints]
        assert bare == [], f"{where} has parameters without a type"
        assert "return" in hints, f"{where} does not say what it returns"


# What the pages show

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "examples" / "README.md"])


def shown_paths(text: str) -> set[str]:
    """The dotted names of ours that a page imports or has in its prose."""
    paths = set()
    for code in re.findall(r"^```py\w+\n(.*?)^```", text, re.M | re.S):
        for home, names in re.findall(r"from (time(?:graph|ml)[\w.]*) import ([\w, ]+)", code):
            paths |= {f"{home}.{name.strip()}" for name in names.split(",")}
        paths |= set(re.findall(r"^(?:>>> )?\s*import (time(?:graph|ml)[\w.]*)", code, re.M))
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return paths | set(re.findall(r"`(time(?:graph|ml)(?:\.\w+)+)\b(?!/)", prose))


def is_public(path: str) -> bool:
    """Whether a path names a public module, one of its names or something inside one."""
    if path in PUBLIC:
        return True
    homes = [home for home in PUBLIC if path.startswith(f"{home}.")]
    home = max(homes, key=len, default="")
    return bool(home) and path.removeprefix(f"{home}.").partition(".")[0] in PUBLIC[home].split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_show_only_public_names(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shown = shown_paths(text)
    assert {path for path in shown if not is_public(path)} == set()


def test_paths_that_are_not_public_are_noticed() -> None:
    page = """See `timegraph.proofs.proof.Chain`.
```python
from timegraph.documents.build import build, relation_for
import timeml
```
"""
    assert shown_paths(page) == {
        "timegraph.proofs.proof.Chain",
        "timegraph.documents.build.build",
        "timegraph.documents.build.relation_for",
        "timeml",
    }
    public = [path for path in shown_paths(page) if is_public(path)]
    assert public == ["timeml"]
    assert is_public("timegraph.TimeGraph.ask")
    assert is_public("timeml.timex_value.parse_value")
