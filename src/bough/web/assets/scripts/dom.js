// Small helpers around the document.

/** @import { Report, Row, Level } from "./types" */

// Whatever kind of element has the id, so that its value, rows or state can be read.
/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

/** @type {(name: string, text?: string, attributes?: Record<string, string | number>) => any} */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @type {(name: string, attributes?: Record<string, string | number>, text?: string) => any} */
export function svg(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @type {(text: string, act: () => void, attributes?: Record<string, string | number>) => HTMLButtonElement} */
export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

// A value from -1 to 1 as people read it: how often of a hundred.
/** @param {number} value */
export function percent(value) {
  return `${Math.round(50 * (1 + value))} %`;
}

// How often a move wins; nothing is known of one that was neither tried nor proven.
/** @type {(row: Row, fine?: boolean) => string} */
export function chances(row, fine = false) {
  if (!row.visits && !verdict(row)) return "–";
  return fine ? `${(50 * (1 + row.value)).toFixed(1)} %` : percent(row.value);
}

// What a search thinks of its best move: proven, or how often it wins.
/** @param {Pick<Report, "proven" | "value" | "low" | "high">} report */
export function judgement(report) {
  return report.proven ? `a proven ${verdict(report)}` : `wins ${percent(report.value)}`;
}

// Levels as choices for people.
/** @param {Level[]} levels */
export function levelOptions(levels) {
  return levels.map(({ name }) => element("option", name[0].toUpperCase() + name.slice(1), { value: name }));
}

// What this browser keeps until next time; a page without storage forgets.
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch { /* forgotten */ }
  },
};

// What is certain of a move, in a word.
/** @param {Pick<Row, "low" | "high">} row */
export function verdict(row) {
  if (row.low === row.high) return row.low === 1 ? "win" : row.low === -1 ? "loss" : row.low === 0 ? "draw" : "exact";
  if (row.low === 0 && row.high === 1) return "≥ draw";
  if (row.low === -1 && row.high === 0) return "≤ draw";
  return "";
}

// A search's move and what it expects after it.
/** @param {Pick<Report, "move" | "variation">} found */
export function expected({ move, variation }) {
  const [first = move, ...then] = variation.slice(0, 4);
  return first + (then.length ? `, then ${then.join(" ")}` : "");
}

// A cross or a nought.
/** @type {(side: number, x: number, y: number, arm: number, marks: Record<string, string | number>) => Element} */
export function sign(side, x, y, arm, marks) {
  const drawn = { fill: "none", "stroke-linecap": "round", ...marks };
  if (side === 1) return svg("circle", { cx: x, cy: y, r: 1.1 * arm, ...drawn });
  return svg("path", { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`, ...drawn });
}
