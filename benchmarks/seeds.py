"""The count tables and figures of TORQUE, TimeQA and Complex-TR, from what their authors released.

``python benchmarks/seeds.py`` writes docs/seeds.md: each count with the value that the paper
prints, which is for the whole data set. It needs the research data (``TIMEGRAPH_DATA``), of which
some files have half, and only reads it.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from textwrap import fill
from typing import Any

from folders import DATA, DOCS

from timegraph.facts.scoring.scorers import normalised
from timegraph.torque import PassageSet, read_passages
from timegraph.torque.passages import Passage, TorqueQuestion
from timegraph.torque.scoring import gini

__all__ = ["Counts", "complex_tr", "page", "timeqa", "torque"]

_INTRODUCTION = """\
# Counts of TORQUE, TimeQA and Complex-TR

What the tables and figures of three papers count, counted in the data that their authors released.
Not here: scores ([TORQUE](torque.md), [facts](facts.md)). You need: the papers; their values are
for whole data sets, the files here are TORQUE's development set, and of TimeQA and Complex-TR in
part one half. `python benchmarks/seeds.py` writes the page.
"""
_END = """\
Not determined by what is released: TORQUE's Tables 5 and 6 by worker for events, its Figure 11 and
its training set; Complex-TR's "Avg. Facts" and its Table 7.
"""


@dataclass(frozen=True)
class Counts:
    """A table or figure: its title, the names of its columns, its rows, and what is to be known."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""

    def markdown(self) -> str:
        """The table under its title; of a long list of counts a line, "name: count"."""
        lines = [self.columns, ["--"] * len(self.columns), *self.rows]
        table = "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
        if len(self.columns) == 2 and len(self.rows) > 1:
            counts = ", ".join(f"{name}: {count}" for name, count in self.rows)
            table = fill(f"*{self.columns[0]}: {self.columns[1]}.* {counts}.", 100)
        return f"## {self.title}\n\n{self.note}{chr(10) * 2 if self.note else ''}{table}\n"


def torque(folder: Path) -> Iterator[Counts]:
    """Table 3 and Figures 12 to 16 of Ning et al. (2020), and the groups of questions."""
    passages = read_passages(folder / "dev.json")
    yield _questions(passages)
    yield _events(passages.passages)
    yield _triggers(passages.passages)
    yield from _prefixes([question.text for question in passages.questions if not question.warm_up])
    yield _answers(passages.questions)
    yield _work(json.loads((folder / "dev.json").read_bytes()), passages)
    grouped = json.loads((folder / "question_clustering.json").read_bytes())
    sizes = Counter(len(g) for passage in passages.passages for g in grouped[passage.name].values())
    rows = sorted(sizes.items())
    yield Counts(f"Groups of questions: {sizes.total()}", ("questions", "groups"), rows)


def _kind(question: TorqueQuestion) -> tuple[str, str]:
    """Who asks, and whether the question is its own source."""
    who = "warm-up" if question.warm_up else "user"
    return who, "original" if question.source == question.text else "modified"


_TABLE_3 = {
    "overall": ("30.7k", 9.7, "65.0k", 2.1),
    "warm-up": ("9.5k", 3, "21.6k", 2.3),
    "warm-up original": ("3.2k", 1, "12.8k", "4.0"),
    "warm-up modified": ("6.3k", 2, "8.8k", 1.4),
    "user": ("21.2k", 6.7, "43.4k", 2.1),
    "user original": ("10.6k", 3.4, "25.1k", 2.4),
    "user modified": ("10.6k", 3.3, "18.3k", 1.7),
}


def _questions(passages: PassageSet) -> Counts:
    rows = []
    for name, paper in _TABLE_3.items():
        wanted = set(name.split()) - {"overall"}
        asked = [question for question in passages.questions if wanted <= set(_kind(question))]
        sizes = [len(one.answer) for one in asked]
        ours = (len(asked), f"{len(asked) / len(passages.passages):.2f}", sum(sizes))
        shares = f"{mean(sizes):.2f}", f"{sizes.count(0) / len(sizes):.1%}"
        rows.append((name, *paper, *ours, *shares))
    measures = ("Q", "Q/P", "A", "A/Q")
    columns = (
        "questions",
        *(f"paper {measure}" for measure in measures),
        *measures,
        "without answer",
    )
    return Counts("TORQUE, Table 3: questions and answers", columns, rows)


