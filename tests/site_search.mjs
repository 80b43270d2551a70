// Searches the built site as its search page does: node site_search.mjs SITE < queries, as JSON.
// Prints for each query the pages of its results, the best first, each once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [site] = process.argv.slice(2);
const read = (name) => readFileSync(join(site, name), "utf8");

const page = {
  URLSearchParams,
  queueMicrotask,
  location: { search: "" },
  document: { getElementById: () => null },
  localStorage: { setItem() {} },
  DOCUMENTATION_OPTIONS: { FILE_SUFFIX: ".html", URL_ROOT: "./" },
  SPHINX_HIGHLIGHT_ENABLED: false,
  _: (text) => text,
  _ready() {},
  _removeChildren() {},
};
page.window = page;
vm.createContext(page);
vm.runInContext(`${read("_static/searchtools.js")}\n${read("_static/language_data.js")}`, page);
await null; // so that the microtask of scorer.js, which is part of the latter, has run
vm.runInContext(read("searchindex.js"), page);

page.queries = JSON.parse(readFileSync(0, "utf8"));
const found = vm.runInContext(
  `queries.map((query) => {
    location.search = "?" + new URLSearchParams({ q: query });
    const results = Search._performSearch(...Search._parseQuery(query));
    return [...new Set(results.reverse().map((result) => result[0]))];
  })`,
  page,
);
process.stdout.write(JSON.stringify(found));
