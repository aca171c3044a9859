// Looks at the pages as people do, in Chromium: node e2e/follow.mjs BASE
//
// What happens in the hall is asked for on standard output, a line "> words"
// each, and done when a line comes back on standard input.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { desktop, launch, phone } from "./browser.mjs";

const base = process.argv[2];
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
async function hall(words) {
  console.log("> " + words);
  const { value } = await answers.next();
  assert.equal(value, "done", words);
}
const step = (text) => console.log(text);

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  const list = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  assert.deepEqual(list, [], `${what}: accessibility`);
}

const browser = await launch();
const faults = [];
let down = false;
async function open(path, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (e) => faults.push(`${path}: ${e.message}`));
  page.on("console", (m) => {
    if (m.type() === "error" && !down) faults.push(`${path}: ${m.text()}`);
  });
  page.on("request", (r) => {
    if (!r.url().startsWith(base)) faults.push(`${path} asks ${r.url()}`);
  });
  await page.goto(base + path);
  return page;
}
const within = { timeout: 15000 };
const moves = (page) => page.locator("#moves a .san").allTextContents();
const hasMove = (page, san) => page.locator("#moves a .san", { hasText: san }).last().waitFor(within);
const square = (page, name) => page.locator(`bw-board use[data-square="${name}"]`).getAttribute("href");

step("a game is followed");
const game = await open("/g/demo.1.1", desktop);
await game.waitForFunction(() => document.querySelector(".running .clock"), null, within);
await accessible(game, "game");
const before = await moves(game);
assert.equal(before.length, 22);
await hall("move demo.1.1 c4");
await hasMove(game, "c4");
assert.match(await square(game, "c4"), /#wp$/);
assert.equal(await game.locator("bw-board use").count(), 32);
assert.equal(await game.locator("#announce").textContent(), "12. c4");
const clock = game.locator(".side.black .clock");
const shown = await clock.textContent();
await game.waitForFunction((was) => document.querySelector(".side.black .clock")?.textContent !== was, shown, within);
assert.ok((await clock.textContent()) < shown, "Black's clock goes down");
assert.equal(await game.locator(".side.white.running").count(), 0);

step("walking through the moves does not follow, and comes back");
await game.keyboard.press("ArrowLeft");
await game.keyboard.press("ArrowLeft");
assert.equal(await game.locator("[aria-current]").textContent(), "Nbd2 1:23:11");
assert.match(await square(game, "d2"), /#wn$/);
await hall("move demo.1.1 bxc4");
await hasMove(game, "bxc4");
assert.match(await square(game, "d2"), /#wn$/);
await game.keyboard.press("End");
assert.match(await square(game, "c4"), /#bp$/);
assert.equal(await game.locator("bw-board use").count(), 31);
await game.locator('#moves a[data-ply="1"]').click();
assert.match(await square(game, "e4"), /#wp$/);
assert.match(await game.locator("bw-board").getAttribute("aria-label"), /pawns a2 b2 c2 d2 f2 g2 h2 e4/);
await game.keyboard.press("End");

step("a list that becomes shorter still shows the move");
await game.evaluate(() => (document.getElementById("moves").style.maxHeight = "7rem"));
await game.waitForFunction(() => {
  const list = document.getElementById("moves").getBoundingClientRect();
  const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
  return move.top >= list.top && move.bottom <= list.bottom;
}, null, within);
await game.evaluate(() => (document.getElementById("moves").style.maxHeight = ""));

step("a move taken back goes");
await hall("withdraw demo.1.1");
await game.waitForFunction(() => document.querySelectorAll("#moves a").length === 23, null, within);
assert.match(await square(game, "c4"), /#wp$/);

step("a restart of the server is survived");
const round = await open("/r/demo.1", phone);
await round.locator('[data-game="demo.1.2"]').waitFor(within);
down = true;
await hall("stop");
await game.locator("#link", { hasText: "Connection lost" }).waitFor(within);
await hall("move demo.1.1 bxc4");
await hall("start");
await hasMove(game, "bxc4");
await game.waitForFunction(() => document.getElementById("link")?.textContent === "", null, within);
assert.equal((await moves(game)).length, 24);

step("a new stream replaces everything");
await hall("stop");
await hall("rewrite");
await hall("start");
await game.waitForFunction(() => document.querySelectorAll("#moves a").length === 22, null, within);
assert.match(await square(game, "b5"), /#bp$/);
assert.equal(await game.locator("bw-board use").count(), 32);
down = false;

step("the round follows too");
await accessible(round, "round");
await hall("move demo.1.2 a3");
await round.locator('[data-game="demo.1.2"] .lastmove', { hasText: "11. a3" }).waitFor(within);
assert.match(await round.locator('[data-game="demo.1.2"] use[data-square="a3"]').getAttribute("href"), /#wp$/);
await hall("pair demo.1.9");
await round.locator('[data-game="demo.1.9"]').waitFor(within);
assert.equal(await round.locator("[data-game]").count(), 9);
const wide = await round.evaluate(() => document.documentElement.scrollWidth - innerWidth);
assert.equal(wide, 0, "the phone's page is as wide as the phone");

step("the end is shown with its reason");
await hall("end demo.1.1 0-1 agreement");
await game.locator(".state", { hasText: "Black won: agreement (provisional)" }).waitFor(within);
await hall("result demo.1.1 0-1 not_recorded");
await game.locator(".state", { hasText: "Result: 0-1, reason not recorded" }).waitFor(within);
assert.equal(await game.locator(".side.black .score").textContent(), "1");
await round.locator('[data-game="demo.1.1"] .state', { hasText: "reason not recorded" }).waitFor(within);
assert.equal(await game.locator(".running").count(), 0);

step("without scripts the pages are whole");
const plain = await open("/g/demo.1.4", { ...phone, javaScriptEnabled: false });
assert.equal(await plain.locator("bw-board use").count(), 31);
assert.match(await plain.locator(".state").textContent(), /White won: checkmate/);
await plain.locator('#moves a[data-ply="2"]').click();
assert.match(await square(plain, "e5"), /#bp$/);
assert.match(await square(plain, "d1"), /#wq$/);
await plain.locator('[data-step="back"]').click();
assert.match(await square(plain, "e7"), /#bp$/);

step("the list of rounds and the credits");
const index = await open("/", desktop);
await accessible(index, "index");
await index.locator('[data-game="demo.1.4"] [data-result]', { hasText: "1–0" }).waitFor(within);
await index.goto(base + "/credits");
await accessible(index, "credits");

const dark = await open("/g/demo.1.1", { ...phone, colorScheme: "dark" });
await dark.waitForTimeout(300);
await accessible(dark, "dark game");

assert.deepEqual(faults, [], "errors in the pages");
await browser.close();
step("all is well");
process.exit(0);
