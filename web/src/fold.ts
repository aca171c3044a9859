// The fold of frames into a view, as far as pages show it. What it cannot do
// alone (names, a reason in words, moves it never had) it asks for: apply
// returns false and the page loads that game again.

import type { Clock, Frame, Move, Side, View } from "./types";

export function mover(view: View, ply: number): Side {
  const first = view.fen_start.split(" ")[1] === "b" ? 1 : 0;
  return (first + ply) % 2 === 1 ? "white" : "black";
}

export function apply(view: View, frame: Frame): boolean {
  if (frame.fact) view.fact = frame.fact;
  switch (frame.kind) {
    case "made":
      // An adjourned game enters its next sitting with the moves that are there.
      if (frame.white === undefined) {
        const there = view.moves.find((m) => m.ply === frame.ply && m.uci === frame.uci && m.fen === frame.fen);
        if (there) {
          there.completed ||= frame.completed ?? false;
          return true;
        }
      }
      if (view.moves.length > 0 && frame.ply > view.moves[view.moves.length - 1]!.ply + 1) return false;
      if (!withdraw(view, frame.ply)) return false;
      view.moves.push({ ply: frame.ply, uci: frame.uci, san: frame.san, fen: frame.fen, completed: frame.completed ?? false });
      view.fen = frame.fen;
      show(view, frame);
      return true;
    case "completed": {
      const move = view.moves.find((m) => m.ply === frame.ply);
      if (move) {
        move.completed = true;
        stamp(view, move, frame);
      }
      show(view, frame);
      return true;
    }
    case "withdrawn":
      return withdraw(view, frame.ply);
    case "clock": {
      show(view, frame);
      const last = view.moves[view.moves.length - 1];
      const pressed = frame.changes?.includes("pressed") ?? false;
      if (last && last.clk === undefined && pressed && frame.by === mover(view, last.ply)) stamp(view, last, frame);
      return true;
    }
    case "finding":
      view.findings = [...(view.findings ?? []).filter((f) => f.id !== frame.id), frame];
      return true;
    case "cleared":
      view.findings = (view.findings ?? []).filter((f) => f.id !== frame.id);
      return true;
    case "unexplained":
      if (frame.explained) delete view.unexplained;
      else view.unexplained = { placement: frame.placement ?? "", after: frame.after };
      return true;
    case "answered":
      return true;
    case "paired":
    case "adjourned":
    case "castling":
    case "ended":
    case "result":
      return false;
  }
}

function stamp(view: View, move: Move, clocks: { white?: number; black?: number }): void {
  const clk = clocks[mover(view, move.ply)];
  if (clk !== undefined) move.clk = clk;
}

function withdraw(view: View, ply: number): boolean {
  const keep = view.moves.filter((m) => m.ply < ply);
  if (keep.length === view.moves.length) return true;
  // A page that has only the last moves may run out of them.
  if (keep.length === 0 && ply > 1) return false;
  view.moves = keep;
  view.fen = keep[keep.length - 1]?.fen ?? view.fen_start;
  return true;
}

function show(view: View, frame: { at: string; white?: number; black?: number; running?: Side }): void {
  if (frame.white === undefined || frame.black === undefined) return;
  const clock: Clock = { white: frame.white, black: frame.black, at: frame.at };
  if (frame.running) clock.running = frame.running;
  view.clock = clock;
}
