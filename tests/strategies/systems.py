"""Annotations by a system: the same text, with other ids and some faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.testing.strategies._arguments import check_number
from timegraph.testing.strategies._links import annotated_types, below, span_ids
from timeml import Document, Event, Instance, Timex3, TLink

# Annotations by a system: the same text, with other ids and some faults.
#
# A system is the renumbered document with faults. Only the faults are drawn, so that an example
# shrinks to the faults that matter.


Span = tuple[int, int]

_LABELS = st.sampled_from([rel_type.value for rel_type in annotated_types()])


def system_annotations(
    document: Document,
    *,
    max_faults: int = 6,
    allow_missing: bool = True,
    allow_shifted: bool = True,
    allow_extra: bool = True,
    allow_relabelled: bool = True,
) -> st.SearchStrategy[Document]:
    """Annotations of the text of ``document`` by a system with ids of its own.

    All ids are new, and there are up to ``max_faults`` faults: events, timexes, instances and
    TLINKs that are missing (``allow_missing``) or extra (``allow_extra``), events and timexes that
    begin or end up to three characters away (``allow_shifted``), TLINKs of another type
    (``allow_relabelled``). A TLINK whose source or target is missing is missing as well. Signals,
    SLINKs, ALINKs and events outside the text are not annotated. Shrinks to few faults, and to the
    renumbered ``document``.
    """
    if not isinstance(document, Document):
        raise InvalidArgument(f"document={document!r} is not a timeml.Document")
    check_number("max_faults", max_faults)
    forms = _forms(document, allow_missing, allow_shifted, allow_extra, allow_relabelled)
    faults = st.lists(_faults(document, forms), max_size=max_faults if forms else 0)
    return st.builds(_system, st.just(document), faults, _NUMBERS)


@dataclass(frozen=True)
class _Fault:
    """A fault: its kind, the annotation that it concerns (if any), and its details."""

    what: str
    which: str = ""
    shift: tuple[int, int] = (0, 0)
    label: str = ""
    ends: tuple[str, str] = ("", "")


Form = tuple[str, Sequence[str]]
"""A kind of fault, and the annotations that it can concern."""


def _forms(
    document: Document, missing: bool, shifted: bool, extra: bool, relabelled: bool
) -> list[Form]:
    """The kinds of faults that are possible in the document."""
    spans = [a.tid for a in document.timexes if a.start is not None]
    spans += [event.eid for event in document.events if event.start is not None]
    others = [instance.eiid for instance in document.instances]
    others += [] if document.dct is None else [document.dct.tid]
    links = [link.lid for link, _, _ in document.linked]
    # Kinds that need more annotations come last, so that a fault keeps its kind while the document
    # shrinks.
    forms: list[tuple[bool, str, Sequence[str]]] = [
        (extra, "event", [""]),
        (extra, "timex", [""]),
        (missing, "missing", [*spans, *others]),
        (shifted, "shifted", spans),
        (extra, "link", document.entities),
        (missing, "missing", links),
        (relabelled, "relabelled", links),
    ]
    return [(what, which) for allowed, what, which in forms if allowed and which]


_NUMBERS = st.tuples(st.integers(1, 50), st.integers(1, 50))
_STEPS = st.sampled_from([-3, -2, -1, 1, 2, 3])
_NO_STEP = st.just(0)
_SHIFTS = st.tuples(_STEPS, _NO_STEP) | st.tuples(_NO_STEP, _STEPS) | st.tuples(_STEPS, _STEPS)


@st.composite
def _faults(draw: st.DrawFn, document: Document, forms: Sequence[Form]) -> _Fault:
    """One fault.

    Drawing positions is much faster than making a strategy for the annotations of each document.
    """
    what, which = forms[draw(below(len(forms)))]
    if what in ("event", "timex"):
        return _Fault(what, shift=(draw(below(len(document.text) + 1)), draw(below(6))))
    item = which[draw(below(len(which)))]
    if what == "link":
        return _Fault(what, label=draw(_LABELS), ends=(item, which[draw(below(len(which)))]))
    if what == "shifted":
        return _Fault(what, item, shift=draw(_SHIFTS))
    return _Fault(what, item, label=draw(_LABELS) if what == "relabelled" else "")


@dataclass
class _Spans:
    """The spans that the system annotates; they must nest, since TimeML cannot express others."""

    text: str
    taken: list[Span] = field(default_factory=list)

    def take(self, start: int, end: int) -> Span | None:
        """The part of the span within the text; ``None`` if it crosses another span."""
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        if any(a < start < b < end or start < a < end < b for a, b in self.taken):
            return None
        self.taken.append((start, end))
        return start, end


def _system(document: Document, faults: Sequence[_Fault], first: tuple[int, int]) -> Document:
    missing = {fault.which for fault in faults if fault.what == "missing"}
    shifts = {fault.which: fault.shift for fault in faults if fault.what == "shifted"}
    spans = _Spans(document.text)
    events: list[tuple[Span, Event | None]] = []
    timexes: list[tuple[Span, Timex3 | None]] = []

    def place(id: str, start: int | None, end: int | None) -> Span | None:
        if id in missing or start is None or end is None:
            return None
        by = shifts.get(id, (0, 0))
        return spans.take(start + by[0], end + by[1])

    for timex in document.timexes:
        if (span := place(timex.tid, timex.start, timex.end)) is not None:
            timexes.append((span, timex))
    for event in document.events:
        if (span := place(event.eid, event.start, event.end)) is not None:
            events.append((span, event))
    for fault in faults:
        start, length = fault.shift
        if fault.what == "event" and (span := spans.take(start, start + length)) is not None:
            events.append((span, None))
        if fault.what == "timex" and (span := spans.take(start, start + length)) is not None:
            timexes.append((span, None))

    ids: dict[str, str] = {}  # of the document -> of the system
    dct = None
    if document.dct is not None and document.dct.tid not in missing:
        dct = replace(document.dct, tid=f"t{first[0] - 1}")
        ids[document.dct.tid] = dct.tid
    made = _timexes(document.text, timexes, first[0], ids)
    system = Document(
        text=document.text,
        docid=document.docid,
        dct=dct,
        events=_events(document.text, events, missing, first, ids),
        timexes=made if dct is None else (dct, *made),
        name=document.name,
    )
    return replace(system, tlinks=_tlinks(document, faults, missing, ids))


def _text_order(item: tuple[Span, object]) -> Span:
    (start, end), _ = item
    return start, -end


def _timexes(
    text: str, timexes: Sequence[tuple[Span, Timex3 | None]], first: int, ids: dict[str, str]
) -> tuple[Timex3, ...]:
    made = []
    for number, ((start, end), timex) in enumerate(sorted(timexes, key=_text_order), start=first):
        tid = f"t{number}"
        if timex is None:
            timex = Timex3("", "DATE", "1998-05-03", start, end, "")
        else:
            ids[timex.tid] = tid
        covered = text[start:end]
        made.append(replace(timex, tid=tid, start=start, end=end, text=covered))
    return tuple(replace(timex, anchor_time_id=None) for timex in made)


def _events(
    text: str,
    events: Sequence[tuple[Span, Event | None]],
    missing: set[str],
    first: tuple[int, int],
    ids: dict[str, str],
) -> tuple[Event, ...]:
    made = []
    number, eiid_number = first
    for (start, end), event in sorted(events, key=_text_order):
        eid, instances = f"e{number}", []
        number += 1
        theirs: tuple[Instance, ...] = (Instance("", ""),) if event is None else event.instances
        for instance in theirs:
            if instance.eiid in missing:
                continue
            eiid = f"ei{eiid_number}"
            eiid_number += 1
            ids[instance.eiid] = eiid
            instances.append(replace(instance, eiid=eiid, event_id=eid, signal_id=None))
        if event is not None:
            ids[event.eid] = eid
        class_ = "OCCURRENCE" if event is None else event.class_
        made.append(Event(eid, class_, start, end, text[start:end], tuple(instances)))
    return tuple(made)


def _tlinks(
    document: Document, faults: Sequence[_Fault], missing: set[str], ids: dict[str, str]
) -> tuple[TLink, ...]:
    labels = {fault.which: fault.label for fault in faults if fault.what == "relabelled"}
    said = [
        (source, labels.get(link.lid, link.rel_type), target)
        for link, source, target in document.linked
        if link.lid not in missing
    ]
    said += [
        (fault.ends[0], fault.label, fault.ends[1]) for fault in faults if fault.what == "link"
    ]
    made: list[TLink] = []
    for a, label, b in said:
        if a in ids and b in ids:
            source, target = ids[a], ids[b]
            attributes = span_ids(source)[0], span_ids(target)[1]
            made.append(TLink(f"l{len(made) + 1}", label, source, target, *attributes))
    return tuple(made)
