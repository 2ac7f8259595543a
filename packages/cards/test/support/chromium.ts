import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Where Chromium lies on the systems the tests run on; the variable wins. */
const PATHS = [
  process.env["TERMWIRE_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * What a page in a test has no use for. The first two draw what the address bar would suggest, the third is for the
 * next page: renderers of their own for every window, which took three quarters of the time of a page. The others are
 * those of Playwright that matter here, whose list this one replaces.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

let found: string | null | undefined;

/** The path of a Chromium that starts, or null. It is looked for once. */
export function findChromium(): string | null {
  if (found === undefined) {
    const path = PATHS.find((candidate) => candidate !== undefined && existsSync(candidate));
    found = path !== undefined && starts(path) ? path : null;
  }
  return found;
}

function starts(path: string): boolean {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts a Chromium without a window. Whoever starts it closes it, which ends all of its processes. */
export async function startChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // As root there is no sandbox of its own; the pages are ours.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--force-color-profile=srgb",
      "--font-render-hinting=none",
      `--disable-features=${DISABLED_FEATURES.join(",")}`,
    ],
  });
}
