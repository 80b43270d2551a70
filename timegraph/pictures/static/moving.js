// @ts-check
"use strict";
/** Ways around a picture: arrow keys from bar to bar, its size, and an overview of a large one. */

/** Arrow keys go from bar to bar; the picture is one stop of the Tab key.
 * @param {HTMLElement} picture @param {Element[]} bars */
const moving = (picture, bars) => {
  /** @param {Element} bar */
  const middle = (bar) => {
    const box = bar.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  };
  /** The nearest bar that lies in a direction, those in line first.
   * @param {Element} from @param {boolean} level @param {number} way */
  const next = (from, level, way) => {
    const [x, y] = middle(from);
    let [best, least] = [/** @type {Element | null} */ (null), Infinity];
    for (const bar of bars) {
      const [right, down] = middle(bar).map((value, k) => value - (k ? y : x));
      const [ahead, aside] = level ? [right * way, Math.abs(down)] : [down * way, Math.abs(right)];
      const far = ahead + (level ? 8 : 0.5) * aside;
      if (ahead > 4 && far < least) [best, least] = [bar, far];
    }
    return best;
  };
  const KEYS = /** @type {Record<string, [boolean, number]>} */ ({
    ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1],
  });
  picture.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || !bars.length) return;
    const from = document.activeElement && document.activeElement.closest(".bar");
    const to = /** @type {SVGElement | null} */ (from ? next(from, ...KEYS[event.key]) : bars[0]);
    event.preventDefault();
    if (!to) return;
    const title = to.querySelector("title");
    to.setAttribute("tabindex", "-1");
    to.setAttribute("role", "button");
    to.setAttribute("aria-label", (title && title.textContent) || "");
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  let size = 1;
  /** Make the picture larger or smaller; its middle stays where it is.
   * @param {number} factor */
  const zoom = (factor) => {
    const larger = Math.min(3, Math.max(0.25, size * factor));
    const centre = (picture.scrollTop + picture.clientHeight / 2) / size;
    picture.querySelectorAll("svg").forEach((node) => {
      const box = node.viewBox.baseVal;
      node.setAttribute("width", String(box.width * larger));
      node.setAttribute("height", String(box.height * larger));
    });
    size = larger;
    picture.scrollTop = centre * size - picture.clientHeight / 2;
  };
  for (const [id, factor] of /** @type {const} */ ([["smaller", 0.8], ["larger", 1.25]])) {
    const button = document.getElementById(id);
    if (button) button.addEventListener("click", () => zoom(factor));
  }
};

/** A small picture of all bars beside the large one; a click goes there.
 * @param {HTMLElement} picture @param {Element[]} bars */
const overview = (picture, bars) => {
  const whole = /** @type {SVGSVGElement} */ (picture.querySelector("svg.whole"));
  const { width, height } = whole.viewBox.baseVal;
  const parts = bars.map((bar) => {
    const rect = /** @type {Element} */ (bar.querySelector("rect"));
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
    return `M${x} ${y}h${w}v${h}h${-w}z`;
  });
  const NS = "http://www.w3.org/2000/svg";
  /** @param {string} name @param {Record<string, string>} attributes */
  const element = (name, attributes) => {
    const node = document.createElementNS(NS, name);
    for (const key of Object.keys(attributes)) node.setAttribute(key, attributes[key]);
    return node;
  };
  const small = element("svg", {
    class: "overview", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true",
  });
  const part = element("rect", { class: "part", x: "0", width: String(width) });
  small.append(element("path", { class: "all", d: parts.join("") }), part);
  /** @type {HTMLElement} */ (picture.parentElement).append(small);
  const follow = () => {
    const scale = height / Math.max(1, picture.scrollHeight);
    part.setAttribute("y", String(picture.scrollTop * scale));
    part.setAttribute("height", String(picture.clientHeight * scale));
  };
  picture.addEventListener("scroll", follow);
  window.addEventListener("resize", follow);
  small.addEventListener("click", (event) => {
    const box = small.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    picture.scrollTop = share * picture.scrollHeight - picture.clientHeight / 2;
  });
  follow();
};
