import { describe, expect, it } from "vitest";
import { findProcesses } from "../host/processes.ts";
import { fuzzProxy } from "./fuzz-proxy.ts";

/** Longer by hand: `FUZZ_SECONDS=600 npx vitest run --project integration packages/acp/test/proxy/fuzz`. */
const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? 2);
/** Of the first proxy; the others follow. Given by hand to see one again. */
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

describe("a proxy between two peers that say anything", () => {
  it(
    "takes every line, ends when its agent does, and leaves nothing running",
    { timeout: (SECONDS + 60) * 1000 },
    async () => {
      const endMs = Date.now() + SECONDS * 1000;
      for (let seed = FIRST_SEED; Date.now() < endMs; seed++) {
        const marker = `7${process.pid % 100_000}.${seed}`;
        const fuzzed = fuzzProxy(seed, marker);
        await fuzzed.say(300);
        expect({ seed, reason: await fuzzed.end() }).toEqual({ seed, reason: "its output ended" });
        expect({ seed, left: findProcesses(`sleep ${marker}`) }).toEqual({ seed, left: [] });
      }
    },
  );
});
