"""Question sets that are broken or mean harm: an error of few words, quickly and in bounds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.limits import cpu_limit
from tests.strategies.question_sets import question_set_bytes, question_sets
from timegraph.qa import QuestionSet, QuestionSetError, parse_question, read_questions

DOCUMENT = timeml.read(
    b"<TimeML><TEXT>It <EVENT eid='e1'>rained</EVENT>.</TEXT></TimeML>", name="a.tml"
)
GOOD = b"1|a.tml|IS e1 BEFORE e2|Was it?|yes\n"
LONG = b"x" * 1_000_000

HOSTILE = {
    "nul": (b"\0" * 1000, "1: 1 field instead of 4 or more"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0", "1: byte 0x89 is not UTF-8"),
    "utf-16": (GOOD.decode().encode("utf-16"), "1: is UTF-16"),
    "utf-16-without-mark": (GOOD.decode().encode("utf-16-le"), "1: "),
    "surrogate": (GOOD + b"2|a|IS e1 BEFORE e2|\xed\xa0\x80|yes\n", "2: byte 0xed is not UTF-8"),
    "cut-in-character": (GOOD + b"2|a|IS e1 BEFORE e2|caf\xc3", "2: byte 0xc3 is not UTF-8"),
    "tabs": (GOOD.replace(b"|", b"\t"), "1: 1 field instead of 4 or more"),
    "commas": (GOOD.replace(b"|", b","), "1: 1 field instead of 4 or more"),
    "xml": (b"<TimeML>\n<TEXT>It rained.</TEXT></TimeML>", "1: 1 field instead of 4 or more"),
    "only-bars": (b"|" * 100_000, "1: no document is named"),
    "only-blanks": (b" \t\r\n" * 100_000, "1: the file has no questions"),
    "long-line": (GOOD + LONG, "2: 1 field instead of 4 or more"),
    "long-first-word": (GOOD + b"2|a|" + LONG + b"|x|yes", "2: 'xxx"),
    "long-relation": (GOOD + b"2|a|IS e1 " + LONG + b" e2|x|yes", "2: unknown relation 'xxx"),
    "long-list": (GOOD + b"2|a|LIST " + LONG + b" e2|x", "2: unknown relation 'xxx"),
    "long-last-word": (
        GOOD + b"2|a|IS e1 AFTER " + LONG + b" e2|x|yes",
        "2: .*has more words after 'xxx",
    ),
    "many-words": (
        GOOD + b"2|a|IS" + b" e1" * 300_000 + b"|x|yes",
        "2: .*has more words after 'e1'",
    ),
    "long-answer": (GOOD + b"2|a|IS e1 AFTER e2|x|" + LONG, "2: the answer 'xxx"),
}


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_lines_are_named_in_few_words(tmp_path: Path, name: str, lenient: bool) -> None:
    data, said = HOSTILE[name]
    with cpu_limit(10):
        read = read_bytes(tmp_path, data, lenient=lenient)
    assert isinstance(read, QuestionSetError) or lenient
    told = str(read) if isinstance(read, QuestionSetError) else read.warnings[0]
    assert len(told) < 600 + 3 * len(str(tmp_path))
    assert re.search(f"^{re.escape(str(tmp_path))}/set\\.txt:{said}", told)


@pytest.mark.parametrize("form", ["IS a {}o b", "LIST {}o b", "IS a BEFORE {}o c", "{}o"])
def test_messages_never_repeat_a_long_word_whole(form: str) -> None:
    with pytest.raises(ValueError, match=r"o|…") as caught:
        parse_question(form.format("BEF" * 100_000))
    assert len(str(caught.value)) < 400


def test_a_number_of_any_length_is_told_in_few_words(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_bytes(2 * (b"7" * 100_000 + GOOD))
    (told,) = read_questions(path).warnings
    assert len(told) < 200 + len(str(path))


def test_hints_end_where_nobody_reads_them(tmp_path: Path) -> None:
    """To look for what a word may mean takes longer than to read a line."""
    path = tmp_path / "set.txt"
    path.write_bytes(GOOD + b"2|a|IS e1 BEFOR e2|x|yes\n" * 3000)
    warnings = read_questions(path, lenient=True).warnings
    assert "did you mean BEFORE?" in warnings[0]
    assert warnings[2999].endswith(
        "set.txt:3001: unknown relation 'BEFOR'; it counts as never correct"
    )
    with pytest.raises(
        QuestionSetError, match=r"did you mean BEFORE(.|\n)*and 2,995 more such lines"
    ):
        read_questions(path)


def test_folders_and_missing_files_are_os_errors(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.txt", tmp_path / "none" / "set.txt"):
        with pytest.raises(OSError, match=str(path)):
            read_questions(path)


VERY_MANY = """
import sys, time
import timeml
from timegraph.qa import QuestionSetError, read_questions
begin = time.process_time()
try:
    print(len(read_questions(sys.argv[1], lenient=sys.argv[2] == "lenient")))
