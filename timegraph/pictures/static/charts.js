// @ts-check
"use strict";
/**
 * What is wrong, and where: of a run's lines the documents by system, the relations, the answers
 * given for those expected, and the reasons. Each number shows its lines when it is pressed.
 *
 * @typedef {{document?: string, relation?: string, expected?: string, answer?: string, reason?: string,
 *   system?: number, show?: string}} Wanted
 * @typedef {[number: string, document: string, words: string, expected: string, verdicts: string,
 *   answers: string[], address: string, relation: string, reasons: string[]]} Row
 */
/** @param {Element} place @param {Row[]} rows @param {string[]} systems @param {(wanted: Wanted) => void} choose */
const chartsOf = (place, rows, systems, choose) => {
  const MOST = 30;
  /** @param {string} tag @param {string} [text] */
  const element = (tag, text) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  /** @param {string} text @param {string} kind @param {Wanted} wanted @param {string} words */
  const cell = (text, kind, wanted, words) => {
    const [box, button] = [element("td"), element("button", text)];
    button.setAttribute("type", "button");
    button.setAttribute("aria-label", `${text}, ${words}`);
    button.className = kind;
    button.addEventListener("click", () => choose(wanted));
    box.append(button);
    return box;
  };
  /** @param {string} caption @param {string[]} heads @param {[string, HTMLElement[]][]} lines */
  const table = (caption, heads, lines) => {
    const [node, head] = [element("table"), element("tr")];
    for (const words of heads) {
      const box = element("th", words);
      box.setAttribute("scope", "col");
      head.append(box);
    }
    node.append(element("caption", caption), element("thead"), element("tbody"));
    node.children[1].append(head);
    for (const [name, cells] of lines.slice(0, MOST)) {
      const [line, box] = [element("tr"), element("th", name)];
      box.setAttribute("scope", "row");
      line.append(box, ...cells);
      node.children[2].append(line);
    }
    const whole = element("div");
    whole.append(node);
    if (lines.length > MOST) whole.append(element("p", `${lines.length - MOST} more`));
    place.append(whole);
  };
  /** How many lines there are of each name that a line is of. @param {(row: Row) => string | undefined} name */
  const count = (name) => {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const row of rows) {
      const key = name(row);
      if (key) found.set(key, (found.get(key) || 0) + 1);
    }
    return [...found].sort((a, b) => b[1] - a[1]);
  };
  const documents = () => {
    /** @type {Map<string, [number, number][]>} */
    const found = new Map();
    for (const row of rows) {
      const counts = found.get(row[1]) || systems.map(() => /** @type {[number, number]} */ ([0, 0]));
      found.set(row[1], counts);
      systems.forEach((_, k) => {
        if (row[4][k] === ".") return;
        counts[k][1]++;
        if (row[4][k] === "+") counts[k][0]++;
      });
    }
    /** @param {[number, number][]} counts */
    const errors = (counts) => counts.reduce((sum, [right, all]) => sum + all - right, 0);
    const worst = [...found].sort((a, b) => errors(b[1]) - errors(a[1]));
    table("Right, by document", ["document", ...systems], worst.map(([name, counts]) => [name, counts.map(([right, all], k) => {
      const box = cell(`${right}/${all}`, "share", { document: name, system: k, show: "x" }, `${name}, ${systems[k]}: ${right} of ${all} right`);
      /** @type {HTMLElement} */ (box.firstChild).style.setProperty("--share", `${all ? Math.round(100 * right / all) : 50}%`);
      return box;
    })]));
  };
  /** @param {number} k */
  const relations = (k) => {
    const signs = /** @type {[string, string, string][]} */ ([["+", "right", "vr"], ["-", "wrong", "vw"], ["?", "unknown", "vu"]]);
    const lines = count((row) => row[7]).map(([name]) => {
      const own = rows.filter((row) => row[7] === name);
      return /** @type {[string, HTMLElement[]]} */ ([name, signs.map(([sign, words, kind]) => {
        const many = own.filter((row) => row[4][k] === sign).length;
        return cell(String(many), many ? kind : "", { relation: name, system: k, show: sign }, `${name}: ${many} ${words}`);
      })]);
    });
    if (lines.length) table(`Relations: ${systems[k]}`, ["relation", ...signs.map(([, words]) => words)], lines);
  };
  /** @param {number} k */
  const confusion = (k) => {
    const expected = count((row) => row[3]).map(([name]) => name).sort().reverse();
    const given = count((row) => row[5][k]).map(([name]) => name).sort().reverse();
    if (expected.length < 2 || given.length > 8) return;
    table(`Expected (rows) and given: ${systems[k]}`, ["expected", ...given], expected.map((wanted) => [wanted, given.map((answer) => {
      const many = rows.filter((row) => row[3] === wanted && row[5][k] === answer).length;
      const kind = !many ? "" : wanted === answer ? "vr" : answer === "unknown" ? "vu" : "vw";
      return cell(String(many), kind, { expected: wanted, answer, system: k, show: "all" }, `${wanted} expected, ${answer} given: ${many}`);
    })]));
  };
  /** @param {number} k */
  const reasons = (k) => {
    const found = count((row) => (row[8] || [])[k]);
    if (!found.length) return;
    table(`Reasons of what is not right: ${systems[k]}`, ["reason", "number"], found.map(([reason, many]) =>
      [reason, [cell(String(many), "", { reason, system: k, show: "x" }, `${reason}: ${many}`)]]));
  };
  /** Draw them for a system. @param {number} k */
  const draw = (k) => {
    place.replaceChildren();
    if (!rows.length || !systems.length) return;
    documents();
    relations(k);
    confusion(k);
    reasons(k);
  };
  return draw;
};
