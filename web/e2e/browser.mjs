// Starts the system's Chromium with its own empty profile and no network but
// loopback.
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
export const desktop = { viewport: { width: 1280, height: 800 } };
