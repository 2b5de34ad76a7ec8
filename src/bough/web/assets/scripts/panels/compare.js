// Two recipes side by side on one position, each with a connection of its own: where their visits and values differ.

import { $, element, judgement, percent, verdict } from "../dom.js";
import { Socket } from "../talk.js";

/** @import { Report, Row } from "../types" */

const MOST = 25; // rows of the table

export class Compare {
  reports = [null, null];

  // page: asked() gives the request of the position without a recipe, or nothing
  constructor(page) {
    this.sockets = [0, 1].map(() => new Socket((message) => { $("compared").textContent = message; }));
    $("compare").addEventListener("submit", (event) => {
      event.preventDefault();
      const request = page.asked();
      if (request) this.begin(request);
    });
  }

  begin(request) {
    this.reports = [null, null];
    $("both").hidden = true;
    $("compared").textContent = "Preparing…";
    this.sockets.forEach((socket, side) => {
      socket.forget(this.asks?.[side]);
      const recipe = $(`compare-${side}`).value.trim();
      const ask = socket.ask({ do: "think", ...request, recipe }, (report) => {
        if (report.is === "preparing") return;
        this.reports[side] = report;
        this.show();
      });
      this.asks = Object.assign(this.asks ?? [], { [side]: ask });
    });
  }

  show() {
    const [one, two] = this.reports;
    $("compared").textContent = this.reports.filter(Boolean)
      .map((report) => report.is === "error" ? `${report.message}.` : `${report.recipe}: ${report.move ?? "no move"}, ${judgement(report)}, ${report.simulations.toLocaleString("en")} simulations.`).join(" ");
    if (!one?.moves || !two?.moves) return;
    $("both").hidden = false;
    $("both").tBodies[0].replaceChildren(...differences(one, two).slice(0, MOST).map(({ move, rows }) => {
      const line = element("tr");
      line.append(element("td", move), ...rows.flatMap((row) => [
        element("td", row ? `${Math.round(100 * row.share)} %` : "–"), element("td", row ? verdict(row) || percent(row.value) : "–")]));
      return line;
    }));
  }
}

// The moves of both reports with their shares of the visits, those that differ most first.
/** @type {(one: Pick<Report, "moves">, two: Pick<Report, "moves">) => { move: string, rows: (Row & { share: number } | undefined)[], apart: number }[]} */
export function differences(one, two) {
  const sides = [one, two].map(({ moves }) => {
    const total = moves.reduce((sum, { visits }) => sum + visits, 0) || 1;
    return new Map(moves.map((row) => [row.move, { ...row, share: row.visits / total }]));
  });
  const named = [...new Set([...sides[0].keys(), ...sides[1].keys()])];
  return named.map((move) => {
    const rows = sides.map((side) => side.get(move));
    return { move, rows, apart: Math.abs((rows[0]?.share ?? 0) - (rows[1]?.share ?? 0)) };
  }).sort((a, b) => b.apart - a.apart);
}
