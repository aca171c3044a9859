// Takes pictures of pages: node e2e/shot.mjs BASE FOLDER PATH…
import { desktop, launch, phone } from "./browser.mjs";

const [base, folder, ...paths] = process.argv.slice(2);
const browser = await launch();
for (const [name, size] of Object.entries({ phone, desktop })) {
  for (const scheme of ["light", "dark"]) {
    const context = await browser.newContext({ ...size, colorScheme: scheme });
    const page = await context.newPage();
    page.on("console", (m) => console.log(name, m.type(), m.text()));
    page.on("pageerror", (e) => console.log(name, "error", e.message));
    for (const path of paths) {
      await page.goto(base + path);
      await page.waitForTimeout(700);
      const file = `${folder}/${(path.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "index")}-${name}-${scheme}.png`;
      await page.screenshot({ path: file });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      console.log(file, wide > 0 ? `WIDER than the window by ${wide}` : "");
    }
    await context.close();
  }
}
await browser.close();
