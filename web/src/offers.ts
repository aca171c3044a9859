// Which rulings fit a finding: closed, by its kind. Pure. A ruling that lacks
// something opens its form with what is known filled in.

import type { Data, Values } from "./rulings";
import { clockSays, name, other, reasons, resultText } from "./said";
import { mover } from "./fold";
import { silentUrgency, urgency } from "./duty";
import type { Finding, Side, View } from "./types";

/** A button: a whole ruling, or one whose form is to be filled in. */
export type Choice = { kind: string; label: string } & ({ data: Data } | { ask: Values });

const whole = (kind: string, label: string, data: Data = {}): Choice => ({ kind, label, data });
const ask = (kind: string, label: string, values: Values = {}): Choice => ({ kind, label, ask: values });

const bothSides: readonly Side[] = ["white", "black"];

/** The rulings that fit; none for what an arbiter must not act on. */
export function offered(f: Finding, view: View): Choice[] {
  if (urgency(f) === silentUrgency) return [];
  const make = table[f.findingkind];
  return make ? make({ f, view, ply: f.ply ?? view.moves.length + 1, claimed: f.duty?.act === "only on a claim" }) : [];
}

interface Case {
  f: Finding;
  view: View;
  ply: number;
  claimed: boolean;
}

const table: Record<string, (c: Case) => Choice[]> = {
  illegal_move: (c) => [found(c, "illegal_move", "illegal move"), correct(c), whole("pause", "Pause")],
  illegal_stands: (c) => [found(c, "illegal_move", "illegal move"), correct(c)],
  unpromoted: (c) => [found(waiting(c), "unpromoted", "pawn not promoted"), ...drawn(c), correct(c)],
  both_kings: (c) => [found(waiting(c), "illegal_move", "illegal move"), ...drawn(c), correct(c)],
  press_without_move: (c) => [found(c, "press_without_move", "press without a move"), ask("penalty", `Penalty for ${name(mover(c.view, c.ply))}…`, { player: mover(c.view, c.ply) })],
  two_hands: (c) => [found(c, "two_hands", "two hands"), ask("penalty", `Penalty for ${name(mover(c.view, c.ply))}…`, { player: mover(c.view, c.ply) })],
  unexplained: (c) => [correct(c), whole("displaced", "Men displaced"), found(c, "illegal_move", "illegal move"), whole("pause", "Pause")],
  touched: (c) => [warn(c), correct(c)],
  rook_first: (c) => [warn(c), correct(c)],

  flag: flags,
  both_flags: (c) => [...confirm(c), whole("flag", "Both flags fallen", { player: "both" }), ...bothSides.map(flagOf), draw("Draw", ""), goOn(c)],
  hidden_flag: (c) => [...flags(c), clock(c)],
  move_count: flags,
  two_minutes: twoMinutes,
  quickplay: twoMinutes,

  gesture: (c) => [...confirm(c), ...why(c), ...plainResults(c), goOn(c)],
  result_conflict: (c) => [...confirm(c), ...plainResults(c), ask("result", "Another result…", result(c)), goOn(c)],
  dead_position: (c) => ended(c, "dead_position"),
  fivefold: (c) => ended(c, "fivefold"),
  seventyfive_moves: (c) => ended(c, "seventyfive_moves"),
  threefold: (c) => claims(c, "threefold"),
  fifty: (c) => claims(c, "fifty"),
  wrong_claim: (c) => [clock(c), ask("penalty", "Penalty…")],

  clock_expected: (c) => [clock(c)],
  clock_adjusted: (c) => [clock(c), whole("pause", "Pause")],
  control_mismatch: (c) => [whole("pause", "Pause"), clock(c)],
  bonus_undeclared: (c) => [clock(c)],
  clk_missing: (c) => [clock(c)],
  clocks_stopped: (c) => [...confirm(c), whole("pause", "Pause"), ask("result", "Result…", result(c)), ask("seal", "Adjourn…")],

  no_first_move: late,
  no_or_one_move: late,
  wrong_setup: (c) => [whole("annul", "Annul: wrong start position", { why: "wrong_setup" }), whole("pause", "Pause"), ask("castling", "May not castle…", { why: "misplaced" }), correct({ ...c, ply: 1 })],
  wrong_board: () => [whole("annul", "Annul: board placed wrongly", { why: "wrong_board" }), whole("pause", "Pause")],
  colors_reversed: () => [
    whole("reversed", "As the Laws say"),
    whole("reversed", "Play goes on", { decision: "continue" }),
    whole("reversed", "A new game", { decision: "restart" }),
  ],
  displaced: () => [whole("resume", "Put back: go on"), ...bothSides.map((side) => whole("displaced", `Displaced by ${name(side)}`, { player: side })), ask("penalty", "Penalty…"), ask("clock", "Clock times…")],
  truncated: (c) => [correct(c), ask("result", "Result…", result(c))],
  device: () => [ask("assign", "Another board…"), whole("pause", "Pause")],
  recording_exempt: () => [],
  both_scoresheets: (c) => [whole("pause", "Pause"), correct(c)],
  one_scoresheet: (c) => [correct(c)],
  record: () => [],
};

