"""Temporal awareness: by hand, by a slow twin, by the published figures, and its symmetries."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.results import score_awareness_system
from timegraph.scoring import AwarenessScore, Method, read_gold, score_awareness
from timegraph.scoring.awareness import METHODS
from timegraph.scoring.measure import Status
from timeml import Document, align_ids, open_collection, read

STATUSES: tuple[Status, ...] = ("found", "missing", "failed")

# By the published figures

PAIRS = ("own", "fold1_tipsem", "fold1_trios", "fold1_tipsem_wo", "fold1_trios_wo")

# The toolkit's normaliser pairs a gold timex with the first of the system's that it overlaps, ours
# with the one that it overlaps most. In two documents a gold timex ("June last year") overlaps two
# ("June" and "last year"). For each the words of the one that the normaliser takes, and by how
# much the matched links of precision and recall then grow.
TIMEX_PAIRED_OTHERWISE = {
    "fold1_tipsem": ("APW19980219.0476.tml", "t18", "June", (1, 1)),
    "fold1_trios": ("NYT20000403.0463.tml", "t16", "9 a.m.", (0, 1)),
    "fold1_tipsem_wo": ("APW19980219.0476.tml", "t18", "June", (1, 0)),
    "fold1_trios_wo": ("NYT20000403.0463.tml", "t16", "9 a.m.", (0, 1)),
}


def paired_with(document: Document, tid: str, words: str) -> Document:
    """The document with ``tid`` given to the timex with these words, in exchange for its own."""
    end = next(timex for timex in document.timexes if timex.tid == tid).end
    assert end is not None
    nearest = max(
        (timex for timex in document.timexes if timex.text == words and (timex.start or 0) < end),
        key=lambda one: one.start or 0,
    )
    change = {tid: nearest.tid, nearest.tid: tid}
    return replace(
        document,
        timexes=tuple(replace(t, tid=change.get(t.tid, t.tid)) for t in document.timexes),
        tlinks=tuple(
            replace(
                link,
                source=change.get(link.source, link.source),
                target=change.get(link.target, link.target),
            )
            for link in document.tlinks
        ),
    )


@pytest.fixture(scope="session")
def published(data: Path) -> dict[str, Any]:
    text = (data / "tempeval3" / "toolkit-scores.json").read_text(encoding="utf-8")
    pairs: dict[str, Any] = json.loads(text)
    return pairs


def exact_counts(overall: dict[str, Any], score: AwarenessScore) -> dict[str, int]:
    """Ours by the names of the published file, with that file's beside it."""
    return {
        "prec_matched": score.precision_matched,
        "system_total": score.system_total,
        "rec_matched": score.recall_matched,
        "gold_total": score.gold_total,
    }


@pytest.mark.parametrize("pair", PAIRS)
def test_awareness_is_that_of_the_exact_scorer(
    pair: str, data: Path, published: dict[str, Any]
) -> None:
    entry = published[pair]
    gold = read_gold(open_collection(data / entry["gold"]))
    system = open_collection(data / entry["system"])
    scores = score_awareness_system(gold=gold, system=system).by_unit()
    if pair in TIMEX_PAIRED_OTHERWISE:
        name, tid, words, growth = TIMEX_PAIRED_OTHERWISE[pair]
        aligned = align_ids(system=system.read(name), key=gold.documents[name]).document
        otherwise = score_awareness(
            gold=gold.documents[name], system=paired_with(aligned, tid, words)
        )
        before = scores[name]
        assert growth == (
            otherwise.precision_matched - before.precision_matched,
            otherwise.recall_matched - before.recall_matched,
        )
        scores[name] = otherwise
    total = sum(scores.values(), AwarenessScore())
    exact = entry["overall"]["exact_oracle_default_method"]
    assert exact_counts(entry, total) == {name: exact[name] for name in exact_counts(entry, total)}
    assert total.precision is not None
    assert total.recall is not None
    assert total.f1 is not None
    assert [round(100 * x, 4) for x in (total.precision, total.recall, total.f1)] == [
        pytest.approx(exact[figure], abs=1e-4) for figure in ("P", "R", "F1")
    ]
    differing = entry["overall"][
        "files_where_exact_differs_[exact,toolkit]_(p_matched,sys_total,r_matched,gold_total)"
    ]
    for name, (of_exact, _) in differing.items():
        assert list(exact_counts(entry, scores[name]).values()) == of_exact


@pytest.mark.slow
@pytest.mark.parametrize("method", ["default", "acl11", "implicit_in_recall"])
@pytest.mark.parametrize("pair", PAIRS)
def test_the_other_methods_are_near_those_of_the_toolkit(
    pair: str, method: Method, data: Path, published: dict[str, Any]
) -> None:
    entry = published[pair]
    gold = read_gold(open_collection(data / entry["gold"]))
    system = open_collection(data / entry["system"])
    score = score_awareness_system(gold=gold, system=system, method=method).score
    toolkit = entry["overall"][f"temporal_awareness_{method}"]
    # Its graph credits and takes out wrong links, which moves F1 by up to 1.4 points.
    assert score.system_total == pytest.approx(toolkit["system_total"], abs=1)
    assert score.gold_total == pytest.approx(toolkit["gold_total"], abs=1)
    assert score.f1 is not None
    assert 100 * score.f1 == pytest.approx(toolkit["F1"], abs=1.4)