def _events(passages: Sequence[Passage]) -> Counts:
    sizes = [len(passage.events) for passage in passages]
    words = mean(len(passage.text.split()) for passage in passages)
    note = (
        f"{sum(sizes):,} events, {mean(sizes):.2f} a passage, median {median(sizes):g} "
        f"(paper: 24.9k, 7.9 a passage); {words:.1f} words a passage (paper: about 50 tokens)."
    )
    rows = sorted(Counter(sizes).items())
    return Counts("TORQUE, Figure 12: events a passage", ("events", "passages"), rows, note)


def _triggers(passages: Sequence[Passage]) -> Counts:
    written = Counter(passage.words(event) for passage in passages for event in passage.events)
    folded = len({word.lower() for word in written})
    note = (
        f"{len(written)} distinct words, {folded} in lower case. The paper names say, tell, "
        "report, announce, copulas, meeting, killed, visit and war, without numbers."
    )
    rows = written.most_common(10)
    return Counts("TORQUE, Figure 13: commonest events", ("word", "events"), rows, note)


def _prefixes(texts: Sequence[str]) -> Iterator[Counts]:
    """The words that follow the commonest beginnings of the users' questions."""
    asked = [re.findall(r"[\w'-]+", text.lower()) for text in texts]
    for prefix, number in (("", 3), ("what", 10), ("what happened", 4), ("what will", 2), _AFTER):
        start = prefix.split()
        found = Counter(
            words[len(start)]
            for words in asked
            if words[: len(start)] == start and len(words) > len(start)
        )
        title = f'TORQUE, Figure 14: words after "{prefix}"' if prefix else _FIRST
        rows = [(word, f"{n} ({n / len(texts):.2%})") for word, n in found.most_common(number)]
        yield Counts(title, ("word", f"questions, share of all {len(texts):,}"), rows)


_AFTER = ("what will happen", 3)
_FIRST = "TORQUE, Figure 14: first words of users' questions"


def _answers(questions: Sequence[TorqueQuestion]) -> Counts:
    kinds: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for question in questions:
        kinds[_kind(question)][len(question.answer)] += 1
    order = [(who, how) for who in ("warm-up", "user") for how in ("original", "modified")]
    rows = [(" ".join(kind), *(kinds[kind][size] for size in range(17))) for kind in order]
    title = "TORQUE, Figure 15: questions by their number of answers"
    return Counts(title, ("questions", *map(str, range(17))), rows)


def _work(content: Any, passages: PassageSet) -> Counts:
    """The shares of the workers: of the passages whose questions they answered first, of all
    judgements, and of the passages in which they answered anything."""
    first: Counter[str] = Counter()
    anything: Counter[str] = Counter()
    for passage in content.values():
        given = [pair["individual_answers"] for pair in passage["question_answer_pairs"].values()]
        opened = Counter(judgements[0]["workerId"] for judgements in given if judgements)
        first[opened.most_common(1)[0][0]] += 1
        anything.update({judgement["workerId"] for judgements in given for judgement in judgements})
    rows = []
    shares = (("passages answered first", first), ("judgements", passages.annotated))
    for name, share in (*shares, ("passages with any answer", anything)):
        largest, total = max(share.values()), sum(share.values())
        rows.append(
            (name, total, len(share), f"{largest / total:.1%}", f"{gini(share.values()):.3f}")
        )
    note = (
        "The paper counts who made the passages, which is not released: largest share 5 %, Gini "
        "coefficient 0.42. The first row is the like of it."
    )
    columns = ("share of", "total", "workers", "largest", "Gini coefficient")
    return Counts("TORQUE, Figure 16: work of the annotators", columns, rows, note)


