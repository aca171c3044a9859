// One ruling on its way to the desk and back. It is sent again, with the same
// id, until there is an answer: the desk takes it once.

import type { Data } from "./rulings";
import type { Answered } from "./types";

export interface Ruling {
  id: string;
  table: string;
  kind: string;
  data: Data;
  author: string;
  article?: string;
  note?: string;
  saw?: string;
}

export type Outcome =
  | { how: "answered"; answer: Answered }
  /** The desk did not take it: nothing was recorded. */
  | { how: "turned away"; text: string }
  /** Nobody knows whether it was recorded. */
  | { how: "unknown"; text: string };

/** A random UUID (version 4); crypto.randomUUID is not there on a plain http page. */
export function newID(): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6]! & 0x0f) | 0x40;
  b[8] = (b[8]! & 0x3f) | 0x80;
  const hex = Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** How long each try may take, and how long all of them together, in milliseconds. */
export interface Patience {
  each: number;
  all: number;
  first: number;
}

export const patience: Patience = { each: 15_000, all: 90_000, first: 500 };

export async function send(r: Ruling, stop: AbortSignal, again: () => void, p: Patience = patience): Promise<Outcome> {
  const body = JSON.stringify(r);
  const end = Date.now() + p.all;
  for (let wait = p.first; ; wait = Math.min(wait * 2, 5000)) {
    const cut = new AbortController();
    const late = setTimeout(() => cut.abort(), p.each);
    const halt = (): void => cut.abort();
    stop.addEventListener("abort", halt, { once: true });
    try {
      const answer = await fetch("/desk/rulings", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
        signal: cut.signal,
      });
      const text = await answer.text();
      if (answer.ok) return { how: "answered", answer: JSON.parse(text) as Answered };
      if (answer.status < 500 && answer.status !== 408 && answer.status !== 429) return { how: "turned away", text: why(answer.status, text) };
    } catch {
      // No connection, or no answer in time: the ruling may be on record.
    } finally {
      clearTimeout(late);
      stop.removeEventListener("abort", halt);
    }
    if (stop.aborted || Date.now() + wait > end) return { how: "unknown", text: "No answer came. The ruling may be on record or not." };
    again();
    await pause(wait, stop);
  }
}

function why(status: number, text: string): string {
  if (status === 401) return "This browser is not signed in any more: open a new sign-in link, then send it again.";
  try {
    const error = (JSON.parse(text) as { error?: string }).error;
    if (error) return error;
  } catch {
    // Not the desk's own words.
  }
  return text.trim() || `The desk answered ${status}.`;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    stop.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
}
