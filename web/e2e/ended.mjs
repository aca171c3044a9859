// Rules at the desk after a round that was played out, in Chromium: node
// e2e/ended.mjs BASE LINK [PICTURES]
//
// Board 1 ended by mate, board 3 on time; on board 4 the kings lie in the
// centre; board 8 was left.
import assert from "node:assert/strict";
import { accessible, answer, base, button, dialog, end, finding, link, log, picture, signIn, step, within } from "./arbiter.mjs";
import { desktop, phone } from "./browser.mjs";

const page = await signIn(link, desktop);
const record = async () => {
  await button(dialog(page), "Record it").click();
  await dialog(page).locator(".outcome").waitFor(within);
};

step("what the kings in the centre say is confirmed with one tap and its confirmation");
await page.goto(base + "/g/demo.1.4");
const gesture = finding(page, "kings in the centre");
await gesture.waitFor(within);
await accessible(page, "a game with its finding");
await picture(page, "gesture");
const confirm = gesture.getByRole("button", { name: /^Confirm/ });
const result = (await confirm.textContent()).match(/[01½]–[01½]/)[0];
await confirm.click();
assert.equal(await dialog(page).locator(".sentence").textContent(), `The provisional result ${result} becomes final.`);
await dialog(page).getByLabel("Who rules").fill("IA Lopez");
await record();
await answer(page, "Accepted");
await page.keyboard.press("Enter");
await gesture.waitFor({ state: "detached", ...within });
// The finding is gone: the focus is at the table.
await page.waitForFunction(() => document.activeElement?.dataset.rule === "demo.1.4", null, within);
const fact = (await log(page, "facts")).find((e) => e.type === "game.v1.result" && e.scope === "table/demo.1.4");
assert.equal(fact.data.result.replaceAll("1/2", "½").replace("-", "–"), result);

step("a result against the mate stands, and the article that it departs from is said");
await page.goto(base + "/g/demo.1.1");
await page.locator(".state", { hasText: "checkmate" }).waitFor(within);
await button(page, "Rule on board 1…").click();
await button(dialog(page), "Result…", true).click();
const was = await dialog(page).getByLabel("Result", { exact: true }).inputValue();
assert.match(was, /^(1-0|0-1)$/, "the form begins with the result that stands");
await dialog(page).getByLabel("Result", { exact: true }).selectOption("1/2-1/2");
await button(dialog(page), "Go on").click();
await dialog(page).locator(".fault", { hasText: "A draw is not won by checkmate" }).waitFor(within);
await dialog(page).getByLabel("Why").selectOption("arbiter");
await button(dialog(page), "Go on").click();
await record();
await answer(page, "by discretion");
await dialog(page).locator(".outcome", { hasText: "departs from Art. 5.1.1" }).waitFor(within);
await picture(page, "discretion");
await page.keyboard.press("Escape");

step("the conflict that follows offers to take it back");
const conflict = finding(page, "but the game ended");
await conflict.waitFor(within);
await conflict.getByRole("button", { name: "Take the result back: play goes on" }).click();
await record();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await conflict.waitFor({ state: "detached", ...within });

step("a flag is declared, and confirmed");
await page.goto(base + "/g/demo.1.3");
const flag = finding(page, "flag down");
await flag.locator(".choice").first().waitFor(within);
const names = await flag.locator(".choice").allTextContents();
assert.match(names[0], /^Confirm 0–1 \(time\)$/);
assert.equal(names[1], "Flag fallen: White", "the flag of who has less time comes first");
await flag.getByRole("button", { name: names[0] }).click();
await record();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await page.locator('.game[data-status="final"]').waitFor(within);

