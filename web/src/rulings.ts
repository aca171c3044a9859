// What a ruling is made of on a page: its fields, what people may write in them,
// and what becomes of it. The kinds are in kinds.ts. Pure.

import type { View } from "./types";

export type Data = Record<string, unknown>;

/** What a person filled in, by field; a tick is "yes". */
export type Values = Record<string, string>;

export interface ReadMove {
  uci: string;
  san: string;
}

export interface Field {
  name: string;
  label: string;
  /**
   * choice and ply: one of several; clock: h:mm:ss; points: halves allowed;
   * move, moves: as on a scoresheet, read by the server from a position.
   */
  type: "choice" | "tick" | "ply" | "clock" | "minutes" | "points" | "move" | "moves" | "device";
  options?: readonly (readonly [value: string, label: string])[];
  /** What an empty field means; without it the field must be filled in. */
  none?: string;
  hint?: string;
  /** Shown and read only then. */
  when?: (v: Values) => boolean;
}

export interface Spec {
  kind: string;
  /** On the button. */
  label: string;
  group: string;
  fields: readonly Field[];
  /** Names the faults that single fields do not show. */
  check?: (v: Values) => { field: string; text: string } | undefined;
  /** From read values to the data of the record. */
  data: (v: Values, moves: ReadMove[]) => Data;
  says: (d: Data, view: View | undefined, moves?: ReadMove[]) => string;
}

/** Reads h:mm:ss or m:ss; undefined for anything else, a bare number too: it may mean minutes or seconds. */
export function readClock(text: string): number | undefined {
  const m = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(text.trim());
  if (!m) return undefined;
  const [h, min, s] = [Number(m[1] ?? 0), Number(m[2]), Number(m[3])];
  if (s > 59 || (m[1] !== undefined && min > 59)) return undefined;
  const total = h * 3600 + min * 60 + s;
  return total < 100 * 3600 ? total : undefined;
}

/** Reads points in halves: 1, 0.5, ½, 1½; undefined for anything else. */
export function readPoints(text: string): number | undefined {
  const plain = text.trim().replace(",", ".").replace(/^½$/, "0.5").replace("½", ".5");
  if (!/^\d{1,3}(\.[05])?$/.test(plain)) return undefined;
  return Number(plain) * 2;
}

const device = /^[a-z0-9-]{1,32}$/;

/** Names each field that cannot be taken as it is. Moves are read elsewhere. */
export function faultsOf(spec: Spec, v: Values): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const f of spec.fields) {
    const text = (v[f.name] ?? "").trim();
    if (f.type === "tick" || (f.when && !f.when(v))) continue;
    if (text === "") {
      if (f.none === undefined) faults[f.name] = f.type === "choice" ? "Choose one." : "Fill this in.";
      continue;
    }
    if (f.type === "choice" && !f.options?.some(([value]) => value === text)) faults[f.name] = "Choose one.";
    if (f.type === "clock" && readClock(text) === undefined) faults[f.name] = "Write hours, minutes and seconds, as 1:05:00 or 5:00.";
    if (f.type === "minutes" && !readClock(text)) faults[f.name] = "Write minutes and seconds, as 2:00.";
    if (f.type === "points" && readPoints(text) === undefined) faults[f.name] = "Write points in halves, as 1 or 0.5.";
    if (f.type === "device" && !device.test(text)) faults[f.name] = "A board’s name has small letters, digits and dashes, as dgt-31415.";
    if (f.type === "ply" && !/^\d{1,4}$/.test(text)) faults[f.name] = "Choose one.";
  }
  const more = Object.keys(faults).length === 0 ? spec.check?.(v) : undefined;
  if (more) faults[more.field] = more.text;
  return faults;
}

/** Leaves out the values of fields that are not asked for. */
export function asked(spec: Spec, v: Values): Values {
  return Object.fromEntries(spec.fields.filter((f) => !f.when || f.when(v)).map((f) => [f.name, (v[f.name] ?? "").trim()]));
}
