import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { answerText } from "../src/book.ts";
import { cited, dutyText, findingsOf } from "../src/duty.ts";
import { apply } from "../src/fold.ts";
import { offered, offeredKinds, prefilled } from "../src/offers.ts";
import { sentence, specOf, specs } from "../src/kinds.ts";
import { asked, faultsOf, readClock, readPoints } from "../src/rulings.ts";
import { newID, send } from "../src/send.ts";
import { ended, found, game } from "./games.mjs";

const labels = (list) => list.map((c) => c.label);

test("what must not be signalled offers nothing, whatever it is", () => {
  for (const kind of offeredKinds) {
    assert.deepEqual(offered(found(kind, "must not intervene or signal"), game(5, ended)), [], kind);
  }
});

test("each finding offers the rulings that fit", () => {
  for (const [f, view, want] of [
    [found("illegal_move", "must act", { ply: 6 }), game(5), ["Illegal move by Black", "Correct the moves…", "Pause"]],
    [found("illegal_move", "only on a claim", { ply: 6 }), game(5), ["White claims: illegal move by Black", "Correct the moves…", "Pause"]],
    [found("flag"), game(5), ["Flag fallen: Black", "Flag fallen: White", "Both"]], // Black has less time
    [
      found("flag"),
      game(5, ended),
      ["Confirm 0–1 (time)", "Flag fallen: Black", "Flag fallen: White", "Both", "Take the result back: play goes on"],
    ],
    [found("gesture", "information only"), game(5), ["Result 1–0", "Result ½–½", "Result 0–1", "No result: play goes on"]],
    [
      found("gesture", "information only"),
      game(5, { ...ended, reason: "not_recorded" }),
      ["Confirm 0–1", "0–1: White resigned", "Result 1–0", "Result ½–½", "Take the result back: play goes on"],
    ],
    [found("two_minutes", "only on a claim"), game(5), ["Black claims a draw", "Drawn", "Postpone", "Reject", "Decide otherwise…"]],
    [found("two_minutes", "only on a claim", { ply: 4 }), game(5), ["White claims a draw", "Drawn", "Postpone", "Reject", "Decide otherwise…"]],
    [
      found("two_minutes", "only on a claim"),
      game(5, { clock: { white: 30, black: 95, at: "" } }),
      ["White claims a draw", "Black claims a draw", "Decide the claim…"],
    ],
    [found("threefold", "only on a claim"), game(5), ["Black claims a draw", "Claim with a move that was written down…"]],
    [found("no_first_move", "information only"), game(0), ["White is here", "White is not here", "Present or absent…", "Forfeit by White: 0–1", "Forfeit by both: 0–0"]],
    [found("wrong_claim"), game(5), ["Clock times…", "Penalty…"]],
    [found("something new"), game(5), []],
  ]) {
    assert.deepEqual(labels(offered(f, view)), want, f.findingkind);
  }
});

test("an illegal move is ruled at its ply, by who made it, as claimed where only that counts", () => {
  const [c] = offered(found("illegal_move", "only on a claim", { ply: 6 }), game(5));
  assert.deepEqual(c.data, { player: "black", offence: "illegal_move", ply: 6, claimed: true });
  const [d] = offered(found("unpromoted", "must act", { ply: 5 }), game(4));
  assert.deepEqual(d.data, { player: "white", offence: "unpromoted", ply: 5 });
});

test("what a button fills in is of its form, and can be taken", () => {
  for (const kind of offeredKinds) {
    for (const view of [game(0), game(5), game(5, ended)]) {
      for (const c of offered(found(kind), view)) {
        const spec = specOf(c.kind);
        assert.ok(spec, `${kind}: ${c.kind}`);
        if (!("ask" in c)) continue;
        const faults = faultsOf(spec, asked(spec, c.ask));
        for (const [name, value] of Object.entries(c.ask)) {
          assert.ok(spec.fields.some((f) => f.name === name), `${kind}: ${c.kind} has no field ${name}`);
          if (value) assert.equal(faults[name], undefined, `${kind}: ${name}=${value}`);
        }
      }
    }
  }
  for (const spec of specs) {
    for (const name of Object.keys(prefilled(spec.kind, game(5, ended)))) assert.ok(spec.fields.some((f) => f.name === name), `${spec.kind}: ${name}`);
  }
});

