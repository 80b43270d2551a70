// @ts-check
"use strict";
/** Pages of articles: j and k go to the next and the previous one. */
(() => {
  const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article")]);
  document.addEventListener("keydown", (event) => {
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (!step) return;
    const top = articles.findIndex((one) => one === document.activeElement || one.matches(":target"));
    const next = articles[Math.min(articles.length - 1, Math.max(0, top + step))];
    if (next) {
      history.replaceState(null, "", `#${next.id}`);
      next.focus();
      next.scrollIntoView({ block: "start" });
    }
  });
})();
