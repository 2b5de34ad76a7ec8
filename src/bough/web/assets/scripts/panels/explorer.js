// The tree explorer: one node at a time, its branches by visits; the board follows.

import { plain } from "../board.js";
import { $, button, chances, element, percent, verdict } from "../dom.js";

/** @import { Branch, View } from "../types" */

// What stands in a column, in other words; the labels of ideas that are not here speak for themselves.
const MEANS = {
  visits: "how often the search went there", share: "of all visits at this node",
  wins: "how often whoever makes the move would win; after few visits mostly luck",
  bounds: "what is proven", chance: "how likely the outcome is", bias: "how likely good players make the move",
  prior: "what the game's knowledge says of the move", evaluation: "what the game's evaluation says, backed up",
  "RAVE visits": "simulations in which the move was made later", "RAVE value": "how those went",
};
const STEP = 40;
const figure = (number) => number === null ? "" : Number.isInteger(number) ? number.toLocaleString("en") : number.toPrecision(3);

export class Explorer {
  constructor(socket, look) {
    this.socket = socket;
    this.look = look;
    this.path = [];
    this.from = 0;
    $("find").addEventListener("input", () => this.open(this.path, 0));
    $("more").addEventListener("click", () => this.open(this.path, this.from + STEP));
    $("fewer").addEventListener("click", () => this.open(this.path, Math.max(0, this.from - STEP)));
  }

  open(path, from = 0) {
    this.socket.ask({ do: "explore", path, from, find: $("find").value.trim() }, (report) => {
      if (report.is === "error") {
        $("node").textContent = report.message;
        $("branches").tBodies[0].replaceChildren();
      } else {
        [this.path, this.from] = [report.path, report.from];
        this.show(report);
      }
    });
  }

  down(path) {
    $("find").value = "";
    $("why").textContent = "";
    this.open(path);
  }

  /** @param {View} view */
  show(view) {
    const focused = $("branches").contains(document.activeElement);
    this.look(view);
    $("path").replaceChildren(button("root", () => this.down([])),
      ...view.path.map((step, i) => button(step, () => this.down(view.path.slice(0, i + 1)))));
    const who = view.player === 2 ? "Chance" : view.position.players[view.player];
    $("node").textContent = `${who} to move, ${view.visits.toLocaleString("en")} visits, ${view.found} branches. `
      + (view.line.length ? `Line: ${view.line.join(" ")}` : view.found ? "" : "The search has not looked further here.");
    $("more").disabled = view.from + STEP >= view.found;
    $("fewer").disabled = view.from === 0;
    this.boards(view);
    this.table(view);
    if (focused) $("branches").querySelector("button")?.focus();
  }

  // The boards of the most visited branches, side by side as a level of the tree.
  /** @param {View} view */
  boards(view) {
    $("below").replaceChildren(...view.boards.flatMap((board, i) => {
      if (!board) return [];
      const branch = view.branches[i], made = button("", () => this.down([...view.path, branch.move]), { class: "below" });
      const words = `${branch.move}: ${(100 * branch.share).toFixed(0)} % of visits, ${verdict(branch) ? `a proven ${verdict(branch)}` : `wins ${chances(branch)}`}`;
      made.innerHTML = board;
      plain(made.querySelector("svg"));
      made.append(element("span", words));
      return [made];
    }));
  }

  /** @param {View} view */
  table(view) {
    const chance = view.player === 2;
    const numbers = Object.keys(view.branches[0]?.numbers ?? {});
    const head = element("tr");
    const heads = [chance ? "outcome" : "move", "", "visits", "share", "wins", "bounds", ...(chance ? ["chance"] : []), ...numbers];
    head.append(...heads.map((text) => element("th", text, Object.hasOwn(MEANS, text) ? { title: MEANS[text] } : {})));
    $("branches").tHead.replaceChildren(head);
    $("branches").tBodies[0].replaceChildren(...view.branches.map((branch) => {
      const row = element("tr"), first = element("td"), second = element("td"), sure = verdict(branch);
      first.append(button(branch.move, () => this.down([...view.path, branch.move]), { "data-branch": branch.move }));
      if (!chance) second.append(button("why?", () => this.why(view, branch), { "aria-label": `why not ${branch.move}?` }));
      const bounds = sure || (branch.low > -1 || branch.high < 1 ? `${branch.low.toFixed(2)} to ${branch.high.toFixed(2)}` : "");
      const cells = [branch.visits.toLocaleString("en"), `${(100 * branch.share).toFixed(1)} %`, chances(branch)];
      row.append(first, second, ...cells.map((text) => element("td", text)), element("td", bounds, { class: sure }));
      if (chance) row.append(element("td", branch.chance === null ? "" : branch.chance.toFixed(3)));
      row.append(...numbers.map((name) => element("td", figure(branch.numbers[name]))));
      return row;
    }));
  }

  // What the other side answers to a move.
  /** @type {(view: View, branch: Branch) => void} */
  why(view, branch) {
    this.socket.ask({ do: "explore", path: [...view.path, branch.move] }, (below) => {
      const best = view.branches[0];
      const good = verdict(branch) ? `a certain ${verdict(branch)}` : `wins ${percent(branch.value)}`;
      $("why").textContent = `${branch.move}: ${good} after ${branch.visits.toLocaleString("en")} visits`
        + (best.move === branch.move ? " — it is the most visited move here."
          : `, while ${best.move} has ${percent(best.value)} after ${best.visits.toLocaleString("en")}.`)
        + (below.line?.length ? ` Expected after it: ${below.line.join(" ")}.` : " Nothing below it was looked at.");
    });
  }
}