/** The kinds of findings that rulings are offered for. */
export const offeredKinds: readonly string[] = Object.keys(table);

// Whether the arbiter waits for the next move and then declares a draw (2023,
// A.5.4); until then the opponent may claim.
const waits = (c: Case): boolean => (c.f.duty?.until ?? "").startsWith("once ");

const waiting = (c: Case): Case => ({ ...c, claimed: c.claimed || waits(c) });

const drawn = (c: Case): Choice[] => (waits(c) ? [draw("Declare the game drawn", "")] : []);

function found(c: Case, offence: string, words: string): Choice {
  const player = mover(c.view, c.ply);
  const data: Data = { player, offence, ply: c.ply };
  if (c.claimed) data["claimed"] = true;
  const label = c.claimed ? `${name(other(player))} claims: ${words} by ${name(player)}` : `${words.charAt(0).toUpperCase()}${words.slice(1)} by ${name(player)}`;
  return whole("illegal", label, data);
}

const correct = (c: Case): Choice => ask("correction", "Correct the moves…", { after: String(Math.max(0, c.ply - 1)), from: "scoresheet" });

function warn(c: Case): Choice {
  const player = mover(c.view, c.ply);
  return whole("penalty", `Warn ${name(player)}`, { player, penalty: "warning" });
}

const flagOf = (player: Side): Choice => whole("flag", `Flag fallen: ${name(player)}`, { player });

// The flag of the side with less time is offered first.
function flags(c: Case): Choice[] {
  const clock = c.view.clock;
  const first: Side = clock && clock.black < clock.white ? "black" : "white";
  const list = [flagOf(first), flagOf(other(first)), whole("flag", "Both", { player: "both" })];
  if (c.claimed) for (const choice of list) choice.label = "Claimed: " + choice.label.charAt(0).toLowerCase() + choice.label.slice(1);
  return [...confirm(c), ...list, ...(open(c) ? [] : [goOn(c)])];
}

/** Confirms what is provisional. */
function confirm(c: Case): Choice[] {
  if (c.view.status !== "ended") return [];
  const why = c.view.reason && reasons[c.view.reason];
  return [whole("confirm", `Confirm ${resultText(c.view.result)}${why ? ` (${why})` : ""}`, { result: c.view.result })];
}

/** Whether there is no result yet; an adjourned game has none. */
const open = (c: Case): boolean => c.view.result === "*";

const goOn = (c: Case): Choice => whole("result", open(c) ? "No result: play goes on" : "Take the result back: play goes on", { result: "*" });

// The kings say who won, and not why: it is mostly this.
function why(c: Case): Choice[] {
  const because: Record<string, readonly [string, string]> = {
    "1-0": ["1–0: Black resigned", "resignation"],
    "0-1": ["0–1: White resigned", "resignation"],
    "1/2-1/2": ["½–½: agreed", "agreement"],
  };
  const [label, reason] = because[c.view.result] ?? [];
  return label && c.view.status === "ended" ? [whole("result", label, { result: c.view.result, reason })] : [];
}

