// @ts-check
"use strict";
/**
 * What is selected, painted. A thousand bars are filled by one path for each kind, and a thousand
 * signs are one path for each, so that no bar has to be styled or laid out again. Nodes of the text
 * change only where what is known changes.
 */
/** @param {number} count how many entities there are  @param {Kind[]} kinds */
const painterOf = (count, kinds) => {
  const SVG = "http://www.w3.org/2000/svg";
  // The signs of the kinds, eight pixels wide, from the middle of the left side.
  const GLYPHS = [
    "h8m-8 0l3-3m-3 3l3 3", "h8l-3-3m3 3l-3 3", "m0-3v6m1-3h7m-7 0l3-3m-3 3l3 3", "h7l-3-3m3 3l-3 3m4-6v6", "m0-2h8m-8 4h8", "m8-3.5h-4a3.5 3.5 0 0 0 0 7h4",
    "m0-3.5h4a3.5 3.5 0 0 1 0 7h-4", "m0 1.5c2-6 5.5 3 8-3", "",
  ];
  /** @type {Element[][]} */
  const words = Array.from({ length: count }, () => []);
  /** @type {Element[][]} */
  const shown = Array.from({ length: count }, () => []);
  /** @typedef {{entity: number, usual: string, fill: string, sign: string}} Bar */
  /** @type {Bar[]} */
  const bars = [];
  const picture = document.querySelector("svg.whole");
  document.querySelectorAll("[data-e]").forEach((node) => {
    const entity = Number(node.getAttribute("data-e"));
    shown[entity].push(node);
    if (picture && picture.contains(node)) bars.push(barOf(node, entity));
    else words[entity].push(node);
  });
  /** @param {Element} node @param {number} entity @returns {Bar} */
  function barOf(node, entity) {
    const rect = /** @type {SVGRectElement} */ (node.querySelector("rect"));
    const [x, y, width, height, r] = ["x", "y", "width", "height", "rx"].map((name) => Number(rect.getAttribute(name)));
    const round = Math.min(r, width / 2);
    const [along, down] = [width - 2 * round, height - 2 * round];
    const corner = (/** @type {number} */ right, /** @type {number} */ below) =>
      `a${round} ${round} 0 0 1 ${right * round} ${below * round}`;
    const text = Number(/** @type {Element} */ (node.querySelector("text:not(.same)")).getAttribute("x"));
    return {
      entity,
      usual: node.classList[1] || "other",
      fill: `M${x + round} ${y}h${along}${corner(1, 1)}v${down}${corner(-1, 1)}h${-along}${corner(-1, -1)}v${-down}${corner(1, -1)}z`,
      sign: `M${text - 9} ${y + height / 2}`,
    };
  }
  /** @param {string} name @param {Node | null} before @param {string[]} parts */
  const layer = (name, before, parts) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    /** @type {Map<string, Element>} */
    const paths = new Map();
    for (const part of parts) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", part);
      paths.set(part, group.appendChild(path));
    }
    if (picture) picture.insertBefore(group, before);
    return paths;
  };
  const names = kinds.map(([name]) => `is-${name}`);
  const fills = layer("fills", picture && picture.querySelector(".section"), ["event", "timex", "other", ...names]);
  const signs = layer("signs", null, names);
  if (picture) picture.classList.add("filled");

  /** The kind of each entity as it is painted, -1 for none. */
  const now = new Int8Array(count).fill(-1);
  /** @type {Map<string, Set<number>>} */
  const classes = new Map();
  /** Give a class to what shows these entities, and take it from all others.
   * @param {string} name @param {Iterable<number>} entities */
  const only = (name, entities) => {
    const before = classes.get(name) || new Set();
    const after = new Set(entities);
    before.forEach((i) => after.has(i) || shown[i].forEach((node) => node.classList.remove(name)));
    after.forEach((i) => before.has(i) || shown[i].forEach((node) => node.classList.add(name)));
    if (name === "chosen") {
      before.forEach((i) => pressed(i, false));
      after.forEach((i) => pressed(i, true));
    }
    classes.set(name, after);
  };
  /** @param {number} i @param {boolean} yes */
  const pressed = (i, yes) => words[i].forEach((node) => node.setAttribute("aria-pressed", String(yes)));
  /** Paint each entity by its kind, -1 for none.
   * @param {(entity: number) => number} kindOf */
  const paint = (kindOf) => {
    for (let i = 0; i < count; i++) {
      const kind = kindOf(i);
      if (kind === now[i]) continue;
      for (const node of words[i]) {
        if (now[i] >= 0) node.classList.remove(names[now[i]]);
        if (kind >= 0) node.classList.add(names[kind]);
      }
      now[i] = kind;
    }
    /** @type {Map<string, string[]>} */
    const filled = new Map();
    /** @type {Map<string, string[]>} */
    const signed = new Map();
    for (const bar of bars) {
      const kind = now[bar.entity];
      const name = kind < 0 ? bar.usual : names[kind];
      put(filled, name, bar.fill);
      if (kind >= 0 && GLYPHS[kind]) put(signed, name, bar.sign + GLYPHS[kind]);
    }
    for (const [paths, parts] of /** @type {const} */ ([[fills, filled], [signs, signed]])) {
      paths.forEach((path, name) => path.setAttribute("d", (parts.get(name) || []).join("")));
    }
  };
  /** @param {Map<string, string[]>} parts @param {string} name @param {string} part */
  const put = (parts, name, part) => {
    const there = parts.get(name);
    if (there) there.push(part);
    else parts.set(name, [part]);
  };
  return { only, paint, shown, bars: shown.map((nodes) => nodes.filter((node) => picture && picture.contains(node))) };
};
