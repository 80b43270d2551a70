// Pages by job come before the reference, the history and the figures, and pages with a heading
// that has the words of the query before those that only use them somewhere.
const LATER = /^(reference\/|changelog|benchmarks|contributing)/;
const SMALL = new Set(["a", "an", "the", "is", "are", "do", "does", "i", "my", "to", "of", "it"]);
const wordsOf = (text) =>
  text.toLowerCase().split(/[^\p{L}\p{N}-]+/u).filter((word) => word && !SMALL.has(word));

// The largest share of the query's words that a heading of the page has.
const inHeading = (page) => {
  const query = wordsOf(new URLSearchParams(window.location.search).get("q") || "");
  const number = Search._index.docnames.indexOf(page);
  const shares = Object.entries(Search._index.alltitles)
    .filter(([, places]) => places.some(([document]) => document === number))
    .map(([title]) => {
      const words = wordsOf(title);
      return query.filter((word) => words.some((other) => other.startsWith(word.slice(0, 5)))).length;
    });
  return Math.max(0, ...shares) / Math.max(1, query.length);
};

var Scorer = {
  score: ([page, , , , score]) => score + 30 * inHeading(page) - (LATER.test(page) ? 25 : 0),
  objNameMatch: 11,
  objPartialMatch: 3,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 9,
  term: 5,
  partialTerm: 2,
};

// Sphinx lists the pages that have every word. Where none has, the pages that have all words but
// one, or else but two and so on, are better than an empty list. Runs when Search, which stands
// below this in the same script, is there, and before its index is.
queueMicrotask(() => {
  const withAll = Search.performTermsSearch;
  const withMost = (words, excluded) => {
    const pages = withAll(words, excluded);
    if (pages.length || words.size < 2) return pages;
    const fewer = [...words].map((left) => new Set([...words].filter((word) => word !== left)));
    const best = new Map();
    for (const page of fewer.flatMap((some) => withMost(some, excluded))) {
      const known = best.get(page[0] + page[2]);
      if (!known || known[4] < page[4]) best.set(page[0] + page[2], page);
    }
    return [...best.values()];
  };
  Search.performTermsSearch = (words, excluded) =>
    words.size > 6 ? withAll(words, excluded) : withMost(words, excluded);
});
