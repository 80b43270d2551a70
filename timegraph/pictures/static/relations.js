// @ts-check
"use strict";
/**
 * The data of a timeline's page, and what it says of two entities. Nothing is computed here that the
 * graph did not say.
 *
 * @typedef {[x: number, words: string, y?: number]} Claim
 * @typedef {[name: string, words: string, entities: number[]]} Words
 * @typedef {{link: Words, constraints: Claim[], steps: [Claim, string, number][], against: Words[]}} Conflict
 * @typedef {{entities: [string, string, string, string | null][], relations: string[], masks: number[],
 *   letters: number, rows: string[], points: string[], structural: [number, number][],
 *   arcs: [number, number, number, number][], scale: number, links: Words[], conflicts: Conflict[],
 *   bounds: [x: number, y: number, value: number, strict: number, link: number][]}} Data
 * @typedef {[name: string, sign: string, words: string, mask: number]} Kind
 */
/** @param {Data} data */
const relationsOf = (data) => {
  const ALL = 8191;
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
  const KINDS = /** @type {Kind[]} */ ([
    ["before", "\u2190", "before", bits("before")],
    ["after", "\u2192", "after", bits("after")],
    ["until", "\u21e4", "before or right before", bits("before", "meets")],
    ["from", "\u21e5", "after or right after", bits("after", "met_by")],
    ["equal", "=", "at the same time", bits("equal")],
    ["within", "\u2282", "within", bits("during", "starts", "finishes", "equal")],
    ["around", "\u2283", "around", bits("contains", "started_by", "finished_by", "equal")],
    ["partly", "~", "something is known", ALL],
    ["open", "?", "nothing is known", ALL],
  ]);
  const [PARTLY, OPEN] = [KINDS.length - 2, KINDS.length - 1];
  /** @type {Map<number, number>} */
  const kinds = new Map([[ALL, OPEN]]);
  /** What is known of j, seen from the selected i: its place among the kinds.
   * @param {number} i @param {number} j */
  const kindOf = (i, j) => {
    const mask = possible(j, i);
    let kind = kinds.get(mask);
    if (kind === undefined) {
      kind = KINDS.slice(0, PARTLY).findIndex(([, , , all]) => (mask & ~all) === 0);
      kinds.set(mask, (kind = kind < 0 ? PARTLY : kind));
    }
    return kind;
  };
  return { ALL, KINDS, possible, kindOf };
};
