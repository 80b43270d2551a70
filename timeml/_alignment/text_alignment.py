"""Which characters of two texts correspond.

The text of a document and the text of a system's output on it differ in white space, sometimes in
case, and now and then in quotes, encoding or a headline. They are compared as their sequences of
non-white-space characters, each folded to one case. An *index* is the number of a character in
such a sequence; an *offset* is an index into the text itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate, pairwise
from math import sqrt
from operator import attrgetter, itemgetter
from unicodedata import combining, normalize

# The tokens of a text, as the normaliser of QA TempEval has them (Penn Treebank style).
#
# A token is a run of characters without white space, from which brackets, quotation marks,
# dashes, punctuation at either end and English clitics ("n't", "'s") are split. Hyphens, periods,
# commas and apostrophes within a word stay in it ("kick-off", "1,500", "U.S.").


_ALWAYS_SPLIT = r"""[(){}\[\]<>;?!¿¡="`“”„«»‹›…–—]|''|\.\.+|--+"""
_CHUNK = re.compile(rf"{_ALWAYS_SPLIT}|((?:(?!{_ALWAYS_SPLIT})\S)+)")
_LEADING = re.compile(r"['’](?!\d+s?$)(?=.)|-(?=[^\d.,])")
_TRAILING = ",:.'’-"
_CLITIC = re.compile(r"(?<=\w)(?:[nN]['’][tT]|['’](?:[lL]{2}|[rRvV][eE]|[smdnlSMDNL]))$")
_LONGEST_CLITIC = 3


def token_starts(text: str) -> list[int]:
    """The offsets at which the tokens of a text start, ascending.

    Every character that is not white space belongs to the last token that starts before it or
    at it.
    """
    starts: list[int] = []
    for chunk in _CHUNK.finditer(text):
        start, end = chunk.span()
        starts.append(start)
        if chunk[1] is None or end - start == 1:
            continue
        if _LEADING.match(text, start, end):
            start += 1
            starts.append(start)
        word_end = start + 1 + len(text[start + 1 : end].rstrip(_TRAILING))
        clitic = _CLITIC.search(text, max(start + 1, word_end - _LONGEST_CLITIC), word_end)
        if clitic:
            starts.append(clitic.start())
        if word_end < end:
            starts.append(word_end)
    return starts


# Which items of two sequences correspond: a diff that is fast on large and on different input.
#
# :mod:`difflib` finds the longest common block first. A reader would also call that block "the
# same", but finding it takes quadratic time and more. So equal ends are cut off first. Long
# sequences are then split at runs of items that are equally rare in both, in the longest order-
# preserving choice of them (the idea of Bram Cohen's "patience diff"). difflib works in the small
# gaps that remain, the smallest first, until a budget of comparisons is spent. What remains then
# counts as different.


Block = tuple[int, int, int]
"""``(a, b, n)``: items ``a .. a+n`` of the first sequence equal ``b .. b+n`` of the second."""

_MAX_CELLS = 40_000  # cells (length times length) that difflib may compare at once
_DIFF_BUDGET = 40_000_000  # cells in all: a few seconds where nothing is equal
_MAX_ROUNDS = 24  # of splitting: each takes time proportional to what is not yet split
_RUNS = (8, 32, 4, 2, 1)  # lengths of the runs tried as anchors; 32 for texts that repeat
_MAX_FREQUENCY = 4  # a run that is more frequent is not an anchor
_LONG = 20_000  # longer sequences are split only at a sample of the runs of 4 items or more
_SAMPLE = 4
_LONG_MATCH = 30  # so many consecutive equal items are never spurious
_ONE_SIDED = 12  # the most that a difference weighs if one sequence has nothing there


def matching_blocks(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Block]:
    """Blocks of equal items, in order in both sequences, disjoint, none touching the next.

    Time is near linear in the lengths, plus at most that of the budget above.
    """
    codes: dict[Hashable, int] = {}
    a = [codes.setdefault(item, len(codes)) for item in first]
    b = [codes.setdefault(item, len(codes)) for item in second]
    blocks: list[Block] = []
    leaves: list[tuple[int, int, int, int, int]] = []
    ranges = [(0, len(a), 0, len(b))]
    for _ in range(_MAX_ROUNDS):
        if not ranges:
            break
        parts: list[tuple[int, int, int, int]] = []
        for whole in ranges:
            a_low, a_high, b_low, b_high = _trim(a, b, whole, blocks)
            cells = (a_high - a_low) * (b_high - b_low)
            if 0 < cells <= _MAX_CELLS:
                leaves.append((cells, a_low, a_high, b_low, b_high))
            elif cells:
                parts.extend(_split(a, b, a_low, a_high, b_low, b_high))
        ranges = parts
    leaves.sort()
    budget = _DIFF_BUDGET
    for cells, a_low, a_high, b_low, b_high in leaves:
        budget -= cells
        if budget < 0:
            break
        matcher = SequenceMatcher(None, a[a_low:a_high], b[b_low:b_high], autojunk=False)
        for i, j, n in matcher.get_matching_blocks():
            if n:
                blocks.append((a_low + i, b_low + j, n))
    blocks.sort()
    return _joined(blocks, (a, b))


def without_spurious_matches(blocks: Iterable[Block], lengths: tuple[int, int]) -> list[Block]:
    """The blocks without the small ones that stand between larger differences on both sides.

    Different texts share some words in the same order by chance. A long match is not chance; and
    where only one sequence has more, the other may be an excerpt. So a difference weighs as much
    as it has in both sequences (the geometric mean), or half of its total up to a small weight. A
    block is dropped if it is short and weighs less than the differences on both sides. Dropping
    it makes the differences around it larger, so the result does not depend on the order in which
    blocks are examined. (The weights are tuned for characters of text.)
    """
    kept: list[Block] = [(0, 0, 0)]
    for block in (*blocks, (lengths[0], lengths[1], 0)):
        while len(kept) > 1 and _is_spurious(kept[-2], kept[-1], block):
            kept.pop()
        kept.append(block)
    return kept[1:-1]


def _is_spurious(before: Block, block: Block, after: Block) -> bool:
    a, b, n = block
    return (
        n < _LONG_MATCH
        and _weight(a - before[0] - before[2], b - before[1] - before[2]) > n
        and _weight(after[0] - a - n, after[1] - b - n) > n
    )


def _weight(first: int, second: int) -> float:
    return max(sqrt(first * second), min((first + second) / 2, _ONE_SIDED))


def _trim(
    a: list[int], b: list[int], ranges: tuple[int, int, int, int], blocks: list[Block]
) -> tuple[int, int, int, int]:
    """The ranges without their equal ends, which are added to ``blocks``."""
    a_low, a_high, b_low, b_high = ranges
    n, least = 0, min(a_high - a_low, b_high - b_low)
    while n < least and a[a_low + n] == b[b_low + n]:
        n += 1
    if n:
        blocks.append((a_low, b_low, n))
        a_low, b_low = a_low + n, b_low + n
    n, least = 0, min(a_high - a_low, b_high - b_low)
    while n < least and a[a_high - n - 1] == b[b_high - n - 1]:
        n += 1
    if n:
        a_high, b_high = a_high - n, b_high - n
        blocks.append((a_high, b_high, n))
    return a_low, a_high, b_low, b_high


def _split(
    a: list[int], b: list[int], a_low: int, a_high: int, b_low: int, b_high: int
) -> list[tuple[int, int, int, int]]:
    """The ranges between anchors; empty if there is no anchor.

    An anchor starts a range, so that trimming the range matches it.
    """
    long = max(a_high - a_low, b_high - b_low) > _LONG
    for run in _RUNS:
        if long and run < 4:
            break
        sample = _SAMPLE if long else 1
        in_a = _rare_runs(a, a_low, a_high, run, sample)
        in_b = _rare_runs(b, b_low, b_high, run, sample)
        pairs: list[tuple[int, int]] = []
        for key, indices in in_a.items():
            others = in_b.get(key)
            if others is not None and len(others) == len(indices) <= _MAX_FREQUENCY:
                # Equal hashes do not mean equal runs, so the items are compared.
                pairs.extend(
                    (i, j)
                    for i, j in zip(indices, others, strict=True)
                    if a[i : i + run] == b[j : j + run]
                )
        if pairs:
            pairs.sort()
            chosen = _longest_rising(pairs)
            starts = [(a_low, b_low), *chosen]
            ends = [*chosen, (a_high, b_high)]
            return [
                (start[0], end[0], start[1], end[1])
                for start, end in zip(starts, ends, strict=True)
                if start[0] < end[0] and start[1] < end[1]
            ]
    return []


def _rare_runs(
    items: list[int], low: int, high: int, run: int, sample: int
) -> dict[int, list[int]]:
    """The indices at which each (sampled) run of items starts, at most one too many to be rare."""
    starts: dict[int, list[int]] = {}
    # The hashes of tuples of integers are the same in every process.
    columns = zip(*(items[low + k : high] for k in range(run)), strict=False)
    for index, key in enumerate(map(hash, columns), low):
        if key % sample == 0:
            known = starts.setdefault(key, [])
            if len(known) <= _MAX_FREQUENCY:
                known.append(index)
    return starts


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A longest selection of pairs (sorted by the first) in which the second rises, too."""
    tops: list[int] = []  # the smallest second with which a chain of each length ends
    at: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(tops, second)
        before.append(at[length - 1] if length else -1)
        if length == len(tops):
            tops.append(second)
            at.append(index)
        else:
            tops[length] = second
            at[length] = index
    chain: list[tuple[int, int]] = []
    index = at[-1] if at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


_WORD = re.compile(r"\w+|[^\w\s]")
_SENTENCE_END = frozenset(".!?:;\"'”’»)")
_MAX_SHIFT = 200  # words
_MAX_GAP = 1_000  # characters; longer stretches that differ are not compared letter by letter
_ALIGNMENT_BUDGET = (
    50_000_000  # cells (length times length) of such comparisons in all: a few seconds
)
_VARIANT = 0.5  # share of equal characters that makes two stretches variants of each other


class TextAlignment:
    """The correspondence of the characters of two texts, as blocks of equal ones in order."""

    def __init__(self, blocks: Iterable[Block], lengths: tuple[int, int]) -> None:
        self.blocks = list(blocks)
        self.lengths = lengths
        self._first = [a for a, _, _ in self.blocks]
        self._second = [b for _, b, _ in self.blocks]
        self._sums = [0, *accumulate(n for _, _, n in self.blocks)]
        self._equal = lengths == (self.matched, self.matched)  # most texts are

    @property
    def matched(self) -> int:
        """How many characters correspond."""
        return self._sums[-1]

    def counterpart(self, index: int) -> int | None:
        """The index in the second text of a character of the first; ``None`` if it has none."""
        if self._equal:
            return index if index < self.lengths[0] else None
        number = bisect_right(self._first, index) - 1
        if number < 0:
            return None
        a, b, n = self.blocks[number]
        return b + index - a if index < a + n else None

    def gap(self, index: int) -> int | None:
        """The gap in the second text that corresponds to the gap before a character of the first.

        It is before the character that follows the gap, else after the one that precedes it;
        ``None`` if neither has a counterpart. Returns the index of the character after the gap.
        """
        if index == self.lengths[0] and not index:
            return 0 if not self.lengths[1] else None
        after = self.counterpart(index)
        if after is not None or not index:
            return after
        before = self.counterpart(index - 1)
        return None if before is None else before + 1

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The span in the second text from the first to the last counterpart of a span's
        characters; ``None`` if none of them has a counterpart."""
        if self._equal:
            return (start, end) if start < end else None
        number = bisect_right(self._first, start) - 1
        if number < 0 or start >= self._first[number] + self.blocks[number][2]:
            number += 1
        if number == len(self.blocks) or self._first[number] >= end:
            return None
        a, b, _ = self.blocks[number]
        low = b + max(start - a, 0)
        a, b, n = self.blocks[bisect_left(self._first, end) - 1]
        return low, b + min(end - a, n)

    def matched_in_first(self, start: int, end: int) -> int:
        """How many characters of a span of the first text have a counterpart."""
        return self._count(0, self._first, end) - self._count(0, self._first, start)

    def matched_in_second(self, start: int, end: int) -> int:
        """How many characters of a span of the second text have a counterpart."""
        return self._count(1, self._second, end) - self._count(1, self._second, start)

    def _count(self, side: int, starts: list[int], index: int) -> int:
        number = bisect_right(starts, index) - 1
        if number < 0:
            return 0
        return self._sums[number] + min(index - starts[number], self.blocks[number][2])


def folded(text: str) -> str:
    """The text with every code point in one case; the length stays the same.

    ``str.casefold`` makes two letters of some code points (ß, ŉ, the ligatures). These are put in
    lower case instead, and İ becomes i.
    """
    result = text.casefold()
    # Folding never shortens and does not depend on context, so equal length means one for one.
    if len(result) == len(text):
        return result
    single = {c: c.casefold() for c in set(text)}
    return text.translate(
        {ord(c): low if len(low) == 1 else c.lower()[0] for c, low in single.items()}
    )


def indices(text: str, offsets: Iterable[int]) -> dict[int, int]:
    """For each offset, the number of non-white-space characters before it; near linear."""
    result: dict[int, int] = {}
    done = count = 0
    for offset in sorted(set(offsets)):
        count += sum(map(len, text[done:offset].split()))
        result[offset] = count
        done = offset
    return result


def align_texts(first: str, second: str) -> TextAlignment:
    """Which characters of two texts correspond, as a reader would see it; equal texts do wholly.

    Different texts are compared word by word (:func:`matching_blocks`).
    Words that are equal by chance, between larger differences, are dropped. Where an insertion or
    omission could be at several positions, it is shifted to the end of a paragraph, line or
    sentence. Stretches that differ are then compared letter by letter, and count as variants of
    each other if half of their letters are equal. Diacritics make no difference to any of this.
    """
    compact = _compact(folded(first)), _compact(folded(second))
    lengths = len(compact[0]), len(compact[1])
    if compact[0] == compact[1]:
        return TextAlignment([(0, 0, lengths[0])] if lengths[0] else [], lengths)
    plain = _WithoutDiacritics(first), _WithoutDiacritics(second)
    letters = _compact(plain[0].text), _compact(plain[1].text)
    words = _Words(plain[0].text), _Words(plain[1].text)
    blocks = _shifted(matching_blocks(words[0].words, words[1].words), words)
    kept = [_in_characters(block, words) for block in blocks]
    kept = without_spurious_matches(kept, (len(letters[0]), len(letters[1])))
    kept = sorted(kept + _variants(letters, kept))
    return TextAlignment(_joined(_with_diacritics(kept, plain), compact), lengths)


def _compact(text: str) -> str:
    return "".join(text.split())


class _WithoutDiacritics:
    """A folded text without diacritics: é is e, and so are e and a combining accent.

    ``marks`` are the indices (in this text, ascending) before which a combining mark was removed.
    """

    def __init__(self, text: str) -> None:
        text = folded(text)
        table: dict[int, str] = {}
        marks = []
        for c in set(text):
            if combining(c):
                marks.append(c)
            elif not c.isascii():
                parts = normalize("NFKD", c)
                if all(map(combining, parts[1:])) and not parts[0].isspace():
                    table[ord(c)] = folded(parts[0])
        self.marks: list[int] = []
        if marks:
            parts_between = re.split(f"[{re.escape(''.join(marks))}]", text)
            self.marks = list(accumulate(len(_compact(part)) for part in parts_between[:-1]))
            text = "".join(parts_between)
        self.text = text.translate(table) if table else text

    def original(self, index: int) -> int:
        """The index in the original text of a character of this text."""
        return index + bisect_right(self.marks, index)


def _with_diacritics(
    blocks: list[Block], plain: tuple[_WithoutDiacritics, _WithoutDiacritics]
) -> list[Block]:
    """The blocks with indices of the original texts, split where a mark was removed."""
    first, second = plain
    if not first.marks and not second.marks:
        return blocks
    result: list[Block] = []
    for a, b, n in blocks:
        cuts = {mark - a for mark in _within(first.marks, a, a + n)}
        cuts.update(mark - b for mark in _within(second.marks, b, b + n))
        edges = [0, *sorted(cuts), n]
        for start, end in pairwise(edges):
            result.append((first.original(a + start), second.original(b + start), end - start))
    return result


def _within(marks: list[int], start: int, end: int) -> list[int]:
    return marks[bisect_right(marks, start) : bisect_left(marks, end)]


class _Words:
    """A text's words and punctuation marks, the index at which each starts, and their offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = _WORD.findall(text)
        self.starts = [0, *accumulate(map(len, self.words))]

    @cached_property
    def offsets(self) -> list[int]:
        return [match.start() for match in _WORD.finditer(self.text)]

    def boundary(self, number: int) -> int:
        """How strong a boundary there is before a word: 0 none, 1 a blank, 2 the end of a
        sentence, 3 of a line, 4 of a paragraph, 5 of the text."""
        if number in (0, len(self.words)):
            return 5
        end = self.offsets[number - 1] + len(self.words[number - 1])
        space = self.text[end : self.offsets[number]]
        if not space:
            return 0
        lines = space.count("\n")
        if lines:
            return 4 if lines > 1 else 3
        return 2 if self.words[number - 1] in _SENTENCE_END else 1


def _in_characters(block: Block, words: tuple[_Words, _Words]) -> Block:
    a, b, n = block
    starts = words[0].starts
    return starts[a], words[1].starts[b], starts[a + n] - starts[a]


def _shifted(blocks: list[Block], words: tuple[_Words, _Words]) -> list[Block]:
    """The blocks, with each pure insertion shifted to the strongest boundaries.

    Where "A. Said X. Said Y. B" lacks a sentence, the letters do not show which "Said" is
    missing; the ends of sentences, lines and paragraphs do.
    """
    result = blocks[:1]
    for a, b, n in blocks[1:]:
        last_a, last_b, last_n = result[-1]
        gaps = (last_a + last_n, a), (last_b + last_n, b)
        side = 0 if gaps[1][0] == gaps[1][1] else 1
        low, high = gaps[side]
        if low == high or gaps[1 - side][0] != gaps[1 - side][1]:
            result.append((a, b, n))
            continue
        shift = _best_shift(words[side], low, high, last_n, n)
        result[-1] = (last_a, last_b, last_n + shift)
        result.append((a + shift, b + shift, n - shift))
    return [block for block in result if block[2]]


def _best_shift(words: _Words, low: int, high: int, before: int, after: int) -> int:
    """By how many words to shift what stands at ``low .. high`` (backwards: less than 0)."""
    every = words.words
    shifts = [0]
    while shifts[-1] < min(after, _MAX_SHIFT) and (
        every[low + shifts[-1]] == every[high + shifts[-1]]
    ):
        shifts.append(shifts[-1] + 1)
    back = 0
    while back < min(before, _MAX_SHIFT) and every[low - back - 1] == every[high - back - 1]:
        back += 1
        shifts.append(-back)
    return max(
        shifts,
        key=lambda shift: (words.boundary(low + shift) + words.boundary(high + shift), shift),
    )


def _variants(letters: tuple[str, str], kept: list[Block]) -> list[Block]:
    """The blocks of equal letters in the stretches between blocks of equal words."""
    result: list[Block] = []
    gaps: list[tuple[int, int, int, int, int]] = []
    a = b = 0
    for next_a, next_b, n in [*kept, (len(letters[0]), len(letters[1]), 0)]:
        lengths = next_a - a, next_b - b
        # At most as many letters can be equal as the shorter stretch has.
        if 0 < max(lengths) <= _MAX_GAP and 2 * min(lengths) >= _VARIANT * sum(lengths):
            gaps.append((lengths[0] * lengths[1], a, next_a, b, next_b))
        a, b = next_a + n, next_b + n
    budget = _ALIGNMENT_BUDGET
    for cells, a, a_end, b, b_end in sorted(gaps):
        budget -= cells
        if budget < 0:
            break
        lengths = a_end - a, b_end - b
        blocks = matching_blocks(letters[0][a:a_end], letters[1][b:b_end])
        blocks = without_spurious_matches(blocks, lengths)
        if 2 * sum(n for _, _, n in blocks) >= _VARIANT * sum(lengths):
            result.extend((a + i, b + j, n) for i, j, n in blocks)
    return result


def _joined(
    blocks: list[Block], compact: tuple[str, str] | tuple[list[int], list[int]]
) -> list[Block]:
    """The blocks; two are joined if both sequences have the same between them, or nothing."""
    result: list[Block] = []
    for a, b, n in blocks:
        if result:
            last_a, last_b, last_n = result[-1]
            middle = compact[0][last_a + last_n : a]
            if len(middle) == b - last_b - last_n and middle == compact[1][last_b + last_n : b]:
                result[-1] = (last_a, last_b, a + n - last_a)
                continue
        result.append((a, b, n))
    return result


# Which span of a system pairs with which span of the key, one to one.
#
# Spans are in the key's indices (see :mod:`timeml._alignment.text_alignment`): a system's span is
# where the counterparts of its characters are.


Matched = Callable[[int, int], int]
"""``matched(start, end)``: how many of the key's characters there have a counterpart."""

_Rank = tuple[bool, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """Where one annotation stands.

    ``start == end`` where its tag contains no character; such a span overlaps with nothing and
    pairs only with another one at the same index. ``order`` is its rank in the text order of its
    own document. ``first`` says whether the span's own first character corresponds to the one at
    ``start`` (always true where the texts agree). ``token`` is where the token is in which the
    span begins; only pairing by the ``same_token`` needs it.
    """

    start: int
    end: int
    order: int
    first: bool = True
    token: tuple[int, int] = (0, 0)


def pair_by_overlap(
    system: Sequence[Span],
    key: Sequence[Span],
    matched: Matched,
    *,
    prefer_first: bool,
    same_token: bool = False,
) -> list[tuple[int, int]]:
    """The pairs of ``order`` numbers (system, key), by key.

    Spans that share a character may pair, and the best pair is made first: with ``prefer_first``,
    one with the same first character; the larger overlap; the smaller sum of the distances of the
    starts and of the ends; text order of the key; text order of the system. With ``same_token``,
    spans pair only if their first tokens are at the same place: a character of one token
    corresponds to one of the other.

    Apart from sorting, time is linear in the number of spans plus that of overlapping pairs among
    spans without an equal counterpart.
    """
    pairs, mine, yours = _equal(system, key, same_first=prefer_first)
    overlaps = (
        (first, other, count)
        for first, other, count in _overlaps(mine, yours, matched)
        if not same_token or _shared(first.token, other.token, matched)
    )
    pairs += _greedily(overlaps, prefer_first)
    return sorted(pairs, key=itemgetter(1, 0))


def pair_in_text_order(
    system: Sequence[Span], key: Sequence[Span], matched: Matched
) -> list[tuple[int, int]]:
    """The pairs of ``order`` numbers (system, key), by key.

    Equal spans pair first. Then each span of the system, in text order, pairs with the last span
    of the key that shares a character with it and has no pair yet.
    """
    pairs, mine, yours = _equal(system, key, same_first=False)
    candidates: dict[int, list[int]] = defaultdict(list)
    for first, other, _ in _overlaps(mine, yours, matched):
        candidates[first.order].append(other.order)
    taken: set[int] = set()
    for order in sorted(candidates):
        free = [other for other in candidates[order] if other not in taken]
        if free:
            taken.add(max(free))
            pairs.append((order, max(free)))
    return sorted(pairs, key=itemgetter(1, 0))


def _equal(
    system: Sequence[Span], key: Sequence[Span], *, same_first: bool
) -> tuple[list[tuple[int, int]], list[Span], list[Span]]:
    """The pairs of spans that are equal, and the spans of both that remain and have characters.

    No rule prefers another pair of either span, so these can be made first. With ``same_first``,
    the first characters must correspond, too.
    """
    pairs: list[tuple[int, int]] = []
    waiting: dict[tuple[int, int], deque[Span]] = defaultdict(deque)
    for span in sorted(key, key=attrgetter("order")):
        waiting[span.start, span.end].append(span)
    mine: list[Span] = []
    for span in sorted(system, key=attrgetter("order")):
        same = waiting.get((span.start, span.end))
        if same and (span.first or not same_first):
            pairs.append((span.order, same.popleft().order))
        elif span.start < span.end:
            mine.append(span)
    yours = [span for same in waiting.values() for span in same if span.start < span.end]
    return pairs, mine, yours


def _overlaps(
    system: list[Span], key: list[Span], matched: Matched
) -> Iterator[tuple[Span, Span, int]]:
    """All pairs of spans that share characters, with how many, by one sweep over the starts."""
    events = [(span.start, 0, span) for span in system] + [(span.start, 1, span) for span in key]
    events.sort(key=itemgetter(0))
    open_: tuple[list[Span], list[Span]] = [], []
    for start, side, span in events:
        others = open_[1 - side]
        others[:] = [interval for interval in others if interval.end > start]
        for other in others:
            mine, yours = (other, span) if side else (span, other)
            count = _shared((mine.start, mine.end), (yours.start, yours.end), matched)
            if count:
                yield mine, yours, count
        open_[side].append(span)


def _shared(one: tuple[int, int], other: tuple[int, int], matched: Matched) -> int:
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return matched(start, end) if start < end else 0


def _greedily(
    overlaps: Iterator[tuple[Span, Span, int]], prefer_first: bool
) -> list[tuple[int, int]]:
    """The best pair first; each span pairs once."""
    ranked: list[tuple[_Rank, Span, Span]] = []
    for mine, yours, count in overlaps:
        same_first = prefer_first and mine.first and mine.start == yours.start
        distance = abs(mine.start - yours.start) + abs(mine.end - yours.end)
        ranked.append(((not same_first, -count, distance, yours.order, mine.order), mine, yours))
    ranked.sort(key=itemgetter(0))
    pairs: list[tuple[int, int]] = []
    paired_system: set[int] = set()
    paired_key: set[int] = set()
    for _, mine, yours in ranked:
        if mine.order not in paired_system and yours.order not in paired_key:
            paired_system.add(mine.order)
            paired_key.add(yours.order)
            pairs.append((mine.order, yours.order))
    return pairs
