// Rules at the desk as an arbiter does, in Chromium, in a hall that plays:
// node e2e/desk.mjs BASE LINK [PICTURES]
//
// The link signs the first browser in.
import assert from "node:assert/strict";
import { accessible, answer, base, browser, button, complaints, dialog, end, finding, focused, link, log, picture, signIn, step, within } from "./arbiter.mjs";
import { desktop, phone } from "./browser.mjs";

step("the desk is signed in to, and whole");
const page = await signIn(link, desktop);
await accessible(page, "index");
await page.goto(base + "/r/demo.1");
await button(page, "Rule on board 3…").waitFor(within);
await accessible(page, "round");

step("a ruling is chosen, filled in, confirmed and answered");
await button(page, "Rule on board 3…").click();
await accessible(page, "menu");
await picture(page, "menu");
await button(dialog(page), "Illegal move…").click();
await button(dialog(page), "Go on").click();
await dialog(page).locator(".fault", { hasText: "Choose one." }).waitFor(within);
assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "player", "the focus is at the fault");
await accessible(page, "a form with a fault");
await dialog(page).getByLabel("White", { exact: true }).check();
await button(dialog(page), "Go on").click();
assert.equal(await dialog(page).locator(".sentence").textContent(), "White made an illegal move.");
assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "author", "who rules is asked first");
await button(dialog(page), "Record it").click();
await dialog(page).locator(".fault", { hasText: "Say who rules." }).waitFor(within);
await dialog(page).getByLabel("Who rules").fill("IA Lopez");
await accessible(page, "the confirm step");
await picture(page, "confirm");
await button(dialog(page), "Record it").click();
await answer(page, "Accepted");
await dialog(page).locator(".outcome", { hasText: "opponent" }).waitFor(within); // what it costs
assert.equal(await focused(page), "Close");
await accessible(page, "the answer");
await picture(page, "answer");
await page.keyboard.press("Enter");
assert.equal(await dialog(page).count(), 0);
assert.equal(await page.evaluate(() => document.activeElement?.dataset.rule), "demo.1.3", "the focus is back");

step("the finding that follows offers the ruling that fits, by keyboard alone");
const expected = finding(page, "the clock is to be changed").or(finding(page, "The clock is to be changed"));
await expected.waitFor(within);
await expected.locator(".duty", { hasText: "To be done, as ruled" }).waitFor(within);
await accessible(page, "a round with a finding");
await picture(page, "finding");
const times = expected.getByRole("button", { name: "Clock times…" });
await times.focus();
await page.keyboard.press("Enter");
await dialog(page).waitFor(within);
await page.keyboard.press("Escape");
await dialog(page).waitFor({ state: "detached", ...within }).catch(() => {});
assert.equal(await dialog(page).count(), 0);
assert.equal(await focused(page), "Clock times…", "Escape brings the focus back");
await page.keyboard.press("Enter");
await dialog(page).getByLabel("White’s clock").fill("90");
await page.keyboard.press("Enter");
await dialog(page).locator(".fault", { hasText: "Write hours" }).waitFor(within);
await page.keyboard.type("x"); // the faulty field has the focus
assert.equal(await dialog(page).getByLabel("White’s clock").inputValue(), "90x");
await dialog(page).getByLabel("White’s clock").fill("1:10:00");
await dialog(page).getByLabel("Black’s clock").fill("59:30");
await page.keyboard.press("Enter");
await dialog(page).locator(".sentence", { hasText: "1:10:00 for White and 0:59:30 for Black" }).waitFor(within);
assert.equal(await dialog(page).getByLabel("Who rules").inputValue(), "IA Lopez", "who rules is remembered");
assert.equal(await focused(page), "Record it");
await page.keyboard.press("Enter");
await answer(page, "Accepted");
await page.keyboard.press("Escape");

step("an answer that is lost is asked for again; the ruling counts once");
let lost = 0;
complaints(true);
await page.route("**/desk/rulings", async (route) => {
  if (route.request().method() !== "POST" || lost > 0) return route.continue();
  lost++;
  await route.fetch(); // it reaches the desk
  await route.abort("connectionreset"); // and its answer does not come back
});
await button(page, "Rule on board 2…").click();
await button(dialog(page), "Resignation…").click();
await dialog(page).getByLabel("Black", { exact: true }).check();
await button(dialog(page), "Go on").click();
await dialog(page).getByText("Article and note").click();
await dialog(page).getByLabel("Article that it rests on").fill("5.1.2");
await dialog(page).getByLabel("Note").fill("he stopped the clock");
await button(dialog(page), "Record it").click();
await answer(page, "Accepted");
await page.unroute("**/desk/rulings");
complaints(false);
assert.equal(lost, 1);
const resigned = (await log(page, "record")).filter((e) => e.type === "ruling.v1.resign");
assert.equal(resigned.length, 1, "one ruling is in the record");
assert.equal(resigned[0].data.author, "IA Lopez");
assert.equal(resigned[0].data.article, "5.1.2");
assert.match(resigned[0].data.saw, /^[0-9a-f]{32}$/);
assert.ok(!JSON.stringify(resigned).includes("stopped the clock"), "the record has no note's text");
await page.keyboard.press("Escape");
await page.locator('[data-game="demo.1.2"] .state', { hasText: "White won: resignation (provisional)" }).waitFor(within);