def timeqa(folder: Path) -> Iterator[Counts]:
    """Table 1, Figures 7 and 10 and the words of time of Chen et al. (2021)."""
    easy, hard, dev, test = (
        _lines(folder / name)
        for name in (
            "human_train.easy.jsonl",
            "human_train.hard.jsonl",
            "dev_hard_questions.jsonl",
            "test_hard_facts.jsonl",
        )
    )
    annotated = json.loads((folder / "human_annotated_train.json").read_bytes())
    rows = [
        ("dev hard (half)", "3,087", 748, 52, "2,674 / 413", *_sizes(dev)),
        ("test hard (252)", "3,078", 749, 50, "2,613 / 465", *_sizes(test)),
        ("human train, easy", "1,171", "", "", "", *_sizes(easy)),
        ("human train, hard", "1,171", "", "", "", *_sizes(hard)),
        ("human annotated train", "1,171", "", "", "", *_sizes(_asked(annotated))),
        ("human annotated test (half)", 989, "", "", "", *_sizes(_asked(_annotated_test(folder)))),
    ]
    paper = ("paper Q", "paper entities", "paper relations", "paper answerable / not")
    columns = ("questions", *paper, "Q", "entities", "relations", "facts", "answerable / not")
    several = sum(len(one["targets"]) > 1 for one in easy)
    note = (
        "The paper has 320 facts in the human training set and 257 in the human test set; "
        f"{several} questions of the former have several targets."
    )
    yield Counts("TimeQA, Table 1: questions", columns, rows, note)
    yield _accuracies("TimeQA, Figure 7: exact match by relation", test, _relation)
    title = "TimeQA, Figure 10: exact match by answerable or not"
    yield _accuracies(title, test, lambda question: "no" if _unanswerable(question) else "yes")
    yield _time_words([one["question"] for one in dev])


