"""Files of every format, changed at random, through ``timegraph check`` and ``convert``.

    python tools/fuzz.py --count 30000 --seed 1

Each must end with an exit code of the command line, without a traceback, within 10 seconds of
processor time and 1 GB of memory. What does not is kept in a folder and named, and the exit code
is 1. The same count and seed make the same files.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from click.testing import CliRunner  # noqa: E402

from timegraph.commands.main import timegraph  # noqa: E402
from timeml.writers import FORMATS as TARGETS  # noqa: E402

MOST_SECONDS, MOST_BYTES = 10.0, 2**30
STORM = ROOT / "examples" / "kit" / "gold" / "news-festival-storm.tml"
PIECES = (
    *(b"\t", b"\n", b"\r", b"\0", b'"', b"'", b"<", b">", b"</", b"&", b"&#0;", b"{", b"}", b"["),
    *(b"]", b":", b",", b"|", b"#", b"-1", b"1e99", b"9" * 30, b"null", b"\xff", b"\xe2\x80\xa8"),
    *(b"BEFORE", b"VAGUE", b"CONTAINS", b"=" * 2_000, b"e1", b"t0", b"2020-13-45"),
)

Files = dict[str, bytes]
Change = Callable[[random.Random, bytes], bytes]


def _cut(draw: random.Random, data: bytes) -> bytes:
    first, last = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:first] + data[last:]


def _repeat(draw: random.Random, data: bytes) -> bytes:
    first, last = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:last] + data[first:last] * draw.choice((1, 1, 2, 20)) + data[last:]


def _insert(draw: random.Random, data: bytes) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + draw.choice(PIECES) + data[place:]


def _replace(draw: random.Random, data: bytes) -> bytes:
    place, piece = draw.randrange(len(data) + 1), draw.choice(PIECES)
    return data[:place] + piece + data[place + len(piece) :]


def _swap_lines(draw: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    draw.shuffle(lines)
    return b"\n".join(lines)


def _flip(draw: random.Random, data: bytes) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(draw.randint(1, 8)):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


CHANGES: tuple[Change, ...] = (_cut, _repeat, _insert, _insert, _replace, _swap_lines, _flip)


def sources() -> Mapping[str, Files]:
    """A small corpus in each format, and one in TimeML."""
    # By its name: what tests import is not for the type checker.
    examples = import_module("tests.timeml.readers.examples").EXAMPLES
    return {"timeml": {"storm.tml": STORM.read_bytes()}, **examples}


def changed(draw: random.Random, files: Files) -> Files:
    """The files with one to four changes in one of them."""
    result = dict(files)
    name = draw.choice(sorted(files))
    for _ in range(draw.randint(1, 4)):
        result[name] = draw.choice(CHANGES)(draw, result[name])
    return result


def run(arguments: list[str]) -> str:
    """What is wrong with how the command ends; ``""`` if nothing is."""
    begin, earlier = time.process_time(), _peak()
    done = CliRunner().invoke(timegraph, arguments)
    seconds = time.process_time() - begin
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"{type(done.exception).__name__}: {done.exception}"
    if "Traceback" in done.output or done.exit_code not in (0, 1, 2):
        return f"exit code {done.exit_code}: {done.output[-200:]}"
    if seconds > MOST_SECONDS:
        return f"took {seconds:.1f} s"
    peak = _peak()  # of the whole process: only a file that raises it took that much
    return f"{peak >> 20} MB of memory" if peak > max(earlier, MOST_BYTES) else ""


def _peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fuzz(count: int, seed: int, kept: Path, *, most_seconds: float = 0) -> tuple[Counter[str], int]:
    """How many files of each format were tried, and how many failed; these are in ``kept``."""
    tried: Counter[str] = Counter()
    failed, begin = 0, time.monotonic()
    formats, targets = sources(), list(TARGETS)
    for number in range(count):
        if most_seconds and time.monotonic() - begin > most_seconds:
            break
        draw = random.Random(f"{seed} {number}")
        format = list(formats)[number % len(formats)]
        with tempfile.TemporaryDirectory() as folder:
            for name, data in changed(draw, formats[format]).items():
                path = Path(folder, "in", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            named = ["--from", format] * draw.randint(0, 1)
            to = ["--to", draw.choice(targets), "--output", f"{folder}/out", "--as-label"]
            commands = (["check", *named], ["convert", *named, *to])
            faults = [f"{words[0]}: {fault}" for words in commands
                      if (fault := run([*words, f"{folder}/in"]))]  # fmt: skip
            tried[format] += 1
            if faults:
                failed += 1
                place = kept / f"{format}-{number}"
                place.parent.mkdir(parents=True, exist_ok=True)
                Path(folder, "in").rename(place)
                print(f"{place}: {'; '.join(faults)}", flush=True)
    return tried, failed


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many; 0: never")
    parser.add_argument("--kept", type=Path, default=Path("fuzz-failures"))
    chosen = parser.parse_args()
    tried, failed = fuzz(chosen.count, chosen.seed, chosen.kept, most_seconds=chosen.seconds)
    each = ", ".join(f"{format} {number:,}" for format, number in sorted(tried.items()))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{tried.total():,} files through check and convert ({each}): {failed} failed, "
          f"at most {peak} MB")  # fmt: skip
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
