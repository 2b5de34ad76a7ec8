// The game beside the board: the moves to click, the winning chances as a graph, and a review that finds the worst moves.

import { $, button, element, percent, svg } from "../dom.js";
import { loss, worth } from "../timeline.js";

const BAD = 10, BLUNDER = 25; // points of winning chances
const WORST = 3;
const MARGIN = { left: 34, right: 8, top: 10, bottom: 18 }, WIDTH = 400, HEIGHT = 130;

export class Record {
  constructor(timeline, walk) {
    this.timeline = timeline;
    this.walk = walk;
    const step = { first: () => this.line[0], earlier: () => this.timeline.current?.parent, later: () => this.timeline.current?.next, last: () => this.line.at(-1) };
    for (const [id, target] of Object.entries(step)) $(id).addEventListener("click", () => this.go(target()));
    document.addEventListener("keydown", (event) => {
      const target = { ArrowLeft: step.earlier, ArrowRight: step.later, Home: step.first, End: step.last }[event.key];
      if (!target || event.target.closest("input, select, textarea, [role=tab], [role=radio], .cell")) return;
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

  go(node) {
    if (node && node !== this.timeline.current) this.walk(node);
  }

  show() {
    const { current } = this.timeline, line = this.line;
    $("first").disabled = $("earlier").disabled = !current?.parent;
    $("later").disabled = $("last").disabled = !current?.next;
    $("review").disabled = line.length < 2;
    $("history").replaceChildren(...(line.length > 1 ? line.slice(1).flatMap((node) => this.row(node)) : [element("p", "No moves yet.")]));
    const now = $("history").querySelector("[aria-current]");
    if (now) $("history").scrollTop = now.offsetTop - $("history").clientHeight / 2;
    this.graph();
  }

  row(node) {
    const lost = loss(node), sign = lost >= BLUNDER ? "??" : lost >= BAD ? "?" : "";
    const made = button(node.move + sign, () => this.go(node), { "data-move": node.move, class: sign ? "bad" : "" });
    if (node === this.timeline.current) made.setAttribute("aria-current", "step");
    if (lost !== null) made.title = lost < 1 ? "nothing lost" : `gave away ${Math.round(lost)} points of winning chances`;
    const others = node.parent.children.filter((other) => other !== node);
    return [element("span", `${node.ply}.`, { class: "ply" }), made,
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
      svg("text", { x: MARGIN.left, y: HEIGHT - 4 }, points.length ? `${name}'s winning chances, move by move` : "Winning chances appear here as the game goes on."),
      svg("polyline", { points: points.map(([node, value]) => `${x(node.ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
      ...points.filter(([node]) => loss(node) >= BAD).map(([node, value]) => svg("circle", { class: "worst", cx: x(node.ply), cy: y(value), r: 4 })),
      ...(this.timeline.current ? [svg("line", { class: "now", x1: x(this.timeline.current.ply), x2: x(this.timeline.current.ply), y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom })] : []),
    );
  }

  // The moves that gave away most, worst first, with what would have been better.
  worst() {
    return this.line.filter((node) => loss(node) >= BAD).sort((a, b) => loss(b) - loss(a)).slice(0, WORST);
  }

  verdicts() {
    const worst = this.worst();
    if (!worst.length) return [element("span", "Reviewed: no move gave away 10 points or more.")];
    return [element("span", "Worst moves: "), ...worst.flatMap((node) => {
      const { found, position } = node.parent;
      return [button(`${node.ply}. ${node.move}`, () => this.go(node), { class: "bad" }),
        element("span", ` by ${position.players[position.to_move]}, −${Math.round(loss(node))} %; better ${found.variation.slice(0, 4).join(" ") || found.move}. `)];
    })];
  }
}
