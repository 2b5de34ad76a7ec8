// The page: whose turn it is, who thinks, and what is shown.

import { Board } from "./board.js";
import { $, button, element, percent, verdict } from "./dom.js";
import { Editing } from "./panels/editing.js";
import { Explorer } from "./panels/explorer.js";
import { files } from "./panels/files.js";
import { Players } from "./panels/players.js";
import { Record } from "./panels/record.js";
import { Results } from "./panels/results.js";
import { knock } from "./sound.js";
import { Start } from "./start.js";
import { tabs } from "./panels/tabs.js";
import { Socket, get, post } from "./talk.js";
import { theme } from "./theme.js";
import { Thinking } from "./panels/thinking.js";
import { Timeline, movesTo } from "./timeline.js";

// walking: somebody looks at an earlier move, and nobody moves on; resigned: the side that gave up.
const state = { position: null, report: null, turn: 0, asked: 0, searching: false, searched: null, exploring: false, walking: false, resigned: null, reviewing: false };

const AGAIN = 2000; // milliseconds until the engine tries once more
const SLOW = 800; // milliseconds until somebody wonders
const REVIEW_SECONDS = 1;
const socket = new Socket((message) => { idle(); say(message, true); again(); });
const board = new Board($("board"), play);
const thinking = new Thinking(play);
const explorer = new Explorer(socket, follow);
const results = new Results(failed);
const timeline = new Timeline();
const record = new Record(timeline, walk);
const players = new Players(changedPlayers, changedRecipe);
const start = new Start(newGame);
const editing = new Editing(board, { interrupt, stopped: () => show(state.position), arranged });

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
  const slow = setTimeout(() => { $("status").textContent = "Preparing the rules, which takes some seconds the first time…"; }, SLOW);
  const position = await fetched("api/position", request);
  clearTimeout(slow);
  if (position && turn === state.turn) {
    show(position, "move" in request);
  } else if (state.position && turn === state.turn) {
    $("status").textContent = whoseTurn(state.position);
    again();
  }
  return position;
}

function play(move) {
  if (state.exploring || !state.position || ended()) return;
  interrupt();
  state.walking = false;
  return goTo({ ...whole(state.position), move });
}

// To a move that was made before; nobody moves there until a person does.
function walk(node) {
  interrupt();
  Object.assign(state, { walking: Boolean(node.next), resigned: null });
  timeline.current = node; // at once, so that quick keys are not lost
  if (node.position) {
    ++state.turn;
    return show(node.position);
  }
  return goTo({ ...whole(timeline.root.position ?? state.position), moves: movesTo(node) });
}

// Showing

const ended = () => state.position.over || state.resigned !== null;
const mayPlay = (position) => !position.over && state.resigned === null && (state.walking || players.isPerson(position.to_move));

function show(position, moved = false) {
  const before = state.position;
  Object.assign(state, { position, report: null, exploring: false });
  timeline.arrive(position);
  board.draw(position, mayPlay(position));
  if (moved) knock();
  $("status").textContent = (moved ? `${position.moves.length}. ${before.players[before.to_move]} plays ${position.moves.at(-1)}. ` : "") + whoseTurn(position);
  $("moves").replaceChildren(...(mayPlay(position)
    ? position.legal.filter((move) => !move.clicks.length).map((move) => button(move.move, () => play(move.move), { "data-play": move.move })) : []));
  $("rules").hidden = !position.rules;
  $("rules").lastElementChild.textContent = position.rules;
  $("text").value = position.text;
  $("title").textContent = position.title;
  document.title = `${position.title} · Bough`;
  $("captured").textContent = position.taken ? `Captured by ${position.players[0]} ${position.taken[0]}, by ${position.players[1]} ${position.taken[1]}.` : "";
  for (const side of [0, 1]) $(`name-${side}`).textContent = position.players[side];
  $("status").className = outcome(position);
  legend(position);
  editing.offer(position);
  record.show();
  address(position);
  quiet();
  next();
}

