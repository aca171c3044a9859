// What every page does: it draws the games that it shows as they change. The
// desk adds its own parts to it.

import { Board } from "./board";
import { GamePage } from "./game";
import { follow, type Page } from "./live";
import { clockText, runs, seconds } from "./clock";
import { numbered, score, shown, stateText } from "./words";
import type { Finding, Frame, Side, View } from "./types";

/** What a page may add to the drawing of games. */
export interface Part {
  /** Games changed; frame is what happened, where one thing did. */
  games(views: ReadonlyMap<string, View>, frame: Frame | undefined): void;
  /** The findings that belong to no board. */
  loose(findings: Finding[]): void;
  /** Something happened that belongs to no board. */
  frame(frame: Frame): void;
  /** Whether the page must not be loaded anew now: somebody is at work in it. */
  busy(): boolean;
}

const kind = document.body.dataset["page"];
const shownViews = new Map<string, View>();

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

export function setText(e: Element | null, text: string): void {
  if (e && e.textContent !== text) e.textContent = text;
}

function tick(view: View, card: Element): void {
  for (const e of card.querySelectorAll<HTMLElement>("[data-clock]")) {
    const side = e.dataset["clock"] as Side;
    setText(e, clockText(seconds(view, side)));
    e.parentElement?.classList.toggle("running", runs(view, side));
  }
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
function sameGames(views: Map<string, View>, busy: () => boolean): void {
  const drawn = [...document.querySelectorAll<HTMLElement>("[data-game]")].map((e) => e.dataset["game"] ?? "");
  if (drawn.length === views.size && drawn.every((id) => views.has(id))) return;
  const last = Number(sessionStorage.getItem("reloaded") ?? 0);
  const reload = (): void => {
    if (busy()) {
      setTimeout(reload, 1000);
      return;
    }
    sessionStorage.setItem("reloaded", String(Date.now()));
    location.reload();
  };
  setTimeout(reload, Math.max(300, last + 5000 - Date.now()));
}

/** Follows what the page shows. */
export function start(part?: Part): void {
  if (kind !== "index" && kind !== "round" && kind !== "game") return;
  const busy = (): boolean => part?.busy() ?? false;
  setInterval(() => {
    for (const view of shownViews.values()) {
      if (!view.clock?.running) continue;
      const card = document.querySelector(`[data-game="${CSS.escape(view.id)}"]`);
      if (card) tick(view, card);
    }
  }, 200);
  const gamePage = kind === "game" ? new GamePage() : undefined;
  const page: Page = {
    busy,
    game(view, frame) {
      draw(view);
      gamePage?.update(view);
      announce(view, frame);
      part?.games(shownViews, frame);
    },
    all(views) {
      sameGames(views, busy);
      shownViews.clear();
      for (const view of views.values()) {
        draw(view);
        gamePage?.update(view);
      }
      part?.games(shownViews, undefined);
    },
    loose(list) {
      part?.loose(list);
    },
    frame(frame) {
      part?.frame(frame);
    },
    link(up) {
      document.body.classList.toggle("cut", !up);
      setText(document.getElementById("link"), up ? "" : "Connection lost, trying again");
    },
  };
  follow(document.body.dataset["follow"] ?? "", page);
}
