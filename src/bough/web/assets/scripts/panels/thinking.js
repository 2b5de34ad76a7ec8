// What a search has found so far: numbers, a plot of the value over time, the moves by visits.

import { $, button, chances, element, judgement, percent, svg, verdict } from "../dom.js";

/** @import { Position, Report } from "../types" */

const MOST = 60; // rows of the table
const ALIKE = 0.04; // values so near each other are told with a decimal

export class Thinking {
  constructor(play) {
    this.play = play;
    this.points = [];
  }

  begin() {
    this.points = [];
  }

  clear() {
    this.begin();
    for (const id of ["facts", "variation", "details"]) $(id).textContent = "";
    delete $("facts").dataset.moves;
    $("stale").hidden = true;
    $("thinking").classList.remove("stale");
    $("plot").replaceChildren();
    $("found").tBodies[0].replaceChildren();
  }

  // Numbers of another position than the one on the board say so.
  /** @param {Position} position */
  of(position) {
    const old = $("facts").dataset.moves !== undefined && $("facts").dataset.moves !== position.moves.join(" ");
    $("thinking").classList.toggle("stale", old);
    $("stale").hidden = !old;
  }

  /** @type {(report: Report, position: Position) => void} */
  show(report, position) {
    const { players, to_move: toMove } = position;
    $("facts").dataset.moves = position.moves.join(" ");
    this.of(position);
    const rate = report.simulations / Math.max(report.seconds, 1e-9);
    $("facts").textContent = `${report.move ?? "no move"} for ${players[toMove]}: ${judgement(report)}. `
      + (report.proven && !report.simulations ? "There is nothing left to search." : `${report.simulations.toLocaleString("en")} ${report.simulations === 1 ? "simulation" : "simulations"} in ${report.seconds.toFixed(1)} s.`);
    $("details").textContent = `${report.recipe}: ${Math.round(rate).toLocaleString("en")} simulations a second, value ${report.value.toFixed(3)} of −1 to 1`
      + (report.memory_full ? ", memory full." : report.recycled ? `, ${report.recycled.toLocaleString("en")} nodes recycled.` : ".");
    $("variation").textContent = report.variation.length ? `Line: ${report.variation.join(" ")}` : "";
    this.points.push([report.seconds, report.value]);
    this.plot();
    this.rows(report);
  }

  plot() {
    const width = 400, height = 120, last = Math.max(this.points.at(-1)[0], 0.1);
    const x = (seconds) => 34 + (seconds / last) * (width - 44), y = (value) => height / 2 - value * (height / 2 - 10);
    const line = this.points.map(([seconds, value]) => `${x(seconds).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    $("plot").replaceChildren(
      ...[1, 0, -1].flatMap((value) => [
        svg("line", { x1: 34, x2: width - 6, y1: y(value), y2: y(value) }),
        svg("text", { x: 4, y: y(value) + 4 }, percent(value)),
      ]),
      svg("polyline", { points: line }),
      svg("text", { x: width - 46, y: height / 2 + 14 }, `${last.toFixed(1)} s`),
    );
  }

  /** @param {Report} report */
  rows(report) {
    const most = report.moves[0]?.visits || 1;
    const tried = report.moves.filter(({ visits }) => visits).map(({ value }) => value);
    const fine = Math.max(...tried) - Math.min(...tried) < ALIKE;
    const body = $("found").tBodies[0];
    const focused = document.activeElement?.getAttribute("data-move");
    const best = [...report.moves].sort((a, b) => Number(b.low === 1) - Number(a.low === 1));
    body.replaceChildren(...best.slice(0, MOST).map((row) => {
      const line = element("tr");
      const first = element("td"), bar = element("td"), certain = verdict(row);
      first.append(button(row.move, () => this.play(row.move), { "data-move": row.move, title: "Play this move" }));
      bar.append(element("progress", undefined, { max: most, value: row.visits, "aria-label": "share of visits" }));
      line.append(first, element("td", row.visits.toLocaleString("en")), bar, element("td", chances(row, fine)),
        element("td", certain, { class: certain }));
      return line;
    }));
    if (focused) body.querySelector(`[data-move="${CSS.escape(focused)}"]`)?.focus();
  }
}