step("a game is adjourned, and its envelope opened");
await page.goto(base + "/g/demo.1.8");
await button(page, "Rule on board 8…").click();
await button(dialog(page), "Seal the next move…").click();
await button(dialog(page), "Go on").click();
await record();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await button(page, "Rule on board 8…").click();
await button(dialog(page), "Envelope received…").click();
await button(dialog(page), "Go on").click(); // the clocks as they were last seen
await record();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await page.locator(".state", { hasText: "Adjourned" }).waitFor(within);
await button(page, "Rule on board 8…").click();
await button(dialog(page), "Envelope opened…").click();
assert.equal(await dialog(page).getByLabel("The sealed move").isVisible(), false, "it is asked for where there is one");
await dialog(page).getByLabel("What was found").selectOption("move");
const view = await (await page.request.get(base + "/api/games/demo.1.8")).json();
const legal = async (text) => (await page.request.get(base + "/desk/moves?" + new URLSearchParams({ fen: view.fen, text }))).ok();
let move = "";
for (const text of ["a3", "a4", "a5", "a6", "h3", "h4", "h5", "h6", "Kg1", "Kg2", "Kg7", "Kg8", "Kh1", "Kh2", "Kh7", "Kh8", "Kf1", "Kf2", "Kf7", "Kf8", "Ke2", "Ke7"]) {
  if (!move && (await legal(text))) move = text;
}
assert.notEqual(move, "");
await dialog(page).getByLabel("The sealed move").fill(move);
await button(dialog(page), "Go on").click();
await dialog(page).locator(".sentence", { hasText: `one legal move, ${move}` }).waitFor(within);
await record();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await page.locator("#moves .san", { hasText: move }).last().waitFor(within);

step("who ruled what is told on the round's page");
await page.goto(base + "/r/demo.1");
await page.locator("#book summary").click();
assert.ok((await page.locator("#book .entry").count()) >= 4);
await page.locator("#book .answer.by_discretion", { hasText: "Art. 5.1.1" }).waitFor(within);
await accessible(page, "the round after it");
await picture(page, "round");

step("what was ruled in a sitting that is over is read, on a screen and on a phone");
assert.ok(await page.locator("#earlier").isHidden(), "there is none yet");
const state = async (ruling) => {
  const data = { id: crypto.randomUUID(), author: "IA Lopez", ...ruling };
  for (let tries = 0; ; tries++) {
    const r = await page.request.post(base + "/desk/rulings", { headers: { Origin: base }, data });
    if (r.ok()) return (await r.json()).answer;
    assert.ok(r.status() === 503 && tries < 5, await r.text()); // not answered yet: the same is asked again
  }
};
for (let board = 1; board <= 8; board++) {
  await state({ table: `demo.1.${board}`, kind: "result", data: { result: "1/2-1/2", reason: "arbiter" } });
}
assert.equal(await state({ kind: "close" }), "accepted");
for (let tries = 0; ; tries++) {
  const r = await page.request.get(base + "/desk/sittings?table=demo.1");
  if (r.ok() && (await r.json()).sittings.length === 1) break;
  assert.ok(tries < 120, `the sitting is not over: ${await r.text()}`);
  await page.waitForTimeout(250);
}
const mobile = await page.request.post(base + "/desk/link", { headers: { Origin: base } });
const small = await signIn(base + (await mobile.text()).trim(), phone);
for (const [on, where] of [
  [page, "/r/demo.1"],
  [small, "/g/demo.1.1"],
]) {
  await on.goto(base + where);
  const earlier = on.locator("#earlier");
  await earlier.locator("summary", { hasText: "Earlier sittings (1)" }).click();
  assert.equal(await earlier.locator("li").count(), 0, "nothing is read before somebody asks");
  await earlier.locator(".sitting > summary", { hasText: "Sitting 1: " }).click();
  await earlier.locator(".entry", { hasText: "The sitting is closed." }).waitFor(within);
  assert.ok((await earlier.locator(".entry").count()) >= 4);
  await earlier.locator(".answer.by_discretion", { hasText: "Art. 5.1.1" }).first().waitFor(within);
  assert.equal(await earlier.locator("button").count(), 0, "it is for reading");
  await accessible(on, "an earlier sitting " + where);
  await picture(on, "earlier" + where.replaceAll(/[/.]/g, "-"));
}
await end();
