"""The format of the Tarsqi Toolkit (Verhagen & Pustejovsky 2012): the text, and tags next to it.

What the toolkit found (``tarsqi_tags``) is read: EVENT, which is an instance, too, TIMEX3, TLINK,
ALINK and SLINK. The creation time is that of the metadata. Tags of the source (``source_tags``) are
what the toolkit was fed with, and are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from timeml import _xml_tree as xml_tree
from timeml.document import Document
from timeml.readers.draft import Draft, Span, iso_date
from timeml.readers.files import File
from timeml.readers.marks import as_in_timeml

_OWN = ("begin", "end", "eid", "eiid", "tid", "class", "type", "value", "mod")
_ENDS = ("eventInstanceID", "eventID", "timeID")
_RELATED = (
    *("relatedToEventInstance", "relatedToEvent", "relatedToTime"),
    "subordinatedEventInstance",
)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` if it is not of the toolkit."""
    (file,) = files
    tree = xml_tree.parse_plain(file.data, file.path)
    text, tags = tree.root.find("text"), tree.root.find("tarsqi_tags")
    if text is None or tags is None:
        message = "has no <text> or no <tarsqi_tags>, as files of the Tarsqi Toolkit have"
        raise file.error(f"{message}; write it again with the toolkit", 1)
    name = re.sub(r"\.(?:ttk|xml)$", "", file.base, flags=re.IGNORECASE)
    draft = Draft(file, name, "".join(text.itertext()))
    dct = tree.root.find("metadata/dct")
    if dct is not None and dct.get("value"):
        draft.timex("t0", type="DATE", value=iso_date(dct.get("value")), dct=True)
    event_of: dict[str, str] = {}
    for element in tags.iterchildren("*"):
        if element.tag == "EVENT":
            _event(draft, tree, element, event_of)
        elif element.tag == "TIMEX3":
            _timex(draft, tree, element)
    for element in tags.iterchildren("*"):
        if str(element.tag).upper().endswith("LINK"):
            _link(draft, tree, element)
    yield as_in_timeml(draft.document(), event_of)


def _spans(draft: Draft, element: Any, id: str, line: int | None) -> list[Span]:
    begin, end = element.get("begin", ""), element.get("end", "")
    if begin.isdecimal() and end.isdecimal():
        return [(int(begin), int(end))]
    draft.fault("bad-span", f"{element.tag} {id}: its begin and end are not numbers", id, line)
    return []


def _event(draft: Draft, tree: xml_tree.Tree, element: Any, event_of: dict[str, str]) -> None:
    line = tree.line(element)
    id = element.get("eiid") or element.get("eid", "")
    if element.get("eid"):
        event_of.setdefault(id, element.get("eid"))
    extra = tuple((k, v) for k, v in element.attrib.items() if k not in _OWN)
    spans = _spans(draft, element, id, line)
    draft.event(id, spans, class_=element.get("class"), line=line, extra=extra)


def _timex(draft: Draft, tree: xml_tree.Tree, element: Any) -> None:
    id, line = element.get("tid", ""), tree.line(element)
    draft.timex(
        *(id, _spans(draft, element, id, line)),
        type=element.get("type"),
        value=iso_date(element.get("value") or "") or None,
        mod=element.get("mod"),
        dct=element.get("functionInDocument") == "CREATION_TIME",
        line=line,
        extra=tuple((k, v) for k, v in element.attrib.items() if k not in _OWN),
    )


def _link(draft: Draft, tree: xml_tree.Tree, element: Any) -> None:
    line = tree.line(element)
    source, target = (
        next(filter(None, map(element.get, names)), "") for names in (_ENDS, _RELATED)
    )
    label, lid = element.get("relType", ""), element.get("lid", "")
    if element.tag == "TLINK":
        draft.link(label, source, target, lid=lid, line=line)
    elif element.tag in ("ALINK", "SLINK"):
        add = draft.alink if element.tag == "ALINK" else draft.slink
        add(lid, label, source, target, line)
    else:
        draft.unread(str(element.tag), line)