@pytest.mark.parametrize("run", ["20_0.01_0.0", "table3_SP+ILP"])
def test_the_toolkits_logs_differ_in_one_link(run: str, data: Path) -> None:
    folder = data / "tempeval3" / "awareness"
    logged = dict(counts_in_log(folder / "logs" / f"evaluation_process_{run}.txt"))
    gold = read_gold(open_collection(folder / "gold"))
    system = open_collection(folder / "systems" / f"pred_{run}")
    result = score_awareness_system(gold=gold, system=system)
    assert result.having("found") == tuple(sorted(logged))
    differing = {}
    for name, score in result.by_unit().items():
        found = list(exact_counts({}, score).values())
        if found != logged[name]:
            differing[name] = [a - b for a, b in zip(found, logged[name], strict=True)]
    # It credits "ei34 BEFORE ei36", while gold says that the two are SIMULTANEOUS.
    assert differing == {"bbc_20130322_1353.tml": [-1, 0, 0, 0]}


def counts_in_log(path: Path) -> Iterator[tuple[str, list[int]]]:
    name = ""
    found: dict[str, list[int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if start := re.match(r"Evaluate \S+/(\S+\.tml) ", line):
            name = start[1]
            found[name] = []
        elif figures := re.fullmatch(r"(?:precision|recall) (\d+) (\d+)", line):
            found[name] += [int(figures[1]), int(figures[2])]
    yield from found.items()


# Collections


def test_bad_and_missing_documents_count_as_empty(
    folder: Callable[..., Path], system_text: Callable[..., str]
) -> None:
    good = system_text()
    files = dict.fromkeys(("a.tml", "b.tml", "c.tml"), good) | {"d.tml": "<TimeML"}
    gold = read_gold(open_collection(folder("gold", **files)))
    assert gold.failed == ("d.tml",)
    assert [notice.code for notice in gold.warnings] == ["failed-document"]
    system = open_collection(
        folder("system", **{"a.tml": good, "b.tml": "<TimeML>", "d.tml": good, "e.tml": good})
    )
    result = score_awareness_system(gold=gold, system=system)
    assert [result.having(status) for status in STATUSES] == [
        ("a.tml", "d.tml"),
        ("c.tml",),
        ("b.tml",),
    ]
    assert result.by_unit() == {
        "a.tml": AwarenessScore(1, 1, 1, 1),
        "b.tml": AwarenessScore(0, 0, 0, 1),
        "c.tml": AwarenessScore(0, 0, 0, 1),
        "d.tml": AwarenessScore(0, 1, 0, 0),
    }
    assert result.score == AwarenessScore(1, 2, 1, 3)
    assert {notice.code for notice in result.notices} == {
        "failed-document",
        "missing-document",
        "not-in-gold",
    }


def test_the_signature_tells_every_choice(
    folder: Callable[..., Path], system_text: Callable[..., str]
) -> None:
    gold = read_gold(open_collection(folder("gold", **{"a.tml": system_text()})))
    result = score_awareness_system(
        gold=gold, system=open_collection(folder("one", **{"a.tml": system_text()})),
        method="acl11", align_by=None, during="contained",
    )  # fmt: skip
    assert str(result.signature).startswith(
        "measure:temporal-awareness|method:acl11|align:none|on-conflict:drop-link|"
        "during:contained|calendar:off|coarse:exact|align-by:-|version:"
    )


@pytest.mark.parametrize("method", METHODS)
def test_events_with_and_without_instances_are_the_same(method: Method) -> None:
    text = (
        '<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"'
        ' functionInDocument="CREATION_TIME">now</TIMEX3></DCT><TEXT>'
        '<EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT> <EVENT eid="e3">c</EVENT></TEXT>'
        "{instances}"
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>'
        '<TLINK lid="l2" relType="AFTER" eventInstanceID="ei3" relatedToEventInstance="ei2"/>'
        '<TLINK lid="l3" relType="BEFORE" eventInstanceID="ei3" relatedToTime="t0"/></TimeML>'
    )
    made = "".join(f'<MAKEINSTANCE eiid="ei{k}" eventID="e{k}"/>' for k in (1, 2, 3))
    without, having = (read(text.format(instances=instances).encode()) for instances in ("", made))
    for gold in (without, having):
        for system in (without, having):
            aligned = align_ids(system=system, key=gold).document
            for one in (system, aligned):
                score = score_awareness(gold=gold, system=one, method=method)
                assert (score.precision, score.recall) == (1, 1)


def test_one_entity_of_a_system_stands_for_one_of_golds() -> None:
    text = '<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>{}</TimeML>'
    gold_links = (
        '<MAKEINSTANCE eiid="ei7" eventID="e1"/><MAKEINSTANCE eiid="ei9" eventID="e2"/>'
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei7" relatedToEventInstance="ei9"/>'
    )
    # Gold would read both e1 and ei1 as ei7; e1 stands first.
    system_links = (
        '<MAKEINSTANCE eiid="ei1" eventID="e2"/><MAKEINSTANCE eiid="ei9" eventID="e2"/>'
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="{}" relatedToEventInstance="ei9"/>'
    )
    gold = read(text.format(gold_links).encode())
    assert {gold.resolve(id) for id in ("e1", "ei1")} == {"ei7"}
    for id, matched in ("e1", 1), ("ei1", 0):
        system = read(text.format(system_links.format(id)).encode())
        score = score_awareness(gold=gold, system=system)
        assert (score.precision_matched, score.system_total, score.recall) == (matched, 1, matched)


@pytest.mark.parametrize("durations", ["soft", "exact"])
def test_awareness_is_about_order_alone(durations: Any, tmp_path: Path) -> None:
    (tmp_path / "a.tml").write_text("<TimeML><TEXT>a</TEXT></TimeML>", encoding="utf-8")
    documents = open_collection(tmp_path)
    with pytest.raises(ValueError, match="durations must be off, not"):
        score_awareness_system(gold=read_gold(documents), system=documents, durations=durations)
