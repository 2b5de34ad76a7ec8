// Light or dark: as the system has it until a person chooses, and then as chosen, next time too.

import { $, memory } from "./dom.js";

const KEY = "bough-theme";
const page = document.documentElement;

export function theme() {
  const kept = memory.get(KEY);
  if (kept) page.dataset.theme = kept;
  $("theme").addEventListener("click", () => {
    page.dataset.theme = isDark() ? "light" : "dark";
    memory.set(KEY, page.dataset.theme);
  });
}

function isDark() {
  return getComputedStyle(page).colorScheme === "dark" || (!page.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
}
