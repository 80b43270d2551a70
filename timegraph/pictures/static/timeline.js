// @ts-check
"use strict";
/**
 * The page of a timeline: selecting entities, what is certain of the others, and why.
 * Which relations are possible is read from the page's data. Only chains are searched for here, as
 * timegraph.proofs does: the fewest links, then the earlier ones.
 */
(() => {
  /**
   * @typedef {[name: string, words: string, entities: number[]]} Words
   * @typedef {{link: Words, constraints: string[], steps: [string, string][], against: Words[]}} Conflict
   * @typedef {{entities: [string, string, string, string | null][], relations: string[], masks: number[],
   *   letters: number, rows: string[], points: string[], structural: [number, number][],
   *   arcs: [number, number, number, number][], links: Words[], conflicts: Conflict[]}} Data
   * @typedef {{claim: string, link: number}} Step
   */
  /** @param {string} id @returns {HTMLElement} */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Data} */
  const data = JSON.parse(byId("data").textContent || "{}");
  const count = data.entities.length;
  const ALL = 8191;
  const panel = byId("panel");
  const help = panel.innerHTML;

  // ---- relations ---------------------------------------------------------------------------
  /** @type {Map<number, number>[]} */
  const known = data.rows.map(() => new Map());
  const token = new RegExp(`([0-9a-z]*)([A-Z]{${data.letters}})`, "g");
  data.rows.forEach((row, i) => {
    let j = i;
    for (const [, gap, letters] of row.matchAll(token)) {
      j += gap ? parseInt(gap, 36) : 1;
      let number = 0;
      for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 65;
      known[i].set(j, data.masks[number]);
    }
  });
  /** @param {number} mask */
  const converse = (mask) => {
    let result = 0;
    for (let k = 0; k < 13; k++) if (mask & (1 << k)) result |= 1 << (12 - k);
    return result;
  };
  /** The mask of the relations that can hold from entity i to entity j.
   * @param {number} i @param {number} j */
  const possible = (i, j) => {
    if (i === j) return bits("equal");
    const mask = i < j ? known[i].get(j) : known[j].get(i);
    return mask === undefined ? ALL : i < j ? mask : converse(mask);
  };
  /** @param {...string} names */
  const bits = (...names) => names.reduce((all, name) => all | (1 << data.relations.indexOf(name)), 0);
  const KINDS = /** @type {[string, string, string, number][]} */ ([
    ["before", "\u2190", "certainly before", bits("before", "meets")],
    ["after", "\u2192", "certainly after", bits("after", "met_by")],
    ["equal", "=", "certainly at the same time", bits("equal")],
    ["within", "\u2282", "certainly within", bits("during", "starts", "finishes", "equal")],
    ["around", "\u2283", "certainly around", bits("contains", "started_by", "finished_by", "equal")],
    ["partly", "~", "partly known", ALL],
    ["open", "?", "open: nothing is known", ALL],
  ]);
  /** What is known of j, seen from the selected i.
   * @param {number} i @param {number} j */
  const kindOf = (i, j) => {
    const mask = possible(j, i);
    if (mask === ALL) return KINDS[6];
    return KINDS.slice(0, 5).find(([, , , all]) => (mask & ~all) === 0) || KINDS[5];
  };

  // ---- chains ------------------------------------------------------------------------------
  /** @type {[number, boolean, number][][]} */
  const arcs = data.points.map(() => []);
  for (const [x, y, strict, link] of data.arcs) arcs[x].push([y, strict === 1, link]);
  /** @type {number[]} */
  const endOf = data.points.map(() => -1);
  for (const [start, end] of data.structural) endOf[start] = end;
  /** A chain with the fewest links from point x to point y, or null.
   * @param {number} x @param {number} y @param {boolean} strict @returns {Step[] | null} */
  const shortest = (x, y, strict) => {
    /** @type {Map<number, [number, number]>} */
    const came = new Map([[2 * x, [-1, -1]]]);
    /** @param {number} state */
    const reached = (state) => state === 2 * y + 1 || (!strict && state === 2 * y);
    /** @param {number} state @returns {Step[]} */
    const trace = (state) => {
      const steps = [];
      for (let [before, link] = came.get(state) || [-1, -1]; before >= 0; [before, link] = came.get(state) || [-1, -1]) {
        const sign = link < 0 || (state & 1 && !(before & 1)) ? "<" : strictOf(before >> 1, state >> 1, link);
        steps.unshift({ claim: `${data.points[before >> 1]} ${sign} ${data.points[state >> 1]}`, link });
        state = before;
      }
      return steps;
    };
    let level = [2 * x];
    if (endOf[x] >= 0) {
      level.push(2 * endOf[x] + 1);
      came.set(2 * endOf[x] + 1, [2 * x, -1]);
      if (reached(2 * endOf[x] + 1)) return trace(2 * endOf[x] + 1);
    }
    while (level.length) {
      /** @type {number[]} */
      const further = [];
      for (const state of level) {
        for (const [other, isStrict, link] of arcs[state >> 1]) {
          const target = 2 * other + ((state & 1) || isStrict ? 1 : 0);
          if (came.has(target)) continue;
          came.set(target, [state, link]);
          if (reached(target)) return trace(target);
          further.push(target);
          if (endOf[other] >= 0 && !came.has(2 * endOf[other] + 1)) {
            came.set(2 * endOf[other] + 1, [target, -1]);
            if (reached(2 * endOf[other] + 1)) return trace(2 * endOf[other] + 1);
            further.push(2 * endOf[other] + 1);
          }
        }
      }
      level = further;
    }
    return null;
  };
  /** @param {number} x @param {number} y @param {number} link */
  const strictOf = (x, y, link) => {
    const found = arcs[x].filter(([other, , number]) => other === y && number === link);
    if (found.some(([, isStrict]) => isStrict)) return "<";
    return arcs[y].some(([other, isStrict, number]) => other === x && number === link && !isStrict) ? "=" : "<=";
  };
  /** What is known of the endpoints of two entities that nothing else here implies, with chains.
   * @param {number} i @param {number} j */
  const chains = (i, j) => {
    /** @type {{conclusion: string, steps: Step[]}[]} */
    const found = [];
    for (const [from, to] of [[i, j], [j, i]]) {
      const [s1, e1, s2, e2] = [2 * from, 2 * from + 1, 2 * to, 2 * to + 1];
      // From the strongest to the weakest: what a stronger one implies is left out.
      /** @type {Set<string>} */
      const implied = new Set();
      for (const [x, y] of [[e1, s2], [s1, s2], [e1, e2], [s1, e2]]) {
        if (implied.has(`${x} ${y}`)) continue;
        const strict = shortest(x, y, true);
        const steps = strict || shortest(x, y, false);
        if (!steps) continue;
        if (!(x === s1 && y === e2 && steps.length === 1)) {
          found.push({ conclusion: `${data.points[x]} ${strict ? "<" : "<="} ${data.points[y]}`, steps });
        }
        if (x === e1) implied.add(`${s1} ${y}`);
        if (y === s2) implied.add(`${x} ${e2}`);
        if (x === e1 && y === s2) implied.add(`${s1} ${e2}`);
        else if (x === s1 && y === s2) implied.add(`${s1} ${e2}`);
        else if (x === e1) implied.add(`${s1} ${e2}`);
      }
    }
    return found;
  };

  // ---- selecting ---------------------------------------------------------------------------
  /** @type {Element[][]} */
  const shown = data.entities.map(() => []);
  document.querySelectorAll("[data-e]").forEach((node) => shown[Number(node.getAttribute("data-e"))].push(node));
  for (const conflict of data.conflicts)
    for (const entity of conflict.link[2]) shown[entity].forEach((node) => node.classList.add("broken"));
  /** @type {number[]} */
  let chosen = [];
  /** @param {string} text */
  const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  /** @param {number} i */
  const named = (i) => `<b>${escaped(data.entities[i][0])}</b> \u201c${escaped(data.entities[i][2])}\u201d`;
  /** @param {Words} link */
  const cited = (link) => escaped(link[1]);

  const paint = () => {
    const lit = new Set();
    document.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
    panel.innerHTML = chosen.length === 2 ? pairText(lit) : chosen.length ? oneText() : startText();
    shown.forEach((nodes, j) => {
      const kind = chosen.length && !chosen.includes(j) ? kindOf(chosen[0], j) : null;
      for (const node of nodes) {
        node.classList.remove(...KINDS.map(([name]) => `is-${name}`), "chosen");
        if (kind) node.classList.add(`is-${kind[0]}`);
        if (chosen.includes(j)) node.classList.add("chosen");
        if (lit.has(j)) node.classList.add("lit");
        if (node.hasAttribute("aria-pressed")) node.setAttribute("aria-pressed", String(chosen.includes(j)));
        const sign = node.querySelector(".sign");
        if (sign) sign.textContent = kind ? `${kind[1]}\u00a0` : "";
      }
    });
  };
  const startText = () => {
    if (!data.conflicts.length) return help;
    const rows = data.conflicts.map((conflict) => {
      const steps = conflict.steps.map(([claim, why]) => `<li>${escaped(claim)} (${escaped(why)})</li>`).join("");
      return `<li>\u2716 ${cited(conflict.link)}: left out, since ${escaped(conflict.constraints.join(" and "))} contradicts<ol>${steps}</ol></li>`;
    });
    return `${help}<h2>${data.conflicts.length} links left out as contradictory</h2><ul>${rows.join("")}</ul>`;
  };
  const oneText = () => {
    const i = chosen[0];
    const counts = KINDS.map(() => 0);
    for (let j = 0; j < count; j++) if (j !== i) counts[KINDS.indexOf(kindOf(i, j))]++;
    const value = data.entities[i][3] ? ` = ${escaped(data.entities[i][3] || "")}` : "";
    const legend = KINDS.map(([name, sign, words], k) => counts[k]
      ? `<span><b class="is-${name}">${sign}</b> ${words}: ${counts[k]}</span>` : "").join("");
    return `<p>${named(i)} (${escaped(data.entities[i][1])})${value}. Of the others:</p><p class="legend">${legend}</p>`;
  };
  /** @param {Set<number>} lit */
  const pairText = (lit) => {
    const [i, j] = chosen;
    const mask = possible(i, j);
    const names = data.relations.filter((_, k) => mask & (1 << k)).map((name) => name.replace("_", " "));
    if (mask === ALL) return `<p>${named(i)} and ${named(j)}: <b>open</b>. No chain of links joins them, so all 13 relations are possible.</p>`;
    const rows = chains(i, j).map(({ conclusion, steps }) => {
      const lines = steps.map(({ claim, link }) => {
        if (link < 0) return `<li>${escaped(claim)} (start before end)</li>`;
        data.links[link][2].forEach((entity) => lit.add(entity));
        return `<li>${escaped(claim)} (${cited(data.links[link])})</li>`;
      });
      return `<li>${escaped(conclusion)}, since<ol>${lines.join("")}</ol></li>`;
    });
    const how = names.length === 1 ? `certainly <b>${names[0]}</b>` : `one of <b>${names.join(", ")}</b>`;
    return `<p>${named(i)} is ${how} ${named(j)}.</p><ul class="proof">${rows.join("") ||
      "<li>this follows from lengths; the command ask --why shows how</li>"}</ul>`;
  };
  /** @param {number[]} next */
  const choose = (next) => {
    chosen = next;
    const address = next.map((i) => encodeURIComponent(data.entities[i][0])).join(",");
    history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
    paint();
  };
  /** @param {number} i */
  const pick = (i) => choose(chosen.length === 1 && chosen[0] !== i ? [chosen[0], i] : chosen.length === 1 ? [] : [i]);
  /** @param {EventTarget | null} target */
  const entityAt = (target) => {
    const node = target instanceof Element ? target.closest("[data-e]") : null;
    return node ? Number(node.getAttribute("data-e")) : -1;
  };
  document.addEventListener("click", (event) => {
    const i = entityAt(event.target);
    if (i >= 0) pick(i);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") choose([]);
    const isButton = event.target instanceof HTMLButtonElement;
    if ((event.key === "Enter" || event.key === " ") && !isButton) {
      const i = entityAt(event.target);
      if (i >= 0) {
        event.preventDefault();
        pick(i);
      }
    }
  });

  // ---- finding and permalinks --------------------------------------------------------------
  const find = /** @type {HTMLInputElement} */ (byId("find"));
  /** @returns {number[]} */
  const matches = () => {
    const words = find.value.trim().toLowerCase();
    if (!words) return [];
    return data.entities.map((_, i) => i).filter((i) => data.entities[i][0].toLowerCase() === words ||
      data.entities[i][2].toLowerCase().includes(words));
  };
  find.addEventListener("input", () => {
    const found = new Set(matches());
    shown.forEach((nodes, i) => nodes.forEach((node) => node.classList.toggle("found", found.has(i))));
  });
  find.addEventListener("keydown", (event) => {
    const [first] = matches();
    if (event.key === "Enter" && first !== undefined) {
      choose([first]);
      shown[first].forEach((node) => node.scrollIntoView({ block: "nearest" }));
    }
  });
  const follow = () => {
    const ids = location.hash.slice(1).split(",").filter(Boolean).map(decodeURIComponent);
    const found = ids.map((id) => data.entities.findIndex((entity) => entity[0] === id)).filter((i) => i >= 0);
    if (found.length) {
      chosen = found.slice(0, 2);
      shown[chosen[0]].forEach((node) => node.scrollIntoView({ block: "nearest" }));
    }
    paint();
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