def _lines(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return [{**one, "idx": one.get("idx", one.get("id")), **_targets(one)} for one in read]


def _targets(record: dict[str, Any]) -> dict[str, Any]:
    return {"targets": record["answers"]} if "answers" in record else {}


def _annotated_test(folder: Path) -> list[dict[str, Any]]:
    return _lines(folder / "human_annotated_test.jsonl")


def _asked(facts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The questions of annotated facts, as the other files have them."""
    return [
        {"idx": f"{fact['index']}#{number}", "targets": [answer["answer"] for answer in answers]}
        for fact in facts
        for number, (_, answers) in enumerate(fact["questions"])
    ]


def _sizes(questions: Sequence[dict[str, Any]]) -> tuple[object, ...]:
    entities = {question["idx"].partition("#")[0] for question in questions}
    facts = {_fact(question) for question in questions}
    without = sum(map(_unanswerable, questions))
    counted = len(entities), len({*map(_relation, questions)}), len(facts)
    return f"{len(questions):,}", *counted, f"{len(questions) - without:,} / {without}"


def _fact(question: dict[str, Any]) -> str:
    """``/wiki/NAME#P39`` of ``/wiki/NAME#P39#0`` and ``/wiki/NAME#P39_hard_0``."""
    found = re.match(r".*#P\d+", question["idx"])
    assert found is not None, question["idx"]
    return found[0]


def _relation(question: dict[str, Any]) -> str:
    return _fact(question).rpartition("#")[2]


def _unanswerable(question: dict[str, Any]) -> bool:
    return all(target in ("", "Unknown") for target in question["targets"])


def _accuracies(
    title: str, questions: Sequence[dict[str, Any]], key: Callable[[dict[str, Any]], str]
) -> Counts:
    """The exact match of two models' answers, by what ``key`` says of a question."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for question in questions:
        groups.setdefault(key(question), []).append(question)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    ordered = [group for group in ordered if len(group[1]) >= 10]
    rows = [
        (name, len(asked), *(_exact(asked, model) for model in ("gpt_4o_mini", "gpt_35_turbo")))
        for name, asked in (*ordered, ("all", questions))
    ]
    note = "The paper draws bars of other models, without numbers. Rows with 10 questions or more."
    return Counts(title, ("questions", "n", "GPT-4o-mini", "GPT-3.5"), rows, note)


def _exact(questions: Sequence[dict[str, Any]], model: str) -> str:
    right = sum(
        normalised(question[model]) in map(normalised, question["targets"] or [""])
        for question in questions
    )
    return f"{100 * right / len(questions):.1f}"


def _time_words(questions: Sequence[str]) -> Counts:
    """The words of time: that before the date, and the first one of a question with a year, which
    may be another ("in charge of ... between")."""
    words = r"\b(in early|in late|in|between|after|before)\b"
    dated, first = (
        Counter(
            found[1] if (found := re.search(pattern, question)) else "(none)"
            for question in questions
        )
        for pattern in (rf"{words} (?:\w+ )?\d{{4}}", rf"{words}(?=.*\d{{4}})")
    )
    rows = [(word, number, first[word]) for word, number in dated.most_common()]
    columns = ("word", "before the date", "first in the question")
    return Counts("TimeQA, section 2.2: words of time, dev hard", columns, rows)


def complex_tr(folder: Path) -> Iterator[Counts]:
    """Tables 3 and 6 of Tan et al. (2023), of the gold test set."""
    asked = [line["question"] for line in _lines(folder / "gold_test_questions.jsonl")]
    levels = Counter(map(_level, asked))
    paper = {"L2 1-hop": 72, "L2 M-hop": 106, "L3 1-hop": 71, "L3 M-hop": 80}
    years = [int(year) for text in asked for year in _YEARS.findall(text)]
    rows = [
        (name, number, sum(n for (level, _), n in levels.items() if level == name))
        for name, number in paper.items()
    ]
    kinds = [(f"{level}, {word}", "", n) for (level, word), n in sorted(levels.items())]
    coverage = ("years in questions", "1659-2023", f"{min(years)}-{max(years)}")
    columns = ("questions", "paper", f"half ({len(asked)})")
    yield Counts("Complex-TR, Table 3: gold test set", columns, [*rows, coverage, *kinds])
    dates = [[int(year) for year in _YEARS.findall(text)] for text in asked]
    every = sum(bool(date) and min(date) >= 2020 for date in dates)
    some = sum(any(year >= 2020 for year in date) for date in dates)
    note = (
        "The paper's percentages fit 11 future questions of 329 (54.5 = 6/11, 46.5 = 148/318). The "
        "field with the date is not released: the rule here is the dates in the question."
    )
    rows = [("every date in 2020 or later", 11, every), ("any date in 2020 or later", "", some)]
    yield Counts("Complex-TR, Table 6: questions about the future", columns, rows, note)


_YEARS = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_SPAN = re.compile(r"\d+ (?:year|month)s?(?: and \d+ months?)? (?:before|after) (.*)")
_DATE = r"(?:[A-Z][a-z]+ )?\d{4}"


def _level(question: str) -> tuple[str, str]:
    """The kind of a question, and the word that shows it."""
    text = question.rstrip("? ")
    span = _SPAN.search(text)
    if span:
        return ("L2 M-hop" if re.fullmatch(_DATE, span[1]) else "L3 M-hop"), "span"
    if re.search(rf"\bfrom {_DATE} to {_DATE}", text):
        return "L2 M-hop", "from-to"
    if re.search(rf"\bin {_DATE}$", text):
        return "L2 1-hop", "in"
    if re.search(r"\bwhen\b", text):
        return "L3 M-hop", "when"
    return "L3 1-hop", "before" if re.search(r"\bbefore\b", text) else "after"


def page(data: Path) -> str:
    """The page, from the folder of the research data."""
    found = (*torque(data / "torque"), *timeqa(data / "timeqa"), *complex_tr(data / "complex-tr"))
    return "\n".join([_INTRODUCTION, *(one.markdown() for one in found), _END])


if __name__ == "__main__":
    (DOCS / "seeds.md").write_text(page(DATA / "qa"), encoding="utf-8")
