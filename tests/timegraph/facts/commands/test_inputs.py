"""Files and options that the commands for facts share."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from timegraph.commands.main import timegraph
from timegraph.commands.shared.command import BadUsage
from timegraph.facts.commands._inputs import FactsFile


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_files_that_cannot_be_read_are_bad_usage(
    root: Path, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "a.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadUsage, match=r"a\.jsonl"):
        FactsFile(path).read()
    questions = root / "examples" / "facts" / "questions.jsonl"
    for arguments in ([path], [questions, "--predictions", path]):
        done = CliRunner().invoke(timegraph, ["facts", "score", *map(str, arguments)])
        assert done.exit_code == 2
        assert "a.jsonl: " in done.stderr
