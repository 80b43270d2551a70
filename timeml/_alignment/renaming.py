"""A document with new ids: every annotation and every reference to one, consistently."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from timeml._alignment.new_ids import NewIds
from timeml._model.entity_index import EntityIndex
from timeml._model.layout import Attributes, Layout, Mark, Raw, Token
from timeml.document import Document, Event, Instance, Timex3, TLink

__all__ = ["Renaming"]

_PREFIX = re.compile(r"(?:ei|[a-z])(?=[0-9]+$)")

_REFERENCES: dict[str, dict[str, str]] = {
    "EVENT": {"eid": "event"},
    "TIMEX3": {
        "tid": "timex",
        "anchorTimeID": "timex",
        "beginPoint": "timex",
        "endPoint": "timex",
    },
    "MAKEINSTANCE": {"eiid": "instance", "eventID": "event"},
    "CONFIDENCE": {"tagID": "any"},
}
"""By element that is only in the layout, the attributes that hold ids, and ids of what."""


class Renaming:
    """A system's document with new ids, in which every reference means what it meant before.

    ``events`` maps each old eid to the event with its new ids. A reference to nothing stays as it
    is, except where its id would now mean something; then it gets a fresh id of no meaning.
    """

    def __init__(self, system: Document, key: Document, ids: NewIds) -> None:
        self._system = system
        self._key = key
        self._ids = ids
        self._new_eids = set(ids.eids.values())
        self._new_tids = set(ids.tids.values())
        self._unused: dict[str, str] = {}  # id of no meaning -> fresh id of no meaning
        self._new_events = tuple(self._event(event) for event in system.events)
        self.events: dict[str, Event] = {}
        for old, new in zip(system.events, self._new_events, strict=True):
            self.events.setdefault(old.eid, new)
        self._new_lost = {id: self._lost(id) for id in sorted(system.layout.lost)}
        # What an id will mean in the new document.
        self._index = EntityIndex(
            self._new_events,
            [replace(timex, tid=ids.tids[timex.tid]) for timex in system.timexes],
            lost=self._new_lost.values(),
        )

    def document(self) -> Document:
        """The system's document with its new ids."""
        system = self._system
        timexes = tuple(self._timex(timex) for timex in system.timexes)
        return replace(
            system,
            dct=timexes[0] if system.dct is not None else None,
            timexes=timexes,
            events=self._new_events,
            tlinks=tuple(self._tlink(link) for link in system.tlinks),
            slinks=tuple(
                replace(
                    link,
                    event_instance_id=self._reference(link.event_instance_id),
                    subordinated_event_instance=self._reference(link.subordinated_event_instance),
                )
                for link in system.slinks
            ),
            alinks=tuple(
                replace(
                    link,
                    event_instance_id=self._reference(link.event_instance_id),
                    related_to_event_instance=self._reference(link.related_to_event_instance),
                )
                for link in system.alinks
            ),
            layout=self._layout(),
        )

    def _event(self, event: Event) -> Event:
        ids = self._ids
        eid = ids.eids[event.eid]
        instances = tuple(
            replace(instance, eiid=ids.eiids[instance.eiid], event_id=eid)
            for instance in event.instances
        )
        if not instances and event.eid in ids.added:
            instances = (Instance(ids.added[event.eid], eid),)
        return replace(event, eid=eid, instances=instances)

    def _timex(self, timex: Timex3) -> Timex3:
        def new(id: str | None) -> str | None:
            return id and self._among(id, self._ids.tids, self._new_tids)

        return replace(
            timex,
            tid=self._ids.tids[timex.tid],
            anchor_time_id=new(timex.anchor_time_id),
            begin_point=new(timex.begin_point),
            end_point=new(timex.end_point),
        )

    def _tlink(self, link: TLink) -> TLink:
        return replace(
            link, source=self._reference(link.source), target=self._reference(link.target)
        )

    def _reference(self, id: str) -> str:
        """The new id at an end of a link."""
        entity = self._system.resolve_end(id)
        if entity is None:
            return self._dangling(id)
        new = self._entity(entity)
        if id == entity:
            return new
        # An eid that means its first instance, or the alias eiN of eN, stays one.
        annotation = self._system.entity(entity)
        assert isinstance(annotation, Event)  # a timex has only one id
        eid = self._ids.eids[annotation.eid]
        kept = eid if id == annotation.eid else "ei" + eid[1:]
        return kept if self._index.resolve_end(kept) == new else new

    def _entity(self, entity: str) -> str:
        """The new id of an entity of the system."""
        annotation = self._system.entity(entity)
        if isinstance(annotation, Timex3):
            return self._ids.tids[entity]
        if annotation.instances:
            return self._ids.eiids[entity]
        return self.events[entity].ids[0]

    def _dangling(self, id: str) -> str:
        """The new id of a reference to nothing."""
        if not id or (id not in self._ids.of_key and self._index.resolve_end(id) is None):
            return id
        return self._unused_id(id)

    def _lost(self, id: str) -> str:
        """The new id of a lost instance.

        It changes if it is an alias in the key, because a lost id hides the alias.
        """
        if id in self._ids.eiids:
            return self._ids.eiids[id]
        is_alias = id not in self._ids.of_key and self._key.resolve(id) is not None
        return self._unused_id(id) if is_alias else id

    def _unused_id(self, id: str) -> str:
        if id not in self._unused:
            prefix = _PREFIX.match(id)
            self._unused[id] = self._ids.fresh(prefix.group() if prefix else "x")
        return self._unused[id]

    def _among(self, id: str, old: Mapping[str, str], new: set[str]) -> str:
        """The new id of a reference that can only mean annotations of one kind."""
        if id in old:
            return old[id]
        return self._unused_id(id) if id in new else id

    def _layout(self) -> Layout:
        """The layout with new ids and with marks for the instances that were added.

        The ids of elements that were left out are renamed, too, so that the written file is read
        in the same way.
        """
        layout = self._system.layout
        if not layout.tokens:  # it was not read from a file
            return layout
        tokens: list[Token] = [
            self._raw(token) if isinstance(token, Raw) else token for token in layout.tokens
        ]
        lost = frozenset(self._new_lost.values())
        if not self._ids.added:
            return replace(layout, tokens=tuple(tokens), lost=lost)
        last = len(tokens)
        if Mark.MAKEINSTANCE in tokens:
            last -= tokens[::-1].index(Mark.MAKEINSTANCE)
        tokens[last:last] = [Mark.MAKEINSTANCE] * len(self._ids.added)
        old: list[int] = []  # the new indices of the old instances, in their order
        added: list[int] = []
        index = 0
        for before, after in zip(self._system.events, self._new_events, strict=True):
            indices = range(index, index + len(after.instances))
            (old if before.instances else added).extend(indices)
            index += len(after.instances)
        order = tuple([old[k] for k in layout.instance_order or range(len(old))] + added)
        return replace(layout, tokens=tuple(tokens), instance_order=order, lost=lost)

    def _raw(self, raw: Raw) -> Raw:
        kind = raw.tag.rsplit("}")[-1]
        known = _REFERENCES.get(kind)
        if not known:
            return raw
        attributes = tuple(self._attributes(raw.attributes, known))
        return raw if attributes == raw.attributes else replace(raw, attributes=attributes)

    def _attributes(
        self, attributes: Attributes, known: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        ids = self._ids
        for name, value in attributes:
            kind = known.get(name)
            if not value or kind is None:
                yield name, value
            elif kind == "event":
                yield name, self._among(value, ids.eids, self._new_eids)
            elif kind == "timex":
                yield name, self._among(value, ids.tids, self._new_tids)
            elif kind == "instance":
                new = ids.eiids.get(value) or ids.tids.get(value)
                yield name, new or self._new_lost.get(value, value)
            else:
                yield name, ids.every.get(value, value)
