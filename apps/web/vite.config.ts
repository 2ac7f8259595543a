import type { UserConfig } from "vite";

/** What browsers of the last two years know; the page needs nothing older. */
const BROWSERS = ["chrome120", "firefox121", "safari17"];

/** Builds the page: hashed assets, and nothing inline, so that the strictest content policy holds. */
const config: UserConfig = {
  root: import.meta.dirname,
  // The server may mount the page anywhere.
  base: "./",
  build: {
    outDir: "dist",
    target: BROWSERS,
    // Inlined files would be `data:` addresses, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};

export default config;
