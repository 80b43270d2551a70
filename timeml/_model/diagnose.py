"""What is wrong with the annotations of a document, wherever they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeml._model.annotations import Event, TLink
from timeml._model.entity_index import EntityIndex
from timeml.errors import Diagnostic

__all__ = ["diagnose"]


def diagnose(
    events: Sequence[Event],
    tlinks: Sequence[TLink],
    index: EntityIndex,
    *,
    has_dct: bool,
    text: str = "",
    scheme: str = "tml",
    format: str = "timeml",
) -> Iterator[Diagnostic]:
    """What is missing from a document, and then what is wrong with its TLINKs, in file order.

    ``index`` is that of the document with this ``text``; ``has_dct`` says whether it has a creation
    time. Labels of
    a ``scheme`` other than ``tml`` are not known here, and only TimeML demands a creation time and
    instances: files in another ``format`` need not have them.
    """
    if text.strip() and len(index.entities) <= has_dct and not tlinks:
        message = "the document has words, but no event, time expression or link is annotated"
        yield Diagnostic("no-annotation", f"{message}: nothing can be asked of it")
    if format == "timeml":
        yield from _of_document(events, index, has_dct)
    lids: set[str] = set()
    for link in tlinks:
        yield from _of_link(link, index, any_label=scheme != "tml")
        if link.lid in lids:
            message = f"TLINK {link.lid}: an earlier TLINK has the same lid; left out"
            yield Diagnostic("duplicate-id", message, link.lid, link.line)
        elif link.lid:
            lids.add(link.lid)
        else:
            yield Diagnostic("missing-id", "TLINK without a lid", "", link.line)


def _of_document(
    events: Sequence[Event], index: EntityIndex, has_dct: bool
) -> Iterator[Diagnostic]:
    if not has_dct:
        message = (
            "the document has no creation time: no TIMEX3 is in DCT, and none has the "
            "functionInDocument CREATION_TIME or PUBLICATION_TIME"
        )
        yield Diagnostic("no-dct", message)
    yield from _of_events(events, index)


def _of_events(events: Sequence[Event], index: EntityIndex) -> Iterator[Diagnostic]:
    without: list[Event] = []
    for event in events:
        if event.instances:
            continue
        if index.entities[event.eid] is event:
            without.append(event)
        else:
            message = f"EVENT {event.eid} has no MAKEINSTANCE, and another annotation has its id"
            yield Diagnostic("duplicate-id", f"{message}; left out", event.eid, event.line)
    if any(event.instances for event in events):
        for event in without:
            message = f"EVENT {event.eid} has no MAKEINSTANCE; its eid is used instead"
            yield Diagnostic("no-instance", message, event.eid, event.line)
    elif without:
        # Key files have no instances by design, so one line replaces one for each EVENT.
        eids = (
            f"eids of its {len(without)} EVENTs are" if len(without) > 1 else "eid of its EVENT is"
        )
        message = f"the document has no MAKEINSTANCE; the {eids} used instead"
        yield Diagnostic("no-instance", message)


def _of_link(link: TLink, index: EntityIndex, *, any_label: bool) -> Iterator[Diagnostic]:
    name = f"TLINK {link.lid}" if link.lid else "TLINK without a lid"
    if any_label:
        pass
    elif not link.rel_type:
        yield Diagnostic("unknown-reltype", f"{name} has no relType; left out", link.lid, link.line)
    elif link.relation is None:
        message = f"{name} has relType {link.rel_type!r}, which is not a relation type of TimeML"
        yield Diagnostic("unknown-reltype", f"{message}; left out", link.lid, link.line)
    ends = (
        ("source", link.source_attribute, link.source),
        ("target", link.target_attribute, link.target),
    )
    for side, attribute, id in ends:
        if not id:
            message = f"{name} has no {side}; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
        elif index.resolve_end(id) is None:
            message = f"{name}: {attribute}={id!r} is not the id of an annotation; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
    source = index.resolve_end(link.source)
    if source is not None and source == index.resolve_end(link.target):
        message = f"{name} relates {source} to itself"
        yield Diagnostic("self-link", message, link.lid, link.line)
