"""``timex-length``: durations that are not as long as their value says."""

from __future__ import annotations

from timegraph.checking import Selection, check_document
from timegraph.findings import Finding
from timeml import read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<TIMEX3 tid="t1" type="DATE" value="2020-01-03">3 January</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="2020-07-01">1 July</TIMEX3>
<TIMEX3 tid="t3" type="DURATION" value="P2M" beginPoint="t1" endPoint="t2">two months</TIMEX3>
<TIMEX3 tid="t4" type="DURATION" value="P6M" beginPoint="t1" endPoint="t2">six months</TIMEX3>
<TIMEX3 tid="t5" type="DURATION" value="P3D">three days</TIMEX3></TEXT>
<TLINK lid="l1" relType="SIMULTANEOUS" timeID="t5" relatedToTime="t1"/></TimeML>"""
)


def found(**choices: object) -> list[Finding]:
    selection = Selection(select=("timex-length",))
    return list(
        check_document(DOCUMENT, path="a.tml", selection=selection, **choices).findings  # type: ignore[arg-type]
    )


def test_a_length_beside_the_dates_of_its_ends_is_reported_always() -> None:
    for calendar in (False, True):
        (finding,) = found(calendar=calendar)
        assert finding.message == (
            "TIMEX3 t3 \"two months\" has value='P2M', but the dates of its begin point and "
            "end point make it at least 179 days and at most 181 days long"
        )
        assert (finding.severity, finding.ids) == ("warning", ("t3",))
        assert {mention.id for mention in finding.mentions} == {"t3", "t1", "t2"}


def test_with_durations_what_links_contradict_is_reported_with_them() -> None:
    rounded, contradicted = found(calendar=True, durations="soft")
    assert rounded.ids == ("t3",)
    assert contradicted.message == (
        "TIMEX3 t5 \"three days\" has value='P3D', but l1 and dates make it exactly 1 day long"
    )
    assert [link.id for link in contradicted.links] == ["l1"]
    assert len(found(durations="soft")) == 1, "without dates l1 contradicts nothing"


def test_lengths_are_no_part_of_conflicts_and_repairs() -> None:
    checked = check_document(
        DOCUMENT, path="a.tml", calendar=True, durations="exact", time_limit=1.0
    )
    assert checked.links_left_out == 0
