// The game beside the board: the moves to click, the winning chances as a graph, and a review that finds the worst moves.

import { $, button, element, expected, judgement, percent, svg } from "../dom.js";
import { loss, worth } from "../game/timeline.js";

/** @import { Node } from "../types" */

const BAD = 10, BLUNDER = 25; // points of winning chances
const WORST = 3;
const MARGIN = { left: 34, right: 8, top: 10, bottom: 18 }, WIDTH = 400, HEIGHT = 130;

export class Record {
  // page: walk(node), instead(node) shows what was better than the move into a node, called(side)
  constructor(timeline, page) {
    this.timeline = timeline;
    this.page = page;
    const step = { first: () => this.line[0], earlier: () => this.timeline.current?.parent, later: () => this.timeline.current?.next, last: () => this.line.at(-1) };
    for (const [id, target] of Object.entries(step)) $(id).addEventListener("click", () => this.go(target()));
    document.addEventListener("keydown", (event) => {
      const target = { ArrowLeft: step.earlier, ArrowRight: step.later, Home: step.first, End: step.last }[event.key];
      if (!target || /** @type {Element} */ (event.target).closest("input, select, textarea, [role=tab], [role=radio], .cell")) return;
      event.preventDefault();
      this.go(target());
    });
    $("board").addEventListener("wheel", (event) => {
      if (event.ctrlKey || Math.abs(event.deltaY) < 20 || !this.line[1]) return;
      event.preventDefault();
      this.go(event.deltaY < 0 ? step.earlier() : step.later());
    }, { passive: false });
    $("graph").addEventListener("click", (event) => {
      const box = $("graph").getBoundingClientRect();
      const part = ((event.clientX - box.left) / box.width * WIDTH - MARGIN.left) / (WIDTH - MARGIN.left - MARGIN.right);
      this.go(this.line[Math.round(Math.max(0, Math.min(1, part)) * (this.line.length - 1))]);
    });
  }

  get line() {
    return this.timeline.line;
  }

  /** @param {Node | null | undefined} node */
  go(node) {
    if (node && node !== this.timeline.current) this.page.walk(node);
  }

  show() {
    const { current } = this.timeline, line = this.line;
    $("first").disabled = $("earlier").disabled = !current?.parent;
    $("later").disabled = $("last").disabled = !current?.next;
    $("review").disabled = line.length < 2;
    $("history").replaceChildren(...(line.length > 1 ? line.slice(1).flatMap((node) => this.row(node)) : [element("p", "No moves yet.")]));
    /** @type {HTMLElement} */
    const now = $("history").querySelector("[aria-current]");
    if (now) $("history").scrollTop = now.offsetTop - $("history").clientHeight / 2;
    this.opinions(current);
    this.graph();
  }

  // What was thought when the move was made, and what the review thinks, side by side.
  /** @param {Node} node */
  opinions(node) {
    const both = node?.then && node.found?.reviewed;
    $("opinions").hidden = !both;
    if (!both) return;
    $("opinions").tBodies[0].replaceChildren(...[{ when: "then", found: node.then }, { when: "now", found: node.found }].map(({ when, found }) => {
      const own = { ...found, value: node.position.to_move === 0 ? found.value : -found.value };
      const row = element("tr");
      row.append(element("th", when, { scope: "row" }), ...[found.move, judgement(own), found.simulations.toLocaleString("en"), found.variation.slice(1, 5).join(" ")]
        .map((text) => element("td", text)));
      return row;
    }));
  }

  /** @param {Node} node */
  row(node) {
    const lost = loss(node), sign = signOf(node);
    const made = button(node.move + sign, () => this.go(node), { "data-move": node.move, class: sign ? "bad" : "" });
    if (node === this.timeline.current) made.setAttribute("aria-current", "step");
    if (lost !== null) made.title = lost < 1 ? "nothing lost" : `gave away ${Math.round(lost)} points of winning chances`;
    const others = node.parent.children.filter((other) => other !== node);
    const turn = element("span", undefined, { class: "turn" });
    turn.append(element("span", `${node.ply}.`, { class: "ply" }), made);
    return [turn,
      ...others.map((other) => button(`(${other.move})`, () => this.go(other), { class: "variation", title: "another way this game went" }))];
  }

  graph() {
    const line = this.line, last = Math.max(1, line.length - 1);
    const x = (ply) => MARGIN.left + (ply / last) * (WIDTH - MARGIN.left - MARGIN.right);
    const y = (value) => MARGIN.top + (1 - value) / 2 * (HEIGHT - MARGIN.top - MARGIN.bottom);
    const points = line.map((node) => [node, worth(node)]).filter(([, value]) => value !== null);
    const name = this.timeline.current?.position?.players[0] ?? "";
    $("graph").replaceChildren(
      ...[1, 0, -1].flatMap((value) => [
        svg("line", { x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: y(value), y2: y(value) }),
        svg("text", { x: 2, y: y(value) + 4 }, percent(value)),
      ]),
      svg("text", { x: MARGIN.left, y: HEIGHT - 4 }, points.length ? `${name}'s winning chances, move by move` : line.length > 1 ? "A review tells the chances of all moves." : "Winning chances appear here as the game goes on."),
      svg("polyline", { points: points.map(([node, value]) => `${x(node.ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
      ...points.filter(([node]) => loss(node) >= BAD).map(([node, value]) => svg("circle", { class: "worst", cx: x(node.ply), cy: y(value), r: 4 })),
      ...(this.timeline.current ? [svg("line", { class: "now", x1: x(this.timeline.current.ply), x2: x(this.timeline.current.ply), y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom })] : []),
    );
  }

  // The moves of a side that gave away most, worst first.
  /** @param {number} side */
  worst(side) {
    return this.line.filter((node) => loss(node) >= BAD && node.parent.position.to_move === side).sort((a, b) => loss(b) - loss(a)).slice(0, WORST);
  }

  // What a review found, the person's own moves first.
  verdicts(persons) {
    const sides = [0, 1].filter((side) => this.worst(side).length);
    if (!sides.length) return [element("p", "Reviewed: no move gave away 10 points of winning chances or more.")];
    sides.sort((a, b) => persons.includes(b) - persons.includes(a));
    return [...sides.flatMap((side) => this.verdict(side)), element("p", "? gave away 10 points of winning chances or more, ?? 25 or more.", { class: "dim" })];
  }

  verdict(side) {
    const { position } = this.line[0], list = element("ul");
    const heading = element("p", undefined, { class: "whose" });
    const disc = element("span", undefined, { class: "disc" });
    disc.style.setProperty("--stone", position.colours[side] ?? "transparent");
    heading.append(...(position.colours.length ? [disc] : []), element("b", `${position.players[side]}${this.page.called(side)}`), ": worst moves");
    for (const node of this.worst(side)) {
      const item = list.appendChild(element("li"));
      item.append(
        button(`${node.ply}. ${node.move}${signOf(node)}`, () => this.page.instead(node), { class: "bad", title: "Show the board before this move, with the better one" }),
        ` gave away ${Math.round(loss(node))} points; better ${expected(node.parent.found)}.`);
    }
    return [heading, list];
  }
}

function signOf(node) {
  const lost = loss(node);
  return lost >= BLUNDER ? "??" : lost >= BAD ? "?" : "";
}
