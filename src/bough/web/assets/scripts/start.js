// The start screen: which game on which board, against whom.

import { $, element, levelOptions, memory } from "./dom.js";
import { post } from "./talk.js";

const BOTH = "2", NOBODY = "3"; // sides that a person plays, besides the first (0) and the second (1)
const LAST = "bough-last-game";

export class Start {
  constructor(begin, puzzles) {
    this.begin = begin;
    $("puzzles").addEventListener("click", () => {
      this.open(false);
      puzzles(this.game.name, this.game.puzzles);
    });
    $("choose").addEventListener("click", () => this.open($("start").hidden));
    $("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(false);
      begin(this.chosen());
    });
    $("games").addEventListener("keydown", (event) => this.key(event));
  }

  offer(games, levels) {
    this.games = games;
    this.levels = levels;
    $("games").replaceChildren(...games.map((game) => this.card(game)));
    $("level").replaceChildren(...levelOptions(levels));
    $("level").value = "medium";
    this.pick(memory.get(LAST) ?? games[0].name);
    $("choose").disabled = false;
  }

  card(game) {
    const card = element("button", undefined, { type: "button", role: "radio", class: "card", "data-game": game.name, "aria-checked": "false" });
    card.append(pictureOf(game), element("span", game.title));
    card.addEventListener("click", () => this.pick(game.name));
    return card;
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const cards = [...$("games").children], at = cards.indexOf(document.activeElement);
    const to = cards[(at + step + cards.length) % cards.length];
    this.pick(to.dataset.game);
    to.focus();
  }

  pick(name) {
    this.game = this.games.find((game) => game.name === name) ?? this.games[0];
    for (const card of $("games").children) {
      const mine = card.dataset.game === this.game.name;
      card.setAttribute("aria-checked", String(mine));
      card.tabIndex = mine ? 0 : -1;
    }
    $("goal").textContent = this.game.rules;
    $("puzzles").hidden = !this.game.puzzles;
    $("boards").replaceChildren(...this.game.boards.map((value) => element("option", undefined, { value })));
    $("options").value = this.game.boards[0];
    const { fields } = this.game;
    $("options").parentElement.hidden = !this.game.options.some((name) => !(name in this.game.switches) && !fields.some((field) => field.name === name));
    $("fields").replaceChildren(...fields.map(fieldOf));
    $("switches").replaceChildren(...Object.entries(this.game.switches).map(([name, means]) => {
      const label = element("label", undefined, { class: "inline" });
      label.append(element("input", undefined, { type: "checkbox", value: name }), means ? ` ${name}: ${means}` : ` ${name}`);
      return label;
    }));
    const side = $("side").value || "0";
    const sides = [`${this.game.players[0]} (first)`, `${this.game.players[1]} (second)`, "both sides", "nobody: watch"];
    $("side").replaceChildren(...sides.map((text, value) => element("option", text, { value })));
    $("side").value = side;
  }

  // What is picked, as the name of a game and the sides that a person plays.
  chosen() {
    const switches = [...$("switches").querySelectorAll(":checked")].map(({ value }) => value);
    const typed = $("options").value.trim();
    const fields = [...$("fields").querySelectorAll("[data-option]")]
      .filter((field) => field.value.trim() && field.value.trim() !== field.dataset.usual && !typed.includes(`${field.dataset.option}=`))
      .map((field) => `${field.dataset.option}=${field.value.trim()}`);
    const options = [typed, ...fields, ...switches].filter(Boolean).join(",");
    memory.set(LAST, this.game.name);
    const side = $("side").value;
    return {
      game: this.game.name + (options ? `:${options}` : ""),
      persons: side === BOTH ? [0, 1] : side === NOBODY ? [] : [Number(side)],
      level: $("level").value,
      minutes: Number($("minutes").value),
    };
  }

  // Show the picks that a game's name stands for.
  set(name) {
    const [head, ...rest] = name.split(":");
    if (!this.games?.some((game) => game.name === head)) return;
    this.pick(head);
    const words = rest.join(":").split(",");
    for (const box of $("switches").querySelectorAll("input")) box.checked = words.includes(box.value);
    for (const field of $("fields").querySelectorAll("[data-option]")) {
      const at = words.findIndex((one) => one.startsWith(`${field.dataset.option}=`));
      if (at < 0) continue;
      field.value = words[at].slice(field.dataset.option.length + 1);
      if (field.value) words.splice(at, 1);
      else field.value = field.dataset.usual; // what cannot be chosen stays in words
    }
    const others = words.filter((word) => !(word in this.game.switches)).join(",");
    $("options").value = others || this.game.boards[0];
  }

  open(visible) {
    $("start").hidden = !visible;
    document.body.classList.toggle("choosing", visible);
    $("choose").setAttribute("aria-expanded", String(visible));
    if (visible) $("games").querySelector("[aria-checked=true]")?.focus();
  }
}

// An option as something to choose or to write.
function fieldOf({ name, means, usual, choices }) {
  const label = element("label", means);
  const marks = { "data-option": name, "data-usual": String(usual) };
  const field = choices.length ? element("select", undefined, marks)
    : element("input", undefined, { ...marks, size: "10", ...(typeof usual === "number" ? { type: "number", step: Number.isInteger(usual) ? "1" : "any" } : { spellcheck: "false", autocomplete: "off" }) });
  field.append(...choices.map((value) => element("option", value, { value })));
  field.value = String(usual);
  label.append(field);
  return label;
}

// A finished game that shows the goal; of a stranger's game a letter, until the server has drawn its board.
function pictureOf(game) {
  if (game.picture) return element("img", undefined, { src: game.picture, alt: "", width: 120, height: 90 });
  const letter = element("span", game.title[0].toUpperCase(), { class: "letter" });
  post("api/position", { game: game.name, start: "", moves: [] }).then(({ board }) => {
    if (!board) return;
    const drawn = element("span", undefined, { class: "drawn" });
    drawn.innerHTML = board;
    letter.replaceWith(drawn);
  }).catch(() => {}); // the letter stays
  return letter;
}
