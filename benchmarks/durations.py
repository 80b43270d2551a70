"""What becomes of the durations of a corpus: how many lengths are used, and what contradicts them.

``python benchmarks/durations.py`` prints the table of docs/distances.md: counts for each corpus of
TempEval-3, and how many answers to the questions of the QA TempEval kits lengths change. It needs
the research data (``TIMEGRAPH_DATA``) and only reads it. Names of columns are those of
:data:`timegraph.documents.durations.OUTCOMES`; an event *has* a length if it is SIMULTANEOUS,
IDENTITY or DURING a duration that is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from folders import DATA

from timegraph import build
from timegraph.documents.durations import OUTCOMES, add_durations
from timegraph.options import Durations, Interpretation
from timegraph.qa import read_questions
from timegraph.scoring import answers_of, read_key, score_system
from timeml import Document, open_collection

__all__ = ["CORPORA", "changed_answers", "counts", "rows"]

CORPORA = ("TBAQ-cleaned/TimeBank", "TBAQ-cleaned/AQUAINT", "te3-platinum")
KITS = {
    "train": ("",),
    "test-news": ("-yes", "-no", "-old"),
}
"""The question sets of each kit: the ends of their names."""
_LASTING = frozenset({"SIMULTANEOUS", "IDENTITY", "DURING", "DURING_INV"})


def counts(corpus: str, durations: Durations = "soft", *, calendar: bool = True) -> Counter[str]:
    """The durations of a corpus by what becomes of them; under ``all`` all of them, under
    ``anchored`` those used that have a begin point or an end point, and under ``events`` the events
    that have a length."""
    reading = Interpretation(on_conflict="drop-link", calendar=calendar, durations=durations)
    found: Counter[str] = Counter()
    folder = open_collection(DATA / "tempeval3" / corpus)
    for name in folder.names:
        document = folder.read(name)
        graph = build(document, replace(reading, durations="off"))
        read = add_durations(graph, document, reading)
        found.update(one.outcome for one in read)
        found["all"] += len(read)
        used = [one.timex for one in read if one.outcome == "used"]
        found["anchored"] += sum(bool(one.begin_point or one.end_point) for one in used)
        found["events"] += len(_lasting(document, {timex.tid for timex in used}))
    return found


def _lasting(document: Document, durations: set[str]) -> set[str]:
    """The events that last as long as one of the durations."""
    return {
        one
        for link, source, target in document.linked
        if link.rel_type in _LASTING
        for one, other in ((source, target), (target, source))
        if other in durations and not one.startswith("t")
    }


def rows() -> Iterator[str]:
    """The rows of the table, as Markdown."""
    columns = ("all", *OUTCOMES, "anchored", "events")
    yield "| corpus | " + " | ".join(columns) + " | contradicted if exact |"
    yield "|---|" + "--:|" * (len(columns) + 1)
    for corpus in CORPORA:
        soft, exact = counts(corpus), counts(corpus, "exact")
        cells = [soft[column] for column in columns] + [exact["contradicted"]]
        yield f"| {corpus.rpartition('/')[2]} | " + " | ".join(map(str, cells)) + " |"


def changed_answers(durations: Durations, *, calendar: bool) -> tuple[int, int]:
    """How many answers of the systems of both kits are other ones with lengths, and how many there
    are."""
    changed = asked = 0
    for kit, end in ((kit, end) for kit, ends in KITS.items() for end in ends):
        folder = DATA / "qa-tempeval" / kit
        file = folder / "eval-questions" / f"question-set{end}.txt"
        questions = read_questions(file, lenient=True)
        key = read_key(open_collection(folder / "eval-questions" / "question-events"), questions)
        for system in sorted((folder / "systems").iterdir()):
            without, read = (
                score_system(
                    open_collection(system),
                    questions=questions,
                    key=key,
                    interpretation=Interpretation(calendar=calendar, durations=one),
                )
                for one in ("off", durations)
            )
            pairs = list(zip(answers_of(without).answers, answers_of(read).answers, strict=True))
            changed += sum(one.predicted is not other.predicted for one, other in pairs)
            asked += len(pairs)
    return changed, asked


def main() -> None:
    """Print the table and the counts."""
    for row in rows():
        print(row, flush=True)
    for calendar in (False, True):
        changed, asked = changed_answers("soft", calendar=calendar)
        print(f"\ncalendar {'on' if calendar else 'off'}: {changed} of {asked} answers changed")


if __name__ == "__main__":
    main()
