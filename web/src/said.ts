// The words that sentences about rulings share. Pure.

import { moveNumber, numbered } from "./words";
import type { Side, View } from "./types";

export function name(side: unknown): string {
  return side === "white" ? "White" : side === "black" ? "Black" : side === "both" ? "Both players" : "Nobody";
}

export function other(side: unknown): Side {
  return side === "white" ? "black" : "white";
}

export const reasons: Record<string, string> = {
  checkmate: "checkmate",
  stalemate: "stalemate",
  dead_position: "dead position",
  fivefold: "the same position five times",
  seventyfive_moves: "75 moves without capture or pawn move",
  threefold_claim: "the same position three times, claimed",
  fifty_claim: "50 moves without capture or pawn move, claimed",
  flag: "time",
  flag_no_mate: "time, and the opponent cannot mate",
  agreement: "agreement",
  resignation: "resignation",
  resignation_no_mate: "resignation, and the opponent cannot mate",
  illegal_move: "illegal move",
  forfeit: "forfeit",
  arbiter: "decision of the arbiter",
};

export function resultText(result: unknown): string {
  return String(result).replaceAll("1/2", "½").replace("-", "–");
}

export const say = (list: readonly (readonly [string, string, ...string[]])[], value: unknown): string => {
  const found = list.find(([v]) => v === value)?.[1] ?? String(value);
  return found.charAt(0).toLowerCase() + found.slice(1);
};

/** The number of a ply as on a scoresheet; games whose start is not known begin as usual. */
function place(view: View | undefined, ply: number): { number: number; black: boolean } {
  return moveNumber(view?.fen_start ?? "- w - - 0 1", ply);
}

/** Names a ply: "12… Nf6", or "Black’s move 12" where it is not known. */
export function plyText(view: View | undefined, ply: number): string {
  const move = view?.moves.find((m) => m.ply === ply);
  if (view && move) return numbered(view, move);
  const { number, black } = place(view, ply);
  return `${black ? "Black" : "White"}’s move ${number}`;
}

export function clockSays(seconds: unknown): string {
  const total = Number(seconds);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`;
}

export const halves = (n: unknown): string => {
  const whole = Math.floor(Number(n) / 2);
  return Number(n) % 2 === 0 ? String(whole) : `${whole || ""}½`;
};

/** Writes moves with their numbers after a ply. */
export function line(view: View | undefined, after: number, sans: string[]): string {
  const out: string[] = [];
  sans.forEach((san, i) => {
    const { number, black } = place(view, after + i + 1);
    out.push(!black ? `${number}. ${san}` : i === 0 ? `${number}… ${san}` : san);
  });
  return out.join(" ");
}
