"""The strategies give what they promise, refuse wrong arguments, and shrink to little."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, find, given, reject, settings, strategies as st
from hypothesis.errors import InvalidArgument, NoSuchExample

import timeml
from tests.strategies.question_sets import question_set_bytes, question_sets
from tests.strategies.systems import system_annotations
from tests.strategies.timeml_files import ENCODINGS, timeml_bytes
from timegraph import Allen, AllenSet, Answer, Link, PointLink, build
from timegraph.facts.strategies import facts
from timegraph.qa import Kind, Question, read_questions
from timegraph.testing import oracle, strategies
from timegraph.testing.strategies import (
    allen_sets,
    arbitrary_link_sets,
    conjunctions,
    dated_facts,
    documents,
    interval_models,
    link_sets,
    models_with_links,
    questions,
)
from timegraph.testing.strategies._links import all_conjunctions
from timeml import Document, RelType

BEFORE = AllenSet([Allen.BEFORE])
quick = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
TWO = {"a": (0, 1), "b": (2, 3)}


searching = settings(
    max_examples=2000, database=None, deadline=None, phases=[Phase.generate, Phase.shrink]
)


def smallest(strategy, condition=lambda value: True, seed=0):
    return find(strategy, condition, settings=searching, random=Random(seed))


def possible(strategy, condition):
    """Whether the strategy draws such a value among five times the examples of the profile."""
    many = settings(searching, max_examples=5 * settings().max_examples)
    try:
        find(strategy, condition, settings=many, random=Random(0))
    except NoSuchExample:
        return False
    return True


class TestSetsOfRelations:
    @given(allen_sets(min_size=2, max_size=4))
    def test_sizes_are_kept(self, relations):
        assert 2 <= len(relations) <= 4

    @given(conjunctions(max_size=3))
    def test_conjunctions_have_constraints(self, relations):
        assert 1 <= len(relations) <= 3
        assert oracle.constraints_of("a", relations, "b")

    @given(allen_sets() | conjunctions())
    def test_no_other_sets_are_conjunctions(self, relations):
        assert (relations in all_conjunctions()) == is_conjunction(relations)

    def test_there_are_82_conjunctions(self):
        assert len(set(all_conjunctions())) == len(all_conjunctions()) == 82

    def test_they_shrink(self):
        assert len(smallest(allen_sets())) <= 1
        assert smallest(allen_sets(min_size=1)) == BEFORE
        assert smallest(allen_sets(), lambda s: not s) == AllenSet()
        assert smallest(allen_sets(), lambda s: "equal" in s) == AllenSet(["equal"])
        assert smallest(conjunctions()) == BEFORE

    @given(allen_sets(min_size=11))
    def test_large_sets(self, relations):
        assert len(relations) >= 11

    def test_conjunctions_have_all_sizes(self):
        assert {len(relations) for relations in all_conjunctions()} == set(range(1, 14))
        assert smallest(conjunctions(min_size=13)) == AllenSet.all()

    @pytest.mark.parametrize("strategy", [allen_sets, conjunctions])
    def test_more_than_13_members_are_refused(self, strategy):
        with pytest.raises(InvalidArgument, match="min_size"):
            strategy(min_size=14)


def is_conjunction(relations):
    try:
        oracle.constraints_of("a", relations, "b")
    except ValueError:
        return False
    return True


class TestModels:
    @given(interval_models(min_size=2, max_size=3, max_value=4))
    def test_intervals_start_before_they_end(self, model):
        assert 2 <= len(model) <= 3
        assert all(0 <= start < end <= 4 for start, end in model.values())

    @given(interval_models(["x", 7]))
    def test_entities_are_the_first_of_those_given(self, model):
        assert list(model) in (["x"], ["x", 7])

    @pytest.mark.parametrize("relation", Allen)
    def test_every_relation_occurs_by_default(self, relation):
        models = interval_models(["a", "b"], min_size=2)
        model = smallest(models, lambda m: oracle.relation_of(m["a"], m["b"]) is relation)
        assert max(map(max, model.values())) <= 3

    def test_they_shrink(self):
        assert smallest(interval_models()) == {"e1": (0, 1)}
        assert smallest(interval_models(), lambda m: len(m) > 1) == {"e1": (0, 1), "e2": (0, 1)}

    @pytest.mark.parametrize(
        "arguments",
        [
            {"min_size": -1},
            {"min_size": 3, "max_size": 2},
            {"min_size": 1.5},
            {"max_value": 0},
            {"entities": "ab"},
            {"entities": ["a", "a"]},
            {"entities": {"a", "b"}},
            {"entities": [[1]]},
            {"entities": 5},
            {"entities": ["a"], "min_size": 2},
            {"entities": ["a"], "max_size": 2},
            {"max_value": "3"},
            {"max_value": 1.5},
            {"max_value": True},
        ],
    )
    def test_wrong_arguments_are_refused(self, arguments):
        with pytest.raises(InvalidArgument, match=next(iter(arguments))):
            interval_models(**arguments)


class TestLinks:
    @given(st.data())
    def test_links_of_a_model_are_true_in_it(self, data):
        model = data.draw(interval_models())
        instants = {"noon": 1, "dusk": 4}
        world = {(e, end): model[e][end == "end"] for e in model for end in ("start", "end")}
        world |= {(name, "at"): number for name, number in instants.items()}
        links = data.draw(link_sets(model, instants=instants, allow_self_links=True))
        for number, link in enumerate(links, start=1):
            assert link.source == f"l{number}"
            for constraint in oracle.link_constraints(link):
                assert oracle.holds_in(world, constraint)

    @given(st.data())
    def test_only_what_is_allowed_occurs(self, data):
        model = data.draw(interval_models(min_size=2))
        wanted = AllenSet(["before", "after", "contains"])
        for strategy in (
            link_sets(model, relations=wanted, allow_sets=False, allow_points=False),
            arbitrary_link_sets(
                tuple(model),
                relations=wanted,
                allow_sets=False,
                allow_points=False,
                allow_self_links=False,
            ),
        ):
            for link in data.draw(strategy):
                assert isinstance(link, Link)
                assert link.a != link.b
                assert len(link.relation) == 1
                assert link.relation <= wanted
        sets = data.draw(arbitrary_link_sets(tuple(model), relations=wanted, allow_points=False))
        assert all(isinstance(link, Link) and link.relation <= wanted for link in sets)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "kind",
        [
            lambda link: isinstance(link, Link) and len(link.relation) == 1,
            lambda link: isinstance(link, Link) and len(link.relation) > 1,
            lambda link: isinstance(link, PointLink) and link.op == "=",
            lambda link: isinstance(link, PointLink) and link.op == "<=",
            lambda link: isinstance(link, PointLink) and link.op == "<",
        ],
    )
    @pytest.mark.parametrize("consistent", [True, False])
    def test_all_kinds_of_links_occur(self, kind, consistent):
        some = models_with_links().map(lambda w: w[1]) if consistent else arbitrary_link_sets()
        assert len(smallest(some, lambda links: any(map(kind, links)))) == 1

    def test_they_shrink(self):
        a_before_b = Link("a", BEFORE, "b", "l1")
        assert smallest(link_sets(TWO)) == ()
        assert smallest(link_sets(TWO, min_size=1)) == (a_before_b,)
        assert smallest(arbitrary_link_sets(["a", "b"], min_size=1)) == (a_before_b,)
        assert smallest(models_with_links()) == ({"e1": (0, 1)}, ())

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(8))
    def test_a_contradiction_shrinks_to_two_links(self, seed):
        names = ("a", "b", "c")

        def contradicts(links):
            said = [c for link in links for c in oracle.link_constraints(link)]
            return not oracle.consistent(names, said)

        assert len(smallest(arbitrary_link_sets(names), contradicts, seed)) <= 2
        without = arbitrary_link_sets(names, allow_self_links=False)
        first, second = smallest(without, contradicts, seed)
        assert {first.a, first.b} == {second.a, second.b} == {"a", "b"}

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(12))
    def test_a_contradiction_shrinks_to_the_first_entities(self, seed):
        def contradicts(links):
            said = [c for link in links for c in oracle.link_constraints(link)]
            return not oracle.consistent(("e1", "e2", "e3", "e4"), said)

        some = arbitrary_link_sets(allow_self_links=False)
        links = smallest(some, contradicts, seed)
        assert len(links) == 2
        assert named_by(links) == {"e1", "e2"}

    @pytest.mark.parametrize("seed", range(3))
    def test_links_of_certain_entities_occur_and_shrink(self, seed):
        both = lambda links: {"e3", "e4"} <= named_by(links)  # noqa: E731
        links = smallest(arbitrary_link_sets(), both, seed)
        assert named_by(links) == {"e3", "e4"}
        assert len(links) == 1

    @given(st.data())
    def test_links_are_about_the_entities_and_instants_given(self, data):
        names, times = ("a", 2, "c"), ("noon", "a", 2)  # instants may be called as entities are
        links = data.draw(arbitrary_link_sets(names, instants=times))
        for x, _, y in said_by(links):
            assert all(key in (times if side == "at" else names) for key, side in (x, y))

    @given(st.data())
    def test_worlds_are_drawn_with_links_in_them(self, data):
        drawn = data.draw(models_with_links(min_size=1, max_size=2, instants={"noon": 1}))
        model, links = drawn
        world = {(e, end): model[e][end == "end"] for e in model for end in ("start", "end")}
        world["noon", "at"] = 1
        assert 1 <= len(links) <= 2
        assert all(oracle.holds_in(world, constraint) for constraint in said_by(links))

    @pytest.mark.slow
    def test_instants_of_drawn_worlds_occur(self):
        def tied(drawn):
            return any(x[1] == "at" != y[1] for x, _, y in said_by(drawn[1]))

        model, links = smallest(models_with_links(instants=["noon"]), tied)
        assert model == {"e1": (0, 1)}
        assert len(links) == 1

    def test_worlds_without_what_is_asked_for_are_not_drawn(self):
        meeting = models_with_links(min_size=1, relations="meets", allow_points=False)
        model, (link,) = smallest(meeting)
        assert link.relation == AllenSet(["meets"])
        assert sorted(model.values()) == [(0, 1), (1, 2)]
        with pytest.raises(InvalidArgument, match="nothing can be linked"):
            models_with_links(min_size=1, relations=(), allow_points=False)

    def test_relations_may_be_named(self):
        for meets in ("meets", ["meets"], Allen.MEETS, AllenSet(["meets"])):
            links = smallest(arbitrary_link_sets(relations=meets, min_size=1, allow_points=False))
            assert links == (Link("e1", AllenSet(["meets"]), "e2", "l1"),)
            touching = {"a": (0, 1), "b": (1, 2)}
            (link,) = smallest(link_sets(touching, relations=meets, min_size=1))
            assert str(link) == "a meets b"

    @pytest.mark.parametrize("relations", ["meet", 5, [5], ["meets", "x"], {"meets": 1}.get])
    def test_unknown_relations_are_refused(self, relations):
        for make in (
            lambda: link_sets(TWO, relations=relations),
            lambda: arbitrary_link_sets(relations=relations),
            lambda: models_with_links(relations=relations),
        ):
            with pytest.raises(InvalidArgument, match="relations="):
                make()

    @pytest.mark.parametrize("models", [{"a": (0, 1)}, [], "e1"])
    def test_worlds_are_a_strategy(self, models):
        with pytest.raises(InvalidArgument, match=r"not a strategy; st\.just\(model\)"):
            models_with_links(models)

    def test_a_wrong_world_is_refused_when_it_is_drawn(self):
        with pytest.raises(InvalidArgument, match="model"):
            smallest(models_with_links(st.just({"a": (1, 0)})))

    @pytest.mark.parametrize("instants", ["noon", [[1]], ["a", "a"], 5])
    def test_wrong_instants_are_refused(self, instants):
        for make in (link_sets, models_with_links, arbitrary_link_sets):
            with pytest.raises(InvalidArgument, match="instants="):
                make(*([TWO] if make is link_sets else []), instants=instants)

    def test_instants_of_a_given_world_have_numbers(self):
        with pytest.raises(InvalidArgument, match="not a dict of name -> number"):
            link_sets(TWO, instants=["noon"])
        for number in ("1", None, float("nan")):
            with pytest.raises(InvalidArgument, match="is not a number"):
                link_sets(TWO, instants={"noon": number})

    @pytest.mark.parametrize("sizes", [{"min_size": -1}, {"max_size": 1.5}, {"max_size": "1"}])
    def test_wrong_sizes_are_refused(self, sizes):
        for make in (link_sets, models_with_links, arbitrary_link_sets):
            with pytest.raises(InvalidArgument, match="_size="):
                make(*([TWO] if make is link_sets else []), **sizes)

    def test_nothing_can_be_linked(self):
        assert smallest(link_sets({"a": (0, 1)}, allow_points=False)) == ()
        with pytest.raises(InvalidArgument, match="nothing can be linked"):
            link_sets({"a": (0, 1)}, min_size=1, allow_points=False)
        with pytest.raises(InvalidArgument, match="nothing can be linked"):
            arbitrary_link_sets((), min_size=1)

    @pytest.mark.parametrize(
        "model", [["a"], {"a": (1, 1)}, {"a": (2, 1)}, {"a": 1}, {"a": ("0", 1)}, {"a": [0, 1]}]
    )
    def test_a_wrong_model_is_refused(self, model):
        with pytest.raises(InvalidArgument, match="model"):
            link_sets(model)


def said_by(links):
    return [constraint for link in links for constraint in oracle.link_constraints(link)]


def named_by(links):
    return {point[0] for x, _, y in said_by(links) for point in (x, y)}


class TestDocuments:
    @quick
    @given(documents(allow_faults=True))
    def test_they_survive_being_written_and_read(self, document):
        again = timeml.read(timeml.write(document))
        assert again == document
        assert again.entities == document.entities

    @quick
    @given(st.data())
    def test_files_of_a_document_are_read_as_it_is(self, data):
        document = data.draw(documents(allow_faults=True))
        assert timeml.read(data.draw(timeml_bytes(document))) == document

    @quick
    @given(documents(consistent=True))
    def test_consistent_documents_are(self, document):
        assert build(document, on_conflict="error").conflicts == ()

    @quick
    @given(documents(max_events=1, max_timexes=1, max_instances=1, max_tlinks=1))
    def test_sizes_of_documents_are_kept(self, document):
        assert len(document.events) <= 1
        assert len([t for t in document.timexes if t.start is not None]) <= 1
        assert len(document.instances) <= 1
        assert len(document.tlinks) <= 1

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "condition",
        [
            lambda d: any(len(event.instances) > 1 for event in d.events),
            lambda d: any(not event.instances for event in d.events) and d.instances,
            lambda d: d.dct is not None and d.tlinks,
            lambda d: any(t.start is None and t != d.dct for t in d.timexes),
            lambda d: any(t.start <= e.start < e.end < t.end for t in inside(d) for e in d.events),
            lambda d: any(event.extra for event in d.events),
            lambda d: d.slinks and d.alinks,
            lambda d: any(s.signal_id for s in d.tlinks),
            lambda d: build(d).conflicts,
        ],
        ids=range(9),
    )
    def test_what_documents_may_hold_occurs(self, condition):
        assert len(smallest(documents(), condition).text) <= 4

    def test_they_shrink_to_next_to_nothing(self):
        assert smallest(documents()) == Document(text="")
        one = smallest(documents(), lambda d: d.tlinks)
        assert len(one.tlinks) == len(one.entities) == 1
        assert one.text == ""
        assert one.tlinks[0].rel_type == "BEFORE"

    @pytest.mark.slow
    def test_faults_occur_only_where_allowed(self):
        def faulty(document):
            codes = {diagnostic.code for diagnostic in document.diagnostics}
            return codes & {"dangling-id", "unknown-reltype"}

        assert len(smallest(documents(allow_faults=True), faulty).tlinks) == 1
        assert not possible(documents(), faulty)

    @pytest.mark.parametrize("size", [-1, 1.5, "2", True])
    @pytest.mark.parametrize(
        "argument", ["max_events", "max_timexes", "max_instances", "max_tlinks"]
    )
    def test_sizes_are_checked(self, argument, size):
        with pytest.raises(InvalidArgument, match=argument):
            documents(**{argument: size})

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("begin", "encoding"),
        [
            (b"\xef\xbb\xbf<", "UTF-8 with BOM"),
            (b"\xff\xfe<\0", "UTF-16"),
            (b"\xfe\xff\0<", "UTF-16BE with BOM"),
            (b"<\0", "UTF-16LE"),
            (b"\0<", "UTF-16BE"),
            (b"\xff\xfe\0\0<\0\0\0", "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0<", "UTF-32BE with BOM"),
            (b"<\0\0\0", "UTF-32LE"),
            (b"\0\0\0<", "UTF-32BE"),
            (b'<?xml version="1.0" encoding="ISO-8859-1"', "ISO-8859-1"),
            (b'<?xml version="1.0" encoding="ISO-8859-15"', "ISO-8859-15"),
            (b'<?xml version="1.0" encoding="windows-1252"', "windows-1252"),
            (b'<?xml version="1.0" encoding="US-ASCII"', "US-ASCII"),
        ],
    )
    def test_files_vary_in_encoding(self, begin, encoding):
        document = Document(text="größer 時 \u201c5 \u20ac\u201d \U0001f600")
        only = smallest(timeml_bytes(document, encodings=[encoding]))
        assert only.startswith(begin)
        assert timeml.read(only).text == document.text
        # By default each of them occurs.
        found = smallest(timeml_bytes(document), lambda data: data.startswith(begin))
        assert timeml.read(found).text == document.text

    @pytest.mark.parametrize(
        ("encoding", "written"),
        [
            ("windows-1252", b"gr\xf6\xdfer &#26178; \x80"),
            ("ISO-8859-1", b"gr\xf6\xdfer &#26178; &#8364;"),
            ("ISO-8859-15", b"gr\xf6\xdfer &#26178; \xa4"),
            ("US-ASCII", b"gr&#246;&#223;er &#26178; &#8364;"),
        ],
    )
    def test_what_an_encoding_lacks_becomes_a_character_reference(self, encoding, written):
        document = Document(text="größer 時 €")
        assert written in smallest(timeml_bytes(document, encodings=[encoding]))

    @pytest.mark.slow
    @pytest.mark.parametrize("encoding", ENCODINGS)
    def test_files_in_each_encoding_are_read_as_the_document(self, encoding):
        @quick
        @given(st.data())
        def check(data):
            document = data.draw(documents(max_events=2))
            try:
                files = timeml_bytes(document, encodings=[encoding])
            except InvalidArgument:  # an attribute has a name that US-ASCII lacks
                reject()
            assert timeml.read(data.draw(files)) == document

        check()

    def test_files_shrink_to_plain_ones(self):
        document = Document(text="It ended.")
        assert smallest(timeml_bytes(document)) == (
            b'<?xml version="1.0" encoding="UTF-8"?>\n<TimeML>\n<TEXT>It ended.</TEXT>\n</TimeML>'
        )

    @pytest.mark.parametrize("encodings", [["EBCDIC"], [], "UTF-8", [["UTF-8"]], None])
    def test_unknown_encodings_are_refused(self, encodings):
        with pytest.raises(InvalidArgument, match=r"known are|not a sequence of encodings"):
            timeml_bytes(Document(), encodings=encodings)

    def test_attributes_that_an_encoding_lacks_are_refused(self):
        event = timeml.Event("e1", None, 0, 0, "", extra=(("größe", "1"),))
        with pytest.raises(InvalidArgument, match="none of"):
            timeml_bytes(Document(events=(event,)), encodings=["US-ASCII"])

    def test_only_documents_are_serialised_or_annotated_again(self):
        with pytest.raises(InvalidArgument, match=r"not a timeml\.Document"):
            timeml_bytes("<TimeML/>")
        with pytest.raises(InvalidArgument, match=r"not a timeml\.Document"):
            system_annotations("<TimeML/>")


def inside(document):
    return [timex for timex in document.timexes if timex.start is not None]


EVENTS = tuple(
    timeml.Event(f"e{k}", "STATE", k, k + 1, "ab"[k], (timeml.Instance(f"ei{k}", f"e{k}"),))
    for k in range(2)
)
KEY = Document(
    text="ab c",
    events=EVENTS,
    timexes=(timeml.Timex3("t1", "DATE", "1998", 3, 4, "c"),),
    tlinks=(timeml.TLink("l1", "BEFORE", "ei0", "ei1"),),
    name="key.tml",
)


class TestSystems:
    @quick
    @given(st.data())
    def test_a_system_annotates_the_same_text(self, data):
        key = data.draw(documents())
        system = data.draw(system_annotations(key))
        assert (system.text, system.name) == (key.text, key.name)
        assert timeml.read(timeml.write(system)) == system
        assert len(system.linked) == len(system.tlinks)

    @given(system_annotations(KEY, max_faults=0))
    def test_a_system_without_faults_is_the_key_renumbered(self, system):
        aligned = timeml.align_ids(system=system, key=KEY).document
        assert aligned.events == KEY.events
        assert aligned.timexes == KEY.timexes
        assert [(t.source, t.rel_type, t.target) for t in aligned.tlinks] == [
            ("ei0", "BEFORE", "ei1")
        ]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "condition",
        [
            lambda s: len(s.events) < 2,
            lambda s: len(s.events) > 2,
            lambda s: len(s.timexes) == 0,
            lambda s: {(e.start, e.end) for e in s.events} != {(0, 1), (1, 2)},
            lambda s: any(not event.instances for event in s.events),
            lambda s: not s.tlinks,
            lambda s: any(link.rel_type == "AFTER" for link in s.tlinks),
        ],
    )
    def test_faults_of_systems_occur(self, condition):
        smallest(system_annotations(KEY), condition)

    def test_they_shrink_to_the_key_renumbered(self):
        system = smallest(system_annotations(KEY))
        assert [(e.start, e.end, len(e.instances)) for e in system.events] == [
            (0, 1, 1),
            (1, 2, 1),
        ]
        assert [(link.source, link.target) for link in system.tlinks] == [("ei1", "ei2")]
        assert len(smallest(system_annotations(KEY), lambda s: len(s.events) == 1).timexes) == 1
        assert smallest(system_annotations(Document(), allow_extra=False)) == Document()

    @pytest.mark.parametrize("number", [-1, "x", 1.5, None])
    def test_a_wrong_number_of_faults_is_refused(self, number):
        with pytest.raises(InvalidArgument, match="max_faults="):
            system_annotations(KEY, max_faults=number)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(3))
    def test_a_document_and_its_system_shrink_together_in_few_steps(self, seed):
        both = documents(max_events=2).flatmap(
            lambda key: st.tuples(st.just(key), system_annotations(key))
        )
        drawn = []

        def two_and_three(pair):
            drawn.append(pair)
            return [len(one.events) for one in pair] == [2, 3]

        key, system = smallest(both, two_and_three, seed)
        assert len(drawn) < 1000  # some 200
        assert (key.text, key.timexes, key.tlinks) == ("", (), ())
        assert system.tlinks == ()


class TestQuestions:
    @given(questions(["ei1", "t0"], kinds=list(Kind)))
    def test_questions_can_be_spelt_and_parsed(self, question):
        from timegraph.qa import parse_question

        assert parse_question(str(question)) == question

    def test_they_shrink(self):
        first = Question(Kind.IS, RelType.BEFORE, ("ei1", "ei1"))
        assert smallest(questions(["ei1", "ei2"])) == first
        found = smallest(question_sets([KEY]))
        assert [q.query for q in found.questions] == ["IS ei0 BEFORE ei0"]
        assert smallest(question_set_bytes(found)).count(b"\n") == 1

    @pytest.mark.parametrize("kind", Kind)
    def test_every_kind_occurs(self, kind):
        assert smallest(questions(["a"], kinds=list(Kind)), lambda q: q.kind is kind)

    @pytest.mark.parametrize("entities", [[], ["a b"], [""], ["a "], [1], "ei1", KEY, [["a"]]])
    def test_what_is_no_id_is_refused(self, entities):
        with pytest.raises(InvalidArgument):
            questions(entities)

    def test_nothing_to_ask_is_refused(self):
        with pytest.raises(InvalidArgument, match="no kinds"):
            questions(["a"], kinds=[])
        with pytest.raises(InvalidArgument, match="no document"):
            question_sets([], allow_missing=False)

    def test_kinds_and_relations_may_be_named(self):
        asked = questions(["e1"], kinds="IS", relations="AFTER")
        assert smallest(asked) == Question(Kind.IS, RelType.AFTER, ("e1", "e1"))
        asked = questions(["e1"], kinds=["list", "when"], relations=["before", RelType.AFTER])
        assert smallest(asked, lambda q: q.kind is Kind.WHEN).args == ("e1",)
        found = smallest(question_sets([KEY], kinds=["WHEN"])).questions
        assert [question.query for question in found] == ["WHEN ei0"]

    @pytest.mark.parametrize("wrong", [["BESIDE"], "BESIDE", [5], 5, [None], {"IS"}, None])
    @pytest.mark.parametrize("argument", ["kinds", "relations"])
    def test_unknown_kinds_and_relations_are_refused(self, argument, wrong):
        with pytest.raises(InvalidArgument, match=f"{argument}="):
            questions(["a"], **{argument: wrong})

    @pytest.mark.parametrize("wrong", [["a"], KEY, "a", [None], 5])
    def test_only_documents_are_asked_about(self, wrong):
        with pytest.raises(InvalidArgument, match="documents"):
            question_sets(wrong)
        with pytest.raises(InvalidArgument, match="kinds="):
            question_sets([KEY], kinds=["WHY"])

    @pytest.mark.parametrize("name", ["", "a|b", "a  b", " a"])
    def test_a_name_that_no_line_can_hold_is_not_asked_about(self, name):
        with pytest.raises(InvalidArgument, match="no document"):
            question_sets([replace(KEY, name=name)], allow_missing=False)
        found = smallest(question_sets([replace(KEY, name=name)]))
        assert found.documents == ("missing.tml",)

    @quick
    @given(data=st.data())
    def test_files_of_a_question_set_are_read_as_it_is(self, data):
        kinds = [Kind.IS, Kind.WHEN, Kind.LIST]
        about = data.draw(st.just(KEY) | documents())
        wanted = data.draw(question_sets([about], allow_unanswered=True, kinds=kinds))
        found = read_questions(data.draw(question_set_bytes(wanted)))
        assert [q.question for q in found.questions] == [q.question for q in wanted.questions]
        assert [q.answer for q in found.questions] == [q.answer for q in wanted.questions]
        assert [q.document for q in found.questions] == [q.document for q in wanted.questions]

    def test_the_digest_is_that_of_the_plainest_file(self):
        wanted = smallest(question_sets([KEY]))
        data = smallest(question_set_bytes(wanted))
        assert read_questions(data, name="questions.txt") == wanted

    def test_missing_documents_and_answers_occur(self):
        some = question_sets([KEY], allow_unanswered=True)
        assert smallest(some, lambda found: "missing.tml" in found.documents)
        assert smallest(some, lambda found: found.questions[0].answer is None)
        assert smallest(some, lambda found: found.questions[0].answer is Answer.UNKNOWN)

    def test_only_question_sets_are_written(self):
        with pytest.raises(InvalidArgument, match="not a QuestionSet"):
            question_set_bytes([])


class TestFacts:
    @given(dated_facts(min_year=1998, max_year=1999))
    def test_facts_start_before_they_end(self, fact):
        subject, _, _, start, end = fact
        assert subject in ("Ada", "Bo")
        if start is not None and end is not None:
            assert start[:7] <= end[:7] or len(start) != len(end)
            assert start[: len(end)] <= end[: len(start)]

    def test_they_shrink(self):
        assert smallest(dated_facts()) == ("Ada", "member of", "A", "1990", "1990")
        assert smallest(dated_facts(), lambda f: f[4] is None)[3] == "1990"

    @pytest.mark.parametrize(
        "arguments",
        [
            {"min_year": 5, "max_year": 4},
            {"min_year": "1990"},
            {"min_year": 0},
            {"max_year": 1.5},
            {"max_year": 10_000},
            {"subjects": "Ada"},
            {"subjects": [1]},
            {"relations": 5},
            {"objects": []},
            {"units": []},
            {"units": ["week"]},
        ],
    )
    def test_wrong_arguments_are_refused(self, arguments):
        with pytest.raises(InvalidArgument, match=next(iter(arguments))):
            dated_facts(**arguments)

    @given(facts(min_year=1998, max_year=1999, units=["month"]))
    def test_facts_for_a_base(self, fact):
        assert fact.relation in ("employer", "spouse")
        assert {fact.start.unit, fact.end.unit} <= {"month", "open"}


def test_all_strategies_are_documented():
    for name in strategies.__all__:
        documented = getattr(strategies, name).__doc__
        assert documented, name
        assert "hrinks" in documented or name == "models_with_links", name


def test_pairs_of_entities_in_arbitrary_links_are_all_there():
    pairs = set()
    for a, b in product("ab", repeat=2):
        link = smallest(
            arbitrary_link_sets(["a", "b"]),
            lambda links, a=a, b=b: any(
                isinstance(x, Link) and (x.a, x.b) == (a, b) for x in links
            ),
        )
        pairs.add((link[0].a, link[0].b))
    assert len(pairs) == 4


def test_without_hypothesis_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import timegraph.testing.strategies"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: the strategies need hypothesis, which is not installed: "
        "pip install 'timegraph-qa[testing]'"
    )
