import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import {
  KNOWN_DIFFERENCES,
  type KnownDifference,
  type OutputExcerpt,
} from "./recordings/known-differences.ts";
import { replayRecording, type ShownTerminal } from "./recordings/replay-recording.ts";
import { readTruth, type Truth } from "./recordings/truth.ts";

const EXTENSION = ".ndjson";
const recordings = readdirSync(new URL("./recordings/", import.meta.url))
  .filter((file) => file.endsWith(EXTENSION))
  .map((file) => file.slice(0, -EXTENSION.length));

/** What is shown in another way than it was. */
function findDifference(shown: ShownTerminal, truth: Truth): Record<string, unknown> {
  const { ending } = shown.state;
  const told = Object.entries({ ...ending });
  const agrees = Object.entries(truth.ending).every((fact) =>
    told.some((other) => isDeepStrictEqual(fact, other)),
  );
  return {
    ...(shown.state.command !== truth.command && { command: shown.state.command }),
    ...(shown.output !== truth.output && { output: shown.output }),
    ...(!agrees && { ending }),
  };
}

/** The same, with an output as long as an entry's excerpt cut like it. */
function cutLike(
  difference: Record<string, unknown>,
  known: KnownDifference | undefined,
): Record<string, unknown> {
  const { output } = difference;
  const excerpt = known?.shows.output;
  if (typeof output !== "string" || typeof excerpt !== "object") return difference;
  const cut: OutputExcerpt = {
    chars: output.length,
    start: output.slice(0, excerpt.start.length),
    end: output.slice(-excerpt.end.length),
  };
  return { ...difference, output: cut };
}

describe("a recording of a real agent", () => {
  it.each(recordings)(
    "%s shows what happened, or exactly what its agent made of it",
    async (name) => {
      const shown = await replayRecording(`${name}${EXTENSION}`);
      const truths = readTruth(name);
      expect(shown.map(({ state }) => state.command)).toEqual(truths.map(({ command }) => command));
      const differences = shown.map((terminal, index) => {
        const truth = truths[index];
        const known = KNOWN_DIFFERENCES[name]?.find((entry) => entry.terminal === index);
        return truth === undefined ? {} : cutLike(findDifference(terminal, truth), known);
      });
      const expected = truths.map(
        (_, index) =>
          KNOWN_DIFFERENCES[name]?.find((entry) => entry.terminal === index)?.shows ?? {},
      );
      expect(differences).toEqual(expected);
    },
  );

  it.each(recordings)("%s shows every terminal in a tool call, and none twice", async (name) => {
    const shown = await replayRecording(`${name}${EXTENSION}`);
    const calls = shown.map(({ toolCallId }) => toolCallId);
    expect(calls).not.toContain(null);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe("the list of known differences", () => {
  it.each(Object.entries(KNOWN_DIFFERENCES))(
    "names terminals of %s that exist, each once, with a reason",
    (name, entries) => {
      expect(recordings).toContain(name);
      const terminals = entries.map(({ terminal }) => terminal);
      expect(new Set(terminals).size).toBe(terminals.length);
      expect(Math.max(...terminals)).toBeLessThan(readTruth(name).length);
      for (const { shows, reason } of entries) {
        expect(Object.keys(shows)).not.toEqual([]);
        expect(reason.length).toBeGreaterThan(20);
      }
    },
  );
});
