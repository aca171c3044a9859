// The fields of a ruling's form, and what was filled in.

import { make } from "./make";
import type { Field, Spec, Values } from "./rulings";
import { plyText } from "./said";
import type { View } from "./types";

/** The languages in which moves are read, as package notation names them. */
const languages = [
  ["en", "English: K Q R B N"],
  ["es", "Spanish: R D T A C"],
  ["de", "German: K D T L S"],
  ["fr", "French: R D T F C"],
  ["it", "Italian: R D T A C"],
  ["nl", "Dutch: K D T L P"],
  ["pt", "Portuguese: R D T B C"],
  ["ru", "Russian: Кр Ф Л С К"],
] as const;

/** The longest list of options that is shown as a whole. */
const mostShown = 6;

/** Draws the fields into a form; values are what is known already. */
export function fieldsOf(spec: Spec, values: Values, view: View | undefined): HTMLElement[] {
  const list = spec.fields.map((f) => box(f, values[f.name] ?? "", view));
  if (spec.fields.some((f) => f.type === "move" || f.type === "moves")) {
    const lang: Field = { name: "lang", label: "Letters of the pieces", type: "choice", options: languages };
    list.push(box(lang, sessionStorage.getItem("desk-lang") ?? "en", view));
  }
  return list;
}

function box(f: Field, value: string, view: View | undefined): HTMLElement {
  const options = f.type === "ply" ? plies(view, f.name === "after") : f.options;
  if (f.type === "choice" && options && options.length < mostShown) return radios(f, value, options);
  const out = make("div", "field");
  out.dataset["field"] = f.name;
  const id = "field-" + f.name;
  const label = make("label", "", f.label);
  label.htmlFor = id;
  let input: HTMLElement;
  if (f.type === "tick") {
    const tick = make("input");
    tick.type = "checkbox";
    tick.name = f.name;
    tick.value = "yes";
    tick.checked = value === "yes";
    tick.id = id;
    out.className = "field tick";
    out.append(tick, label);
    return out;
  }
  if (options) {
    const select = make("select");
    select.name = f.name;
    if (f.none !== undefined || !options.some(([v]) => v === value)) select.append(new Option(f.none ?? "", ""));
    for (const [v, text] of options) select.append(new Option(text, v));
    select.value = options.some(([v]) => v === value) ? value : "";
    input = select;
  } else if (f.type === "moves") {
    const area = make("textarea");
    area.name = f.name;
    area.rows = 3;
    area.value = value;
    area.spellcheck = false;
    input = area;
  } else {
    const line = make("input");
    line.type = "text";
    line.name = f.name;
    line.value = value;
    line.autocomplete = "off";
    line.spellcheck = false;
    line.setAttribute("autocapitalize", "off");
    input = line;
  }
  input.id = id;
  out.append(label, input);
  const hint = [f.hint, f.none !== undefined && !options ? `empty: ${f.none}` : ""].filter(Boolean).join("; ");
  if (hint) {
    const p = make("p", "hint", hint);
    p.id = id + "-hint";
    input.setAttribute("aria-describedby", p.id);
    out.append(p);
  }
  return out;
}

function radios(f: Field, value: string, options: readonly (readonly [string, string])[]): HTMLElement {
  const set = make("fieldset", options.length < 4 && f.none === undefined && options.every(([, text]) => text.length < 12) ? "field few" : "field");
  set.dataset["field"] = f.name;
  set.append(make("legend", "", f.label));
  const all = f.none === undefined ? options : [["", f.none] as const, ...options];
  for (const [v, text] of all) {
    const label = make("label", "radio");
    const input = make("input");
    input.type = "radio";
    input.name = f.name;
    input.value = v;
    input.checked = v === value;
    label.append(input, " ", text);
    set.append(label);
  }
  return set;
}

/** The moves of a game, the last one first; a ruling may be about the one that comes next. */
function plies(view: View | undefined, stand: boolean): (readonly [string, string])[] {
  const known = (view?.moves ?? []).map((m) => m.ply);
  const last = known[known.length - 1] ?? 0;
  const list = stand ? known : [...known, last + 1];
  return list.reverse().map((ply) => [String(ply), plyText(view, ply)] as const);
}

/** Reads what is filled in. */
export function valuesOf(form: HTMLFormElement): Values {
  const out: Values = {};
  for (const [k, v] of new FormData(form)) if (typeof v === "string") out[k] = v;
  return out;
}

/** Shows the fields that are asked for now. */
export function showAsked(form: HTMLFormElement, spec: Spec): void {
  const v = valuesOf(form);
  for (const f of spec.fields) {
    const e = form.querySelector<HTMLElement>(`[data-field="${f.name}"]`);
    if (e && f.when) e.hidden = !f.when(v);
  }
}

/** Marks the fields that cannot be taken, and goes to the first of them. */
export function showFaults(form: HTMLFormElement, faults: Record<string, string>): void {
  form.querySelectorAll(".fault").forEach((e) => e.remove());
  form.querySelectorAll("[aria-invalid]").forEach((e) => {
    e.removeAttribute("aria-invalid");
    describe(e, (ids) => ids.filter((id) => !id.startsWith("fault-")));
  });
  let first: HTMLElement | null = null;
  for (const field of form.querySelectorAll<HTMLElement>("[data-field]")) {
    const text = faults[field.dataset["field"] ?? ""];
    if (!text) continue;
    const p = make("p", "fault", text);
    p.id = `fault-${field.dataset["field"]}`;
    field.append(p);
    const inputs = field.querySelectorAll<HTMLElement>("input, select, textarea");
    inputs.forEach((e) => {
      e.setAttribute("aria-invalid", "true");
      describe(e, (ids) => [p.id, ...ids]);
    });
    first ??= inputs[0] ?? null;
  }
  first?.focus();
}

/** Changes what an input is described by. */
function describe(e: Element, change: (ids: string[]) => string[]): void {
  const ids = change((e.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length > 0) e.setAttribute("aria-describedby", ids.join(" "));
  else e.removeAttribute("aria-describedby");
}
