// The dialog in which a ruling is chosen, filled in, confirmed and answered.
// Escape closes it at every step; the focus goes to what is to be done next,
// and back to where it came from.

import { answered } from "./book";
import { dutyText } from "./duty";
import { fieldsOf, showAsked, showFaults, valuesOf } from "./fields";
import { button, capital, make } from "./make";
import { forMany, specOf, specs } from "./kinds";
import { asked, faultsOf, type Data, type ReadMove, type Spec, type Values } from "./rulings";
import { newID, send, type Ruling } from "./send";
import { shown } from "./words";
import { prefilled, type Choice } from "./offers";
import type { Answered, Finding, View } from "./types";

/** What is ruled about: a table, or all tables of a round. */
export interface Target {
  table: string;
  title: string;
  view?: View;
}

export function targetOf(view: View): Target {
  return { table: view.id, title: `Board ${view.board}: ${shown(view.white)} – ${shown(view.black)}`, view };
}

interface Draft {
  spec: Spec;
  values: Values;
  data: Data;
  moves: ReadMove[];
  finding?: Finding | undefined;
}

export interface Around {
  /** The last fact that the page has seen of a table, or of anything. */
  saw(table: string): string | undefined;
  /** An own ruling was sent. */
  sent(id: string): void;
  /** Where the focus goes when what opened the dialog is gone. */
  home(table: string): HTMLElement | null;
}

export class Ask {
  #around: Around;
  #dialog = make("dialog", "ask");
  #title = make("h2");
  #body = make("div", "body");
  #live = make("p", "sr");
  #meanwhile = make("p", "meanwhile");
  #target: Target = { table: "", title: "" };
  #from: HTMLElement | undefined;
  #stop: AbortController | undefined;
  /** Moves on with each step: an answer that comes for an earlier one is late. */
  #turn = 0;

  constructor(around: Around) {
    this.#around = around;
    this.#title.id = "ask-title";
    this.#live.setAttribute("role", "status");
    this.#meanwhile.setAttribute("role", "status");
    this.#dialog.setAttribute("aria-labelledby", this.#title.id);
    this.#dialog.append(this.#title, this.#meanwhile, this.#body, this.#live);
    this.#dialog.addEventListener("close", () => this.#closed());
    document.body.append(this.#dialog);
  }

  get open(): boolean {
    return this.#dialog.open;
  }

  /** Offers all rulings that there are for a target. */
  menu(target: Target, from: HTMLElement): void {
    this.#begin(target, from);
    const parts: HTMLElement[] = [];
    const list = specs.filter((s) => (target.view ? s.kind !== "confirm" || target.view.status === "ended" : forMany.includes(s.kind)));
    const box = make("div", "menu");
    for (const group of new Set(list.map((s) => s.group))) {
      const row = make("div", "choices");
      for (const spec of list.filter((s) => s.group === group)) {
        row.append(
          button(spec.label, "choice", () => {
            if (spec.fields.length > 0) void this.#form({ spec, values: prefilled(spec.kind, target.view), data: {}, moves: [] });
            else this.#confirm({ spec, values: {}, data: spec.data({}, []), moves: [] });
          }),
        );
      }
      parts.push(make("h3", "", group), row);
    }
    box.append(...parts);
    this.#show([box], [this.#cancel()]);
    this.#body.querySelector("button")?.focus();
  }

  /** Begins with a ruling that fits a finding. */
  choice(choice: Choice, finding: Finding, target: Target, from: HTMLElement): void {
    const spec = specOf(choice.kind);
    if (!spec) return;
    this.#begin(target, from);
    if ("data" in choice) this.#confirm({ spec, values: valuesFrom(choice.data), data: choice.data, moves: [], finding });
    else void this.#form({ spec, values: choice.ask, data: {}, moves: [], finding });
  }

  /** Tells that somebody else ruled on this table while the dialog is open. */
  meanwhile(table: string | undefined, text: string): void {
    if (!this.open || (table && table !== this.#target.table)) return;
    this.#meanwhile.textContent = "Meanwhile: " + text;
  }

  #begin(target: Target, from: HTMLElement): void {
    this.#target = target;
    this.#from = from;
    this.#title.textContent = target.title;
    this.#meanwhile.textContent = "";
    this.#live.textContent = "";
    if (!this.open) this.#dialog.showModal();
  }

  #show(parts: HTMLElement[], buttons: HTMLElement[], form?: HTMLFormElement): void {
    this.#turn++;
    const foot = make("div", "foot");
    foot.append(...buttons);
    if (form) {
      form.append(...parts, foot);
      this.#body.replaceChildren(form);
    } else {
      this.#body.replaceChildren(...parts, foot);
    }
    this.#dialog.scrollTop = 0;
  }

  #cancel(text = "Cancel"): HTMLButtonElement {
    return button(text, "button", () => this.#dialog.close());
  }

  #closed(): void {
    this.#stop?.abort();
    this.#turn++;
    const back = this.#from?.isConnected ? this.#from : this.#around.home(this.#target.table);
    back?.focus();
  }

