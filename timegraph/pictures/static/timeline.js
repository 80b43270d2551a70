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
  const { only, paint, shown, bars } = painterOf(count, KINDS);
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
  /** @param {number} i */
  const quoted = (i) => `\u201c${escaped(data.entities[i][2] || data.entities[i][0])}\u201d`;
  const ORDER = { "<": "is before", "<=": "is not after", "=": "is" };
  /** @param {number} x */
  const placed = (x) => x < 2 * count ? `the ${x % 2 ? "end" : "start"} of ${quoted(x >> 1)}` : escaped(data.points[x].replace(/^(start|end) of/, "the $1 of"));
  /** @param {number} x @param {"<" | "<=" | "="} sign @param {number} y */
  const inOrder = (x, sign, y) => `${placed(x)} ${ORDER[sign]} ${placed(y)}`;
  /** @param {Claim} claim */
  const claimed = ([x, words, y]) => `${placed(x)} ${escaped(words)}${y === undefined ? "" : ` ${placed(y)}`}`;
  const OWN = "it starts before it ends";
  /** What a claim follows from; of the calendar, which says no more than the claim, that it is.
   * @param {string} why */
  const because = (why) => escaped(why.startsWith("calendar: ") ? "calendar" : why);
  /** The steps of a chain as items of a list; what their links name is lit.
   * @param {Step[]} steps @param {Set<number>} lit */
  const listed = (steps, lit) => steps.map(({ claim, link, order }) => {
    const words = order ? inOrder(...order) : escaped(claim);
    if (link < 0) return `<li data-claim="${escaped(claim)}">${words} (${OWN})</li>`;
    data.links[link][2].forEach((entity) => lit.add(entity));
    return `<li data-claim="${escaped(claim)}">${words} (${because(data.links[link][1])})</li>`;
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
    const steps = conflict.steps.map(([claim, why, own]) => `<li>${claimed(claim)} (${own ? OWN : because(why)})</li>`).join("");
    const what = `<p>\u2716 <b>${cited(conflict.link)}</b> is left out: that ${conflict.constraints.map(claimed).join(" and ")}`;
    return steps ? `${what} contradicts this chain:</p><ol class="against">${steps}</ol>` : `${what} cannot hold by itself.</p>`;
  };
  const NAMED = ["equal", "within", "around"];
  /** Counted even if there are none. */
  const ALWAYS = ["before", "after"];
  /** A few entities in words. @param {number[]} entities */
  const few = (entities) => ` (${entities.slice(0, 6).map(quoted).join(", ")}${entities.length > 6 ? " and others" : ""})`;
  /** @param {Set<number>} lit */
  const oneText = (lit) => {
    const i = chosen[0];
    /** @type {number[][]} */
    const others = KINDS.map(() => []);
    for (let j = 0; j < count; j++) if (j !== i) others[kindOf(i, j)].push(j);
    const value = data.entities[i][3] ? ` ${escaped(data.entities[i][3] || "")}` : "";
    const legend = KINDS.map(([name, sign, words], k) => others[k].length || ALWAYS.includes(name)
      ? `<span><b class="is-${name}">${sign}</b> ${words}: ${others[k].length}${NAMED.includes(name) ? few(others[k]) : ""}</span>` : "").join("");
    const what = `${named(i)} (${KIND_WORDS[data.entities[i][1]] || "entity"}${value})`;
    return `<p>${what}. Of the others, seen from here:</p><p class="legend">${legend}</p>${length(i, lit)}`;
  };
  /** @type {Record<string, string>} */
  const KIND_WORDS = { event: "event", timex: "time" };
  /** What a relation says of the first of two, and TimeML's name for it.
   * @type {Record<string, [string, string]>} */
  const SAID = {
    before: ["is before", "BEFORE"], after: ["is after", "AFTER"],
    meets: ["is right before", "IBEFORE"], met_by: ["is right after", "IAFTER"],
    overlaps: ["starts before and ends during", "OVERLAPS"],
    overlapped_by: ["starts during and ends after", "OVERLAPPED_BY"],
    starts: ["begins with and ends before the end of", "BEGINS"],
    started_by: ["begins with and ends after the end of", "BEGUN_BY"],
    during: ["is within", "IS_INCLUDED"], contains: ["is around", "INCLUDES"],
    finishes: ["starts after the start of and ends with", "ENDS"],
    finished_by: ["starts before the start of and ends with", "ENDED_BY"],
    equal: ["is at the same time as", "SIMULTANEOUS"],
  };
  /** What is certain of the first of two of which several relations can hold.
   * @param {number} i @param {number} j */
  const certainly = (i, j) => {
    const [name, , words] = KINDS[kindOf(j, i)];
    if (name !== "partly") return `is ${words}`;
    const mask = possible(i, j);
    const can = (/** @type {string[]} */ ...relations) => relations.some((relation) => mask & (1 << data.relations.indexOf(relation)));
    const [before, after] = [can("before", "meets"), can("after", "met_by")];
    if (!before && !after) return "certainly shares some time with";
    if (!before) return "is certainly not before";
    if (!after) return "is certainly not after";
    return "is in some order, not in any order, with";
  };
  /** @param {Set<number>} lit */
  const pairText = (lit) => {
    const [i, j] = chosen;
    const mask = possible(i, j);
    const names = data.relations.filter((_, k) => mask & (1 << k));
    const known = apart(i, j, lit);
    const copy = '<p><button type="button" id="copy">Copy as text</button></p>';
    if (mask === ALL) return `<p>${named(i)} and ${named(j)}: <b>open</b>. No chain of links joins them, so nothing is known of their order.</p>${known}${copy}`;
    const rows = chains(i, j).map(({ x, sign, y, steps }) =>
      `<li>${inOrder(x, sign, y)}, since<ol>${listed(steps, lit)}</ol></li>`);
    const said = names.map((name) => SAID[name]);
    const how = said.length === 1 ? `<p>${named(i)} <b>${said[0][0]}</b> ${named(j)} (${said[0][1]}).</p>`
      : `<p>${named(i)} <b>${certainly(i, j)}</b> ${named(j)}. <small>It can still be ${said.map(([, label]) => label).join(", ")}.</small></p>`;
    const proof = rows.length ? `<ul class="proof">${rows.join("")}</ul>` : "";
    const lengths = length(i, lit) + length(j, lit);
    const why = proof || known ? "" : "<p>This follows from lengths; the command ask --why shows how.</p>";
    return `${how}${proof}${known}${lengths}${why}${copy}`;
  };
  /** How far apart two entities are: from the end of the one to the start of the other, or from
   * start to start and from end to end.
   * @param {number} i @param {number} j @param {Set<number>} lit */
  const apart = (i, j, lit) => {
    const kind = KINDS[kindOf(j, i)][0];
    const [first, second] = kind === "after" || kind === "from" ? [j, i] : [i, j];
    const [one, other] = [named(first), named(second)];
    if (["before", "until"].includes(KINDS[kindOf(second, first)][0])) {
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
  /** The entity under the pointer while nothing is selected, or -1. */
  let hovered = -1;
  const painted = () => {
    const first = chosen.length ? chosen[0] : broken < 0 ? hovered : -1;
    // Of two, only the second is painted: what the others are to the first is not asked.
    const asked = chosen.length === 2 ? (/** @type {number} */ j) => j === chosen[1] : () => true;
    paint((j) => (first >= 0 && j !== first && asked(j) ? kindOf(first, j) : -1));
    near.forEach((arrow) => arrow.classList.remove("near"));
    near = first < 0 ? [] : arrows[first].filter((arrow) => chosen.length < 2 || arrowEnds(arrow).includes(chosen[1]));
    near.forEach((arrow) => arrow.classList.add("near"));
  };
  const show = () => {
    const lit = new Set();
    panel.innerHTML = broken >= 0 ? conflictText(lit) : chosen.length === 2 ? pairText(lit)
      : chosen.length ? oneText(lit) : startText();
    painted();
    document.body.classList.toggle("picked", chosen.length > 0 || broken >= 0);
    only("chosen", chosen);
    only("lit", lit);
    cuts.forEach((cut) => {
      const here = Number(cut.getAttribute("data-c")) === broken;
      cut.classList.toggle("chosen", here);
      cut.setAttribute("aria-pressed", String(here));
    });
  };
  /** @param {number[]} next @param {number} [conflict] */
  const choose = (next, conflict = -1) => {
    if (broken === conflict && String(chosen) === String(next)) return;
    chosen = next;
    broken = conflict;
    const ids = next.map((i) => encodeURIComponent(data.entities[i][0])).join(",");
    const address = broken >= 0 ? `conflict=${broken + 1}` : ids;
    history.pushState(null, "", address ? `#${address}` : location.pathname + location.search);
    show();
  };
  /** Bring into view what shows an entity, but for where the reader is already.
   * @param {number} i @param {Node | null} [here] */
  const reveal = (i, here = null) => shown[i].forEach((node) => {
    const half = node.closest("#text,#picture");
    // Where the page is the one that scrolls, it would leave what was selected.
    const alone = half && here && half.scrollHeight <= half.clientHeight + 1;
    if (!half || !here || (!half.contains(here) && !alone)) node.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  /** @param {number} i */
  const pick = (i) => choose(chosen.length === 1 && chosen[0] !== i ? [chosen[0], i] : chosen.length === 1 ? [] : [i]);
  /** Select what is there; whether something is.
   * @param {EventTarget | null} target */
  const pickAt = (target) => {
    const node = target instanceof Element ? target.closest("[data-e],[data-a],[data-c]") : null;
    if (!node) return false;
    if (node.hasAttribute("data-e")) {
      const entity = Number(node.getAttribute("data-e"));
      pick(entity);
      if (chosen.includes(entity)) reveal(entity, node);
    } else if (node.hasAttribute("data-a")) choose(arrowEnds(node));
    else choose([], Number(node.getAttribute("data-c")));
    return true;
  };
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (pickAt(target) || !target || String(window.getSelection())) return;
    if (target.closest("#text,#picture")) choose([]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") choose([]);
    const isButton = event.target instanceof HTMLButtonElement;
    if ((event.key === "Enter" || event.key === " ") && !isButton && pickAt(event.target)) event.preventDefault();
  });
  document.addEventListener("pointerover", (event) => {
    const node = event.target instanceof Element ? event.target.closest("[data-e]") : null;
    const next = node && event.pointerType === "mouse" ? Number(node.getAttribute("data-e")) : -1;
    if (next === hovered) return;
    hovered = next;
    if (!chosen.length) painted();
  });
  // What is focused says how it relates to what is selected.
  document.addEventListener("focusin", (event) => {
    const node = event.target instanceof Element ? event.target.closest("[data-e]") : null;
    if (!node) return;
    const entity = Number(node.getAttribute("data-e"));
    const [first] = chosen;
    const words = chosen.length && entity !== first ? `${KINDS[kindOf(first, entity)][2]}: ${data.entities[first][2]}` : "";
    node.setAttribute("aria-description", words);
  });
  panel.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.id !== "copy") return;
    const button = event.target;
    const selection = /** @type {Selection} */ (window.getSelection());
    const all = document.createRange();
    all.selectNodeContents(panel);
    all.setEndBefore(button);
    selection.removeAllRanges();
    selection.addRange(all);
    if (document.execCommand("copy")) button.textContent = "Copied";
  });
  const withArrows = document.getElementById("arrows");
  if (withArrows instanceof HTMLInputElement) {
    const picture = /** @type {Element} */ (document.querySelector("svg.whole"));
    const follow = () => picture.classList.toggle("with-arrows", withArrows.checked);
    withArrows.addEventListener("change", follow);
    follow();
  }

  // ---- finding and permalinks --------------------------------------------------------------
  const find = /** @type {HTMLInputElement} */ (byId("find"));
  /** Which of the entities that are found is selected. */
  let place = -1;
  /** @returns {number[]} */
  const matches = () => {
    const words = find.value.trim().toLowerCase();
    if (!words) return [];
    return data.entities.map((_, i) => i).filter((i) => {
      const [id, , text, value] = data.entities[i];
      return id.toLowerCase() === words || text.toLowerCase().includes(words) || (value || "").toLowerCase().includes(words);
    });
  };
  const counted = () => {
    const many = matches().length;
    byId("count").textContent = !find.value.trim() ? "" : !many ? "none" : place < 0 ? `${many} found` : `${place + 1} of ${many}`;
  };
  find.addEventListener("input", () => {
    place = -1;
    only("found", matches());
    counted();
  });
  find.addEventListener("keydown", (event) => {
    const found = matches();
    if (event.key !== "Enter" || !found.length) return;
    place = (place + (event.shiftKey ? found.length - 1 : 1)) % found.length;
    choose([found[place]]);
    reveal(found[place]);
    counted();
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
      chosen.forEach((i) => reveal(i));
    } else if (broken < 0) chosen = [];
    show();
  };
  window.addEventListener("hashchange", follow);
  window.addEventListener("popstate", follow);
  follow();
  moving(byId("picture"), bars.flat());
  if (count > 150) overview(byId("picture"), bars.flat());
})();