test("what cannot be meant is told at its field", () => {
  for (const [kind, values, want] of [
    ["illegal", { offence: "illegal_move" }, { player: "Choose one." }],
    ["clock", { white: "90", black: "5:00" }, { white: "Write hours, minutes and seconds, as 1:05:00 or 5:00." }],
    ["clock", { white: "1:75:00", black: "5:61" }, { white: "Write hours, minutes and seconds, as 1:05:00 or 5:00.", black: "Write hours, minutes and seconds, as 1:05:00 or 5:00." }],
    ["result", { result: "1/2-1/2", reason: "checkmate" }, { reason: "A draw is not won by checkmate: choose another result or reason." }],
    ["result", { result: "1-0", reason: "stalemate" }, { reason: "By stalemate the game is drawn: choose another result or reason." }],
    ["result", { result: "1-0", white: "1" }, { black: "Say the points of both players, or of neither." }],
    ["result", { result: "1-0", white: "1", black: "0.3" }, { black: "Write points in halves, as 1 or 0.5." }],
    ["result", { result: "*", reason: "checkmate" }, {}], // the reason is not asked for
    ["penalty", { player: "white", penalty: "less_time" }, { seconds: "Fill this in." }],
    ["penalty", { player: "white", penalty: "warning" }, {}],
    ["unseal", { found: "move" }, { move: "Fill this in." }],
    ["unseal", { found: "lost" }, {}],
    ["assign", { device: "DGT 1" }, { device: "A board’s name has small letters, digits and dashes, as dgt-31415." }],
    ["assign", {}, {}],
    ["result", { result: "2-0" }, { result: "Choose one." }],
  ]) {
    const spec = specOf(kind);
    assert.deepEqual(faultsOf(spec, asked(spec, values)), want, `${kind} ${JSON.stringify(values)}`);
  }
});

test("times and points are read as people write them", () => {
  assert.deepEqual(["1:05:00", "5:00", "0:30", "90:00", "10:00:00"].map(readClock), [3900, 300, 30, 5400, 36000]);
  assert.deepEqual(["90", "", "1:60", "1:2:3", "-1:00", "1:00:00:00"].map(readClock), Array(6).fill(undefined));
  assert.deepEqual(["1", "0.5", "½", "1½", "1,5", "0"].map(readPoints), [2, 1, 1, 3, 3, 0]);
  assert.deepEqual(["", "0.25", "x", "-1"].map(readPoints), Array(4).fill(undefined));
});

test("a sentence says what will be recorded", () => {
  const view = game(5);
  for (const [kind, data, moves, want] of [
    ["illegal", { player: "black", offence: "illegal_move", ply: 4, claimed: true }, , "Black made an illegal move (2… Nc6); White asked for it."],
    ["illegal", { player: "black", offence: "two_hands", ply: 6 }, , "Black used two hands for one move (Black’s move 3)."],
    ["result", { result: "1-0", reason: "forfeit" }, , "The result is 1–0, White won; reason: forfeit."],
    ["result", { result: "1/2-1/2", points: { white: 1, black: 3 } }, , "The result is ½–½, a draw; the reason is not recorded. Points: White ½, Black 1½."],
    ["result", { result: "*" }, , "The result is taken back, and the game goes on."],
    ["clock", { white: 3600, black: 59 }, , "The clock is to show 1:00:00 for White and 0:00:59 for Black. Nothing sets it but a hand; its readings are compared."],
    [
      "correction",
      { after: 3, moves: ["b8c6", "f1c4"], from: "players" },
      [{ san: "Nc6" }, { san: "Bc4" }],
      "After 2. Nf3 was played 2… Nc6 3. Bc4; taken from the players. 2 half-moves on record no longer count. The result stays as it is.",
    ],
    ["claim", { ground: "fifty", player: "white", announced: "g1f3" }, [{ san: "Nf3" }], "White claims a draw: 50 moves without capture or pawn move, with the move Nf3 announced and not played."],
    ["presence", { player: "both", state: "absent" }, , "Both players are not there."],
    ["penalty", { player: "white", penalty: "opponent_more_time", seconds: 120 }, , "White is penalised: more time for the opponent, 0:02:00."],
    ["close", {}, , "The sitting is closed."],
  ]) {
    assert.equal(sentence(kind, data, view, moves), want, kind);
  }
  for (const spec of specs) assert.ok(sentence(spec.kind, {}, undefined).length > 0, spec.kind);
});

test("a duty is said in plain words", () => {
  for (const [duty, want] of [
    [{ act: "must act" }, "Must act now"],
    [{ act: "must act", until: "until the end of the game" }, "Must act now; can be done until the end of the game"],
    [{ act: "may act", until: "until the opponent's next move" }, "May act until the opponent's next move"],
    [{ act: "only on a claim" }, "Only on a claim"],
    [{ act: "information only" }, "For your information"],
    [{ act: "must not intervene or signal" }, "Do not intervene, do not signal"],
    [undefined, "For your information"],
  ]) {
    assert.equal(dutyText({ ...found("flag"), duty }), want);
  }
  assert.equal(dutyText({ ...found("clock_expected"), duty: undefined }), "To be done, as ruled");
  assert.deepEqual(cited({ ...found("flag"), articles: ["6.8"], duty: { act: "must act", articles: ["6.8", "6.9"] } }), ["6.8", "6.9"]);
});

