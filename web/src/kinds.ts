// The kinds of rulings: their fields, how they become the data of the record, and
// the sentence that says what will be recorded. Pure.

import { readClock, readPoints, type Data, type Field, type ReadMove, type Spec, type Values } from "./rulings";
import { clockSays, halves, line, name, other, plyText, reasons, resultText, say } from "./said";
import type { View } from "./types";

const sides = [
  ["white", "White"],
  ["black", "Black"],
] as const;

const whose = (label: string, more: readonly (readonly [string, string])[] = []): Field => ({
  name: "player",
  label,
  type: "choice",
  options: [...sides, ...more],
});

const results = [
  ["1-0", "1–0, White won"],
  ["1/2-1/2", "½–½, draw"],
  ["0-1", "0–1, Black won"],
  ["0-0", "0–0, both lost"],
  ["1/2-0", "½–0"],
  ["0-1/2", "0–½"],
] as const;

const wins = new Set(["checkmate", "flag", "resignation", "illegal_move"]);
const draws = new Set(["stalemate", "dead_position", "fivefold", "seventyfive_moves", "threefold_claim", "fifty_claim", "flag_no_mate", "agreement", "resignation_no_mate"]);

export const offences: readonly (readonly [string, string, string])[] = [
  ["illegal_move", "An illegal move", "made an illegal move"],
  ["unpromoted", "A pawn left on the last rank", "pressed the clock with a pawn on the last rank"],
  ["king_taken", "The king captured", "captured the king"],
  ["two_hands", "Two hands for one move", "used two hands for one move"],
  ["press_without_move", "The clock pressed without a move", "pressed the clock without a move"],
];

const penalties = [
  ["warning", "A warning"],
  ["opponent_more_time", "More time for the opponent"],
  ["less_time", "Less time for the player"],
  ["opponent_more_points", "More points for the opponent"],
  ["less_points", "Fewer points for the player"],
  ["loss", "Loss of the game"],
  ["phone", "A telephone or other device"],
  ["fine", "A fine"],
  ["excluded", "Exclusion from one or more rounds"],
  ["expelled", "Expulsion from the event"],
] as const;

const barred = [
  ["misplaced", "King or rook stood wrong at the start, and that stands"],
  ["moved", "King or rook has moved, and no move here shows it"],
] as const;

const wings = [
  ["kingside", "Kingside"],
  ["queenside", "Queenside"],
] as const;

const annulled = [
  ["wrong_setup", "Wrong start position"],
  ["wrong_board", "Board placed wrongly"],
  ["colors_reversed", "Colors reversed"],
  ["displaced", "Men displaced, position lost"],
  ["envelope_lost", "Envelope lost"],
  ["other", "Another reason"],
] as const;

const envelopes = [
  ["move", "One legal move"],
  ["ambiguous", "A move whose meaning cannot be established"],
  ["illegal", "An illegal move"],
  ["resigned", "The sealer resigned"],
  ["draw_offer", "A move with an offer of a draw"],
  ["lost", "The envelope is lost"],
] as const;

const steps = [
  ["claimed", "Claimed"],
  ["drawn", "The game is drawn"],
  ["postponed", "The decision is postponed"],
  ["rejected", "Rejected"],
  ["increment", "Five seconds a move are added"],
  ["submitted", "Claimed, no arbiter is present"],
] as const;

const grounds = [
  ["cannot_win", "The opponent cannot win by normal means"],
  ["no_effort", "The opponent makes no effort to win"],
] as const;

const sources = [
  ["scoresheet", "The scoresheets"],
  ["players", "The players"],
  ["video", "A video"],
  ["arbiter", "The arbiter"],
] as const;

/** Leaves out what is empty, as the record does. */
function filled(d: Data): Data {
  return Object.fromEntries(Object.entries(d).filter(([, v]) => v !== "" && v !== undefined && v !== false));
}

const played = (d: Data, moves?: ReadMove[]): string[] => moves?.map((m) => m.san) ?? ((d["moves"] as string[] | undefined) ?? []);

const twoClocks: readonly Field[] = [
  { name: "white", label: "White’s clock", type: "clock", hint: "1:05:00 or 5:00" },
  { name: "black", label: "Black’s clock", type: "clock", hint: "1:05:00 or 5:00" },
];
const twoSeconds = (v: Values): Data => ({ white: readClock(v["white"] ?? "") ?? 0, black: readClock(v["black"] ?? "") ?? 0 });
const bothClocks = (d: Data): string => `${clockSays(d["white"])} for White and ${clockSays(d["black"])} for Black`;

