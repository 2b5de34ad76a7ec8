// The page: whose turn it is, who thinks, and what is shown.

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { $, button, element } from "./dom.js";
import { Explorer } from "./explorer.js";
import { Results } from "./results.js";
import { tabs } from "./tabs.js";
import { Socket, get, post } from "./talk.js";
import { theme } from "./theme.js";
import { Thinking } from "./thinking.js";

const state = { position: null, report: null, turn: 0, asked: 0, searching: false, searched: null, limits: null, exploring: false };

const AGAIN = 2000; // milliseconds until the engine tries once more
const socket = new Socket((message) => { idle(); say(message, true); again(); });
const board = new Board($("board"), play);
const thinking = new Thinking(play);
const explorer = new Explorer(socket, follow);
const results = new Results(failed);
const choice = new Choice();

// What is wrong: a mistake until a person does something else, a lost connection until there is one again.
function say(message, lost = false) {
  state.lost = lost;
  if ($("error").textContent !== message) $("error").textContent = message;
}

function failed(error) {
  say(error.message, error.cause === "lost");
}

function reached() {
  if (state.lost) say("");
}

// Requests

async function fetched(path, data) {
  try {
    const answer = await post(path, data);
    reached();
    return answer;
  } catch (error) {
    failed(error);
    return null;
  }
}

const whole = (position) => ({ game: position.game, start: position.start, moves: position.moves });

async function goTo(request) {
  const turn = ++state.turn;
  const position = await fetched("api/position", request);
  if (position && turn === state.turn) {
    show(position, "move" in request);
  } else if (state.position && turn === state.turn) {
    $("status").textContent = whoseTurn(state.position);
    again();
  }
  return position;
}

function play(move) {
  if (state.exploring || !state.position || state.position.over) return;
  interrupt();
  return goTo({ ...whole(state.position), move });
}

// Showing

function show(position, moved = false) {
  const before = state.position;
  Object.assign(state, { position, report: null, exploring: false });
  board.draw(position, isPerson(position.to_move) && !position.over);
  $("status").textContent = (moved ? `${position.moves.length}. ${before.players[before.to_move]} plays ${position.moves.at(-1)}. ` : "") + whoseTurn(position);
  $("moves").replaceChildren(...(isPerson(position.to_move) && !position.over
    ? position.legal.filter((move) => !move.clicks.length).map((move) => button(move.move, () => play(move.move), { "data-play": move.move })) : []));
  $("rules").hidden = !position.rules;
  $("rules").lastElementChild.textContent = position.rules;
  $("text").value = position.text;
  $("history").textContent = position.moves.join(" ") || "none yet";
  $("status").classList.toggle("ended", position.over);
  legend(position);
  $("captured").textContent = position.taken ? `Captured by ${position.players[0]} ${position.taken[0]}, by ${position.players[1]} ${position.taken[1]}.` : "";
  for (const side of [0, 1]) $(`name-${side}`).textContent = position.players[side];
  $("edit-side").replaceChildren(...position.players.map((name, side) => element("option", name, { value: side })));
  $("edit").disabled = !position.by_hand;
  $("back").disabled = !position.moves.length;
  edited(false);
  address(position);
  quiet();
  next();
}

const whoIs = (side) => (isPerson(side) ? (isPerson(1 - side) ? "" : " (you)") : " (the engine)");

function whoseTurn(position) {
  if (position.over) return `${position.ending}${position.winner === null ? "" : whoIs(position.winner)}.`;
  return `${position.players[position.to_move]}${whoIs(position.to_move)} to move.`;
}

// Who has which stones, and what the game is about.
function legend(position) {
  const sides = position.players.flatMap((name, side) => {
    const disc = element("span", undefined, { class: "disc" });
    disc.style.background = position.colours[side];
    return [...(position.colours.length ? [disc] : []), element("span", `${name}${whoIs(side)}`)];
  });
  $("legend").replaceChildren(...sides, element("span", position.about));
}

function address(position) {
  const parts = new URLSearchParams({ game: position.game });
  if (position.start) parts.set("start", position.start);
  if (position.moves.length) parts.set("moves", position.moves.join(" "));
  history.replaceState(null, "", `#${parts}`);
}