test("what presses most comes first, and an unexplained board is told once", () => {
  const view = game(5, { findings: [found("touched", "information only"), found("flag")], unexplained: { placement: "8", after: 5 } });
  assert.deepEqual(findingsOf(view).map((f) => f.findingkind), ["flag", "touched", "unexplained"]);
  view.findings.push(found("illegal_move"));
  assert.ok(!findingsOf(view).some((f) => f.findingkind === "unexplained"));
});

test("frames of the desk are folded", () => {
  const view = game(5);
  const at = "2026-03-01T12:00:00.000000Z";
  for (const frame of [
    { kind: "finding", at, fact: "a", id: "x", findingkind: "flag", text: "t" },
    { kind: "finding", at, fact: "a", id: "x", findingkind: "flag", text: "t" }, // the same again
    { kind: "unexplained", at, fact: "b", placement: "8/8", after: 5 },
    { kind: "answered", at, fact: "c", request: "r", answer: "accepted" },
  ]) {
    assert.ok(apply(view, frame));
  }
  assert.equal(view.findings.length, 1);
  assert.deepEqual(view.unexplained, { placement: "8/8", after: 5 });
  assert.equal(view.fact, "c");
  apply(view, { kind: "unexplained", at, after: 5, explained: true });
  apply(view, { kind: "cleared", at, id: "x" });
  assert.equal(view.unexplained, undefined);
  assert.deepEqual(view.findings, []);
});

test("moves of a sitting before are completed, whether or not the page has them", () => {
  const at = "2026-03-01T12:00:00.000000Z";
  for (const view of [game(0), game(1, { moves: [{ ...game(1).moves[0], completed: false }] })]) {
    assert.ok(apply(view, { kind: "made", at, ply: 1, uci: "e2e4", san: "e4", fen: view.fen, completed: true }));
    assert.deepEqual(view.moves.map((m) => [m.ply, m.completed]), [[1, true]]);
  }
});

test("answers are said with what they depart from", () => {
  assert.equal(answerText({ answer: "accepted" }), "Accepted.");
  assert.equal(
    answerText({ answer: "by_discretion", articles: ["5.2.3"], text: "not both players have made a move" }),
    "Recorded, by discretion. It departs from Art. 5.2.3. Not both players have made a move.",
  );
  assert.equal(answerText({ answer: "refused", text: "there is no result" }), "Refused. Nothing changed. There is no result.");
  assert.equal(answerText({ answer: "accepted", verdict: "incorrect", text: "no", articles: ["9.2"] }), "Accepted. The claim is incorrect. No. Art. 9.2.");
});

test("ids are random UUIDs in lower case", () => {
  const ids = new Set(Array.from({ length: 100 }, newID));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a ruling is sent again, unchanged, until it is answered", async () => {
  const heard = [];
  const script = [(r) => r.destroy(), 503, 200];
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (d) => (body += d));
    req.on("end", () => {
      heard.push(body);
      const next = script.shift();
      if (typeof next === "function") return next(res);
      res.statusCode = next;
      res.end(next === 200 ? '{"request":"x","answer":"accepted"}' : next === 400 ? '{"error":"no such table"}' : "{}");
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${server.address().port}`;
  const real = globalThis.fetch;
  globalThis.fetch = (path, options) => real(base + path, options);
  const ruling = { id: newID(), table: "open.1.3", kind: "pause", data: {}, author: "IA Lopez" };
  const quick = { each: 2000, all: 5000, first: 1 };
  try {
    let again = 0;
    const outcome = await send(ruling, new AbortController().signal, () => again++, quick);
    assert.equal(outcome.how, "answered");
    assert.equal(again, 2);
    assert.equal(heard.length, 3);
    assert.equal(new Set(heard).size, 1, "every try is the same ruling");

    script.push(400);
    assert.deepEqual(await send(ruling, new AbortController().signal, () => {}, quick), { how: "turned away", text: "no such table" });

    script.push((r) => r.destroy(), (r) => r.destroy());
    const stop = new AbortController();
    const stopped = await send(ruling, stop.signal, () => stop.abort(), quick);
    assert.equal(stopped.how, "unknown");
  } finally {
    globalThis.fetch = real;
    server.close();
    server.closeAllConnections();
  }
});
