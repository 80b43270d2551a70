"""XML of the Tarsqi Toolkit."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import TTK, read_all
from timeml import TimeMLError


def test_text_tags_and_creation_time() -> None:
    (fido,) = read_all(TTK)
    assert (fido.name, fido.scheme, fido.text[1:5]) == ("fido", "tml", "Fido")
    assert fido.dct is not None
    assert [(t.tid, t.value, t.text) for t in fido.timexes] == [
        ("t0", "2016-10-06", ""), ("t1", "2016-10-06", "today")
    ]  # fmt: skip
    assert [(e.eid, e.text, e.instances[0].eiid, e.instances[0].tense) for e in fido.events] == [
        ("e1", "left", "ei1", "PAST"), ("e2", "slept", "ei2", "PAST")
    ]  # fmt: skip
    assert [(k.source, k.rel_type, k.target, k.line) for k in fido.tlinks] == [
        ("ei1", "IS_INCLUDED", "t1", 18), ("ei1", "BEFORE", "ei2", 19)
    ]  # fmt: skip
    assert [(k.event_instance_id, k.rel_type) for k in fido.slinks] == [("ei1", "EVIDENTIAL")]
    assert fido.diagnostics == ()


def test_what_the_toolkit_does_not_write() -> None:
    data = TTK["fido.ttk"].replace(b"<SLINK", b"<QLINK").replace(b'begin="11"', b'begin="x"')
    (fido,) = read_all({"fido.ttk": data})
    assert [fault.code for fault in fido.diagnostics] == ["bad-span", "unread-relation"]
    assert fido.diagnostics[1].message.endswith("QLINK 1")
    with pytest.raises(TimeMLError, match=r"fido.ttk:1: has no <text> or no <tarsqi_tags>"):
        read_all({"fido.ttk": b"<ttk><text>It rained.</text></ttk>"})
