// <bw-board>: a position that changes by sliding men. The server draws the first
// one, so that the board is there before this script and without it.

const svgNS = "http://www.w3.org/2000/svg";

type Placed = Map<string, string>; // square -> sprite id

export class Board extends HTMLElement {
  #fen = "";
  #last = "";

  connectedCallback(): void {
    this.#fen = this.dataset["fen"] ?? "";
    this.#last = this.dataset["last"] ?? "";
  }

  /** Shows a position and marks the squares of the move that led to it. */
  show(fen: string, last: string, label: string): void {
    this.setAttribute("aria-label", label);
    if (fen === this.#fen && last === this.#last) return;
    this.#fen = fen;
    this.#last = last;
    const svg = this.querySelector("svg");
    if (!svg) return;
    mark(svg, last);
    move(svg, placed(fen), last);
  }
}

export function corner(square: string): [number, number] {
  return [(square.charCodeAt(0) - 97) * 40, (8 - Number(square[1])) * 40];
}

function placed(fen: string): Placed {
  const men: Placed = new Map();
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  ranks.forEach((rank, i) => {
    let file = 0;
    for (const ch of rank) {
      const empty = Number(ch);
      if (empty > 0) {
        file += empty;
        continue;
      }
      const color = ch === ch.toUpperCase() ? "w" : "b";
      men.set(String.fromCharCode(97 + file) + (8 - i), color + ch.toLowerCase());
      file++;
    }
  });
  return men;
}

function mark(svg: SVGSVGElement, last: string): void {
  svg.querySelectorAll(".last").forEach((e) => e.remove());
  if (last.length < 4) return;
  const before = svg.querySelector("text, use");
  for (const square of [last.slice(0, 2), last.slice(2, 4)]) svg.insertBefore(markOf(square), before);
}

// move gives each man of the new position an element: the one that stands there
// already, else the one that made the move, else one of the same kind that has
// nowhere to stand any more, else a new one.
function move(svg: SVGSVGElement, want: Placed, last: string): void {
  const free = new Map<string, SVGUseElement>();
  svg.querySelectorAll<SVGUseElement>("use.piece").forEach((e) => free.set(e.dataset["square"] ?? "", e));
  const missing: [string, string][] = [];
  for (const [square, man] of want) {
    const e = free.get(square);
    if (e && spriteOf(e) === man) free.delete(square);
    else missing.push([square, man]);
  }
  const from = last.slice(0, 2);
  missing.sort(([a], [b]) => Number(b === last.slice(2, 4)) - Number(a === last.slice(2, 4)));
  for (const [square, man] of missing) {
    let pick = square === last.slice(2, 4) && free.has(from) ? from : undefined;
    pick ??= [...free].find(([, e]) => spriteOf(e) === man)?.[0];
    const e = pick === undefined ? born(svg) : free.get(pick)!;
    if (pick !== undefined) free.delete(pick);
    svg.append(e); // above the others while it slides
    place(e, square, man);
  }
  free.forEach((e) => e.remove());
}

/** Draws a position that no move led to, after a board that is drawn, and names the squares on which another one differs. */
export function sketch(like: SVGSVGElement, fen: string, other: string): { svg: SVGSVGElement; differs: string[] } {
  const svg = like.cloneNode(true) as SVGSVGElement;
  svg.querySelectorAll("use, .last").forEach((e) => e.remove());
  const [is, was] = [placed(fen), placed(other)];
  const differs = [...new Set([...is.keys(), ...was.keys()])].filter((square) => is.get(square) !== was.get(square)).sort();
  const before = svg.querySelector("text");
  for (const square of differs) svg.insertBefore(markOf(square), before);
  for (const [square, man] of is) place(born(svg), square, man);
  return { svg, differs };
}

function markOf(square: string): SVGRectElement {
  const rect = document.createElementNS(svgNS, "rect");
  const [x, y] = corner(square);
  for (const [k, v] of Object.entries({ class: "last", x, y, width: 40, height: 40 })) rect.setAttribute(k, String(v));
  return rect;
}

function spriteOf(e: SVGUseElement): string {
  return (e.getAttribute("href") ?? "").split("#")[1] ?? "";
}

function born(svg: SVGSVGElement): SVGUseElement {
  const e = document.createElementNS(svgNS, "use");
  e.setAttribute("class", "piece");
  svg.append(e);
  return e;
}

function place(e: SVGUseElement, square: string, man: string): void {
  const [x, y] = corner(square);
  e.dataset["square"] = square;
  e.setAttribute("href", `${document.body.dataset["pieces"] ?? ""}#${man}`);
  const was = e.getAttribute("transform");
  e.setAttribute("transform", `translate(${x} ${y})`);
  if (!was || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [, wx, wy] = /translate\((\d+) (\d+)\)/.exec(was) ?? [];
  e.animate([{ transform: `translate(${wx}px, ${wy}px)` }, { transform: `translate(${x}px, ${y}px)` }], {
    duration: 180,
    easing: "ease-in-out",
  });
}

customElements.define("bw-board", Board);
