// What the scripts of the desk share: two signed-in browsers, and how a ruling is
// looked at.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { launch } from "./browser.mjs";

export const [base, link, pictures] = process.argv.slice(2);
export const step = (text) => console.log(text);
export const within = { timeout: 60000 };
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Wants a page that all can use, and that is no wider than its window. */
export async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  const list = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  assert.deepEqual(list, [], `${what}: accessibility`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${what}: wider than the window by ${wide}`);
}

export async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

export const browser = await launch();
const faults = [];
let awaited = false; // the browser may complain: a test asks for it

export function complaints(may) {
  awaited = may;
}

export async function signIn(address, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error" && !awaited) faults.push(m.text());
  });
  page.on("request", (r) => {
    if (!r.url().startsWith(base)) faults.push(`asks ${r.url()}`);
  });
  await page.goto(address);
  await page.waitForURL(base + "/", within);
  return page;
}

export const button = (page, name, exact = false) => page.getByRole("button", { name, exact });
export const dialog = (page) => page.locator("dialog[open]");
export const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? "");
export const finding = (page, words) => page.locator(".tables .finding", { hasText: words });

/** Waits for the answer, which is shown and read out. */
export async function answer(page, words) {
  await dialog(page).locator(".outcome", { hasText: words }).waitFor(within);
  assert.match(await dialog(page).locator("[role=status]").last().textContent(), new RegExp(words));
}

/** The record or the facts, as stored. */
export async function log(page, name) {
  const r = await page.request.get(`${base}/desk/log/${name}`);
  return (await r.text()).trim().split("\n").map((l) => JSON.parse(l));
}

export async function end() {
  assert.deepEqual(faults, [], "errors in the pages");
  await browser.close();
  step("all is well");
  process.exit(0);
}
