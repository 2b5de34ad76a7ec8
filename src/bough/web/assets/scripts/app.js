// The page: whose turn it is, who thinks, and what is shown.

import { Board } from "./board.js";
import { Clock } from "./game/clock.js";
import { $, button, element, expected, judgement } from "./dom.js";
import { Compare } from "./panels/compare.js";
import { Editing } from "./panels/editing.js";
import { Ending } from "./game/early.js";
import { Engine } from "./engine.js";
import { Explorer } from "./panels/explorer.js";
import { files } from "./panels/files.js";
import { Players } from "./panels/players.js";
import { Record } from "./panels/record.js";
import { Results } from "./panels/results.js";
import { Puzzles } from "./game/puzzles.js";
import { Review } from "./game/review.js";
import { knock } from "./sound.js";
import { addressOf, introduce, legend, outcome, situation } from "./game/situation.js";
import { Start } from "./start.js";
import { tabs } from "./panels/tabs.js";
import { Steps } from "./panels/steps.js";
import { Socket, get, post, whole } from "./talk.js";
import { theme } from "./theme.js";
import { Thinking } from "./panels/thinking.js";
import { Timeline, movesTo } from "./game/timeline.js";

/** @import { Early, Node, Position, Report, View } from "./types" */

// walking: somebody looks at an earlier move, and nobody moves on.
/** @type {{ position: Position | null, report: Report | null, early: Early | null, [name: string]: any }} */
const state = { position: null, report: null, turn: 0, exploring: false, setting: false, walking: false, early: null, coming: null };

const AGAIN = 2000; // milliseconds until the engine tries once more
const SLOW = 800; // milliseconds until somebody wonders
const socket = new Socket((message) => { engine.idle(); say(message, true); again(); });
const engine = new Engine(socket, {
  begins: () => thinking.begin(),
  changed: buttons,
  preparing, found, done,
  failed(message) { review.running = false; buttons(); say(message); stuck(message); },
});
const board = new Board($("board"), play);
const thinking = new Thinking(play);
const explorer = new Explorer(socket, follow);
new Compare({ asked: () => { interrupt(); return !state.position?.over && { ...whole(state.position), ...players.budget() }; } });
const steps = new Steps(socket, {
  asked: () => { interrupt(); engine.thought = state.position; return !state.position?.over && { ...whole(state.position), recipe: players.analyst(state.position) || state.position.own_recipe }; },
  look,
});
const results = new Results(failed);
const timeline = new Timeline();
const clock = new Clock((side) => endEarly({ loser: side, late: true }));
const record = new Record(timeline, { walk, instead, called: (side) => players.called(side) });
const review = new Review(timeline, record, {
  pause() { interrupt(); state.walking = true; },
  known: (node) => fetched("api/position", { ...whole(timeline.root.position ?? state.position), moves: movesTo(node) }),
  search: (position, limits, then) => engine.think(position, "", limits, { silent: true, then }),
  changed: buttons,
  persons: () => players.persons,
});
const players = new Players(changedPlayers, changedRecipe);
const ending = new Ending({
  resign: () => endEarly({ loser: players.isPerson(state.position.to_move) ? state.position.to_move : players.persons[0], late: false }),
  judge(then) {
    const { recipe, limits } = players.search(state.position, 1 - state.position.to_move);
    interrupt();
    engine.think(state.position, recipe, limits, { silent: true, then });
  },
  agreed: () => endEarly({ loser: null, late: false }),
  say: (words) => { $("status").textContent = words; },
});
const start = new Start(newGame, (family, count) => puzzles.first(family, count));
const puzzles = new Puzzles({ fetched, begin, hint: (move) => board.hint(state.position.legal.find((one) => one.move === move)?.clicks ?? []) });
const editing = new Editing(board, { interrupt, stopped: () => show(state.position), arranged });

// What is wrong: a mistake until a person does something else, a lost connection until there is one again.
function say(message, lost = false) {
  state.lost = lost;
  if ($("error").textContent !== message) $("error").textContent = message;
}

