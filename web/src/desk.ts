// The arbiters' desk: what needs a human, the rulings that fit, and what was
// ruled.

import { Ask, targetOf } from "./ask";
import { Book, Earlier, told, type Entry } from "./book";
import { findingsOf, dutyText, silentUrgency, urgency, urgencyNames } from "./duty";
import { button, make } from "./make";
import { setText, start, type Part } from "./page";
import { Queue } from "./queue";
import type { Finding, Frame, View } from "./types";

class Desk implements Part {
  #views: ReadonlyMap<string, View> = new Map();
  #loose: Finding[] = [];
  /** The last fact of anything. */
  #fact: string | undefined;
  #own = new Set<string>();
  #cards = new Map<string, HTMLElement>();
  #waits = false;
  #news = document.getElementById("news");
  #book = new Book(subject());
  #ask = new Ask({
    saw: (table) => this.#views.get(table)?.fact ?? this.#fact,
    sent: (id) => this.#own.add(id),
    home: (table) => document.querySelector<HTMLElement>(`[data-rule="${CSS.escape(table)}"]`) ?? document.getElementById("queue-title"),
  });
  #queue = new Queue({
    choice: (choice, finding, view, from) => this.#ask.choice(choice, finding, targetOf(this.#views.get(view.id) ?? view), from),
    menu: (view, from) => this.#ask.menu(targetOf(this.#views.get(view.id) ?? view), from),
  });

  constructor() {
    for (const card of document.querySelectorAll<HTMLElement>("[data-game]")) this.#equip(card);
    for (const place of document.querySelectorAll<HTMLElement>("[data-rule-round]")) {
      const round = place.dataset["ruleRound"] ?? "";
      const title = place.dataset["title"] ?? round;
      const b = button("Rule on the round…", "button", (from) => this.#ask.menu({ table: round, title }, from));
      b.dataset["rule"] = round;
      place.append(b);
    }
    new Earlier(subject(), () => this.#views);
    void this.#read();
  }

  games(views: ReadonlyMap<string, View>): void {
    this.#views = views;
    this.#soon();
  }

  loose(findings: Finding[]): void {
    this.#loose = findings;
    this.#soon();
  }

  frame(frame: Frame): void {
    this.#fact = frame.fact ?? this.#fact;
    if (frame.kind === "answered") void this.#read(frame.request);
  }

  busy(): boolean {
    return this.#ask.open;
  }

  /** Draws what came in a short while at once: a large hall says much. */
  #soon(): void {
    if (this.#waits) return;
    this.#waits = true;
    setTimeout(() => {
      this.#waits = false;
      this.#draw();
    }, 80);
  }

  #draw(): void {
    this.#queue.draw(this.#views, this.#loose);
    for (const view of this.#views.values()) {
      const card = this.#cards.get(view.id);
      if (!card) continue;
      const loud = findingsOf(view).filter((f) => urgency(f) !== silentUrgency);
      const first = loud[0];
      setText(card.querySelector(".need"), first ? dutyText(first) : "");
      if (first) card.dataset["duty"] = urgencyNames[urgency(first)];
      else delete card.dataset["duty"];
    }
  }

  /** Gives a table its button, and a place for what it needs. */
  #equip(card: HTMLElement): void {
    const id = card.dataset["game"] ?? "";
    this.#cards.set(id, card);
    const place = card.querySelector<HTMLElement>("[data-rule-here]") ?? card;
    const row = make("div", "deskrow");
    if (place === card) {
      const state = card.querySelector(":scope > .state");
      if (state) row.append(state);
      row.append(make("span", "need"));
    }
    const b = button("Rule…", "button", (from) => {
      const view = this.#views.get(id);
      if (view) this.#ask.menu(targetOf(view), from);
    });
    b.dataset["rule"] = id;
    const board = id.split(".")[2] ?? id;
    b.setAttribute("aria-label", `Rule on board ${board}…`);
    row.append(b);
    place.append(row);
  }

  /** Reads what was ruled; request is a ruling that was answered just now. */
  async #read(request?: string): Promise<void> {
    let entries: Entry[];
    try {
      entries = await this.#book.load(this.#views);
    } catch {
      // The next answer, or the next state after a lost connection, brings it.
      return;
    }
    const e = entries.find((x) => x.request === request);
    if (!e || this.#own.has(e.request) || !this.#news) return;
    const text = told(e, e.table ? this.#views.get(e.table) : undefined);
    this.#news.textContent = text;
    this.#ask.meanwhile(e.table, text);
  }
}

/** What the page is about: a game, a round, or the hall. */
function subject(): string {
  const { page } = document.body.dataset;
  if (page === "game") return document.querySelector<HTMLElement>("[data-game]")?.dataset["game"] ?? "";
  if (page === "round") return document.querySelector<HTMLElement>("[data-round]")?.dataset["round"] ?? "";
  return "";
}

const { page } = document.body.dataset;
start(page === "index" || page === "round" || page === "game" ? new Desk() : undefined);
