// What the server sends. docs/contracts.md names every field.

export interface Player {
  id: string;
  name?: string;
  title?: string;
  fed?: string;
  rating?: number;
}

export interface Move {
  ply: number;
  uci: string;
  san: string;
  fen: string;
  clk?: number;
  completed: boolean;
}

export type Side = "white" | "black";

export interface Clock {
  white: number;
  black: number;
  running?: Side;
  at: string;
}

export interface Finding {
  id: string;
  findingkind: string;
  ply?: number;
  text: string;
  articles?: string[];
  duty?: { act: string; until?: string; articles?: string[] };
}

export type Status = "playing" | "adjourned" | "ended" | "final";

export interface View {
  id: string;
  board: number;
  white: Player;
  black: Player;
  rate: number;
  fen_start: string;
  fen: string;
  moves: Move[];
  clock?: Clock;
  status: Status;
  result: string;
  reason?: string;
  reason_text?: string;
  /** What only the desk gets. */
  fact?: string;
  findings?: Finding[];
  unexplained?: { placement?: string; after: number };
}

/** The answer to a ruling. */
export interface Answered {
  request: string;
  answer: "accepted" | "by_discretion" | "refused";
  articles?: string[];
  text?: string;
  verdict?: string;
}

export interface Resync {
  games: View[];
  findings?: Finding[];
  now: string;
  delay_ms: number;
}

interface Clocks {
  white?: number;
  black?: number;
  running?: Side;
}

interface Head {
  game?: string;
  at: string;
  fact?: string;
}

export type Frame = Head &
  (
    | { kind: "paired" }
    | ({ kind: "made"; ply: number; uci: string; san: string; fen: string; completed?: boolean } & Clocks)
    | ({ kind: "completed"; ply: number; by?: string } & Clocks)
    | { kind: "withdrawn"; ply: number }
    | ({ kind: "clock"; changes?: string[]; by?: Side } & Clocks)
    | { kind: "adjourned"; over?: boolean }
    | { kind: "castling"; player: Side; wing?: string; after: number }
    | { kind: "ended" | "result"; result: string; reason?: string }
    | ({ kind: "finding" } & Finding)
    | { kind: "cleared"; id: string }
    | { kind: "unexplained"; placement?: string; after: number; explained?: boolean }
    | ({ kind: "answered" } & Answered)
  );

export const kinds = ["paired", "made", "completed", "withdrawn", "clock", "ended", "result", "adjourned", "castling", "finding", "cleared", "unexplained", "answered"] as const;