except QuestionSetError as error:
    print(len(str(error)) < 1000 and "refused")
print(time.process_time() - begin)
# Not ru_maxrss, which a process inherits from the one that starts it.
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is told in other units")
@pytest.mark.parametrize(
    ("lines", "line", "mode", "result"),
    [
        (1_000_000, "{0}|d{1}.tml|IS ei{1} BEFORE ei{2}|Was it?|yes\r\n", "strict", "1000000"),
        (200_000, "{0}|d{1}.tml|IS ei{1} BEFOR{0} ei{2}|Was it?|yes\n", "strict", "refused"),
        (200_000, "1|d{1}.tml|IS ei{1} {2} ei{2}|Was it?|yes\n", "lenient", "refused"),
        (200_000, "nonsense {0}\n", "lenient", "refused"),
    ],
)
def test_very_many_lines(
    root: Path, tmp_path: Path, lines: int, line: str, mode: str, result: str
) -> None:
    path = tmp_path / "set.txt"
    with path.open("w", newline="") as file:
        file.writelines(line.format(n, n % 100, n % 999) for n in range(lines))
    done = subprocess.run(
        [sys.executable, "-c", VERY_MANY, str(path), mode],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
    )
    found, seconds, kilobytes = done.stdout.split()
    assert found == result
    # Each million takes some 4 s of processor time on a quiet machine. What little a process has
    # before it reads counts in neither.
    assert float(seconds) < 60 * lines / 1_000_000
    assert int(kilobytes) < 100_000 + 900_000 * lines / 1_000_000


def read_bytes(folder: Path, data: bytes, *, lenient: bool) -> QuestionSet | QuestionSetError:
    path = folder / "set.txt"
    path.write_bytes(data)
    try:
        return read_questions(path, lenient=lenient)
    except QuestionSetError as error:
        found = error
    assert str(found).startswith(found.file or "no file named")
    return found


@given(st.data())
def test_changed_bytes_give_questions_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp()
    content = data.draw(question_sets([DOCUMENT]).flatmap(question_set_bytes))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        stop = start + data.draw(st.integers(0, 20))
        new = st.one_of(st.binary(max_size=4), st.sampled_from([b"|", b"\n", b"\r", b"\t", b"IS "]))
        content = content[:start] + data.draw(new) + content[stop:]
    strict = read_bytes(folder, content, lenient=False)
    lenient = read_bytes(folder, content, lenient=True)
    if isinstance(strict, QuestionSet):
        # What is read strictly is read leniently alike.
        assert isinstance(lenient, QuestionSet)
        assert lenient.questions == strict.questions
        assert lenient.warnings == strict.warnings
    elif isinstance(lenient, QuestionSet):
        assert any(question.problem for question in lenient.questions)
        assert all(question.answer is None for question in lenient.questions if question.problem)