// The engine was to move and cannot: what to do about it.
function stuck(message) {
  const { position } = state;
  if (!position || ended() || state.walking) return;
  if (players.isPerson(position.to_move)) {
    $("status").textContent = whoseTurn(position);
  } else {
    const cure = message.includes("recipe") || message.includes("idea") ? "mend its recipe under Players, or choose a level there" : "choose a level under Players to let it try again";
    $("status").textContent = `${position.players[position.to_move]} (the engine) cannot move: ${cure}.`;
  }
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

async function goTo(request) {
  const turn = ++state.turn;
  const slow = setTimeout(() => { $("status").textContent = "Preparing the rules, which takes some seconds the first time…"; }, SLOW);
  state.coming = fetched("api/position", request);
  const position = await state.coming;
  clearTimeout(slow);
  if (position && turn === state.turn) {
    show(position, "move" in request);
  } else if (state.position && turn === state.turn) {
    $("status").textContent = whoseTurn(state.position);
    if (state.setting) board.draw(state.position, mayPlay(state.position));
    state.setting = false;
    buttons();
    again();
  }
  return position;
}

function play(move) {
  if (state.exploring || state.setting || !state.position || ended()) return;
  interrupt();
  state.walking = false;
  return goTo({ ...whole(state.position), move });
}

// To a move that was made before; nobody moves there until a person does.
/** @param {Node} node */
function walk(node) {
  interrupt();
  Object.assign(state, { walking: Boolean(node.next), early: node.early ?? null });
  timeline.current = node; // at once, so that quick keys are not lost
  if (node.position) {
    ++state.turn;
    return show(node.position);
  }
  return goTo({ ...whole(timeline.root.position ?? state.position), moves: movesTo(node) });
}

// The board before a move, with what was better.
/** @param {Node} node */
function instead(node) {
  const { found } = node.parent;
  walk(node.parent);
  board.hint(found.clicks?.[found.move] ?? []);
  $("status").textContent = `Before move ${node.ply}: ${node.move} was played, better was ${expected(found)}.`;
}

// Showing

const called = (side) => players.called(side);
const whoseTurn = (position) => situation(position, called, state.early, state.walking ? timeline.line.length - 1 : null);
const ended = () => state.position.over || state.early !== null;
const mayPlay = (position) => !position.over && !state.early && (state.walking || players.isPerson(position.to_move));

/** @type {(position: Position, moved?: boolean) => void} */
function show(position, moved = false) {
  const before = state.position;
  Object.assign(state, { position, report: null, exploring: false, setting: false });
  timeline.arrive(position);
  puzzles.arrived(position, (person) => players.set([person], "best"));
  board.draw(position, mayPlay(position), moved);
  if (moved) knock();
  $("status").textContent = (moved ? `${position.moves.length}. ${before.players[before.to_move]} plays ${position.moves.at(-1)}. ` : "") + whoseTurn(position);
  $("moves").replaceChildren(...(mayPlay(position)
    ? position.legal.filter((move) => !move.clicks.length).map((move) => button(move.move, () => play(move.move), { "data-play": move.move })) : []));
  introduce(position);
  thinking.of(position);
  $("status").className = outcome(position, state.early, players.persons);
  legend(position, called);
  clock.turn(ended() || state.walking ? null : position.to_move);
  editing.offer(position);
  record.show();
  history.replaceState(null, "", addressOf(position));
  clearTimeout(state.again);
  engine.quiet();
  next();
}

function overlay() {
  if (state.exploring) return;
  board.heat($("heat").checked ? state.report : null);
  if ($("line").checked && state.report) board.line(state.report);
}

// Thinking

function next() {
  const { position } = state;
  if (ended() || state.walking || review.running) return;
  if (!players.isPerson(position.to_move)) {
    const search = players.search(position);
    const move = ({ move }) => { if (!state.exploring) goTo({ ...whole(position), move }); };
    if (search.careless) {
      const turn = state.turn;
      setTimeout(() => { if (turn === state.turn) move(position.legal[Math.floor(Math.random() * position.legal.length)]); }, 400);
    } else {
      engine.think(position, search.recipe, search.limits, { then: move });
    }
  } else if ($("ponder").checked) {
    engine.think(position, players.analyst(position), { seconds: players.limits.seconds });
  }
}

// Go on where something kept the engine from moving, but not under the hands of who edits or walks the tree.
function resume() {
  if (state.position && !engine.searching && !state.exploring && $("editing").hidden) next();
}

// What was wrong may have passed in a while.
function again() {
  clearTimeout(state.again);
  state.again = setTimeout(resume, AGAIN);
}

// What a search has found goes to the record, and to the board unless it is `silent`.
/** @type {(report: Report, position: Position, silent: boolean) => void} */
function found(report, position, silent) {
  reached();
  const node = timeline.find(position);
  if (node) node.found = { ...report, value: position.to_move === 0 ? report.value : -report.value };
  if (silent) return;
  state.report = report;
  thinking.show(report, position);
  overlay();
}

function done(then) {
  record.show();
  if ($("tree").hidden === false && !then) explorer.open([]);
}

function preparing(report) {
  $("facts").textContent = `Preparing ${report.recipe} (a search used for the first time is compiled, which takes some seconds)…`;
  if (!ended() && !state.walking && !players.isPerson(state.position.to_move)) $("status").textContent = "The engine is getting ready: the first time it takes some seconds…";
}

// A person does something else: what was wrong before is past too.
function interrupt() {
  say("");
  ending.calm();
  review.running = false;
  clearTimeout(state.again);
  engine.quiet();
}

function buttons() {
  const position = state.setting ? null : state.position, over = !position || ended();
  $("stop").disabled = !engine.searching;
  $("think").disabled = engine.searching || !position || position.over;
  $("think").textContent = position && engine.searched === position ? "Go on" : "Analyse";
  $("hint").disabled = over || engine.searching || !players.isPerson(position.to_move);
  $("back").disabled = !position?.moves.length;
  $("redo").disabled = !position || !timeline.current?.next;
  $("resign").disabled = over || players.persons.length === 0;
  $("draw").hidden = !position?.draws || players.persons.length !== 1;
  $("draw").disabled = over || state.walking || state.exploring || !$("editing").hidden || review.running || !players.isPerson(position.to_move);
  $("rematch").hidden = !position || !ended();
  $("play-on").hidden = !state.walking || over;
  $("review").textContent = review.running ? "Stop the review" : "Review this game";
}

// Of the board that is on its way, if it was asked for before that came.
async function hint() {
  await state.coming;
  if ($("hint").disabled) return;
  const { position } = state;
  engine.think(position, players.analyst(position), { seconds: Math.min(1, players.limits.seconds) }, { then: (report) => {
    $("status").textContent = `Hint: ${report.move} (${judgement(report)}), expecting ${report.variation.slice(0, 4).join(" ")}.`;
    board.hint(report.clicks[report.move]);
  } });
}

/** @param {Early} early */
function endEarly(early) {
  interrupt();
  ++state.turn;
  state.early = timeline.current.early = early;
  show(state.position);
}

// The tree: the board shows the node, and nobody plays on it.

/** @param {View} view */
function follow(view) {
  if ($("tree").hidden) return;
  state.exploring = true;
  board.draw(view.position, false);
  board.heat($("heat").checked && view.player !== 2 ? { moves: view.branches, clicks: view.clicks } : null);
  const { length } = (engine.thought ?? state.position).moves;
  const whose = length === state.position.moves.length ? "" : ` of the position ${length ? `after move ${length}` : "before the first move"}, the last that was searched`;
  $("status").textContent = `In the tree${whose}${view.path.length ? `, after ${view.path.join(" ")}` : ", at its root"}.`;
}

function look(position, words) {
  state.exploring = true;
  board.draw(position, false);
  $("status").textContent = words;
}

function panel(name) {
  steps.forget();
  results.open(name === "results");
  if (name === "tree") {
    explorer.down([]);
  } else if (state.exploring && state.position) {
    state.exploring = false;
    board.draw(state.position, mayPlay(state.position));
    $("status").textContent = whoseTurn(state.position);
    overlay();
    resume();
  }
}

// Everything that can be pressed

function listen() {
  $("back").addEventListener("click", takeBack);
  $("redo").addEventListener("click", redo);
  $("hint").addEventListener("click", hint);
  $("rematch").addEventListener("click", () => { players.swap(); begin({ game: state.position.game, start: "", moves: [] }); clock.set(Number($("minutes").value)); });
  $("play-on").addEventListener("click", () => { interrupt(); state.walking = false; show(state.position); });
  $("review").addEventListener("click", () => review.press());
  $("think").addEventListener("click", () => { interrupt(); engine.think(state.position, players.analyst(state.position), players.budget()); });
  $("stop").addEventListener("click", () => engine.stop());
  $("heat").addEventListener("change", overlay);
  $("letters").addEventListener("change", () => { if (state.position) show(state.position); });
  $("line").addEventListener("change", overlay);
  for (const id of ["rules", "key"]) $(id).addEventListener("toggle", () => { if ($(id).open) $(id).scrollIntoView({ block: "nearest" }); });
  tabs(panel);
  files({ state, say, fetched, whole, interrupt, again, shown: begun, timeline });
  $("go-to").addEventListener("click", () => { if (state.position) begin({ game: state.position.game, start: $("text").value, moves: [] }); });
  addEventListener("hashchange", async ({ newURL }) => { // what was asked for; a board that came meanwhile may have written its own address
    if (!start.games) return;
    interrupt();
    if (!(await fromAddress(new URL(newURL).hash))) again();
  });
}

function changedPlayers() {
  if (!state.position) return;
  interrupt();
  show(state.position);
}

// A mended recipe lets the engine move; one that thinks already is not disturbed.
function changedRecipe() {
  if (state.position) legend(state.position, called);
  clock.show();
  if (engine.searching) return;
  say("");
  resume();
}

// Back to the last position in which a person was to move.
async function takeBack() {
  interrupt();
  const turn = ++state.turn;
  if (state.early) {
    if (state.early.late) clock.set(0);
    state.early = null;
    delete timeline.current.early;
    return show(state.position);
  }
  const { persons } = players;
  state.coming = fetched("api/position", { ...whole(state.position), back: persons.length ? persons : [0, 1] });
  const earlier = await state.coming;
  if (turn !== state.turn) return;
  if (!earlier) return again();
  thinking.clear();
  state.walking = false;
  show(earlier);
}

// Forward again, to the next position in which a person is to move.
function redo() {
  let node = timeline.current.next;
  while (node.next && !(node.position && players.isPerson(node.position.to_move))) node = node.next;
  walk(node);
}

function begin(request) {
  interrupt();
  fresh();
  state.setting = true; // until the new board is there nobody moves on the old one
  $("status").textContent = "Setting up…";
  board.lock();
  buttons();
  return goTo(request);
}

// Nothing is left of the game before.
function fresh() {
  Object.assign(state, { walking: false, early: null });
  timeline.root = null;
  clock.set(0);
  puzzles.close();
  $("reviewed").textContent = "";
}

// A game that came whole, from a file or set up by hand.
/** @param {Position} position */
function begun(position) {
  fresh();
  start.set(position.game);
  show(position);
  for (const line of position.lines ?? []) timeline.add(line);
  record.show();
}

async function arranged(request) {
  interrupt();
  const position = await fetched("api/arrange", request);
  if (position) begun(position);
}

function newGame({ game, persons, level, minutes }) {
  players.set(persons, level);
  const going = begin({ game, start: "", moves: [] });
  clock.set(minutes);
  return going;
}

async function fromAddress(hash = location.hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const name = parts.get("game");
  if (!name) return null;
  start.set(name);
  start.open(false);
  const moves = parts.get("moves");
  return begin({ game: name, start: parts.get("start") ?? "", moves: moves ? moves.split(" ") : [] });
}

async function open() {
  theme();
  listen();
  const told = await get("api/games").catch(failed);
  if (!told) return;
  players.offer(told.levels, told.limits);
  start.offer(told.games, told.levels);
  $("tab-results").hidden = !told.results;
  $("recipes").replaceChildren(...[...told.named, "uct+solver", "uct+rave", "uct+rave+solver"].map((value) => element("option", undefined, { value })));
  if (!location.hash) start.open(true);
  if (await fromAddress()) return;
  const asked = () => goTo({ game: start.chosen().game, start: "", moves: [] });
  if (await asked()) return;
  start.pick(start.game.name); // a link to a board that cannot be
  await asked();
}

open();
