// The objects that the server sends and the browser stores, for the type checker. Browsers never load this file.

export interface SeatInfo {
  name: string;
  paint: string;
}

export interface GameInfo {
  name: string;
  draws: boolean;
  takes: boolean;
  seats: SeatInfo[];
  /** The seat whose pieces start at the bottom of the board. */
  bottom: number;
  /** Options in words: by a value, as in `placement=free`, or with `{n}` for any number, as in `size`. */
  rules: Record<string, string>;
}

/** The texts of a page, in the format of client_texts.rs. */
export interface PageTexts {
  texts?: Record<string, string>;
  bots?: Record<string, string>;
  games?: Record<string, GameInfo>;
}

// -- Data that the server puts into a page ---------------------------------------------------------

export interface GamePage {
  id: string;
  /** Whether pages of other sites may show the game. */
  can_embed: boolean;
}

export interface EmbedPage {
  /** The game in play, unless the page shows a position or a study. */
  id?: string;
  game: string;
  position?: string | null;
  nodes: StudyNode[];
  /** How many moves of the main line are shown at first. */
  ply: number;
}

export interface AnalysisPage {
  study?: StoredStudy;
  game: string;
  position?: string | null;
  moves?: string | null;
}

export interface NewGamePage {
  game: string;
  seats: number;
  opponent: string | null;
  public: boolean;
}

export interface PuzzlePage {
  id: string;
  game: string;
  spec: string;
  position: string;
  seat: number;
  svg: string;
  seats: number;
  facts: Fact[];
  difficulty: number;
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
  /** Whether an open seat can be taken without an invitation. */
  join?: boolean;
  /** The seats of absent players, and the time until the others can claim the game. */
  away?: number[];
  claim_in?: number;
  claimed?: number;
  declined?: { what: "draw" | "takeback" | "rematch"; by: number };
  /** The seats of people who want a rematch. */
  rematch_wanted?: number[];
  rematch?: string;
  /** With a rematch: for each seat, the seat of the same player in the next game. */
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
  /** The reason for the end of the game, as a clause. */
  why?: string | null;
}

/** One of the next steps of a turn. */
export interface Choice {
  step: string;
  kind: "site" | "count" | "button";
  label: string;
  /** The move that this step completes, and the sites that it changes, as they look afterwards. */
  move?: string;
  cells?: Record<string, string>;
}

/** A turn in progress. */
export interface Steps {
  taken: string[];
  steps: Choice[];
  finished: string | null;
  prompt: string | null;
  svg: string;
  /** The suggested move in words, if the request names one. */
  hint?: string;
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
  join?: boolean;
  name?: string | null;
}

export interface Created {
  id: string;
  seat: number | null;
  token: string | null;
  invite?: string;
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

/** A position of a study. */
export interface StudyNode {
  parent?: number;
  move?: string;
  comment?: string;
  arrows?: [string, string][];
  squares?: string[];
}

export interface Study {
  title: string;
  game: string;
  position?: string | null;
  nodes: StudyNode[];
}

export interface StoredStudy extends Study {
  id: string;
  version: number;
}

export interface CreatedStudy {
  id: string;
  token: string;
}

export interface SavedStudy {
  version: number;
}

export interface PositionSetup extends View {
  game: string;
  position: string;
  problem: string | null;
  tools: string[];
  fields: { field: number; name: string; value: string }[];
}

export interface PuzzleList {
  puzzles: { id: string; game: string; difficulty: number }[];
}

export interface Line {
  win_percent: number;
  value: Value | null;
  plies: number | null;
  line: string[];
}

/** A line of a streamed answer. */
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
  fact?: string;
}

export interface JudgedMove {
  ply: number;
  move: string;
  player: number;
  judgement: string;
  best: string;
  before: number;
  line: string[];
  played: string[];
}

export interface Review {
  final: true;
  plies: number;
  moves: JudgedMove[];
  turning_points: number[];
  seats: { name: string; accuracy: number | null; counts: { name: string; n: number }[] }[];
  words: MoveWords[];
  graph: string;
}

export interface PuzzleTry {
  refutation: string[];
  verdict: "wrong" | "right" | "solved";
  said: string;
  move: string;
  moves: string[];
  svg: string;
  over: boolean;
  facts: Fact[];
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

/** A new state, for all clients of a game. */
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

// -- Data that the browser stores ------------------------------------------------------------------

/** A game of the visitor. */
export interface StoredGame {
  id: string;
  game: string;
  seats: number[];
  token: string | null;
  /** The invitation for other players, if they need one. */
  invite?: string;
  result?: string | null;
  moves?: number;
  names?: string[];
  turn?: boolean;
  flipped?: boolean;
  at?: number;
}

/** Settings that the server does not need. */
export interface Settings {
  autoNext: boolean;
  puzzleFilters: string[];
  bar: boolean;
  confirm: "always" | "touch" | "never";
  engine: boolean;
  flipped: boolean;
  lines: number;
  sound: "on" | "off";
  threats: boolean;
  values: boolean;
}
