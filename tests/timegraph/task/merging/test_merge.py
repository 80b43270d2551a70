"""Merging sets: equal questions once, different answers never, a set with itself as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.question_sets import KEY, collection, questions
from timegraph.qa import QuestionSet, read_questions
from timegraph.task.merging import Contribution, Merged, MergeError, merge_sets
from timeml import Collection, open_collection

OTHER = (
    KEY.replace('"e1"', '"e9"')
    .replace('"e2"', '"e1"')
    .replace('"e3"', '"e2"')
    .replace('<EVENT eid="e4">woke</EVENT>', "woke")
)  # ate e9, slept e1, dreamt e2


@pytest.fixture
def key(tmp_path: Path) -> Collection:
    return collection(tmp_path / "key", day=KEY)


@pytest.fixture
def other(tmp_path: Path) -> Collection:
    return collection(tmp_path / "other", day=OTHER, night=KEY)


def lines(merged: Merged) -> list[str]:
    return [question.line for question in merged.questions]


def merge(key: Collection, other: Collection, a: QuestionSet, b: QuestionSet) -> Merged:
    sets = [Contribution("a", "a.txt", a, key), Contribution("b", "b.txt", b, other)]
    return merge_sets(sets)


def test_equal_converse_new_and_different(key: Collection, other: Collection) -> None:
    merged = merge(
        key,
        other,
        questions("IS e1 BEFORE e2 yes", "IS e2 INCLUDES e3 no", "IS e3 AFTER e4 unknown"),
        questions(
            "IS e1 AFTER e9 yes",
            "IS e1 INCLUDES e2 yes",
            "IS e9 BEFORE e2 yes",
            "5|night|IS e1 BEFORE e2||no",
        ),
    )
    assert lines(merged) == [
        "1|day|IS e1 BEFORE e2||yes|source=a,b",
        "3|day|IS e3 AFTER e4||unknown|source=a",
        "4|day|IS e1 BEFORE e3||yes|source=b",
        "5|night|IS e1 BEFORE e2||no|source=b",
    ]
    assert list(map(str, merged.conflicts)) == [
        "day: IS e2 INCLUDES e3: a: no; b: yes; none is kept"
    ]
    assert sorted(merged.keys) == ["day.tml", "night.tml"]
    assert merged.keys["day.tml"] == KEY.encode()


def test_what_one_source_asks_twice_stays(key: Collection) -> None:
    twice = questions("IS e1 BEFORE e2 no", "IS e1 BEFORE e2 no", "IS e2 AFTER e1 yes")
    assert len(lines(merge(key, key, twice, twice))) == 3
    assert merge(key, key, twice, twice).conflicts == ()


def test_sources_beside_the_set(key: Collection) -> None:
    listed = "1|day|LIST BEFORE e3|What was before?|e1|e2"
    a = questions(
        listed, "IS e1 BEFORE e2 yes", "3|day|IS e1 BEFORE e3||yes|hard", "4|day|WHEN e1|"
    )
    merged = merge(key, key, a, a)
    assert lines(merged)[0] == listed
    assert lines(merged)[2] == "3|day|IS e1 BEFORE e3||yes|hard"
    table = merged.files["eval-questions/sources.tsv"].decode().splitlines()
    assert table == ["number\tdocument\tsource", "1\tday\ta,b", "3\tday\ta,b", "4\tday\ta,b"]


def test_lists_are_equal_by_what_they_expect(key: Collection, other: Collection) -> None:
    a = questions("1|day|LIST BEFORE e3||e1|e2")
    same = questions("1|day|LIST BEFORE e2||e1|e9")
    less = questions("1|day|LIST BEFORE e2||e9")
    assert len(lines(merge(key, other, a, same))) == 1
    merged = merge(key, other, a, less)
    assert (lines(merged), len(merged.conflicts)) == ([], 1)
    assert lines(merge(key, other, questions("IS e1 BEFORE e2 yes"), less))[1] == (
        "2|day|LIST BEFORE e3||e1"
    )


def test_sources_that_a_question_has_already_stay(key: Collection) -> None:
    a = questions("1|day|IS e1 BEFORE e2||yes|source=x,y", "IS e1 BEFORE e3 yes")
    b = questions("1|day|IS e1 BEFORE e2||yes|source=z")
    assert lines(merge(key, key, a, b)) == [
        "1|day|IS e1 BEFORE e2||yes|source=x,y,z",
        "2|day|IS e1 BEFORE e3||yes|source=a",
    ]


def test_relations_and_their_converses(key: Collection) -> None:
    for one, converse in (
        ("IDENTITY", "IDENTITY"),
        ("DURING", "DURING_INV"),
        ("OVERLAPS", "OVERLAPPED_BY"),
        ("IBEFORE", "IAFTER"),
        ("SIMULTANEOUS", "SIMULTANEOUS"),
    ):
        a, b = questions(f"IS e1 {one} e2 no"), questions(f"IS e2 {converse} e1 no")
        assert len(lines(merge(key, key, a, b))) == 1
    a, b = questions("IS e1 IDENTITY e2 no"), questions("IS e1 SIMULTANEOUS e2 no")
    assert len(lines(merge(key, key, a, b))) == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("IS e7 BEFORE e1 yes", "b.txt:1: question 1: day.tml has no e7"),
        ("1|noon|IS e1 BEFORE e2||yes", "has no document noon"),
    ],
)
def test_bad_input(key: Collection, line: str, message: str) -> None:
    with pytest.raises(MergeError, match=message):
        merge(key, key, questions("IS e1 BEFORE e2 yes"), questions(line))


def renamed(text: str, seed: int) -> tuple[str, Mapping[str, str]]:
    """The document with its ids exchanged at random, and which became which."""
    random = Random(seed)
    ids = dict.fromkeys(re.findall(r'(?:eid|tid|eiid)="(\w+)"', text))
    new: dict[str, str] = {}
    for kind in ("ei", "e", "t"):
        own = [id for id in ids if re.fullmatch(rf"{kind}\d+", id)]
        numbers = random.sample(range(1, 10 * len(own) + 1), len(own))
        new |= {id: f"{kind}{number}" for id, number in zip(own, numbers, strict=True)}
    pattern = r'((?:eid|tid|eiid|eventID|anchorTimeID|beginPoint|endPoint)=")(\w+)"'
    return re.sub(pattern, lambda m: f'{m[1]}{new.get(m[2], m[2])}"', text), new


def with_renamed_ids(
    place: Path, key: Collection, question_file: Path, seed: int
) -> tuple[QuestionSet, Collection]:
    place.mkdir()
    ids: dict[str, Mapping[str, str]] = {}
    for name in key.names:
        text, ids[name] = renamed(key.bytes(name).decode(), seed)
        (place / name).write_text(text)
    out = []
    for question in read_questions(question_file).questions:
        name = str(key.match(question.document))
        document = key.read(name)
        args = []
        for argument in question.query.split()[1::2]:
            entity = str(document.resolve(argument))
            args.append(ids[name][entity])
        asked = f"IS {args[0]} {question.query.split()[2]} {args[1]}"
        out.append(
            "|".join((question.number, question.document, asked, question.text, *question.rest))
        )
    return read_questions("\n".join(out).encode()), open_collection(place)


def check_merge_with_itself(tmp_path: Path, folder: Path, seed: int) -> None:
    question_file = folder / "question-set.txt"
    key = open_collection(folder / "question-events")
    own = read_questions(question_file)
    again, renamed_key = with_renamed_ids(tmp_path / f"renamed{seed}", key, question_file, seed)
    merged = merge(key, renamed_key, own, again)
    assert merged.conflicts == ()
    assert merged.keys == {name: key.bytes(name) for name in key.names}
    written = [line.rpartition("|source=") for line in lines(merged)]
    assert {sources for _, _, sources in written} == {"a,b"}
    assert [line for line, _, _ in written] == [
        "|".join(
            (question.number, question.document, question.query, question.text, *question.rest)
        )
        for question in own.questions
    ]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_a_set_merged_with_itself_with_renamed_ids_is_that_set(
    kit: Path, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    place = tmp_path_factory.mktemp("merge")
    check_merge_with_itself(place, kit / "eval-questions", seed)


@pytest.mark.data
def test_the_published_news_set_merged_with_itself(data: Path, tmp_path: Path) -> None:
    folder = data / "qa-tempeval" / "test-news" / "eval-questions"
    check_merge_with_itself(tmp_path, folder, 1)
