// Runs a module that imports TypeScript: node run.mjs FILE
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const result = await build({
  absWorkingDir: here,
  entryPoints: [process.argv[2]],
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  write: false,
  logLevel: "warning",
});
await import("data:text/javascript;base64," + Buffer.from(result.outputFiles[0].contents).toString("base64"));
