// What pages say in words; the server says the same in its first drawing.

import type { Move, Player, View } from "./types";

export function shown(p: Player): string {
  return p.name ?? p.id;
}

export function moveNumber(fenStart: string, ply: number): { number: number; black: boolean } {
  const fields = fenStart.split(" ");
  const half = ply - 1 + (fields[1] === "b" ? 1 : 0);
  return { number: (Number(fields[5]) || 1) + Math.floor(half / 2), black: half % 2 === 1 };
}

export function numbered(view: View, move: Move): string {
  const { number, black } = moveNumber(view.fen_start, move.ply);
  return `${number}${black ? "…" : "."} ${move.san}`;
}

export function score(view: View, white: boolean): string {
  const parts = view.result.split("-");
  if (parts.length !== 2) return "";
  return (parts[white ? 0 : 1] ?? "").replace("1/2", "½");
}

export function stateText(view: View): string {
  if (view.status === "playing") return view.moves.length > 0 ? "Playing" : "Not started";
  if (view.status === "adjourned") return "Adjourned";
  return (view.reason_text ?? "") + (view.status === "ended" ? " (provisional)" : "");
}

const names: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** Says a position for those who do not see it. */
export function sentence(fen: string): string {
  const squares = new Map<string, string[]>();
  const [placement = "", turn] = fen.split(" ");
  placement
    .split("/")
    .map((rank, i) => [rank, 8 - i] as const)
    .reverse()
    .forEach(([rank, n]) => {
      let file = 0;
      for (const ch of rank) {
        if (Number(ch) > 0) {
          file += Number(ch);
          continue;
        }
        squares.set(ch, [...(squares.get(ch) ?? []), String.fromCharCode(97 + file) + n]);
        file++;
      }
    });
  const men = (upper: boolean) =>
    [..."kqrbnp"]
      .map((role) => [role, squares.get(upper ? role.toUpperCase() : role) ?? []] as const)
      .filter(([, list]) => list.length > 0)
      .map(([role, list]) => `${names[role] ?? ""}${list.length > 1 ? "s" : ""} ${list.join(" ")}`)
      .join(", ") || "no men";
  return `White: ${men(true)}. Black: ${men(false)}. ${turn === "b" ? "Black" : "White"} to move.`;
}