step("the provisional result is confirmed");
await button(page, "Rule on board 2…").click();
await button(dialog(page), "Confirm the result…").click();
assert.ok(await dialog(page).locator("select, input:checked").first().inputValue().then((v) => v === "1-0"));
await button(dialog(page), "Go on").click();
await button(dialog(page), "Record it").click();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await page.locator('[data-game="demo.1.2"][data-status="final"]').waitFor(within);
const final = (await log(page, "facts")).find((e) => e.type === "game.v1.result" && e.scope === "table/demo.1.2");
assert.deepEqual([final.data.result, final.data.reason], ["1-0", "resignation"]);

step("what makes no sense is refused, and can be changed");
await button(page, "Rule on board 2…").click();
await button(dialog(page), "Offence not counted…").click();
await dialog(page).getByLabel("White", { exact: true }).check();
await button(dialog(page), "Go on").click();
await button(dialog(page), "Record it").click();
await answer(page, "Refused");
assert.equal(await focused(page), "Change…");
await picture(page, "refused");
await page.keyboard.press("Enter");
assert.ok(await dialog(page).getByLabel("White", { exact: true }).isChecked(), "what was filled in is there");
await page.keyboard.press("Escape");

step("another desk is heard of");
const link2 = await page.request.post(base + "/desk/link", { headers: { Origin: base } });
const second = await signIn(base + (await link2.text()).trim(), phone);
await button(page, "Rule on board 5…").click();
await second.goto(base + "/r/demo.1");
await button(second, "Rule on board 5…").click();
await button(dialog(second), "Pause", true).click();
await dialog(second).getByLabel("Who rules").fill("IA Vega");
await accessible(second, "the confirm step on a phone");
await button(dialog(second), "Record it").click();
await answer(second, "Accepted");
await dialog(page).locator(".meanwhile", { hasText: "IA Vega: Play stands still" }).waitFor(within);
await page.keyboard.press("Escape");
await page.locator("#news", { hasText: "Board 5, IA Vega" }).waitFor(within);
assert.equal(await second.locator("#news").textContent(), "", "one's own ruling is no news");
await second.keyboard.press("Escape");
await picture(second, "phone");

step("a correction is read as it is written");
await page.goto(base + "/g/demo.1.5"); // play stands still there
await button(page, "Rule on board 5…").click();
await button(dialog(page), "Correct the moves…").click();
await dialog(page).getByLabel("What stands").selectOption({ label: "Nothing: from the first move" });
await dialog(page).getByLabel("What was played then").fill("1. e4 e9");
complaints(true);
await button(dialog(page), "Go on").click();
await dialog(page).locator(".fault", { hasText: "move 2" }).waitFor(within);
complaints(false);
await dialog(page).getByLabel("What was played then").fill("1. d4 Cf6 2. c4");
await dialog(page).getByLabel("Letters of the pieces").selectOption("es");
await button(dialog(page), "Go on").click();
await dialog(page).locator(".sentence", { hasText: "From the start position was played 1. d4 Nf6 2. c4; taken from the scoresheets." }).waitFor(within);
await picture(page, "correction");
await button(dialog(page), "Record it").click();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
await page.waitForFunction(() => [...document.querySelectorAll("#moves .san")].map((e) => e.textContent).join(" ") === "d4 Nf6 c4", null, within);

step("the table's history tells who ruled what");
await page.locator("#book summary").click();
const told = page.locator("#book li", { hasText: "From the start position was played 1. d2d4" });
await told.locator("strong", { hasText: "IA Lopez" }).waitFor(within);
await page.locator("#book li", { hasText: "IA Vega" }).locator(".answer", { hasText: "Accepted" }).waitFor(within);
assert.equal(await page.locator("#book li", { hasText: "resigned" }).count(), 0, "another table's ruling");
await accessible(page, "a game with its history");
await picture(page, "history");
await page.goto(base + "/g/demo.1.2");
await page.locator("#book summary").click();
await page.locator("#book li", { hasText: "Black resigned." }).locator(".note", { hasText: "he stopped the clock" }).waitFor(within);
await page.locator("#book li", { hasText: "Black resigned." }).locator(".article", { hasText: "5.1.2" }).waitFor(within);

step("a whole round is paused and goes on");
await page.goto(base + "/r/demo.1");
await button(page, "Rule on the round…").click();
await button(dialog(page), "Pause", true).click();
await button(dialog(page), "Record it").click();
await answer(page, "Accepted");
await page.keyboard.press("Escape");
const paused = (await log(page, "record")).find((e) => e.type === "ruling.v1.pause" && e.scope === "round/demo.1");
assert.equal(paused.data.author, "IA Lopez");

step("in the dark, on a phone");
const dark = await (await browser.newContext({ ...phone, colorScheme: "dark", storageState: await page.context().storageState() })).newPage();
await dark.goto(base + "/r/demo.1");
await dark.locator(".needy").first().waitFor(within);
await accessible(dark, "dark round");
await picture(dark, "dark");
await button(dark, "Rule on board 3…").click();
await button(dialog(dark), "Penalty…").click();
await accessible(dark, "dark form");
await picture(dark, "dark-form");

await end();
