"""``timegraph formats``: what there is, in every form."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph
from timegraph.labels import SCHEMES
from timeml.readers.formats import FORMATS as READ
from timeml.writers import FORMATS as WRITTEN


def formats(*args: str) -> Result:
    return CliRunner().invoke(timegraph, ["formats", *args])


def test_every_format_and_scheme_is_listed() -> None:
    done = formats("--format", "json")
    content = json.loads(done.stdout)
    assert done.exit_code == 0
    listed = {one["name"]: one for one in content["formats"]}
    assert set(listed) == {"timeml", *READ, *WRITTEN}
    assert {name for name, one in listed.items() if one["written"] == "yes"} == set(WRITTEN)
    assert [scheme["name"] for scheme in content["schemes"]] == list(SCHEMES)
    assert content["schemes"][0]["labels"]["BEFORE"]


@pytest.mark.parametrize("format", ["text", "csv", "markdown"])
def test_every_form(format: str) -> None:
    done = formats("--format", format)
    assert done.exit_code == 0
    assert all(name in done.stdout for name in ("link-list", "tempeval2", "MAVEN"))


def test_one_is_explained() -> None:
    scheme = formats("tml-weak").stdout
    assert "IS_INCLUDED" in scheme
    assert "tml-weak: TimeML, where inclusion may share an endpoint" in scheme
    both = formats("matres").stdout  # a format and a scheme
    assert "a.start < b.start" in both
    assert "link lists with verbs" in both
    of_format = formats("estonian").stdout
    assert "est: Estonian TimeML" in of_format


def test_another_name_is_bad_usage() -> None:
    done = formats("thyne")
    assert (done.exit_code, "did you mean thyme?" in done.stderr) == (2, True)
    assert "; there are timeml, " in formats("xyz").stderr
