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

export function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(3);
}

// What is certain of a move, in a word.
export function verdict(row) {
  if (row.low === row.high) return row.low === 1 ? "win" : row.low === -1 ? "loss" : row.low === 0 ? "draw" : "exact";
  if (row.low === 0 && row.high === 1) return "≥ draw";
  if (row.low === -1 && row.high === 0) return "≤ draw";
  return "";
}
