// @ts-check
"use strict";
/**
 * What is wrong, and where: of a run's lines the documents by system, the relations, the answers
 * given for those expected (of links: the labels), and the reasons. Each number shows its lines when
 * it is pressed.
 *
 * @typedef {{document?: string, relation?: string, expected?: string, answer?: string, reason?: string,
 *   system?: number, show?: string}} Wanted
 * @typedef {[number: string, document: string, words: string, expected: string, verdicts: string,
 *   answers: string[], address: string, relation: string, reasons: string[]]} Row
 * @typedef {[code: string, title: string, verdicts: [string, string, string]]} Side
 * @typedef {{opens: string, systems: string[], heads: string[], rows: Row[], sides: Side[],
 *   labels: boolean}} Run
 */
/** @param {Element} place @param {Run} run @param {(wanted: Wanted) => void} choose */
const chartsOf = (place, { rows, systems, sides, labels }, choose) => {
  const MOST = 200;
  const SIGNS = /** @type {[string, string][]} */ ([["+", "vr"], ["-", "vw"], ["?", "vu"]]);
  /** Whether a line is of a kind of lines: "gold" has those that gold expects, "own" the others.
   * @param {string} code @param {Row} row */
  const isOf = (code, row) => !code || (code === "gold") === (row[3] !== "");
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
      const box = element(words ? "th" : "td", words);
      if (words) box.setAttribute("scope", "col");
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
  /** A bar of the parts of a whole, of a length for the whole. @param {number[]} parts @param {number} length */
  const bar = (parts, length) => {
    const [box, whole] = [element("td"), element("div")];
    box.setAttribute("aria-hidden", "true");
    whole.className = "stack";
    whole.style.width = `${length}rem`;
    parts.forEach((part, k) => {
      const piece = element("span");
      piece.className = SIGNS[k][1];
      piece.style.flexGrow = String(part);
      if (part) whole.append(piece);
    });
    box.append(whole);
    return box;
  };
  /** @param {number} k @param {Side} side */
  const relations = (k, [code, title, verdicts]) => {
    const prefix = code ? `${code}:` : "";
    const lines = count((row) => (isOf(code, row) && row[4][k] !== "." ? row[7] : ""));
    const most = Math.max(...lines.map(([, many]) => many));
    if (!lines.length) return;
    table(`${title}: ${systems[k]}`, ["relation", ...verdicts, ""], lines.map(([name, many]) => {
      const own = rows.filter((row) => row[7] === name && isOf(code, row));
      const parts = SIGNS.map(([sign]) => own.filter((row) => row[4][k] === sign).length);
      const cells = SIGNS.map(([sign, kind], j) =>
        cell(String(parts[j]), parts[j] ? kind : "", { relation: name, system: k, show: prefix + sign }, `${name}: ${parts[j]} ${verdicts[j]}`));
      return [name, [...cells, bar(parts, (5 * many) / most)]];
    }));
  };
  /** What was given for what was expected. @param {number} k @param {string} title
   * @param {(row: Row) => string} expected @param {(row: Row) => string} given
   * @param {(row: Row) => Wanted} alike The lines that a line is counted with. */
  const matrix = (k, title, expected, given, alike) => {
    const lines = count(expected).map(([name]) => name);
    const columns = count((row) => (expected(row) ? given(row) : "")).map(([name]) => name);
    const heads = [...lines.filter((name) => columns.includes(name)), ...columns.filter((name) => !lines.includes(name))];
    if (lines.length < 2 || heads.length > 20) return;
    table(`${title}: ${systems[k]}`, ["", ...heads], lines.map((name) => [name, heads.map((answer) => {
      const own = rows.filter((row) => expected(row) === name && given(row) === answer);
      if (!own.length) return element("td");
      const kind = SIGNS.find(([sign]) => sign === own[0][4][k]);
      return cell(String(own.length), kind ? kind[1] : "", { ...alike(own[0]), system: k }, `${name} expected, ${answer}: ${own.length}`);
    })]));
  };
  /** @param {number} k */
  const confusion = (k) => {
    if (labels) {
      matrix(k, "Label in gold (rows), and found", (row) => (row[3] && row[4][k] !== "." ? row[7] : ""),
        (row) => (row[4][k] === "+" ? row[7] : row[8][k].replace(/^says /, "")),
        (row) => ({ relation: row[7], show: row[4][k] === "+" ? "gold:+" : "gold:x", reason: row[8][k] }));
    } else {
      matrix(k, "Expected (rows), and answered", (row) => row[3], (row) => row[5][k],
        (row) => ({ expected: row[3], answer: row[5][k], show: "all" }));
    }
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
    for (const side of sides) relations(k, side);
    confusion(k);
    reasons(k);
  };
  return draw;
};
