"""What decoding the links of real systems gains: ``python benchmarks/voters.py [--publish]``.

The voters are published runs on the same texts, TempEval-3's and those of QA TempEval's fold 1.
Temporal awareness (F1) against gold, links that contradict earlier ones left out, by method. *best
run*: the best of the voters; *majority*: labels that more than half of them give; *file order*: the
label of most votes for each pair, in the order in which they come; *greedy*: those by falling
votes; *decoded*: :func:`timegraph.scoring.decode_annotations`; *with vague*: the same where a run
without a link for a pair votes against one. All links are between entities of gold.

NarrativeTime's two annotators have no gold: there the share of votes that is kept is counted.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from folders import DATA
from page import put_into

from timegraph.decoding import Candidate
from timegraph.options import Interpretation
from timegraph.scoring import decode_annotations, score_awareness
from timegraph.scoring.agreement.measure import DecodedText
from timeml import Collection, Document, TLink, open_collection
from timeml.normalize import align_ids

__all__ = ["F1", "linked", "methods_of"]

_FOLD = DATA / "qa-tempeval" / "fold1"
_RUNS = DATA / "tempeval3" / "awareness"
_NARRATIVES = DATA / "tlink" / "narrativetime"
_GOLD = _FOLD / "test-fold1-normalized"
_TIPSEM, _TRIOS = (
    [_FOLD / f"{system}-fold1-normalized{variant}" for variant in ("", "-wo-timex-ref-links")]
    for system in ("TIPSem", "trios")
)
KITS = {
    "3 runs on 25 documents of TimeBank and AQUAINT (TIPSem twice, TRIOS)": (
        _GOLD,
        [*_TIPSEM, _TRIOS[0]],
    ),
    "4 runs on these (TIPSem twice, TRIOS twice)": (_GOLD, [*_TIPSEM, *_TRIOS]),
    "2 runs on the 20 documents of TempEval-3 (they differ in few labels)": (
        _RUNS / "gold-normalized",
        [_RUNS / "systems" / f"pred_{run}-normalized" for run in ("20_0.01_0.0", "table3_SP+ILP")],
    ),
}
_METHODS = ("best run", "majority", "file order", "greedy", "decoded", "with vague")


def linked(document: Document, votes: Sequence[Candidate]) -> Document:
    """The document with these links alone."""
    links = tuple(
        TLink(f"l{number}", str(vote.label), str(vote.a), str(vote.b))
        for number, vote in enumerate(votes, start=1)
    )
    return replace(document, tlinks=links)


def methods_of(text: DecodedText, voters: int) -> dict[str, Document]:
    """What the simple methods make of the votes for a text."""
    pairs: dict[frozenset[Any], dict[str, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for vote in text.votes.candidates:
        if vote.label is not None:
            pairs[frozenset((vote.a, vote.b))][_way(vote)].append(vote)
    most = [max(labels.values(), key=len) for labels in pairs.values()]
    assert text.document is not None
    chosen = {
        "majority": [votes for votes in most if 2 * len(votes) > voters],
        "file order": most,
        "greedy": sorted(most, key=len, reverse=True),
    }
    return {
        method: linked(text.document, [votes[0] for votes in links])
        for method, links in chosen.items()
    }


def _way(vote: Candidate) -> str:
    """The label as seen from the lesser end."""
    if str(vote.a) <= str(vote.b):
        return str(vote.label)
    return _CONVERSES.get(str(vote.label), f"converse of {vote.label}")


_CONVERSES = {"BEFORE": "AFTER", "IBEFORE": "IAFTER", "INCLUDES": "IS_INCLUDED"}
_CONVERSES |= {"BEGINS": "BEGUN_BY", "ENDS": "ENDED_BY", "DURING": "DURING_INV"}
_CONVERSES |= {label: converse for converse, label in _CONVERSES.items()}
_CONVERSES |= {"SIMULTANEOUS": "SIMULTANEOUS", "IDENTITY": "IDENTITY"}


class F1:
    """Temporal awareness over the texts of a gold collection."""

    def __init__(self, gold: Collection) -> None:
        self.gold = gold
        self.scores: dict[str, Any] = {}

    def add(self, method: str, name: str, document: Document) -> None:
        """Score one more document, by its links between entities of gold."""
        key = self.gold.read(name)
        aligned = align_ids(system=document, key=key).document
        entities = set(key.entities)
        links = tuple(link for link in aligned.tlinks if {link.source, link.target} <= entities)
        score = score_awareness(
            gold=key,
            system=replace(aligned, tlinks=links),
            interpretation=Interpretation(on_conflict="drop-link"),
        )
        self.scores[method] = self.scores[method] + score if method in self.scores else score

    def of(self, method: str) -> float:
        """In per cent."""
        return 100 * (self.scores[method].f1 or 0)


def measured(gold: Path, runs: Sequence[Path], limit: float) -> tuple[dict[str, float], str]:
    """F1 by method, and how far the annotations are proven to be the best."""
    counts = F1(open_collection(gold))
    voters = {run.name: open_collection(run) for run in runs}
    for run, collection in voters.items():
        for name in collection.names:
            counts.add(run, name, collection.read(name))
    unproven = []
    for method, unlinked in (("decoded", False), ("with vague", True)):
        open_ones = texts = 0
        for text in decode_annotations(voters, unlinked=unlinked, time_limit=limit):
            assert text.document is not None
            assert text.decoded is not None
            texts += 1
            open_ones += not text.decoded.optimal
            counts.add(method, text.name, text.document)
            if not unlinked:
                for other, document in methods_of(text, len(voters)).items():
                    counts.add(other, text.name, document)
        unproven.append(f"{texts - open_ones} of {texts}")
    found = {method: counts.of(method) for method in _METHODS[1:]}
    return {"best run": max(map(counts.of, voters)), **found}, ", ".join(unproven)


def table(kits: Mapping[str, tuple[Path, Sequence[Path]]], limit: float) -> Iterator[str]:
    """The lines of the table."""
    yield f"| voters | {' | '.join(_METHODS)} | proven |"
    yield "|---" * (len(_METHODS) + 2) + "|"
    for name, (gold, runs) in kits.items():
        found, proven = measured(gold, runs, limit)
        cells = [f"{found[method]:.1f}" for method in _METHODS]
        yield f"| {name} | {' | '.join(cells)} | {proven} |"


def kept(limit: float) -> str:
    """How much of NarrativeTime's two annotations the decoded ones keep."""
    folders = [_NARRATIVES / f"tml_a{number}" for number in (1, 2)]
    voters = {folder.name: open_collection(folder) for folder in folders}
    value = bound = total = proven = texts = 0.0
    for text in decode_annotations(voters, time_limit=limit):
        if text.decoded is None:
            continue
        texts += 1
        proven += text.decoded.optimal
        value += float(text.decoded.value)
        bound += float(text.decoded.bound)
        total += float(text.decoded.value + text.decoded.loss)
    return (
        f"{texts:.0f} texts, {proven:.0f} proven: {100 * value / total:.2f} % of what the heaviest "
        f"labels weigh, at most {100 * bound / total:.2f} %"
    )


def main() -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=3.0, help="seconds for a text")
    parser.add_argument("--publish", action="store_true")
    options = parser.parse_args()
    time.monotonic = time.process_time  # limits are of the processor
    lines = []
    for line in table(KITS, options.limit):
        print(line, flush=True)
        lines.append(line)
    print(kept(options.limit))
    if options.publish:
        put_into("decoding.md", "voters.py", "\n".join(lines))


if __name__ == "__main__":
    main()
