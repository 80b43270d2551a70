// @ts-check
"use strict";
/** The page of a timeline: selecting entities, what is certain of the others, and why. */
(() => {
  /** @param {string} id @returns {HTMLElement} */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Data} */
  const data = JSON.parse(byId("data").textContent || "{}");
  const count = data.entities.length;
  const { ALL, KINDS, possible, kindOf } = relationsOf(data);
  const chains = chainsOf(data);
  const distances = distancesOf(data);
  const { only, paint, shown } = painterOf(count, KINDS);
  const panel = byId("panel");
  const help = panel.innerHTML;
  only("broken", data.conflicts.flatMap((conflict) => conflict.link[2]));

  // ---- what the panel says -----------------------------------------------------------------
  /** @type {number[]} */
  let chosen = [];
  /** The conflict that is selected, or -1. */
  let broken = -1;
  /** @param {string} text */
  const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  /** @param {number} i */
  const named = (i) => `<b>${escaped(data.entities[i][0])}</b> \u201c${escaped(data.entities[i][2])}\u201d`;
  /** @param {Words} link */
  const cited = (link) => escaped(link[1]);
  /** The steps of a chain as items of a list; what their links name is lit.
   * @param {Step[]} steps @param {Set<number>} lit */
  const listed = (steps, lit) => steps.map(({ claim, link }) => {
    if (link < 0) return `<li>${escaped(claim)} (start before end)</li>`;
    data.links[link][2].forEach((entity) => lit.add(entity));
    return `<li>${escaped(claim)} (${cited(data.links[link])})</li>`;
  }).join("");
  /** How much later a point is than another, with the sums behind the bounds.
   * @param {string} what @param {number} x @param {number} y @param {Set<number>} lit */
  const distance = (what, x, y, lit) => {
    const found = distances.between(x, y);
    if (!found) return "";
    const sums = /** @type {[Sum | null, number, number][]} */ ([[found.low, y, x], [found.high, x, y]]);
    const rows = sums.map(([sum, from, to]) => {
      if (!sum || !sum.value) return "";
      const total = escaped(distances.claimed(from, to, sum.value, sum.strict));
      return `<li>${total}, ${sum.steps.length > 1 ? "the sum of" : "since"}<ol>${listed(sum.steps, lit)}</ol></li>`;
    });
    return `<p>${what}: <b>${escaped(found.words)}</b>.</p><ul class="sum">${rows.join("")}</ul>`;
  };
  /** @param {number} i @param {Set<number>} lit */
  const length = (i, lit) => distance(`${named(i)} lasts`, 2 * i, 2 * i + 1, lit);

  const startText = () => {
    if (!data.conflicts.length) return help;
    const rows = data.conflicts.map((conflict, c) =>
      `<li><button type="button" class="cut" data-c="${c}">\u2716 ${cited(conflict.link)}</button></li>`);
    const many = rows.length === 1 ? "1 link" : `${rows.length} links`;
    return `${help}<h2>${many} left out as contradictory: select one to see why</h2><ul class="cuts">${rows.join("")}</ul>`;
  };
  /** @param {Set<number>} lit */
  const conflictText = (lit) => {
    const conflict = data.conflicts[broken];
    conflict.against.forEach(([, , entities]) => entities.forEach((entity) => lit.add(entity)));
    const steps = conflict.steps.map(([claim, why]) => `<li>${escaped(claim)} (${escaped(why)})</li>`).join("");
    const what = `<p>\u2716 <b>${cited(conflict.link)}</b> is left out: ${escaped(conflict.constraints.join(" and "))}`;
    return steps ? `${what} contradicts</p><ol class="against">${steps}</ol>` : `${what} cannot hold by itself.</p>`;
  };
  /** @param {Set<number>} lit */
  const oneText = (lit) => {
    const i = chosen[0];
    const counts = KINDS.map(() => 0);
    for (let j = 0; j < count; j++) if (j !== i) counts[kindOf(i, j)]++;
    const value = data.entities[i][3] ? ` = ${escaped(data.entities[i][3] || "")}` : "";
    const legend = KINDS.map(([name, sign, words], k) => counts[k]
      ? `<span><b class="is-${name}">${sign}</b> ${words}: ${counts[k]}</span>` : "").join("");
    return `<p>${named(i)} (${escaped(data.entities[i][1])})${value}. Of the others:</p><p class="legend">${legend}</p>${length(i, lit)}`;
  };
  /** @param {Set<number>} lit */
  const pairText = (lit) => {
    const [i, j] = chosen;
    const mask = possible(i, j);
    const names = data.relations.filter((_, k) => mask & (1 << k)).map((name) => name.replace("_", " "));
    const known = apart(i, j, lit);
    if (mask === ALL) return `<p>${named(i)} and ${named(j)}: <b>open</b>. No chain of links joins them, so all 13 relations are possible.</p>${known}`;
    const rows = chains(i, j).map(({ conclusion, steps }) =>
      `<li>${escaped(conclusion)}, since<ol>${listed(steps, lit)}</ol></li>`);
    const how = names.length === 1 ? `certainly <b>${names[0]}</b>` : `one of <b>${names.join(", ")}</b>`;
    const proof = rows.length ? `<ul class="proof">${rows.join("")}</ul>` : "";
    const lengths = length(i, lit) + length(j, lit);
    const why = proof || known ? "" : "<p>This follows from lengths; the command ask --why shows how.</p>";
    return `<p>${named(i)} is ${how} ${named(j)}.</p>${proof}${known}${lengths}${why}`;
  };
  /** How far apart two entities are: from the end of the one to the start of the other, or from
   * start to start and from end to end.
   * @param {number} i @param {number} j @param {Set<number>} lit */
  const apart = (i, j, lit) => {
    const [first, second] = kindOf(j, i) === 1 ? [j, i] : [i, j];
    const [one, other] = [named(first), named(second)];
    if (kindOf(second, first) === 0) {
      return distance(`From the end of ${one} to the start of ${other}`, 2 * first + 1, 2 * second, lit);
    }
    return distance(`From the start of ${one} to that of ${other}`, 2 * first, 2 * second, lit) +
      distance(`From the end of ${one} to that of ${other}`, 2 * first + 1, 2 * second + 1, lit);
  };

  // ---- selecting ---------------------------------------------------------------------------
  /** @type {Element[][]} */
  const arrows = data.entities.map(() => []);
  document.querySelectorAll("[data-a]").forEach((arrow) => arrowEnds(arrow).forEach((i) => arrows[i].push(arrow)));
  const cuts = Array.from(document.querySelectorAll("svg [data-c]"));
  /** @param {Element} arrow */
  function arrowEnds(arrow) {
    return [Number(arrow.getAttribute("data-a")), Number(arrow.getAttribute("data-b"))];
  }
  /** @type {Element[]} */
  let near = [];
  const show = () => {
    const lit = new Set();
    panel.innerHTML = broken >= 0 ? conflictText(lit) : chosen.length === 2 ? pairText(lit)
      : chosen.length ? oneText(lit) : startText();
    const [first] = chosen;
    paint((j) => (chosen.length && !chosen.includes(j) ? kindOf(first, j) : -1));
    only("chosen", chosen);
    only("lit", lit);
    near.forEach((arrow) => arrow.classList.remove("near"));
    near = chosen.flatMap((i) => arrows[i]);
    near.forEach((arrow) => arrow.classList.add("near"));
    cuts.forEach((cut) => {
      const here = Number(cut.getAttribute("data-c")) === broken;
      cut.classList.toggle("chosen", here);
      cut.setAttribute("aria-pressed", String(here));
    });
  };
  /** @param {number[]} next @param {number} [conflict] */
  const choose = (next, conflict = -1) => {
    chosen = next;
    broken = conflict;
    const ids = next.map((i) => encodeURIComponent(data.entities[i][0])).join(",");
    const address = broken >= 0 ? `conflict=${broken + 1}` : ids;
    history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
    show();
  };
  /** @param {number} i */
  const pick = (i) => choose(chosen.length === 1 && chosen[0] !== i ? [chosen[0], i] : chosen.length === 1 ? [] : [i]);
  /** Select what is there; whether something is.
   * @param {EventTarget | null} target */
  const pickAt = (target) => {
    const node = target instanceof Element ? target.closest("[data-e],[data-a],[data-c]") : null;
    if (!node) return false;
    if (node.hasAttribute("data-e")) pick(Number(node.getAttribute("data-e")));
    else if (node.hasAttribute("data-a")) choose(arrowEnds(node));
    else choose([], Number(node.getAttribute("data-c")));
    return true;
  };
  document.addEventListener("click", (event) => {
    pickAt(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") choose([]);
    const isButton = event.target instanceof HTMLButtonElement;
    if ((event.key === "Enter" || event.key === " ") && !isButton && pickAt(event.target)) event.preventDefault();
  });
  const withArrows = document.getElementById("arrows");
  if (withArrows instanceof HTMLInputElement) {
    const picture = /** @type {Element} */ (document.querySelector("svg.whole"));
    const follow = () => picture.classList.toggle("with-arrows", withArrows.checked);
    withArrows.addEventListener("change", follow);
    follow();
  }

  const picture = byId("picture");
  let size = 1;
  /** Make the picture larger or smaller; its middle stays where it is.
   * @param {number} factor */
  const zoom = (factor) => {
    const next = Math.min(3, Math.max(0.25, size * factor));
    const middle = (picture.scrollTop + picture.clientHeight / 2) / size;
    picture.querySelectorAll("svg").forEach((node) => {
      const box = node.viewBox.baseVal;
      node.setAttribute("width", String(box.width * next));
      node.setAttribute("height", String(box.height * next));
    });
    size = next;
    picture.scrollTop = middle * size - picture.clientHeight / 2;
  };
  for (const [id, factor] of /** @type {const} */ ([["smaller", 0.8], ["larger", 1.25]])) {
    const button = document.getElementById(id);
    if (button) button.addEventListener("click", () => zoom(factor));
  }

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
    only("found", matches());
  });
  find.addEventListener("keydown", (event) => {
    const [first] = matches();
    if (event.key === "Enter" && first !== undefined) {
      choose([first]);
      shown[first].forEach((node) => node.scrollIntoView({ block: "nearest" }));
    }
  });
  /** @param {string} text */
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const follow = () => {
    const conflict = /^#conflict=(\d+)$/.exec(location.hash);
    broken = conflict && data.conflicts[Number(conflict[1]) - 1] ? Number(conflict[1]) - 1 : -1;
    if (broken >= 0) chosen = [];
    const ids = location.hash.slice(1).split(",").filter(Boolean).map(decoded);
    const found = ids.map((id) => data.entities.findIndex((entity) => entity[0] === id)).filter((i) => i >= 0);
    if (found.length) {
      chosen = found.slice(0, 2);
      shown[chosen[0]].forEach((node) => node.scrollIntoView({ block: "nearest" }));
    }
    show();
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