  async #form(d: Draft): Promise<void> {
    const { spec } = d;
    if (spec.fields.some((f) => ["ply", "move", "moves"].includes(f.type))) await this.#whole();
    if (!this.open) return;
    const form = make("form");
    form.noValidate = true;
    form.addEventListener("change", () => showAsked(form, spec));
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      void this.#next(form, d);
    });
    const next = make("button", "button main", "Go on");
    next.type = "submit";
    this.#show([make("h3", "", bare(spec.label)), ...fieldsOf(spec, d.values, this.#target.view)], [next, this.#cancel()], form);
    showAsked(form, spec);
    const empty = form.querySelector<HTMLElement>("input:not([type=radio]):not([type=checkbox]), select, textarea, input");
    (form.querySelector<HTMLElement>("input:checked") ?? empty)?.focus();
  }

  /** Asks for the game with all its moves: pages of many boards have the last ones. */
  async #whole(): Promise<void> {
    const view = this.#target.view;
    if (!view || (view.moves[0]?.ply ?? 1) === 1) return;
    try {
      const answer = await fetch("/api/games/" + view.id, { cache: "no-cache" });
      if (answer.ok) this.#target.view = (await answer.json()) as View;
    } catch {
      // The form does with the moves that are there.
    }
  }

  async #next(form: HTMLFormElement, d: Draft): Promise<void> {
    const all = valuesOf(form);
    const values = asked(d.spec, all);
    const faults = faultsOf(d.spec, values);
    showFaults(form, faults);
    if (Object.keys(faults).length > 0) return;
    if (all["lang"]) sessionStorage.setItem("desk-lang", all["lang"]);
    const turn = this.#turn;
    const field = d.spec.fields.find((f) => (f.type === "move" || f.type === "moves") && values[f.name]);
    let moves: ReadMove[] = [];
    if (field) {
      const read = await this.#readMoves(d.spec, values, values[field.name] ?? "", all["lang"] ?? "en");
      if (turn !== this.#turn) return;
      if ("fault" in read) {
        showFaults(form, { [field.name]: read.fault });
        return;
      }
      moves = read.moves;
      if (field.type === "move" && moves.length !== 1) {
        showFaults(form, { [field.name]: "One move is wanted here." });
        return;
      }
    }
    this.#confirm({ ...d, values, data: d.spec.data(values, moves), moves });
  }

  async #readMoves(spec: Spec, v: Values, text: string, lang: string): Promise<{ moves: ReadMove[] } | { fault: string }> {
    const view = this.#target.view;
    if (!view) return { fault: "The game is not known here: open its own page." };
    const after = spec.kind === "correction" ? Number(v["after"] || 0) : spec.kind === "adjourned" ? 0 : view.moves.length > 0 ? view.moves[view.moves.length - 1]!.ply : 0;
    const fen = after === 0 ? view.fen_start : view.moves.find((m) => m.ply === after)?.fen;
    if (!fen) return { fault: "The position before it is not known here: open the game’s own page." };
    try {
      const answer = await fetch("/desk/moves?" + new URLSearchParams({ fen, text, lang }).toString(), { cache: "no-store" });
      const body = (await answer.json()) as { moves?: ReadMove[]; error?: string };
      return answer.ok && body.moves ? { moves: body.moves } : { fault: body.error ?? "It cannot be read." };
    } catch {
      return { fault: "The desk did not answer; try again." };
    }
  }

  #confirm(d: Draft, id = newID()): void {
    const form = make("form");
    form.noValidate = true;
    const parts: HTMLElement[] = [make("h3", "", "This will be recorded")];
    const said = make("p", "sentence", d.spec.says(d.data, this.#target.view, d.moves.length > 0 ? d.moves : undefined));
    said.id = "ask-sentence";
    parts.push(said);
    if (d.finding?.duty) parts.push(make("p", "reminder", `The finding: ${capital(d.finding.text)}. ${dutyText(d.finding)}.`));
    const author = labelled("author", "Who rules", make("input"), sessionStorage.getItem("desk-author") ?? "");
    parts.push(author.box);
    author.input.setAttribute("maxlength", "40");
    author.input.autocomplete = "name";
    const more = make("details", "extra");
    const article = labelled("article", "Article that it rests on", make("input"), "");
    article.input.setAttribute("maxlength", "16");
    const note = labelled("note", "Note", make("textarea"), "");
    note.input.setAttribute("maxlength", "1000");
    note.box.append(make("p", "hint", "The record keeps only a hash of it; the text itself can be erased."));
    more.append(make("summary", "", "Article and note"), article.box, note.box);
    parts.push(more);
    const record = make("button", "button main", "Record it");
    record.type = "submit";
    record.setAttribute("aria-describedby", said.id);
    const buttons: HTMLElement[] = [record];
    if (d.spec.fields.length > 0) buttons.push(button("Change…", "button", () => void this.#form(d)));
    buttons.push(this.#cancel());
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      const by = author.input.value.trim();
      showFaults(form, by ? {} : { author: "Say who rules." });
      if (!by) return;
      sessionStorage.setItem("desk-author", by);
      const r: Ruling = { id, table: this.#target.table, kind: d.spec.kind, data: d.data, author: by };
      if (article.input.value.trim()) r.article = article.input.value.trim();
      if (note.input.value.trim()) r.note = note.input.value.trim();
      const saw = this.#around.saw(r.table);
      if (saw) r.saw = saw;
      void this.#send(d, r);
    });
    this.#show(parts, buttons, form);
    (author.input.value ? record : author.input).focus();
  }

  async #send(d: Draft, r: Ruling): Promise<void> {
    const stop = (this.#stop = new AbortController());
    this.#around.sent(r.id);
    const wait = make("p", "waiting", "Being recorded…");
    this.#show([make("h3", "", "This will be recorded"), make("p", "sentence", d.spec.says(d.data, this.#target.view, d.moves.length > 0 ? d.moves : undefined)), wait], [
      button("Stop waiting", "button", () => stop.abort()),
    ]);
    this.#body.querySelector("button")?.focus();
    const turn = this.#turn;
    const outcome = await send(r, stop.signal, () => {
      wait.textContent = "No answer yet; sending it again. It counts once, however often it is sent.";
      this.#live.textContent = wait.textContent;
    });
    if (turn !== this.#turn) return; // the dialog was closed: the list of rulings shows it
    switch (outcome.how) {
      case "answered":
        this.#answered(d, outcome.answer);
        break;
      case "turned away":
        this.#tell("refused", "Not recorded", outcome.text, [button("Change…", "button main", () => this.#again(d)), this.#cancel("Close")]);
        break;
      case "unknown":
        this.#tell("unknown", "No answer", `${outcome.text} Send it again: it counts once. Or close this and look at the list of rulings.`, [
          button("Send again", "button main", () => void this.#send(d, r)),
          this.#cancel("Close"),
        ]);
    }
  }

  /** Goes back to what was filled in; it is another ruling then, with an id of its own. */
  #again(d: Draft): void {
    if (d.spec.fields.length > 0) void this.#form(d);
    else this.#confirm(d);
  }

  #answered(d: Draft, a: Answered): void {
    const { head, rest } = answered(a);
    const close = this.#cancel("Close");
    close.className = "button main";
    if (a.answer !== "refused") {
      this.#tell(a.answer, head, rest, [close]);
      return;
    }
    const text = rest + " Change the ruling, or look at what the table’s page shows now.";
    this.#tell(a.answer, head, text, [button("Change…", "button main", () => this.#again(d)), this.#cancel("Close")]);
  }

  #tell(name: string, head: string, text: string, buttons: HTMLButtonElement[]): void {
    const p = make("p", "outcome " + name);
    p.append(make("strong", "", head), make("span", "", text));
    this.#show([p], buttons);
    this.#live.textContent = `${head}. ${text}`;
    buttons[0]?.focus();
  }
}

function labelled<E extends HTMLInputElement | HTMLTextAreaElement>(name: string, text: string, input: E, value: string): { box: HTMLElement; input: E } {
  const box = make("div", "field");
  box.dataset["field"] = name;
  const label = make("label", "", text);
  input.id = "field-" + name;
  input.name = name;
  input.value = value;
  label.htmlFor = input.id;
  box.append(label, input);
  return { box, input };
}

function bare(label: string): string {
  return label.replace(/…$/, "");
}

/** What a whole ruling fills into its form, to change it. */
function valuesFrom(data: Data): Values {
  return Object.fromEntries(Object.entries(data).map(([k, v]) => [k, v === true ? "yes" : String(v)]));
}
