"""The table of relations is in order."""

from __future__ import annotations

from timegraph.facts.relations import RELATIONS, phrases


def test_names_and_properties_stand_once() -> None:
    names = [relation.name for relation in RELATIONS]
    properties = [relation.property for relation in RELATIONS]
    assert len(set(names)) == len(names)
    assert len(set(properties)) == len(properties)


def test_each_head_has_a_place_for_the_subject() -> None:
    for relation in RELATIONS:
        for head in relation.heads:
            assert all(phrase.count("{}") == 1 for phrase in phrases(head)), head


def test_verbs_have_no_place() -> None:
    for relation in RELATIONS:
        assert not any("{" in phrase for phrase in (*relation.verbs, *relation.nouns))
