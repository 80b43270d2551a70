// Pages by job come before the reference, the history and the figures, and pages with a heading
// that has the words of the query before those that only use them somewhere.
const LATER = /^(reference\/|changelog|moving|benchmarks|contributing)/;
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
