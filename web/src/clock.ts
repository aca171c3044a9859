// Clocks count down from what they last showed, on the server's time and not on
// this machine's, which may be wrong.

import type { Side, View } from "./types";

let base = Date.now();
let since = performance.now();
let delay = 0;

/** Takes the server's time and the audience's delay from a resync. */
export function setTime(now: string, delayMS: number): void {
  base = Date.parse(now);
  since = performance.now();
  delay = delayMS;
}

/** Returns the seconds that a side's clock shows now, never below 0; undefined where no clock was seen. */
export function seconds(view: View, side: Side): number | undefined {
  const clock = view.clock;
  if (!clock) return undefined;
  const shown = clock[side];
  if (!runs(view, side)) return shown;
  const passed = base + (performance.now() - since) - delay - Date.parse(clock.at);
  return Math.max(0, shown - Math.floor((Math.max(0, passed) * view.rate) / 1000));
}

export function runs(view: View, side: Side): boolean {
  return view.clock?.running === side && view.status === "playing";
}

export function clockText(total: number | undefined): string {
  if (total === undefined) return "–";
  const h = Math.floor(total / 3600);
  const m = Math.floor(total / 60) % 60;
  const two = (n: number) => String(n).padStart(2, "0");
  const s = two(total % 60);
  return h > 0 ? `${h}:${two(m)}:${s}` : `${m}:${s}`;
}
