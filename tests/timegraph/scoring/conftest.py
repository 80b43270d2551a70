"""Small collections of documents, written for these tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

# e1 e2 e3 stand in the same places in both; the key has no links, as the official keys.
KEY = """\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1">ate</EVENT>, then <EVENT eid="e2">slept</EVENT> and
<EVENT eid="e3">dreamt</EVENT>.</TEXT></TimeML>
"""

SYSTEM = """\
<TimeML><DCT><TIMEX3 tid="t9" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e7" class="OCCURRENCE">ate</EVENT>, then
<EVENT eid="e8" class="OCCURRENCE">slept</EVENT> and dreamt.</TEXT>
<MAKEINSTANCE eiid="ei70" eventID="e7"/>
<MAKEINSTANCE eiid="ei80" eventID="e8"/>
<TLINK lid="l1" eventInstanceID="ei70" relType="BEFORE" relatedToEventInstance="ei80"/>
{links}</TimeML>
"""

Write = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Write:
    """Writes files into a new folder: ``folder("name", **{"a.tml": text})``."""

    def write(name: str, **files: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        for file, text in files.items():
            (place / file).write_text(text, encoding="utf-8")
        return place

    return write


@pytest.fixture
def key_text() -> str:
    return KEY


@pytest.fixture
def system_text() -> Callable[..., str]:
    """The system's document, with more links if given."""

    def text(links: str = "") -> str:
        return SYSTEM.format(links=links)

    return text
