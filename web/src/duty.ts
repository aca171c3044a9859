// What a finding asks of an arbiter, in plain words, and how much it presses.
// The server says the same in its first drawing (internal/web/duty.go).

import type { Finding, View } from "./types";

/** From what must be done now (0) to what asks nobody for anything. */
export type Urgency = 0 | 1 | 2 | 3 | 4;

export const silentUrgency: Urgency = 4;

const acts: Record<string, Urgency> = {
  "must act": 0,
  "may act": 1,
  "only on a claim": 2,
  "information only": 3,
  "must not intervene or signal": silentUrgency,
};

export function urgency(f: Finding): Urgency {
  // What was ruled about a clock is still to be done by somebody.
  if (!f.duty) return f.findingkind === "clock_expected" ? 0 : 3;
  return acts[f.duty.act] ?? 3;
}

/** The name of an urgency in classes and attributes. */
export const urgencyNames = ["now", "while", "claim", "inform", "silent"] as const;

export function dutyText(f: Finding): string {
  const until = f.duty?.until ?? "";
  switch (urgency(f)) {
    case 0:
      if (!f.duty) return "To be done, as ruled";
      if (until.startsWith("once ")) return `Must act ${until}, not before`;
      return until ? `Must act now; can be done ${until}` : "Must act now";
    case 1:
      return until ? `May act ${until}` : "May act";
    case 2:
      return until ? `Only on a claim, ${until}` : "Only on a claim";
    case 3:
      return "For your information";
    default:
      return "Do not intervene, do not signal";
  }
}

/** All articles of a finding and its duty, each once. */
export function cited(f: Finding): string[] {
  return [...new Set([...(f.articles ?? []), ...(f.duty?.articles ?? [])])];
}

/** A table's findings, the most pressing first; what the board shows and no move explains is one of them. */
export function findingsOf(view: View): Finding[] {
  const list = [...(view.findings ?? [])];
  if (view.unexplained && !list.some((f) => f.findingkind === "illegal_move" || f.findingkind === "unpromoted" || f.findingkind === "both_kings")) {
    list.push({
      id: "unexplained-" + view.id,
      findingkind: "unexplained",
      ply: view.unexplained.after + 1,
      text: "no legal move explains what lies on the board",
    });
  }
  return list.sort((a, b) => urgency(a) - urgency(b));
}
