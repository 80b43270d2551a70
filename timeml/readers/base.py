"""Documents without text beside the TimeML documents that they annotate."""

from __future__ import annotations

from dataclasses import replace

from timeml._model.layout import Layout
from timeml.document import Document, TLink

__all__ = ["with_base"]


def with_base(document: Document, base: Document) -> Document:
    """``document``, such as that of a link list, with the text, events and timexes of ``base``.

    Its links stay, and name instances where the list names events; ``t0`` is the creation time,
    whatever its tid in ``base``. Events and timexes that ``base`` does not have stay, too, without
    a place in the text: TimeBank-Dense marks events that TimeBank does not. Lines of links are
    those of the list, lines of other annotations those of ``base``.
    """
    dct = None if document.dct is None else document.dct.tid

    def meant(id: str) -> str:
        entity = base.resolve_end(id)
        if entity is None and base.dct is not None and id == dct:
            return base.dct.tid
        return entity or id

    timexes = {timex.tid for timex in base.timexes}
    instances = {instance.eiid for instance in base.instances}

    def linked(link: TLink) -> TLink:
        source, target = meant(link.source), meant(link.target)
        of, to = "eventID", "relatedToEvent"
        if source in timexes or source in instances:
            of = "timeID" if source in timexes else "eventInstanceID"
        if target in timexes or target in instances:
            to = "relatedToTime" if target in timexes else "relatedToEventInstance"
        return replace(link, source=source, target=target, source_attribute=of, target_attribute=to)

    # An id of the list that means nothing in the base is an annotation of the list alone.
    added = {id for id in document.entities if base.resolve_end(meant(id)) is None}
    more = tuple(timex for timex in document.timexes if timex.tid in added)
    creation = base.dct
    if creation is None and document.dct in more:
        creation = document.dct
        more = (*(() if creation is None else (creation,)), *base.timexes, *more[1:])
    else:
        more = (*base.timexes, *more)
    return replace(
        base,
        dct=creation,
        events=(*base.events, *(event for event in document.events if event.eid in added)),
        timexes=more,
        tlinks=tuple(map(linked, document.tlinks)),
        scheme=document.scheme,
        name=document.name,
        # What is added has no place in the base's own layout.
        layout=replace(
            Layout() if added else base.layout, diagnostics=(), format=document.layout.format
        ),
    )
