// The objects that the server sends and the browser stores, for the type checker. Browsers never see this file.

export interface SeatInfo {
  name: string;
  paint: string;
}

export interface GameInfo {
  name: string;
  draws: boolean;
  takes: boolean;
  seats: SeatInfo[];
}

/** The texts of a page, as client_texts.rs writes them. */
export interface PageTexts {
  texts?: Record<string, string>;
  bots?: Record<string, string>;
  games?: Record<string, GameInfo>;
}

// -- Data that the server puts into a page ---------------------------------------------------------

export interface GamePage {
  id: string;
}

export interface AnalysisPage {
  game: string;
  position?: string | null;
  moves?: string | null;
}

export interface NewGamePage {
  game: string;
  seats: number;
  opponent: string | null;
}

export interface PuzzlePage {
  id: string;
  spec: string;
  position: string;
  seat: number;
  svg: string;
  next: string | null;
}

export interface LessonStep {
  spec: string;
  position: string | null;
  title: string;
  text: string;
  task: string;
  svg: string;
}

export interface LessonPage {
  game: string;
  steps: LessonStep[];
}

// -- The protocol ----------------------------------------------------------------------------------

export interface Seat {
  kind: "human" | "open" | "bot";
  name: string | null;
  bot: string | null;
}

export type TimeControl =
  | { kind: "fischer"; initial: number; increment: number }
  | { kind: "move"; seconds: number }
  | { kind: "days"; days: number };

/** The time control, the time each seat has left in milliseconds, and the seat whose clock runs. */
export type Clock = TimeControl & { left: number[]; running: number | null };

export interface State {
  id: string;
  game: string;
  seats: Seat[];
  start: string | null;
  position: string;
  moves: string[];
  ply: number;
  to_move: number;
  legal: string[] | null;
  result: string | null;
  reason: string | null;
  clock: Clock | null;
  draw_offer: number | null;
  takeback: number | null;
  public: boolean;
  /** The seats that still have to accept, while a draw or a take-back is pending. */
  draw_pending?: number[];
  takeback_pending?: number[];
  rematch?: string;
  /** With a rematch: the seat there of the player who has each seat here. */
  rematch_seats?: number[];
  created: number;
  updated: number;
}

export interface Fact {
  seat: number | null;
  text: string;
}

export interface View {
  svg: string;
  facts: Fact[];
  remarks: string[];
  prompt: string | null;
  status: string;
}

/** One of the next steps of a turn. */
export interface Choice {
  step: string;
  kind: "site" | "count" | "button";
  label: string;
}

/** A turn in progress. */
export interface Steps {
  taken: string[];
  steps: Choice[];
  finished: string | null;
  prompt: string | null;
  svg: string;
}

/** Additions to the board of a turn: a suggested move, and "1" to mark threats. */
export interface Extras {
  hint: string | null;
  threats: string | null;
}

export type Value = "win" | "draw" | "loss";

export interface Position extends View {
  game: string;
  start: string | null;
  position: string;
  moves: string[];
  ply: number;
  seats: number;
  to_move: number;
  legal: string[] | null;
  result: string | null;
  reason: string | null;
  value: Value | null;
  turn: Steps | null;
}

export interface NewGame {
  game: string;
  seats?: string[];
  position?: string | null;
  clock?: TimeControl | null;
  public?: boolean;
  name?: string | null;
}

export interface Created {
  id: string;
  seat: number | null;
  token: string | null;
  state: State;
}

export interface Joined {
  seat: number;
  token: string;
  state: State;
}

export interface GameList {
  games: State[];
}

export interface ParsedRecord {
  game: string;
  position: string | null;
  moves: string[];
}

export interface Line {
  win_percent: number;
  value: Value | null;
  plies: number | null;
  line: string[];
}

/** A line of an answer that comes line by line. */
export interface Report {
  final: boolean;
}

export interface AnalysisReport extends Report {
  bestmove: string | null;
  win_percent: number | null;
  depth: number;
  lines: Line[];
}

export interface ReviewProgress {
  final: false;
  done: number;
  plies: number;
  said: string;
}

export interface MoveWords {
  chance: string;
  verdict: string;
  reasons: string[];
}

export interface Review {
  final: true;
  plies: number;
  moves: { ply: number; judgement: string }[];
  turning_points: number[];
  seats: { name: string; accuracy: number | null }[];
  words: MoveWords[];
  graph: string;
}

export interface PuzzleTry {
  verdict: "wrong" | "right" | "solved";
  said: string;
  move: string;
  moves: string[];
  svg: string;
  status: string;
}

export interface LessonTry {
  verdict: "done" | "missed" | "found" | "illegal" | "solution";
  said: string;
  found: string[];
  done: boolean;
  svg: string;
}

/** The answer to a request on the socket. */
export interface Answer extends Partial<Steps> {
  t: "ok";
  n: number;
  ply?: number;
  rematch?: string | null;
  rematch_seats?: number[] | null;
  state?: State;
}

/** A request that failed; without a number, the socket itself. */
export interface Failure {
  t: "problem";
  n?: number;
  status: number;
  detail: string;
}

/** A new state, for everyone at the game. */
export interface Update {
  t: "state" | "changed";
  n?: undefined;
  state: State;
  view?: View;
}

export interface Moved extends Omit<Update, "t"> {
  t: "moved";
  ply: number;
  move: string;
  by: number;
}

export interface Thinking {
  t: "thinking";
  n?: undefined;
  by: number;
}

export type Message = Answer | Failure | Update | Moved | Thinking | { t: "pong"; n?: undefined };

// -- What the browser stores -----------------------------------------------------------------------

/** A game of the visitor. */
export interface StoredGame {
  id: string;
  game: string;
  seats: number[];
  token: string | null;
  result?: string | null;
  moves?: number;
  names?: string[];
  turn?: boolean;
  flipped?: boolean;
  at?: number;
}

/** Settings that the server need not know. */
export interface Settings {
  bar: boolean;
  confirm: "always" | "touch" | "never";
  engine: boolean;
  flipped: boolean;
  lines: number;
  sound: "on" | "off";
  threats: boolean;
  values: boolean;
}
