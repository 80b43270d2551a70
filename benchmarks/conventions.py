"""Which conventions annotators follow: each rule against their own links and the kits' answers.

``python benchmarks/conventions.py`` prints the tables of docs/calendar.md. It needs the research
data (``TIMEGRAPH_DATA``) and only reads it. A rule is measured alone, on top of the certain
arithmetic:

* *links*: links between two time expressions that the arithmetic leaves open. The rule is right if
  the link then follows from the calendar, wrong if it becomes impossible.
* *answers*: questions of the QA TempEval kits, asked of the raw systems, that were unknown before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise

from folders import DATA

from timegraph import Answer, PointLink, TimeGraph, build, relation_for
from timegraph.documents.calendar_links import add_conventions, places_of, read_calendar
from timegraph.documents.conventions import Convention
from timegraph.links import Endpoint
from timegraph.options import Interpretation, Policy
from timegraph.qa import answer_question, read_questions
from timegraph.qa.questions import Resolve
from timeml import Document, align_ids, open_collection
from timeml.timex_value import CalendarInterval, Reference

__all__ = ["CORPORA", "KITS", "Counts", "Question", "candidates", "measure", "questions", "rules"]

CORPORA = ("TBAQ-cleaned/TimeBank", "TBAQ-cleaned/AQUAINT", "te3-platinum")
KITS = (("train", "question-set.txt"), ("test-news", "question-set-yes.txt"))
ANNOTATORS = Interpretation(on_conflict="drop-link", calendar=True)
SYSTEMS = replace(ANNOTATORS, on_conflict="drop-constraint")

Rule = Callable[[Document], Iterable[PointLink]]
Graphs = tuple[TimeGraph, TimeGraph]


@dataclass(frozen=True)
class Counts:
    """How often a rule is right and wrong: of links, of answers."""

    links: Counter[Answer]
    answers: Counter[bool]

    def row(self) -> str:
        """The four figures as cells of a Markdown table."""
        cells = (self.links[Answer.YES], self.links[Answer.NO], self.answers[True])
        return " | ".join(map(str, (*cells, self.answers[False])))


@dataclass(frozen=True)
class Question:
    """A question of a kit, and the aligned document of a system that answers it."""

    document: Document
    resolve: Resolve
    question: object
    expected: Answer


@cache
def gold() -> tuple[Document, ...]:
    """The annotated documents of the corpora."""
    folders = (open_collection(DATA / "tempeval3" / corpus) for corpus in CORPORA)
    return tuple(folder.read(name) for folder in folders for name in folder.names)


@cache
def questions() -> tuple[Question, ...]:
    """Every question of the kits for each of their eight systems."""
    found = []
    for kit, file in KITS:
        folder = DATA / "qa-tempeval" / kit
        asked = read_questions(folder / "eval-questions" / file, lenient=True)
        keys = open_collection(folder / "eval-questions" / "question-events")
        for place in sorted((folder / "systems").iterdir()):
            system = open_collection(place)
            for name in asked.documents:
                own, key = system.match(name), keys.match(name)
                if own is None or key is None:
                    continue
                aligned = align_ids(system=system.read(own), key=keys.read(key))
                found += [
                    Question(aligned.document, aligned.resolve, question.question, question.answer)
                    for question in asked.questions
                    if question.document == name
                    and question.question is not None
                    and question.answer is not None
                ]
    return tuple(found)


def measure(rule: Rule) -> Counts:
    """How often a rule is right and wrong where the certain arithmetic says nothing."""

    def graphs(document: Document, interpretation: Interpretation) -> Graphs | None:
        links = list(rule(document))
        if not links:
            return None
        before = build(document, interpretation, conventions=False)
        after = before.copy()
        add_conventions(after, links)
        return before, after

    links = links_decided(lambda document: graphs(document, ANNOTATORS))
    return Counts(links, answers_added(lambda document: graphs(document, SYSTEMS)))


def links_decided(graphs: Callable[[Document], Graphs | None]) -> Counter[Answer]:
    """What the second graph of a document says of each of its links between two time expressions
    that the first leaves open; both are made without the document's links. A document where they
    cannot differ has none."""
    found: Counter[Answer] = Counter()
    for document in gold():
        timexes = {timex.tid for timex in document.timexes}
        own = [link for link in document.linked if timexes.issuperset(link[1:])]
        pair = graphs(replace(document, tlinks=())) if own else None
        if pair is not None:
            before, after = pair
            for tlink, a, b in own:
                relation = tlink.relation and relation_for(tlink.relation)
                if relation and before.ask(a, relation, b) is Answer.UNKNOWN:
                    found[after.ask(a, relation, b)] += 1
    return found


def answers_added(graphs: Callable[[Document], Graphs | None]) -> Counter[bool]:
    """Whether the answers are right that the second graph gives and the first does not."""
    found: Counter[bool] = Counter()
    made: dict[int, Graphs | None] = {}
    for question in questions():
        key = id(question.document)
        if key not in made:
            made[key] = graphs(question.document)
        pair = made[key]
        if pair is None:
            continue
        before, after = (
            answer_question(graph, question.document, question.question, resolve=question.resolve)
            for graph in pair
        )
        if before is Answer.UNKNOWN is not after:
            found[after is question.expected] += 1
    return found


def held_out(rule: Rule) -> Counter[Answer]:
    """What a rule says of each link between an event and the creation time, asked of the document
    without that link, where the certain arithmetic says nothing."""
    found: Counter[Answer] = Counter()
    for document in gold():
        links = list(rule(document))
        timexes = {timex.tid for timex in document.timexes}
        for tlink, a, b in document.linked if links else ():
            if tlink.relation is None or document.dct.tid not in (a, b) or {a, b} <= timexes:
                continue
            others = tuple(other for other in document.tlinks if other is not tlink)
            graph = build(replace(document, tlinks=others), ANNOTATORS, conventions=False)
            if graph.ask(a, relation_for(tlink.relation), b) is Answer.UNKNOWN:
                add_conventions(graph, links)
                found[graph.ask(a, relation_for(tlink.relation), b)] += 1
    return found


def rules() -> Iterator[tuple[str, Rule]]:
    """The conventions that the calendar has, by name; adjacent periods of all units as one."""

    def only(name: str) -> Rule:
        def rule(document: Document) -> list[PointLink]:
            links = read_calendar(document, ANNOTATORS)[1]
            return [link for link in links if general(link) == name]

        return rule

    found = (read_calendar(document, ANNOTATORS)[1] for document in gold())
    for name in dict.fromkeys(general(link) for links in found for link in links):
        yield name, only(name)


def general(link: PointLink) -> str:
    """The name of a convention, whatever the unit."""
    return re.sub(r"^adjacent \w+$", "adjacent periods", link.source.name)


# Rules that the calendar does not have ---------------------------------------------------------

Ends = tuple[Endpoint, Endpoint]


def ends(entity: str) -> Ends:
    return (entity, "start"), (entity, "end")


def said(x: Endpoint, op: str, y: Endpoint) -> PointLink:
    return PointLink(x, op, y, Convention("candidate"))


def equal(a: str, b: str) -> list[PointLink]:
    return [said(x, "=", y) for x, y in zip(ends(a), ends(b), strict=True)]


def creation_value(document: Document) -> Iterator[str]:
    """The timexes with the value of the creation time."""
    for timex in document.timexes:
        if document.dct is not None and timex.value == document.dct.value and not timex.mod:
            yield timex.tid


def whole_creation_time(document: Document) -> Iterator[PointLink]:
    for tid in creation_value(document):
        if tid != document.dct.tid:
            yield from equal(document.dct.tid, tid)


def creation_time_inside(document: Document) -> Iterator[PointLink]:
    for tid in creation_value(document):
        if tid != document.dct.tid:
            (start, end), (first, last) = ends(document.dct.tid), ends(tid)
            yield from (said(first, "<", start), said(end, "<", last))


def placed(document: Document) -> list[tuple[str, CalendarInterval]]:
    places = places_of(document, reading="annotators")
    return [(tid, place) for tid, place in places if isinstance(place, CalendarInterval)]


def parts_in_order(document: Document) -> Iterator[PointLink]:
    order = ["MO", "MI", "AF", "EV", "NI"]
    parts = [(place.earliest, order.index(place.part), tid)
             for tid, place in placed(document) if place.part in order]  # fmt: skip
    for (day, part, a), (other, later, b) in combinations(sorted(parts), 2):
        if day == other and part < later:
            yield said(ends(a)[1], "<", ends(b)[0])


def seasons_in_order(document: Document) -> Iterator[PointLink]:
    found = sorted((p.earliest, t) for t, p in placed(document) if p.granularity == "season")
    for (first, a), (later, b) in pairwise(found):
        if first < later:
            yield said(ends(a)[1], "<", ends(b)[0])


def same_season(document: Document) -> Iterator[PointLink]:
    vague = [(tid, p) for tid, p in placed(document) if p.granularity in ("season", "fiscal-year")]
    for (a, place), (b, other) in combinations(vague, 2):
        if place == other:
            yield from equal(a, b)


def same_reference(document: Document) -> Iterator[PointLink]:
    kinds: dict[Reference, str] = {}
    for tid, place in places_of(document, reading="annotators"):
        if isinstance(place, Reference):
            first = kinds.setdefault(place, tid)
            if first != tid:
                yield from equal(first, tid)


def present_is_creation_time(document: Document) -> Iterator[PointLink]:
    for tid, place in places_of(document, reading="annotators"):
        if document.dct is not None and place == Reference("PRESENT_REF"):
            yield from equal(document.dct.tid, tid)


def until_creation_time(document: Document) -> Iterator[PointLink]:
    for timex in document.timexes:
        if document.dct is not None and timex.end_point == document.dct.tid:
            yield said(ends(timex.tid)[1], "=", ends(document.dct.tid)[1])


def unknown_digits_inside(document: Document) -> Iterator[PointLink]:
    timexes = {tid: place for tid, place in placed(document) if place.part is None}
    for (a, vague), (b, whole) in combinations(timexes.items(), 2):
        if vague.exact != whole.exact and (vague.earliest, vague.latest) == (
            whole.earliest, whole.latest
        ):  # fmt: skip
            inner, outer = (b, a) if vague.exact else (a, b)
            yield said(ends(outer)[0], "<", ends(inner)[0])
            yield said(ends(inner)[1], "<", ends(outer)[1])


def candidates() -> dict[str, Rule]:
    """Rules that were tried and that the calendar does not have."""
    return {
        "the creation time is all of its value": whole_creation_time,
        "the creation time is strictly inside its value": creation_time_inside,
        "morning, noon, afternoon, evening and night in order": parts_in_order,
        "seasons in order": seasons_in_order,
        "the same season or fiscal year is the same time": same_season,
        "the present is the creation time": present_is_creation_time,
        "the same reference (now, currently) is the same time": same_reference,
        "a duration that ends with the creation time ends when it does": until_creation_time,
        "a value with X's is strictly inside its bounds": unknown_digits_inside,
    }


def readings() -> Iterator[tuple[str, str]]:
    """How many gold links each reading leaves out, and what it decides beside no calendar."""
    off, exact = replace(ANNOTATORS, calendar=False), replace(ANNOTATORS, calendar_reading="exact")
    for name, reading, conventions in (
        ("no calendar", off, True),
        ("`exact`", exact, True),
        ("`annotators`, certain arithmetic alone", ANNOTATORS, False),
        ("`annotators`", ANNOTATORS, True),
    ):

        def graphs(document: Document, policy: Policy) -> Graphs:
            one = build(document, off, on_conflict=policy)
            return one, build(
                document, reading, conventions=conventions, on_conflict=policy  # noqa: B023
            )  # fmt: skip

        counts = Counts(
            links_decided(lambda document: graphs(document, "drop-link")),
            answers_added(lambda document: graphs(document, "drop-constraint")),
        )
        left_out = sum(len(graphs(document, "drop-link")[1].conflicts) for document in gold())
        yield name, f"{left_out} | {counts.row()}"


def main() -> None:
    """Print the tables."""
    print("| reading | gold links left out | links right | wrong | answers added right | wrong |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, row in readings():
        print(f"| {name} | {row} |")
    for title, found in (("convention", rules()), ("not taken", candidates().items())):
        print(f"\n| {title} | links right | wrong | answers right | wrong |\n|---|--:|--:|--:|--:|")
        for name, rule in found:
            print(f"| {name} | {measure(rule).row()} |", flush=True)
    found = held_out(whole_creation_time)
    print("\nThe creation time as all of its value, links of events with it held out one by one: ")
    print(f"{found[Answer.YES]} right, {found[Answer.NO]} wrong")


if __name__ == "__main__":
    main()
