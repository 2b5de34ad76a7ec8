// Matches of a result store: scores with intervals, ratings as a plot; live while a match runs.

import { $, element, svg } from "../dom.js";
import { get } from "../talk.js";

const percent = (share) => `${(100 * share).toFixed(1)} %`;

export class Results {
  constructor(failed) {
    this.failed = failed;
  }

  open(visible) {
    clearInterval(this.timer);
    if (!visible) return;
    this.refresh();
    this.timer = setInterval(() => this.refresh(), 2000);
  }

  async refresh() {
    try {
      const { matches } = await get("api/results");
      const seen = JSON.stringify(matches);
      if (seen === this.seen) return;
      this.seen = seen;
      $("matches").replaceChildren(...(matches.length ? matches.map(matchOf) : [element("p", "There are no games yet.")]));
    } catch (error) {
      this.failed(error);
    }
  }
}

function matchOf(match) {
  const block = element("section");
  block.append(element("h3", `${match.game}, ${match.budget}: ${match.games} games`));
  const table = element("table"), body = element("tbody"), head = element("tr");
  head.append(...["player", "against", "+ = −", "score", "95 %"].map((text) => element("th", text)));
  for (const row of match.scores) {
    const line = element("tr");
    const cells = [row.one, row.two, `${row.wins} ${row.draws} ${row.losses}`, percent(row.mean), `${percent(row.low)} – ${percent(row.high)}`];
    line.append(...cells.map((text) => element("td", text)));
    body.append(line);
  }
  const top = element("thead");
  top.append(head);
  table.append(top, body);
  block.append(table);
  if (match.ratings.length) block.append(plotOf(match.ratings));
  return block;
}

function plotOf(ratings) {
  const edges = ratings.flatMap((r) => [r.elo - r.half_width, r.elo + r.half_width]);
  const low = Math.min(...edges), high = Math.max(...edges), wide = 260;
  const x = (elo) => 230 + ((elo - low) / Math.max(high - low, 1)) * wide;
  const plot = svg("svg", { class: "ratings", viewBox: `0 0 500 ${ratings.length * 26 + 6}`, role: "img", "aria-label": "Ratings in Elo" });
  ratings.forEach((r, i) => {
    const y = i * 26 + 16;
    plot.append(svg("text", { x: 0, y: y + 4 }, `${r.player.slice(0, 24)} ${Math.round(r.elo)} ± ${Math.round(r.half_width)}`));
    plot.append(svg("line", { x1: x(r.elo - r.half_width), x2: x(r.elo + r.half_width), y1: y, y2: y }));
    plot.append(svg("rect", { x: x(r.elo) - 4, y: y - 4, width: 8, height: 8 }));
  });
  return plot;
}
