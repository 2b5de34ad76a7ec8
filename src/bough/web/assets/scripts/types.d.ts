// What the server sends and the page keeps, for the type checker alone (tests/web/scripts).

export type Side = 0 | 1;
export type Clicks = number[][]; // the cells of a move, click by click; of each several may do
export type Found = Report & { reviewed?: boolean };

export interface Position {
  game: string;
  start: string;
  moves: string[];
  text: string;
  to_move: number; // 0 and 1 are the players, 2 is chance
  players: [string, string];
  colours: string[];
  signs: boolean; // crosses and noughts in place of stones
  over: boolean;
  winner: number | null;
  board: string | null;
  cells: { name: string; mark: string; is: string }[];
  by_hand: boolean;
  key: string[];
  marks: { mark: string; is: string }[];
  stock: string;
  legal: { move: string; clicks: Clicks }[];
  title: string;
  recipe: string;
  own_recipe: string;
  about: string;
  taken: [number, number] | null;
  shown: string;
  ending: string;
  rules: string;
  draws: boolean; // whether the game can be drawn
  letters: Record<string, string>; // of pieces with a character
  lines?: string[][]; // variations of a file that was opened
}

// The position a request is about.
export interface Whole {
  game: string;
  start: string;
  moves: string[];
  move?: string;
}

export interface Limits {
  seconds?: number;
  simulations?: number;
}

// What is known of a move.
export interface Row {
  move: string;
  visits: number;
  value: number;
  low: number;
  high: number;
}

// How a game ended before the rules ended it: who lost, if anybody, and whether for want of time.
export interface Early {
  loser: number | null;
  late: boolean;
}

// What a search has found so far, for the player to move.
export interface Report {
  is: "thinking" | "done";
  stopped?: boolean;
  ask: number;
  recipe: string;
  move: string | null;
  value: number;
  low: number;
  high: number;
  proven: boolean;
  simulations: number;
  seconds: number;
  memory_full: boolean;
  recycled: number;
  variation: string[];
  moves: Row[];
  clicks: Record<string, Clicks>;
}

export interface Preparing {
  is: "preparing";
  ask: number;
  recipe: string;
}

export interface Failure {
  is: "error";
  ask: number;
  message: string;
}

export interface Branch extends Row {
  share: number;
  chance: number | null;
  children: number;
  numbers: Record<string, number | null>;
}

// A node of the tree.
export interface View {
  is: "view";
  ask: number;
  path: string[];
  player: number;
  visits: number;
  branches: Branch[];
  boards: (string | null)[];
  found: number;
  from: number;
  line: string[];
  position: Position;
  clicks: Record<string, Clicks>;
}

export interface Step {
  name: string;
  words: string;
  position: Position;
}

// A move of the game as it was played, and what is known of the position after it.
export interface Node {
  move: string | null;
  parent: Node | null;
  key?: string;
  children: Node[];
  next: Node | null;
  position: Position | null;
  found: Found | null; // its value is the first player's
  then?: Found | null; // what was found while the game went on, once a review has looked again
  early?: Early; // the game ended here before the rules ended it
  ply: number;
}

export interface Level {
  name: string;
  seconds: number | null;
  simulations: number | null;
  strongest: boolean;
  careless: number;
}