// How the game ended for a person who plays against the engine.
function outcome(position) {
  if (!position.over && state.resigned === null) return "";
  const winner = state.resigned === null ? position.winner : 1 - state.resigned, { persons } = players;
  if (winner === null || persons.length !== 1) return "ended";
  return persons[0] === winner ? "ended won" : "ended lost";
}

function whoseTurn(position) {
  const called = (side) => players.called(side);
  if (state.resigned !== null) return `${position.players[state.resigned]} resigns: ${position.players[1 - state.resigned]}${called(1 - state.resigned)} wins.`;
  if (position.over) {
    const name = position.winner === null ? "" : position.players[position.winner];
    return `${name}${name && called(position.winner)}${position.ending.slice(name.length)}.`;
  }
  const whose = `${position.players[position.to_move]}${called(position.to_move)} to move.`;
  return state.walking ? `After move ${position.moves.length} of ${timeline.line.length - 1}. ${whose}` : whose;
}

// Who has which stones.
function legend(position) {
  $("legend").replaceChildren(...position.players.flatMap((name, side) => {
    const disc = element("span", undefined, { class: "disc" });
    disc.style.background = position.colours[side];
    return [...(position.colours.length ? [disc] : []), element("span", `${name}${players.called(side)}`)];
  }));
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

function next() {
  const { position } = state;
  if (ended() || state.walking || state.reviewing) return;
  if (!players.isPerson(position.to_move)) {
    const search = players.search(position);
    const move = ({ move }) => { if (!state.exploring) goTo({ ...whole(position), move }); };
    if (search.careless) {
      const turn = state.turn;
      setTimeout(() => { if (turn === state.turn) move(position.legal[Math.floor(Math.random() * position.legal.length)]); }, 400);
    } else {
      think(position, search.recipe, search.limits, { then: move });
    }
  } else if ($("ponder").checked) {
    think(position, players.analyst(position), { seconds: players.limits.seconds });
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

// Search a position; `then` gets the last report. `silent`: for the record alone, not for the board.
function think(position, recipe, limits, { then, silent = false } = {}) {
  socket.forget(state.asked);
  const goOn = state.searched === position && !then;
  if (!goOn && !silent) thinking.begin();
  state.searching = true;
  buttons();
  const request = { do: "think", ...whole(position), recipe: recipe.trim(), ...limits, go_on: goOn };
  const heard = (report) => {
    clearTimeout(state.preparing);
    if (report.is === "preparing") {
      state.preparing = setTimeout(() => preparing(report), 500);
    } else if (report.is === "error") {
      state.reviewing = false;
      idle();
      say(report.message);
    } else {
      reached();
      const node = timeline.find(position);
      if (node) node.found = { ...report, value: position.to_move === 0 ? report.value : -report.value };
      if (!silent) {
        state.report = report;
        thinking.show(report, position.players, position.to_move);
        overlay();
      }
      if (report.is === "done") {
        state.searched = silent ? null : position;
        idle();
        record.show();
        if ($("tree").hidden === false && !then) explorer.open([]);
        if (then && (report.move || silent)) then(report);
      }
    }
  };
  state.asked = socket.ask(request, heard);
}

function preparing(report) {
  $("facts").textContent = `Preparing ${report.recipe} (a search used for the first time is compiled, which takes some seconds)…`;
  if (!ended() && !state.walking && !players.isPerson(state.position.to_move)) $("status").textContent = "The engine is getting ready: the first time it takes some seconds…";
}

// Nobody listens any more to what is being thought.
function quiet() {
  clearTimeout(state.again);
  clearTimeout(state.preparing);
  socket.forget(state.asked);
  if (state.searching) socket.ask({ do: "stop" });
  idle();
}

// A person does something else: what was wrong before is past too.
function interrupt() {
  say("");
  state.reviewing = false;
  quiet();
}

function idle() {
  state.searching = false;
  buttons();
}

function buttons() {
  const { position } = state, over = !position || ended();
  $("stop").disabled = !state.searching;
  $("think").disabled = state.searching || !position || position.over;
  $("think").textContent = position && state.searched === position ? "Go on" : "Analyse";
  $("hint").disabled = over || state.searching || !players.isPerson(position.to_move);
  $("back").disabled = !position?.moves.length;
  $("redo").disabled = !timeline.current?.next;
  $("resign").disabled = over || players.persons.length === 0;
  $("rematch").hidden = !position || !ended();
  $("play-on").hidden = !state.walking || over;
  $("review").textContent = state.reviewing ? "Stop the review" : "Review this game";
}

function hint() {
  const { position } = state;
  think(position, players.analyst(position), { seconds: Math.min(1, players.limits.seconds) }, { then: (report) => {
    const sure = report.proven ? `a proven ${verdict(report)}` : `wins ${percent(report.value)}`;
    $("status").textContent = `Hint: ${report.move} (${sure}), expecting ${report.variation.slice(0, 4).join(" ")}.`;
    board.hint(report.clicks[report.move]);
  } });
}

function resign() {
  interrupt();
  const { position } = state;
  state.resigned = players.isPerson(position.to_move) ? position.to_move : players.persons[0];
  show(position);
}

// The review: every position of the line searched in turn, in the background; what has been found is kept.

function review() {
  if (state.reviewing) {
    interrupt();
    record.show();
    return;
  }
  interrupt();
  state.reviewing = true;
  state.walking = true;
  reviewNext();
}

async function reviewNext() {
  const line = timeline.line, turn = state.turn;
  for (const node of line) node.position ??= await fetched("api/position", { ...whole(timeline.root.position ?? state.position), moves: movesTo(node) });
  if (!state.reviewing || turn !== state.turn) return;
  const left = line.filter((node) => node.position && !node.position.over && !(node.found?.reviewed));
  if (!left.length) {
    state.reviewing = false;
    $("reviewed").replaceChildren(...record.verdicts());
    buttons();
    return record.show();
  }
  $("reviewed").textContent = `Reviewing: ${line.length - left.length} of ${line.length} positions, about ${left.length * REVIEW_SECONDS} s left…`;
  const [node] = left;
  think(node.position, "", { seconds: REVIEW_SECONDS }, { silent: true, then: () => {
    node.found.reviewed = true;
    if (state.reviewing) reviewNext();
  } });
  buttons();
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
  $("resign").addEventListener("click", resign);
  $("rematch").addEventListener("click", () => { players.swap(); begin({ game: state.position.game, start: "", moves: [] }); });
  $("play-on").addEventListener("click", () => { interrupt(); state.walking = false; show(state.position); });
  $("review").addEventListener("click", review);
  $("think").addEventListener("click", () => { interrupt(); think(state.position, players.analyst(state.position), players.budget()); });
  $("stop").addEventListener("click", () => socket.ask({ do: "stop" }));
  $("heat").addEventListener("change", overlay);
  $("line").addEventListener("change", overlay);
  tabs(panel);
  files({ state, say, fetched, whole, interrupt, again, shown: begun });
  $("go-to").addEventListener("click", () => { if (state.position) begin({ game: state.position.game, start: $("text").value, moves: [] }); });
  addEventListener("hashchange", async () => {
    if (!start.games) return;
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
  if (state.position) legend(state.position);
  if (state.searching) return;
  say("");
  resume();
}

// Back to the last position in which a person was to move.
async function takeBack() {
  interrupt();
  const turn = ++state.turn;
  if (state.resigned !== null) {
    state.resigned = null;
    return show(state.position);
  }
  const { persons } = players;
  const earlier = await fetched("api/position", { ...whole(state.position), back: persons.length ? persons : [0, 1] });
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
  return goTo(request);
}

// Nothing is left of the game before.
function fresh() {
  Object.assign(state, { walking: false, resigned: null });
  timeline.root = null;
  $("reviewed").textContent = "";
}

// A game that came whole, from a file or set up by hand.
function begun(position) {
  fresh();
  start.set(position.game);
  show(position);
}

async function arranged(request) {
  interrupt();
  const position = await fetched("api/arrange", request);
  if (position) begun(position);
}

function newGame({ game, persons, level }) {
  players.set(persons, level);
  return setUp(game);
}

function setUp(game) {
  $("status").textContent = "Setting up…";
  return begin({ game, start: "", moves: [] });
}

async function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
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