function overlay() {
  if (state.exploring) return;
  board.heat($("heat").checked ? state.report : null);
  if ($("line").checked && state.report) board.line(state.report);
}

// Thinking

const isPerson = (side) => $(`kind-${side}`).value === "person";

function budget() {
  const amount = Number($("amount").value);
  if ($("unit").value === "simulations") return { simulations: Math.max(1, Math.min(Math.round(amount) || 1, state.limits.simulations)) };
  return { seconds: Math.max(0.05, Math.min(amount || 1, state.limits.seconds)) };
}

function next() {
  const { position } = state;
  if (position.over) return;
  if (!isPerson(position.to_move)) {
    think(position, $(`recipe-${position.to_move}`).value, budget(), ({ move }) => {
      if (!state.exploring) goTo({ ...whole(position), move });
    });
  } else if ($("ponder").checked) {
    think(position, analyst(), { seconds: state.limits.seconds });
  }
}

// Go on where something kept the engine from moving, but not under the hands of who edits or walks the tree.
function resume() {
  if (state.position && !state.searching && !state.exploring && $("editing").hidden) next();
}

// What was wrong may have passed in a while.
function again() {
  clearTimeout(state.again);
  state.again = setTimeout(resume, AGAIN);
}

// Whose recipe looks at a position on a person's behalf: that side's own, or the other one's.
function analyst() {
  const side = state.position.to_move;
  return $(`recipe-${side}`).value || $(`recipe-${1 - side}`).value;
}

function think(position, recipe, limits, then) {
  socket.forget(state.asked);
  const goOn = state.searched === position && !then;
  if (!goOn) thinking.begin();
  state.searching = true;
  buttons();
  const request = { do: "think", ...whole(position), recipe: recipe.trim(), ...limits, go_on: goOn };
  const heard = (report) => {
    clearTimeout(state.preparing);
    if (report.is === "preparing") {
      state.preparing = setTimeout(() => { $("facts").textContent = `Preparing ${report.recipe} (a search used for the first time is compiled, which takes some seconds)…`; }, 500);
    } else if (report.is === "error") {
      idle();
      say(report.message);
    } else {
      reached();
      state.report = report;
      thinking.show(report, position.players, position.to_move);
      overlay();
      if (report.is === "done") {
        state.searched = position;
        idle();
        if ($("tree").hidden === false && !then) explorer.open([]);
        if (then && report.move) then(report);
      }
    }
  };
  state.asked = socket.ask(request, heard);
}

// Nobody listens any more to what is being thought.
function quiet() {
  clearTimeout(state.again);
  socket.forget(state.asked);
  if (state.searching) socket.ask({ do: "stop" });
  idle();
}

// A person does something else: what was wrong before is past too.
function interrupt() {
  say("");
  quiet();
}

function idle() {
  state.searching = false;
  buttons();
}

function buttons() {
  const { position } = state;
  $("stop").disabled = !state.searching;
  $("think").disabled = state.searching || !position || position.over;
  $("think").textContent = position && state.searched === position ? "Go on" : "Think";
}

// The tree: the board shows the node, and nobody plays on it.

function follow(view) {
  if ($("tree").hidden) return;
  state.exploring = true;
  board.draw(view.position, false);
  board.heat($("heat").checked && view.player !== 2 ? { moves: view.branches, clicks: view.clicks } : null);
  $("status").textContent = `In the tree${view.path.length ? " after " + view.path.join(" ") : ", at its root"}.`;
}

function panel(name) {
  results.open(name === "results");
  if (name === "tree") {
    explorer.down([]);
  } else if (state.exploring && state.position) {
    state.exploring = false;
    board.draw(state.position, isPerson(state.position.to_move) && !state.position.over);
    $("status").textContent = whoseTurn(state.position);
    overlay();
    resume();
  }
}

// Setting up by hand

let marks = [];

function edited(on) {
  $("edit").setAttribute("aria-pressed", String(on));
  $("editing").hidden = !on;
}

function startEditing() {
  interrupt();
  board.draw(state.position, false);
  marks = state.position.cells.map((cell) => cell.mark);
  board.editing((cell) => {
    const all = state.position.marks;
    const next = (all.findIndex(({ mark }) => mark === marks[cell]) + 1) % all.length;
    marks[cell] = all[next].mark;
    return next;
  });
  edited(true);
}

