"""The whole road by random documents: file, alignment, graph, answers and scores.

The parts have property tests of their own; these say that they fit together, with the meaning of
TimeML written out once more, slowly, as the guidelines have it.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

import timeml
from tests.oracle import counts as oracle_counts
from tests.oracle.alignment import pairs_by_definition
from tests.strategies.systems import system_annotations
from tests.strategies.timeml_files import timeml_bytes
from timegraph import AllenSet, Answer, build
from timegraph.qa import answer_question, missing_entities
from timegraph.scoring import score_answers
from timegraph.testing import oracle
from timegraph.testing.strategies import documents, questions

fewer = settings(max_examples=max(1, settings().max_examples * 4 // 10))
policies = st.sampled_from(["drop-constraint", "drop-link"])
durings = st.sampled_from(["simultaneous", "contained"])

# TimeML 1.2.1, and for DURING the evaluations: a rel b.
MEANING = {
    "BEFORE": "before",
    "AFTER": "after",
    "IBEFORE": "meets",
    "IAFTER": "met_by",
    "INCLUDES": "contains",
    "IS_INCLUDED": "during",
    "BEGINS": "starts",
    "BEGUN_BY": "started_by",
    "ENDS": "finishes",
    "ENDED_BY": "finished_by",
    "SIMULTANEOUS": "equal",
    "IDENTITY": "equal",
    "OVERLAPS": "overlaps",
    "OVERLAPPED_BY": "overlapped_by",
}
MEANING_OF_DURING = {
    "simultaneous": {"DURING": "equal", "DURING_INV": "equal"},
    "contained": {"DURING": "during", "DURING_INV": "contains"},
}


def meaning(label, during):
    return AllenSet([{**MEANING, **MEANING_OF_DURING[during]}[label]])


def resolved(document, id):
    """The entity that a question's id means, by the three rules, one after the other."""
    instances = [i for event in document.events for i in event.instances]
    if id in [i.eiid for i in instances] or id in [t.tid for t in document.timexes]:
        return id
    for eid in [id, "e" + id.removeprefix("ei")]:
        for event in document.events:
            if event.eid == eid:
                return event.instances[0].eiid if event.instances else eid
        if not id.startswith("ei"):
            break
    return None


def possible_relations(document, policy, during):
    """The relations of all pairs of entities, by brute force."""
    said = [
        oracle.constraints_of(
            resolved(document, link.source),
            meaning(link.rel_type, during),
            resolved(document, link.target),
        )
        for link in document.tlinks
    ]
    in_force = oracle.add_in_file_order(document.entities, said, policy).constraints
    return oracle.relations_by_closure(document.entities, in_force)


small_documents = documents(max_events=2, max_timexes=2, max_tlinks=6)


@fewer
@given(small_documents, policies, durings)
def test_a_document_means_what_its_links_say(document, policy, during):
    graph = build(document, on_conflict=policy, during=during)
    expected = possible_relations(document, policy, during)
    assert graph.entities == document.entities
    for a, b in product(document.entities, repeat=2):
        assert graph.relations(a, b) == expected[a, b]


@fewer
@given(st.data(), policies, durings)
def test_questions_get_the_answer_that_the_links_determine(data, policy, during):
    document = data.draw(small_documents)
    eids = [event.eid for event in document.events]
    ids = dict.fromkeys([*document.entities, *eids, "ei1", "ei7", "t9", "1998-05"])
    question = data.draw(questions(list(ids)))
    graph = build(document, on_conflict=policy, during=during)
    a, b = (resolved(document, arg) for arg in question.args)
    if a is None or b is None:
        expected = Answer.UNKNOWN
    else:
        possible = possible_relations(document, policy, during)[a, b]
        expected = oracle.answer(possible, meaning(question.relation.value, during))
    assert answer_question(graph, document, question, during=during) is expected
    missing = [arg for arg in question.args if resolved(document, arg) is None]
    assert missing_entities(document, question) == tuple(dict.fromkeys(missing))


@fewer
@given(st.data())
def test_a_file_answers_as_the_document_it_holds(data):
    document = data.draw(documents(allow_faults=True))
    again = timeml.read(data.draw(timeml_bytes(document)))
    one, other = build(document), build(again)
    assert one.entities == other.entities
    assert [str(c) for c in one.conflicts] == [str(c) for c in other.conflicts]
    for a, b in product(one.entities, repeat=2):
        assert one.relations(a, b) == other.relations(a, b)


@fewer
@given(documents())
def test_a_document_aligned_to_itself_keeps_every_id(document):
    aligned = timeml.align_ids(system=document, key=document).document
    assert aligned.entities == document.entities
    assert aligned.tlinks == document.tlinks


@fewer
@given(st.data())
def test_alignment_pairs_by_definition(data):
    key = data.draw(documents())
    system = data.draw(system_annotations(key))
    alignment = timeml.align_ids(system=system, key=key)
    top = {(a, b) for a, b in alignment.pairs if not a.startswith("ei")}
    assert top == pairs_by_definition(system, key)


@fewer
@given(st.data())
def test_a_system_without_faults_answers_as_the_key(data):
    key = data.draw(documents(max_events=3))
    # Of annotations at the same place and of the same kind, which is which is anybody's guess.
    places = [(type(x), x.start, x.end) for x in (*key.events, *key.timexes)]
    if len(set(places)) < len(places):
        return
    system = data.draw(system_annotations(key, max_faults=0))
    aligned = timeml.align_ids(system=system, key=key).document
    one, other = build(key), build(aligned)
    shared = set(one.entities) & set(other.entities)
    outside = {timex.tid for timex in key.timexes if timex.start is None} - {"t0"}
    assert set(one.entities) - shared <= outside
    linked = {end for _, *ends in key.linked for end in ends}
    if not linked & outside:
        for a, b in product(shared, repeat=2):
            assert one.relations(a, b) == other.relations(a, b)


answers = st.sampled_from(Answer)


@fewer
@given(st.lists(st.tuples(st.none() | answers, answers)))
def test_scores_are_those_of_counting(pairs):
    counts = oracle_counts.count_answers(pairs)
    score = score_answers(
        expected=[expected for expected, _ in pairs],
        predicted=[predicted for _, predicted in pairs],
    )
    assert (score.questions, score.answered, score.correct) == (
        counts.questions,
        counts.answered,
        counts.correct,
    )
    for name in ("precision", "recall", "f1", "coverage"):
        slow, fast = getattr(counts, name), getattr(score, name)
        assert fast == (None if slow is None else pytest.approx(float(slow)))
