// The board: drawn by the server, made to be clicked, walked with arrow keys and written upon.

import { $, element, sign, svg, verdict } from "./dom.js";

const LARGEST = 2.6; // times the picture's own size
const SLIDE = 220; // milliseconds that a piece takes to its new place
const HALF = 20; // of a cell, in the picture's own measure
const LABELS = { read: 11, most: 17 }; // pixels in which coordinates can be read; the most there is room for

/** @import { Clicks, Position, Report, Row } from "./types" */

export class Board {
  constructor(place, play) {
    this.place = place;
    this.play = play;
    this.clicked = [];
    place.addEventListener("keydown", (event) => this.key(event));
  }

  // moved: the last move has just been made, and its piece slides to where it stands.
  /** @type {(position: Position, active: boolean, moved?: boolean) => void} */
  draw(position, active, moved = false) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.getAttribute("data-cell") ?? undefined : undefined;
    this.position = position;
    this.active = active;
    this.clicked = [];
    this.edit = null;
    if (!position.board) {
      this.place.replaceChildren(element("pre", position.text), ...beside(position));
      this.groups = [];
      this.layer = null;
      return;
    }
    this.place.innerHTML = position.board;
    this.place.append(...beside(position));
    this.picture = this.place.querySelector("svg");
    this.picture.setAttribute("role", "group");
    this.picture.setAttribute("aria-label", `${position.game} board`);
    const { width } = this.picture.viewBox.baseVal;
    this.picture.style.maxWidth = `${LARGEST * width}px`;
    const readable = LABELS.read * width / (this.place.clientWidth || width);
    this.picture.style.setProperty("--labels", `${Math.max(12, Math.min(LABELS.most, readable))}px`);
    this.groups = [...this.picture.querySelectorAll(".cell")];
    this.groups.forEach((group, cell) => {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.querySelector("title")?.remove();
      group.addEventListener("click", () => this.click(cell));
      group.addEventListener("pointerenter", () => this.point(cell));
      group.addEventListener("pointerleave", () => this.point(-1));
      for (const change of ["focus", "blur"]) group.addEventListener(change, () => this.frame());
    });
    this.frames = this.picture.appendChild(svg("g", { class: "over" }));
    this.dots = this.picture.appendChild(svg("g", { class: "over" }));
    this.pointer = this.picture.appendChild(svg("g", { class: "over" }));
    this.layer = this.picture.appendChild(svg("g", { class: "over" }));
    withoutBoxes(this.picture);
    this.mark();
    const at = focused ?? String(Math.floor(this.groups.length / 2));
    this.groups[at]?.setAttribute("tabindex", "0");
    if (focused !== undefined) this.groups[focused]?.focus();
    if (moved) this.slide();
  }

  // A piece that went from one cell to another is seen going, above all others.
  slide() {
    const last = this.groups.flatMap((group, cell) => (group.classList.contains("last") ? [cell] : []));
    const [to, ...others] = last.filter((cell) => this.position.cells[cell].mark), from = last.find((cell) => cell !== to);
    if (last.length !== 2 || to === undefined || others.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = this.centre(from), end = this.centre(to);
    const pieces = [...this.groups[to].children].filter((part) => !part.classList.contains("ground"));
    const moving = this.picture.appendChild(svg("g", { class: "over" }));
    moving.append(...pieces.map((part) => part.cloneNode(true)));
    for (const part of pieces) part.style.visibility = "hidden";
    moving.animate([{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" })
      .finished.catch(() => {}).then(() => {
        moving.remove();
        for (const part of pieces) part.style.visibility = "";
      });
  }

  // Nothing can be clicked until the board is drawn again.
  lock() {
    this.active = false;
    if (this.layer) this.mark();
  }

  // The moves that begin with the clicks made so far.
  possible() {
    return this.position.legal.filter(
      (move) => move.clicks.length > this.clicked.length
        && this.clicked.every((cell, i) => move.clicks[i].includes(cell)));
  }

  mark() {
    const possible = this.active ? this.possible() : [];
    const next = new Set(possible.flatMap((move) => move.clicks[this.clicked.length]));
    this.groups.forEach((group, cell) => {
      const { name, is } = this.position.cells[cell];
      const can = next.has(cell) || (this.active && this.clicked.length > 0);
      group.classList.toggle("can", next.has(cell));
      group.classList.toggle("chosen", this.clicked.includes(cell));
      group.classList.toggle("goal", this.clicked.length > 0 && next.has(cell));
      group.setAttribute("aria-label", `${name}, ${is}`);
      group.setAttribute("aria-disabled", String(!can && !this.edit));
    });
    this.dot(next);
    this.frame();
  }

  // Whole frames around the cell that has the focus and around those that were chosen, above their neighbours.
  frame() {
    const framed = this.groups.flatMap((group) => [["chosen", group.classList.contains("chosen")], ["focused", group.matches(":focus-visible")]]
      .filter(([, is]) => is).map(([kind]) => {
        const outline = group.querySelector(".ground").cloneNode();
        outline.setAttribute("class", `outline ${kind}`);
        return outline;
      }));
    this.frames.replaceChildren(...framed);
  }

  // Dots where a move may go, unless that is nearly everywhere.
  dot(next) {
    const free = [...next].filter((cell) => !this.position.cells[cell].mark);
    const few = this.clicked.length > 0 || free.length * 3 < this.position.cells.filter(({ mark }) => !mark).length * 2;
    const taken = this.clicked.length ? [...next].filter((cell) => this.position.cells[cell].mark) : [];
    this.dots.replaceChildren(
      ...(few ? free : []).map((cell) => svg("circle", { class: "may", cx: this.centre(cell).x, cy: this.centre(cell).y, r: HALF * 0.22 })),
      ...taken.map((cell) => svg("circle", { class: "may take", cx: this.centre(cell).x, cy: this.centre(cell).y, r: HALF * 0.93 })));
  }

  // The cell under the pointer: its whole outline, and the stone that a click would place there.
  point(cell) {
    this.pointer.replaceChildren();
    const group = this.groups[cell];
    if (!group?.classList.contains("can") || this.edit) return;
    const outline = group.querySelector(".ground").cloneNode();
    outline.setAttribute("class", "outline");
    this.pointer.append(outline);
    const colour = this.position.colours[this.position.to_move];
    const places = this.possible().filter((move) => move.clicks[this.clicked.length].includes(cell));
    if (!colour || !places.every((move) => move.clicks.length === 1)) return;
    const { x, y } = this.centre(this.landing(places[0].clicks[0]));
    this.pointer.append(this.position.signs
      ? sign(this.position.to_move, x, y, HALF * 0.52, { class: "ghost", stroke: colour, "stroke-width": 5 })
      : svg("circle", { class: "ghost", cx: x, cy: y, r: HALF * 0.84, fill: colour }));
  }

  // A move to consider: rings on its cells.
  hint(clicks) {
    for (const cells of this.layer ? clicks : []) {
      const { x, y } = this.centre(this.landing(cells));
      this.layer.append(svg("circle", { class: "hint", cx: x, cy: y, r: HALF * 0.9 }));
    }
  }

  click(cell) {
    if (this.edit) return this.edit(cell);
    if (!this.active) return;
    const fits = (clicks) => this.position.legal.filter(
      (move) => move.clicks.length >= clicks.length && clicks.every((c, i) => move.clicks[i].includes(c)));
    let clicks = [...this.clicked, cell];
    if (!fits(clicks).length) clicks = this.clicked.includes(cell) || !fits([cell]).length ? [] : [cell];
    const moves = clicks.length ? fits(clicks) : [];
    const whole = moves.filter((move) => move.clicks.length === clicks.length);
    this.clicked = clicks;
    if (whole.length === 1 && moves.length === 1) {
      this.clicked = [];
      this.play(whole[0].move);
    } else if (whole.length === 1 && clicks.length === 2 && clicks[0] === clicks[1]) {
      this.play(whole[0].move);
    }
    this.mark();
  }

  key(event) {
    const at = this.groups?.indexOf(document.activeElement);
    if (at === undefined || at < 0) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (steps[event.key]) {
      const to = this.neighbour(at, ...steps[event.key]);
      if (to >= 0) {
        this.groups[at].setAttribute("tabindex", "-1");
        this.groups[to].setAttribute("tabindex", "0");
        this.groups[to].focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.click(at);
    } else if (event.key === "Escape") {
      this.clicked = [];
      this.mark();
    } else {
      return;
    }
    event.preventDefault();
  }

  // The nearest cell in a direction; what lies aside counts double.
  neighbour(at, dx, dy) {
    const { x, y } = this.centre(at);
    let best = -1, least = Infinity;
    this.groups.forEach((_, cell) => {
      const there = this.centre(cell);
      const ahead = (there.x - x) * dx + (there.y - y) * dy;
      const aside = Math.abs((there.x - x) * dy) + Math.abs((there.y - y) * dx);
      if (ahead > 1 && aside < 2 * ahead && ahead + 2 * aside < least) [best, least] = [cell, ahead + 2 * aside];
    });
    return best;
  }

  centre(cell) {
    return { x: Number(this.groups[cell].dataset.x), y: Number(this.groups[cell].dataset.y) };
  }

  // Where a stone comes to lie: of several cells that will do (a column), the last free one.
  landing(cells, taken = new Set()) {
    return cells.findLast((cell) => !this.position.cells[cell].mark && !taken.has(cell)) ?? cells[0];
  }

  // Shares of visits, values and what is proven, on the cells of the moves; arrows where a move goes from cell to cell.
  /** @param {{ moves: Row[], clicks: Record<string, Clicks> } | null} report */
  heat(report) {
    if (!this.layer) return;
    this.layer.replaceChildren();
    for (const covered of this.place.querySelectorAll(".covered")) covered.classList.remove("covered");
    if (!report) return;
    const total = report.moves.reduce((sum, row) => sum + row.visits, 0) || 1;
    let arrows = 0;
    for (const row of report.moves) {
      const share = row.visits / total, clicks = report.clicks[row.move], certain = verdict(row);
      if (!clicks.length || (share < 0.01 && !["win", "loss"].includes(certain))) continue;
      if (clicks.length === 1) {
        this.spot(this.landing(clicks[0]), share, row, certain);
      } else if (arrows++ < 8) {
        this.arrow(clicks[0][0], clicks.at(-1)[0], share, row, certain);
      }
    }
  }

  spot(cell, share, row, certain) {
    const { x, y } = this.centre(cell);
    this.place.querySelector(`[data-cell="${cell}"]`)?.classList.add("covered");
    this.layer.append(svg("circle", { class: "share", cx: x, cy: y, r: HALF * 0.85, "fill-opacity": 0.15 + 0.75 * Math.sqrt(share) }));
    this.layer.append(svg("text", { x, y: y + 4 }, certain || `${Math.round(100 * share)}%`));
  }

  arrow(from, to, share, row, certain) {
    const a = this.centre(from), b = this.centre(to), long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const ux = (b.x - a.x) / long, uy = (b.y - a.y) / long;
    const end = { x: b.x - ux * 9, y: b.y - uy * 9 };
    const path = `M${a.x} ${a.y}L${end.x} ${end.y}m${-ux * 8 - uy * 6} ${-uy * 8 + ux * 6}l${ux * 8 + uy * 6} ${uy * 8 - ux * 6}l${-ux * 8 + uy * 6} ${-uy * 8 - ux * 6}`;
    this.layer.append(svg("path", { class: "arrow", d: path, "stroke-width": 2 + 8 * Math.sqrt(share), "stroke-opacity": 0.35 + 0.6 * share }));
    this.layer.append(svg("text", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 4 }, certain || `${Math.round(100 * share)}%`));
  }

  // The expected moves, numbered, each on the cell it ends on.
  /** @param {Report} report */
  line({ variation, clicks }) {
    const taken = new Set();
    variation.slice(0, 9).forEach((move, i) => {
      const cells = clicks[move].at(-1);
      if (!this.layer || !cells) return;
      const cell = this.landing(cells, taken), { x, y } = this.centre(cell);
      taken.add(cell);
      this.layer.append(svg("circle", { class: "step", cx: x + 11, cy: y - 11, r: 8 }));
      this.layer.append(svg("text", { x: x + 11, y: y - 7 }, String(i + 1)));
    });
  }

  // Setting up by hand: each click asks `change` for the number of the cell's next mark, which the server has drawn.
  editing(change) {
    this.picture.insertAdjacentHTML("afterbegin", this.position.stock);
    withoutBoxes(this.picture);
    this.edit = (cell) => {
      const number = change(cell), { mark, is } = this.position.marks[number];
      const group = this.groups[cell], { x, y } = this.centre(cell);
      group.querySelectorAll(":scope > :not(.ground, .name)").forEach((old) => old.remove());
      group.classList.toggle("covered", mark !== "");
      if (mark) group.append(svg("use", { href: `#mark-${number}`, x, y }));
      group.setAttribute("aria-label", `${this.position.cells[cell].name}, ${is}`);
    };
    this.mark();
  }
}

// What the game says beside its board.
function beside(position) {
  return position.shown ? [element("p", lettered(position), { class: "beside" })] : [];
}

// The words beside the board, with letters for pieces where the board has them too.
/** @param {Position} position */
function lettered({ shown, letters }) {
  const found = [...shown].find((character) => letters[character]);
  return found && asLetters(found) ? [...shown].map((character) => letters[character] ?? character).join("") : shown;
}

// A board to look at, not to click: the words beside it say what it shows.
export function plain(picture) {
  picture.setAttribute("aria-hidden", "true");
  withoutBoxes(picture);
}

// Letters in place of the pieces' characters, where they are wanted or no font has the characters.
function withoutBoxes(picture) {
  const glyphs = picture.querySelectorAll(".glyph");
  if (!glyphs.length || !asLetters(glyphs[0].textContent)) return;
  glyphs.forEach((glyph) => { glyph.textContent = glyph.dataset.letter; });
}

function asLetters(character) {
  return $("letters").checked || !hasGlyph(character);
}

const known = new Map();

function hasGlyph(character) {
  if (!known.has(character)) known.set(character, pixels(character) !== pixels("\u{10FFFE}"));
  return known.get(character);
}

function pixels(character) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 24;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.font = "20px serif";
  drawing.fillText(character, 2, 20);
  return drawing.getImageData(0, 0, 24, 24).data.join();
}
