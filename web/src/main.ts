import { Board } from "./board";
import { GamePage } from "./game";
import { follow, type Page } from "./live";
import { clockText, runs, seconds } from "./clock";
import { numbered, score, shown, stateText } from "./words";
import type { Finding, Frame, Side, View } from "./types";

const kind = document.body.dataset["page"];
const shownViews = new Map<string, View>();
let loose: Finding[] = [];

/** Draws a game's line and board wherever the page has them. */
function draw(view: View): void {
  shownViews.set(view.id, view);
  const card = document.querySelector<HTMLElement>(`[data-game="${CSS.escape(view.id)}"]`);
  if (!card) return;
  card.dataset["status"] = view.status;
  for (const e of card.querySelectorAll<HTMLElement>("[data-state]")) e.textContent = stateText(view);
  const last = view.moves[view.moves.length - 1];
  const lastText = last ? numbered(view, last) : "";
  for (const e of card.querySelectorAll<HTMLElement>("[data-last]:not(bw-board)")) e.textContent = lastText;
  for (const e of card.querySelectorAll<HTMLElement>("[data-result]")) {
    e.textContent = view.result === "*" ? (last ? "·" : "–") : `${score(view, true)}–${score(view, false)}`;
  }
  for (const e of card.querySelectorAll<HTMLElement>("[data-side]")) {
    const white = e.dataset["side"] === "white";
    setText(e.querySelector(".name"), shown(white ? view.white : view.black));
    setText(e.querySelector(".score"), score(view, white));
  }
  if (kind !== "game") {
    const against = `Board ${view.board}, ${shown(view.white)} against ${shown(view.black)}`;
    const board = card.querySelector("bw-board");
    const label = against + (lastText ? ", after " + lastText : "");
    if (board instanceof Board) board.show(view.fen, last?.uci ?? "", label);
    setText(card.querySelector(".over .sr"), label);
  }
  tick(view, card);
}

function setText(e: Element | null, text: string): void {
  if (e && e.textContent !== text) e.textContent = text;
}

function tick(view: View, card: Element): void {
  for (const e of card.querySelectorAll<HTMLElement>("[data-clock]")) {
    const side = e.dataset["clock"] as Side;
    setText(e, clockText(seconds(view, side)));
    e.parentElement?.classList.toggle("running", runs(view, side));
  }
}

setInterval(() => {
  for (const view of shownViews.values()) {
    if (!view.clock?.running) continue;
    const card = document.querySelector(`[data-game="${CSS.escape(view.id)}"]`);
    if (card) tick(view, card);
  }
}, 200);

// What an arbiter must not act on is kept apart: it asks nobody to do anything.
const mustNot = "must not intervene or signal";

// The desk's list of what needs a human.
function findings(): void {
  const box = document.getElementById("findings");
  const list = box?.querySelector("ul");
  const kept = box?.querySelector(".kept ul");
  if (!box || !list || !kept) return;
  const rows: [Finding, View | undefined][] = loose.map((f) => [f, undefined]);
  for (const view of shownViews.values()) for (const f of view.findings ?? []) rows.push([f, view]);
  const items = rows.map(([f, view]): [boolean, HTMLElement] => {
    const li = document.createElement("li");
    li.dataset["finding"] = f.id;
    if (view && kind !== "game") {
      const a = document.createElement("a");
      a.href = "/g/" + view.id;
      a.textContent = `Board ${view.board}`;
      li.append(a, " ");
    }
    const add = (text: string, name = ""): void => {
      const span = document.createElement("span");
      if (name) span.className = name;
      span.textContent = text;
      li.append(span, " ");
    };
    const silent = f.duty?.act === mustNot;
    add(f.text);
    if (!silent) for (const article of f.articles ?? []) add("Art. " + article, "article");
    if (f.duty) add(f.duty.act + (f.duty.until ? " " + f.duty.until : ""), "duty");
    for (const article of f.duty?.articles ?? []) add("Art. " + article, "article");
    return [silent, li];
  });
  list.replaceChildren(...items.filter(([silent]) => !silent).map(([, li]) => li));
  kept.replaceChildren(...items.filter(([silent]) => silent).map(([, li]) => li));
  box.hidden = rows.length === 0;
}

function announce(view: View, frame: Frame | undefined): void {
  const out = document.getElementById("announce");
  const last = view.moves[view.moves.length - 1];
  if (!out || !frame || kind !== "game") return;
  if (frame.kind === "made" && last) out.textContent = numbered(view, last);
  if (frame.kind === "ended" || frame.kind === "result") out.textContent = stateText(view);
  if (frame.kind === "withdrawn") out.textContent = "The last move was taken back";
}

// A page is drawn for certain games. When there are others now, it is drawn anew
// by the server, at most every few seconds.
function sameGames(views: Map<string, View>): boolean {
  const drawn = [...document.querySelectorAll<HTMLElement>("[data-game]")].map((e) => e.dataset["game"] ?? "");
  const same = drawn.length === views.size && drawn.every((id) => views.has(id));
  if (same) return true;
  const last = Number(sessionStorage.getItem("reloaded") ?? 0);
  const wait = Math.max(300, last + 5000 - Date.now());
  setTimeout(() => {
    sessionStorage.setItem("reloaded", String(Date.now()));
    location.reload();
  }, wait);
  return false;
}

const gamePage = kind === "game" ? new GamePage() : undefined;

const page: Page = {
  game(view, frame) {
    draw(view);
    gamePage?.update(view);
    announce(view, frame);
    findings();
  },
  all(views) {
    sameGames(views);
    shownViews.clear();
    for (const view of views.values()) {
      draw(view);
      gamePage?.update(view);
    }
    findings();
  },
  loose(list) {
    loose = list;
    findings();
  },
  link(up) {
    document.body.classList.toggle("cut", !up);
    setText(document.getElementById("link"), up ? "" : "Connection lost, trying again");
  },
};

if (kind === "index" || kind === "round" || kind === "game") follow(document.body.dataset["follow"] ?? "", page);
