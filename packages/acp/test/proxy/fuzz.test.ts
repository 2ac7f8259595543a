import { describe, expect, it } from "vitest";
import { fuzzProxy } from "./fuzz-proxy.ts";

/** Longer by hand: `FUZZ_SECONDS=600 npx vitest run --project integration packages/acp/test/proxy/fuzz`. */
const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? 2);

describe("a proxy between two peers that say anything", () => {
  it(
    "takes every line, and ends when its agent does",
    { timeout: (SECONDS + 60) * 1000 },
    async () => {
      const endMs = Date.now() + SECONDS * 1000;
      for (let seed = 1; Date.now() < endMs; seed++) {
        const fuzzed = fuzzProxy(seed);
        await fuzzed.say(300);
        expect({ seed, reason: await fuzzed.end() }).toEqual({ seed, reason: "its output ended" });
      }
    },
  );
});
