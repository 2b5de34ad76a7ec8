// The panels beside the board: one is shown, arrow keys go from tab to tab.

import { $ } from "../dom.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

// Whichever panel a person opens, `opened` is told its name.
export function tabs(opened) {
  /** @type {HTMLElement[]} */
  const all = [...$("side-panel").querySelectorAll("[role=tab]")];
  for (const one of all) {
    one.addEventListener("click", () => {
      for (const other of all) select(other, other === one);
      opened(one.getAttribute("aria-controls"));
    });
    one.addEventListener("keydown", ({ key }) => {
      if (!STEPS[key]) return;
      const shown = all.filter((other) => !other.hidden);
      const to = shown[(shown.indexOf(one) + STEPS[key] + shown.length) % shown.length];
      to.focus();
      to.click();
    });
  }
}

function select(tab, chosen) {
  tab.setAttribute("aria-selected", String(chosen));
  tab.tabIndex = chosen ? 0 : -1;
  $(tab.getAttribute("aria-controls")).hidden = !chosen;
}
