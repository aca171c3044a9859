// The page of one game: the list of moves and walking through it.

import { Board } from "./board";
import { clockText } from "./clock";
import { moveNumber, sentence } from "./words";
import type { Move, View } from "./types";

export class GamePage {
  #view: View | undefined;
  #root = document.querySelector<HTMLElement>(".game");
  #list = document.getElementById("moves");
  /** The ply that is shown; undefined follows the game. */
  #ply: number | undefined;

  constructor() {
    if (this.#root && this.#root.dataset["latest"] === undefined) this.#ply = Number(this.#root.dataset["ply"]);
    document.addEventListener("click", (e) => this.#click(e));
    document.addEventListener("keydown", (e) => this.#key(e));
    // A finding above the list makes it shorter, a turned phone as well.
    if (this.#list) new ResizeObserver(() => this.#reveal(this.#current())).observe(this.#list);
  }

  update(view: View): void {
    this.#view = view;
    // A position that was taken back is not walked to any more.
    if (this.#ply !== undefined && this.#ply > this.#lastPly()) this.#ply = undefined;
    this.#draw();
  }

  #lastPly(): number {
    return this.#view?.moves[this.#view.moves.length - 1]?.ply ?? 0;
  }

  #click(e: MouseEvent): void {
    if (!(e.target instanceof Element) || e.metaKey || e.ctrlKey || e.shiftKey || !this.#view) return;
    const move = e.target.closest<HTMLElement>("#moves a[data-ply]");
    const step = e.target.closest<HTMLElement>("[data-step]");
    if (move) this.#go(Number(move.dataset["ply"]));
    else if (step) this.#step(step.dataset["step"] ?? "");
    else return;
    e.preventDefault();
  }

  #key(e: KeyboardEvent): void {
    if (e.altKey || e.metaKey || e.ctrlKey || !this.#view) return;
    // In a dialog the arrows belong to its fields.
    if (e.target instanceof Element && e.target.closest("dialog")) return;
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (!step) return;
    this.#step(step);
    e.preventDefault();
  }

  #step(step: string): void {
    const now = this.#ply ?? this.#lastPly();
    this.#go({ first: 0, back: Math.max(0, now - 1), next: now + 1, last: this.#lastPly() }[step] ?? now);
  }

  #go(ply: number): void {
    this.#ply = ply >= this.#lastPly() ? undefined : ply;
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    if (!view || !this.#root) return;
    const ply = this.#ply ?? this.#lastPly();
    const move = view.moves.find((m) => m.ply === ply);
    const fen = move?.fen ?? (ply === 0 ? view.fen_start : view.fen);
    const board = this.#root.querySelector("bw-board");
    if (board instanceof Board) board.show(fen, move?.uci ?? "", sentence(fen));
    this.#root.classList.toggle("behind", this.#ply !== undefined);
    this.#rows(view, ply);
  }

  #rows(view: View, current: number): void {
    if (!this.#list) return;
    const rows = new Map<number, HTMLElement>();
    for (const move of view.moves) {
      const { number, black } = moveNumber(view.fen_start, move.ply);
      let row = rows.get(number);
      if (!row) {
        row = document.createElement("li");
        row.append(span("no", `${number}.`));
        if (black) row.append(span("gap", ""));
        rows.set(number, row);
      }
      row.append(this.#cell(view, move, move.ply === current));
    }
    const focused = document.activeElement?.closest<HTMLElement>("#moves a")?.dataset["ply"];
    const stay = this.#list.scrollTop;
    this.#list.replaceChildren(...rows.values());
    this.#list.scrollTop = stay;
    if (focused) this.#list.querySelector<HTMLElement>(`a[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    this.#reveal(this.#current());
  }

  #current(): HTMLElement | null {
    return this.#list?.querySelector<HTMLElement>("[aria-current]") ?? null;
  }

  // reveal scrolls the list and never the page.
  #reveal(e: HTMLElement | null): void {
    if (!this.#list) return;
    if (!e) {
      this.#list.scrollTop = 0;
      return;
    }
    const box = this.#list.getBoundingClientRect();
    const at = e.getBoundingClientRect();
    if (at.top < box.top) this.#list.scrollTop -= box.top - at.top + 8;
    if (at.bottom > box.bottom) this.#list.scrollTop += at.bottom - box.bottom + 8;
  }

  #cell(view: View, move: Move, current: boolean): HTMLElement {
    const a = document.createElement("a");
    a.href = `/g/${view.id}?ply=${move.ply}`;
    a.dataset["ply"] = String(move.ply);
    if (current) a.setAttribute("aria-current", "true");
    if (!move.completed) a.className = "pending";
    a.append(span("san", move.san), " ", span("clk", move.clk === undefined ? "" : clockText(move.clk)));
    return a;
  }
}

function span(name: string, text: string): HTMLElement {
  const e = document.createElement("span");
  e.className = name;
  e.textContent = text;
  return e;
}
