// Small helpers around the document.

export const $ = (id) => document.getElementById(id);

export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function svg(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

// A value from -1 to 1 as people read it: how often of a hundred.
export function percent(value) {
  return `${Math.round(50 * (1 + value))} %`;
}

// How often a move wins; nothing is known of one that was neither tried nor proven.
export function chances(row) {
  return row.visits || verdict(row) ? percent(row.value) : "–";
}

// What a search thinks of its best move: proven, or how often it wins.
export function judgement(report) {
  return report.proven ? `a proven ${verdict(report)}` : `wins ${percent(report.value)}`;
}

// Levels as choices for people.
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
export function verdict(row) {
  if (row.low === row.high) return row.low === 1 ? "win" : row.low === -1 ? "loss" : row.low === 0 ? "draw" : "exact";
  if (row.low === 0 && row.high === 1) return "≥ draw";
  if (row.low === -1 && row.high === 0) return "≤ draw";
  return "";
}

// A search's move and what it expects after it.
export function expected({ move, variation }) {
  const [first = move, ...then] = variation.slice(0, 4);
  return first + (then.length ? `, then ${then.join(" ")}` : "");
}