function plainResults(c: Case): Choice[] {
  return ["1-0", "1/2-1/2", "0-1"]
    .filter((r) => c.view.result !== r)
    .map((r) => whole("result", `Result ${resultText(r)}`, { result: r }));
}

const draw = (label: string, reason: string): Choice => whole("result", label, reason ? { result: "1/2-1/2", reason } : { result: "1/2-1/2" });

function ended(c: Case, reason: string): Choice[] {
  const sure = confirm(c);
  return [...(sure.length > 0 ? sure : [draw(`Draw: ${reasons[reason] ?? reason}`, reason)]), goOn(c)];
}

function result(c: Case): Values {
  return open(c) ? {} : { result: c.view.result, reason: c.view.reason === "not_recorded" ? "" : (c.view.reason ?? "") };
}

function claims(c: Case, ground: string): Choice[] {
  const player = mover(c.view, c.view.moves.length + 1);
  return [
    whole("claim", `${name(player)} claims a draw`, { ground, player }),
    ask("claim", "Claim with a move that was written down…", { ground, player }),
  ];
}

function clock(c: Case): Choice {
  const now = c.view.clock;
  return ask("clock", "Clock times…", now ? { white: clockSays(now.white), black: clockSays(now.black) } : {});
}

// Who may claim had the move when the finding was raised; where that is not
// said, it is who has two minutes at most.
function twoMinutes(c: Case): Choice[] {
  const now = c.view.clock;
  const short = c.f.ply !== undefined ? [mover(c.view, c.f.ply + 1)] : bothSides.filter((side) => !now || now[side] <= 120);
  const only = short.length === 1 ? short[0] : undefined;
  if (only === undefined) {
    return [...bothSides.map((player) => whole("quickplay", `${name(player)} claims a draw`, { player, step: "claimed" })), ask("quickplay", "Decide the claim…")];
  }
  return [
    whole("quickplay", `${name(only)} claims a draw`, { player: only, step: "claimed" }),
    whole("quickplay", "Drawn", { player: only, step: "drawn" }),
    whole("quickplay", "Postpone", { player: only, step: "postponed" }),
    whole("quickplay", "Reject", { player: only, step: "rejected" }),
    ask("quickplay", "Decide otherwise…", { player: only, step: "increment" }),
  ];
}

function late(c: Case): Choice[] {
  const player = mover(c.view, c.view.moves.length + 1);
  const lost = player === "white" ? "0-1" : "1-0";
  return [
    whole("presence", `${name(player)} is here`, { player, state: "arrived" }),
    whole("presence", `${name(player)} is not here`, { player, state: "absent" }),
    ask("presence", "Present or absent…"),
    whole("result", `Forfeit by ${name(player)}: ${resultText(lost)}`, { result: lost, reason: "forfeit" }),
    whole("result", "Forfeit by both: 0–0", { result: "0-0", reason: "forfeit" }),
  ];
}

/** What the form of a kind begins with when nothing but the table is known. */
export function prefilled(kind: string, view: View | undefined): Values {
  if (!view) return {};
  const c: Case = { f: { id: "", findingkind: "", text: "" }, view, ply: view.moves.length + 1, claimed: false };
  const last = view.moves[view.moves.length - 1];
  switch (kind) {
    case "result":
      return result(c);
    case "confirm":
    case "signed":
      return open(c) ? {} : { result: view.result };
    case "clock":
    case "sealed": {
      const choice = clock(c);
      return "ask" in choice ? choice.ask : {};
    }
    case "claim":
      return { player: mover(view, (last?.ply ?? 0) + 1) };
    case "correction":
      return { after: String(last?.ply ?? 0), from: "scoresheet" };
    case "illegal":
      return { offence: "illegal_move" };
  }
  return {};
}
