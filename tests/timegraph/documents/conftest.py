"""Documents in one line each, for the tests of what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.documents.closure import Reading
from timegraph.options import Interpretation
from timeml import read

FRAME = """\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="OCCURRENCE">ate</EVENT>, <EVENT eid="e2" class="STATE">slept</EVENT>
<SIGNAL sid="s1">on</SIGNAL> <TIMEX3 tid="t1" type="DATE" value="2020-01-03">the third</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei11" eventID="e1"/><MAKEINSTANCE eiid="ei12" eventID="e2"/>
{}</TimeML>"""  # noqa: E501 - four lines; what is added begins on the fifth


def read_with(
    added: str, frame: str = FRAME, interpretation: Interpretation = Interpretation()
) -> Reading:
    data = frame.format(added).encode()
    return Reading(read(data), path="x.tml", data=data, interpretation=interpretation)


@pytest.fixture
def reading() -> Callable[..., Reading]:
    """Two events (instances ei11, ei12), a signal and two timexes, and what is added to them."""
    return read_with
