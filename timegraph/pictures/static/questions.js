// @ts-check
"use strict";
/** The first page of a run: its questions or links, filtered, a piece at a time. */
(() => {
  /** @param {string} id @returns {HTMLElement} */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Run} */
  const data = JSON.parse(byId("data").textContent || "{}");
  const PIECE = 200;
  const KIND = /** @type {Record<string, string>} */ ({ "+": "vr", "-": "vw", "?": "vu", ".": "" });
  const system = /** @type {HTMLSelectElement} */ (byId("system"));
  const show = /** @type {HTMLSelectElement} */ (byId("show"));
  const relation = /** @type {HTMLSelectElement} */ (byId("relation"));
  const find = /** @type {HTMLInputElement} */ (byId("find"));
  const table = byId("questions");
  const body = /** @type {HTMLTableSectionElement} */ (table.querySelector("tbody"));
  const more = /** @type {HTMLButtonElement} */ (byId("more"));
  /** @type {Row[]} */
  let rows = [];
  /** What charts filter by, besides what the controls say. @type {Record<string, string>} */
  let also = {};
  /** The column that lines are sorted by, from 1, negative from the last to the first; 0: as they are. */
  let order = 0;
  let here = -1;

  /** @param {string} tag @param {string} text @param {string} [kind] */
  const element = (tag, text, kind) => {
    const node = document.createElement(tag);
    node.textContent = text;
    if (kind) node.className = kind;
    return node;
  };
  const head = document.createElement("tr");
  const headings = [...data.heads, ...data.systems].map((name, k) => {
    const [cell, button] = [element("th", ""), element("button", name)];
    cell.setAttribute("scope", "col");
    button.setAttribute("type", "button");
    button.addEventListener("click", () => {
      order = order === k + 1 ? -order : k + 1;
      fill();
    });
    cell.append(button);
    head.append(cell);
    return cell;
  });
  /** @type {HTMLElement} */ (table.querySelector("thead")).append(head);

  /** @param {Row} row */
  const wanted = (row) => {
    const k = Number(system.value || 0);
    const [, name, words, expected, verdicts] = row;
    const own = verdicts[k];
    const others = [...verdicts].filter((_, j) => j !== k);
    const text = find.value.trim().toLowerCase();
    if (text && !`${row[0]} ${name} ${words}`.toLowerCase().includes(text)) return false;
    if (relation.value && row[7] !== relation.value) return false;
    if (also.document && name !== also.document) return false;
    if (also.expected && expected !== also.expected) return false;
    if (also.answer && row[5][k] !== also.answer) return false;
    if (also.reason && row[8][k] !== also.reason) return false;
    // "gold:x" is x of the lines that gold expects, "own:x" of the others.
    const [code, side] = show.value.split(":").reverse();
    if (side && (side === "gold") !== (expected !== "")) return false;
    if (code === "all") return true;
    if (code === "x") return own === "-" || own === "?";
    if (code === "only") return own === "+" && !others.includes("+");
    if (code === "differ") return new Set(verdicts).size > 1;
    return own === code;
  };
  /** @param {Row} row */
  const line = (row) => {
    const [number, name, words, expected, verdicts, answers, address] = row;
    const node = document.createElement("tr");
    const link = /** @type {HTMLAnchorElement} */ (element("a", words));
    link.href = address;
    const cell = document.createElement("td");
    cell.append(link);
    node.append(element("td", name), element("td", number, "right"), cell, element("td", expected));
    data.systems.forEach((one, k) => {
      const own = document.createElement("td");
      own.dataset.system = one;
      const sign = verdicts[k] === "." ? "" : `${verdicts[k]} `;
      own.append(element("span", `${sign}${answers[k]}`, `verdict ${KIND[verdicts[k]]}`));
      node.append(own);
    });
    return node;
  };
  const append = () => {
    const done = body.rows.length;
    body.append(...rows.slice(done, done + PIECE).map(line));
    more.hidden = body.rows.length >= rows.length;
    more.textContent = `${rows.length - body.rows.length} more`;
  };
  /** @param {Row} row */
  const sortedBy = (row) => {
    const k = Math.abs(order) - 1;
    return [row[1], row[0], row[2], row[3]][k] ?? row[4][k - data.heads.length];
  };
  /** What is chosen stands in the address, so that Back and reload keep it. */
  const remember = () => {
    const state = new URLSearchParams(also);
    for (const input of [system, show, relation, find]) if (input.value) state.set(input.id, input.value);
    if (order) state.set("order", String(order));
    if (here >= 0) state.set("line", String(here + 1));
    history.replaceState(null, "", `#${state}`);
  };
  const recall = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    show.value = state.get("show") || data.opens;
    for (const input of [system, relation, find]) if (state.has(input.id)) input.value = state.get(input.id) || "";
    for (const name of ["document", "expected", "answer", "reason"]) {
      const value = state.get(name);
      if (value) also[name] = value;
    }
    order = Number(state.get("order")) || 0;
    return Number(state.get("line")) - 1;
  };
  const draw = chartsOf(/** @type {Element} */ (document.querySelector(".charts")), data, (chosen) => {
    also = {};
    for (const name of /** @type {const} */ (["document", "expected", "answer", "reason"])) {
      const value = chosen[name];
      if (value) also[name] = value;
    }
    relation.value = chosen.relation || "";
    show.value = chosen.show || "all";
    if (chosen.system !== undefined) system.value = String(chosen.system);
    find.value = "";
    fill();
    table.scrollIntoView({ block: "nearest" });
  });
  let drawn = -1;
  const fill = () => {
    rows = data.rows.filter(wanted);
    if (order) {
      rows.sort((a, b) => Math.sign(order) * sortedBy(a).localeCompare(sortedBy(b), undefined, { numeric: true }));
    }
    here = -1;
    headings.forEach((cell, k) => {
      cell.toggleAttribute("aria-sort", Math.abs(order) === k + 1);
      if (Math.abs(order) === k + 1) cell.setAttribute("aria-sort", order > 0 ? "ascending" : "descending");
    });
    body.replaceChildren();
    byId("count").textContent = `${rows.length} of ${data.rows.length}`;
    const chips = Object.entries(also).map(([name, value]) => {
      const button = element("button", `${name}: ${value} \u2715`);
      button.setAttribute("type", "button");
      button.addEventListener("click", () => {
        delete also[name];
        fill();
      });
      return button;
    });
    byId("active").replaceChildren(...chips);
    if (drawn !== Number(system.value)) draw((drawn = Number(system.value)));
    append();
    remember();
  };
  /** @param {number} next */
  const go = (next) => {
    if (next >= body.rows.length) append();
    if (next < 0 || next >= body.rows.length) return;
    if (here >= 0) body.rows[here].classList.remove("here");
    here = next;
    body.rows[here].classList.add("here");
    const link = body.rows[here].querySelector("a");
    if (link) link.focus();
    body.rows[here].scrollIntoView({ block: "nearest" });
    remember();
  };
  for (const input of [system, show, relation, find]) input.addEventListener("input", fill);
  more.addEventListener("click", append);
  window.addEventListener("beforeprint", () => {
    while (body.rows.length < rows.length) append();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "j") go(here + 1);
    if (event.key === "k") go(here - 1);
  });
  body.addEventListener("click", (event) => {
    const clicked = event.target instanceof Element ? event.target.closest("tr") : null;
    if (clicked) here = clicked.rowIndex - 1;
    remember();
  });
  const place = recall();
  fill();
  if (place >= 0) go(place);
})();
