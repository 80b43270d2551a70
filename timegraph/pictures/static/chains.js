// @ts-check
"use strict";
/**
 * Chains of links between points, as timegraph.proofs finds them: the fewest links, then the earlier
 * ones.
 *
 * @typedef {"<" | "<=" | "="} Sign
 * @typedef {{claim: string, link: number, order?: [x: number, sign: Sign, y: number]}} Step
 */
/** @param {Data} data */
const chainsOf = (data) => {
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
        const [from, to] = [before >> 1, state >> 1];
        steps.unshift({ claim: `${data.points[from]} ${sign} ${data.points[to]}`, link, order: /** @type {[number, Sign, number]} */ ([from, sign, to]) });
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
  /** @param {number} x @param {number} y @param {number} link @returns {Sign} */
  const strictOf = (x, y, link) => {
    const found = arcs[x].filter(([other, , number]) => other === y && number === link);
    if (found.some(([, isStrict]) => isStrict)) return "<";
    return arcs[y].some(([other, isStrict, number]) => other === x && number === link && !isStrict) ? "=" : "<=";
  };
  /** What is known of the endpoints of two entities that nothing else here implies, with chains.
   * @param {number} i @param {number} j */
  const chains = (i, j) => {
    /** @type {{x: number, sign: Sign, y: number, steps: Step[]}[]} */
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
          found.push({ x, sign: strict ? "<" : "<=", y, steps });
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
  return chains;
};
