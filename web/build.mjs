// Builds dist/: a script and a style sheet for all pages, those of the desk, and
// the pictures, each with the hash
// of its content in its name, and manifest.json that maps plain names to them.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const dist = new URL("dist/", import.meta.url);
const here = new URL("./", import.meta.url);

const files = {
  "standard.svg": await readFile(new URL("node_modules/cm-chessboard/assets/pieces/standard.svg", here)),
  "icon.svg": await readFile(new URL("src/icon.svg", here)),
};

for (const [plain, entry] of [
  ["main.js", "src/main.ts"],
  ["main.css", "src/main.css"],
  ["desk.js", "src/desk.ts"],
  ["desk.css", "src/desk.css"],
]) {
  const result = await build({
    absWorkingDir: here.pathname,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome110", "firefox115", "safari16"],
    legalComments: "none",
    write: false,
    logLevel: "warning",
  });
  files[plain] = result.outputFiles[0].contents;
}

await mkdir(dist, { recursive: true });
for (const old of await readdir(dist)) {
  if (old !== ".keep") await rm(new URL(old, dist), { recursive: true });
}
const manifest = {};
for (const [plain, data] of Object.entries(files).sort()) {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 10);
  const name = plain.replace(/(\.[a-z]+)$/, `-${hash}$1`);
  await writeFile(new URL(name, dist), data);
  manifest[plain] = name;
}
await writeFile(new URL("manifest.json", dist), JSON.stringify(manifest, null, 1) + "\n");
