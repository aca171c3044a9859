// Games as pages have them, for tests.

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** A game after so many plies; positions are of no matter here. */
export function game(plies, more = {}) {
  const sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
  const moves = sans.slice(0, plies).map((san, i) => ({ ply: i + 1, uci: "e2e4", san, fen: start, completed: true }));
  return {
    id: "open.1.3",
    board: 3,
    white: { id: "p1", name: "Ash, Ann" },
    black: { id: "p2", name: "Bay, Ben" },
    rate: 1,
    fen_start: start,
    fen: start,
    moves,
    clock: { white: 3600, black: 95, at: "2026-03-01T12:00:00.000000Z" },
    status: "playing",
    result: "*",
    ...more,
  };
}

export const ended = { status: "ended", result: "0-1", reason: "flag", reason_text: "Black won: time" };

export function found(findingkind, act = "must act", more = {}) {
  return { id: "f1", findingkind, text: "something was seen", duty: { act }, ...more };
}
