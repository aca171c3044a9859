// The stream: one EventSource a page. The browser comes back by itself with the
// last id; the server answers with what was missed or with the whole state.

import { apply } from "./fold";
import { setTime } from "./clock";
import { kinds, type Finding, type Frame, type Resync, type View } from "./types";

export interface Page {
  /** One game changed. */
  game(view: View, frame: Frame | undefined): void;
  /** Everything was replaced. */
  all(views: Map<string, View>): void;
  /** The desk's findings that belong to no board. */
  loose?(findings: Finding[]): void;
  /** Every frame, after it was taken. */
  frame?(frame: Frame): void;
  /** Whether the page must not be loaded anew now. */
  busy?(): boolean;
  link(up: boolean): void;
}

export function follow(query: string, page: Page): void {
  const views = new Map<string, View>();
  let loose: Finding[] = [];
  const asked = new Map<string, object>(); // the request that counts, by game
  const missed = new Map<string, Frame[]>(); // frames since that request
  const source = new EventSource("/events" + (query ? "?" + query : ""));

  source.addEventListener("resync", (e) => {
    const state = JSON.parse((e as MessageEvent<string>).data) as Resync;
    setTime(state.now, state.delay_ms);
    views.clear();
    asked.clear();
    missed.clear();
    for (const view of state.games) views.set(view.id, view);
    loose = state.findings ?? [];
    page.loose?.(loose);
    page.all(views);
  });

  for (const kind of kinds) {
    source.addEventListener(kind, (e) => {
      const frame = JSON.parse((e as MessageEvent<string>).data) as Frame;
      if (!frame.game) {
        if (frame.kind === "finding") loose = [...loose, frame];
        if (frame.kind === "cleared") loose = loose.filter((f) => f.id !== frame.id);
        page.loose?.(loose);
        page.frame?.(frame);
        return;
      }
      // A game that is being loaded gets these frames again after the answer, which
      // may be older or newer than they are.
      missed.get(frame.game)?.push(frame);
      const view = views.get(frame.game);
      if (view && apply(view, frame)) page.game(view, frame);
      else void load(frame.game, frame);
      page.frame?.(frame);
    });
  }
  source.addEventListener("open", () => page.link(true));
  source.addEventListener("error", () => {
    page.link(false);
    // After an answer that is no stream the browser gives up for good: begin anew.
    if (source.readyState === EventSource.CLOSED) setTimeout(again, 3000 + Math.random() * 4000);
  });

  function again(): void {
    if (page.busy?.()) setTimeout(again, 1000);
    else location.reload();
  }

  // load asks for a game as it stands: after a result its reason in words, after
  // a pairing its names. Of several requests the last one counts.
  async function load(id: string, frame: Frame): Promise<void> {
    const turn = {};
    asked.set(id, turn);
    missed.set(id, []);
    for (let wait = 250; wait < 10_000; wait *= 2) {
      try {
        const answer = await fetch("/api/games/" + id, { cache: "no-cache" });
        const view = answer.ok ? ((await answer.json()) as View) : undefined;
        if (asked.get(id) !== turn) return;
        if (view) {
          const known = views.has(id);
          views.set(id, view);
          for (const f of missed.get(id) ?? []) apply(view, f);
          missed.delete(id);
          if (known) page.game(view, frame);
          else page.all(views);
          return;
        }
        if (answer.status === 404) {
          missed.delete(id);
          if (views.delete(id)) page.all(views);
          return;
        }
      } catch {
        // The stream's own reconnect brings the whole state if this goes on.
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
