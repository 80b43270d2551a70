"""CAT XML, as in MEANTIME (Minard et al. 2016) and EventStoryLine (Caselli & Vossen 2017).

One file for each document: its tokens, then its markables, then its relations. The text is made of
the tokens: a blank between tokens, a new line for each sentence. Markables EVENT_MENTION and, in
EventStoryLine, ACTION_... and NEG_ACTION_... are events, TIMEX3 and TIME_... timexes. The relation
TLINK is read; PLOT_LINK, CLINK and the others of these corpora do not speak of time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from timeml import _xml_tree as xml_tree
from timeml.document import Document
from timeml.readers.draft import Draft, Span, TokenText, joined
from timeml.readers.files import File

_EVENTS = ("EVENT_MENTION", "ACTION_", "NEG_ACTION_")
_TIMEXES = {
    "TIMEX3": None,
    "TIME_DATE": "DATE",
    "TIME_OF_THE_DAY": "TIME",
    "TIME_DURATION": "DURATION",
    "TIME_REPETITION": "SET",
}
# Relations of the guidelines that are not about time.
_OTHERS = ("CLINK", "GLINK", "HAS_PARTICIPANT", "PLOT_LINK", "REFERS_TO", "SLINK")
# Attributes of markables that are fields of an annotation, or of the tool alone.
_OWN = ("m_id", "comment", "type", "value", "functionInDocument", "DCT", "class")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` if it is not CAT XML."""
    (file,) = files
    tree = xml_tree.parse_plain(file.data, file.path)
    root = tree.root
    if root.tag != "Document":
        raise file.error(f"the root element is <{root.tag}>, not <Document> as in CAT", 1)
    text = TokenText()
    for token in root.iterfind("token"):
        id = token.get("t_id", "")
        if not id or not text.add(id, token.get("sentence"), token.text or ""):
            what = f"two tokens have the t_id {id!r}" if id else "a token has no t_id"
            raise file.error(f"{what}; number the tokens", tree.line(token))
    name = (root.get("doc_name") or file.base).removesuffix(".xml").removesuffix(".xml")
    draft = Draft(file, name, text.text)
    scheme = "meantime"
    for element in root.iterfind("Markables/*"):
        if _markable(draft, tree, element, text.places):
            scheme = "esl"
    for element in root.iterfind("Relations/*"):
        if element.tag != "TLINK":
            if element.tag not in _OTHERS:
                draft.unread(str(element.tag), tree.line(element))
            continue
        draft.link(
            element.get("relType", element.get("reltype", "")),
            _end(element, "source"),
            _end(element, "target"),
            lid=element.get("r_id", ""),
            line=tree.line(element),
        )
    yield draft.document(docid=root.get("doc_id"), scheme=scheme)


def _markable(
    draft: Draft, tree: xml_tree.Tree, element: Any, places: Mapping[Hashable, Span]
) -> bool:
    """Add a markable, if it is an event or a timex. Returns whether it is EventStoryLine's."""
    tag, line = str(element.tag), tree.line(element)
    is_event = tag.startswith(_EVENTS)
    if not is_event and tag not in _TIMEXES:
        return False
    id = element.get("m_id", "")
    spans = []
    for anchor in element.iterfind("token_anchor"):
        place = places.get(anchor.get("t_id", ""))
        if place is None:
            message = f"{tag} {id}: no token has the t_id {anchor.get('t_id')!r}"
            draft.fault("bad-span", f"{message}; that anchor is left out", id, tree.line(anchor))
        elif place[0] < place[1]:
            spans.append(place)
    given = element.attrib
    extra = tuple((k, v) for k, v in given.items() if k not in _OWN and v)
    if is_event:
        kind = None if tag == "EVENT_MENTION" else tag
        draft.event(id, joined(spans), class_=given.get("class", kind), line=line, extra=extra)
        return kind is not None
    draft.timex(
        *(id, joined(spans)),
        type=given.get("type") or _TIMEXES[tag],
        value=given.get("value") or None,
        dct=given.get("functionInDocument") == "CREATION_TIME" or given.get("DCT") == "TRUE",
        line=line,
        extra=extra,
    )
    return tag != "TIMEX3"


def _end(element: Any, tag: str) -> str:
    child = element.find(tag)
    return "" if child is None else str(child.get("m_id", ""))