export const specs: readonly Spec[] = [
  {
    kind: "result",
    label: "Result…",
    group: "The end of the game",
    fields: [
      { name: "result", label: "Result", type: "choice", options: [...results, ["*", "None: the game goes on"]] },
      { name: "reason", label: "Why", type: "choice", options: Object.entries(reasons), none: "Not recorded", when: (v) => v["result"] !== "*" },
      { name: "white", label: "White’s points", type: "points", none: "as the result is worth", when: (v) => v["result"] !== "*" },
      { name: "black", label: "Black’s points", type: "points", none: "as the result is worth", when: (v) => v["result"] !== "*" },
    ],
    check(v) {
      const result = v["result"] ?? "";
      const reason = v["reason"] ?? "";
      if (result === "1/2-1/2" && wins.has(reason)) return { field: "reason", text: `A draw is not won by ${reasons[reason]}: choose another result or reason.` };
      if (result !== "1/2-1/2" && draws.has(reason)) return { field: "reason", text: `By ${reasons[reason]} the game is drawn: choose another result or reason.` };
      const half = !v["white"] !== !v["black"];
      if (half) return { field: v["white"] ? "black" : "white", text: "Say the points of both players, or of neither." };
      return undefined;
    },
    data(v) {
      const points = v["white"] && v["black"] ? { white: readPoints(v["white"]) ?? 0, black: readPoints(v["black"]) ?? 0 } : undefined;
      return filled({ result: v["result"], reason: v["reason"] ?? "", points });
    },
    says(d) {
      if (d["result"] === "*") return "The result is taken back, and the game goes on.";
      const words: Record<string, string> = { "1-0": "White won", "0-1": "Black won", "1/2-1/2": "a draw", "0-0": "both lost" };
      const what = words[String(d["result"])];
      const points = d["points"] as { white: number; black: number } | undefined;
      return (
        `The result is ${resultText(d["result"])}${what ? ", " + what : ""}; ` +
        (d["reason"] && d["reason"] !== "not_recorded" ? `reason: ${reasons[String(d["reason"])] ?? String(d["reason"])}.` : "the reason is not recorded.") +
        (points ? ` Points: White ${halves(points.white)}, Black ${halves(points.black)}.` : "")
      );
    },
  },
  {
    kind: "confirm",
    label: "Confirm the result…",
    group: "The end of the game",
    fields: [{ name: "result", label: "The provisional result that you mean", type: "choice", options: results }],
    data: (v) => filled({ result: v["result"] }),
    says: (d) => `The provisional result ${d["result"] ? resultText(d["result"]) + " " : ""}becomes final.`,
  },
  {
    kind: "resign",
    label: "Resignation…",
    group: "The end of the game",
    fields: [whose("Who resigned")],
    data: (v) => ({ player: v["player"] }),
    says: (d) => `${name(d["player"])} resigned.`,
  },
  {
    kind: "flag",
    label: "Flag fallen…",
    group: "The end of the game",
    fields: [whose("Whose flag", [["both", "Both: nobody knows which fell first"]])],
    data: (v) => ({ player: v["player"] }),
    says: (d) => (d["player"] === "both" ? "Both flags are declared fallen; nobody knows which fell first." : `${name(d["player"])}’s flag is declared fallen.`),
  },
  {
    kind: "signed",
    label: "Result signed…",
    group: "The end of the game",
    fields: [{ name: "result", label: "What both players signed", type: "choice", options: results }],
    data: (v) => ({ result: v["result"] }),
    says: (d) => `Both players signed ${resultText(d["result"])}.`,
  },
  {
    kind: "claim",
    label: "Claim of a draw…",
    group: "Draws",
    fields: [
      {
        name: "ground",
        label: "What is claimed",
        type: "choice",
        options: [
          ["threefold", "The same position three times"],
          ["fifty", "50 moves without capture or pawn move"],
        ],
      },
      { ...whose("Who claims"), none: "Who has the move" },
      { name: "announced", label: "The move that was written down and not played", type: "move", none: "no move", hint: "as on the scoresheet, or e2e4" },
      { name: "touched", label: "A man had been touched before the claim", type: "tick" },
    ],
    data: (v, moves) => filled({ ground: v["ground"], player: v["player"] ?? "", announced: moves[0]?.uci ?? "", touched: v["touched"] === "yes" }),
    says(d, _view, moves) {
      const ground = d["ground"] === "fifty" ? "50 moves without capture or pawn move" : "the same position three times";
      const announced = moves?.[0]?.san ?? d["announced"];
      return (
        `${d["player"] ? name(d["player"]) : "Who has the move"} claims a draw: ${ground}` +
        (announced ? `, with the move ${String(announced)} announced and not played` : "") +
        (d["touched"] ? "; a man had been touched before." : ".")
      );
    },
  },
  {
    kind: "offer",
    label: "Offer of a draw…",
    group: "Draws",
    fields: [whose("Who"), { name: "rejected", label: "This player rejected the opponent’s offer", type: "tick" }],
    data: (v) => filled({ player: v["player"], rejected: v["rejected"] === "yes" }),
    says: (d) => (d["rejected"] ? `${name(d["player"])} rejected the offer of a draw.` : `${name(d["player"])} offered a draw.`),
  },
  { kind: "agree", label: "Draw agreed", group: "Draws", fields: [], data: () => ({}), says: () => "The players agreed to a draw." },
  {
    kind: "quickplay",
    label: "Last two minutes…",
    group: "Draws",
    fields: [
      whose("Who claims"),
      { name: "step", label: "Claim or decision", type: "choice", options: steps },
      { name: "ground", label: "Why he claims", type: "choice", options: grounds, when: (v) => v["step"] === "submitted" },
    ],
    data: (v) => ({ player: v["player"], step: v["step"], ...(v["step"] === "submitted" ? { ground: v["ground"] } : {}) }),
    says(d) {
      const claim = `${name(d["player"])}’s claim of a draw in the last two minutes`;
      const words: Record<string, string> = {
        claimed: `${name(d["player"])} claims a draw in the last two minutes.`,
        drawn: `${claim} is granted: the game is drawn.`,
        postponed: `The decision on ${claim} is postponed; play goes on.`,
        rejected: `${claim} is rejected.`,
        submitted: `${name(d["player"])} claims a draw with no arbiter present: that ends the game, and an arbiter elsewhere decides.`,
        increment: `On ${claim} five seconds a move are added for both players.`,
      };
      return words[String(d["step"])] ?? claim + ".";
    },
  },
  {
    kind: "illegal",
    label: "Illegal move…",
    group: "Play",
    fields: [
      whose("Who"),
      { name: "offence", label: "What", type: "choice", options: offences.map(([v, l]) => [v, l] as const) },
      { name: "ply", label: "At which move", type: "ply", none: "The last one" },
      { name: "claimed", label: "The opponent asked for it", type: "tick" },
      { name: "agreed", label: "Both players want the position before it back", type: "tick" },
    ],
    data: (v) =>
      filled({
        player: v["player"],
        offence: v["offence"],
        ply: v["ply"] ? Number(v["ply"]) : undefined,
        claimed: v["claimed"] === "yes",
        agreed: v["agreed"] === "yes",
      }),
    says(d, view) {
      const did = offences.find(([v]) => v === d["offence"])?.[2] ?? String(d["offence"]);
      return (
        `${name(d["player"])} ${did}` +
        (d["ply"] ? ` (${plyText(view, Number(d["ply"]))})` : "") +
        (d["claimed"] ? `; ${name(other(d["player"]))} asked for it` : "") +
        (d["agreed"] ? "; both players want the position before it back." : ".")
      );
    },
  },
  {
    kind: "correction",
    label: "Correct the moves…",
    group: "Play",
    fields: [
      { name: "after", label: "What stands", type: "ply", none: "Nothing: from the first move" },
      { name: "moves", label: "What was played then", type: "moves", none: "nothing", hint: "as on the scoresheet: 12. Nf3 Nc6 13. Bb5" },
      { name: "from", label: "Taken from", type: "choice", options: sources },
    ],
    data: (v, moves) => ({ after: Number(v["after"] || 0), moves: moves.map((m) => m.uci), from: v["from"] }),
    says(d, view, moves) {
      const after = Number(d["after"]);
      const sans = played(d, moves);
      const gone = view ? view.moves.filter((m) => m.ply > after).length : 0;
      return (
        `${after > 0 ? `After ${plyText(view, after)}` : "From the start position"} ` +
        (sans.length > 0 ? `was played ${line(view, after, sans)}` : "nothing was played") +
        `; taken from ${say(sources, d["from"])}.` +
        (moves && gone > 0 ? ` ${gone === 1 ? "One half-move" : `${gone} half-moves`} on record no longer count.` : "") +
        " The result stays as it is."
      );
    },
  },
  {
    kind: "pause",
    label: "Pause",
    group: "Play",
    fields: [],
    data: () => ({}),
    says: () => "Play stands still: men that are moved now are not moves.",
  },
  { kind: "resume", label: "Play goes on", group: "Play", fields: [], data: () => ({}), says: () => "Play goes on." },
  { kind: "start", label: "Play started", group: "Play", fields: [], data: () => ({}), says: () => "Play was started." },
  {
    kind: "displaced",
    label: "Men displaced…",
    group: "Play",
    fields: [{ ...whose("By whom"), none: "Nobody knows" }],
    data: (v) => filled({ player: v["player"] ?? "" }),
    says: (d) =>
      `Men were knocked off their squares${d["player"] ? ` by ${name(d["player"])}` : ""}: what lies on the board is no play until the last position is shown again.`,
  },
  {
    kind: "reversed",
    label: "Colors reversed…",
    group: "Play",
    fields: [
      {
        name: "decision",
        label: "What is done",
        type: "choice",
        options: [
          ["continue", "The game goes on"],
          ["restart", "A new game is played"],
        ],
        none: "What the Laws of this event say",
      },
    ],
    data: (v) => filled({ decision: v["decision"] ?? "" }),
    says(d) {
      const done: Record<string, string> = { continue: "the game goes on.", restart: "a new game is played." };
      return "The players have each other’s color; " + (done[String(d["decision"])] ?? "what the Laws of this event say is done.");
    },
  },
  {
    kind: "annul",
    label: "Annul the game…",
    group: "Play",
    fields: [{ name: "why", label: "Why", type: "choice", options: annulled }],
    data: (v) => ({ why: v["why"] }),
    says: (d) => `The game is annulled and a new one is played: ${say(annulled, d["why"])}. The record keeps what was played.`,
  },
  {
    kind: "presence",
    label: "Present or absent…",
    group: "The players",
    fields: [
      whose("Who", [["both", "Both"]]),
      {
        name: "state",
        label: "What",
        type: "choice",
        options: [
          ["arrived", "Arrived at the board"],
          ["absent", "Not there"],
        ],
      },
    ],
    data: (v) => ({ player: v["player"], state: v["state"] }),
    says(d) {
      const both = d["player"] === "both";
      return d["state"] === "arrived" ? `${name(d["player"])} arrived at the board.` : `${name(d["player"])} ${both ? "are" : "is"} not there.`;
    },
  },
  {
    kind: "penalty",
    label: "Penalty…",
    group: "The players",
    fields: [
      whose("Who is penalised"),
      { name: "penalty", label: "How", type: "choice", options: penalties },
      { name: "seconds", label: "How much time", type: "minutes", hint: "2:00", when: (v) => (v["penalty"] ?? "").endsWith("_time") },
      { name: "half_points", label: "How many points", type: "points", hint: "1, 0.5", when: (v) => (v["penalty"] ?? "").endsWith("_points") },
    ],
    data: (v) =>
      filled({
        player: v["player"],
        penalty: v["penalty"],
        seconds: v["seconds"] ? readClock(v["seconds"]) : undefined,
        half_points: v["half_points"] ? readPoints(v["half_points"]) : undefined,
      }),
    says: (d) =>
      `${name(d["player"])} is penalised: ${say(penalties, d["penalty"])}` +
      (d["seconds"] ? `, ${clockSays(d["seconds"])}` : "") +
      (d["half_points"] ? `, ${halves(d["half_points"])}` : "") +
      ".",
  },
  {
    kind: "uncount",
    label: "Offence not counted…",
    group: "The players",
    fields: [whose("Whose offence"), { name: "ply", label: "At which move", type: "ply", none: "The last one that counts" }],
    data: (v) => filled({ player: v["player"], ply: v["ply"] ? Number(v["ply"]) : undefined }),
    says: (d, view) => `${name(d["player"])}’s ${d["ply"] ? `offence at ${plyText(view, Number(d["ply"]))}` : "last offence"} does not count any more.`,
  },
  {
    kind: "clock",
    label: "Clock times…",
    group: "Clock and board",
    fields: twoClocks,
    data: twoSeconds,
    says: (d) => `The clock is to show ${bothClocks(d)}. Nothing sets it but a hand; its readings are compared.`,
  },
  {
    kind: "castling",
    label: "May not castle…",
    group: "Clock and board",
    fields: [
      whose("Who"),
      { name: "why", label: "Why", type: "choice", options: barred },
      { name: "wing", label: "Where", type: "choice", options: wings, none: "Both wings" },
      { name: "after", label: "Since the position after", type: "ply", none: "The start", when: (v) => v["why"] === "moved" },
    ],
    data: (v) => filled({ player: v["player"], why: v["why"], wing: v["wing"] ?? "", after: v["why"] === "moved" ? Number(v["after"] || 0) : 0 }),
    says: (d, view) =>
      `${name(d["player"])} may not castle${d["wing"] ? ` ${String(d["wing"])}` : ""}: ` +
      (d["why"] === "misplaced" ? "king or rook stood wrong at the start." : "king or rook has moved") +
      (d["why"] === "misplaced" ? "" : d["after"] ? `, after ${plyText(view, Number(d["after"]))}.` : "."),
  },
  {
    kind: "assign",
    label: "Which board serves…",
    group: "Clock and board",
    fields: [{ name: "device", label: "The board’s name", type: "device", none: "no board", hint: "dgt-31415: its serial number" }],
    data: (v) => filled({ device: v["device"] ?? "" }),
    says: (d) => (d["device"] ? `The board ${String(d["device"])} serves this table.` : "No board serves this table."),
  },
  {
    kind: "seal",
    label: "Seal the next move…",
    group: "Adjournment",
    fields: [{ ...whose("Who seals"), none: "Who has the move" }],
    data: (v) => filled({ player: v["player"] ?? "" }),
    says: (d) => `The game is adjourned: ${d["player"] ? name(d["player"]) : "who has the move"} seals the next move, and what the board shows from now on is no move.`,
  },
  {
    kind: "noseal",
    label: "Withdraw the order to seal",
    group: "Adjournment",
    fields: [],
    data: () => ({}),
    says: () => "The order to seal is withdrawn: nothing is sealed, and play goes on from what lies on the board.",
  },
  {
    kind: "sealed",
    label: "Envelope received…",
    group: "Adjournment",
    fields: twoClocks,
    data: twoSeconds,
    says: (d) => `The arbiter has the envelope; the clocks showed ${bothClocks(d)}.`,
  },
  {
    kind: "unseal",
    label: "Envelope opened…",
    group: "Adjournment",
    fields: [
      { name: "found", label: "What was found", type: "choice", options: envelopes },
      { name: "move", label: "The sealed move", type: "move", hint: "as on the scoresheet, or e2e4", when: (v) => v["found"] === "move" || v["found"] === "draw_offer" },
    ],
    data: (v, moves) => filled({ found: v["found"], move: moves[0]?.uci ?? "" }),
    says(d, _view, moves) {
      const move = moves?.[0]?.san ?? String(d["move"] ?? "");
      return `The envelope: ${say(envelopes, d["found"])}${move ? `, ${move}` : ""}.`;
    },
  },
  {
    kind: "adjourned",
    label: "Bring in an adjourned game…",
    group: "Adjournment",
    fields: [
      { name: "moves", label: "All its moves", type: "moves", hint: "as on the scoresheet: 1. e4 e5 2. Nf3" },
      ...twoClocks,
      { ...whose("Who sealed"), name: "sealer", none: "Nobody" },
    ],
    data: (v, moves) => ({ moves: moves.map((m) => m.uci), ...twoSeconds(v), ...filled({ sealer: v["sealer"] ?? "" }) }),
    says: (d, view, moves) =>
      `The adjourned game comes into this sitting with ${line(view, 0, played(d, moves))}; the clocks show ${bothClocks(d)}; ` +
      (d["sealer"] ? `${name(d["sealer"])} sealed.` : "nobody sealed."),
  },
];

export function specOf(kind: string): Spec | undefined {
  return specs.find((s) => s.kind === kind);
}

/** What a whole round, tournament or hall can be ruled. */
export const forMany: readonly string[] = ["start", "pause", "resume"];

/** The sentence for a ruling of any kind, also of those that no form states. */
export function sentence(kind: string, data: Data | undefined, view?: View, moves?: ReadMove[]): string {
  const spec = specOf(kind);
  if (spec) return spec.says(data ?? {}, view, moves);
  switch (kind) {
    case "roster":
      return "The round was stated.";
    case "audience":
      return `Audience ${String(data?.["audience"])}: ${Number(data?.["delay_ms"]) / 1000} seconds of delay.`;
    case "abandon":
      return `The source ${String(data?.["silent"])} will write no more.`;
    case "close":
      return "The sitting is closed.";
  }
  return kind;
}
