// What needs a human: the tables that press most first, each with its findings
// and the rulings that fit them. What must not be signalled is kept apart and
// offers nothing.

import { cited, dutyText, findingsOf, silentUrgency, urgency, urgencyNames } from "./duty";
import { capital, button, make } from "./make";
import { offered, type Choice } from "./offers";
import { plyText } from "./said";
import { sketch } from "./board";
import { sentence, shown } from "./words";
import type { Finding, View } from "./types";

export interface Pressed {
  choice(choice: Choice, finding: Finding, view: View, from: HTMLElement): void;
  menu(view: View, from: HTMLElement): void;
}

/** An element that is made anew only when what it shows has changed. */
interface Kept {
  of: string;
  e: HTMLElement;
}

export class Queue {
  #list = document.querySelector<HTMLElement>("#findings .tables");
  #silent = document.querySelector<HTMLElement>("#findings .kept");
  #none = document.querySelector<HTMLElement>("#findings .none");
  #tables = new Map<string, HTMLElement>();
  #kept = new Map<string, Kept>();
  #press: Pressed;
  /** A game's own page needs no heads that name the table. */
  #single = document.body.dataset["page"] === "game";

  constructor(press: Pressed) {
    this.#press = press;
  }

  draw(views: ReadonlyMap<string, View>, loose: Finding[]): void {
    const list = this.#list;
    const silent = this.#silent?.querySelector("ul");
    if (!list || !silent) return;
    const kept = new Map<string, Kept>();
    const keep = (id: string, of: string, build: () => HTMLElement): HTMLElement => {
      const old = this.#kept.get(id);
      const now = old?.of === of ? old : { of, e: build() };
      kept.set(id, now);
      return now.e;
    };
    const held = heldFocus();
    const tables: [number, HTMLElement][] = [];
    const hushed: HTMLElement[] = [];
    const open = loose.filter((f) => urgency(f) !== silentUrgency);
    if (open.length > 0) {
      const box = this.#table("");
      arrange(box.querySelector("ul")!, open.map((f) => keep(f.id, JSON.stringify(f), () => this.#finding(f, undefined))));
      tables.push([Math.min(...open.map(urgency)), box]);
    }
    for (const view of views.values()) {
      const findings = findingsOf(view);
      const loud = findings.filter((f) => urgency(f) !== silentUrgency);
      for (const f of findings) {
        if (urgency(f) !== silentUrgency) continue;
        hushed.push(keep(f.id, JSON.stringify([f, this.#single]), () => this.#hushed(f, view)));
      }
      if (loud.length === 0) continue;
      const box = this.#table(view.id, view);
      const items = loud.map((f) => keep(f.id, JSON.stringify([f, offered(f, view), place(f, view), view.unexplained?.placement]), () => this.#finding(f, view)));
      arrange(box.querySelector("ul")!, items);
      const most = Math.min(...loud.map(urgency));
      box.className = "needy " + (urgencyNames[most] ?? "");
      tables.push([most, box]);
    }
    tables.sort(([a], [b]) => a - b); // stable: boards stay in their order
    arrange(list, tables.map(([, e]) => e));
    arrange(silent, hushed);
    this.#kept = kept;
    if (this.#silent) this.#silent.hidden = hushed.length === 0;
    const count = this.#silent?.querySelector("summary .count");
    if (count) count.textContent = String(hushed.length);
    if (this.#none) this.#none.hidden = tables.length > 0;
    giveBack(held);
  }

  #table(id: string, view?: View): HTMLElement {
    let box = this.#tables.get(id);
    if (!box) {
      box = make("li", "needy inform");
      box.dataset["table"] = id;
      const head = make("p", "whose");
      if (view) {
        const a = make("a", "", `Board ${view.board}`);
        a.href = "/g/" + view.id;
        const more = button("Rule…", "button", (from) => this.#press.menu(view, from));
        more.setAttribute("aria-label", `Another ruling on board ${view.board}…`);
        head.append(a, " ", make("span", "players"), more);
      } else {
        head.append(make("strong", "", "The hall"));
      }
      if (!this.#single) box.append(head);
      box.append(make("ul"));
      this.#tables.set(id, box);
    }
    const players = box.querySelector(".players");
    const text = view ? `${shown(view.white)} – ${shown(view.black)}` : "";
    if (players && players.textContent !== text) players.textContent = text;
    return box;
  }

  #finding(f: Finding, view: View | undefined): HTMLElement {
    const li = make("li", "finding " + urgencyNames[urgency(f)]);
    li.dataset["finding"] = f.id;
    li.append(make("p", "duty", dutyText(f)));
    const what = make("p", "what", capital(f.text));
    what.id = "what-" + f.id;
    li.append(what);
    const at = view ? place(f, view) : "";
    const cites = make("p", "cites");
    if (at) cites.append(make("span", "", at), " ");
    for (const article of cited(f)) cites.append(make("span", "article", "Art. " + article), " ");
    if (cites.childNodes.length > 0) li.append(cites);
    if (!view) return li;
    const row = make("div", "choices");
    row.setAttribute("role", "group");
    row.setAttribute("aria-labelledby", what.id);
    for (const choice of offered(f, view)) {
      const b = button(choice.label, "choice", (from) => this.#press.choice(choice, f, view, from));
      b.dataset["choice"] = choice.label;
      row.append(b);
    }
    if (row.childElementCount > 0) li.append(row);
    const seen = f.findingkind === "unexplained" || f.findingkind === "illegal_move" ? lies(view) : undefined;
    if (seen) li.append(seen);
    return li;
  }

  #hushed(f: Finding, view: View): HTMLElement {
    const li = make("li", "finding silent");
    li.dataset["finding"] = f.id;
    if (!this.#single) {
      const a = make("a", "", `Board ${view.board}`);
      a.href = "/g/" + view.id;
      li.append(a, " ");
    }
    li.append(make("span", "what", capital(f.text)), " ");
    for (const article of cited(f)) li.append(make("span", "article", "Art. " + article), " ");
    return li;
  }
}

/** A drawing of what lies on the board, with the squares marked on which the game has something else. */
function lies(view: View): HTMLElement | undefined {
  const placement = view.unexplained?.placement;
  const any = document.querySelector<SVGSVGElement>("bw-board svg");
  if (!placement || !any) return undefined;
  const box = make("details", "lies");
  const { svg, differs } = sketch(any, placement, view.fen);
  const board = make("div", "small");
  board.append(svg);
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", "On the board: " + sentence(placement).replace(/ (White|Black) to move\.$/, ""));
  box.append(make("summary", "", `What lies on the board (other than in the game: ${differs.join(" ") || "nothing"})`), board);
  return box;
}

/** Where in the game a finding lies. */
function place(f: Finding, view: View): string {
  return f.ply ? plyText(view, f.ply) : "";
}

/** Makes e's children just these, moving only what is not in its place. */
function arrange(e: HTMLElement, want: HTMLElement[]): void {
  const wanted = new Set(want);
  for (const child of [...e.children]) if (!wanted.has(child as HTMLElement)) child.remove();
  want.forEach((child, i) => {
    if (e.children[i] !== child) e.insertBefore(child, e.children[i] ?? null);
  });
}

/** Which button has the focus, by what it does: it may be made anew, or go. */
interface Held {
  finding: string;
  choice: string;
  table: string;
}

function heldFocus(): Held | undefined {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !at.closest("#findings .tables")) return undefined;
  return {
    finding: at.closest<HTMLElement>("[data-finding]")?.dataset["finding"] ?? "",
    choice: at.dataset["choice"] ?? "",
    table: at.closest<HTMLElement>("[data-table]")?.dataset["table"] ?? "",
  };
}

/** Puts the focus where it was; where that is gone, to the table, or to the head of the list. */
function giveBack(held: Held | undefined): void {
  if (!held || document.activeElement?.closest("#findings .tables")) return;
  const find = (css: string): HTMLElement | null => document.querySelector<HTMLElement>(css);
  const e =
    find(`[data-finding="${CSS.escape(held.finding)}"] [data-choice="${CSS.escape(held.choice)}"]`) ??
    find(`[data-rule="${CSS.escape(held.table)}"]`) ??
    find("#queue-title");
  e?.focus({ preventScroll: true });
}
