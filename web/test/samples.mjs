// Prints what the desk's page can send, a line each: rulings as {kind, data}
// and the findings that it knows as {finding}. The desk's door is tested with it.
import { specs } from "../src/kinds.ts";
import { asked, faultsOf } from "../src/rulings.ts";
import { offered, offeredKinds } from "../src/offers.ts";
import { ended, found, game } from "./games.mjs";

const print = (o) => console.log(JSON.stringify(o));
const moves = [
  { uci: "g1f3", san: "Nf3" },
  { uci: "b8c6", san: "Nc6" },
];

/** A value that a field takes. */
function value(f, i) {
  switch (f.type) {
    case "choice":
      return f.options[i % f.options.length][0];
    case "tick":
      return i % 2 ? "yes" : "";
    case "ply":
      return "3";
    case "clock":
    case "minutes":
      return "1:05:00";
    case "points":
      return "0.5";
    case "device":
      return "dgt-31415";
    default:
      return "Nf3";
  }
}

for (const spec of specs) {
  for (let i = 0; i < 8; i++) {
    const all = Object.fromEntries(spec.fields.map((f, n) => [f.name, value(f, i + n * (i > 3))]));
    const few = Object.fromEntries(Object.entries(all).filter(([name]) => spec.fields.find((f) => f.name === name).none === undefined));
    for (const v of [all, few]) {
      const values = asked(spec, v);
      if (Object.keys(faultsOf(spec, values)).length > 0) continue; // a draw by mate
      const one = spec.fields.some((f) => f.type === "move" && values[f.name]) ? moves.slice(0, 1) : spec.fields.some((f) => f.type === "moves") ? moves : [];
      print({ kind: spec.kind, data: spec.data(values, one) });
    }
  }
}
for (const kind of offeredKinds) {
  print({ finding: kind });
  for (const view of [game(0), game(5), game(6), game(5, ended)]) {
    for (const act of ["must act", "only on a claim", "information only"]) {
      for (const c of offered(found(kind, act), view)) if ("data" in c) print({ kind: c.kind, data: c.data });
    }
  }
}
