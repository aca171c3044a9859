// What was ruled, with the answers: the desk's list, and that of one table on
// its own page.

import { capital, make } from "./make";
import { sentence } from "./kinds";
import type { Data } from "./rulings";
import type { Answered, View } from "./types";

export interface Entry extends Answered {
  at: string;
  table?: string;
  kind: string;
  data?: Data;
  author: string;
  article?: string;
  note?: string;
}

const clockTime = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

const verdicts: Record<string, string> = {
  correct: "The claim is correct",
  incorrect: "The claim is incorrect",
  cannot_say: "The record cannot say whether the claim is correct",
};

/** What the desk answered: in short, and what there is to say about it. */
export function answered(a: Answered): { head: string; rest: string } {
  const cites = (a.articles ?? []).map((x) => "Art. " + x).join(", ");
  const verdict = a.verdict ? (verdicts[a.verdict] ?? a.verdict) : "";
  const more = [verdict, a.text ? capital(a.text) : ""].filter(Boolean).map((x) => x + ".");
  switch (a.answer) {
    case "accepted":
      return { head: "Accepted", rest: [...more, cites && cites + "."].filter(Boolean).join(" ") };
    case "by_discretion":
      return { head: "Recorded, by discretion", rest: [cites && `It departs from ${cites}.`, ...more].filter(Boolean).join(" ") };
    case "refused":
      return { head: "Refused", rest: ["Nothing changed.", ...more].join(" ") };
  }
}

/** The same in one line. */
export function answerText(a: Answered): string {
  const { head, rest } = answered(a);
  return rest ? `${head}. ${rest}` : head + ".";
}

function ruler(author: string): string {
  return author.startsWith("file:") ? "the tournament file" : author;
}

function where(table: string | undefined): string {
  const parts = (table ?? "").split(".");
  if (!table) return "The hall";
  if (parts.length === 1) return `Tournament ${table}`;
  return parts.length === 2 ? `Round ${parts[1]}` : `Board ${parts[2]}`;
}

/** One entry in a line, for those who did not make it. */
export function told(e: Entry, view: View | undefined): string {
  return `${where(e.table)}, ${ruler(e.author)}: ${sentence(e.kind, e.data, bare(view))} ${answerText(e)}`;
}

/** The moves that are on record now may not be those of then: plies are named by their numbers. */
function bare(view: View | undefined): View | undefined {
  return view ? { ...view, moves: [] } : undefined;
}

export class Book {
  #box = document.querySelector<HTMLDetailsElement>("#book");
  #table: string;
  #entries: Entry[] = [];

  constructor(table: string) {
    this.#table = table;
  }

  /** Reads the book anew; the entries in the order of the record. */
  async load(views: ReadonlyMap<string, View>): Promise<Entry[]> {
    const answer = await fetch("/desk/rulings?table=" + encodeURIComponent(this.#table), { cache: "no-store" });
    if (!answer.ok) return this.#entries;
    this.#entries = ((await answer.json()) as { rulings: Entry[] }).rulings;
    this.#draw(views);
    return this.#entries;
  }

  #draw(views: ReadonlyMap<string, View>): void {
    const list = this.#box?.querySelector("ol");
    if (!this.#box || !list) return;
    const count = this.#box.querySelector(".count");
    if (count) count.textContent = String(byPeople(this.#entries).length);
    list.replaceChildren(...items(this.#entries, views, this.#table, "Nothing was ruled in this sitting yet."));
  }
}

const byPeople = (entries: Entry[]): Entry[] => entries.filter((e) => !(e.author.startsWith("file:") && e.answer === "accepted"));

/** The entries, the latest first; of what the tournament file stated their number. */
function items(entries: Entry[], views: ReadonlyMap<string, View>, table: string, nothing: string): HTMLElement[] {
  const people = byPeople(entries);
  const file = entries.length - people.length;
  const list = people.reverse().map((e) => entry(e, e.table ? views.get(e.table) : undefined, table));
  if (file > 0) list.push(make("li", "stated", `${file} stated by the tournament file, and accepted.`));
  if (list.length === 0) list.push(make("li", "stated", nothing));
  return list;
}

interface Sitting {
  sitting: string;
  from: string;
  until: string;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "Sitting 3: 5 Dec 2026, 14:00 to 19:20". */
export function sittingText(s: Sitting): string {
  const [from, until] = [new Date(s.from), new Date(s.until)];
  const last = day.format(from) === day.format(until) ? minute.format(until) : `${day.format(until)}, ${minute.format(until)}`;
  return `Sitting ${Number(s.sitting.slice(1))}: ${day.format(from)}, ${minute.format(from)} to ${last}`;
}

/** What was ruled in the sittings before the open one: to be read, and read only when somebody asks. */
export class Earlier {
  #box = document.querySelector<HTMLDetailsElement>("#earlier");
  #table: string;
  #views: () => ReadonlyMap<string, View>;

  constructor(table: string, views: () => ReadonlyMap<string, View>) {
    this.#table = table;
    this.#views = views;
    void this.#look();
  }

  async #look(): Promise<void> {
    if (!this.#box) return;
    const list = await read<{ sittings: Sitting[] }>("/desk/sittings?table=" + encodeURIComponent(this.#table));
    if (!list || list.sittings.length === 0) return;
    const count = this.#box.querySelector(".count");
    if (count) count.textContent = String(list.sittings.length);
    this.#box.append(...list.sittings.map((s) => this.#sitting(s)));
    this.#box.hidden = false;
  }

  #sitting(s: Sitting): HTMLElement {
    const box = make("details", "sitting");
    const text = sittingText(s);
    const list = make("ol");
    list.tabIndex = 0;
    list.setAttribute("aria-label", `What was ruled in ${text.charAt(0).toLowerCase()}${text.slice(1)}, the latest first`);
    box.append(make("summary", "", text), list);
    let asked = false;
    box.addEventListener("toggle", () => {
      if (!box.open || asked) return;
      asked = true;
      list.replaceChildren(make("li", "stated", "Reading it…"));
      void read<{ rulings: Entry[] }>(`/desk/rulings?table=${encodeURIComponent(this.#table)}&sitting=${s.sitting}`).then((book) => {
        asked = book !== undefined;
        list.replaceChildren(
          ...(book
            ? items(book.rulings, this.#views(), this.#table, "Nothing was ruled here in that sitting.")
            : [make("li", "stated", "It could not be read. Close it and open it again.")]),
        );
      });
    });
    return box;
  }
}

/** Reads an answer of the desk; undefined where there is none. */
async function read<T>(address: string): Promise<T | undefined> {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

function entry(e: Entry, view: View | undefined, table: string): HTMLElement {
  const li = make("li", "entry");
  const head = make("p", "when");
  const time = make("time", "", clockTime.format(new Date(e.at)));
  time.dateTime = e.at;
  head.append(time, " ");
  if (e.table !== table) head.append(make("span", "", where(e.table)), " ");
  head.append(make("strong", "", ruler(e.author)));
  if (e.article) head.append(" ", make("span", "article", /^art/i.test(e.article) ? e.article : "Art. " + e.article));
  li.append(head, make("p", "said", sentence(e.kind, e.data, bare(view))), make("p", "answer " + e.answer, answerText(e)));
  if (e.note) li.append(make("p", "note", "Note: " + e.note));
  return li;
}
