// Who plays: persons or the engine on each side, at a level or with a recipe and a budget of one's own.

import { $, element, levelOptions } from "../dom.js";

const CUSTOM = "custom";

export class Players {
  constructor(changed, mended) {
    for (const id of ["kind-0", "kind-1", "ponder"]) $(id).addEventListener("change", changed);
    for (const id of ["recipe-0", "recipe-1", "amount", "unit"]) $(id).addEventListener("input", () => { $("strength").value = CUSTOM; });
    for (const id of ["recipe-0", "recipe-1", "strength"]) $(id).addEventListener("change", mended);
    $("amount").addEventListener("input", () => {
      $("wrong-budget").textContent = Number($("amount").value) > 0 ? "" : "The budget must be more than 0; until then the engine takes 1.";
    });
    $("strength").addEventListener("change", () => this.tell());
    $("swap-sides").addEventListener("click", () => { this.swap(); changed(); });
  }

  offer(levels, limits) {
    this.levels = levels;
    this.limits = limits;
    $("strength").replaceChildren(...levelOptions(levels), element("option", "As below", { value: CUSTOM }));
    $("strength").value = "medium";
    this.tell();
  }

  // What the chosen level spends on a move.
  tell() {
    const level = this.levels.find(({ name }) => name === $("strength").value);
    if (!level) return;
    $("amount").value = String(level.simulations ?? level.seconds);
    $("unit").value = level.simulations ? "simulations" : "seconds";
    $("wrong-budget").textContent = "";
  }

  set(persons, level) {
    for (const side of [0, 1]) $(`kind-${side}`).value = persons.includes(side) ? "person" : "engine";
    $("strength").value = level;
    this.tell();
  }

  swap() {
    for (const field of ["kind", "recipe"]) {
      [$(`${field}-0`).value, $(`${field}-1`).value] = [$(`${field}-1`).value, $(`${field}-0`).value];
    }
  }

  isPerson(side) {
    return $(`kind-${side}`).value === "person";
  }

  get persons() {
    return [0, 1].filter((side) => this.isPerson(side));
  }

  // What a side is called after its name.
  called(side) {
    if (this.isPerson(side)) return this.isPerson(1 - side) ? "" : " (you)";
    const { value } = $("strength");
    return value === CUSTOM ? " (the engine)" : ` (the engine, ${value})`;
  }

  // How the engine finds a move in a position for a side: carelessly, or by a recipe within limits.
  search(position, side = position.to_move) {
    const level = this.levels.find(({ name }) => name === $("strength").value);
    if (!level) return { careless: false, recipe: $(`recipe-${side}`).value, limits: this.budget() };
    const { seconds, simulations } = level;
    return {
      careless: Math.random() < level.careless,
      recipe: level.strongest ? "" : position.own_recipe,
      limits: simulations ? { simulations } : { seconds: Math.min(seconds, this.limits.seconds) },
    };
  }

  budget() {
    const amount = Math.max(0, Number($("amount").value));
    if ($("unit").value === "simulations") return { simulations: Math.max(1, Math.min(Math.round(amount) || 1, this.limits.simulations)) };
    return { seconds: Math.max(0.05, Math.min(amount || 1, this.limits.seconds)) };
  }

  // Whose recipe looks at a position on a person's behalf: that side's own, or the other one's; else the game's best.
  analyst(position) {
    return $(`recipe-${position.to_move}`).value || $(`recipe-${1 - position.to_move}`).value;
  }
}
