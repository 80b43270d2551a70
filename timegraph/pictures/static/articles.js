// @ts-check
"use strict";
/**
 * Pages of articles. j and k go to the next and the previous one; filters, where there are any, hide
 * the others; words marked in the text lead to the articles that are about them.
 */
(() => {
  /** @param {string} id */
  const byId = (id) => document.getElementById(id);
  const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article")]);
  const marks = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("mark[data-to]")]);
  const system = /** @type {HTMLSelectElement | null} */ (byId("system"));
  const show = /** @type {HTMLSelectElement | null} */ (byId("show"));
  const find = /** @type {HTMLInputElement | null} */ (byId("find"));
  const count = byId("count");

  /** @param {HTMLElement} mark */
  const targets = (mark) => (mark.dataset.to || "").split(" ").map((one) => `d${one}`);
  const shown = () => articles.filter((one) => !one.hidden);
  /** The article that the address names; what filters say stands behind it, as in #q3&show=wrong. */
  const placed = () => location.hash.slice(1).split("&")[0];
  const current = () =>
    articles.find((one) => one === document.activeElement || one.contains(document.activeElement)) ||
    articles.find((one) => one.id === placed());
  /** @param {string} id */
  const remember = (id) => {
    const state = new URLSearchParams();
    for (const input of [system, show, find]) if (input && input.value) state.set(input.id, input.value);
    const filtered = (show && show.value) || (find && find.value) ? `&${state}` : "";
    history.replaceState(null, "", id || filtered ? `#${id}${filtered}` : location.pathname);
  };

  /** The words that the article is about, in the text. @param {HTMLElement | undefined} article */
  const light = (article) => {
    for (const mark of marks) {
      mark.classList.toggle("chosen", article !== undefined && targets(mark).includes(article.id));
    }
    const first = document.querySelector("mark.chosen");
    const text = byId("text");
    if (first && text && text.scrollHeight > text.clientHeight) first.scrollIntoView({ block: "nearest" });
  };
  /** @param {HTMLElement} article */
  const go = (article) => {
    remember(article.id);
    light(article);
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  };
  const filter = () => {
    const kind = show ? show.value : "";
    const wanted = kind && system ? `${system.value}${kind}` : kind;
    const words = find ? find.value.trim().toLowerCase() : "";
    for (const one of articles) {
      const kinds = (one.dataset.kinds || "").split(" ");
      const text = (one.textContent || "").toLowerCase();
      one.hidden = (wanted !== "" && !kinds.includes(wanted)) || !text.includes(words);
    }
    if (count) count.textContent = `${shown().length} of ${articles.length}`;
  };
  for (const input of [system, show, find]) if (input) {
    input.addEventListener("input", () => {
      filter();
      remember(placed());
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (!step) return;
    const open = shown();
    const here = current();
    const place = here ? articles.indexOf(here) : -1;
    const ahead = open.filter((one) => (articles.indexOf(one) - place) * step > 0);
    const next = step > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (next) go(next);
  });
  for (const mark of marks) {
    const follow = () => {
      const own = shown().filter((one) => targets(mark).includes(one.id));
      const here = own.findIndex((one) => one.id === placed());
      const next = own[(here + 1) % own.length];
      if (next) go(next);
    };
    mark.addEventListener("click", follow);
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      follow();
    });
  }
  window.addEventListener("hashchange", () => light(current()));
  const state = new URLSearchParams(location.hash.split("&").slice(1).join("&"));
  for (const input of [system, show, find]) if (input && state.has(input.id)) input.value = state.get(input.id) || "";
  filter();
  const first = current();
  if (first) light(first);
  if (first && state.size) first.scrollIntoView({ block: "start" });
})();
