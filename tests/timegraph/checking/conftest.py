"""What rules find in the documents of the room below."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.timegraph.documents.conftest import FRAME, read_with, reading
from timegraph.checking.document import RULES, findings_of
from timegraph.findings import Finding

__all__ = ["FRAME", "findings", "read_with", "reading"]


@pytest.fixture
def findings() -> Callable[..., list[Finding]]:
    """What rules find in a document: those of the codes given, else all."""

    def find(added: str, *codes: str, frame: str = FRAME) -> list[Finding]:
        return findings_of(read_with(added, frame), frozenset(codes or RULES))

    return find