// Everything that can be pressed

function listen() {
  $("new").addEventListener("submit", (event) => { event.preventDefault(); newGame(); });
  $("game").addEventListener("change", () => { choice.boards(); newGame(); });
  $("back").addEventListener("click", takeBack);
  $("swap-sides").addEventListener("click", () => {
    for (const field of ["kind", "recipe"]) {
      [$(`${field}-0`).value, $(`${field}-1`).value] = [$(`${field}-1`).value, $(`${field}-0`).value];
    }
    changedPlayers();
  });
  $("think").addEventListener("click", () => think(state.position, analyst(), budget()));
  $("stop").addEventListener("click", () => socket.ask({ do: "stop" }));
  $("heat").addEventListener("change", overlay);
  $("line").addEventListener("change", overlay);
  for (const id of ["kind-0", "kind-1", "ponder"]) $(id).addEventListener("change", changedPlayers);
  for (const id of ["recipe-0", "recipe-1"]) $(id).addEventListener("change", changedRecipe);
  tabs(panel);
  $("save").addEventListener("click", save);
  $("open").addEventListener("change", open);
  $("link").addEventListener("click", copyLink);
  $("go-to").addEventListener("click", () => { if (!state.position) return; interrupt(); goTo({ game: state.position.game, start: $("text").value, moves: [] }); });
  $("edit").addEventListener("click", () => ($("editing").hidden ? startEditing() : show(state.position)));
  $("edit-done").addEventListener("click", async () => {
    interrupt();
    const position = await fetched("api/arrange", { game: state.position.game, marks, to_move: Number($("edit-side").value) });
    if (position) show(position);
  });
  addEventListener("hashchange", async () => {
    if (!choice.games) return;
    interrupt();
    if (!(await fromAddress())) again();
  });
}

function changedPlayers() {
  if (!state.position) return;
  interrupt();
  show(state.position);
}

// A mended recipe lets the engine move; one that thinks already is not disturbed.
function changedRecipe() {
  if (state.searching) return;
  say("");
  resume();
}

// Back to the last position in which a person was to move.
async function takeBack() {
  interrupt();
  const turn = ++state.turn;
  const persons = [0, 1].filter(isPerson);
  const earlier = await fetched("api/position", { ...whole(state.position), back: persons.length ? persons : [0, 1] });
  if (turn !== state.turn) return;
  if (!earlier) return again();
  thinking.clear();
  show(earlier);
}

async function save() {
  if (!state.position) return;
  say("");
  const file = await fetched("api/save", whole(state.position));
  if (!file) return;
  const link = element("a", "", { download: file.name, href: `data:text/plain;charset=utf-8,${encodeURIComponent(file.text)}` });
  link.click();
}

async function open() {
  const [file] = $("open").files;
  if (!file) return;
  interrupt();
  const position = file.size > 90000 ? say("That file is too large for a game.") : await fetched("api/open", { text: await file.text() });
  $("open").value = "";
  if (position) {
    choice.set(position.game);
    show(position);
  } else {
    again();
  }
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("status").textContent = "The link is copied.";
  } catch {
    $("status").textContent = `The link: ${location.href}`;
  }
}

function newGame() {
  if (!choice.games) return;
  interrupt();
  return setUp();
}

function setUp() {
  $("status").textContent = `Setting up ${$("game").value}…`;
  return goTo({ game: choice.get(), start: "", moves: [] });
}

async function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const name = parts.get("game");
  if (!name) return null;
  choice.set(name);
  const moves = parts.get("moves");
  return goTo({ game: name, start: parts.get("start") ?? "", moves: moves ? moves.split(" ") : [] });
}

async function begin() {
  theme();
  listen();
  const told = await get("api/games").catch(failed);
  if (!told) return;
  state.limits = told.limits;
  choice.offer(told.games);
  $("tab-results").hidden = !told.results;
  $("recipes").replaceChildren(...[...told.named, "uct+solver", "uct+rave", "uct+rave+solver"].map((value) => element("option", undefined, { value })));
  if (await fromAddress() || await setUp()) return;
  choice.boards(); // a link to a board that cannot be
  await setUp();
}

begin();
