"""The example of an assistant's memory runs, and says what follows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_memory_of_an_assistant() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "dates" / "agent_memory.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    said = done.stdout
    assert "- Was the draft sent before the review? Yes." in said
    assert "- Was the draft sent before the talk? Unknown." in said
    assert "- Is the review over when the call starts? Yes." in said
    assert "- The call starts at 16:00 here.\n" in said
    assert "    Ben: the dinner.start - Ana's talk.start is exactly 2 days\n" in said
    assert "- Is the one from Rome older than 2020? Unknown; yes as written, since 1850 is" in said
    assert not done.stderr
