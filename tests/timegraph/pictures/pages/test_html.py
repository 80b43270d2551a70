"""The frame of pages: a policy that fits, and data that cannot break out."""

from __future__ import annotations

import json
import re

from timegraph.pictures.pages.writing import Part, data_block, page, static


def test_data_cannot_end_its_element():
    content = ["</script><script>alert(1)</script>", "\u2028 & <!--"]
    block = data_block("d", content)
    assert block.count("<") == 2
    inside = re.fullmatch(r'<script type="application/json" id="d">(.*)</script>', block, re.S)
    assert json.loads(inside[1]) == content


def test_the_policy_names_what_is_there():
    html = page("a <b>", "<p>", style=Part("p{}"), script=Part("1"))
    assert "<title>a &lt;b&gt;</title>" in html
    assert html.count("sha256-") == 2
    assert "default-src 'none'" in html
    assert "script-src" not in page("t", "", style=Part(""))


def test_what_is_shipped_names_no_network():
    for name in ("timeline.js", "timeline.css"):
        text = static(name).text
        assert text
        assert "http" not in text
        assert "import" not in text.replace("!important", "")
